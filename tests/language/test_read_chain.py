"""JSON is read as formal chains: wrong shapes are refused with their place, bad expressions cost their statement."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.formal_chains import CLAIM, PEARS, SHAPES, changed, read, without

from verifier.kernel.expr import Int, Type
from verifier.language.expressions.functions import Sort
from verifier.language.formal_chain import FactKind, Role
from verifier.language.places import Place, ShapeError
from verifier.language.read_chain import MAX_STATEMENTS, read_chain


def test_a_chain_is_read_with_its_parts() -> None:
    chain = read_chain(PEARS)
    assert (chain.id, list(chain.variables), [fact.kind for fact in chain.facts]) == (
        "pears",
        ["ana", "ben", "both"],
        [FactKind.GIVEN, FactKind.GIVEN, FactKind.MODEL],
    )
    assert [statement.role for _, _, statement in chain.statements()] == [Role.CLAIM, Role.CLAIM, Role.ANSWER]
    assert chain.steps[0].statements[0].said[1].sort is Sort.FORMULA
    assert chain.asks[0].sort is Sort.NUMBER and not chain.older


@pytest.mark.parametrize(("value", "message"), SHAPES, ids=[message[:60] for _, message in SHAPES])
def test_a_wrong_shape_is_refused_with_its_place(value: dict[str, Any], message: str) -> None:
    with pytest.raises(ShapeError) as why:
        read_chain(value)
    assert message in str(why.value)


@pytest.mark.parametrize("value", [None, [], "chain", 1, True, {}, {"formal": 1}])
def test_what_is_no_chain_at_all_is_refused(value: object) -> None:
    with pytest.raises(ShapeError):
        read_chain(value)


def test_the_place_of_a_refusal_is_told_in_parts() -> None:
    with pytest.raises(ShapeError) as why:
        read_chain(changed("steps", 1, 0, "expr", to=21), line=4)
    assert why.value.place == Place("pears", step=1, statement=0, line=4)
    assert str(why.value).startswith("line 4, chain pears, step 1, statement 0: ")


def test_a_bad_expression_costs_only_its_statement() -> None:
    chain = read("steps", 0, 0, "expr", to="ben = 9")
    (said,) = chain.steps[0].statements[0].said
    assert said.expr is None and said.error is not None and said.error.column == 5
    assert said.text == "ben = 9"
    assert all(one.error is None for one in chain.steps[1].statements[0].said)


def test_what_is_too_large_is_refused() -> None:
    too_large = [
        changed("vars", to={f"v{i}": {"type": "int"} for i in range(401)}),
        changed("steps", 0, to=[CLAIM] * (MAX_STATEMENTS + 1)),
        changed("steps", 0, 0, "expr", to=["1 == 1"] * 101),
        changed("steps", 0, 0, "expr", to="1" * 1_000_000),
        changed("steps", 0, to=[{**CLAIM, "expr": "1 == 1 " + " " * 3900}] * 110),
        changed("problem", to="x" * 200_001),
        changed("steps", 0, to=[{"role": "unsaid", "quote": "x" * 20_000}] * 21),
        changed("id", to="x" * 1000),
        changed("steps", 0, 0, "until", to=10**30),
    ]
    for value in too_large:
        with pytest.raises(ShapeError):
            read_chain(value)


def test_an_expression_that_is_too_long_says_so_and_costs_its_statement() -> None:
    (said,) = read("steps", 0, 0, "expr", to="1 == 1" + " " * 5000).steps[0].statements[0].said
    assert said.error is not None and "at most 4000 characters" in said.error.message


def test_functions_use_quantities_and_the_functions_before_them() -> None:
    functions = {
        "f": {"type": "function", "args": ["t in Real"], "expr": "t + ana"},
        "g": {"type": "function", "args": ["t"], "expr": "f(t) > late"},
        "early": {"type": "function", "args": ["t"], "expr": "later(t)"},
        "later": {"type": "function", "args": ["t"], "expr": "t"},
        "any": {"type": "function", "args": ["k in Int"]},
        "late": {"type": "real"},
    }
    chain = read("vars", to={**PEARS["vars"], **functions})
    bodies = {name: one.body for name, one in chain.variables.items() if one.type is Type.FUNCTION}
    assert bodies["f"] is not None and bodies["f"].error is None
    assert bodies["g"] is not None and bodies["g"].sort is Sort.FORMULA
    assert bodies["early"] is not None and "later" in str(bodies["early"].error)
    assert bodies["any"] is None
    assert chain.scope.declared["g"].gives is Sort.FORMULA
    assert chain.scope.declared["any"].args == (Type.INT,)
    assert chain.scope.bound == {}


def test_a_name_may_be_called_as_a_constant_is() -> None:
    chain = read("vars", to={**PEARS["vars"], "e": {"type": "int"}})
    assert chain.variables["e"].type is Type.INT


def test_a_step_may_say_what_was_left_unread() -> None:
    step = read("steps", 0, to={"statements": [CLAIM], "unread": [[0, 3]]}).steps[0]
    assert (len(step.statements), step.unread) == (1, ((0, 3),))


def older(**fields: Any) -> dict[str, Any]:
    """Return the chain as it was written before there were kinds of facts."""
    value = {name: one for name, one in PEARS.items() if name != "formal"}
    value["facts"] = [{name: one for name, one in fact.items() if name != "kind"} for fact in PEARS["facts"]]
    return {**value, **fields}


def test_an_older_chain_has_real_letters_and_facts_without_kinds() -> None:
    said = ["ForAll(t, t**2 >= 0)", "Count(k > 2, k, 1, ana) == 10", "Exists(k in Count, k == ana)"]
    chain = read_chain(older(steps=[[{**CLAIM, "expr": said}], []]))
    assert chain.older and [fact.kind for fact in chain.facts] == [None] * 3
    first, *others = chain.steps[0].statements[0].said
    assert getattr(first.expr, "letters")[0].type is Type.REAL  # noqa: B009
    assert [one.error for one in others] == [None, None]
    newer = read("steps", 0, 0, "expr", to="ForAll(t, t**2 >= 0)").steps[0].statements[0].said[0]
    assert getattr(newer.expr, "letters")[0].type is Type.UNDECLARED  # noqa: B009


def test_an_older_answer_is_its_value() -> None:
    chain = read_chain(older(steps=[[{"role": "answer", "quote": "21", "expr": "both == 21"}], []]))
    assert chain.steps[0].statements[0].said[0].expr == Int(21)


def test_a_chain_with_kinds_and_no_version_is_of_today() -> None:
    assert not read_chain(without("formal")).older


json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*PEARS, "role", "expr"]), inner),
    max_leaves=8,
)
PATHS = [("vars",), ("vars", "ana"), ("facts",), ("facts", 0), ("facts", 0, "expr"), ("asks",), ("asks", 0), ("by",)]
PATHS += [("steps",), ("steps", 0), ("steps", 0, 0), ("steps", 0, 0, "expr"), ("steps", 1, 0, "until"), ("formal",)]


@given(st.sampled_from(PATHS), json)
def test_any_json_anywhere_is_read_or_refused(path: tuple[str | int, ...], value: object) -> None:
    try:
        read_chain(changed(*path, to=value))
    except ShapeError as wrong:
        assert len(str(wrong)) < 600
