"""Rewards over real workers: their values, and that nothing one item does reaches another."""

from __future__ import annotations

import asyncio
import inspect
import json
import os
import pickle
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

import verifier
from verifier import rewards
from verifier.rewards.adaptors import openrlhf, verl
from verifier.rewards.texts import problem_of, reference_of, reference_text, text_of
from verifier.rewards.workers import LONGEST, Settings, workers

RIGHT = "So 12 * 3 = 36.\n\nThen 36 + 4 = 40.\n\nThe answer is 40."
WRONG = "So 12 * 3 = 38.\n\nThen 38 + 4 = 42.\n\nThe answer is 42."
PROSE = "Who can say?\n\nNot me."
PROBLEM = "Ann asks what 12 * 3 + 4 is."
SMALL = {"workers": 2, "item_seconds": 60.0, "batch_seconds": 120.0}
KEPT = Settings(**SMALL)  # type: ignore[arg-type]  # the values have the fields' types


@pytest.fixture(scope="module", autouse=True)
def ended() -> Iterator[None]:
    yield
    workers(KEPT).close()


def many(*texts: object) -> dict[str, list[object]]:
    return {"prompts": [PROBLEM] * len(texts), "completions": list(texts), "answer": ["40"] * len(texts)}


def test_outcome_is_right_wrong_or_an_abstention() -> None:
    reward = verifier.rewards.outcome(**SMALL)
    assert reward(**many(RIGHT, WRONG, PROSE, "The answer is 40%.", None)) == [1.0, 0.0, 0.0, None, None]
    assert reward(**many("So 36 + 4 = 40.", "So 36 + 4 = 40.\n\nCheck: 40 - 36 = 4.")) == [1.0, None]
    strict = rewards.outcome(marked=True, right=2.0, wrong=-1.0, **SMALL)
    assert strict(**many(RIGHT, "So 36 + 4 = 40.")) == [2.0, -1.0]
    assert reward(prompts=[PROBLEM], completions=[RIGHT]) == [None], "no reference, no reward"


def test_process_of_labels_is_their_mean_less_a_penalty() -> None:
    reward = rewards.process("mean", penalty=0.5, **SMALL)
    # the first steps are settled, the last one is not: 1 and 1; 0 less 0.5 and nothing for what rests on it
    assert reward(**many(RIGHT, WRONG, PROSE)) == [1.0, -0.5, None]
    assert rewards.process("first_error", penalty=0.0, **SMALL)(**many(RIGHT, WRONG)) == [1.0, 0.0]
    assert rewards.process("min", penalty=1.0, **SMALL)(**many(RIGHT, WRONG)) == [1.0, -1.0]
    late = "So 2 + 2 = 4.\n\nSo 4 + 4 = 8.\n\nSo 8 + 8 = 17."
    assert rewards.process("first_error", penalty=0.0, **SMALL)(**many(late)) == [pytest.approx(2 / 3)]


def test_default_is_the_outcome_less_one_for_an_error() -> None:
    flawed = RIGHT.replace("= 36.", "= 38.")
    assert rewards.process(**SMALL)(**many(RIGHT, WRONG, PROSE, None)) == [0.0, -1.0, 0.0, None]
    assert rewards.reward(**SMALL)(**many(RIGHT, flawed, WRONG, PROSE)) == [1.0, 0.0, -1.0, 0.0]
    longer = "\n\n".join(f"Note that {n} + 1 = {n + 1}." for n in range(9)) + f"\n\n{RIGHT}"
    assert rewards.reward(**SMALL)(**many(longer)) == [1.0], "true steps earn nothing"


def test_abstention_has_its_reason_and_is_no_zero() -> None:
    texts = (None, "x" * (LONGEST + 1), "So it is \\boxed{40", "The answer is 40%.", "", PROSE)
    found = rewards.reward(**SMALL).results(**many(*texts))
    reasons = [one.reason for one in found]
    assert reasons == ["no_text", "too_long", "cut_off", "undecided", None, None]
    assert [one.score for one in found] == [None] * 4 + [0.0] * 2
    assert [one.numbers(-0.25)["score"] for one in found] == [-0.25] * 4 + [0.0] * 2
    assert [one.numbers()["valid"] for one in found] == [0.0] * 4 + [1.0] * 2
    assert rewards.reward(**SMALL)(prompts=[PROBLEM], completions=[WRONG]) == [None], "no reference"


def test_floor_gives_a_named_abstention_the_reward_of_a_wrong_answer() -> None:
    texts = ("<think>so \\boxed{40}", "So it is \\boxed{40", "We think that it", "<think>\\boxed{40}</think>")
    assert rewards.outcome(**SMALL)(**many(*texts)) == [None, None, None, 0.0]
    assert rewards.outcome(count_wrong="cut_off", wrong=-0.5, **SMALL)(**many(*texts)) == [-0.5] * 4
    assert rewards.reward(count_wrong=["no_text", "too_long"], **SMALL)(**many(None, "x" * (LONGEST + 1))) == [0.0, 0.0]


