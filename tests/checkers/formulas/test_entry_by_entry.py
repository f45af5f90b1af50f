"""Equations entry by entry: what each form comes to, and that everything else is refused."""

from __future__ import annotations

from typing import Any

import pytest
from support.formulas.sequents import VALUES

from verifier.checkers.formulas.leaves import checker_of
from verifier.checkers.formulas.places.place import Held, Place
from verifier.checkers.formulas.rules.entries import entrywise, rewritten, sides
from verifier.checkers.formulas.structure import StructureChecker
from verifier.kernel.claim import claim_of
from verifier.kernel.expr import Expr, Head, Int, Letter, Node, Sym, Text, Type, node
from verifier.kernel.verdict import CheckFailed, Proof, Proved, Reason, Refuted, Shows, admit
from verifier.language.expressions.parse import formula, parse
from verifier.language.expressions.scope import Declared, Scope

TYPES = {"x": Type.REAL, "n": Type.COUNT, "z": Type.COMPLEX, "u": Type.UNDECLARED, "V": Type.MATRIX, "W": Type.MATRIX}
SCOPE = Scope({name: Declared(kind) for name, kind in TYPES.items()})
PLACE = Place((), TYPES, True)
X = Sym("x")


def said(text: str) -> Expr:
    return formula(text, SCOPE)


def vector(*entries: Expr) -> Node:
    return Node(Head.VECTOR, entries)


@pytest.mark.parametrize(
    ("text", "comes_to"),
    [
        ("Vector([x, 2]) == Vector([1, n])", "x == 1 and 2 == n"),
        ("Vector([x, 2]) != Vector([1, n])", "not (x == 1 and 2 == n)"),
        ("(x, 2) == (1, n)", "x == 1 and 2 == n"),
        ("[x, 2] == [1, n]", "x == 1 and 2 == n"),
        ("[x] == [1]", "x == 1"),
        ("[x] != [1]", "not x == 1"),
        ("Matrix([[x, 2], [3, 4]]) == Matrix([[1, 2], [3, n]])", "x == 1 and 2 == 2 and 3 == 3 and 4 == n"),
        ("Vector([x, 2]) + Vector([3, n]) == Vector([1, 2])", "x + 3 == 1 and 2 + n == 2"),
        ("Vector([x, 2]) - Vector([3, n]) == Vector([1, 2])", "x - 3 == 1 and 2 - n == 2"),
        ("-Vector([x, 2]) == Vector([1, 2])", "-x == 1 and -2 == 2"),
        ("x*Vector([x, 2]) == Vector([1, 2])", "x*x == 1 and x*2 == 2"),
        ("Vector([x, 2])*x == Vector([1, 2])", "x*x == 1 and 2*x == 2"),
        ("Vector([x, 2])/n == Vector([1, 2])", "x/n == 1 and 2/n == 2"),
        ("2*(Vector([x, 2]) - Vector([1, 1])) == Vector([1, 2])", "2*(x - 1) == 1 and 2*(2 - 1) == 2"),
        ("transpose(Matrix([[1, 2], [3, 4]])) == Matrix([[x, 3], [2, n]])", "1 == x and 3 == 3 and 2 == 2 and 4 == n"),
        ("cross(Vector([1, 0, 0]), Vector([0, 1, 0])) == Vector([0, x, 1])", "0 == 0 and 0 == x and 1 == 1"),
        ("x*inverse(Matrix([[2, 0], [0, 4]])) == x*Matrix([[1/2, 0], [0, 1/4]])", None),
    ],
)
def test_an_equation_comes_to_those_between_the_entries(text: str, comes_to: str | None) -> None:
    found = entrywise(said(text), PLACE)
    assert comes_to is None or found == said(comes_to)


NUMBERS = (
    *("x", "2", "0.5", "pi", "x + n", "x - n", "2*x", "1/x", "-x", "x**n", "sqrt(x)", "abs(x)", "min(x, n)"),
    *("max(x, n)", "floor(x)", "ceil(x)", "sin(x)", "cos(x)", "tan(x)", "exp(x)", "ln(x)", "norm(Vector([x, n]))"),
)


@pytest.mark.parametrize("text", NUMBERS)
def test_an_entry_is_made_of_real_letters_by_functions_of_numbers(text: str) -> None:
    entry = parse(text, SCOPE)
    found = entrywise(node(Head.EQ, vector(entry, X), vector(X, X)), PLACE)
    assert found == node(Head.AND, node(Head.EQ, entry, X), node(Head.EQ, X, X))
    assert entrywise(node(Head.EQ, node(Head.MUL, entry, vector(X)), vector(X)), PLACE)
    assert entrywise(node(Head.EQ, node(Head.DIV, vector(X), entry), vector(X)), PLACE)


