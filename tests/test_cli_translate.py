"""``verifier check --translator``, with a local server that REPLAYS translations: it is no language model."""

from __future__ import annotations

import json
from pathlib import Path

from support.command_line import Run, lines, profile
from support.model_servers import replay, served

from verifier.language.files import read_file
from verifier.readers.model.material import WORKED


def test_check_translates_first_and_judges_by_the_translations_and_recheck_holds(tmp_path: Path, command: Run) -> None:
    own = [one.chain for one in read_file(WORKED) if one.chain is not None][:2]
    rows = ({"id": one.id, "problem": one.problem, "steps": list(one.steps_text)} for one in own)
    (tmp_path / "chains.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    kept = {"answers": str(tmp_path / "kept.sqlite")}
    base = ["check", "chains.jsonl", "--json", "--translator"]
    with served(replay([own])) as server:
        env = {"OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": "a-secret"}
        plain = command(*base, profile(tmp_path, "openai:m", **kept), env=env)
        assert plain.returncode == 0 and len(server.seen) == 4, plain.stderr
    offline = profile(tmp_path, "openai:m", **kept, offline=True)
    again = command(*base, offline, "--trust", "agreeing", env=env)
    assert again.returncode == 1 and "a-secret" not in plain.stdout + plain.stderr + again.stderr
    first, second = lines(plain.stdout), lines(again.stdout)
    assert [len(row["translations"]) for row in first] == [2, 2]
    assert {step["kind"] for row in first for step in row["steps"]} == {"unjudged"}, "translations are evidence"
    assert [row["first_error"] for row in second] == [2, 2], "what is sold, and the solution 0 that was lost"
    (tmp_path / "records.jsonl").write_text(again.stdout)
    assert command("recheck", "records.jsonl").returncode == 0
    dead = command("check", "chains.jsonl", "--translator", profile(tmp_path, "openai:other", **kept), env=env)
    assert dead.returncode == 3 and "cannot be reached" in dead.stderr
    assert command("check", "chains.jsonl", "--translator", "nonsense").returncode == 2


def test_the_exact_reader_translates_by_rules_and_what_it_writes_is_linted_and_judged(
    tmp_path: Path, command: Run
) -> None:
    row = {"id": "a", "problem": "Solve $3x + 5 = 20$ for $x$.", "steps": ["So $3x = 15$.", "So $x = 6$."]}
    (tmp_path / "chains.jsonl").write_text(json.dumps(row) + "\n")
    base = ["translate", "chains.jsonl", "--translator", "exact", "--out", "formal.jsonl"]
    assert command(*base).returncode == 0
    [read] = read_file(tmp_path / "formal.jsonl")
    assert read.chain is not None and read.chain.by.kind == "reader"
    assert command("formal", "check", "formal.jsonl", "--strict").returncode == 0
    given = command("check", "chains.jsonl", "--given", "formal.jsonl", "--json")
    assert given.returncode == 1 and lines(given.stdout)[0]["steps"][1]["reading"] == "given"
    corrected = (tmp_path / "formal.jsonl").read_text().replace('"x == 6"', '"x == 5 + 1"')
    (tmp_path / "formal.jsonl").write_text(corrected)
    assert command(*base, "--resume").returncode == 0
    assert (tmp_path / "formal.jsonl").read_text() == corrected, "what a person corrected stays"
    assert command(*base, "--requests", "requests.jsonl").returncode == 2
    row["problem"] = "x" * 200_001
    (tmp_path / "chains.jsonl").write_text(json.dumps(row) + "\n")
    too_long = command(*base)
    assert too_long.returncode == 3 and "not translated" in too_long.stderr
