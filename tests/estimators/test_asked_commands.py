"""Every command that estimates, by a critic and by a served model: end to end, with what it took.

The servers are replays (``answering``): what they say follows from the words that they are shown, in
the shapes that the servers' documentation gives. No language model and neither vLLM nor SGLang was run.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from support import tiny_models
from support.command_line import profile
from support.model_servers import Answer, Body, Raw, Server, answering, completion, critic

from verifier.cli.main import whole

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Give the command, run in this process: its exit status, what it printed, and what it said aside."""

    def ran(*arguments: object) -> tuple[int, str, str]:
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            whole()([str(one) for one in arguments])
        said = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return ended.value.code, said.out, said.err

    return ran


def labelled(count: int, place: Path) -> Path:
    """Chains of four steps: one that exact means settle, three that they leave; every second one has an error."""
    dice, rows = random.Random(5), []
    for n in range(count):
        first = dice.randrange(1, 4) if n % 2 else -1
        words = ["bad" if step == first else "good" for step in range(4)]
        steps = [f"{n} + 1 = {n + 1}.", *(f"That is a {word} thing to say of it." for word in words[1:])]
        rows.append({"id": f"c{n}", "problem": f"What of {n}?", "steps": steps, "label": first})
    place.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return place


def verdict(shown: str, sample: int) -> str:
    """A critic that finds the bad paragraph, and errs in every fifth chain."""
    found = shown.partition("bad")[0].rpartition("<paragraph_")[2].partition(">")[0] if "bad" in shown else "-1"
    odd = sum(map(ord, shown)) % 5 == sample % 5
    return f"I have looked. \\boxed{{{'0' if odd else found}}}"


class Asked:
    """What is asked, and the arguments that ask it."""

    def __init__(self, server: Server, model: str, folder: Path, **settings: object) -> None:
        self.server, self.kept = server, folder / "kept.sqlite"
        told = {"answers": self.kept, "attempts": 1, **settings}
        self.arguments: list[object] = ["--prm", profile(folder, model, **told)]
        self.offline: list[object] = ["--prm", profile(folder, model, **told, offline=True)]


def pooled(tokenizer: Any) -> Answer:
    """A model of two classes at every token that knows bad words when it has read them."""

    def answer(path: str, body: Body) -> Raw | dict[str, Any]:
        if path != "/pooling":
            return Raw(b"{}", 404)
        (ids,) = body["input"]
        read, rows = "", []
        for id in ids:
            read += tokenizer.decode([id])
            odd = sum(map(ord, read)) % 7 / 7
            rows.append([2 - odd, odd] if "bad" in read else [odd, 2 - odd])
        usage = {"prompt_tokens": len(ids), "total_tokens": len(ids)}
        return {"object": "list", "data": [{"index": 0, "object": "pooling", "data": rows}], "usage": usage}

    return answer


@pytest.fixture(params=["critic", "served"])
def asked(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Asked]:
    """A critic, or a model behind a server."""
    if request.param == "critic":
        with answering(critic(verdict)) as server:
            more: dict[str, object] = {"votes": 3, "price_read": 2, "price_written": 8}
            yield Asked(server, "critic:openai:m", tmp_path, url=f"{server.url}/v1", **more)
        return
    folder = tmp_path / "model"
    with answering(pooled(tiny_models.chatml(folder))) as server:
        yield Asked(server, f"qwen:vllm:{server.url}#m", tmp_path, tokenizer=folder)


def requests_told(said: str) -> int:
    """How many requests a command says that it made."""
    (line,) = [line for line in said.splitlines() if " requests, " in line]
    assert "tokens read" in line
    return int(line.partition(" requests, ")[0].rpartition(" ")[2])


def test_check_estimates_what_is_not_settled_and_tells_the_cost(asked: Asked, run: Run, tmp_path: Path) -> None:
    data = labelled(4, tmp_path / "in.jsonl")
    check = ["check", data, "--lean", "off", "--json"]
    status, out, said = run(*check, *asked.arguments)
    assert status == 0, said
    records = [json.loads(line) for line in out.splitlines()]
    for record in records:
        assert [step["kind"] for step in record["steps"]] == ["settled", "estimated", "estimated", "estimated"]
        assert all(a["score"] >= b["score"] for a, b in zip(record["steps"], record["steps"][1:], strict=False))
    assert requests_told(said) == len(asked.server.seen) > 0
    if len(asked.server.seen) == 12:  # three votes of a critic
        tokens = 12 * (1000 * 2 + 100 * 8) / 1e6
        assert f"12 requests, 0 answered before, 12000 tokens read, 1200 written, {tokens:.4f} by the prices" in said
    before = len(asked.server.seen)
    again = run(*check, *asked.offline)
    assert again[:2] == (0, out) and len(asked.server.seen) == before, "a kept answer is never asked again"


def test_an_audit_measures_it(asked: Asked, run: Run) -> None:
    audit = ["audit-prm", "--pairs", 4, "--seed", 3, "--dresses", "none", "--levels", "easy", "--bootstrap", 10]
    status, out, said = run(*audit, "--format", "json", *asked.arguments)
    assert status == 0, said
    figures = json.loads(out)
    assert figures["pairs"] >= 3 and figures["without_score"] == 0
    assert requests_told(said) == len(asked.server.seen)
    assert "m" in figures["prm"]


