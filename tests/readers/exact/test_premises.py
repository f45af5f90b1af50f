"""What a chain has gathered: a relation that is said again and again takes the place of one premise."""

from __future__ import annotations

from verifier.chain import Chain
from verifier.kernel.claim import Hypothesis, Standing, suppose
from verifier.kernel.expr import Expr, Head, Int, Sym
from verifier.pipeline.judge import Judge
from verifier.readers.exact.claims.premises import MAX_KEPT, MAX_PREMISES, Premises
from verifier.records.recheck import recheck
from verifier.records.record import record

X, Y = Sym("x"), Sym("y")


def said(id: str, left: Expr, right: Expr, standing: Standing = Standing.STATED) -> Hypothesis:
    return suppose(id, standing, Head.EQ, left, right)


def test_what_is_stated_again_is_held_once_where_it_stood_first() -> None:
    held = Premises()
    for id, left in (("s0", X), ("s1", Y), ("s2", X)):
        held.add(said(id, left, Int(3)))
    assert [premise.id for premise in held] == ["s0", "s1"]


def test_the_first_firm_statement_stands_for_all() -> None:
    held = Premises()
    for id, standing in (("s0", Standing.STATED), ("s1", Standing.PROVED), ("s2", Standing.STATED)):
        held.add(said(id, X, Int(3), standing))
    assert [(premise.id, premise.standing) for premise in held] == [("s1", Standing.PROVED)]


def test_a_relation_and_its_mirror_image_are_two() -> None:
    held = Premises()
    held.add(said("s0", X, Y))
    held.add(said("s1", Y, X))
    assert len(list(held)) == 2


def test_what_was_stated_last_is_chosen_and_keeps_its_first_place() -> None:
    held = Premises()
    for n in range(MAX_PREMISES + 1):
        held.add(said(f"s{n}", X, Int(n)))
    held.add(said("again", X, Int(0)))
    assert [premise.id for premise in held.about({"x"}, set())] == ["s0", *(f"s{n}" for n in range(2, 9))]


def test_only_so_many_relations_are_kept_and_the_first_among_them() -> None:
    held = Premises()
    for n in range(3 * MAX_KEPT):
        held.add(said(f"s{n}", X, Int(n)))
    kept = [premise.id for premise in held]
    assert len(kept) == MAX_KEPT + 1 and kept[0] == "s0" and kept[-1] == f"s{3 * MAX_KEPT - 1}"


def test_a_system_is_solved_whatever_was_said_between_ten_times_over() -> None:
    steps = ["x + y = 10.", "x - y = 2.", *["So x * y = 24."] * 10, "Hence x = 6."]
    with Judge("off") as judge:
        judged = judge(Chain.of("", steps))
    (found,) = judged.steps[-1].claims
    assert found.state == "proved" and {"s0.c0", "s1.c0"} <= set(found.rests_on)
    again = list(recheck([record(judged)]))
    assert again and all(finding.wrong is None for finding in again)


def test_an_error_is_taken_back_by_a_later_step_and_not_by_an_earlier_one() -> None:
    with Judge("off") as judge:
        before = judge(Chain.of("", ["12 + 5 = 17.", "12 + 5 = 18.", "3 + 4 = 7."]))
        after = judge(Chain.of("", ["12 + 5 = 18.", "3 + 4 = 7.", "12 + 5 = 17."]))
    assert [step.correct for step in before.steps] == [True, False, True]
    assert after.steps[0].correct is not False
