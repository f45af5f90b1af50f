"""Certificates by reflection: many closed claims in one request, each shown by itself."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from support.lean_session import by_reflection, claim, said
from support.terms import app

from verifier.checkers.evaluate import Outcome, compare
from verifier.checkers.functions import NotEvaluated
from verifier.checkers.lean import script
from verifier.checkers.lean.checker import LeanChecker
from verifier.checkers.lean.process.protocol import PERMITTED_AXIOMS, BulkAnswer
from verifier.checkers.lean.process.session import LeanSession, SessionLost
from verifier.checkers.lean.script import reflected
from verifier.checkers.lean.toolchain import project
from verifier.checkers.points import PointChecker
from verifier.engines.lean.tactics import reflection
from verifier.kernel.claim import Claim
from verifier.kernel.expr import Dec, Head, number, walk_expr
from verifier.kernel.verdict import (
    Certificate,
    CheckFailed,
    NotRegistered,
    Reason,
    Shows,
    admit,
)

POINT_THREE = Dec(3, 1)
SIDES = [
    app(Head.ADD, app(Head.DIV, 7, 3), app(Head.MUL, POINT_THREE, 4)),
    app(Head.SUB, app(Head.DIV, 1, 2), app(Head.DIV, 5, 6)),
    app(Head.DIV, app(Head.NEG, 3), app(Head.SUB, 2, 9)),
    app(Head.POW, app(Head.NEG, app(Head.DIV, 2, 3)), 3),
    app(Head.POW, app(Head.SUB, 1, 4), 4),
    app(Head.POW, 5, app(Head.NEG, 2)),
    app(Head.POW, app(Head.DIV, 1, 7), 0),
    app(Head.MUL, app(Head.PERCENT, 25), 80),
    app(Head.SUB, app(Head.FACTORIAL, 6), app(Head.BINOMIAL, 10, 3)),
    app(Head.ABS, app(Head.SUB, 3, app(Head.DIV, 22, 5))),
    app(Head.DIV, 1, app(Head.DIV, app(Head.NEG, 2), 3)),
    app(Head.MUL, 123456789012345678901234567890, 987654321098765432109876543210),
]


def grid() -> list[Claim]:
    """Every relation between every side and numbers at, above and below its value."""
    found = []
    for i, side in enumerate(SIDES):
        exact = Fraction(compare_value(side))
        for relation in ("=", "≠", "<", "≤", ">", "≥"):
            near = exact + Fraction((i + len(found)) % 3 - 1, 7)
            found.append(claim(side, relation, number(near)))
    return found


def compare_value(side: Any) -> Fraction:
    from verifier.checkers.evaluate import value

    return value(side, {})


def direction(of: Claim) -> Shows:
    return Shows.TRUE if compare(of, {}) is Outcome.HOLDS else Shows.FALSE


def exact(of: Claim) -> bool:
    try:
        return compare(of, {}) in (Outcome.HOLDS, Outcome.FAILS)
    except NotEvaluated:
        return False


GRID = [of for of in grid() if exact(of)]


def test_a_statement_is_read_back_to_the_letter() -> None:
    for of in GRID:
        statement = said(of, direction(of))
        found = reflection.formula(statement)
        assert found is not None and reflected(script.reflection(found), statement.text) == found


@pytest.mark.parametrize(
    "of",
    [
        claim("x", "=", 2, [("x", "=", 2)]),
        claim(app(Head.SQRT, 16), "=", 4),
        claim(app(Head.POW, app(Head.POW, app(Head.DIV, 100, 100), 4096), 4096), "=", 1),
    ],
)
def test_what_is_not_closed_arithmetic_of_a_modest_size_is_left_to_others(of: Claim) -> None:
    assert reflection.formula(said(of, Shows.TRUE)) is None


def test_a_batch_is_certified_and_each_of_its_claims_rechecks_alone(lean_session: LeanSession) -> None:
    checker = LeanChecker(lean_session)
    found = checker.check_many([(of, by_reflection(of, direction(of))) for of in GRID])
    assert len(GRID) > 50
    for i, (of, certificate) in enumerate(zip(GRID, found, strict=True)):
        assert isinstance(certificate, Certificate), (of, certificate)
        assert PERMITTED_AXIOMS.issuperset(certificate.axioms) and "Lean" in certificate.toolchain
        assert set(certificate.notes["modules"]) == {"Verifier.Closed", "Verifier.Reflect"}
        if i % 7 == 0:
            assert admit(of, certificate.proof, LeanChecker(lean_session)).certificate == certificate


def test_what_is_built_from_data_is_what_the_text_elaborates_to(lean_session: LeanSession) -> None:
    statements = [said(of, direction(of)) for of in GRID[::3]]
    built = lean_session.certify([reflection.formula(statement) for statement in statements])
    assert all(built.ok)
    for statement, hash in zip(statements, built.statements, strict=True):
        formula = reflection.formula(statement)
        assert formula is not None
        answer = lean_session.prove(statement.text, script.reflection(formula))
        assert answer.ok and answer.statement == hash


def test_a_wrong_formula_fails_alone_and_nothing_is_shown_both_ways(lean_session: LeanSession) -> None:
    plain = [of for of in GRID if POINT_THREE not in walk_expr(of.left)]  # a decimal may be rounded: no denial of it
    both = [(of, shows) for of in plain for shows in (Shows.TRUE, Shows.FALSE)]
    answered = lean_session.certify([reflection.formula(said(of, shows)) for of, shows in both]).ok
    assert answered == tuple(shows is direction(of) for of, shows in both)


NONSENSE = [
    0,
    [],
    ["=", 1],
    ["=", ["?", 1, 2], 3],
    ["=", 1, ["^", 2, ["/", 1, 2]]],
    ["sorry", 1, 1],
    ["=", -1, 1],
    ["=", 1.5, 1.5],
    ["=", ["/", 1, 0], 0],
    ["=", ["/", 1, 0], ["/", 1, 0]],
    ["¬", ["=", ["/", 1, 0], 1]],
    "True",
    None,
]


def test_nonsense_is_refused_and_its_neighbours_are_not(lean_session: LeanSession) -> None:
    formulas = [formula for nonsense in NONSENSE for formula in (["=", 2, 2], nonsense)]
    assert lean_session.certify(formulas).ok == (True, False) * len(NONSENSE)


def test_a_proof_by_reflection_is_refused_where_it_does_not_serve(lean_session: LeanSession) -> None:
    wrong = claim(app(Head.DIV, 48, 2), "=", 25)
    with pytest.raises(CheckFailed):
        admit(wrong, by_reflection(wrong, Shows.TRUE), LeanChecker(lean_session))
    with pytest.raises(CheckFailed, match="Lean does not accept"):
        root = claim(app(Head.SQRT, 16), "=", 4)
        admit(root, by_reflection(claim(4, "=", 4), Shows.TRUE), LeanChecker(lean_session))


def test_what_a_batch_has_checked_opens_the_door_to_nothing_else(lean_session: LeanSession) -> None:
    right, wrong = claim(app(Head.DIV, 48, 2), "=", 24), claim(app(Head.DIV, 48, 2), "=", 25)
    checker = LeanChecker(lean_session)
    checker.check_many([(right, by_reflection(right, Shows.TRUE))])
    asked = lean_session._asked
    admit(right, by_reflection(right, Shows.TRUE), checker)
    assert lean_session._asked == asked
    for of, proof in (
        (wrong, by_reflection(right, Shows.TRUE)),
        (right, by_reflection(wrong, Shows.FALSE)),
    ):
        with pytest.raises(CheckFailed):
            admit(of, proof, checker)
    with pytest.raises(NotRegistered):
        admit(right, by_reflection(right, Shows.TRUE), PointChecker())


class Fragile:
    """Is lost over every request that holds the poison."""

    version, size, audited = "fake", 1, frozenset(project.LEMMAS)

    def __init__(self) -> None:
        self.asked = 0

    def certify(self, formulas: Sequence[Any], **_: Any) -> BulkAnswer:
        self.asked += 1
        if ["=", 13, 13] in formulas:
            raise SessionLost("poisoned")
        return BulkAnswer((True,) * len(formulas), (), ("",) * len(formulas))


def test_a_claim_that_takes_lean_down_is_found_by_halving_and_lost_alone() -> None:
    fragile: Any = Fragile()
    claims = [claim(n, "=", n) for n in range(100)]
    found = LeanChecker(fragile).check_many([(of, by_reflection(of, direction(of))) for of in claims])
    lost = [i for i, outcome in enumerate(found) if isinstance(outcome, CheckFailed)]
    assert lost == [13] and found[13].reason is Reason.ENGINE_LOST and fragile.asked < 20  # type: ignore[union-attr]
