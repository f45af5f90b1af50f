"""What a hypothesis about a greatest or least value gives: a bound by what is reached somewhere, and its own value."""

from __future__ import annotations

from typing import Any

import pytest
from support.formulas.sequents import VALUES, at, claim, shown

from verifier.kernel.verdict import CheckFailed, Proved, Refuted

LEAST = "is_min(k, t, t in Int, t >= 3 and t <= 9 and t != 3)"


def bounded(*numbers: str, trees: list[Any] | None = None, of: object = 0, **more: Any) -> dict[str, Any]:
    last: dict[str, Any] = {"rule": "given", "of": 1}
    return {"rule": "bounded", "of": of, "at": list(numbers), "trees": trees or [VALUES, VALUES, last], **more}


def same(value: Any, first: Any = VALUES, last: Any = None, of: object = 0) -> dict[str, Any]:
    return {"rule": "same", "of": of, "value": value, "trees": [first, last or at(1)]}


FOUR, MODEL = ["int", "4"], {"k": "4"}


def test_a_least_value_is_not_above_what_is_reached_somewhere() -> None:
    assert isinstance(shown(claim("5 >= k", LEAST), bounded("5"), model=MODEL), Proved)


def test_an_extreme_value_is_what_is_shown_to_be_one() -> None:
    assert isinstance(shown(claim("k == 4", LEAST), same(FOUR), model=MODEL), Proved)
    assert isinstance(shown(claim("k == 5", LEAST), same(FOUR), False, MODEL), Refuted)


@pytest.mark.parametrize(
    ("tree", "why"),
    [
        (bounded("3"), "do not show"),  # it is left out by the condition
        (bounded("10"), "do not show"),  # beyond it
        (bounded("9/2"), "not of the type"),
        (bounded(), "every letter"),
        (bounded("5", "6"), "every letter"),
        (bounded("5", trees=[VALUES, VALUES]), "three trees"),
        (bounded("5", trees=[VALUES, {"rule": "truth"}, {"rule": "given", "of": 1}]), "truth"),
        (bounded("5", of=1), "no part or hypothesis"),
        (same(["int", "5"]), "do not show"),  # it is no least value
        (same(["int", "3"]), "do not show"),
        (same(["sym", "t"]), "in scope"),
        (same(FOUR, {"rule": "given", "of": 0}), "given"),
        ({**same(FOUR), "trees": [VALUES]}, "two trees"),
    ],
)
def test_a_forged_bound_or_value_is_refused(tree: dict[str, Any], why: str) -> None:
    with pytest.raises(CheckFailed, match=why):
        shown(claim("5 >= k", LEAST), tree, model=MODEL)


@pytest.mark.parametrize("said", ["k == 4", "ForAll(t in Int, t >= 4)", "k >= 4"])
def test_only_a_greatest_or_least_value_tells_that(said: str) -> None:
    for tree in (bounded("5"), same(FOUR)):
        with pytest.raises(CheckFailed, match="greatest or least"):
            shown(claim("5 >= k", said), tree, model=MODEL)


def test_what_is_bounded_is_defined_where_it_is_told() -> None:
    """``is_min`` speaks of the numbers at which its expression is defined."""
    what = claim("1/(2 - 2) >= x", "is_min(x, 1/(t - 2), t in Real, 0 <= t and t <= 3)")
    with pytest.raises(CheckFailed):
        shown(what, bounded("2"), model={"x": "1"})


def test_a_value_that_names_a_bound_letter_is_refused() -> None:
    with pytest.raises(CheckFailed, match="names no bound letter"):
        shown(claim("k == n", "is_min(k, n, n in Int, n >= 4)"), same(["sym", "n"]), model=MODEL)
    with pytest.raises(CheckFailed, match="bound"):
        shown(claim("n >= 4", "is_min(n, n, n in Int, n >= 4)"), bounded("4"), model={"n": "4"})
