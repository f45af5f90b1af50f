"""How long the report's page takes to make, to load and to answer: ``python tests/benchmarks/report_page.py [CHAINS]``.

The chains of ``examples/`` over and over, each with a name of its own; a headless Chromium must be on PATH.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

import verifier
from verifier.commands.options.judging import ReportOptions
from verifier.commands.pages.report import run

ASK = """async () => {
  const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const took = async (what) => {
    const from = performance.now();
    what();
    await drawn();
    return performance.now() - from;
  };
  const list = document.querySelector('#list');
  const press = (key) => list.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  const found = {};
  found['a filter'] = await took(() => document.querySelector('[data-filter=incorrect]').click());
  found['a chain by key'] = await took(() => press('j'));
  found['a jump in the list'] = await took(() => { list.scrollTop = 1e5; });
  const search = document.querySelector('#search');
  for (const word of ['lucky', 'linear']) {
    const from = performance.now(), before = list.innerText;
    search.value = word; search.dispatchEvent(new Event('input'));
    while (list.innerText === before && performance.now() - from < 5000) await drawn();
    found[`a search (${word})`] = performance.now() - from;
  }
  return found;
}"""


def main(count: int) -> None:
    examples = [json.loads(path.read_text("utf-8")) for path in sorted(Path("examples").glob("*.json"))]
    with verifier.Judge(lean="off") as judge:
        chains = [verifier.Chain.of(one["problem"], one["steps"]) for one in examples]
        records = [verifier.record(judge(chain)) for chain in chains]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        source, out = Path(folder) / "records.jsonl", Path(folder) / "report.html"
        with source.open("w", encoding="utf-8") as lines:
            for i in range(count):
                name = Path(sorted(Path("examples").glob("*.json"))[i % len(records)]).stem
                lines.write(json.dumps({**records[i % len(records)], "id": f"{name} {i}"}) + "\n")
        clock = time.monotonic()
        run(ReportOptions(records=(str(source),), out=out))
        print(f"made in {time.monotonic() - clock:.1f} s, {out.stat().st_size / 1e6:.1f} MB")
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        clock = time.monotonic()
        page.goto(out.as_uri())
        page.wait_for_selector("html[data-ready]")
        print(f"loaded in {time.monotonic() - clock:.2f} s")
        for what, took in page.evaluate(ASK).items():
            print(f"{what}: {took:.0f} ms")
        browser.close()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5000)