def test_result_names_the_first_error_its_place_and_its_certificates() -> None:
    [right, wrong] = rewards.reward(**SMALL).results(**many(RIGHT, WRONG))
    assert (right.first_error, wrong.first_error) == (None, 0)
    assert [WRONG[slice(*step.span)] for step in wrong.steps if step.span] == WRONG.split("\n\n")
    assert [len(one) for step in wrong.steps[:1] for one in step.certificates] == [64]
    assert right.steps[0].certificates != wrong.steps[0].certificates
    [again] = rewards.reward(**SMALL).results(**many(RIGHT))
    assert again == right, "the same completion gets the same result"
    assert rewards.Result.of_json(json.loads(json.dumps(wrong.as_json()))) == wrong


def test_outcome_column_that_is_missing_is_an_error_with_the_columns_seen() -> None:
    reward = rewards.outcome("result", **SMALL)
    with pytest.raises(
        ValueError, match="expected the reference answers in the column 'result', found the columns: ans"
    ):
        reward(**many(RIGHT))
    assert rewards.outcome("answer", **SMALL)(**many(RIGHT)) == [1.0]


def test_outcome_marked_counts_no_conclusion() -> None:
    reward = rewards.outcome(marked=True, **SMALL)
    assert reward(**many("So the sum is 40.", "So the sum is \\boxed{40}.")) == [0.0, 1.0]


def test_conversations_and_content_blocks_are_read() -> None:
    said = [{"role": "assistant", "content": RIGHT}]
    blocks = [{"role": "assistant", "content": [{"type": "text", "text": RIGHT}]}]
    asked = [[{"role": "system", "content": "Add."}, {"role": "user", "content": PROBLEM}]] * 2
    assert rewards.outcome(**SMALL)(prompts=asked, completions=[said, blocks], answer=["40", "#### 40"]) == [1.0, 1.0]
    assert problem_of(asked[0]) == PROBLEM and text_of(7) is None and text_of([]) is None
    assert reference_text("He has 3.\n#### 1,250") == "1,250" and reference_text({"ground_truth": "7"}) == "7"
    assert reference_text("So \\boxed{\\frac{1}{2}}.") == "\\frac{1}{2}" and reference_text(True) is None
    assert reference_of({"target": ["a"]}, 0, None) == "a" and reference_of({"answer": []}, 0, None) is None


def test_one_bad_item_costs_only_itself() -> None:
    hostile = [
        "(" * 20000,
        "9" * 5000 + "!" * 9,
        "\ud800 2 + 2 = 5",
        "\x00\x1b[31m",
        {"role": "user"},
        object(),
        "x" * 10**6,
    ]
    found = rewards.process("mean", penalty=0.5, **SMALL)(**many(RIGHT, *hostile, WRONG))
    assert (found[0], found[-1]) == (1.0, -0.5) and len(found) == len(hostile) + 2
    assert rewards.outcome(**SMALL)(**many(RIGHT, *hostile, WRONG))[0] == 1.0


def test_a_worker_killed_in_the_middle_costs_at_most_its_item() -> None:
    reward = rewards.process("mean", penalty=0.5, **SMALL)
    reward(**many(RIGHT))
    for pid in workers(KEPT).pids:
        os.kill(pid, 9)
    assert reward(**many(*[RIGHT] * 6)).count(1.0) >= 4
    assert reward(**many(RIGHT)) == [1.0], "and is replaced"


def test_a_batch_returns_within_its_seconds() -> None:
    reward = rewards.process(workers=1, item_seconds=0.001, batch_seconds=30.0)
    reward(**many(RIGHT))  # starts the worker
    long = "\n\n".join(f"So {n} * {n + 1} = {n * (n + 1)}." for n in range(400))  # takes far longer than its time
    assert reward(**many(*[long] * 3)) == [None] * 3
    hurried = rewards.process(workers=1, batch_seconds=0.05)
    assert hurried(**many(*[RIGHT] * 50)) == [None] * 50
    assert [one.reason for one in reward.results(**many(long))] == ["timed_out"]
    for judge in (reward.judge, hurried.judge):
        workers(judge.settings).close()  # type: ignore[attr-defined]  # without a service both judge here


def test_workers_that_were_closed_are_replaced_by_new_ones() -> None:
    settings = Settings(workers=1, item_seconds=59.0)
    reward = rewards.process("mean", workers=1, item_seconds=59.0)
    assert reward(**many(RIGHT)) == [1.0]
    workers(settings).close()
    assert reward(**many(RIGHT)) == [1.0]
    workers(settings).close()


def test_threads_share_the_workers() -> None:
    reward = rewards.process("mean", penalty=0.5, **SMALL)
    with ThreadPoolExecutor(6) as threads:
        found = list(threads.map(lambda text: reward(**many(text, PROSE)), [RIGHT, WRONG] * 6))
    assert found == [[1.0, None], [-0.5, None]] * 6
    assert len(workers(KEPT).pids) <= 2


