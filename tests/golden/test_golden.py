"""Golden cases: what is right to say of a step, written from mathematics, not from what the program prints.

A line of ``*.jsonl`` is a case: ``{"name", "problem", "steps", "expect", "why"}``. ``expect`` holds for each step
``{"judgement", "claims"}``. The judgement is ``correct``, ``incorrect``, ``unsettled`` (neither, whatever the reason),
``not incorrect`` (where both others are right) or ``unjudged REASON``. The claims, where given, are all claims of the
step in order, each with ``text``, ``role`` and ``verdict`` (``proved``, ``refuted``, ``unknown`` or
``unknown REASON``). ``"never": "refuted"`` (or ``"proved"``) says that no claim of the step may come out so, however
it is read. ``"bug": true`` marks a case that fails for want of a repair: once repaired, the test fails until the mark
is gone. Judged without Lean, so the cases say what the other engines must do.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from verifier.chain import Chain
from verifier.judging.judgements.judgement import JudgedChain, JudgedClaim, JudgedStep
from verifier.pipeline.judge import Judge
from verifier.records.recheck import recheck
from verifier.records.record import line, record

HERE = Path(__file__).parent
KEYS = {"name", "problem", "steps", "expect", "why"}
ROLES = {"asserted", "given", "defined", "supposed", "denied", "recalled", "asked"}
Case = dict[str, Any]


def cases() -> Iterator[tuple[str, Case]]:
    """Yield every case with a name for the report."""
    for path in sorted(HERE.glob("*.jsonl")):
        for text in path.read_text("utf-8").splitlines():
            case = json.loads(text)
            yield f"{path.stem}: {case['name']}", case


CASES = list(cases())


@pytest.fixture(scope="module")
def judge() -> Iterator[Callable[[Chain], JudgedChain]]:
    """One judge for all cases, without Lean, which judges a case once."""
    with Judge(lean="off") as warm:
        yield cache(warm)


def matches(said: str, kind: str, reason: str | None) -> bool:
    """Return whether an expectation, ``kind`` or ``kind REASON``, fits what came out."""
    expected, _, why = said.partition(" ")
    return expected == kind and why in ("", reason or "")


def judgement_fits(said: str, step: JudgedStep) -> bool:
    if said in ("correct", "incorrect"):
        return step.correct is (said == "correct")
    if said == "not incorrect":
        return step.correct is not False
    if said == "unsettled":
        return step.correct is None
    return matches(said, step.kind, step.reason)


def verdict_of(claim: JudgedClaim) -> str:
    return f"{claim.state} {claim.reason}" if claim.reason else claim.state


def faults(expect: dict[str, Any], step: JudgedStep) -> Iterator[str]:
    """Yield what came out otherwise than expected."""
    if not judgement_fits(expect["judgement"], step):
        yield f"{step.text!r} came out {step.kind} {step.correct} {step.reason}, not {expect['judgement']}"
    if step.count(expect.get("never", "nothing")):
        yield f"{step.text!r} has a claim that is {expect['never']}"
    if "claims" not in expect:
        return
    got = [(claim.text, claim.role, verdict_of(claim)) for claim in step.claims]
    wanted = [(claim["text"], claim["role"], claim["verdict"]) for claim in expect["claims"]]
    fit = len(got) == len(wanted) and all(
        (text, role) == (claim.text, claim.role) and matches(verdict, claim.state, claim.reason)
        for (text, role, verdict), claim in zip(wanted, step.claims, strict=True)
    )
    if not fit:
        yield f"{step.text!r} was read as {got}, not {wanted}"


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(
            case, id=name, marks=[pytest.mark.xfail(strict=True, reason="a known bug")] if case.get("bug") else []
        )
        for name, case in CASES
    ],
)
def test_a_step_is_judged_as_mathematics_has_it(case: Case, judge: Callable[[Chain], JudgedChain]) -> None:
    judged = judge(Chain.of(case["problem"], case["steps"]))
    found = [fault for expect, step in zip(case["expect"], judged.steps, strict=True) for fault in faults(expect, step)]
    assert found == [], case["why"]


def test_every_case_is_well_formed() -> None:
    for name, case in CASES:
        assert KEYS <= set(case) <= {*KEYS, "bug"} and case["why"], name
        assert len(case["steps"]) == len(case["expect"]), name
        for claim in (claim for expect in case["expect"] for claim in expect.get("claims", [])):
            assert set(claim) == {"text", "role", "verdict"} and claim["role"] in ROLES, name


def test_no_two_cases_share_a_name() -> None:
    names = [name for name, _ in CASES]
    assert len(names) == len(set(names))


def test_there_are_many_cases_of_many_kinds() -> None:
    assert len(CASES) >= 130
    assert len(list(HERE.glob("*.jsonl"))) >= 11


def test_the_table_of_kinds_names_every_file_of_cases() -> None:
    table = (HERE / "README.md").read_text("utf-8")
    kept = {path.name for path in HERE.glob("*.jsonl")}
    named = set(re.findall(r"`([a-z_]+\.jsonl)`", table))
    assert named and named <= kept, "the table names files that are not there"


def _of_a_kind(name: str) -> bool:
    """Whether the file's cases are about a kind of claim: both a step that is correct and one that is incorrect."""
    lines = [json.loads(line) for line in (HERE / name).read_text("utf-8").splitlines()]
    said = {expect["judgement"] for case in lines for expect in case["expect"]}
    return {"correct", "incorrect"} <= said


@pytest.mark.parametrize("name", [
    "trigonometry", "logarithms_and_exponents", "number_theory", "sums_and_counting", "radicals",
    "equations_and_roots", "functions", "plus_and_minus", "complex_numbers", "inequalities",
    "solution_sets", "vectors_and_matrices", "conversions", "calculus", "described_in_words",
])  # fmt: skip
def test_a_kind_has_cases_on_both_sides(name: str) -> None:
    assert _of_a_kind(f"{name}.jsonl")


@pytest.mark.parametrize("name", sorted(path.stem for path in HERE.glob("*.jsonl")))
def test_the_records_of_all_cases_pass_recheck(name: str, judge: Callable[[Chain], JudgedChain]) -> None:
    chosen = [case for at, case in CASES if at.startswith(f"{name}: ")]
    records = [json.loads(line(record(judge(Chain.of(case["problem"], case["steps"]))))) for case in chosen]
    assert [str(finding) for finding in recheck(records) if finding.wrong] == []
