"""Rewards by tokens, with the real tokenizer of SmolLM2 and one of words, and real workers that judge."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers
from tokenizers.decoders import ByteLevel

import verifier
from verifier import rewards
from verifier.checkers.lean.toolchain.cache import quiet
from verifier.estimators.surprisal import smollm2
from verifier.intake.splitting.places import places
from verifier.intake.splitting.split import split
from verifier.rewards.spans import SpannedReward, Spans, StepReward
from verifier.rewards.workers import Settings, workers

SMALL: dict[str, Any] = {"workers": 1, "item_seconds": 60.0, "batch_seconds": 120.0}
PROBLEM = "Ann asks what 12 * 3 + 4 is."
RIGHT = "So 12 * 3 = 36.\n\nThen 36 + 4 = 40.\n\nThe answer is 40."
WRONG = "So 12 * 3 = 38.\n\nThen 38 + 4 = 42.\n\nThe answer is 42."
BYTES = "Step 1: So 12 * 3 = 36 🍎🍏 ünïcode 数学.\n\nStep 2: Then 36 + 4 = 40 ✓.\n\nStep 3: It is \\boxed{40} 🏁"
THOUGHT = "<think>So 12 * 3 = 36.</think>So 12 * 3 = 36.\n\nThe answer is 40."


@pytest.fixture(scope="module")
def policy() -> Tokenizer:
    """The tokenizer of SmolLM2-Instruct, with the marks of its conversations."""
    made = Tokenizer.from_file(str(smollm2.scoring(quiet) / smollm2.TOKENIZER))
    made.decoder = ByteLevel()
    made.add_special_tokens(["<|im_start|>", "<|im_end|>"])
    return made


@pytest.fixture(scope="module")
def made(policy: Tokenizer) -> Iterator[Spans]:
    yield rewards.spans(policy, how="mean", **SMALL)
    workers(Settings(**SMALL)).close()


def read(tokenizer: Tokenizer, ids: list[int], place: tuple[int, int] | None) -> str:
    assert place is not None
    return str(tokenizer.decode(ids[place[0] : place[1] + 1])).strip()


@pytest.mark.parametrize("text", [RIGHT, WRONG, BYTES, THOUGHT])
def test_the_tokens_of_a_step_spell_it_and_those_of_others_do_not_overlap(
    made: Spans, policy: Tokenizer, text: str
) -> None:
    ids = policy.encode(text, add_special_tokens=False).ids
    for known in (None, ids):
        found = made.tokens(text, known)
        assert [read(policy, ids, place) for place in found] == split(text)
        assert all(before[1] < after[0] for before, after in pairwise(filter(None, found)))


def test_a_character_of_several_tokens_ends_a_step_at_the_last_of_them(made: Spans, policy: Tokenizer) -> None:
    ids = policy.encode(BYTES, add_special_tokens=False).ids
    flag = policy.encode(" 🏁", add_special_tokens=False).ids
    assert len(flag) > 2 and ids[-len(flag) :] == flag, "one character, several tokens"
    assert made.tokens(BYTES)[-1][1] == made.tokens(BYTES, ids)[-1][1] == len(ids) - 1  # type: ignore[index]


def test_special_tokens_belong_to_no_step(made: Spans, policy: Tokenizer) -> None:
    start, end = (policy.token_to_id(mark) for mark in ("<|im_start|>", "<|im_end|>"))
    ids = policy.encode(RIGHT, add_special_tokens=False).ids
    plain, marked = made.tokens(RIGHT, ids), made.tokens(RIGHT, [start, *ids, end, end])
    assert marked == [(first + 1, last + 1) for first, last in filter(None, plain)]


def test_tokens_that_the_policy_cut_otherwise_are_found_all_the_same(made: Spans, policy: Tokenizer) -> None:
    letters = [id for char in RIGHT for id in policy.encode(char, add_special_tokens=False).ids]
    assert letters != policy.encode(RIGHT, add_special_tokens=False).ids
    assert [read(policy, letters, place) for place in made.tokens(RIGHT, letters)] == split(RIGHT)


def test_a_completion_cut_short_in_a_character_has_its_steps(made: Spans, policy: Tokenizer) -> None:
    ids = policy.encode(BYTES, add_special_tokens=False).ids[:-1]
    text = str(policy.decode(ids))
    assert made.tokens(text, ids)[0] == made.tokens(BYTES)[0] and len(made.tokens(text, ids)) == 3


def test_each_step_is_rewarded_at_its_last_token_and_the_number_is_that_of_process(
    made: Spans, policy: Tokenizer
) -> None:
    texts = [RIGHT, WRONG, "Who can say?\n\nNot me.", None]
    found = made([PROBLEM] * 4, texts)
    assert [one.reward for one in found] == rewards.process("mean", **SMALL)([PROBLEM] * 4, texts)  # type: ignore[operator]
    right, wrong, prose, nothing = found
    assert [step.value for step in right.steps] == [1.0, 1.0, None]
    assert [step.value for step in wrong.steps] == [-0.5, None, None], "a penalty for what is wrong, nothing after it"
    assert [step.value for step in prose.steps] == [None, None] and nothing == SpannedReward(None)
    ids = policy.encode(RIGHT, add_special_tokens=False).ids
    assert [made.tokens(RIGHT)[i] for i in range(3)] == [(step.first, step.last) for step in right.steps]
    dense = right.dense(len(ids) + 5)
    assert [i for i, value in enumerate(dense) if value] == [step.last for step in right.steps[:2]] and sum(dense) == 2
    assert right.dense(3) == [0.0] * 3 and prose.dense(9, unknown=-1.0).count(-1.0) == 2


def test_a_trainer_hands_over_the_tokens_that_were_written(made: Spans, policy: Tokenizer) -> None:
    ids = [policy.encode(text, add_special_tokens=False).ids for text in (RIGHT, WRONG)]
    messages = [[{"role": "assistant", "content": text}] for text in (RIGHT, WRONG)]
    given_ids = made([PROBLEM] * 2, messages, completion_ids=ids, trainer_state=object())
    assert given_ids == made([PROBLEM] * 2, [RIGHT, WRONG])


def test_a_tokenizer_of_words_and_one_of_transformers_do_too(policy: Tokenizer) -> None:
    transformers = pytest.importorskip("transformers")
    words = Tokenizer(models.WordLevel({"[UNK]": 0, "step": 1, "so": 2}, unk_token="[UNK]"))
    words.normalizer, words.pre_tokenizer = normalizers.BertNormalizer(), pre_tokenizers.BertPreTokenizer()
    words.enable_truncation(4)
    found = rewards.spans(words, **SMALL).tokens(BYTES)
    assert [one is not None for one in found] == [True] * 3 and found[-1][1] > 20, "truncation is left out"  # type: ignore[index]
    assert words.truncation is not None, "and the tokenizer of the trainer is as it was"
    fast = transformers.PreTrainedTokenizerFast(tokenizer_object=policy)
    assert rewards.spans(fast, **SMALL).tokens(BYTES) == rewards.spans(policy, **SMALL).tokens(BYTES)


def test_what_is_no_fast_tokenizer_and_what_is_no_setting_is_refused(policy: Tokenizer) -> None:
    with pytest.raises(TypeError, match="expected a fast tokenizer"):
        rewards.spans(object())
    with pytest.raises(TypeError, match="not asynchronous"):
        rewards.spans(policy, asynchronous=True)
    with pytest.raises(ValueError, match="expected how"):
        verifier.rewards.spans(policy, how="best")


@given(st.text(max_size=300))
def test_any_text_has_places_in_order_for_its_steps(text: str) -> None:
    steps = split(text)
    found = [place for place in places(text, steps) if place is not None]
    assert all(start < end for start, end in found) and found == sorted(found)
    assert all(before[1] <= after[0] for before, after in pairwise(found))


def test_any_tokens_have_an_answer(made: Spans) -> None:
    for ids in ([], [0], list(range(200)), [260, 0xFFFF % 49000] * 50):
        assert len(made.tokens(RIGHT, ids)) == 3
    assert made.tokens("\ud800 2 + 2 = 5") and StepReward(None, None, None).last is None
