"""Make the picture of the README again: ``python tests/benchmarks/pages/report_image.py``, with Chromium on PATH."""

from __future__ import annotations

import shutil
import sys
import tempfile
from contextlib import chdir
from pathlib import Path

from playwright.sync_api import sync_playwright

from verifier.commands.options.judging import ReportOptions
from verifier.commands.pages.report import run

ROOT = Path(__file__).parents[3]
IMAGE = ROOT / "verifier" / "docs" / "images" / "report.png"
CHAINS = ("lucky", "linear", "shopping")
MOST_BYTES = 150_000


def make(image: Path) -> int:
    """Write a screenshot of the report of three examples, and return its size in bytes."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        page_file = Path(folder) / "report.html"
        with chdir(ROOT / "examples"):  # the page shows the paths that it is given
            run(ReportOptions(records=tuple(f"{name}.json" for name in CHAINS), out=page_file))
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1000, "height": 700})
        page.goto(page_file.as_uri())
        page.wait_for_selector("html[data-ready]")
        image.parent.mkdir(exist_ok=True)
        page.screenshot(path=image)
        browser.close()
    return image.stat().st_size


if __name__ == "__main__":
    size = make(IMAGE)
    print(f"{IMAGE.relative_to(ROOT)}: {size:,} bytes")
    sys.exit(size > MOST_BYTES)
