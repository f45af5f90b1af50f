"""Minimal pairs: one step differs and is settled incorrect, all else is proved, and the records recheck."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from verifier.auditing.audit import AuditPlan, AuditSet, NoPairs, make
from verifier.auditing.errors import KINDS, changed
from verifier.auditing.forms import FORMS, PLAIN
from verifier.auditing.pairs import OWN, Maker, Source, Twins, holds, proved
from verifier.chain import Chain
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.intake.bad import Unreadable
from verifier.pipeline.judge import Judge
from verifier.records.recheck import recheck
from verifier.records.record import line


def test_one_step_differs_and_everything_else_is_untouched(made: AuditSet) -> None:
    assert len(made.pairs) == 24
    for pair in made.pairs:
        for twins in pair.forms.values():
            apart = [a.index for a, b in zip(twins.right.steps, twins.wrong.steps, strict=True) if a.text != b.text]
            assert apart == [pair.at]
            assert twins.right.chain.problem == twins.wrong.chain.problem


def test_the_labels_are_verdicts_in_every_dress(made: AuditSet) -> None:
    for pair in made.pairs:
        for twins in pair.forms.values():
            assert all(step.checked for step in twins.right.steps)
            assert twins.wrong.steps[pair.at].correct is False and twins.wrong.first_error == pair.at
            assert all(step.checked for step in twins.wrong.steps[: pair.at])


def test_kinds_subjects_levels_and_dresses_are_spread(made: AuditSet) -> None:
    assert set(Counter(pair.subject for pair in made.pairs).values()) == {6}
    assert set(Counter(pair.level for pair in made.pairs).values()) == {8}
    assert len({pair.kind for pair in made.pairs}) >= 4 and len({pair.at for pair in made.pairs}) >= 3
    dresses = Counter(form for pair in made.pairs for form in pair.forms)
    assert set(dresses) == {PLAIN, *FORMS} and min(dresses.values()) >= 20


def test_the_records_of_a_set_recheck(made: AuditSet) -> None:
    rows = [json.loads(line(record)) for record in made.records()]
    assert len({row["id"] for row in rows}) == len(rows) == 2 * sum(len(pair.forms) for pair in made.pairs)
    findings = list(recheck(rows))
    assert [str(finding) for finding in findings if finding.wrong] == []
    assert sum(finding.certificate is not None for finding in findings) >= len(rows)


def test_a_set_whose_labels_were_touched_does_not_recheck(made: AuditSet) -> None:
    pair = made.pairs[0]
    rows = {row["id"]: row for row in pair.records()}
    wrong = copy.deepcopy(rows[pair.id(PLAIN, "wrong")])
    right = rows[pair.id(PLAIN, "right")]
    wrong["steps"][pair.at] = right["steps"][pair.at] | {"text": wrong["steps"][pair.at]["text"]}
    assert any(finding.wrong for finding in recheck([json.loads(line(wrong))]))


def test_the_same_seed_gives_the_same_set_and_no_seed_a_new_one(made: AuditSet) -> None:
    again = make(AuditPlan(pairs=6, seed=11))
    assert [list(pair.records()) for pair in again.pairs] == [list(pair.records()) for pair in made.pairs[:6]]
    first, other = (make(AuditPlan(pairs=2, forms=())) for _ in range(2))
    assert first.seed != other.seed


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("exponent", "So 2^3 = 8.", {"So 2^4 = 8.", "So 2^2 = 8."}),
        ("lost term", "So x = 4 + 5 - 2.", {"So x = 4 - 2.", "So x = 4 + 5."}),
        ("lost term", "So 2(a + b) + 3 - c = 1.", {"So 2(a + b) - c = 1.", "So 2(a + b) + 3 = 1."}),
        ("operator", "So 3 * 4 = 12.", {"So 3 + 4 = 12."}),
        ("sign", "Then x = 4.", {"Then x = -4."}),
    ],
)
def test_an_error_of_a_kind_is_that_error(kind: str, text: str, expected: set[str]) -> None:
    assert {changed(text, kind, random.Random(seed)) for seed in range(30)} == expected


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_kind_cannot_do_is_none(kind: str) -> None:
    assert changed("Nothing is here.", kind, random.Random(1)) is None


def test_a_number_in_an_exponent_is_left_to_its_own_kind() -> None:
    texts = {changed("So 2^3 = 8.", "number", random.Random(seed)) for seed in range(60)}
    assert not texts & {"So 2^4 = 8.", "So 2^2 = 8."} and len(texts) > 3


def test_an_error_that_keeps_the_length_is_preferred() -> None:
    texts = [changed("So 45 + 38 = 83.", "number", random.Random(seed)) for seed in range(40)]
    assert all(text is not None and len(text) == len("So 45 + 38 = 83.") for text in texts)


@pytest.mark.parametrize(
    ("form", "text", "expected"),
    [
        ("markup", "So 4 * 12 = 48 pencils.", {"So $4 \\cdot 12 = 48$ pencils."}),
        ("markup", "So $4 \\cdot 12 = 48$.", {"So 4 * 12 = 48."}),
        ("markup", "So $\\frac{8}{2} = 4$.", {None}),
        ("blank lines", "So 2 + 3 = 5. Then 5 + 4 = 9.", {"\n\nSo 2 + 3 = 5.\n\nThen 5 + 4 = 9.\n\n"}),
        (
            "list marks",
            "So 2 + 3 = 5.",
            {f"{mark}So 2 + 3 = 5." for mark in ("- ", "* ", "1. ", "1) ", "**Step 1:** ")},
        ),
    ],
)
def test_a_dress_changes_the_look_alone(form: str, text: str, expected: set[str | None]) -> None:
    with Judge(lean="off") as judge:
        chain = judge(Chain.of("Compute.", [text]))
    made = [FORMS[form](chain, 0, random.Random(seed)) for seed in range(40)]
    assert {texts[0] if texts else None for texts in made} == expected


def judged(judge: Judge, *texts: str) -> Any:
    return judge(Chain.of("Add 2 and 3, and then 4.", texts))


def test_what_is_not_proved_is_no_pair() -> None:
    with Judge(lean="off") as judge:
        right = judged(judge, "So 2 + 3 = 5.", "Then 5 + 4 = 9.")
        wrong = judged(judge, "So 2 + 3 = 5.", "Then 5 + 4 = 8.")
        assert proved(right) and holds(Twins(right, wrong), 1)
        assert not holds(Twins(right, right), 1) and not holds(Twins(wrong, wrong), 1)
        assert not holds(Twins(right, judged(judge, "So 3 + 2 = 5.", "Then 5 + 4 = 8.")), 1)  # two steps differ
        assert not holds(Twins(right, judged(judge, "So 2 + 3 = 5.", "Then 5 + 4 = 8? No.")), 1)
        assert not proved(judged(judge, "So it is.")) and not proved(judged(judge, "So 2 + 3 = 5.", "x = 8"))


def test_chains_with_an_error_or_a_gap_give_no_pair_and_are_counted() -> None:
    sources = [
        Source(Chain.of("Add 2 and 3.", ["So 2 + 3 = 6."])),
        Source(Chain.of("Who is it?", ["Nobody."])),
        Source(Chain.of("Add 2 and 3.", ["So 2 + 3 = 5."])),
    ]
    with Judge(lean="off") as judge:
        maker = Maker(judge, random.Random(3), forms=())
        (pair,) = maker.pairs(sources)
    assert pair.subject == pair.level == OWN and maker.tally["not proved"] == 2 and maker.tally["pairs"] == 1


def written(path: Path, *rows: Any) -> str:
    path.write_text("".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows), "utf-8")
    return str(path)


RIGHT = {
    "problem": "Add 12 and 30, and take 5 away.",
    "steps": ["So 12 + 30 = 42.", "Done with that.", "Then 42 - 5 = 37."],
}


def test_a_users_right_chains_give_one_pair_each(tmp_path: Path) -> None:
    latex = {"problem": "Compute.", "steps": ["We have $12 \\cdot 3 = 36$.", "So $36 + 4 = 40$."]}
    labelled = {"id": "w", "problem": "Add.", "steps": ["So 1 + 1 = 2."], "labels": [0], "first_error": 0}
    files = (written(tmp_path / "plain.jsonl", RIGHT, latex), written(tmp_path / "labelled.jsonl", labelled))
    found = make(AuditPlan(pairs=0, files=files, seed=5))
    assert [pair.subject for pair in found.pairs] == [OWN, OWN]
    assert found.tally["labelled wrong"] == 1
    assert all("$" not in step.text for step in found.pairs[1].forms["markup"].wrong.steps)
    assert found.pairs[0].at != 1  # what claims nothing has no label
    assert not [finding for finding in recheck(json.loads(line(row)) for row in found.records()) if finding.wrong]
    assert len(make(AuditPlan(pairs=0, files=files, seed=5, limit=1)).pairs) == 1


def test_a_file_without_right_chains_says_what_its_chains_are(tmp_path: Path) -> None:
    wrong = {"problem": "Add 2 and 3.", "steps": ["So 2 + 3 = 6."]}
    prose = {"problem": "Who?", "steps": ["Nobody."]}
    with pytest.raises(NoPairs, match=r"f\.jsonl: expected right chains .*2 not proved, 1 not readable"):
        make(AuditPlan(pairs=0, files=(written(tmp_path / "f.jsonl", wrong, prose, "{"),)))


def test_a_file_that_is_none_is_told(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="expected"):
        make(AuditPlan(pairs=0, files=(written(tmp_path / "f.jsonl", {"a": 1}),)))
    with pytest.raises((OSError, Unreadable)):
        make(AuditPlan(pairs=0, files=(str(tmp_path / "gone.jsonl"),)))


def test_kinds_that_a_subject_does_not_offer_end_with_a_reason() -> None:
    with pytest.raises(NoPairs, match=r"number theory: expected .* of kind percent .*no error proved"):
        make(AuditPlan(pairs=3, subjects=("number theory",), kinds=("percent",), seed=1))


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_can_be_had_alone(kind: str) -> None:
    found = make(AuditPlan(pairs=3, kinds=(kind,), seed=2, forms=()))
    assert [pair.kind for pair in found.pairs] == [kind] * 3


def test_with_lean_every_decided_claim_has_its_certificate(tmp_path: Path) -> None:
    try:
        found = make(
            AuditPlan(
                pairs=2, subjects=("arithmetic",), levels=("easy",), seed=2, forms=(), lean="require", certify=True
            )
        )
    except LeanUnavailable as error:
        pytest.skip(f"no Lean: {error}")
    steps = [step for pair in found.pairs for chain in (pair.plain.right, pair.plain.wrong) for step in chain.steps]
    made = [claim.certificate for step in steps for claim in step.claims if claim.state != "unknown"]
    assert made and {certificate.proof.checker for certificate in made if certificate} == {"lean"}
