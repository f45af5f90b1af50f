"""The alarm in records of formal chains: both certificates of a contradiction are kept, and neither counts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from verifier.judging.judgements.judgement import JudgedChain
from verifier.kernel.verdict import Contradiction
from verifier.pipeline.verify import verify_formal
from verifier.records.codec import certificate_to_json
from verifier.records.recheck import _certificate
from verifier.records.record import record as formal_record

FIRST = Path(__file__).parents[3] / "examples" / "formal" / "bakery.json"


def contradicted() -> tuple[JudgedChain, Contradiction]:
    """A judged chain whose first decision is put to be both proved and refuted, by certificates of its own."""
    [found] = verify_formal((), given=FIRST)
    [heard] = found.translations
    assert heard.judged is not None
    step = heard.judged.steps[0]
    statement = step.statements[0]
    held = [one.certificate for one in heard.judged.decisions() if one.certificate is not None]
    alarm = Contradiction(held[0], held[1])
    statement = replace(statement, decisions=(replace(statement.decisions[0], verdict=alarm),))
    steps = (replace(step, statements=(statement, *step.statements[1:])), *heard.judged.steps[1:])
    return replace(found, translations=(replace(heard, judged=replace(heard.judged, steps=steps)),)), alarm


def test_a_record_keeps_both_certificates_of_a_contradiction_and_counts_neither() -> None:
    chain, alarm = contradicted()
    first, *others = formal_record(chain)["translations"][0]["steps"][0]["decisions"]
    assert (first["verdict"], first["certificate"], first["rests_on"]) == ("unknown", None, [])
    assert first["contradiction"] == [certificate_to_json(alarm.proved), certificate_to_json(alarm.refuted)]
    assert len(chain.contradictions) == 1 and not any("contradiction" in one for one in others)


def test_recheck_tells_both_certificates_of_a_contradiction_as_an_alarm() -> None:
    chain, alarm = contradicted()
    every = [one for _, decision in chain.decisions() for one in _certificate(decision.verdict, {}, "record 1")]
    assert [one.certificate for one in every if one.alarm] == [alarm.proved, alarm.refuted]
