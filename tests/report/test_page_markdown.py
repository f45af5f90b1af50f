"""Markdown in texts: shown as it is meant, with claims where they stand, and no text becomes markup."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.pipeline.verify import verify
from verifier.records.record import line, record
from verifier.records.views.record_view import LONGEST, places

STEPS = ["### Step 1\n**First**, so 2 * 3 * 4 = 24.", "Then **24 + 1 = 26**.", "*Done*, <b>here</b>."]


def shown(text: str, *claims: tuple[int, int]) -> list[tuple[str, str]]:
    """What is shown otherwise than as it is written."""
    return [(text[start:end], look) for start, end, look in places(text, claims) if look != "hidden"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("So **x = 6** and *note this*.", [("x = 6", "strong"), ("note this", "em")]),
        ("## Step 2: add", [(" Step 2: add", "head")]),
        ("1. **Add**: 2 + 3", [("Add", "strong")]),
        ("* *one* thing", [("one", "em")]),
        ("use `a*b`", [("a*b", "code")]),
        ("```\nx = 3\n```\nafter", [("x = 3", "code")]),
        ("2*x*3 = 6*y*4 and (a)*b*(c)", []),
        ("2 * 3 * 4, a_1 and b_1, f_n_m", []),
        ("Let $a*b*c$ and \\(x_1 _y_\\) be", []),
        ("[a](https://x.example) <b>bold</b> ![p](q)", []),
        ("\\*not\\* -- 3 > 2\n---\n> quoted", []),
        ("    four blanks", []),
    ],
)
def test_what_is_markdown_and_what_is_mathematics(text: str, expected: list[tuple[str, str]]) -> None:
    assert shown(text) == expected


def test_a_claim_is_covered() -> None:
    assert shown("so *ab*c = *de* holds") == [("de", "em")]
    assert shown("so *ab*c = *de* holds", (3, 15)) == []


@given(st.text(alphabet="ab1*_`#$\\()\n -.", max_size=60))
def test_places_lie_in_any_text(text: str) -> None:
    assert all(0 <= start <= end <= len(text) for start, end, _ in places(text))


def test_a_text_that_is_too_long_stays_as_it_is() -> None:
    assert places("**a** " * LONGEST) == [] and places("**a** " * 1000)


def test_a_notebook_shows_what_is_meant() -> None:
    page = verify("*Add* them.", STEPS, lean="off")._repr_html_()
    assert '<span class="vf-em">Add</span>' in page and '<span class="vf-strong">First</span>' in page
    assert "###" not in page and "**" not in page and "<b>here" not in page and "&lt;b&gt;" in page
    assert '<span class="vf-strong">24 + 1 = 26</span></span>' in page, "the claim is marked, and bold"


@pytest.fixture
def stored() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(line(record(verify("*Add* them.", STEPS, lean="off"))))
    return found


def test_a_page_shows_what_is_meant_and_as_written_on_demand(visit: Any, stored: dict[str, Any]) -> None:
    page = visit(stored)
    text = page.locator("#chain").inner_text()
    assert "**" not in text.split("as written")[0] and "###" not in text and "<b>here</b>" in text
    mark = page.locator(".vf-mark.vf-refuted").first
    assert mark.inner_text() == "24 + 1 = 26" and "vf-strong" in mark.get_attribute("class")
    assert page.locator(".vf-head").first.inner_text().strip() == "Step 1"
    page.keyboard.press("t")
    assert "**24 + 1 = 26**" in page.locator("#chain").inner_text()
    assert page.locator("#chain b").all_inner_texts()[0] == "Problem", "and no text of a step is markup"


def test_claims_are_typeset(visit: Any, stored: dict[str, Any]) -> None:
    page = visit(stored, typeset="auto")
    if not page.evaluate("typeof katex !== 'undefined'"):
        pytest.skip("KaTeX cannot be had here")
    claims = page.locator(".vf-claim summary .katex")
    assert claims.count() == 2 and "24" in claims.first.inner_text()
    page.keyboard.press("t")
    assert page.locator(".vf-claim summary .katex").count() == 0