def test_a_calibration_is_fitted_and_used_for_labels_and_drift(asked: Asked, run: Run, tmp_path: Path) -> None:
    data, out = labelled(64, tmp_path / "in.jsonl"), tmp_path / "c.json"
    fit = ["calibrate", "--out", out, "--data", data, "--rate", 0.2, *asked.arguments]
    status, printed, said = run(*fit)
    assert status == 0, said
    assert "Brier skill over the base rate" in printed and "95% interval" in printed
    assert requests_told(said) == len(asked.server.seen)
    assert json.loads(out.read_text())["level"]["steps"] == 64, "how it goes with the settled step of each chain"
    before = len(asked.server.seen)
    label = [
        "label",
        data,
        "--out",
        tmp_path / "out.jsonl",
        "--labels",
        "soft",
        "--processes",
        1,
        "--lean",
        "off",
        "--no-cache",
    ]
    status, _, said = run(*label, "--calibration", out, *asked.arguments)
    assert status == 0, said
    assert len(asked.server.seen) == before, "labels use the answers that the calibration kept"
    assert f"0 requests, {before} answered before" in said, said
    card = json.loads((tmp_path / "out.jsonl.card.json").read_text())
    assert card["drift"]["here"]["steps"] == card["drift"]["level"]["steps"] == 64
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert all(0 < score <= 1 for row in rows for score in row["scores"])


def test_eval_and_the_table_measure_it_fused(asked: Asked, run: Run, tmp_path: Path) -> None:
    data = labelled(16, tmp_path / "in.jsonl")
    status, out, said = run("eval", data, "--json", "--bootstrap", 10, *asked.arguments)
    assert status == 0, said
    assert json.loads(out)["subsets"]["in"]["first error"]["f1"]["value"] > 0.5
    status, out, said = run(
        "bench", "prm", data, "--threshold-from", "in", "--json", "--bootstrap", 10, *asked.arguments
    )
    assert status == 0, said
    systems = {json.loads(line)["system"] for line in out.splitlines()}
    assert {"majority", "length", "position", "exact", "fused"} < systems
    assert requests_told(said) == 0, "what eval asked is kept"


def test_a_batch_comes_to_what_a_server_says(run: Run, tmp_path: Path) -> None:
    data = labelled(3, tmp_path / "in.jsonl")
    check = ["check", data, "--lean", "off", "--json", "--prm"]
    critic_of = partial(profile, tmp_path, "critic:openai:m", votes=2)
    with answering(critic(verdict)) as server:
        _, live, _ = run(*check, critic_of(url=f"{server.url}/v1", answers=tmp_path / "live.sqlite"))
        bodies = server.seen
    batch, answers = tmp_path / "requests.jsonl", tmp_path / "responses.jsonl"
    kept = tmp_path / "batch.sqlite"
    _, _, said = run(*check, critic_of(answers=kept, requests=batch))
    assert "6 requests have no answer yet" in said
    asked = [json.loads(line) for line in batch.read_text().splitlines()]
    assert sorted(json.dumps(one["body"], sort_keys=True) for one in asked) == sorted(
        json.dumps(one, sort_keys=True) for one in bodies
    )
    told = ((one["custom_id"], one["body"]) for one in asked)
    said_of = {id: verdict(body["messages"][1]["content"], body["seed"]) for id, body in told}
    answers.write_text(
        "".join(
            json.dumps({"custom_id": id, "response": {"status_code": 200, "body": completion(text)}}) + "\n"
            for id, text in said_of.items()
        )
    )
    status, out, said = run(*check, critic_of(answers=kept, responses=[str(answers)]))
    assert (status, out) == (0, live), said


def test_what_cannot_be_read_is_unjudged_with_its_reason(run: Run, tmp_path: Path) -> None:
    data = labelled(1, tmp_path / "in.jsonl")
    with answering(critic(lambda shown, sample: "Who knows?")) as server:
        kept = profile(tmp_path, "critic:openai:m", answers=tmp_path / "k.sqlite")
        asked = ["--prm", kept, "--prm-url", f"{server.url}/v1"]
        _, out, said = run("check", data, "--lean", "off", "--json", *asked)
    assert [step["kind"] for step in json.loads(out)["steps"]] == ["settled", *["unjudged"] * 3]
    assert "c0: not estimated: the answer holds no number in \\boxed{}" in said


def test_a_server_that_is_gone_ends_a_run_with_its_reason(run: Run, tmp_path: Path) -> None:
    data = labelled(1, tmp_path / "in.jsonl")
    kept = profile(tmp_path, "critic:openai:m", answers=tmp_path / "k.sqlite", attempts=1)
    gone = ["--prm", kept, "--prm-url", "http://127.0.0.1:9/v1"]
    for command in (["check", data, "--lean", "off"], ["label", data, "--out", tmp_path / "o.jsonl", "--lean", "off"]):
        status, _, said = run(*command, *gone)
        assert status == 3 and "cannot be reached" in said, said
