"""Undeclared names that are used as matrices or points get that type, and no other name does."""

from __future__ import annotations

from support.formal_chains import read

from verifier.judging.decide import formal_judge
from verifier.kernel.expr import Type
from verifier.kernel.verdict import Proved, Refuted
from verifier.language.formal_chain import FormalChain
from verifier.language.read_chain import read_chain
from verifier.language.walk import expressions


def types(names: str, *said: str, of: str = "undeclared") -> tuple[FormalChain, dict[str, Type]]:
    """Return a chain with names of a type that says something, and the types they are read with."""
    variables = {name: {"type": of} for name in names.split()}
    steps = [[{"role": "claim", "quote": "q", "expr": list(said)}], []]
    value = {"formal": 1, "id": "c", "vars": variables, "steps": steps}
    chain = read_chain(value)
    return chain, {name: one.type for name, one in chain.variables.items()}


def test_matrices_and_points_are_told_by_their_use() -> None:
    chain, found = types("A B p x", "inverse(A*B) == inverse(B)*inverse(A)", "p == (1, 2)", "x + 1 == 2")
    assert found == {"A": Type.MATRIX, "B": Type.MATRIX, "p": Type.POINT, "x": Type.UNDECLARED}
    assert all(one.error is None for _, one in expressions(chain))


def test_a_type_that_helps_nothing_is_not_taken() -> None:
    assert types("x", "x + 1 = 2")[1] == {"x": Type.UNDECLARED}
    assert types("x y", "x == y", "det(y) ==")[1] == {"x": Type.UNDECLARED, "y": Type.UNDECLARED}


def test_what_leaves_more_unread_is_not_taken() -> None:
    assert types("x", "x + 1 == 2", "x > 0", "det(x) == 1")[1] == {"x": Type.UNDECLARED}


def test_declared_names_keep_their_type() -> None:
    chain = read("steps", 0, 0, "expr", to="det(ana) == 1")
    assert chain.variables["ana"].type is Type.COUNT


def test_points_that_are_calculated_with_are_vectors_and_others_stay_points() -> None:
    said = ("A == (1, 2)", "M == (A + B)/2", "norm(A - B) == 5", "C == (3, 4)", "C in {(3, 4), (5, 6)}")
    chain, found = types("A B C M", *said, of="point")
    assert found == {"A": Type.MATRIX, "B": Type.MATRIX, "C": Type.POINT, "M": Type.MATRIX}
    assert all(one.error is None for _, one in expressions(chain))


def test_a_point_that_is_a_member_of_a_set_is_no_vector_there() -> None:
    chain, found = types("A", "A in {(1, 2)}", "norm(A) == 5", "2*A == (2, 4)", of="point")
    assert found == {"A": Type.MATRIX}
    assert [one.error is None for _, one in expressions(chain)] == [False, True, True]


def test_points_given_by_coordinates_are_calculated_with() -> None:
    facts = ["A == (1, 2)", "B == (4, 6)", "M == (A + B)/2"]
    said = {"norm(A - B) == 5": Proved, "M == (5/2, 4)": Proved, "M == (3, 4)": Refuted, "dot(B - A, M) == 10": Refuted}
    value = {
        "formal": 1,
        "id": "c",
        "vars": {name: {"type": "point"} for name in "ABM"},
        "facts": [{"id": f"p{i}", "kind": "given", "quote": "q", "expr": one} for i, one in enumerate(facts)],
        "steps": [[{"role": "claim", "quote": "q", "expr": one}] for one in said],
    }
    [judged] = formal_judge()([read_chain(value)], ["q"] * len(said)).translations
    found = [one.verdict for step in judged.steps for state in step.statements for one in state.decisions]
    assert [type(one) for one in found] == list(said.values())
