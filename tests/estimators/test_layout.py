"""The layout of chains: nothing that comes later changes what is scored before, and nothing is cut in silence."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.sizes import sized

from verifier.chain import Chain
from verifier.estimators.own.layout import Format, LongChain, windows

FORM = Format(lambda text: [ord(c) % 90 + 10 for c in text], (1,), 2, 60)
TEXT = st.text("ab 12.=", max_size=12)


def test_the_steps_follow_the_problem_each_closed() -> None:
    (window,) = windows(Chain.of("ab", ["x", "yz"]), FORM)
    assert window.ids.tolist() == [1, 17, 18, 2, 40, 2, 41, 42, 2]
    assert window.segments.tolist() == [0, 0, 0, 0, 1, 1, 2, 2, 2]
    assert window.ends.tolist() == [5, 8]


@settings(max_examples=sized(20, 60), deadline=None)
@given(TEXT, st.lists(TEXT, min_size=2, max_size=8), st.data())
def test_what_comes_later_changes_nothing_before(problem: str, steps: list[str], data: st.DataObject) -> None:
    cut = data.draw(st.integers(1, len(steps) - 1))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LongChain)
        whole, part = (windows(Chain.of(problem, texts), FORM) for texts in (steps, steps[:cut]))
    for long, short in zip(whole, part, strict=False):
        assert np.array_equal(long.ids[: len(short.ids)], short.ids)
        assert long.steps[: len(short.steps)] == short.steps


def test_a_long_chain_becomes_windows_that_score_every_step_once_and_says_so() -> None:
    with pytest.warns(LongChain, match="longer than the model's context of 60 tokens"):
        found = windows(Chain.of("ab", ["0123456789"] * 12), FORM)
    assert all(len(window.ids) <= 60 for window in found)
    fresh = [step for window in found for step, new in zip(window.steps, window.fresh, strict=True) if new]
    assert fresh == list(range(12))
    assert not all(found[1].fresh)  # the second window sees again what went before


def test_a_step_longer_than_a_window_becomes_parts() -> None:
    with pytest.warns(LongChain):
        found = windows(Chain.of("ab", ["x" * 130, "y"]), FORM)
    parts = [step for window in found for step, new in zip(window.steps, window.fresh, strict=True) if new]
    assert parts == [0, 0, 0, 1]
    assert sum((window.ids == 40).sum() for window in found[:3]) == 130


def test_a_long_problem_loses_its_middle_and_says_so() -> None:
    with pytest.warns(LongChain, match="the middle of the problem left out"):
        (window,) = windows(Chain.of("a" * 50 + "b" * 50, ["x"]), FORM)
    assert {17, 18} <= set(window.ids.tolist())


def test_an_empty_step_has_its_separator() -> None:
    (window,) = windows(Chain.of("", ["", "x"]), FORM)
    assert window.ends.tolist() == [2, 4]
