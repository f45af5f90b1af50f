"""Rewards over real workers: their values, and that nothing one item does reaches another."""

from __future__ import annotations

import asyncio
import inspect
import os
import pickle
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

import verifier
from verifier import rewards
from verifier.rewards.texts import problem_of, reference_of, reference_text, text_of
from verifier.rewards.workers import LONGEST, Settings, as_request, workers

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


def test_the_outcome_is_right_wrong_or_not_told() -> None:
    reward = verifier.rewards.outcome(**SMALL)
    assert reward(**many(RIGHT, WRONG, PROSE, "The answer is 40%.", None)) == [1.0, 0.0, 0.0, None, None]
    assert reward(**many("So 36 + 4 = 40.", "So 36 + 4 = 40.\n\nCheck: 40 - 36 = 4.")) == [1.0, None]
    strict = rewards.outcome(marked=True, right=2.0, wrong=-1.0, **SMALL)
    assert strict(**many(RIGHT, "So 36 + 4 = 40.")) == [2.0, -1.0]
    assert reward(prompts=[PROBLEM], completions=[RIGHT]) == [None], "no reference, no reward"


def test_the_process_is_the_mean_of_what_the_steps_are_worth_less_a_penalty() -> None:
    reward = rewards.process("mean", **SMALL)
    # the first steps are settled, the last one is not: 1 and 1; 0 less 0.5 and nothing for what rests on it
    assert reward(**many(RIGHT, WRONG, PROSE)) == [1.0, -0.5, None]
    assert rewards.process("first_error", penalty=0.0, **SMALL)(**many(RIGHT, WRONG)) == [1.0, 0.0]
    assert rewards.process("min", penalty=1.0, **SMALL)(**many(RIGHT, WRONG)) == [1.0, -1.0]
    late = "So 2 + 2 = 4.\n\nSo 4 + 4 = 8.\n\nSo 8 + 8 = 17."
    assert rewards.process("first_error", penalty=0.0, **SMALL)(**many(late)) == [pytest.approx(2 / 3)]


def test_process_default_rewards_no_true_steps_and_takes_one_for_an_error() -> None:
    reward = rewards.process(**SMALL)
    assert reward(**many(RIGHT, WRONG, PROSE, None)) == [0.0, -1.0, 0.0, None]
    found = rewards.compute_score("gsm8k", WRONG, "40", {"question": PROBLEM}, settings=KEPT)
    assert (found["process"], found["outcome"], found["score"]) == (-1.0, 0.0, -0.5)


def test_outcome_column_that_is_missing_is_an_error_with_the_columns_seen() -> None:
    reward = rewards.outcome("result", **SMALL)
    with pytest.raises(
        ValueError, match="expected the reference answers in the column 'result', found the columns: ans"
    ):
        reward(**many(RIGHT))
    assert rewards.outcome("answer", **SMALL)(**many(RIGHT)) == [1.0]


def test_outcome_cut_off_text_has_its_own_reward() -> None:
    texts = ["<think>so \\boxed{40}", "So it is \\boxed{40", "We think that it", "<think>\\boxed{40}</think>"]
    assert rewards.outcome(**SMALL)(**many(*texts)) == [None, None, None, 0.0]
    assert rewards.outcome(cut_off=-0.5, **SMALL)(**many(*texts)) == [-0.5, -0.5, -0.5, 0.0]


def test_outcome_marked_counts_no_conclusion() -> None:
    reward = rewards.outcome(marked=True, **SMALL)
    assert reward(**many("So the sum is 40.", "So the sum is \\boxed{40}.")) == [0.0, 1.0]


def test_the_format_is_the_share_of_what_is_wanted() -> None:
    reward = rewards.format(steps=2, tags=("think", "answer"))
    good = "<think>So 2 + 2 = 4.\n\nFine.</think><answer>\\boxed{4}</answer>"
    assert reward(**many(good, "\\boxed{4}", "4", None)) == [1.0, pytest.approx(1 / 3), 0.0, None]
    assert rewards.format()(**many("</think>", "4")) == [0.0, 0.5]  # nothing was written; a step without a box


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
    found = rewards.process("mean", **SMALL)(**many(RIGHT, *hostile, WRONG))
    assert (found[0], found[-1]) == (1.0, -0.5) and len(found) == len(hostile) + 2
    assert rewards.outcome(**SMALL)(**many(RIGHT, *hostile, WRONG))[0] == 1.0


