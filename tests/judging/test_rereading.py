"""Re-readings of refuted equations: each spares the texts that it is for, and no others of the same kind."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from verifier.chain import Chain
from verifier.judging.judgements.judgement import JudgedStep, Settled
from verifier.kernel.verdict import Reason, Unknown
from verifier.mathtext.guards.guard import Case
from verifier.pipeline.judge import Judge
from verifier.readers.exact.formal.steps import read_steps
from verifier.readers.exact.opened import opened
from verifier.readers.exact.rereading import lost
from verifier.readers.exact.rereading.cued import CUED
from verifier.readers.exact.rereading.lost import EDITS
from verifier.readers.exact.rereading.table import ROWS, Rereading, Seen

SCRIPT = Path(__file__).parents[1] / "benchmarks" / "rereadings.py"


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    with Judge(lean="off") as judge:
        yield judge


def judged(judge: Judge, text: Case) -> JudgedStep:
    return judge(Chain.of(text[0], text[1:])).steps[-1]


def seen_of(text: str) -> Seen:
    chain = Chain.of("", [text])
    context, readings = opened(chain)
    [said] = read_steps(chain, context, readings)[0].said
    return Seen(said.formula, said.claim, context)


def named(one: object) -> str | None:
    return one.name if isinstance(one, Rereading) else None


SPARED = [(row, text) for row in ROWS.values() for text in row.guard.fires]
LEFT = [(row, text) for row in ROWS.values() for text in row.guard.silent]


@pytest.mark.parametrize(("row", "text"), SPARED, ids=named)
def test_a_right_equation_is_spared_by_its_rereading(judge: Judge, row: Rereading, text: Case) -> None:
    step = judged(judge, text)
    assert not isinstance(step.judgement, Settled)  # neither accused nor approved by a re-reading
    verdicts = [claim.verdict for claim in step.claims]
    spared = [v for v in verdicts if isinstance(v, Unknown) and v.reason is Reason.ALTERNATIVE]
    assert any(v.detail.endswith(f"[{row.guard.code}]") for v in spared), verdicts


@pytest.mark.parametrize(("row", "text"), LEFT, ids=named)
def test_a_wrong_equation_of_the_same_kind_stays_refuted(judge: Judge, row: Rereading, text: Case) -> None:
    assert judged(judge, text).judgement == Settled(False)


def test_every_rereading_has_texts_of_both_kinds_and_something_that_makes_it() -> None:
    assert all(row.guard.fires and row.guard.silent for row in ROWS.values())
    assert set(ROWS) == {*CUED, *EDITS}


def test_no_rereading_spares_more_than_a_fiftieth_of_wrong_equations() -> None:
    done = subprocess.run([sys.executable, str(SCRIPT), "600"], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    "step", ["√2/2 * 3 = 5", "π/3 + 1/2 = 61", "2^(1/2)/3*4 = 6", "5/0 + 1 = 3", "10^400 / 3 * 2 = 7"]
)
@pytest.mark.parametrize("cue", [min(row.cues) for row in ROWS.values() if row.cues])
def test_an_equation_without_rational_values_is_judged_under_every_cue(judge: Judge, step: str, cue: str) -> None:
    assert judged(judge, (f"The {cue}: 7 and 3.", step)).correct is not True


def test_a_long_equation_has_no_more_readings_than_the_search_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[object] = []
    monkeypatch.setattr(lost, "parse_tokens", lambda tokens: tried.append(tokens))
    for count in (5, 12, 80):
        seen = seen_of("So " + " + ".join(f"{n} * 3" for n in range(2, count)) + " = 7")
        tried.clear()
        list(lost.restore_lost(seen))
        assert len(tried) <= 2 * lost.MAX_SIDES, count
