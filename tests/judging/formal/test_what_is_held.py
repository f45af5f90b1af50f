"""What a translation holds from step to step: suppositions and what comes of them, what is learnt, and taken back."""

from __future__ import annotations

import pytest

from verifier.claims.context import Context, plain_parts
from verifier.judging.deciding.opened import opened
from verifier.kernel.claim import Hypothesis, Standing, claim_of
from verifier.kernel.expr import Dec, Expr, Head, Letter, Node, Type, node
from verifier.kernel.verdict import Certificate, Proof, Shows
from verifier.language.expressions.parse import formula
from verifier.language.expressions.scope import Declared, Scope
from verifier.language.read_chain import read_chain

NAMES = ("x", "y", "u")
SCOPE = Scope({name: Declared(Type.REAL) for name in NAMES})
LETTERS = [Letter(name, Type.REAL) for name in NAMES]
FACT, SUPPOSED, STATED, PROVED = Standing.FACT, Standing.HYPOTHESIS, Standing.STATED, Standing.PROVED
DEFINED = Standing.DEFINED


def said(text: str) -> Expr:
    return formula(text, SCOPE)


def started() -> Context:
    fact = {"id": "p0", "kind": "given", "quote": "", "expr": "y == 4"}
    types = {name: {"type": "real", "means": name} for name in NAMES}
    return opened(read_chain({"formal": 1, "id": "c", "vars": types, "facts": [fact], "asks": [], "steps": [[]]}))


def certificate(*premises: Hypothesis, **notes: object) -> Certificate:
    claim = claim_of(Node(Head.FALSE), LETTERS, premises)
    return Certificate(claim, Proof("structure", Shows.TRUE), "1", notes=notes)


def ids(context: Context) -> list[str]:
    return [one.id for one in context.held]


def nested() -> Context:
    """A supposition in another, with what was concluded under each and what rests on neither."""
    context = started()
    for id, standing, text, until in (
        ("s0.0.0", SUPPOSED, "x > 1", 3),
        ("s0.1.0", STATED, "x > 0", 3),
        ("s0.2.0", PROVED, "y > 1", None),
        ("s1.0.0", SUPPOSED, "u > 1", 2),
        ("s1.0.1", SUPPOSED, "u < 0", 2),
        ("s1.1.0", STATED, "u > 5", 2),
        ("s1.2.0", PROVED, "y > 2", None),
    ):
        context.hold(id, standing, said(text), until)
    context.concluded = [
        ("s0.1.0", STATED, said("Implies(x > 1, x > 0)")),
        ("s1.1.0", STATED, said("Implies(x > 1 and u > 1 and u < 0, u > 5)")),
    ]
    return context


@pytest.mark.parametrize(("standing", "comes"), [(FACT, PROVED), (SUPPOSED, PROVED), (STATED, STATED)])
def test_a_contradiction_ends_the_latest_supposition_and_all_that_rests_on_it(
    standing: Standing, comes: Standing
) -> None:
    context = nested()
    context.discharge(certificate(Hypothesis("p0", standing, said("y == 4"))))
    denial = said("not (u > 1 and u < 0)")
    assert ids(context) == ["p0", "s0.0.0", "s0.1.0", "s0.2.0", "s1.2.0", "not s1.0"]
    assert context.held[-1] == Hypothesis("not s1.0", comes, denial)
    assert context.until == {"s0.0.0": 3, "s0.1.0": 3, "not s1.0": 3}
    kept = ("s0.1.0", STATED, said("Implies(x > 1, x > 0)"))
    assert context.concluded == [kept, ("not s1.0", comes, node(Head.IMPLIES, said("x > 1"), denial))]
    context.discharge(certificate(Hypothesis("p0", FACT, said("y == 4"))))
    assert ids(context) == ["p0", "s0.2.0", "s1.2.0", "not s0.0"]
    assert context.held[-1] == Hypothesis("not s0.0", PROVED, said("not x > 1"))
    assert context.until == {} and context.concluded == []


def test_a_supposition_ends_with_its_last_step_and_leaves_implications() -> None:
    context = nested()
    context.unread = [1, 2, 3]
    context.leave(2)
    assert len(context.held) == 8 and context.unread == [2, 3]
    assert context.supposed_until() == 2 and [one.id for one in context.supposed()] == ["s0.0.0", "s1.0.0", "s1.0.1"]
    context.leave(3)
    assert ids(context) == ["p0", "s0.0.0", "s0.1.0", "s0.2.0", "s1.2.0", "s1.1.0"]
    assert context.held[-1].formula == said("Implies(x > 1 and u > 1 and u < 0, u > 5)")
    assert context.until == {"s0.0.0": 3, "s0.1.0": 3} and context.supposed_until() == 3 and context.unread == [3]
    context.leave(4)
    assert ids(context) == ["p0", "s0.2.0", "s1.2.0", "s1.1.0", "s0.1.0"]
    assert context.held[-1] == Hypothesis("s0.1.0", STATED, said("Implies(x > 1, x > 0)"))
    assert context.until == {} and context.concluded == [] and context.supposed_until() is None


