"""A headless Chromium of this machine, and the pages that it opens."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.report_pages import made, watched

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A headless Chromium of this machine."""
    driver = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("no Chromium on PATH")
    with driver.sync_playwright() as started:
        running = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture
def visit(browser: Any, tmp_path: Path) -> Iterator[Any]:
    """Opens a page made of rows; at the end nothing may have been complained of."""
    with watched(browser, permissions=["clipboard-read", "clipboard-write"]) as opened:

        def visited(*rows: Any, **more: Any) -> Any:
            status, out = made(tmp_path, *rows, **more)
            assert status == 0
            return opened(out)

        yield visited
