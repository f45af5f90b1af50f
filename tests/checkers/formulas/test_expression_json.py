"""Expressions as JSON values: what is written is read back the same, and nothing else is read."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support.formulas.generator import Generator

from verifier.checkers.expression_json import expression_from_json, expression_to_json
from verifier.kernel.expr import (
    ARGUMENTS,
    MAX_NESTING,
    MAX_NODES,
    SCOPED,
    SINGLE,
    Const,
    Dec,
    Expr,
    ExprTooLarge,
    Head,
    Int,
    Letter,
    Node,
    Sym,
    Text,
    Type,
    walk_expr,
)


def drawn(count: int) -> list[Expr]:
    generator, found = Generator(7), []
    while len(found) < count:
        try:
            found.append(generator.expression(4)[0])
        except ExprTooLarge:
            continue
    return found


def test_two_thousand_expressions_come_back_the_same() -> None:
    expressions = drawn(2000)
    seen = {part.head for expr in expressions for part in walk_expr(expr) if isinstance(part, Node)}
    assert seen == set(Head) - {Head.PERCENT, Head.APPROX}
    for expr in expressions:
        written = json.dumps(expression_to_json(expr))
        assert expression_from_json(json.loads(written)) == expr


def nested(depth: int) -> Any:
    data: Any = ["int", "1"]
    for _ in range(depth - 1):
        data = ["neg", data]
    return data


WRONG: list[Any] = [
    *(None, 1, "int", [], {}, [["int", "1"]], [1, 2], ["nonsense"], ["sqrt"], ["sqrt", ["int", "1"], ["int", "2"]]),
    *(
        ["int"],
        ["int", 1],
        ["int", "-1"],
        ["int", "01"],
        ["int", ""],
        ["int", "1" * 5000],
        ["int", "١"],
        ["int", "1_0"],
    ),
    *(["int", "1", "2"], ["dec", "1"], ["dec", "1", 0], ["dec", "1", True], ["dec", "1", 1.0], ["dec", 1, 1]),
    *(["sym", 1], ["sym", "a b"], ["sym", ""], ["sym", "ä"], ["sym", "a" * 201], ["const", "tau"], ["const", ["pi"]]),
    *(
        ["text", "1" * 401],
        ["text", 1],
        ["==", ["int", "1"]],
        ["True", ["int", "1"]],
        ["=", ["int", "1"], ["int", "1"]],
    ),
    *(
        ["ForAll", ["True"]],
        ["ForAll", [], ["True"]],
        ["ForAll", [["x"]], ["True"]],
        ["ForAll", [["x", "Real"]], ["True"]],
    ),
    *(
        ["ForAll", [["x", "real"], ["x", "int"]], ["True"]],
        ["ForAll", "x", ["True"]],
        ["ForAll"],
        ["ForAll", [["x", "real"]]],
    ),
    ["Sum", [["i", "int"], ["j", "int"]], ["int", "1"], ["int", "1"], ["int", "2"]],
    ["+", [], ["int", "1"], ["int", "1"]],
    nested(MAX_NESTING + 1),
    nested(100_000),
    ["and", *[["True"]] * MAX_NODES],
]


@pytest.mark.parametrize("data", WRONG, ids=lambda data: str(type(data)))
def test_anything_else_is_refused(data: Any) -> None:
    with pytest.raises(ValueError):
        expression_from_json(data)


def test_the_largest_expressions_are_read() -> None:
    deep = nested(MAX_NESTING)
    assert expression_to_json(expression_from_json(deep)) == deep
    wide = ["and", *[["True"]] * (MAX_NODES - 1)]
    assert expression_to_json(expression_from_json(wide)) == wide


@pytest.mark.parametrize("head", [head for head in Head if head in SCOPED])
def test_the_letters_that_a_node_binds_come_back_with_their_types(head: Head) -> None:
    several = tuple(Letter(name, kind) for name, kind in zip("tsrqponm", Type, strict=False))
    for letters in (several[:1], several[2:3], *(() if head in SINGLE else (several,))):
        expr = Node(head, (Sym("t"),) * ARGUMENTS[head][0], letters)
        assert expression_from_json(expression_to_json(expr)) == expr


@pytest.mark.parametrize("expr", [Int(0), Int(10), Dec(50, 2), Sym("t"), Const("pi"), Text("1F"), Text("0" * 400)])
def test_an_atom_comes_back_as_it_was(expr: Expr) -> None:
    assert expression_from_json(expression_to_json(expr)) == expr


def test_other_names_are_read_where_they_are_told() -> None:
    for data in (["sym", "t#1"], ["neg", ["sym", "t#1"]]):
        assert expression_to_json(expression_from_json(data, frozenset({"t#1"}))) == data
        for names in (frozenset[str](), frozenset({"t#2"})):
            with pytest.raises(ValueError):
                expression_from_json(data, names)
    for data in (["sym", "t#1", "t#1"], ["sym", ["t#1"]], ["const", "t#1"]):
        with pytest.raises(ValueError):
            expression_from_json(data, frozenset({"t#1"}))
    assert expression_from_json(["sym", "a" * 200]) == Sym("a" * 200)
    assert expression_from_json(["int", "9" * 2000]) == Int(int("9" * 2000))
    with pytest.raises(ValueError):
        expression_from_json(["ForAll", [["t", "real"]] * (MAX_NODES + 1), ["True"]])
