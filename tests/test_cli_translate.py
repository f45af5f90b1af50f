"""``verifier check --translator``, with a local server that REPLAYS translations: it is no language model."""

from __future__ import annotations

import json
from pathlib import Path

from driving import Run, lines
from replaying import replay, served

from verifier.language.files import read_file
from verifier.readers.model.material import WORKED


def test_check_translates_first_and_judges_by_the_translations_and_recheck_holds(tmp_path: Path, command: Run) -> None:
    own = [one.chain for one in read_file(WORKED) if one.chain is not None][:2]
    rows = ({"id": one.id, "problem": one.problem, "steps": list(one.steps_text)} for one in own)
    (tmp_path / "chains.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    base = ["check", "chains.jsonl", "--json", "--translator-answers", "kept.sqlite", "--translator", "openai:m"]
    with served(replay([own])) as server:
        env = {"OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": "a-secret"}
        plain = command(*base, env=env)
        assert plain.returncode == 0 and len(server.seen) == 4, plain.stderr
    again = command(*base, "--translator-offline", "--trust", "agreeing", env=env)
    assert again.returncode == 0 and "a-secret" not in plain.stdout + plain.stderr + again.stderr
    first, second = lines(plain.stdout), lines(again.stdout)
    assert [len(row["translations"]) for row in first] == [2, 2]
    assert {step["kind"] for row in (*first, *second) for step in row["steps"]} == {"unjudged"}, "a copy is no second"
    (tmp_path / "records.jsonl").write_text(again.stdout)
    assert command("recheck", "records.jsonl").returncode == 0
    dead = command(
        "check", "chains.jsonl", "--translator", "openai:other", "--translator-answers", "kept.sqlite", env=env
    )
    assert dead.returncode == 3 and "cannot be reached" in dead.stderr
    assert command("check", "chains.jsonl", "--translator", "nonsense").returncode == 2
