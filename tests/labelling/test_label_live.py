"""``verifier label --translator`` and ``eval --translator`` with a local server that REPLAYS translations: it is no
language model. Live, by a file and once more are the same bytes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support import quick_model
from support.command_line import Run, lines, profile
from support.model_servers import Asked, Raw, Reply, replay, served

from verifier.language.formal_chain import FormalChain
from verifier.language.read_chain import read_chain

MOST = 6


def translated(i: int, result: int, sample: int) -> FormalChain:
    """A chain of one step with one of its translations: right where ``result`` is i + 1."""
    name = f"pens_{sample}"
    rows: dict[str, Any] = {
        "formal": 1,
        "id": f"c{i}",
        "problem": f"Ann has {i} pens and buys one. How many has she?",
        "steps_text": [f"In the end she owns {result} pens."],
        "vars": {name: {"type": "count", "means": "pens in the end"}},
        "facts": [
            {"id": "p0", "kind": "given", "quote": f"Ann has {i} pens and buys one", "expr": f"{name} == {i} + 1"}
        ],
        "asks": [name],
        "steps": [[{"role": "claim", "quote": f"she owns {result} pens", "expr": f"{name} == {result}"}]],
    }
    return read_chain(rows)


SAMPLES = [[translated(i, i + 1 + (i % 3 == 0), sample) for i in range(2, 2 + MOST)] for sample in range(2)]
BY = ("--translator", "openai:m", "--trust", "agreeing")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    rows = [
        {"id": one.id, "problem": one.problem, "steps": list(one.steps_text), "label": -1 if i % 3 else 0}
        for i, one in enumerate(SAMPLES[0], 2)
    ]
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return tmp_path


def env(url: str) -> dict[str, str]:
    return {"OPENAI_BASE_URL": url, "OPENAI_API_KEY": "a-secret"}


def faulty(reply: Reply) -> Reply:
    """A server that fails for one chain alone."""

    def answer(asked: Asked) -> str | Raw:
        return Raw(b"no", 400) if "Ann has 4 pens" in asked.material["problem"] else reply(asked)

    return answer


def test_live_by_a_file_and_once_more_give_the_same_bytes_and_the_records_hold(data: Path, command: Run) -> None:
    kept = ("--translator", profile(data, "openai:m", answers=data / "kept.sqlite"))
    with served(replay(SAMPLES)) as server:
        live = command("label", "in.jsonl", "--out", "live.jsonl", "--to", "records", *BY, *kept, env=env(server.url))
        assert live.returncode == 0 and len(server.seen) == 2 * MOST, live.stderr
    assert "a-secret" not in live.stdout + live.stderr
    base = ("in.jsonl", "--translator", "openai:m", "--out", "formal.jsonl", "--answers", "kept.sqlite", "--offline")
    assert command("translate", *base).returncode == 0
    assert (data / "formal.jsonl").read_bytes() == (data / "live.jsonl.formal.jsonl").read_bytes()
    files = ("--formal", "formal.jsonl", "--trust", "agreeing", "--to", "records")
    assert command("label", "in.jsonl", "--out", "files.jsonl", *files).returncode == 0
    assert (data / "files.jsonl").read_bytes() == (data / "live.jsonl").read_bytes()
    checked = command("check", "in.jsonl", "--json", *files[:4])
    assert checked.stdout.encode() == (data / "live.jsonl").read_bytes()
    rows = lines((data / "live.jsonl").read_text())
    assert [row["first_error"] for row in rows] == [0 if i % 3 == 0 else -1 for i in range(2, 2 + MOST)]
    assert {row["steps"][0]["reading"] for row in rows} == {"translated"}
    assert command("recheck", "live.jsonl").returncode == 0
    assert command("report", "live.jsonl", "-o", "page.html", "--typeset", "off").returncode == 0
    again = command("label", "in.jsonl", "--out", "live.jsonl", "--to", "records", *BY, *kept, "--resume")
    assert again.returncode == 0 and "is complete already" in again.stderr, "and nobody is there to be asked"
    other = command("label", "in.jsonl", "--out", "live.jsonl", "--to", "records", *BY[2:], "--translator", "openai:x",
                    "--resume")  # fmt: skip
    assert other.returncode == 2 and "holds other translations" in other.stderr
    held = command("label", "in.jsonl", "--out", "live.jsonl", *BY, env=env("http://127.0.0.1:9/v1"))
    assert held.returncode == 2 and "expected --resume" in held.stderr, "refused before anybody is asked"


def test_a_chain_that_the_server_fails_is_read_exactly_and_costs_no_other(data: Path, command: Run) -> None:
    with served(faulty(replay(SAMPLES))) as server:
        done = command("label", "in.jsonl", "--out", "out.jsonl", "--to", "records", *BY, env=env(server.url))
    assert done.returncode == 3 and "c4, sample 0: not translated" in done.stderr
    rows = lines((data / "out.jsonl").read_text())
    assert [len(row["translations"]) for row in rows] == [0 if row["id"] == "c4" else 2 for row in rows]
    assert [row["first_error"] for row in rows][1:3] == [0, None]


def test_a_server_that_cannot_be_reached_labels_nothing_and_evidence_says_what_would_settle(
    data: Path, command: Run
) -> None:
    by = ("--translator", profile(data, "openai:n", answers=data / "other.sqlite"))
    dead = command("label", "in.jsonl", "--out", "none.jsonl", *by, env=env("http://127.0.0.1:9/v1"))
    assert dead.returncode == 3 and "no chain was translated" in dead.stderr and not (data / "none.jsonl").exists()
    with served(replay(SAMPLES)) as server:
        one = command("label", "in.jsonl", "--out", "one.jsonl", "--limit", "1", *by, env=env(server.url))
        assert len(server.seen) == 2
    assert one.returncode == 0 and "--trust agreeing" in one.stderr
    for more in (("--lean", "require"), ("--set", "certify=true")):
        refused = command("label", "in.jsonl", "--out", "two.jsonl", *by, *more)
        assert refused.returncode == 2 and "not available with --translator" in refused.stderr


def test_eval_measures_live_what_it_measures_by_files(data: Path, command: Run) -> None:
    kept = ("--translator", profile(data, "openai:m", answers=data / "kept.sqlite"))
    with served(replay(SAMPLES)) as server:
        live = command("eval", "in.jsonl", "--json", "--bootstrap", "0", *BY, *kept, env=env(server.url))
        assert live.returncode == 0, live.stderr
    base = ("in.jsonl", "--translator", "openai:m", "--out", "formal.jsonl", "--answers", "kept.sqlite", "--offline")
    assert command("translate", *base).returncode == 0
    files = command("eval", "in.jsonl", "--json", "--bootstrap", "0", "--formal", "formal.jsonl", "--trust", "agreeing")
    assert files.stdout == live.stdout and '"first error"' in live.stdout.replace("_", " ")
    fused = command(
        "eval", "in.jsonl", "--json", "--bootstrap", "0", "--formal", "formal.jsonl", "--prm", quick_model.PRM
    )
    assert fused.returncode == 0 and fused.stdout != files.stdout, fused.stderr
