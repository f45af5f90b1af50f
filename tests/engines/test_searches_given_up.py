"""A search that is given up, wherever it is, leaves a claim open: such ends are planted into its parts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from support.formulas.sequents import claims_over

from verifier.engines.formulas import propose
from verifier.engines.formulas.candidate import GIVEN_UP
from verifier.engines.formulas.models import assignments
from verifier.engines.formulas.propose import FormulaEngine
from verifier.judging.formal.deciding.leaves import Leaves, has_model, rational_model
from verifier.kernel.expr import Type
from verifier.kernel.verdict import Unknown

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
    assert has_model(asked)
    has_model.cache_clear()
    monkeypatch.setattr(assignments, "_choices", raising(error))
    asked = claim("z == 1", "x*y*z + z**3 == 7", "x*z*z > y + 13", "x*x + y*y*y == 11 + z*z*y")
    assert not has_model(asked) and rational_model(asked) == {}
    assert all(isinstance(one, Unknown) for one in FormulaEngine(Leaves()).propose(asked))
    has_model.cache_clear()


@pytest.mark.parametrize("part", ["two_models_for", "two_models_by_proof", "Search"])
@pytest.mark.parametrize("error", GIVEN_UP)
def test_the_engine_of_formulas_never_raises(
    error: type[Exception], part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(propose, part, raising(error))
    found = list(FormulaEngine(Leaves()).propose(claim("z == 1", "x + y == z")))
    assert found and (part != "Search" or isinstance(found[0], Unknown))
