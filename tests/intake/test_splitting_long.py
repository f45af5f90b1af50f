"""Long texts of one sign, one block or one tag repeated: the work of splitting them grows as their length."""

from __future__ import annotations

import string
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import verifier
from verifier.intake.splitting.thinking import parted
from verifier.mathtext.markdown import unmarked

HOUSE = str(Path(verifier.__file__).parent)
BLOCKS = ("1. a\n", "1. a\n\nb\n\n", "- a\n\n", "a\n\n", "a $x$\n\n", "a:\n\n- b\n\n", "# a\n\n", "2*a * b *c* ")


def lines_run(work: Callable[[str], object], text: str) -> int:
    """How many lines of the package a piece of work runs through, each time counted."""
    count = 0

    def seen(frame: FrameType, event: str, arg: object) -> Any:
        nonlocal count
        count += 1
        return seen if frame.f_code.co_filename.startswith(HOUSE) else None

    before = sys.gettrace()
    sys.settrace(seen)
    try:
        work(text)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("unit", [*string.punctuation, *BLOCKS])
def test_a_text_of_one_thing_repeated_costs_what_its_length_says(unit: str) -> None:
    works: list[Callable[[str], object]] = [verifier.split, lambda text: unmarked("*note* " + text)]
    for work in works:
        work(unit * 10)  # what is made once
        few, many = (lines_run(work, unit * count) for count in (100, 400))
        assert many < 6 * few + 1000


class Sought(str):
    """A text that counts the signs among which tags are sought."""

    signs = 0

    def lower(self) -> Sought:
        return self

    def find(self, *args: Any) -> int:
        place = super().find(*args)
        Sought.signs += (len(self) if place < 0 else place) - (args[1] if len(args) > 1 else 0)
        return place


@pytest.mark.parametrize("tag", ["</think>", "<think></think>", "<thought>a</thought> b "])
def test_tags_of_thinking_are_sought_once(tag: str) -> None:
    text = Sought(tag * 1000)
    Sought.signs = 0
    parted(text)
    assert Sought.signs <= len(text)
