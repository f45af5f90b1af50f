"""``certify``: what cheaper engines decide is put to Lean too, and the two are heard when they disagree."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import verifier
from verifier.chain import Chain
from verifier.engines import points
from verifier.judging.judge import Judge
from verifier.kernel.claim import Claim
from verifier.kernel.evaluate import Outcome, Point, compare
from verifier.kernel.term import Int
from verifier.kernel.verdict import Contradiction, Reason, Unknown, Verdict
from verifier.report.run import INFRASTRUCTURE, Wanted, check

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
    assert {name for _, name in before} <= {"points", "symbolic", None}
    assert [name for state, name in after if state != "unknown"][:4] == ["lean"] * 4


def test_records_with_lean_certificates_pass_recheck(judge: Judge) -> None:
    findings = list(verifier.recheck([json.loads(json.dumps(verifier.record(judge(CHAIN))))]))
    assert findings and not [finding for finding in findings if finding.wrong]
    assert "lean" in {f.certificate.proof.checker for f in findings if f.certificate}


def test_where_lean_cannot_certify_the_cheaper_certificate_stays(judge: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(claim: Claim) -> Iterator[Unknown]:
        yield Unknown(Reason.ENGINE_LOST)

    monkeypatch.setattr(judge.lineup._lean, "propose", nothing)
    judged = judge(CHAIN)
    assert not {"lean"} & {name for _, name in engines(judged)}
    assert judged.steps[1].claims[0].certificate is not None


def broken(claim: Claim, point: Point) -> Outcome:
    """A checker's evaluator that takes 24 for wrong."""
    return Outcome.FAILS if claim.right == Int(24) else compare(claim, point)


def test_a_broken_checker_is_an_alarm_and_both_verdicts_are_withheld(
    judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(points, "compare", broken)
    judged = judge(CHAIN)
    (claim,) = judged.contradictions
    verdict: Verdict = claim.verdict
    assert isinstance(verdict, Contradiction) and (claim.state, claim.engine) == ("unknown", None)
    assert (verdict.proved.proof.checker, verdict.refuted.proof.checker) == ("lean", "evaluate")
    row = verifier.record(judged)["steps"][2]["claims"][0]
    assert row["certificate"] is None and [c["proof"]["checker"] for c in row["contradiction"]] == ["lean", "evaluate"]
    assert judged.steps[2].correct is not True


def test_the_command_says_so_loudly_and_ends_with_status_3(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(points, "compare", broken)
    file = tmp_path / "chain.json"
    file.write_text(json.dumps({"problem": "Halve 48.", "steps": ["So 48/2 = 24."]}))
    assert check(Wanted(str(file), as_json=True, certify=True)) == INFRASTRUCTURE
    said = capsys.readouterr()
    assert "ALARM" in said.err and "contradiction" in said.out


def test_certify_without_lean_is_wrong_usage(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="certify"):
        Judge("off", certify=True)
    assert check(Wanted(str(tmp_path / "x"), lean="off", certify=True)) == 2
