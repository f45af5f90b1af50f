"""Profiles of models and settings: found, merged with the command line, refused with what was expected."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.command_line import run
from support.model_servers import answering, critic

ROW = {"id": "a", "problem": "What is it?", "steps": ["It is plain to see.", "So it is."]}
TABLE = '[tool.verifier.models.judge]\nmodel = "critic:openai:m"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "in.jsonl").write_text(json.dumps(ROW) + "\n")
    return tmp_path


def asked_of(folder: Path, *words: str, env: dict[str, str] | None = None) -> str:
    done = run(folder, "check", "in.jsonl", "--lean", "off", "--prm", "judge", *words, env=env)
    assert done.returncode == 2, done.stderr
    return done.stderr


def test_profile_of_pyproject_sets_url_votes_and_temperature(folder: Path) -> None:
    with answering(critic(lambda shown, sample: "\\boxed{-1}")) as server:
        more = f'url = "{server.url}/v1"\nvotes = 3\ntemperature = 0.25\nanswers = "kept.sqlite"\n'
        (folder / "pyproject.toml").write_text(TABLE + more)
        done = run(folder, "check", "in.jsonl", "--lean", "off", "--json", "--prm", "judge")
        assert done.returncode == 0, done.stderr
        assert [body["temperature"] for body in server.seen] == [0.25] * 3
    assert json.loads(done.stdout)["steps"][0]["kind"] == "estimated"


def test_profile_does_not_replace_a_model_of_its_own_name(folder: Path) -> None:
    (folder / "pyproject.toml").write_text(TABLE.replace("judge", "none"))
    done = run(folder, "check", "in.jsonl", "--lean", "off", "--prm", "none", "--json")
    assert done.returncode == 0 and json.loads(done.stdout)["steps"][0]["kind"] == "unjudged"


def test_command_that_takes_no_profile_says_so(folder: Path) -> None:
    (folder / "pyproject.toml").write_text(TABLE)
    done = run(folder, "pick", "Add.", "in.jsonl", "--prm", "judge")
    assert done.returncode == 2 and "takes no profile" in " ".join(done.stderr.split())


def test_option_of_the_command_line_takes_precedence_over_a_profile(folder: Path) -> None:
    with answering(critic(lambda shown, sample: "\\boxed{-1}")) as server:
        more = 'url = "http://127.0.0.1:9/v1"\nanswers = "kept.sqlite"\n'
        (folder / "pyproject.toml").write_text(TABLE + more)
        done = run(folder, "check", "in.jsonl", "--lean", "off", "--prm", "judge", "--prm-url", f"{server.url}/v1")
        assert done.returncode == 0 and len(server.seen) == 1, done.stderr


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("votes = 0", "votes: expected an integer from 1 to 64, found 0"),
        ("concurrency = 0", "concurrency: expected an integer from 1 to 512, found 0"),
        ('seconds = "soon"', "seconds: expected a number from 0.1, found 'soon'"),
        ("offline = 1", "offline: expected true or false, found 1"),
        ("answers = 7", "answers: expected a path, found 7"),
        ("votse = 2", "expected a key among model, "),
        ("model = 3", "model: expected the model as text"),
        ("modle = 3", "expected the key model"),
    ],
)
def test_profile_with_a_wrong_value_is_refused(folder: Path, row: str, said: str) -> None:
    table = TABLE if not row.startswith("mod") else TABLE.partition("model =")[0]
    (folder / "pyproject.toml").write_text(f"{table}{row}\n")
    refused = " ".join(asked_of(folder).split())
    assert said in refused and "[tool.verifier.models.judge]" in refused


def test_setting_with_a_wrong_name_or_value_is_refused(folder: Path) -> None:
    for given, said in (("seeds=1", "expected NAME=VALUE, with NAME one of "), ("seed=x", "expected an integer")):
        done = run(folder, "label", "in.jsonl", "--out", "o.jsonl", "--set", given)
        assert done.returncode == 2 and said in " ".join(done.stderr.split())


def test_precision_after_the_level_is_checked(folder: Path) -> None:
    done = run(folder, "check", "in.jsonl", "--formal", "f.jsonl", "--trust", "level.json@0.3")
    assert done.returncode == 2 and "expected a precision from 0.5 to 0.9999" in " ".join(done.stderr.split())
