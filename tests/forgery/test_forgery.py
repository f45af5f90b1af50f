"""Inputs that must be refused. Each folder is a trick, its data says what may not come out; a new trick is a new
folder.

``case.json`` holds ``"why"``, and ``"chains"``: ``{"problem", "steps", "refuse": {what: [steps] | "all"}}``, where
``what`` is a key of ``COMES_OUT``. A step is a text, or a list of [text, times] to be repeated and joined.
``forge.json`` holds ``"why"``, and ``"records"``: ``{"problem", "steps", "put": [[path, value]]}``: the record of the
chain passes recheck, and with these values put into it, it does not.
``translation.json`` holds ``"why"``, and ``"translations"``: ``{"problem", "steps", "answers": {step: [sample, ...]},
"fails": {step: what}}``: a trusted translator that gives these answers settles none of these steps, and ``what`` is the
check that fails, the state of the translation, or ``unsettled``. ``words`` and ``same`` answer the reading back.
``level.json`` holds ``"why"``, and ``"levels"``: ``{"put": [[path, value]]}``: a level at which a translator settles
steps, with these values put into it (``digest_anew``: under a digest of its own), lets no judge trust it, and a record
in which it stands does not pass recheck (``record_shows`` false: what no record could show).
``answers.json`` holds ``"why"``, and ``"answers"``: [[one, other, what comparing them may not give]].
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from verifier.chain import Chain
from verifier.judging.answers.compare import compare
from verifier.judging.from_words import Translating
from verifier.judging.judge import Judge
from verifier.judging.judgement import JudgedChain, JudgedStep
from verifier.judging.level import Level, Side, Source, Trust, digest, setup, trust_in
from verifier.judging.records.recheck import recheck
from verifier.judging.records.record import line, record
from verifier.translating.model import Answer, NoAnswer, Question, TranslatorUnavailable

HERE = Path(__file__).parent
TRICKS = sorted(path.name for path in HERE.iterdir() if (path / "case.json").exists())
FORGED = sorted(path.name for path in HERE.iterdir() if (path / "forge.json").exists())

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
    case = json.loads((HERE / trick / "case.json").read_text("utf-8"))
    assert case["why"] and case["chains"]
    for chain in case["chains"]:
        judged = judge(Chain.of(chain["problem"], map(text_of, chain["steps"])))
        assert chain["refuse"] and list(fooled(judged, chain["refuse"])) == []
        assert wrong(json.loads(line(record(judged)))) == []


def put(data: Any, path: list[Any], value: Any) -> None:
    for key in path[:-1]:
        data = data[key]
    data[path[-1]] = value


@pytest.mark.parametrize("trick", FORGED)
def test_recheck_faults_a_forged_record(
    trick: str, judge: Callable[[Chain], JudgedChain], wrong: Callable[..., list[str]]
) -> None:
    case = json.loads((HERE / trick / "forge.json").read_text("utf-8"))
    assert case["why"] and case["records"]
    for forged in case["records"]:
        data = json.loads(line(record(judge(Chain.of(forged["problem"], forged["steps"])))))
        assert wrong(data) == []
        for path, value in forged["put"]:
            put(data, path, value)
        assert wrong(data), forged["put"]


def test_there_are_many_tricks() -> None:
    assert len({*TRICKS, *FORGED}) >= 15


def test_a_fooled_judge_is_noticed(judged: JudgedChain) -> None:
    assert len(list(fooled(judged, {"settled_correct": "all", "settled_incorrect": [1, 2], "proved": [3]}))) == 4


ANSWERS = sorted(path.name for path in HERE.iterdir() if (path / "answers.json").exists())


@pytest.mark.parametrize("trick", ANSWERS)
def test_no_answer_passes_for_another(trick: str) -> None:
    case = json.loads((HERE / trick / "answers.json").read_text("utf-8"))
    assert case["why"] and case["answers"]
    for found, reference, refused in case["answers"]:
        assert compare(found, reference).state != refused, (found, reference)
        assert compare(reference, found).state != refused, (reference, found)


TRANSLATED = sorted(path.name for path in HERE.iterdir() if (path / "translation.json").exists())


class Scripted:
    """Stands in for a language model that says whatever a forger wants: it is no language model."""

    name = "forger:1"

    def __init__(self, case: dict[str, Any]) -> None:
        self._case = case

    def ask(self, question: Question) -> Answer:
        material = json.loads(question.messages[1]["content"])
        if question.schema is None:
            said = self._case.get("words", "It is said that half of something is so much.")
        elif question.schema[0] == "same":
            said = self._case.get("same", '{"same": true}')
        else:
            step = str(self._case["steps"].index(material["step"]))
            samples = self._case["answers"].get(step, [{"kind": "nothing to check", "claims": []}])
            said = samples[min(question.sample, len(samples) - 1)]
        if said is None:
            raise NoAnswer("refused")
        return Answer(said if isinstance(said, str) else json.dumps(said))


@pytest.mark.parametrize("trick", TRANSLATED)
def test_no_forged_translation_settles_a_step_even_where_it_is_trusted(trick: str) -> None:
    case = json.loads((HERE / trick / "translation.json").read_text("utf-8"))
    assert case["why"] and case["translations"]
    for one in case["translations"]:
        chain = Chain.of(one["problem"], one["steps"])
        with Judge(lean="off", translating=Translating(Scripted(one), samples=2, trust=Trust())) as judge:
            judged = judge(chain)
            alone = judge.exactly(chain)
        for index, what in one["fails"].items():
            step = judged.steps[int(index)]
            assert step.translation is not None and not step.translation.settles, one
            assert step.judgement == alone.steps[int(index)].judgement, one
            failed = {c.name for claim in step.translation.claims for c in claim.checks if not c.passed}
            assert what == "unsettled" or what in (failed | {step.translation.translation.state}), (one, failed)
            assert what == "unsettled" or step.translation.finds is None, one
        for index, settles in one.get("settles", {}).items():
            assert judged.steps[int(index)].correct is settles
        assert [str(finding) for finding in recheck([json.loads(line(record(judged)))]) if finding.wrong] == []


LEVELS = sorted(path.name for path in HERE.iterdir() if (path / "level.json").exists())
HALVES = {
    "problem": "Ann has 48 pears.",
    "steps": ["Half of 48 being 25, I stop.", "Half of 48 is 24, she sees."],
    "answers": {
        str(index): [{"kind": "claims", "claims": [{"role": "asserted", "hypotheses": [], **claim}]}]
        for index, claim in enumerate(
            [
                {"claim": "48/2 = 25", "spans": ["Half of 48 being 25"]},
                {"claim": "48/2 = 24", "spans": ["Half of 48 is 24"]},
            ]
        )
    },
}


def measured() -> dict[str, Any]:
    """A level that is just enough: 59 of 59 make 95%."""
    side = Side(59, 59)
    of = setup(Scripted.name, 2, False)
    return Level(of, (Source("data.jsonl", "a" * 64, 118),), side, side).to_json()


def at_level(data: dict[str, Any], place: Path) -> Judge:
    place.write_text(json.dumps(data))
    return Judge("off", translating=Translating(Scripted(HALVES), 2, trust_in(str(place), 0.95)))


@pytest.mark.parametrize("trick", LEVELS)
def test_no_forged_level_lets_a_translator_settle(trick: str, tmp_path: Path) -> None:
    case = json.loads((HERE / trick / "level.json").read_text("utf-8"))
    assert case["why"] and case["levels"]
    with at_level(measured(), tmp_path / "level.json") as judge:
        judged = judge(Chain.of(HALVES["problem"], HALVES["steps"]))
    assert [step.correct for step in judged.steps] == [False, True]
    honest = line(record(judged))
    assert [str(finding) for finding in recheck([json.loads(honest)]) if finding.wrong] == []
    for one in case["levels"]:
        forged = measured()
        for path, value in one["put"]:
            put(forged, path, value)
        if one.get("digest_anew"):
            forged["digest"] = digest({key: value for key, value in forged.items() if key != "digest"})
        with pytest.raises(TranslatorUnavailable):
            at_level(forged, tmp_path / "level.json")
        data = json.loads(honest)
        for step in data["steps"]:
            step["translation"]["trusted"]["level"] = forged
        assert any(finding.wrong for finding in recheck([data])) or not one.get("record_shows", True), one
