"""Many texts at once: each is what the model would write alone, and drawn as the nucleus says."""

from __future__ import annotations

import math
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from support import tiny_models  # noqa: E402

from verifier.search.policies.local import (  # noqa: E402
    HEAD,
    LocalPolicy,
    Row,
    Sampling,
    drawn,
    write,
)
from verifier.search.policies.policy import Call, Partial, PolicyUnavailable, Proposed  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")  # what torch and transformers say of each other's versions

PROMPTS = ["So 6 * 7 = 42.", "The answer", "How many are 6 times 7?", "The answer"]
CHAINS = [Partial("How many?", ("So 6",)), Partial("Let's think"), Partial("What is 6 times 7? " * 3)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    torch.set_num_threads(1)
    made = tmp_path_factory.mktemp("model")
    tiny_models.llama(made, len(tiny_models.chatml(made)), **tiny_models.ROOM)
    return made


@pytest.fixture(scope="module")
def loaded(folder: Path) -> tuple[Any, Any]:
    from transformers import AutoModelForCausalLM, AutoTokenizer

    words = AutoTokenizer.from_pretrained(folder, padding_side="left")
    return AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32), words


def rows(prompts: list[str], limit: int = 12) -> list[Row]:
    return [Row(p, limit + i, random.Random(f"{p}/{i}"), lambda ids: False) for i, p in enumerate(prompts)]


def test_without_chance_each_text_is_what_the_library_generates_for_it_alone(loaded: tuple[Any, Any]) -> None:
    model, words = loaded
    made = rows(PROMPTS)
    write(made, model, words, Sampling(temperature=0), {words.eos_token_id})
    for row in made:
        held = words(row.prompt, return_tensors="pt", add_special_tokens=False, return_token_type_ids=False)
        alone = model.generate(**held, do_sample=False, max_new_tokens=row.limit, pad_token_id=words.pad_token_id)
        assert row.ids == alone[0, held["input_ids"].shape[1] :].tolist()
        scores = model(alone).logits[0].log_softmax(-1)
        start = held["input_ids"].shape[1]
        told = [float(scores[start + k - 1, token]) for k, token in enumerate(row.ids)]
        assert all(math.isclose(a, b, abs_tol=1e-3) for a, b in zip(row.logprobs, told, strict=True))


def test_what_is_written_beside_a_text_does_not_change_it(loaded: tuple[Any, Any]) -> None:
    model, words = loaded
    together = rows(PROMPTS)
    write(together, model, words, Sampling(), {words.eos_token_id})
    for number, row in enumerate(rows(PROMPTS)):
        write([row], model, words, Sampling(), {words.eos_token_id})
        assert row.ids == together[number].ids and len(set(row.ids)) > 1
    assert together[1].ids[:5] != together[3].ids[:5], "the same prompt twice is two draws"


def test_a_row_ends_where_it_is_done_and_the_others_go_on(loaded: tuple[Any, Any]) -> None:
    model, words = loaded
    first, second = rows(PROMPTS[:2])
    first.done = lambda ids: len(ids) == 3
    write([first, second], model, words, Sampling(), set())
    assert (len(first.ids), len(second.ids)) == (3, 13) and not first.ended
    stopped = rows(PROMPTS[:1])[0]
    write([stopped], model, words, Sampling(), set(range(1000)))
    assert stopped.ended and len(stopped.ids) == 1


def test_draws_fall_as_the_nucleus_says() -> None:
    shares = torch.tensor([0.05, 0.5, 0.15, 0.3])
    numbers = [k / 950 for k in range(950)]
    tokens, logprobs = drawn(shares.log().expand(950, 4), Sampling(1.0, 0.9), numbers)
    counts = Counter(tokens.tolist())
    assert 0 not in counts, "what lies outside of the nucleus is never drawn"
    assert all(abs(counts[word] - count) <= 1 for word, count in {1: 500, 3: 300, 2: 150}.items())
    assert math.isclose(float(logprobs[0]), math.log(0.5), rel_tol=1e-5)


def test_a_flat_distribution_is_drawn_from_as_a_whole() -> None:
    words = 4 * HEAD
    flat, pointed = torch.zeros(words), torch.zeros(words)
    pointed[7] = 50.0
    tokens, _ = drawn(torch.stack([flat, pointed, flat, flat]), Sampling(1.0, 0.75), [0.0, 0.5, 0.5, 1.0])
    assert tokens.tolist() == [0, 7, words * 3 // 8, words * 3 // 4 - 1]


def texts(proposed: list[Proposed]) -> list[list[tuple[tuple[str, ...], bool, int]]]:
    return [[(one.steps, one.ends, one.tokens) for one in each.continuations] for each in proposed]


def test_calls_together_are_what_they_are_alone_and_their_seeds_are_their_own(folder: Path) -> None:
    policy = LocalPolicy.load(str(folder), dtype="float32", step_tokens=6, max_tokens=9, rows=5)
    assert policy.name.endswith(", float32")
    calls = [Call(tuple(CHAINS), 2, 1), Call(tuple(CHAINS[:1]), 3, 2, True), Call((), 2, 3), Call(tuple(CHAINS), 2, 4)]
    calls.append(Call(tuple(CHAINS[:1]), 3, 5, True))
    together = policy.answered(calls)
    alone = [policy.next_steps(c.chains, c.count, c.seed, whole=c.whole) for c in calls]
    assert [texts(each) for each in together] == [texts(each) for each in alone]
    assert [len(each) for each in together] == [3, 1, 0, 3, 1] and together[1] != together[4]
    assert all(one.tokens <= 6 for each in together[0] for one in each.continuations)


def test_the_numbers_of_a_model_can_be_chosen(folder: Path) -> None:
    made = LocalPolicy.load(str(folder), dtype="bfloat16", step_tokens=4)
    assert made.name.endswith(", bfloat16") and made.next_steps(CHAINS, 2, 1) == made.next_steps(CHAINS, 2, 1)
    with pytest.raises(PolicyUnavailable, match="expected --dtype auto") as caught:
        LocalPolicy.load(str(folder), dtype="int3")
    assert caught.value.usage
