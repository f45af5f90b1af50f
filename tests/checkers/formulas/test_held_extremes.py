"""What a hypothesis about a greatest or least value gives: that value, where another one is shown to be it as well."""

from __future__ import annotations

import pytest
from support.formulas.sequents import claim, shown

from verifier.engines.formulas.leaves import Leaves
from verifier.engines.formulas.search import Search
from verifier.kernel.verdict import CheckFailed, Proved, Refuted

LEAST = "is_min(k, t, t in Int, t >= 3 and t <= 9 and t != 3)"


def test_held_extreme_equals_the_value_that_is_shown_to_be_one() -> None:
    for text, holds in (("k == 4", True), ("k == 5", False)):
        what = claim(text, LEAST)
        found, tree = next(Search(what, Leaves()).trees())
        assert found is holds and isinstance(shown(what, tree, holds, {"k": "4"}), Proved if holds else Refuted)
        with pytest.raises(CheckFailed):
            shown(claim("k == 6" if holds else "k == 4", LEAST), tree, holds, {"k": "4"})


@pytest.mark.parametrize("made", ["1/t", "sqrt(t - 5)", "ln(t)"])
def test_held_extreme_of_what_may_be_undefined_says_only_that_it_is_reached(made: str) -> None:
    what = claim("x >= 0", f"is_min(x, {made}, t in Real, t >= 3)")
    bound = {"rule": "unfold", "of": 0, "tree": {"rule": "instance", "of": 2, "at": ["9"], "tree": {}}}
    with pytest.raises(CheckFailed, match="no part or hypothesis"):
        shown(what, bound, model={"x": "1"})
