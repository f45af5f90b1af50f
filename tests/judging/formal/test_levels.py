"""Levels: what they hold, which translations they let settle which steps, and how forged ones are found out."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from record_schema import schema

from verifier.judging.agreeing.counts import Count, Side
from verifier.judging.agreeing.level import By, Level, Setup, Source, digest
from verifier.judging.agreeing.trusting import AtLevel, Trust, trust_in, trust_of_spelled, trust_spelled
from verifier.judging.judgements.judgement import JudgedChain, Reading
from verifier.judging.translations.sources import checks
from verifier.language.files import read_file
from verifier.language.formal_chain import Author, FormalChain
from verifier.pipeline.verify import verify_formal
from verifier.records.recheck import recheck
from verifier.records.record import record as formal_record

EXAMPLES = Path(__file__).parents[3] / "examples" / "formal"
MODEL = By("openai:m", "abc", "0.7")
HIGH, LOW = Side(Count(500, 500), Count(100, 100)), Side(Count(200, 200), Count(98, 98))


def by(name: str, model: str = "openai:m", prompt: str = "abc", heat: float | None = 0.7) -> FormalChain:
    (found,) = read_file(EXAMPLES / name)
    assert found.chain is not None
    return replace(found.chain, by=Author("model", model, prompt, heat, name))


FIRST, SECOND = by("bakery.json"), by("bakery_agreeing.json")


def level(approvals: Side = HIGH, accusations: Side = HIGH, who: tuple[By, ...] = (MODEL, MODEL)) -> Level:
    return Level(Setup(who, checks()), (Source("labelled.jsonl", "0" * 64, 120),), approvals, accusations)


def judged(*formal: FormalChain, trust: Any, **named: Any) -> JudgedChain:
    [found] = verify_formal(formal, trust=trust, **named)
    return found


def wrong(data: Any) -> str:
    return "; ".join(str(finding) for finding in recheck([data]) if finding.wrong)


def test_a_level_that_is_high_enough_settles_what_its_translations_agree_on_and_its_record_holds() -> None:
    found = judged(FIRST, SECOND, trust=AtLevel(level()))
    assert [step.correct for step in found.steps[:2]] == [True, False]
    assert {step.reading for step in found.steps[:2]} == {Reading.TRANSLATED}
    data = json.loads(json.dumps(formal_record(found)))
    assert data["trust"]["at_least"] == 0.97 and data["trust"]["level"]["digest"] == level().digest
    assert list(Draft202012Validator(schema()).iter_errors(data)) == []
    told = list(recheck([data]))
    assert wrong(data) == "" and any("at a level" in (one.remark or "") for one in told)


def test_a_side_settles_only_where_its_bound_by_chains_is_the_threshold() -> None:
    assert (HIGH.bound, LOW.bound) == (0.9704, 0.9698) and LOW.steps.bound > 0.97
    approving, accusing = (AtLevel(level(*sides)) for sides in ((HIGH, LOW), (LOW, HIGH)))
    assert [step.correct for step in judged(FIRST, SECOND, trust=approving).steps[:2]] == [True, None]
    assert [step.correct for step in judged(FIRST, SECOND, trust=accusing).steps[:2]] == [None, False]
    lower = AtLevel(level(LOW, LOW), 0.96)
    assert [step.correct for step in judged(FIRST, SECOND, trust=lower).steps[:2]] == [True, False]
    nothing = Side(Count(0, 0), Count(0, 0))
    assert AtLevel(level(nothing, HIGH)).said.startswith("approvals: not measured")
    assert "; accusations: " in AtLevel(level(nothing, HIGH)).said
    assert "not measured" in AtLevel(level(nothing, HIGH)).said and not AtLevel(level(nothing, HIGH)).approves
    for one in (approving, accusing, lower):
        assert wrong(formal_record(judged(FIRST, SECOND, trust=one))) == ""


@pytest.mark.parametrize(
    ("formal", "trust", "told"),
    [
        ((by("bakery.json", "openai:other"), SECOND), level(), "openai:other"),
        ((FIRST, by("bakery_agreeing.json", prompt="abd")), level(), "prompt abd"),
        ((FIRST, by("bakery_agreeing.json", heat=1.0)), level(), "temperature 1.0"),
        ((FIRST,), level(), "there are 1 of a chain"),
        ((by("bakery.json", ""), SECOND), level(), "does not say who made it"),
        ((by("bakery.json", "unnamed"), SECOND), level(), "does not say who made it"),
        ((FIRST, SECOND), level(who=(By("unnamed"), By("unnamed"))), "settles nothing"),
        ((FIRST, SECOND), replace(level(), of=Setup((MODEL, MODEL), "0" * 16)), "other checks"),
    ],
)
def test_translations_of_another_setup_are_refused_and_it_is_said_what_differs(
    formal: tuple[FormalChain, ...], trust: Level, told: str
) -> None:
    with pytest.raises(ValueError, match=told):
        judged(*formal, trust=AtLevel(trust))


def test_a_level_of_one_translation_is_not_one_of_two_that_agree_and_the_other_way_round() -> None:
    alone = AtLevel(level(who=(MODEL,)))
    assert [step.correct for step in judged(FIRST, trust=alone).steps[:2]] == [True, False]
    assert {step.correct for step in judged(FIRST, SECOND, trust=alone).steps} == {None}
    other = replace(FIRST, id="other")  # one chain has two translations, the other lacks one
    whole, lacking = verify_formal([FIRST, SECOND, other], trust=AtLevel(level()))
    assert whole.steps[0].correct and {step.correct for step in lacking.steps} == {None}
    assert wrong(formal_record(lacking)) == ""


def test_it_is_said_how_many_translations_a_level_is_of_and_how_many_there_are() -> None:
    alone, both = AtLevel(level(who=(MODEL,))), AtLevel(level())
    assert alone.lacks([FIRST]) is None and both.lacks([FIRST, SECOND]) is None
    assert str(alone.lacks([FIRST, SECOND])).startswith("the level is of one translation, by openai:m")
    assert str(both.lacks([FIRST])).startswith("the level is of 2 that agree, by openai:m")
    assert "there are 2 of a chain" in str(alone.lacks([FIRST, SECOND]))
    other = replace(FIRST, id="other")
    assert both.refused([FIRST, SECOND, other]) is None and both.refused([]) is None
    assert "there are 1 of a chain at the most" in str(both.refused([FIRST, other]))
    for chains in ([by("bakery.json", "openai:other")], [FIRST, by("bakery.json", "openai:other")]):
        assert both.lacks(chains) == both.differs(chains) == both.refused(chains)
        assert "openai:other" in str(both.differs(chains))


@pytest.mark.parametrize(
    ("who", "prompt", "temperature"), [("", "p", "1"), (3, "p", "1"), ("m", None, "1"), ("m", "p", 0.7)]
)
def test_who_translated_is_told_in_words(who: Any, prompt: Any, temperature: Any) -> None:
    assert str(By("m")) == "m" and str(By("m", "p", "0.7")) == "m, prompt p, temperature 0.7"
    assert By.of(FIRST.by) == MODEL and By.of(Author()) == By("unnamed")
    with pytest.raises(ValueError, match="who translated"):
        By(who, prompt, temperature)


def test_a_setup_names_who_translated_in_order() -> None:
    a, b = By("a"), By("b")
    assert Setup((a, b), "c").samples == 2 and not Setup((a, b), "c").unnamed and Setup((a, By("unnamed")), "c").unnamed
    made = Setup((a, b), "c")
    assert Setup.of_json(made.to_json()) == made and made.to_json()["agreeing"] is True
    alone = {"by": [{"name": "a", "prompt": "", "temperature": ""}], "samples": 1, "agreeing": False, "checks": "c"}
    assert Setup((a,), "c").to_json() == alone
    for who, digest_ in (((), "c"), ((b, a), "c"), ((a,), ""), ((a,), 3)):
        with pytest.raises(ValueError, match="in order"):
            Setup(who, digest_)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "sha", "chains"),
    [
        *(("f", "0" * 63, 1), ("f", "g" * 64, 1), ("f", "A" * 64, 1), ("f", 3, 1), (3, "0" * 64, 1)),
        *(("f", "0" * 64, 0), ("f", "0" * 64, -1), ("f", "0" * 64, True), ("f", "0" * 64, 1.0)),
    ],
)
def test_data_is_named_so_that_it_is_found_again(name: Any, sha: Any, chains: Any) -> None:
    assert Source("f", "0123456789abcdef" * 4, 1)
    with pytest.raises(ValueError, match="expected"):
        Source(name, sha, chains)


def test_what_the_caller_vouches_for_needs_no_level() -> None:
    [found] = verify_formal([], given=by("bakery.json", ""), trust=AtLevel(level(LOW, LOW)))
    assert {step.reading for step in found.steps[:2]} == {Reading.GIVEN}


def test_a_level_comes_back_from_its_file_and_trust_from_one_line_of_text(tmp_path: Path) -> None:
    file = tmp_path / "level.json"
    file.write_text(json.dumps(level(HIGH, LOW).to_json()))
    found = trust_in(str(file), 0.9)
    assert found == AtLevel(level(HIGH, LOW), 0.9) == trust_of_spelled(trust_spelled(found))
    assert trust_in("agreeing") is Trust.AGREEING is trust_of_spelled(trust_spelled(Trust.AGREEING))
    for text in ("{}", "[", "[" * 100_000, "null"):
        file.write_text(text)
        with pytest.raises(ValueError, match="expected evidence, agreeing, or the file of a level"):
            trust_in(file)
    with pytest.raises(ValueError, match="No such file"):
        trust_in("nowhere.json")


def forged(**sides: Any) -> dict[str, Any]:
    """A record that is settled at a level which was too low, with another level put in."""
    data: dict[str, Any] = json.loads(json.dumps(formal_record(judged(FIRST, SECOND, trust=AtLevel(level())))))
    data["trust"]["level"] = level(LOW, LOW).to_json() | sides
    return data


def signed(body: dict[str, Any]) -> dict[str, Any]:
    """A level with a digest of its own."""
    return {**body, "digest": digest({key: value for key, value in body.items() if key != "digest"})}


def test_edited_counts_are_refused_with_the_digest_kept_and_with_one_of_their_own() -> None:
    kept = forged(approvals=HIGH.to_json(), accusations=HIGH.to_json())
    assert "it was edited" in wrong(kept)
    counts = LOW.to_json()
    counts["chains"]["at_least"] = 0.98
    own = forged()
    own["trust"]["level"] = signed({**own["trust"]["level"], "approvals": counts})
    assert "98 of 98 make 0.9698, not 0.98" in wrong(own)
    honest = forged()  # a bound that does not make the threshold
    assert "step" in wrong(honest)


@pytest.mark.parametrize(
    "change",
    [
        {"data": [{"name": "other.jsonl", "sha256": "0" * 64, "chains": 120}]},
        {"data": [{"name": "labelled.jsonl", "sha256": "1" * 64, "chains": 120}]},
        {"of": Setup((By("openai:other", "abc", "0.7"),) * 2, checks()).to_json()},
        {"digest": "0" * 64},
    ],
)
def test_what_was_measured_is_not_edited(change: dict[str, Any]) -> None:
    assert Level.of_json(level().to_json()) == level()
    with pytest.raises(ValueError, match="it was edited"):
        Level.of_json({**level().to_json(), **change})


def test_a_level_of_another_model_or_of_other_checks_is_refused_though_its_digest_is_right() -> None:
    own = forged()
    other = replace(level(), of=Setup((By("openai:strong"),) * 2, checks()))
    own["trust"]["level"] = other.to_json()
    assert "the level is of openai:strong" in wrong(own)
    own["trust"]["level"] = replace(level(), of=Setup((MODEL, MODEL), "f" * 16)).to_json()
    assert "measured with other checks" in wrong(own)
    own["trust"]["level"] = level(who=(MODEL,)).to_json()
    assert wrong(own) != "", "of one translation, and two are there"


@pytest.mark.parametrize(
    "change",
    [
        {"data": []},
        {"data": [{"name": "x", "sha256": "0" * 64, "chains": 3}]},
        {"data": [{"name": "x", "sha256": "0", "chains": 300}]},
        {"approvals": {"steps": Count(9, 9).to_json(), "chains": Count(10, 10).to_json()}},
        {"approvals": {"steps": Count(90, 80).to_json(), "chains": Count(10, 10).to_json()}},
        {"of": {"by": [], "samples": 0, "agreeing": False, "checks": checks()}},
        {"schema": 2},
    ],
)
def test_a_level_that_does_not_hold_together_is_refused_whatever_its_digest(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"expected|make"):
        Level.of_json(signed({**level().to_json(), **change}))


@pytest.mark.parametrize("share", [0.3, 1.0, 2, float("nan")])
def test_a_threshold_promises_something(share: Any) -> None:
    with pytest.raises(ValueError, match="threshold"):
        AtLevel(level(), share)
