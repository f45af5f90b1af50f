"""Labels with a translator, from a real HTTP server on loopback whose answers are scripted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from driving import Run
from speaking import Asked, Raw, Reply, Server, claims, honest, served

from verifier.judging.options import Translator
from verifier.judging.records.recheck import recheck
from verifier.labelling.batch import Summary, Watch
from verifier.labelling.batch import run as label
from verifier.labelling.order import Order
from verifier.labelling.plan import LabellingRun, Refused
from verifier.translating.model import TranslatorUnavailable

ROWS = 6
STEPS = [f"Half of {2 * n} is {n + n % 2}, Ann sees." for n in range(20, 20 + ROWS)]
BY_STEP = {
    step: claims({"claim": f"{2 * n}/2 = {n + n % 2}", "spans": [step.split(",")[0]]})
    for n, step in enumerate(STEPS, 20)
}
ASKED = 4  # questions a row: two samples, the claim in words, and these compared
TOKENS = 120  # that the server says each took


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VERIFIER_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("OPENAI_API_KEY", "")
    rows = [{"id": f"c{i}", "problem": "How many are half of the pears?", "steps": [s]} for i, s in enumerate(STEPS)]
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return tmp_path / "in.jsonl"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    with serving(honest(BY_STEP), monkeypatch) as found:
        yield found


class serving:
    """A server that is the one to be asked."""

    def __init__(self, reply: Reply, monkeypatch: pytest.MonkeyPatch) -> None:
        self._served, self._patch = served(reply), monkeypatch

    def __enter__(self) -> Server:
        server = self._served.__enter__()
        self._patch.setenv("OPENAI_BASE_URL", server.url)
        return server

    def __exit__(self, *_: object) -> None:
        self._served.__exit__(None, None, None)


class Hearing(Watch):
    def __init__(self) -> None:
        self.heard: list[str] = []

    def told(self, message: str) -> None:
        self.heard.append(message)


def labelled(data: Path, name: str, watch: Watch | None = None, **more: Any) -> tuple[Summary, list[dict[str, Any]]]:
    how = {"spec": "openai:m", "trust": "unmeasured", "samples": 2, **more.pop("translator", {})}
    order = Order("records", lean="off", translator=Translator(**how) if how["spec"] else Translator())
    out = data.parent / name
    summary = label(LabellingRun([str(data)], out, order, **{"processes": 2, **more}), watch)
    return summary, [json.loads(row) for row in out.read_text().splitlines()] if out.exists() else []


def test_workers_share_one_translator_and_what_is_known_is_not_asked_again(data: Path, server: Server) -> None:
    summary, rows = labelled(data, "one.jsonl")
    assert [row["steps"][0]["correct"] for row in rows] == [n % 2 == 0 for n in range(20, 20 + ROWS)]
    assert len(server.seen) == ROWS * ASKED
    assert summary.card["steps"]["translated_correct"] == summary.card["steps"]["translated_incorrect"] == ROWS // 2
    assert summary.card["versions"]["translator"] == "openai:m, 2 samples, trusted: unmeasured"
    assert [str(one) for one in recheck(rows) if one.wrong] == []
    labelled(data, "again.jsonl")
    assert len(server.seen) == ROWS * ASKED  # the records were kept
    _, plain = labelled(data, "plain.jsonl", translator={"spec": "", "trust": None})
    assert not any("translation" in row["steps"][0] or row["steps"][0]["correct"] for row in plain)
    _, evidence = labelled(data, "evidence.jsonl", translator={"trust": None})
    assert [row["steps"][0]["kind"] for row in evidence] == ["unjudged"] * ROWS
    assert len(server.seen) == ROWS * ASKED  # other records, of the same answers


def test_the_budget_is_one_for_all_workers_and_what_got_no_answer_is_not_kept(data: Path, server: Server) -> None:
    watch = Hearing()
    _, rows = labelled(data, "short.jsonl", watch, translator={"budget": 2 * ASKED * TOKENS})
    assert 2 * ASKED <= len(server.seen) <= 2 * ASKED + 1  # one worker may ask while the other's answer is counted
    judged = [row["steps"][0]["correct"] for row in rows]
    assert 0 < judged.count(None) < ROWS and any("budget" in line for line in watch.heard)
    _, rows = labelled(data, "whole.jsonl")
    assert None not in [row["steps"][0]["correct"] for row in rows]
    assert len(server.seen) == ROWS * ASKED


def test_a_run_whose_server_went_away_goes_on_where_it_was(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = honest(BY_STEP)
    done = 0

    def dying(asked: Asked) -> Any:
        nonlocal done
        done += 1
        return told(asked) if done <= 2 * ASKED else Raw(b"{}", 401)

    with serving(dying, monkeypatch):
        summary, rows = labelled(data, "out.jsonl", cached=False, processes=1)
    assert summary.lost == ROWS - 2 and len(rows) == 2
    with serving(told, monkeypatch) as alive:
        summary, rows = labelled(data, "out.jsonl", cached=False, processes=1, resume=True)
        assert summary.lost == 0 and len(rows) == ROWS and len(alive.seen) == (ROWS - 2) * ASKED


def test_a_journal_goes_on_with_its_own_translator_and_its_budget(data: Path, server: Server) -> None:
    class Stop(Watch):
        def done(self, outcomes: object) -> None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        labelled(data, "out.jsonl", Stop(), cached=False, translator={"budget": 10**6})
    with pytest.raises(Refused, match="another run"):
        labelled(data, "out.jsonl", cached=False, resume=True, translator={"budget": 10**6, "spec": "openai:n"})
    watch = Hearing()
    _, rows = labelled(data, "out.jsonl", watch, cached=False, resume=True, translator={"budget": 10**6})
    assert len(rows) == ROWS and len(server.seen) == ROWS * ASKED
    assert any(f"{ROWS * ASKED * 100} tokens read" in line for line in watch.heard)  # of both runs


def test_a_translator_that_may_settle_nothing_stops_a_run_before_it_begins(data: Path, server: Server) -> None:
    with pytest.raises(TranslatorUnavailable, match="2 samples"):
        labelled(data, "out.jsonl", translator={"samples": 1})
    with pytest.raises(Refused, match="--ray"):
        labelled(data, "out.jsonl", ray="local")
    assert server.seen == [] and not (data.parent / "out.jsonl").exists()


def test_the_commands_take_a_translator_as_check_does(data: Path, server: Server, command: Run) -> None:
    by = ["--translator", "openai:m", "--translator-samples", "2", "--trust-translator", "unmeasured", "--lean", "off"]
    done = command("label", "in.jsonl", "--out", "out.jsonl", *by, "--processes", "1")
    assert done.returncode == 0 and f"{ROWS * ASKED} questions" in done.stderr, done.stderr
    rows = [json.loads(row) for row in (data.parent / "out.jsonl").read_text().splitlines()]
    assert [row["labels"] for row in rows] == [[1 - n % 2] for n in range(20, 20 + ROWS)]
    found = command("eval", "out.jsonl", *by, "--bootstrap", "0", "--json", "--keep", "kept.jsonl")
    assert found.returncode == 0 and f"{ROWS * ASKED} answered before" in found.stderr, found.stderr
    other = command("eval", "out.jsonl", "--keep", "kept.jsonl", "--bootstrap", "0")
    assert other.returncode == 2 and "the same estimates and translations" in other.stderr
