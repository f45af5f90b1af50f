"""Undeclared names that are used as matrices or points get that type, and no other name does."""

from __future__ import annotations

from language.chains import read

from verifier.kernel.formula import Type
from verifier.language.formal_chain import FormalChain
from verifier.language.walk import expressions


def types(names: str, *said: str) -> tuple[FormalChain, dict[str, Type]]:
    """Return a chain with undeclared names that says something, and the types they are read with."""
    variables = {name: {"type": "undeclared"} for name in names.split()}
    steps = [[{"role": "claim", "quote": "q", "expr": list(said)}], []]
    value = {"formal": 1, "id": "c", "vars": variables, "steps": steps}
    chain = read_all(value)
    return chain, {name: one.type for name, one in chain.variables.items()}


def read_all(value: object) -> FormalChain:
    from verifier.language.read_chain import read_chain

    return read_chain(value)


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