def test_asynchronous_ones_do_not_hold_up_the_loop() -> None:
    reward = rewards.process("mean", penalty=0.5, asynchronous=True, **SMALL)
    assert inspect.iscoroutinefunction(reward.__call__) and reward.__name__ == "process_mean"

    async def both() -> tuple[list[float | None], int]:
        ticks = 0
        task = asyncio.ensure_future(reward(**many(*[RIGHT, WRONG] * 10)))
        while not task.done():
            await asyncio.sleep(0.005)
            ticks += 1
        return await task, ticks

    found, ticks = asyncio.run(both())
    assert found == [1.0, -0.5] * 10 and ticks >= 2


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")  # forking with threads is what is tested
def test_a_fork_after_use_has_workers_of_its_own() -> None:
    reward = rewards.process("mean", penalty=0.5, **SMALL)
    reward(**many(RIGHT))
    mine = set(workers(KEPT).pids)
    stop = threading.Event()
    busy = threading.Thread(target=lambda: [reward(**many(RIGHT)) for _ in iter(stop.is_set, True)])
    busy.start()  # locks may be held at the moment of the fork
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:
        found = reward(**many(RIGHT, WRONG))
        theirs = set(workers(KEPT).pids)
        os.write(writing, pickle.dumps((found, bool(theirs & mine))))
        workers(KEPT).close()
        os._exit(0)
    os.close(writing)
    said = b""
    while block := os.read(reading, 4096):
        said += block
    os.waitpid(pid, 0)
    stop.set()
    busy.join()
    assert pickle.loads(said) == ([1.0, -0.5], False)
    assert reward(**many(RIGHT)) == [1.0] and set(workers(KEPT).pids) >= mine


def test_reward_functions_travel_to_other_processes_and_have_names() -> None:
    reward = rewards.process("min", **SMALL)
    assert pickle.loads(pickle.dumps(reward)) == reward and reward.__name__ == "process_min"
    logged: list[tuple[str, float]] = []
    reward(**many(RIGHT, PROSE), log_metric=lambda name, value: logged.append((name, value)))
    assert logged == [("process_min/abstained", 0.5), ("process_min/abstained/no_labels", 0.5)]


def test_verl_gets_a_score_with_its_parts() -> None:
    found = verl.compute_score("gsm8k", RIGHT, "40", {"question": PROBLEM}, settings=KEPT)
    assert found == {"score": 1.0, "outcome": 1.0, "process": 0.0, "valid": 1.0, "first_error": -1.0}
    found = verl.compute_score("gsm8k", PROSE, "40", None, how="mean", unknown=-0.25, settings=KEPT)
    assert (found["outcome"], found["process"], found["score"], found["valid"]) == (0.0, -0.25, -0.25, 0.0)
    assert verl.compute_score(None, None, None, settings=KEPT)["valid"] == 0.0  # type: ignore[arg-type]  # a bad item
    with pytest.raises(TypeError, match="unexpected keyword argument"):
        verl.compute_score("gsm8k", RIGHT, "40", {"question": PROBLEM}, penalties=2.0)


def test_openrlhf_gets_tensors() -> None:
    torch = pytest.importorskip("torch")
    prompts = [f"Q: {PROBLEM}\nA: "] * 3
    found = openrlhf.reward_func(
        [prompts[0] + RIGHT, prompts[1] + WRONG, PROSE], prompts, ["40", "40", None], settings=KEPT
    )
    assert torch.equal(found["rewards"], torch.tensor([1.0, -1.0, 0.0]))
    assert torch.equal(found["scores"], torch.tensor([1.0, 0.0, 0.0]))
    assert found["extra_logs"]["valid"].tolist() == [1.0, 1.0, 0.0]


@pytest.mark.parametrize(
    "wrong", [{"how": "best"}, {"labels": "all"}, {"penalty": -1}, {"penalty": float("nan")}, {"count_wrong": "zero"}]
)
def test_settings_that_are_none_are_refused_at_once(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="expected"):
        rewards.process(**wrong)  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(TypeError):
        rewards.process(nonsense=1)


def test_completion_is_too_long_by_its_characters() -> None:
    chinese, long = f"{'因为很容易看出。' * 5_000}The answer is 40.", "x" * (LONGEST + 1)
    found = rewards.outcome(**SMALL).results(**many(chinese, long))
    assert [(one.score, one.reason) for one in found] == [(1.0, None), (None, "too_long")]


def test_templates_marks_of_another_turn_end_a_completion() -> None:
    texts = [
        "So 30 + 10 = 40. <|im_start|>user",
        "<|im_start|>assistant\nThe answer is 40.<|im_end|>\n<|im_start|>user\n9",
    ]
    assert rewards.outcome(**SMALL)(**many(*texts)) == [1.0, 1.0]
