"""The rules of solutions, counts and extreme values refuse what is forged, each part for its own reason."""

from __future__ import annotations

from typing import Any

import pytest
from support.formulas.sequents import LETTERS, SCOPE, VALUES, added, claim, identity, linear, shown
from support.formulas.solutions import ABOVE, SOLVED, solves

from verifier.kernel.claim import Claim, claim_of
from verifier.kernel.expr import Expr, Head, Int, Letter, Node, Sym, Text, Type, node
from verifier.kernel.verdict import CheckFailed, Proved, Reason, Refuted
from verifier.language.expressions.parse import formula
from verifier.language.expressions.scope import Declared, Scope

T = Sym("t")
REAL = (Letter("t", Type.REAL),)
WITHIN = Scope({"t": Declared(Type.REAL)})
EITHER = formula("t == 3 or t == 4", WITHIN)
ONE, OTHER = ({"rule": "one", "index": i, "tree": VALUES} for i in (0, 1))
LISTED = {"rule": "unfold", "trees": [ONE, OTHER, {"rule": "given", "of": 0}]}


def listing(listed: Expr) -> Claim:
    return claim_of(Node(Head.SOLVES, (listed, EITHER), REAL), LETTERS, ())


def test_values_are_listed_in_a_list_a_tuple_or_a_set() -> None:
    for head in (Head.LIST, Head.TUPLE, Head.SET):
        assert isinstance(shown(listing(node(head, Int(3), Int(4))), LISTED), Proved)


@pytest.mark.parametrize(
    "listed",
    [
        *(node(head, Int(3), Int(4)) for head in (Head.ADD, Head.VECTOR, Head.UNION, Head.EQ, Head.MIN, Head.DIV)),
        *(Int(3), Sym("x"), Text("34")),
    ],
    ids=str,
)
def test_what_is_no_list_is_not_what_solves_a_condition(listed: Expr) -> None:
    for tree, holds in ((LISTED, True), ({"rule": "unfold", "index": 0, "trees": [VALUES]}, False)):
        with pytest.raises(CheckFailed, match="not listed"):
            shown(listing(listed), tree, holds)


def test_rules_are_of_what_they_are_about() -> None:
    two = "solves((a in Real, b in Real), [(1, 2)], a == 1 and b == 2)"
    with pytest.raises(CheckFailed, match="of one letter"):
        shown(claim(two), SOLVED)
    for text in ("3 == 3", "is_max(4, t, t in Real, t <= 4)"):
        with pytest.raises(CheckFailed):
            shown(claim(text), SOLVED)
    for text in ("3 == 3", "solves(t in Real, [3], t >= 3 and t <= 3)"):
        with pytest.raises(CheckFailed):
            shown(
                claim(text),
                {
                    "rule": "unfold",
                    "trees": [
                        {"rule": "witness", "at": ["4"], "tree": {"rule": "all", "trees": [VALUES, VALUES]}},
                        ABOVE,
                    ],
                },
            )


def test_every_letter_is_in_scope() -> None:
    loose = ("solves(t in Real, [3], t >= 3 and t <= x)", "is_max(4, t, t in Real, t <= x)")
    for text in (*loose, "is_max(x, t, t in Real, t <= 4)", "solves(t in Real, [x], t >= 3)"):
        for tree in (
            SOLVED,
            {
                "rule": "unfold",
                "trees": [{"rule": "witness", "at": ["4"], "tree": {"rule": "all", "trees": [VALUES, VALUES]}}, ABOVE],
            },
        ):
            with pytest.raises(CheckFailed, match="not in scope"):
                shown(Claim(formula(text, SCOPE)), tree)


def test_only_the_sought_solutions_are_asked_for_by_an_f_reading() -> None:
    what = solves("[3, 4]")
    for more in ({"index": 3}, {"index": -1}, {"index": True}, {"index": "0"}):
        with pytest.raises(CheckFailed, match="one of the ways"):
            shown(what, {"rule": "unfold", "trees": [VALUES], **more}, False)
    for trees in ([], [VALUES] * 2, [VALUES] * 4):
        with pytest.raises(CheckFailed, match="each goal"):
            shown(what, {"rule": "unfold", "index": 2, "trees": trees}, False)
        with pytest.raises(CheckFailed, match="each goal"):
            shown(what, {"rule": "unfold", "trees": trees})
    with pytest.raises(CheckFailed, match="does not show"):
        shown(what, {"rule": "unfold", "index": 0, "trees": [{"rule": "all", "trees": []}]}, False)


def solutions(*trees: Any) -> dict[str, Any]:
    return {"rule": "unfold", "trees": list(trees)}


THREE = claim("num_solutions(t in Real, t == 3 or t == 4 or t == 5) == 3")


def which(index: int) -> dict[str, Any]:
    return {"rule": "one", "index": index, "tree": VALUES}


def counted(values: Any, trees: Any) -> dict[str, Any]:
    every = {"rule": "all", "trees": trees}
    tree = {"rule": "witness", "at": values, "tree": trees[0] if trees and len(trees) == 1 else every}
    return {"rule": "unfold", "trees": [tree if values != [] else trees[0]]}