def test_what_a_step_said_is_taken_back_and_what_it_defined_or_supposed_is_kept() -> None:
    context = started()
    for step in (1, 10):
        for number, standing in enumerate((STATED, PROVED, DEFINED, SUPPOSED)):
            context.hold(f"s{step}.{number}.0", standing, said("x > 1"))
            context.concluded.append((f"s{step}.{number}.0", standing, said("x > 1")))
    context.take_back(1)
    kept = ["s1.2.0", "s1.3.0", "s10.0.0", "s10.1.0", "s10.2.0", "s10.3.0"]
    assert ids(context) == ["p0", *kept]
    assert [one[0] for one in context.concluded] == kept[2:]


def premise(standing: Standing, id: str = "p0") -> Hypothesis:
    return Hypothesis(id, standing, said("y == 4"))


@pytest.mark.parametrize(
    ("found", "standing"),
    [
        (certificate(premise(FACT)), PROVED),
        (certificate(premise(DEFINED)), PROVED),
        (certificate(premise(PROVED)), PROVED),
        (certificate(), PROVED),
        (certificate(premise(STATED)), STATED),
        (certificate(premise(FACT), premise(STATED, "p1")), STATED),
        (None, STATED),
    ],
)
def test_what_is_learnt_is_proved_where_its_proof_rests_on_firm_premises(
    found: Certificate | None, standing: Standing
) -> None:
    context = started()
    context.learn("s0.0.0", said("x == 7/2 and u > 1"), found)
    assert [(one.id, one.standing) for one in context.held[1:]] == [("s0.0.0", standing)] * 2
    assert context.until == {} and context.concluded == [] and context.rounded == frozenset()
    assert 3.5 in map(float, context.values)


def test_what_holds_as_rounded_is_not_held_and_its_decimals_may_be_rounded() -> None:
    context = started()
    context.learn("s0.0.0", said("x == 0.33 and u > 1.5"), certificate(premise(FACT), as_rounded=True))
    assert ids(context) == ["p0"] and context.rounded == {Dec(33, 2), Dec(15, 1)}
    context.learn("s0.1.0", said("x == 0.25"), certificate(premise(FACT), as_rounded=False))
    assert ids(context) == ["p0", "s0.1.0"] and len(context.rounded) == 2


def test_what_is_learnt_under_suppositions_holds_as_long_as_those_that_it_rests_on() -> None:
    for found, until in (
        (None, 2),
        (certificate(premise(SUPPOSED, "s0.0.0")), 3),
        (certificate(premise(SUPPOSED, "s0.0.0"), premise(SUPPOSED, "s1.0.0")), 2),
        (certificate(premise(STATED, "s0.1.0")), 3),
        (certificate(premise(FACT)), None),
    ):
        context = nested()
        before = list(context.concluded)
        context.learn("s2.0.0", said("y > 3"), found)
        assert context.held[-1].id == "s2.0.0" and context.until.get("s2.0.0") == until
        told = [("s2.0.0", context.held[-1].standing, said("Implies(x > 1 and u > 1 and u < 0, y > 3)"))]
        assert context.concluded == before + (told if until is not None else [])


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("x > 1", ["x > 1"]),
        ("x > 1 and (y > 1 and u > 1)", ["x > 1", "y > 1", "u > 1"]),
        ("(x, y) == (1, 2) and u > 1", ["x == 1", "y == 2", "u > 1"]),
        ("Vector([x, y]) == Vector([1, 2])", ["x == 1", "y == 2"]),
        ("Vector([x, y]) != Vector([1, 2])", ["Vector([x, y]) != Vector([1, 2])"]),
        ("not (x > 1 and y > 1)", ["not (x > 1 and y > 1)"]),
        ("x == 1", ["x == 1"]),
    ],
)
def test_each_part_of_a_conjunction_holds_by_itself(text: str, parts: list[str]) -> None:
    assert plain_parts(said(text), {one.name: one for one in LETTERS}) == [said(one) for one in parts]
    context = started()
    context.hold("s0.0.0", STATED, said(text))
    assert [one.formula for one in context.held[1:]] == [said(one) for one in parts]


def test_claims_stand_under_all_that_is_held_and_firm_ones_under_what_is_firm() -> None:
    context = nested()
    every = [one.id for one in context.claim(said("x + y + u > 1")).premises]
    assert every == ids(context)
    firm = [one.id for one in context.firm_claim(said("x + y + u > 1")).premises]
    assert firm == [one.id for one in context.held if one.standing is not STATED]
