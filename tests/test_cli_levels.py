"""A level measured by ``bench translate`` and used by the commands that judge, against a local server where one asks.

The server REPLAYS translations that were written before: it is no language model.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.command_line import Run, lines, profile
from support.model_servers import replay, served
from support.pear_chains import RIGHT, WRONG, labelled, translated, write, write_all

from verifier.language.read_chain import read_chain

AT = ("--trust-at", "0.5")
TRUST = ("--trust", "level.json")
HALF = ("--trust", "level.json@0.5")


@pytest.fixture
def level(tmp_path: Path, command: Run) -> dict[str, Any]:
    """The level of two translations that agree: six right chains and two wrong ones, none against its label."""
    done = command("bench", "translate", *write_all(tmp_path), "--write", "level.json", "--json", *AT)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_what_is_settled_is_counted_by_steps_and_chains_and_reference_answers_are_hidden(
    level: dict[str, Any], tmp_path: Path
) -> None:
    assert [one["name"] for one in level["translations"]] == ["0.jsonl", "1.jsonl", "agreeing"]
    for one in level["translations"]:  # a reference answer that was seen would set all translations aside
        assert one["whole"] == RIGHT + WRONG and not one["against"] and not one["exactly"]
        right, wrong = one["approvals"], one["accusations"]
        assert [right[by]["cases"] for by in ("steps", "chains")] == [RIGHT, RIGHT]
        assert (wrong["chains"]["agreed"], wrong["chains"]["at_least"], wrong["reached"]) == (WRONG, 0.6069, True)
        assert wrong["chains_needed"] == {"no_errors": 5, "errors_seen": 5}
    data = json.loads((tmp_path / "level.json").read_text())
    assert data["of"]["samples"] == 2 and data["of"]["agreeing"] and data["of"]["by"][0]["name"] == "openai:m"
    assert [(one["name"], one["chains"]) for one in data["data"]] == [("labelled.jsonl", RIGHT + WRONG)]


FORMAL = ("--formal", "0.jsonl", "--formal", "1.jsonl")


def settled(rows: list[dict[str, Any]]) -> list[bool | None]:
    return [row["steps"][1]["correct"] for row in rows]


def test_check_settles_at_the_level_recheck_reads_it_again_and_without_it_the_command_says_what_would_settle(
    level: dict[str, Any], tmp_path: Path, command: Run
) -> None:
    done = command("check", "chains.jsonl", *FORMAL, *HALF, "--json")
    rows = lines(done.stdout)
    assert done.returncode == 1 and settled(rows) == [True] * RIGHT + [False] * WRONG
    assert {row["steps"][1]["reading"] for row in rows} == {"translated"}
    assert rows[0]["trust"]["at_least"] == 0.5 and rows[0]["trust"]["level"]["digest"]
    (tmp_path / "records.jsonl").write_text(done.stdout)
    again = command("recheck", "records.jsonl")
    assert again.returncode == 0 and "at a level" in again.stdout + again.stderr
    rows[0]["trust"]["level"]["approvals"]["chains"]["cases"] = RIGHT + 1
    write(tmp_path / "records.jsonl", rows)
    edited = command("recheck", "records.jsonl")
    assert edited.returncode == 1 and "make" in edited.stdout + edited.stderr
    high = command("check", "chains.jsonl", *FORMAL, *TRUST, "--json")
    assert high.returncode == 0 and settled(lines(high.stdout)) == [None] * (RIGHT + WRONG)
    assert "7 of 7 chains as labelled, 65.18% at least, less than 97.00%, so none is settled" in high.stderr
    evidence = command("check", "chains.jsonl", *FORMAL)
    assert evidence.returncode == 0 and "--trust LEVEL.json" in evidence.stderr and "agreeing" in evidence.stderr
    shown = command("check", "chains.jsonl", *FORMAL, *HALF, env={"COLUMNS": "120"})
    assert "as translated, at a level of 65.18%" in shown.stdout


def test_label_eval_report_and_prove_chain_settle_at_the_level(
    level: dict[str, Any], tmp_path: Path, command: Run
) -> None:
    by = (*FORMAL, *HALF)
    assert command("label", "chains.jsonl", "--out", "out.jsonl", *by).returncode == 0
    assert [row["labels"][1] for row in lines((tmp_path / "out.jsonl").read_text())] == [1] * RIGHT + [0] * WRONG
    card = json.loads((tmp_path / "out.jsonl.card.json").read_text())
    assert card["order"]["formal"]["trust"].startswith("level ")
    assert card["readings"] == {"translated": RIGHT + WRONG}
    keep = ("--keep", "kept.jsonl", "--json")
    assert command("eval", "labelled.jsonl", *by, *keep).returncode == 0
    assert settled(lines((tmp_path / "kept.jsonl").read_text())) == [True] * RIGHT + [False] * WRONG
    assert command("eval", "labelled.jsonl", *by, *keep).returncode == 0
    assert len(lines((tmp_path / "kept.jsonl").read_text())) == RIGHT + WRONG, "records at the same level are kept"
    assert command("report", "chains.jsonl", *by, "--typeset", "off", "-o", "page.html").returncode == 0
    proved = command("prove-chain", "chains.jsonl", *by, "--format", "json")
    assert proved.returncode == 1
    (tmp_path / "whole.jsonl").write_text(proved.stdout)
    assert command("recheck", "whole.jsonl").returncode == 0


@pytest.mark.parametrize(
    "words",
    [
        ["check", "chains.jsonl"],
        ["label", "chains.jsonl", "--out", "out.jsonl"],
        ["eval", "labelled.jsonl"],
        ["report", "chains.jsonl"],
        ["prove-chain", "chains.jsonl"],
    ],
)
def test_translations_of_another_model_are_refused_with_what_differs_and_what_to_run(
    level: dict[str, Any], tmp_path: Path, command: Run, words: list[str]
) -> None:
    write(tmp_path / "1.jsonl", [translated(place, 1, name="openai:other") for place in range(RIGHT)])
    done = command(*words, *FORMAL, *HALF)
    assert done.returncode == 2 and not done.stdout, done.stderr
    assert "is translated by openai:other" in done.stderr and "bench translate --write" in done.stderr


def test_a_level_that_is_none_is_refused(level: dict[str, Any], tmp_path: Path, command: Run) -> None:
    (tmp_path / "level.json").write_text((tmp_path / "level.json").read_text().replace("0.7", "0.8"))
    for words in (["check", "chains.jsonl"], ["label", "chains.jsonl", "--out", "o.jsonl"], ["eval", "labelled.jsonl"]):
        done = command(*words, *FORMAL, *HALF)
        assert done.returncode == 2 and "edited" in done.stderr, done.stderr
    assert command("check", "chains.jsonl", *FORMAL, "--trust", "nowhere.json").returncode == 2


def test_what_is_mixed_or_empty_is_not_measured_and_what_is_unnamed_is_and_settles_nothing(
    tmp_path: Path, command: Run
) -> None:
    write_all(tmp_path)
    mixed = [translated(0, 0), translated(1, 0, prompt="abd")]
    done = command("bench", "translate", "labelled.jsonl", "--formal", write(tmp_path / "mixed.jsonl", mixed))
    assert done.returncode == 2 and "expected translations by one model and prompt" in done.stderr
    assert command("bench", "translate", "labelled.jsonl").returncode == 2
    unnamed = [translated(place, sample, name="") for place in range(RIGHT) for sample in (0, 1)]
    for one in unnamed:
        del one["by"]
    base = ("labelled.jsonl", "--formal", write(tmp_path / "unnamed.jsonl", unnamed))
    done = command("bench", "translate", *base, "--write", "level.json", *AT)
    assert done.returncode == 0 and "settles nothing" in done.stderr and "provenance missing" in done.stdout
    assert "unnamed.jsonl, sample 1" in done.stdout
    assert json.loads((tmp_path / "level.json").read_text())["of"]["by"][0]["name"] == "unnamed"
    done = command("check", "chains.jsonl", *base[1:], *HALF)
    assert done.returncode == 2 and "do not say who made them" in done.stderr


def test_a_translator_is_measured_live_with_what_it_takes_and_its_own_translations_are_settled(
    tmp_path: Path, command: Run
) -> None:
    write_all(tmp_path)
    twin = {**labelled(0), "id": "twin", "steps": ["She buys some.", *labelled(0)["steps"][1:]]}
    rows = [*(labelled(place) for place in range(RIGHT)), twin]
    write(tmp_path / "labelled.jsonl", rows)
    samples = [[read_chain(translated(place, sample)) for place in range(RIGHT)] for sample in (0, 1)]
    by = ["--translator", "openai:m", "--answers", "kept.sqlite"]
    with served(replay(samples)) as server:
        env = {"OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": "a-secret"}
        bench = ["bench", "translate", "labelled.jsonl", *by, "--mode", "whole", "--price-read", "2", *AT, "--json"]
        done = command(*bench, "--write", "level.json", env=env)
        told = json.dumps([one.body for one in server.seen])
    assert "987654" not in told and "label" not in json.dumps([one.material for one in server.seen])
    assert done.returncode == 3, "the twin was never recorded"
    found = json.loads(done.stdout)["made"]["one request a chain"]
    assert (found["translations"], found["failed"], found["at_once"]) == (2 * RIGHT + 2, 2, 2 * RIGHT)
    assert found["read"] == 1000 * found["requests"] and found["money"] == found["read"] * 2 / 1_000_000
    write(tmp_path / "chains.jsonl", lines((tmp_path / "chains.jsonl").read_text())[:RIGHT])
    offline = profile(tmp_path, "openai:m", answers=tmp_path / "kept.sqlite", offline=True)
    ask = ["--translator", offline]
    judged = command("check", "chains.jsonl", *ask, *HALF, "--json", env=env)
    assert judged.returncode == 0 and settled(lines(judged.stdout)) == [True] * RIGHT, judged.stderr
    fewer = command("check", "chains.jsonl", *ask, "--translator-samples", "1", *HALF, env=env)
    assert fewer.returncode == 2 and "there are 1 of a chain" in fewer.stderr
