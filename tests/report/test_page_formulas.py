"""Typeset formulas in a real Chromium: every one is seen whole, in the report and on the page to paste into."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.command_line import serving

from verifier import record, verify
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.records.record import line
from verifier.report.html.katex import katex

STEPS = [
    "So $x = 5$.",
    "Thus \\(2 \\cdot 3 = 6\\) and 1 + 1 = 3.",
    "Hence $\\frac{1}{2} + \\frac{1}{2} = 1$, so $y = 7$.",
]
CUT = """() => [...document.querySelectorAll("#chain .vf-math")].map((box) => {
    const inner = box.querySelector(".katex").getBoundingClientRect(), outer = box.getBoundingClientRect();
    return [box.textContent, box.clientWidth, box.scrollWidth - box.clientWidth,
            Math.round(inner.left - outer.left), Math.round(outer.right - inner.right)];
})"""


@pytest.fixture(autouse=True)
def typeset() -> None:
    """Without KaTeX there is nothing to see."""
    try:
        katex()
    except (LeanUnavailable, OSError) as error:
        pytest.skip(f"KaTeX cannot be had here: {error}")


def is_whole(page: Any, least: int) -> None:
    """Every formula is as wide as its box, and begins and ends in it."""
    page.wait_for_selector("#chain .vf-claims .katex")
    found = page.evaluate(CUT)
    assert len(found) >= least and all(width > 0 for _, width, *_ in found), found
    assert [one for one in found if max(one[2], -one[3], -one[4]) > 1] == []


@pytest.mark.parametrize("width", [1200, 360])
def test_no_formula_of_the_report_is_cut_off(visit: Any, width: int) -> None:
    stored = json.loads(line(record(verify("Solve $x + 2 = 7$ for x.", STEPS, lean="off"))))
    page = visit(stored, typeset="require")
    page.set_viewport_size({"width": width, "height": 800})
    if not page.locator("#chain .vf-claims").first.is_visible():
        page.locator(".row").first.click()
    for claim in page.locator("#chain summary").all():
        claim.click()
    is_whole(page, 10)


def test_no_formula_of_the_page_to_paste_into_is_cut_off(browser: Any) -> None:
    with serving("--page", "--workers", "1") as (address, _):
        context = browser.new_context(viewport={"width": 1200, "height": 900})
        page = context.new_page()
        page.goto(address)
        page.fill("textarea[name=problem]", "Solve $x + 2 = 7$ for x.")
        page.fill("textarea[name=solution]", "\n\n".join(STEPS))
        with page.expect_response("**/page/judged"):
            page.click("#judge")
        frame = page.frame(name="picture")
        is_whole(frame, 5)
        context.close()