def test_a_worker_killed_in_the_middle_costs_at_most_its_item() -> None:
    reward = rewards.process("mean", **SMALL)
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
    for settings in (reward.settings, hurried.settings):  # type: ignore[union-attr]  # synchronous ones are objects
        workers(settings).close()


def test_workers_that_were_closed_are_replaced_by_new_ones() -> None:
    settings = Settings(workers=1, item_seconds=59.0)
    reward = rewards.process("mean", workers=1, item_seconds=59.0)
    assert reward(**many(RIGHT)) == [1.0]
    workers(settings).close()
    assert reward(**many(RIGHT)) == [1.0]
    workers(settings).close()


def test_threads_share_the_workers() -> None:
    reward = rewards.process("mean", **SMALL)
    with ThreadPoolExecutor(6) as threads:
        found = list(threads.map(lambda text: reward(**many(text, PROSE)), [RIGHT, WRONG] * 6))
    assert found == [[1.0, None], [-0.5, None]] * 6
    assert len(workers(KEPT).pids) <= 2


def test_asynchronous_ones_do_not_hold_up_the_loop() -> None:
    reward = rewards.process("mean", asynchronous=True, **SMALL)
    assert inspect.iscoroutinefunction(reward) and reward.__name__ == "process_mean"

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
    reward = rewards.process("mean", **SMALL)
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
    assert logged == [("process_min/told", 0.5)]


def test_verl_gets_a_score_with_its_parts() -> None:
    found = rewards.compute_score("gsm8k", RIGHT, "40", {"question": PROBLEM}, how="mean", settings=KEPT)
    assert found == {"score": 1.5, "outcome": 1.0, "process": 1.0, "outcome_told": 1.0, "process_told": 1.0}
    found = rewards.compute_score("gsm8k", PROSE, "40", None, how="mean", unknown=-0.25, settings=KEPT)
    assert (found["outcome"], found["process"], found["process_told"]) == (0.0, -0.25, 0.0)
    assert rewards.compute_score(None, None, None, settings=KEPT)["score"] == 0.0  # type: ignore[arg-type]  # a bad item


def test_openrlhf_gets_tensors() -> None:
    torch = pytest.importorskip("torch")
    prompts = [f"Q: {PROBLEM}\nA: "] * 3
    found = rewards.reward_func(
        [prompts[0] + RIGHT, prompts[1] + WRONG, PROSE], prompts, ["40", "40", None], how="mean", settings=KEPT
    )
    assert torch.equal(found["rewards"], torch.tensor([1.5, -0.25, 0.0]))
    assert torch.equal(found["scores"], torch.tensor([1.0, 0.0, 0.0]))
    assert found["extra_logs"]["process_told"].tolist() == [1.0, 1.0, 0.0]


@pytest.mark.parametrize("wrong", [{"how": "best"}, {"labels": "all"}, {"penalty": -1}, {"penalty": float("nan")}])
def test_settings_that_are_none_are_refused_at_once(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="expected"):
        rewards.process(**wrong)  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(TypeError):
        rewards.process(nonsense=1)


def test_a_completion_is_too_long_by_its_characters_and_not_passed_over_in_silence(
    caplog: pytest.LogCaptureFixture,
) -> None:
    chinese, long = f"{'因为很容易看出。' * 5_000}The answer is 40.", "x" * (LONGEST + 1)
    told = workers(KEPT).ask([as_request(PROBLEM, text, process=False, reference="40") for text in (chinese, long)])
    assert told[0] is not None and rewards.Outcome().of(told[0]) == 1.0 and told[1] is None
    assert [one.getMessage() for one in caplog.records] == [
        "no reward for a completion of 200001 characters: at most 200000"
    ]


def test_templates_marks_of_another_turn_end_a_completion() -> None:
    texts = [
        "So 30 + 10 = 40. <|im_start|>user",
        "<|im_start|>assistant\nThe answer is 40.<|im_end|>\n<|im_start|>user\n9",
    ]
    assert rewards.outcome(**SMALL)(**many(*texts)) == [1.0, 1.0]