LOWER = Letter("i", Type.INT)
OTHERS: list[Expr] = [
    *(parse(text, SCOPE) for text in ("z", "u", "V", "I", "x + z", "2*u", "norm(V)", "norm(Vector([z, 1]))", "re(z)")),
    *(parse(text, SCOPE) for text in ("x == 1", "det(V)", "(x, 1)", "[x, 1]", "{x, 1}", "Vector([x, 1])", "x + I")),
    *(parse(text, SCOPE) for text in ("gcd(n, 2)", "If(x < 1, x, 2)", "Sum(i, i, 1, 3)", "asin(x)", "log(x, 2)")),
    *(Text("12"), node(Head.ADD, X, Text("12")), Sym("unknown"), node(Head.NORM, X), node(Head.NORM, Node(Head.LIST))),
    Node(Head.TRUE),
]


@pytest.mark.parametrize("entry", OTHERS, ids=str)
def test_what_may_be_no_real_number_is_no_entry_and_no_factor(entry: Expr) -> None:
    for side in (
        vector(entry),
        Node(Head.LIST, (entry,)),
        Node(Head.TUPLE, (X, entry)),
        Node(Head.MATRIX, (Node(Head.LIST, (entry,)),)),
        *(node(Head.MUL, entry, vector(X)), node(Head.MUL, vector(X), entry), node(Head.DIV, vector(X), entry)),
    ):
        for equation in (node(Head.EQ, side, vector(X)), node(Head.EQ, side, side)):
            with pytest.raises(CheckFailed):
                entrywise(equation, PLACE)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x == 1", Reason.OUT_OF_SCOPE),
        ("V == W", Reason.OUT_OF_SCOPE),
        ("Vector([x, 2]) == V", Reason.OUT_OF_SCOPE),
        ("(x, 2) == [x, 2]", Reason.SIDE_CONDITION),
        ("Vector([x, 2]) == Vector([x, 2, 3])", Reason.SIDE_CONDITION),
        ("Vector([x, 2]) == Matrix([[x, 2]])", Reason.SIDE_CONDITION),
        ("Matrix([[x, 2], [1, 1]]) == Matrix([[x, 2]])", Reason.SIDE_CONDITION),
        ("Matrix([[x], [2]]) == Matrix([[x, 2]])", Reason.SIDE_CONDITION),
        ("Vector([x, 2]) + Vector([1, 2, 3]) == Vector([x, 2])", Reason.OUT_OF_SCOPE),
        ("Vector([x, 2]) + V == Vector([x, 2])", Reason.OUT_OF_SCOPE),
        ("Vector([x, 2])/0*V == Vector([x, 2])", Reason.OUT_OF_SCOPE),
        ("inverse(Matrix([[1, 1], [1, 1]])) == Matrix([[1, 1], [1, 1]])", Reason.OUT_OF_SCOPE),
        ("inverse(Matrix([[x, 1], [1, 1]])) == Matrix([[1, 1], [1, 1]])", Reason.OUT_OF_SCOPE),
        ("Matrix([[1, 2], [3, 4]])**2 == Matrix([[1, 2], [3, 4]])", Reason.OUT_OF_SCOPE),
        ("Vector([x, 2]) == Vector([x, 2]) and x == 1", None),
        ("not Vector([x, 2]) == Vector([x, 2])", None),
        ("x < 1", None),
        ("True", None),
    ],
)
def test_what_is_no_equation_between_what_is_written_out_in_equal_sizes_is_refused(
    text: str, reason: Reason | None
) -> None:
    with pytest.raises(CheckFailed) as refused:
        sides(said(text), PLACE)
    assert reason is None or refused.value.reason is reason


WRITTEN = [Node(head, (X, Int(1))) for head in (Head.LIST, Head.TUPLE)]


@pytest.mark.parametrize(
    "side",
    [
        *(node(head, one, one) for head in (Head.ADD, Head.SUB) for one in WRITTEN),
        *(node(Head.NEG, one) for one in WRITTEN),
        *(node(Head.MUL, X, one) for one in WRITTEN),
        *(node(Head.MUL, one, X) for one in WRITTEN),
        *(node(Head.DIV, one, X) for one in WRITTEN),
        node(Head.DIV, X, vector(X)),
        node(Head.POW, vector(X), X),
        node(Head.ADD, vector(X), Node(Head.MATRIX, (Node(Head.LIST, (X,)),))),
        Node(Head.LIST),
        Node(Head.MATRIX, (Node(Head.LIST),)),
        Node(Head.MATRIX, (Node(Head.LIST, (X,)), Node(Head.LIST, (X, X)))),
        Node(Head.MATRIX, (Node(Head.TUPLE, (X,)),)),
        Node(Head.MATRIX, (X,)),
    ],
    ids=str,
)
def test_lists_are_not_calculated_with_and_nothing_is_empty_or_uneven(side: Node) -> None:
    for head in (Head.EQ, Head.NE):
        with pytest.raises(CheckFailed):
            entrywise(node(head, side, side), PLACE)


