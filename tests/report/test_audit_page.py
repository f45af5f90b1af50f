"""The page of an audit, in a real Chromium: its figures, its pairs, and nothing that runs or loads."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from verifier.auditing.audit import Audit, AuditPlan, AuditSet, make, measured
from verifier.auditing.figures import Measure, Scored
from verifier.report.html.audit import page

HOSTILE = "</details><script>window.ran = 1</script><img src=x onerror='window.ran = 1'>\u202e"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> AuditSet:
    """Fresh pairs, and one of a user's chain whose problem is hostile."""
    own = tmp_path_factory.mktemp("own") / "own.jsonl"
    own.write_text(
        json.dumps(
            {
                "problem": "<img src=x onerror='window.ran = 1'> take 5 away",
                "steps": ["So 12 + 30 = 42.", "Then 42 - 5 = 37."],
            }
        ),
        "utf-8",
    )
    return make(AuditPlan(pairs=8, files=(str(own),), seed=6))


def audit(made: AuditSet, right: float, wrong: float) -> Audit:
    """An audit of a system that gives every right step one score, and every wrong one another."""
    scored = []
    for pair in made.pairs:
        scores = {}
        for form, twins in pair.forms.items():
            flat = [right] * len(twins.right.steps)
            scores[form] = (flat, [*flat[: pair.at], wrong, *flat[pair.at + 1 :]])
        scored.append(Scored(pair, scores))
    return measured(HOSTILE, made, scored, Measure(draws=20))


def test_the_page_says_what_the_figures_say(made: AuditSet) -> None:
    text = page(audit(made, 0.9, 0.2))
    assert "in <b>100.0%</b> of pairs" in text and "(0 of 0 shown)" in text
    assert "<script" not in text and "default-src &#x27;none&#x27;" not in text and "default-src 'none'" in text
    assert len(re.findall(r'<th scope="row">', text)) == sum(map(len, audit(made, 0.9, 0.2).figures["rows"].values()))


@pytest.fixture
def visit(tmp_path: Path) -> Iterator[Any]:
    """Opens the page of an audit; at the end nothing may have been asked for or complained of."""
    driver = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("no Chromium on PATH")
    said: list[str] = []
    with driver.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])

        def opened(shown: Audit) -> Any:
            file = tmp_path / "audit.html"
            file.write_text(page(shown), "utf-8")
            tab = browser.new_context(viewport={"width": 1200, "height": 800}, offline=True).new_page()
            tab.on("console", lambda message: said.append(message.text))
            tab.on("pageerror", lambda error: said.append(str(error)))
            tab.on("request", lambda asked: None if asked.url.startswith("file:") else said.append(asked.url))
            tab.goto(file.as_uri())
            return tab

        yield opened
        browser.close()
    assert said == []


def test_failed_pairs_open_with_their_proofs_and_nothing_runs(made: AuditSet, visit: Any) -> None:
    tab = visit(audit(made, 0.3, 0.6))
    assert tab.locator("details.pair").count() == len(made.pairs)
    assert tab.evaluate("window.ran") is None and tab.locator("img").count() == 0
    tab.locator("details.pair > summary").first.click()
    shown = tab.locator("details.pair[open]")
    assert shown.locator(".vf-incorrect").count() == 1
    assert "refuted; the left side is 37" in shown.locator(".vf-incorrect .vf-claims").inner_text()
    assert shown.locator(".vf-incorrect .vf-tag").evaluate("node => getComputedStyle(node).color") != "rgb(0, 0, 0)"
    assert "</details><script>" in tab.locator("h1").inner_text() and "U+202E" in tab.locator("h1").inner_text()
    tab.evaluate("document.querySelectorAll('details').forEach((node) => { node.open = true })")
    mine = tab.locator("details.pair", has_text="take 5 away").locator(".vf-problem")
    assert "window.ran = 1" in mine.inner_text() and tab.evaluate("window.ran") is None


def test_the_interval_is_drawn_where_it_lies_and_the_page_fits_a_phone(made: AuditSet, visit: Any) -> None:
    shown = audit(made, 0.9, 0.2)
    tab = visit(shown)
    row = tab.locator("table").first.locator("tbody").first
    figure = shown.figures["rows"]["all"]["all"]["higher"]
    low, high = (float(row.locator("line.span").get_attribute(end)) for end in ("x1", "x2"))
    assert (low - 5) / 80 == pytest.approx(figure["low"], abs=0.01) and (high - 5) / 80 == pytest.approx(figure["high"])
    assert float(row.locator("circle").get_attribute("cx")) == pytest.approx(85)
    tab.set_viewport_size({"width": 360, "height": 700})
    assert tab.evaluate("document.documentElement.scrollWidth") <= 360
