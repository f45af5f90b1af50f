"""Fingerprints of claims, from how each is spelled: a stored proof finds its claim in later versions too."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest

from verifier.kernel.claim import Claim, Hypothesis, Standing, relate
from verifier.kernel.expr import Const, Dec, Head, Int, Letter, Sym, Text, Type, node

X, TWO = Sym("x"), Int(2)


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize(
    ("thing", "spelled"),
    [
        (Int(2), "Int(value=2)"),
        (Dec(25, 1), "Dec(digits=25, places=1)"),
        (X, "Sym(name='x')"),
        (Const("pi"), "Const(name='pi')"),
        (Text("12"), "Text(value='12')"),
        (Letter("x", Type.INT), "Letter(name='x', type=<Type.INT: 'int'>)"),
        (
            node(Head.NEG, node(Head.NEG, X)),
            "Node(head={0}, args=(Node(head={0}, args=(Sym(name='x'),), letters=()),), letters=())".format(
                repr(Head.NEG)
            ),
        ),
        (
            node(Head.FOR_ALL, node(Head.NOT, X), letters=(Letter("x"),)),
            "Node(head=<Head.FOR_ALL: 'ForAll'>, args=("
            "Node(head=<Head.NOT: 'not'>, args=(Sym(name='x'),), letters=()),), "
            "letters=(Letter(name='x', type=<Type.UNDECLARED: 'undeclared'>),))",
        ),
    ],
)
def test_an_expression_is_spelled_by_what_it_says_and_not_by_what_is_counted_of_it(thing: object, spelled: str) -> None:
    assert repr(thing) == spelled


def test_the_fingerprint_of_a_formula_is_that_of_its_spelling() -> None:
    claim = Claim(
        node(Head.EQ, X, TWO),
        (Letter("x", Type.REAL),),
        (Hypothesis("p", Standing.FACT, node(Head.TRUE)),),
        frozenset({Dec(2, 1), Dec(1, 1)}),
    )
    spelled = (
        "(Claim(formula=Node(head=<Head.EQ: '=='>, args=(Sym(name='x'), Int(value=2)), letters=()), "
        "types=(Letter(name='x', type=<Type.REAL: 'real'>),), "
        f"premises=(Hypothesis(id='p', standing={Standing.FACT!r}, "
        "formula=Node(head=<Head.TRUE: 'True'>, args=(), letters=())),), rounded=frozenset()), "
        "['Dec(digits=1, places=1)', 'Dec(digits=2, places=1)'])"
    )
    assert claim.fingerprint == sha(spelled)


def test_claims_of_equal_terms_have_one_fingerprint_and_others_have_others() -> None:
    one, same = (relate(Head.EQ, node(Head.ADD, X, TWO), TWO) for _ in range(2))
    others = [
        relate(Head.NE, node(Head.ADD, X, TWO), TWO),
        relate(Head.EQ, node(Head.ADD, TWO, X), TWO),
        relate(Head.EQ, node(Head.ADD, X, TWO), Dec(20, 1)),
    ]
    assert one.fingerprint == same.fingerprint
    assert len({claim.fingerprint for claim in (one, *others)}) == 4


@pytest.mark.parametrize("claim", [relate(Head.EQ, X, TWO), Claim(node(Head.EQ, X, TWO), (Letter("x", Type.REAL),))])
def test_the_fingerprint_spells_rounded_numbers_in_one_order(claim: Claim) -> None:
    numbers = [Dec(digits, 3) for digits in range(40)]
    for some in (numbers, numbers[::-1], numbers[7:] + numbers[:7]):
        spelled = repr((claim, sorted(map(repr, numbers))))
        assert replace(claim, rounded=frozenset(some)).fingerprint == sha(spelled)
