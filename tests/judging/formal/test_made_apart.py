"""Translations that were made apart: answers to different requests, the third one asked for if two leave a step open,
and what one doubtful fact and one silent step cost."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.model_servers import Asked, recorded, served

import verifier
from verifier.asking.kept import Kept
from verifier.asking.request import Said
from verifier.chain import Chain
from verifier.judging.judgements.judgement import JudgedChain, Unjudgement
from verifier.judging.translations.apart import copies, default_file, is_answered
from verifier.language.formal_chain import FormalChain
from verifier.language.read_chain import read_chain
from verifier.pipeline.verify import verify_formal

PROBLEM = "A square garden has a side of 17 m. A fence costs 13 euros a metre. What does the fence cost?"
STEPS = [
    "Let us find the length of the fence.",
    "The perimeter is 4 * 17 = 68 m.",
    "So the fence costs 68 * 13 = 884 euros.",
]
BY = {"kind": "model", "name": "m", "temperature": 0.7}


def garden(by: dict[str, Any], cost: str = "884", sides: str = "4", name: str = "around") -> FormalChain:
    return read_chain(
        {
            "formal": 1,
            "id": "garden",
            "by": {**BY, **by},
            "problem": PROBLEM,
            "steps_text": STEPS,
            "vars": {one: {"type": "real", "means": one} for one in ("side", "price", name, "cost", "spare")},
            "facts": [
                {"id": "p0", "kind": "given", "quote": "a side of 17 m", "expr": "side == 17"},
                {"id": "p1", "kind": "given", "quote": "costs 13 euros a metre", "expr": "price == 13"},
                {"id": "p2", "kind": "model", "quote": "A square garden", "expr": f"{name} == {sides}*side"},
                {"id": "p3", "kind": "model", "quote": "What does the fence cost?", "expr": f"cost == {name}*price"},
                {"id": "p4", "kind": "given", "quote": "A fence", "expr": "spare == 19"},
            ],
            "asks": ["cost"],
            "steps": [
                [{"role": "goal", "quote": STEPS[0]}],
                [{"role": "claim", "quote": STEPS[1], "expr": ["4*17 == 68", f"{name} == 4*17", f"{name} == 68"]}],
                [
                    {
                        "role": "claim",
                        "quote": STEPS[2],
                        "expr": [f"68*13 == {cost}", "cost == 68*13", f"cost == {cost}"],
                    }
                ],
            ],
        }
    )


def judged(*chains: FormalChain) -> JudgedChain:
    [found] = verify_formal(chains, trust="agreeing")
    return found


def correct(found: JudgedChain) -> list[bool | None]:
    return [step.correct for step in found.steps]


def test_equal_answers_to_two_requests_agree_and_a_silent_step_counts_against_nobody() -> None:
    found = judged(garden({"request": "a", "sample": "0"}), garden({"request": "b", "sample": "1"}))
    assert correct(found) == [None, True, True]
    assert found.steps[0].reason is Unjudgement.NOTHING_CLAIMED
    assert found.first_error == -1 and [step.score for step in found.steps] == [1.0, 1.0, 1.0]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"request": "a"}, {"request": "a"}),
        ({"request": "a"}, {}),
        ({}, {"name": "somebody else"}),
        ({"request": "a", "temperature": 0}, {"request": "b", "temperature": 0}),
    ],
)
@pytest.mark.parametrize("name", ["around", "perimeter"])
def test_a_copy_is_one_whatever_its_variables_are_called(first: Any, second: Any, name: str) -> None:
    found = judged(garden(first), garden(second, name=name))
    assert correct(found) == [None, None, None]
    assert found.translations[1].translation.set_aside == "it is a copy of translation 1"


def test_the_same_request_twice_is_a_copy_even_if_the_answers_differ() -> None:
    other = garden({"request": "a", "sample": "1"}, sides="5")
    assert copies([garden({"request": "a", "sample": "1"}), other]) == [None, 0]


def test_what_does_not_rest_on_the_word_of_the_caller_asks_the_answers_that_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VERIFIER_CACHE", str(tmp_path))
    chains = [garden({"request": one.key, "sample": one.key}) for one in (Key("a"), Key("b"))]
    assert copies(chains) == [None, None] and copies(chains, is_answered) == [None, 0]
    with Kept(default_file()) as kept:
        for one in ("a", "b"):
            kept.keep(Key(one), Said("{}"))
    assert copies(chains, is_answered) == [None, None]


class Key:
    """A request of which only the key counts."""

    model, most = "m", (1, 1)

    def __init__(self, key: str) -> None:
        self.key = key


def test_a_doubtful_fact_bars_what_rests_on_it_and_nothing_else() -> None:
    samples = [{"request": one, "sample": one} for one in "ab"]
    assert judged(*map(garden, samples)).steps[1].correct is True, "a number that nobody gave is in another fact"
    spent = [
        replace(one, facts=(one.facts[0], replace(one.facts[1], quote="A fence"), *one.facts[2:]))
        for one in map(garden, samples)
    ]
    assert correct(judged(*spent)) == [None, True, None], "the price is in no words, and the cost rests on it"


def test_nothing_is_approved_that_a_third_rests_on_an_error() -> None:
    two = [garden({"request": one, "sample": one}) for one in "ab"]
    assert correct(judged(*two, garden({"request": "c", "sample": "c"}, sides="5"))) == [None, None, None]


@pytest.mark.parametrize(
    ("cost", "asked", "settled"),
    [
        (["884", "884", "884"], 2, [None, True, True]),
        (["884", "885", "884"], 3, [None, True, None]),
        (["884", None, "884"], 3, [None, True, True]),
    ],
    ids=["two agree", "one says the opposite", "one answers nothing"],
)
def test_a_third_is_asked_for_only_where_two_leave_something_open(
    tmp_path: Path, cost: list[str | None], asked: int, settled: list[bool | None]
) -> None:
    def reply(one: Asked) -> str:
        told = cost[one.sample]
        return "no" if told is None else recorded(garden({}, cost=told))

    with served(reply) as server:
        by = {"translator": "openai:m", "translator_url": server.url, "translator_samples": 3, "trust": "agreeing"}
        with verifier.Judge("off", **by, translator_answers=tmp_path / "kept.sqlite") as judge:
            found = judge(Chain.of(PROBLEM, STEPS, "garden"))
        assert {one.sample for one in server.seen} == set(range(asked))
    assert correct(found) == settled
