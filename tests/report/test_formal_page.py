"""The page of formal chains in a real Chromium: it typesets, lights what a statement quotes, and fits a phone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.report_pages import HOSTILE, watched

from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.commands.formal.formal import show
from verifier.commands.options.formal import FormalShowOptions
from verifier.report.exit_codes import OK
from verifier.report.html.katex import katex

FORMAL = Path(__file__).parent.parent.parent / "examples" / "formal"
NAMES = ("bakery", "equation", "cases")


def example(name: str, **changed: Any) -> dict[str, Any]:
    return {**json.loads((FORMAL / f"{name}.json").read_text("utf-8")), **changed}


@pytest.fixture
def visit(browser: Any, tmp_path: Path) -> Iterator[Any]:
    """Opens the page of some rows; at the end nothing may have been complained of, or asked for."""
    with watched(browser) as opened:

        def visited(*rows: dict[str, Any], typeset: Any = "off") -> Any:
            source, out = tmp_path / "formal.jsonl", tmp_path / "page.html"
            source.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
            assert show(FormalShowOptions(file=source, html=out, typeset=typeset)) == OK
            return opened(out)

        yield visited


def test_a_statement_lights_the_words_that_it_quotes(visit: Any) -> None:
    page = visit(example("bakery"))
    step = page.locator(".step").nth(1)
    step.locator(".said").nth(1).hover()
    assert step.locator(".lit").all_inner_texts() == ["2 * 45 = 90"]
    step.locator(".said").nth(0).focus()
    assert "On Sunday it sold twice as many as on Friday" in step.locator(".lit").all_inner_texts()
    assert step.locator(".text").inner_text() == example("bakery")["steps_text"][1]


def test_it_reads_on_a_phone_in_the_dark_and_on_paper(visit: Any) -> None:
    page = visit(*map(example, NAMES))
    page.set_viewport_size({"width": 360, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    before = page.evaluate(ground)
    page.locator("#theme").click()
    assert page.evaluate(ground) != before
    page.emulate_media(media="print")
    assert page.locator("article").count() == 3 and not page.locator("nav").is_visible()


def test_hostile_text_is_only_shown(visit: Any) -> None:
    row = example("bakery", id=HOSTILE, problem=HOSTILE)
    row["vars"]["friday"]["means"] = HOSTILE
    row["steps"][0][0] = {"role": "claim", "quote": HOSTILE, "expr": HOSTILE}
    page = visit(row)
    assert page.evaluate("window.ran") is None and page.locator("img").count() == 0
    assert "<U+202E>" in page.locator("h2").inner_text()


def test_mathematics_is_typeset_where_it_is_seen_and_as_text_on_demand(visit: Any) -> None:
    try:
        katex()
    except (LeanUnavailable, OSError) as error:
        pytest.skip(f"KaTeX cannot be had here: {error}")
    page = visit(*map(example, NAMES), typeset="require")
    page.locator("#chain-0 .katex").first.wait_for()
    assert page.locator("#chain-0 .math").count() == page.locator("#chain-0 .katex").count()
    page.locator("#chain-2").scroll_into_view_if_needed()
    page.locator("#chain-2 .katex").first.wait_for()
    assert page.locator("[data-failed]").count() == 0
    page.locator("#math").click()
    assert page.locator(".katex").count() == 0
    assert "sunday = 2·friday" in page.locator("#chain-0").inner_text()
