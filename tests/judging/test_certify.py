"""``certify``: what cheaper engines decide is put to Lean too, and the two are heard when they disagree."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import verifier
from verifier.chain import Chain
from verifier.checkers.evaluate import Point
from verifier.checkers.formulas.values.evaluation import truth
from verifier.commands.check import INFRASTRUCTURE, check
from verifier.commands.options.judging import CheckOptions
from verifier.commands.recheck import recheck
from verifier.kernel.expr import Expr, Int, Node
from verifier.kernel.verdict import Certificate, Contradiction, Reason, Unknown, Verdict
from verifier.pipeline.judge import Judge

CHAIN = Chain.of("Solve 2x + 3 = 7 for x.", ["So 2x = 4.", "Then x = 2.", "And 48/2 = 24, while 3 + 4 = 8.", "√2 < 2."])


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    with Judge("require", certify=True) as made:
        yield made


def engines(judged: verifier.JudgedChain) -> list[tuple[str, str | None]]:
    return [(claim.state, claim.engine) for step in judged.steps for claim in step.claims]


def test_every_claim_that_lean_can_show_carries_its_certificate(judge: Judge) -> None:
    with Judge("off") as cheap:
        before = engines(cheap(CHAIN))
    after = engines(judge(CHAIN))
    assert [state for state, _ in after] == [state for state, _ in before]
    assert {name for _, name in before} <= {"prover", None}
    assert [name for state, name in after if state != "unknown"][:4] == ["lean"] * 4


def test_records_with_lean_certificates_pass_recheck(judge: Judge) -> None:
    findings = list(verifier.recheck([json.loads(json.dumps(verifier.record(judge(CHAIN))))]))
    assert findings and not [finding for finding in findings if finding.wrong]
    assert "lean" in {f.certificate.proof.checker for f in findings if f.certificate}


MANY = [
    CHAIN,
    Chain.of(
        "Expand (x + 1)^2.", ["Expanding, (x + 1)^2 = x^2 + 2x + 1.", "Expanding, (x + 1)^2 = x^2 + 1.", "2/3 = 0.67"]
    ),
    Chain.of(
        "Solve 3(y - 2) = 12 for y.", ["So 3y - 6 = 12.", "Then y = 5, so 3y = 18.", "Hence y = 6 and √12 = 2√3."]
    ),
    Chain.of("Nothing.", ["No claim here."]),
]


def test_many_chains_at_once_give_the_records_of_claim_by_claim(judge: Judge) -> None:
    each = [verifier.record(judge.exactly(chain, each=True)) for chain in MANY]
    at_once = [verifier.record(judged) for judged in judge.all(MANY)]
    alone = [verifier.record(judge(chain)) for chain in MANY]
    assert at_once == each == alone
    engines = [claim["engine"] for row in at_once for step in row["steps"] for claim in step["claims"]]
    assert engines.count("lean") >= 10


def test_what_another_judge_judged_is_certified_together(judge: Judge) -> None:
    with Judge("off") as cheap:
        judged = judge.certified([cheap(chain) for chain in MANY])
    assert [verifier.record(chain) for chain in judged] == [verifier.record(judge(chain)) for chain in MANY]


def test_where_lean_cannot_certify_the_cheaper_certificate_stays(judge: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(decided: Sequence[Certificate], until: float, alarm: bool) -> list[Unknown]:
        return [Unknown(Reason.ENGINE_LOST)] * len(decided)

    monkeypatch.setattr(judge.lineup._engine, "certified", nothing)
    judged = judge(CHAIN)
    assert not {"lean"} & {name for _, name in engines(judged)}
    assert judged.steps[1].claims[0].certificate is not None


def broken(formula: Expr, point: Point, *more: Any) -> bool | None:
    """A checker's evaluator that takes 24 for wrong."""
    return False if isinstance(formula, Node) and formula.args[-1] == Int(24) else truth(formula, point, *more)


def break_evaluator(patch: pytest.MonkeyPatch) -> None:
    """Let the engine that proposes values and the checker that accepts them be wrong in the same way."""
    for place in ("verifier.engines.formulas.search", "verifier.checkers.formulas.walk"):
        patch.setattr(f"{place}.truth", broken)


def test_a_broken_checker_is_an_alarm_and_both_verdicts_are_withheld(
    judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_evaluator(monkeypatch)
    judged = judge(CHAIN)
    assert len(judged.contradictions) == 1
    [claim] = [one for step in judged.steps for one in step.claims if isinstance(one.verdict, Contradiction)]
    verdict: Verdict = claim.verdict
    assert isinstance(verdict, Contradiction) and (claim.state, claim.engine) == ("unknown", None)
    assert (verdict.proved.proof.checker, verdict.refuted.proof.checker) == ("lean", "structure")
    row = verifier.record(judged)["steps"][2]["claims"][0]
    assert row["certificate"] is None and [c["proof"]["checker"] for c in row["contradiction"]] == [
        "lean",
        "structure",
    ]
    assert judged.steps[2].correct is not True
    findings = list(verifier.recheck([json.loads(json.dumps(verifier.record(judged)))]))
    assert not [finding for finding in findings if finding.wrong]
    assert [f.certificate.proof.checker for f in findings if f.alarm and f.certificate] == ["lean", "structure"]


def test_an_alarm_is_no_alarm_for_checkers_that_are_not_broken(
    judge: Judge, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as patch:
        break_evaluator(patch)
        data = json.loads(json.dumps(verifier.record(judge(CHAIN))))
        file = tmp_path / "alarm.jsonl"
        file.write_text(json.dumps(data))
        assert recheck([str(file)]) == INFRASTRUCTURE and "ALARM" in capsys.readouterr().err
    assert any("contradiction: expected no such key" in str(f.wrong) for f in verifier.recheck([data]) if f.wrong)
    assert recheck([str(file)]) == 1 and "ALARM" not in capsys.readouterr().err


def test_the_command_says_so_loudly_and_ends_with_status_3(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    break_evaluator(monkeypatch)
    file = tmp_path / "chain.json"
    file.write_text(json.dumps({"problem": "Halve 48.", "steps": ["So 48/2 = 24."]}))
    assert check(CheckOptions(files=(str(file),), json=True, certify=True)) == INFRASTRUCTURE
    said = capsys.readouterr()
    assert "ALARM" in said.err and "contradiction" in said.out


def test_certify_without_lean_is_wrong_usage(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="certify"):
        Judge("off", certify=True)
    assert check(CheckOptions(files=(str(tmp_path / "x"),), lean="off", certify=True)) == 2
