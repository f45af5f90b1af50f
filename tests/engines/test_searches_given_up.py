"""A search that is given up, wherever it is, leaves a claim open: such ends are planted into its parts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from support.formulas.sequents import claims_over

from verifier.engines.candidate import GIVEN_UP
from verifier.engines.formulas import propose
from verifier.engines.formulas.budgets import FULL
from verifier.engines.formulas.leaves import Leaves, found_model, unlimited_model
from verifier.engines.formulas.models import assignments
from verifier.engines.formulas.propose import FormulaEngine
from verifier.kernel.claim import Standing
from verifier.kernel.expr import Type
from verifier.kernel.verdict import Reason, Unknown

claim = claims_over(dict.fromkeys("xyz", Type.REAL))


def raising(error: type[Exception]) -> Callable[..., None]:
    def part(*_: object, **__: object) -> None:
        raise error("too much")

    return part


@pytest.mark.parametrize("error", GIVEN_UP)
def test_a_search_of_models_that_is_given_up_finds_none(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = claim("z == 1", "x*y + z**2 == 3", "x*z > y")
    assert found_model(asked) is not None
    unlimited_model.cache_clear()
    monkeypatch.setattr(assignments, "_choices", raising(error))
    asked = claim("z == 1", "x*y*z + z**3 == 7", "x*z*z > y + 13", "x*x + y*y*y == 11 + z*z*y")
    assert found_model(asked) is None
    assert all(isinstance(one, Unknown) for one in FormulaEngine(Leaves()).propose(asked))
    unlimited_model.cache_clear()


@pytest.mark.parametrize("part", ["two_models_for", "two_models_by_proof", "Search"])
@pytest.mark.parametrize("error", GIVEN_UP)
def test_the_engine_of_formulas_never_raises(
    error: type[Exception], part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(propose, part, raising(error))
    found = list(FormulaEngine(Leaves()).propose(claim("z == 1", "x + y == z")))
    assert found and (part != "Search" or isinstance(found[0], Unknown))


def test_what_all_premises_show_is_found_though_the_firm_ones_take_all_their_work() -> None:
    firm = claim("x*y == 6", "x**3*y + y**3 == 11 + z", "x**2*z - y**5 == 3*x", "y*z**4 + x == 2*y")
    stated = claim("x*y == 6", "x*y == 6", standing=Standing.STATED)
    engine = FormulaEngine(Leaves(), replace(FULL, steps=2_000, few=(), models=0))
    found = list(engine.propose(replace(firm, premises=(*firm.premises, replace(stated.premises[0], id="s0")))))
    assert isinstance(found[0], Unknown) and found[0].reason is Reason.OUT_OF_BUDGET
    assert any(not isinstance(one, Unknown) for one in found[1:])


def test_a_model_is_found_within_work_that_is_enough_for_it() -> None:
    asked = claim("z == 1", "x*x == 2", "y*y == x", "z > y")
    assert found_model(asked, 50_000) is not None and found_model(asked, 50) is None
