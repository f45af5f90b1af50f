"""What checkers of relations refuse: any other formula, premises that are none, and letters that they do not know."""

from __future__ import annotations

import pytest

from verifier.checkers.balls import BallChecker
from verifier.checkers.canonical.checker import CanonicalChecker
from verifier.checkers.points import PointChecker, check_relation
from verifier.kernel.claim import Claim, Hypothesis, NoRelation, Standing, claim_of, relate, suppose
from verifier.kernel.expr import Expr, Head, Int, Letter, Node, Sym, Text, Type, node
from verifier.kernel.verdict import CheckFailed, Proof, Proved, Reason, Refuted, Shows, admit

X, Y, ONE, TWO = Sym("x"), Sym("y"), Int(1), Int(2)
EQUAL = node(Head.EQ, node(Head.ADD, ONE, ONE), TWO)
SAME = node(Head.EQ, X, X)
UNDECLARED = (Letter("x"),)
FACT = suppose("p", Standing.FACT, Head.GT, X, ONE)
PROOFS = [
    (PointChecker(), {}),
    (PointChecker(), {"pins": []}),
    (BallChecker(), {}),
    (CanonicalChecker(), {"kind": "identity"}),
    (CanonicalChecker(), {"kind": "separation"}),
    (CanonicalChecker(), {"kind": "sign"}),
    (CanonicalChecker(), {"kind": "combination", "model": {"x": "2"}}),
]


def every(body: Expr, *letters: Letter) -> Node:
    return Node(Head.FOR_ALL, (body,), letters)


OTHERS = {
    "a conjunction": Claim(node(Head.AND, EQUAL, EQUAL)),
    "a truth": Claim(node(Head.TRUE)),
    "a number": Claim(TWO),
    "a relation with more in it": Claim(node(Head.EQ, node(Head.DIGIT_SUM, ONE), ONE)),
    "a relation of texts": Claim(node(Head.EQ, Text("a"), Text("a"))),
    "a maximum of three": Claim(node(Head.EQ, node(Head.MAX, ONE, ONE, TWO), TWO)),
    "a ForAll of a ForAll": Claim(every(every(SAME, Letter("x")), Letter("x"))),
    "a ForAll of an implication": Claim(every(node(Head.IMPLIES, SAME, SAME), Letter("x"))),
    "a ForAll with another letter": Claim(every(node(Head.EQ, Y, Y), Letter("x")), (Letter("y"),)),
    "whole letters": Claim(SAME, (Letter("x", Type.INT),)),
    "whole bound letters": Claim(every(SAME, Letter("x", Type.INT))),
    "letters without a type": Claim(SAME),
    "types of other letters": Claim(EQUAL, UNDECLARED),
    "a premise that is no relation": Claim(SAME, UNDECLARED, (Hypothesis("p", Standing.FACT, node(Head.NOT, SAME)),)),
}


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("shows", [Shows.TRUE, Shows.FALSE])
def test_what_is_no_relation_is_refused_by_every_checker_of_relations(name: str, shows: Shows) -> None:
    with pytest.raises(CheckFailed) as refused:
        check_relation(OTHERS[name], shows)
    assert refused.value.reason is Reason.OUT_OF_SCOPE
    for checker, data in PROOFS:
        with pytest.raises(CheckFailed):
            admit(OTHERS[name], Proof(checker.name, shows, data), checker)


def test_the_same_proofs_are_taken_of_relations() -> None:
    assert isinstance(admit(Claim(EQUAL), Proof("evaluate", Shows.TRUE), PointChecker()), Proved)
    identity = Proof("canonical", Shows.TRUE, {"kind": "identity"})
    for claim in (Claim(SAME, UNDECLARED), Claim(every(SAME, Letter("x"))), Claim(every(SAME, Letter("x", Type.REAL)))):
        assert isinstance(admit(claim, identity, CanonicalChecker()), Proved)


def test_premises_say_nothing_of_letters_that_a_formula_binds() -> None:
    every_x = relate(Head.GT, X, ONE, (FACT,), domain=Type.REAL).for_all()
    assert every_x.premises and every_x.formula.free == frozenset()
    sign = Proof("canonical", Shows.TRUE, {"kind": "sign"})
    below = relate(Head.GT, X, ONE, (suppose("h", Standing.HYPOTHESIS, Head.GT, X, ONE),), domain=Type.REAL)
    assert isinstance(admit(below, sign, CanonicalChecker()), Proved)
    with pytest.raises(CheckFailed):
        admit(below.for_all(), sign, CanonicalChecker())
    point = Proof("evaluate", Shows.FALSE, {"point": {"x": "1"}})
    with pytest.raises(CheckFailed):  # it is asked of points at which the premises hold
        admit(every_x, point, PointChecker())
    assert isinstance(admit(claim_of(every_x.formula, (), ()), point, PointChecker()), Refuted)


def test_the_sides_of_what_is_no_relation_are_not_read() -> None:
    for one in (Claim(node(Head.TRUE)), Hypothesis("p", Standing.FACT, every(SAME, Letter("x")))):
        for side in ("relation", "left", "right"):
            with pytest.raises(NoRelation):
                getattr(one, side)


def test_letters_of_several_types_are_complex_where_one_is_and_else_of_no_domain() -> None:
    both = node(Head.EQ, X, Y)
    kinds = (Type.REAL, Type.COMPLEX, Type.UNDECLARED)
    found = {(a, b): Claim(both, (Letter("x", a), Letter("y", b))).domain for a in kinds for b in kinds}
    mixed = {pair: Type.COMPLEX if Type.COMPLEX in pair else Type.UNDECLARED for pair in found}
    assert found == {(a, b): a if a is b else mixed[a, b] for a, b in found}
    assert Claim(every(both, Letter("x", Type.REAL), Letter("y", Type.REAL))).domain is Type.REAL
