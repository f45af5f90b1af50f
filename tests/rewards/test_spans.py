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
from verifier.rewards.result import Result, StepResult
from verifier.rewards.tokens import Tokens
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


class Made(Tokens):
    """The tokens of the steps of a text that nobody judged."""

    def tokens(self, text: str, ids: list[int] | None = None) -> list[tuple[int, int] | None]:
        spans = places(text, split(text))
        found = self.place(Result(steps=tuple(StepResult(span=span) for span in spans)), text, ids)
        return [step.tokens for step in found.steps]


@pytest.fixture(scope="module")
def made(policy: Tokenizer) -> Iterator[Made]:
    yield Made(policy)
    workers(Settings(**SMALL)).close()


def read(tokenizer: Tokenizer, ids: list[int], place: tuple[int, int] | None) -> str:
    assert place is not None
    return str(tokenizer.decode(ids[place[0] : place[1] + 1])).strip()


@pytest.mark.parametrize("text", [RIGHT, WRONG, BYTES, THOUGHT])
def test_the_tokens_of_a_step_spell_it_and_those_of_others_do_not_overlap(
    made: Made, policy: Tokenizer, text: str
) -> None:
    ids = policy.encode(text, add_special_tokens=False).ids
    for known in (None, ids):
        found = made.tokens(text, known)
        assert [read(policy, ids, place) for place in found] == split(text)
        assert all(before[1] < after[0] for before, after in pairwise(filter(None, found)))


def test_a_character_of_several_tokens_ends_a_step_at_the_last_of_them(made: Made, policy: Tokenizer) -> None:
    ids = policy.encode(BYTES, add_special_tokens=False).ids
    flag = policy.encode(" 🏁", add_special_tokens=False).ids
    assert len(flag) > 2 and ids[-len(flag) :] == flag, "one character, several tokens"
    assert made.tokens(BYTES)[-1][1] == made.tokens(BYTES, ids)[-1][1] == len(ids) - 1  # type: ignore[index]


def test_special_tokens_belong_to_no_step(made: Made, policy: Tokenizer) -> None:
    start, end = (policy.token_to_id(mark) for mark in ("<|im_start|>", "<|im_end|>"))
    ids = policy.encode(RIGHT, add_special_tokens=False).ids
    plain, marked = made.tokens(RIGHT, ids), made.tokens(RIGHT, [start, *ids, end, end])
    assert marked == [(first + 1, last + 1) for first, last in filter(None, plain)]


def test_tokens_that_the_policy_cut_otherwise_are_found_all_the_same(made: Made, policy: Tokenizer) -> None:
    letters = [id for char in RIGHT for id in policy.encode(char, add_special_tokens=False).ids]
    assert letters != policy.encode(RIGHT, add_special_tokens=False).ids
    assert [read(policy, letters, place) for place in made.tokens(RIGHT, letters)] == split(RIGHT)


def test_a_completion_cut_short_in_a_character_has_its_steps(made: Made, policy: Tokenizer) -> None:
    ids = policy.encode(BYTES, add_special_tokens=False).ids[:-1]
    text = str(policy.decode(ids))
    assert made.tokens(text, ids)[0] == made.tokens(BYTES)[0] and len(made.tokens(text, ids)) == 3


def test_tokens_get_the_score_and_a_flaw_is_at_the_last_token_of_its_step(made: Made, policy: Tokenizer) -> None:
    texts = [RIGHT, WRONG, RIGHT.replace("+ 4 = 40.\n", "+ 4 = 41.\n"), None]
    results = rewards.reward(**SMALL).results([PROBLEM] * 4, texts, answer=["40"] * 4)
    placed = [made.place(one, text or "") for one, text in zip(results, texts, strict=True)]
    for one, text in zip(placed[:3], texts, strict=False):
        ids = policy.encode(str(text), add_special_tokens=False).ids
        dense = one.dense(len(ids))
        assert sum(dense) == one.score == one.dense(3)[-1] + one.dense(3)[0] + one.dense(3)[1]
        paid = {i: value for i, value in enumerate(dense) if value}
        if one.first_error is None:
            assert paid == {len(ids) - 1: 1.0}
        else:
            place = one.steps[one.first_error].tokens
            assert place is not None and paid[place[1]] == -1.0
    assert (placed[1].first_error, placed[2].first_error) == (0, 1)
    assert placed[2].dense(400)[-1] == 1.0, "a right answer after a flaw"
    assert placed[3].dense(9) == [0.0] * 9 and not placed[3].valid
    assert placed[0].dense(0) == []


def test_a_tokenizer_of_words_and_one_of_transformers_do_too(policy: Tokenizer) -> None:
    transformers = pytest.importorskip("transformers")
    words = Tokenizer(models.WordLevel({"[UNK]": 0, "step": 1, "so": 2}, unk_token="[UNK]"))
    words.normalizer, words.pre_tokenizer = normalizers.BertNormalizer(), pre_tokenizers.BertPreTokenizer()
    words.enable_truncation(4)
    found = Made(words).tokens(BYTES)
    assert [one is not None for one in found] == [True] * 3 and found[-1][1] > 20, "truncation is left out"  # type: ignore[index]
    assert words.truncation is not None, "and the tokenizer of the trainer is as it was"
    fast = transformers.PreTrainedTokenizerFast(tokenizer_object=policy)
    assert Made(fast).tokens(BYTES) == Made(policy).tokens(BYTES)


def test_slow_tokenizer_is_refused() -> None:
    with pytest.raises(TypeError, match="expected a fast tokenizer"):
        verifier.rewards.Tokens(object())


@given(st.text(max_size=300))
def test_any_text_has_places_in_order_for_its_steps(text: str) -> None:
    steps = split(text)
    found = [place for place in places(text, steps) if place is not None]
    assert all(start < end for start, end in found) and found == sorted(found)
    assert all(before[1] <= after[0] for before, after in pairwise(found))


def test_any_tokens_have_an_answer(made: Made) -> None:
    for ids in ([], [0], list(range(200)), [260, 0xFFFF % 49000] * 50):
        assert len(made.tokens(RIGHT, ids)) == 3
    assert made.tokens("\ud800 2 + 2 = 5")
