"""Texts that are made to be slow: the work grows with the length, never with its square."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from verifier.chain import Chain
from verifier.pipeline.judge import Judge

UNITS = {
    "relations": "1 = ",
    "relations on lines": "= 1\n",
    "underscores": "a_",
    "letters and digits": "a1",
    "names": "a_b ",
    "powers": "x^",
    "capitals": "A b ",
    "opening brackets": "(",
    "opening braces": "{",
    "congruences": "3 ≡ ",
    "numbered": "1. 2 = 2\n",
    "bullets": "- x\n",
    "annotations": "<<1=1>>",
    "articles": "a ",
    "roots": "all real roots ",
    "said again": "Thus x = 1. ",
}
WAYS = ("step", "problem")


@contextmanager
def counted() -> Iterator[list[int]]:
    """Count the lines of Python that are gone through in the readers."""
    count = [0]

    def line(frame: object, event: str, arg: object) -> object:
        count[0] += event == "line"
        return line

    def call(frame: object, event: str, arg: object) -> object:
        return line if "/readers/" in frame.f_code.co_filename else None  # type: ignore[attr-defined]

    sys.settrace(call)  # type: ignore[arg-type]
    try:
        yield count
    finally:
        sys.settrace(None)


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    with Judge(lean="off") as made:
        made(Chain.given("What is 1 + 1?", ["1 + 1 = 2"]))
        yield made


def work(judge: Judge, unit: str, size: int, way: str) -> int:
    text = unit * (size // len(unit))
    chain = Chain.given("What is it?", [text]) if way == "step" else Chain.given(text, ["1 + 1 = 2"])
    with counted() as count:
        judge(chain)
    return count[0]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", UNITS)
def test_work_of_a_text_grows_with_its_length(judge: Judge, name: str, way: str) -> None:
    once, twice = (work(judge, UNITS[name], size, way) for size in (6_000, 12_000))
    assert twice < 2.7 * once + 200_000


def test_long_sentence_has_no_relations_and_its_words_still_count(judge: Judge) -> None:
    long = "All of this is modulo 7, so we count on: " + " = ".join(["1"] * 3_000)
    judged = judge(Chain.given("Count.", [long, "So 5 + 4 = 2."]))
    assert [step.correct for step in judged.steps] == [None, None]
    judged = judge(Chain.given("Count.", [" = ".join(["1"] * 3_000), "So 5 + 4 = 2."]))
    assert [step.correct for step in judged.steps] == [None, False]
