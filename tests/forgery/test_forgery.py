"""Inputs that must be refused. Each file is a trick and says what may not come out; a new trick is a new file.

``chains/`` holds ``"why"``, and ``"chains"``: ``{"problem", "steps", "refuse": {what: [steps] | "all"}}``, where
``what`` is a key of ``COMES_OUT``. A step is a text, or a list of [text, times] to be repeated and joined.
``records/`` holds ``"why"``, and ``"records"``: ``{"problem", "steps", "put": [[path, value]]}``: the record of the
chain passes recheck, and with these values put into it, it does not.
``answers/`` holds ``"why"``, and ``"answers"``: [[one, other, what comparing them may not give]].
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.record_edits import edit

from verifier.answers.compare import compare
from verifier.chain import Chain
from verifier.judging.judgements.judgement import JudgedChain, JudgedStep
from verifier.records.record import line, record

HERE = Path(__file__).parent
TRICKS = sorted(path.stem for path in (HERE / "chains").iterdir())
FORGED = sorted(path.stem for path in (HERE / "records").iterdir())

COMES_OUT: dict[str, Callable[[JudgedStep], bool]] = {
    "settled_correct": lambda step: step.correct is True,
    "settled_incorrect": lambda step: step.correct is False,
    "proved": lambda step: step.count("proved") > 0,
    "proved_unconditionally": lambda step: any(
        c.state == "proved" and not c.certificate.side_conditions for c in step.claims
    ),
    "refuted": lambda step: step.count("refuted") > 0,
}


def fooled(judged: JudgedChain, refuse: dict[str, Any]) -> Iterator[str]:
    """Yield what came out although it is refused."""
    for what, steps in refuse.items():
        for index in range(len(judged.steps)) if steps == "all" else steps:
            if COMES_OUT[what](judged.steps[index]):
                claims = [(claim.text, claim.state) for claim in judged.steps[index].claims]
                yield f"step {index} is {what}: {judged.steps[index].text[:80]!r} {claims}"


def text_of(step: Any) -> str:
    return step if isinstance(step, str) else "".join(piece * times for piece, times in step)


@pytest.mark.parametrize("trick", TRICKS)
def test_nothing_refused_comes_out(
    trick: str, judge: Callable[[Chain], JudgedChain], wrong: Callable[..., list[str]]
) -> None:
    case = json.loads((HERE / "chains" / f"{trick}.json").read_text("utf-8"))
    assert case["why"] and case["chains"]
    for chain in case["chains"]:
        judged = judge(Chain.of(chain["problem"], map(text_of, chain["steps"])))
        assert chain["refuse"] and list(fooled(judged, chain["refuse"])) == []
        assert wrong(json.loads(line(record(judged)))) == []


@pytest.mark.parametrize("trick", FORGED)
def test_recheck_faults_a_forged_record(
    trick: str, judge: Callable[[Chain], JudgedChain], wrong: Callable[..., list[str]]
) -> None:
    case = json.loads((HERE / "records" / f"{trick}.json").read_text("utf-8"))
    assert case["why"] and case["records"]
    for forged in case["records"]:
        data = json.loads(line(record(judge(Chain.of(forged["problem"], forged["steps"])))))
        assert wrong(data) == []
        edit(data, [["put", *one] for one in forged["put"]])
        assert wrong(data), forged["put"]


def test_there_are_many_tricks() -> None:
    assert len({*TRICKS, *FORGED}) >= 15


def test_a_fooled_judge_is_noticed(judged: JudgedChain) -> None:
    assert len(list(fooled(judged, {"settled_correct": "all", "settled_incorrect": [1, 2], "proved": [3]}))) == 4


ANSWERS = sorted(path.stem for path in (HERE / "answers").iterdir())


@pytest.mark.parametrize("trick", ANSWERS)
def test_no_answer_passes_for_another(trick: str) -> None:
    case = json.loads((HERE / "answers" / f"{trick}.json").read_text("utf-8"))
    assert case["why"] and case["answers"]
    for found, reference, refused in case["answers"]:
        assert compare(found, reference).state != refused, (found, reference)
        assert compare(reference, found).state != refused, (reference, found)
