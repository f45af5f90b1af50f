"""What translations of labelled chains are counted as: by steps and by chains, by label, check by check."""

from __future__ import annotations

from typing import Any

import pytest
from support.pear_chains import RIGHT, labelled, translated

from verifier.asking.request import Heard, Manner, Request, Said
from verifier.chain import Chain
from verifier.evaluation.items import Labelled
from verifier.evaluation.levels.checks import Fired
from verifier.evaluation.levels.levels import LevelBench, bench_levels
from verifier.evaluation.levels.samples import live_of, samples_of
from verifier.judging.agreeing.counts import Count
from verifier.language.read_chain import read_chain
from verifier.readers.model.translate import Task, Translated


def row(place: int, labels: tuple[bool | None, ...], steps: list[str] | None = None) -> Labelled:
    told = labelled(place)
    first = next((i for i, label in enumerate(labels) if label is False), -1)
    return Labelled(told["id"], "pears", told["problem"], tuple(steps or told["steps"]), labels, first, answer="987654")


def bench(rows: list[Labelled], *samples: list[dict[str, Any]]) -> LevelBench:
    found = [one for i, chains in enumerate(samples) for one in samples_of(f"{i}", map(read_chain, chains))]
    return bench_levels({one.id: one for one in rows}, found)


def repeated(place: int, times: int) -> tuple[list[str], dict[str, Any]]:
    """The steps of a chain that says its answer several times, and a translation of it."""
    one = translated(place, 0)
    told = one["steps_text"][1]
    texts = [one["steps_text"][0], *[told] * times]
    return texts, {**one, "steps_text": texts, "steps": [[], *[one["steps"][1]] * times]}


def test_a_chain_is_one_case_and_steps_without_a_label_are_none() -> None:
    texts, formal = repeated(0, 4)
    [found] = bench([row(0, (True, True, True, False, None), texts)], [formal]).alone
    side = found.side("approvals")
    assert side.steps == Count(3, 2) and side.chains == Count(1, 0), "one step against its label costs the chain"
    assert found.unlabelled == 1 and found.against == ["pears-0: step 3 settled correct"]
    assert found.side("accusations").steps == Count(0, 0)


def test_an_accusation_of_a_step_that_is_labelled_right_counts_against_accusations() -> None:
    rows = [row(RIGHT, (True, True)), row(RIGHT + 1, (True, False))]
    [found] = bench(rows, [translated(RIGHT, 0), translated(RIGHT + 1, 0)]).alone
    assert found.side("accusations").chains == Count(2, 1) and found.side("approvals").chains == Count(0, 0)


def test_what_the_exact_reading_settles_is_left_out() -> None:
    one = translated(0, 0)
    text = "2 + 2 = 4."
    said = {"role": "claim", "quote": "2 + 2 = 4", "expr": "2 + 2 == 4"}
    changed = {**one, "steps_text": [text, one["steps_text"][1]], "steps": [[said], one["steps"][1]]}
    [found] = bench([row(0, (True, True), changed["steps_text"])], [changed]).alone
    assert found.exactly == 1 and found.side("approvals").steps == Count(1, 1)


def test_translations_that_differ_settle_nothing_together_and_that_is_counted_by_label() -> None:
    other = translated(0, 1)
    other["steps"] = [[], [{**other["steps"][1][0], "expr": "pears_after == 24"}]]
    found = bench([row(0, (True, True))], [translated(0, 0)], [other])
    assert found.agreeing is not None and found.agreeing.side("approvals").chains == Count(0, 0)
    assert [one.side("approvals").steps.cases for one in found.alone] == [1, 0]
    assert found.fired[Fired("linter: said-otherwise", "right step")] == 1
    assert any(one.check.startswith("agreeing: ") and one.on == "right step" for one in found.fired)


def test_checks_are_counted_by_name_on_right_and_wrong_steps_and_chains() -> None:
    unsaid = {"role": "unsaid", "quote": "So she has got", "reason": "nobody knows"}
    first, second, third = (translated(place, 0) for place in (0, 1, RIGHT))
    first["steps"] = [[], [unsaid]]
    third["steps"] = [[], [{**third["steps"][1][0], "quote": "she has got none"}]]
    second["facts"] = [{**second["facts"][0], "quote": ""}, *second["facts"][1:]]
    found = bench([row(0, (True, True)), row(1, (True, True)), row(RIGHT, (True, False))], [first, second, third])
    assert found.fired[Fired("statement unsaid", "right step")] == 1 and found.unsaid == 1
    assert found.fired[Fired("linter: quote-not-in-text", "wrong step")] == 1
    assert found.fired[Fired("set aside: quote-not-in-text", "wrong chain")] == 1
    assert found.fired[Fired("set aside: quote-missing", "right chain")] == 1
    assert (found.translations, found.linted) == (3, 1)
    assert found.alone[0].chains == 3 and found.alone[0].whole == 1


def test_a_copy_is_no_second_translation() -> None:
    found = bench([row(0, (True, True))], [translated(0, 0)], [{**translated(0, 0), "by": translated(0, 1)["by"]}])
    assert found.agreeing is not None and (found.agreeing.chains, found.agreeing.whole) == (1, 0)
    assert found.fired[Fired("agreeing: a translation missing or set aside", "right chain")] == 1


def test_one_file_may_hold_several_samples_of_one_author_and_none_of_two() -> None:
    chains = [read_chain(translated(place, sample)) for place in (0, 1) for sample in (0, 1)]
    assert [sorted(one.chains) for one in samples_of("f", chains)] == [["pears-0", "pears-1"]] * 2
    with pytest.raises(ValueError, match=r"prompt abc, temperature 0\.7; openai:m, prompt abd"):
        samples_of("f", [*chains, read_chain(translated(2, 0, prompt="abd"))])
    with pytest.raises(ValueError, match="got none"):
        samples_of("f", [])


def test_the_problem_that_chains_share_is_paid_once() -> None:
    tasks = [Task(Chain.of("Add.", [text], text), "m", Manner(temperature=0.7), shared=True) for text in ("a", "b")]
    asked: list[Request] = []

    def find(request: Request) -> Heard:
        asked.append(request)
        return Said("I have none.", 100, 10, kept=True)

    done = [Translated(one, read_chain(translated(0, 0)), requests=2) for one in tasks]
    found = live_of("m", done, find)
    assert len(asked) == 4 and len({one.key for one in asked}) == 2, "asked for the problem, and once more"
    assert (found.shared.translations, found.shared.requests, found.shared.read) == (2, 2, 200)
    assert not found.alone.translations