BY_LIST = solutions(which(0), which(1), which(2), {"rule": "given", "of": 0})
TREES = [BY_LIST, VALUES, VALUES, VALUES]
GOOD = counted(["3", "4", "5"], TREES)


def test_so_many_solutions_are_counted_on_either_side_of_an_equation() -> None:
    assert isinstance(shown(THREE, GOOD), Proved)
    assert isinstance(shown(claim("3 == num_solutions(t in Real, t == 3 or t == 4 or t == 5)"), GOOD), Proved)
    nothing = counted([], [solutions({"rule": "absurd", "of": 0, "tree": {"rule": "values", "pins": []}})])
    assert isinstance(shown(claim("num_solutions(t in Real, False) == 0"), nothing), Proved)
    with pytest.raises(CheckFailed):
        shown(THREE, GOOD, False)


@pytest.mark.parametrize(
    "text",
    [
        "num_solutions(t in Real, t == 3 or t == 4 or t == 5) >= 3",
        "num_solutions(t in Real, t == 3 or t == 4 or t == 5) == x",
        "num_solutions(t in Real, t == 3 or t == 4 or t == 5) == 6/2",
        "num_solutions(t in Real, t == 3 or t == 4 or t == 5) == 3.0",
        "num_solutions(t in Real, t == 3 or t == 4 or t == 5) + 0 == 3",
        "3 == 3",
    ],
)
def test_a_count_is_of_an_equation_with_a_numeral(text: str) -> None:
    with pytest.raises(CheckFailed):
        shown(claim(text), GOOD)


@pytest.mark.parametrize(
    ("values", "trees"),
    [
        (["3", "4"], [BY_LIST, VALUES]),
        (["3", "4", "5", "5"], [BY_LIST, *[VALUES] * 6]),
        (["3", "4", "5"], [BY_LIST, VALUES, VALUES]),
        (["3", "4", "5"], [BY_LIST, VALUES, VALUES, VALUES, VALUES]),
        (["3", "4", "5"], [BY_LIST]),
        (["3", "4", "5"], []),
        (["3", "4", "4"], [solutions(which(0), which(1), which(1), {"rule": "given", "of": 0}), *[VALUES] * 3]),
        (["3", "4", "6"], TREES),
        (["3", "4", "x"], TREES),
        (None, TREES),
        (["3", "4", "5"], None),
    ],
)
def test_each_counted_solution_is_one_and_differs_from_every_other(values: Any, trees: Any) -> None:
    with pytest.raises(CheckFailed):
        shown(THREE, counted(values, trees))


@pytest.mark.parametrize("place", range(4))
def test_every_tree_of_a_count_is_looked_at(place: int) -> None:
    trees = [{"rule": "trust me"} if i == place else tree for i, tree in enumerate(TREES)]
    with pytest.raises(CheckFailed):
        shown(THREE, counted(["3", "4", "5"], trees))


def test_counted_solutions_are_named_by_no_letter_of_the_condition() -> None:
    body = node(Head.EQ, Sym("t"), Sym("t_1"))
    number = Node(Head.NUM_SOLUTIONS, (body,), (Letter("t", Type.REAL),))
    what = Claim(node(Head.EQ, number, Int(1)), (Letter("t_1", Type.REAL),))
    by = solutions(identity(), {"rule": "given", "of": 0})
    assert isinstance(shown(what, counted(["t_1"], [by])), Proved)
    for value in ("3", "0"):
        with pytest.raises(CheckFailed):
            shown(what, counted([value], [by]))


def test_solutions_in_several_letters_are_not_counted() -> None:
    pairs = claim("num_solutions((t in Real, s in Real), t == 3 and s == 3) == 1")
    with pytest.raises(CheckFailed, match="of one letter"):
        shown(pairs, counted(["3"], [BY_LIST]))


@pytest.mark.parametrize(
    ("count", "holds", "index"),
    [(1, True, 0), (3, True, 0), (0, False, 0), (2, False, 0), (0, False, 1), (2, False, 1)],
)
def test_an_extreme_value_has_as_many_trees_as_parts(count: int, holds: bool, index: int) -> None:
    tree = {"rule": "unfold", "index": index, "trees": [VALUES, ABOVE, VALUES][:count]}
    with pytest.raises(CheckFailed, match="each goal"):
        shown(claim("is_max(3, t, t in Real, t <= 4)"), tree, holds)


def test_what_is_made_is_spoken_of_where_the_condition_holds() -> None:
    top = claim("is_max(3, t, t in Real, t <= 4)")
    never = linear([added((0, "1"), (1, "1"))], uses=(0,))
    with pytest.raises(CheckFailed):
        shown(top, {"rule": "unfold", "index": 1, "trees": [never]}, False)
    assert isinstance(
        shown(claim("is_max(5, t, t in Real, t <= 4)"), {"rule": "unfold", "index": 1, "trees": [never]}, False),
        Refuted,
    )
    for value in ("1/0", "1/x", "I"):
        with pytest.raises(CheckFailed) as refused:
            shown(
                claim(f"is_max({value}, t, t in Real, t <= 4)"), {"rule": "unfold", "index": 1, "trees": [never]}, False
            )
        assert refused.value.reason is Reason.SIDE_CONDITION
