"""A thousand hostile texts are refused, with a column, after work that is counted and bounded."""

from __future__ import annotations

import sys
from types import FrameType

import pytest
from support.formulas.generator import SCOPE
from support.hostile_texts import FAMILIES, texts

from verifier.language.expressions.errors import LanguageError
from verifier.language.expressions.parse import parse

MAX_CALLS = 60_000
"""Most calls of functions that refusing one text may take."""


class TooMuch(Exception):
    """More calls were made than refusing may take."""


def refused(text: str) -> tuple[LanguageError, int]:
    """Return why a text is refused, and how many calls that took."""
    calls = 0

    def count(frame: FrameType, event: str, arg: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")
        if calls > MAX_CALLS:
            raise TooMuch(text[:60])

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        with pytest.raises(LanguageError) as why:
            parse(text, SCOPE)
    finally:
        sys.setprofile(before)
    return why.value, calls


@pytest.mark.parametrize("family", FAMILIES)
def test_hostile_text_is_refused_after_bounded_work(family: str) -> None:
    for text in (text for name, text in texts(20) if name == family):
        why, _ = refused(text)
        assert 1 <= why.column <= len(text) + 1 and why.message and len(str(why)) < 400, text[:60]


def test_there_are_a_thousand_of_them() -> None:
    assert len(list(texts(20))) >= 1000
