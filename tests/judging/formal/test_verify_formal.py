"""What settles a step where a chain is judged by its translations, what sets one aside, and what their records say."""

from __future__ import annotations

import json
from dataclasses import replace
from math import factorial
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from record_schema import schema

import verifier
from verifier.asking.model import ModelUnavailable
from verifier.chain import Chain
from verifier.judging.agreeing.trusting import Trust
from verifier.judging.decide import formal_judge
from verifier.judging.judgements.judgement import JudgedChain, Reading, Unjudgement
from verifier.judging.translations.apart import content
from verifier.language.files import read_file
from verifier.language.formal_chain import Author, FormalChain
from verifier.language.read_chain import read_chain
from verifier.language.write_chain import as_json
from verifier.pipeline.verify import verify_formal
from verifier.records.recheck import recheck
from verifier.records.record import record as formal_record

EXAMPLES = Path(__file__).parents[3] / "examples" / "formal"
FIRST, SECOND = EXAMPLES / "bakery.json", EXAMPLES / "bakery_agreeing.json"


def one(path: Path) -> FormalChain:
    (found,) = read_file(path)
    assert found.chain is not None
    return found.chain


def edited(path: Path, **fields: Any) -> FormalChain:
    """The formal chain of a file with other fields."""
    return read_chain({**as_json(one(path)), **fields})


def judged(*formal: Any, **named: Any) -> JudgedChain:
    [found] = verify_formal(formal, **named)
    return found


def test_a_translation_alone_is_evidence() -> None:
    found = judged(FIRST)
    assert {step.correct for step in found.steps} == {None} and found.first_error is None
    assert [step.under_this_reading for step in found.steps[:2]] == [True, False] and found.would_settle
    assert [step.checked for step in found.steps] == [True, False, False, False, False]
    assert found.steps[2].reason is Unjudgement.RESTS_ON_ERROR


def test_one_translation_agrees_with_nobody() -> None:
    assert {step.kind for step in judged(FIRST, trust="agreeing").steps} == {"unjudged"}


def test_two_translations_that_agree_settle_on_request_and_are_evidence_without() -> None:
    found = judged(FIRST, SECOND, trust=Trust.AGREEING)
    assert [step.correct for step in found.steps[:2]] == [True, False] and found.first_error == 1
    assert {step.reading for step in found.steps[:2]} == {Reading.TRANSLATED}
    assert {step.kind for step in judged(FIRST, SECOND).steps} == {"unjudged"}


def test_what_the_caller_vouches_for_settles_whatever_others_say() -> None:
    found = judged(SECOND, given=FIRST)
    assert [step.correct for step in found.steps[:2]] == [True, False]
    assert {step.reading for step in found.steps[:2]} == {Reading.GIVEN}
    assert [one.counts for one in found.translations] == [True, False] and found.translations[1].steps


def test_what_a_file_says_of_its_author_raises_no_trust() -> None:
    by = Author("person", "the caller, who vouches for it")
    assert judged(replace(one(FIRST), by=by)).first_error is None


def test_a_copy_counts_once_whoever_signs_it_and_however_it_is_spaced() -> None:
    facts = [{**fact, "expr": str(fact["expr"]).replace(" ", "")} for fact in as_json(one(FIRST))["facts"]]  # type: ignore[attr-defined]
    copy = edited(FIRST, by={"name": "somebody else"}, facts=facts)
    found = judged(FIRST, copy, trust="agreeing")
    assert found.translations[1].translation.set_aside == "it is a copy of translation 1"
    assert {step.kind for step in found.steps} == {"unjudged"}
    assert content(copy) == content(one(FIRST)) != content(one(SECOND))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"problem": "Another problem."}, "its own text differs"),
        ({"steps_text": ["Only one."], "steps": [[]]}, "1 steps are translated"),
        ({"facts": [{"id": "q", "kind": "given", "quote": "46 rolls", "expr": "friday == 46"}]}, "quote-not-in-text"),
        ({"facts": [{"id": "q", "kind": "known", "expr": "friday = 45"}]}, "unparsed"),
    ],
)
def test_a_translation_that_fails_is_set_aside_and_says_why(change: dict[str, Any], why: str) -> None:
    found = judged(FIRST, edited(FIRST, **change))
    [aside] = [one.translation.set_aside for one in found.translations if one.translation.set_aside]
    assert why in aside and not found.translations[1].steps


def test_an_expression_that_cannot_be_read_costs_its_statement_and_no_other() -> None:
    steps = as_json(one(FIRST))["steps"]
    steps[0][0]["expr"] = "45 - 18 = 27"  # type: ignore[index]
    found = judged(given=edited(FIRST, steps=steps))
    assert [step.correct for step in found.steps[:2]] == [None, False]


def test_a_reference_answer_that_the_facts_contradict_sets_the_translation_aside() -> None:
    formal = one(FIRST)
    for answer, kept in (("252", True), ("324", False)):
        chain = Chain.of(formal.problem, formal.steps_text, "bakery", answer)
        [found] = verify_formal(FIRST, chain)
        assert found.translations[0].counts is kept
    assert "reference answer" in str(found.translations[0].translation.set_aside)


