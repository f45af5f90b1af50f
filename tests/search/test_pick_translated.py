"""Picking among attempts that are judged by translations, by files or by a server that REPLAYS: it is no language
model."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import quick_model
from support.command_line import Run, profile
from support.model_servers import served
from support.pen_attempts import PROBLEM, TEXTS, reply, write

import verifier


@pytest.fixture
def attempts(tmp_path: Path) -> Path:
    (tmp_path / "attempts.jsonl").write_text("".join(json.dumps({"steps": [text]}) + "\n" for text in TEXTS))
    write(tmp_path / "formal.jsonl")
    return tmp_path


def test_the_attempt_whose_translations_agree_is_served_live_and_by_files(attempts: Path, command: Run) -> None:
    asked = ("pick", PROBLEM, "attempts.jsonl", "--json", "--clean", "settled")
    by = ("--translator", profile(attempts, "openai:m", answers=attempts / "kept.sqlite"), "--trust", "agreeing")
    with served(reply) as server:
        live = command(*asked, *by, env={"OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": "a-secret"})
        assert len(server.seen) == 6, "the problem and two attempts over it, in each of two samples"
    assert live.returncode == 0 and "6 requests" in live.stderr and "a-secret" not in live.stderr, live.stderr
    assert json.loads(live.stdout)["chosen"] == 1
    assert [one["what"] for one in json.loads(live.stdout)["attempts"][0]["flaws"]] == ["incorrect"]
    files = command(*asked, "--formal", "formal.jsonl", "--trust", "agreeing")
    assert (files.returncode, files.stdout) == (0, live.stdout), files.stderr
    shown = command("pick", PROBLEM, "attempts.jsonl", "--given", "formal.jsonl")
    assert shown.returncode == 0 and "serve attempt 1" in shown.stdout


def test_evidence_serves_nothing_that_it_speaks_against_and_says_what_would_settle(
    attempts: Path, command: Run
) -> None:
    found = command("pick", PROBLEM, "attempts.jsonl", "--json", "--formal", "formal.jsonl")
    assert found.returncode == 0 and "--trust agreeing" in found.stderr
    told = json.loads(found.stdout)
    assert told["chosen"] == 1 and [one["what"] for one in told["attempts"][0]["flaws"]] == [
        "refuted",
        "nothing checked",
    ]
    settled = command("pick", PROBLEM, "attempts.jsonl", "--clean", "settled", "--formal", "formal.jsonl")
    assert settled.returncode == 1 and "is not settled" in settled.stdout
    assert command("pick", PROBLEM, "attempts.jsonl", "--formal", "none.jsonl").returncode == 2
    assert command("pick", PROBLEM, "attempts.jsonl", "--translator", "nonsense").returncode == 2


def test_an_attempt_that_a_model_doubts_beside_its_translations_is_not_served(attempts: Path, command: Run) -> None:
    asked = ("pick", PROBLEM, "attempts.jsonl", "--json", "--formal", "formal.jsonl", "--prm", quick_model.PRM)
    told = json.loads(command(*asked).stdout)
    assert told["chosen"] == 1
    strict = json.loads(command(*asked, "--min-score", "0.9999").stdout)
    assert strict["chosen"] is None and [one["what"] for one in strict["attempts"][1]["flaws"]] == ["doubted"]


def test_a_server_that_fails_leaves_the_attempts_to_the_exact_reading(attempts: Path, command: Run) -> None:
    env = {"OPENAI_BASE_URL": "http://127.0.0.1:9/v1", "OPENAI_API_KEY": "x"}
    by = ("--translator", profile(attempts, "openai:m", answers=attempts / "other.sqlite"))
    dead = command("pick", PROBLEM, "attempts.jsonl", *by, env=env)
    assert dead.returncode == 3 and "attempt 0: not translated" in dead.stderr and "serve none" in dead.stdout


def test_from_python_the_judge_is_handed_over(attempts: Path) -> None:
    with verifier.Judge("off", readings=attempts / "formal.jsonl", trust="agreeing") as judge:
        picked = verifier.pick(PROBLEM, [[text] for text in TEXTS], judge=judge)
    assert picked.chosen == 1 and [one.settled for one in picked.attempts] == [0, 1]