def test_a_vector_is_no_list() -> None:
    for one in WRITTEN:
        with pytest.raises(CheckFailed) as refused:
            entrywise(node(Head.EQ, vector(*one.args), one), PLACE)
        assert refused.value.reason is Reason.SIDE_CONDITION


def test_what_is_made_is_a_matrix_of_its_shape() -> None:
    made = Node(Head.TRANSPOSE, (parse("Vector([1, 2])", SCOPE),))
    assert entrywise(node(Head.EQ, made, parse("Matrix([[1, x]])", SCOPE)), PLACE) == said("1 == 1 and 2 == x")
    with pytest.raises(CheckFailed):
        entrywise(node(Head.EQ, made, parse("Vector([1, x])", SCOPE)), PLACE)
    with pytest.raises(CheckFailed):
        entrywise(node(Head.EQ, Node(Head.TRANSPOSE, (Int(1),)), vector(Int(1))), PLACE)


def shown(text: str, tree: Any, holds: bool = True) -> Any:
    what = claim_of(said(text), [Letter(name, kind) for name, kind in TYPES.items()], ())
    proof = Proof("structure", Shows.TRUE if holds else Shows.FALSE, {"tree": tree})
    return admit(what, proof, StructureChecker(checker_of))


BY_ENTRIES = {"rule": "unfold", "trees": [VALUES]}


def test_sides_are_told_apart_where_every_entry_is_defined() -> None:
    assert isinstance(shown("Vector([1, 2]) == Vector([1, 2])", BY_ENTRIES), Proved)
    assert isinstance(shown("Vector([1, 2]) == Vector([1, 3])", BY_ENTRIES, False), Refuted)
    assert isinstance(shown("Vector([1, 2]) != Vector([1, 3])", BY_ENTRIES), Proved)
    assert isinstance(shown("Vector([1, 2]) != Vector([1, 2])", BY_ENTRIES, False), Refuted)
    for text, holds in (("Vector([1/0, 2]) == Vector([1, 3])", False), ("Vector([1/0, 2]) != Vector([1, 3])", True)):
        with pytest.raises(CheckFailed) as refused:  # of one entry it is known that it differs, but not that both are
            shown(text, BY_ENTRIES, holds)
        assert refused.value.reason is Reason.SIDE_CONDITION


def place(*held: str) -> Place:
    return Place(tuple(Held(said(one), i) for i, one in enumerate(held)), TYPES, True, frozenset(), True)


def test_a_letter_for_a_matrix_is_replaced_everywhere_and_is_gone() -> None:
    for equation in ("V == Vector([x, 1])", "Vector([x, 1]) == V"):
        put, inside = rewritten(said("V + W == Vector([1, 1])"), place(equation, "V == 2*W", "x == 1"), 0)
        assert put == said("Vector([x, 1]) + W == Vector([1, 1])")
        assert [one.formula for one in inside.held][1:] == [said("Vector([x, 1]) == 2*W"), said("x == 1")]
        assert [one.origin for one in inside.held] == [0, 1, 2]
        assert inside.types == {name: kind for name, kind in TYPES.items() if name != "V"}
        assert not inside.plain and not inside.lenient


@pytest.mark.parametrize(
    ("text", "held", "why"),
    [
        ("V == W", ["V != W"], "what an equation says"),
        ("V == W", ["x < 1"], "what an equation says"),
        ("x == 2", ["x == 1"], "only a letter for a matrix"),
        ("V == W", ["V == 2*V"], "only a letter for a matrix"),
        ("V == W", ["2*V == 2*W"], "only a letter for a matrix"),
        ("V == W", ["z == 1"], "only a letter for a matrix"),
        ("diff(x**2, x) == 1", ["V == W"], "derived by a letter"),
        ("x == 1 and not diff(x**2, x) == 1", ["V == W"], "derived by a letter"),
        ("V == W", ["V == W", "diff(x**2, x) == 1"], "derived by a letter"),
        ("integral(2*x, x) == x**2", ["V == W"], "derived by a letter"),
    ],
)
def test_nothing_else_is_rewritten(text: str, held: list[str], why: str) -> None:
    with pytest.raises(CheckFailed, match=why):
        rewritten(said(text), place(*held), 0)