def test_the_text_may_stand_beside_and_is_found_by_its_id_or_itself() -> None:
    formal = one(FIRST)
    bare = replace(formal, problem="", steps_text=())
    chain = Chain.of(formal.problem, formal.steps_text, "bakery")
    assert verify_formal((), chain, given=bare)[0].first_error == 1
    assert verify_formal((), replace(chain, id=None), given=formal)[0].first_error == 1
    assert verify_formal(FIRST, replace(chain, id="other"))[0].translations == ()
    with pytest.raises(ValueError, match="expected the text of the chain"):
        verify_formal(bare)


def test_a_verdict_names_the_translators_own_facts_also_at_second_hand() -> None:
    heard = judged(FIRST).translations[0]
    decisions = {d.id: d for step in heard.steps for s in step.statements for d in s.decisions}
    assert heard.model_facts(decisions["s3.2.1"]) == ("p4", "p5")
    facts = ["x0 == 1", *(f"x{i + 1} == x{i} + {i}*x{i}" for i in range(14))]
    claims = [f"x{i} == {factorial(i)}" for i in range(1, 15)]
    fields = {
        "formal": 1,
        "id": "far",
        "vars": {f"x{i}": {"type": "real", "means": "it"} for i in range(15)},
        "facts": [{"id": f"p{i}", "kind": "given", "quote": "it", "expr": one} for i, one in enumerate(facts)],
        "asks": [],
        "steps": [[{"role": "claim", "quote": "so", "expr": one}] for one in claims],
    }
    [far] = formal_judge()([read_chain(fields)], ["so"] * 14).translations
    *_, last = [d for step in far.steps for s in step.statements for d in s.decisions]
    assert "p0" not in last.rests_on and "p0" in {one.id for one in far.grounds(last)}


@pytest.mark.parametrize("named", [{}, {"trust": "agreeing"}, {"given": SECOND}])
def test_a_record_fits_its_schema_is_the_same_again_and_passes_recheck(named: dict[str, Any]) -> None:
    data = json.loads(json.dumps(formal_record(judged(FIRST, SECOND, **named))))
    Draft202012Validator(schema()).validate(data)
    assert data == json.loads(json.dumps(formal_record(judged(FIRST, SECOND, **named))))
    findings = list(recheck([data]))
    assert [str(finding) for finding in findings if finding.wrong] == []
    assert sum(finding.certificate is not None for finding in findings) >= 26


def test_the_record_of_what_is_set_aside_or_not_translated_passes_recheck() -> None:
    chain = Chain.of("Nothing.", ["Nobody translates this."], "alone")
    broken = edited(FIRST, facts=[{"id": "q", "kind": "given", "quote": "46 rolls", "expr": "friday == 46"}])
    for found in (verify_formal((), chain)[0], judged(FIRST, broken)):
        data = json.loads(json.dumps(formal_record(found)))
        Draft202012Validator(schema()).validate(data)
        assert [str(finding) for finding in recheck([data]) if finding.wrong] == []


def test_one_call_takes_readings_of_its_chain_and_a_judge_those_of_many() -> None:
    [formal] = verifier.read_formal(EXAMPLES / "bakery.json")
    alone = verifier.verify(formal.problem, formal.steps_text, given=EXAMPLES / "bakery.json", lean="off")
    assert (alone.first_error, alone.steps[1].reading) == (1, Reading.GIVEN)
    assert verifier.verify(formal.problem, formal.steps_text, readings=formal, lean="off").first_error is None
    bare = {key: value for key, value in as_json(formal).items() if key not in ("problem", "steps_text")}
    named = Chain.of(formal.problem, formal.steps_text, "another id")
    found = verifier.verify(named, given=bare, lean="off")
    assert (found.first_error, found.chain.id) == (1, "another id")
    with verifier.Judge(lean="off", given=EXAMPLES / "bakery.json") as judge:
        [many] = judge.all(list(verifier.chains(EXAMPLES / "bakery.json")))
    assert [step.correct for step in many.steps] == [step.correct for step in alone.steps]
    with pytest.raises(ValueError, match="another text"):
        verifier.verify(formal.problem, formal.steps_text[:1], given=formal, lean="off")
    with pytest.raises(ValueError, match="expected"):
        verifier.read_formal({"formal": 9})


def test_one_call_asks_a_translator() -> None:
    with pytest.raises(ModelUnavailable, match="openai:MODEL"):
        verifier.verify("Add.", ["2 + 2 = 5"], translator="nonsense", lean="off")


def test_a_judge_takes_formal_chains_and_says_which_settings_there_are() -> None:
    [formal] = verifier.read_formal(FIRST)
    chain = Chain.of(formal.problem, formal.steps_text, formal.id)
    for given in (formal, [formal], FIRST):
        with verifier.Judge(lean="off", given=given) as judge:
            assert judge(chain).first_error == 1
    with pytest.raises(TypeError, match="among readings, given, trust"):
        verifier.Judge(lean="off", reading=formal)
    for trust in (None, True, "", "agree"):
        with pytest.raises(ValueError, match="expected evidence, agreeing, or the file of a level"):
            verifier.verify(chain, readings=formal, trust=trust, lean="off")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected formal chains, or files of them, got int"):
        verifier.verify(chain, given=3, lean="off")  # type: ignore[arg-type]
