"""``verifier check --translator``, against a real HTTP server on loopback whose answers are scripted."""

from __future__ import annotations

import json
from pathlib import Path

from driving import Run, lines
from speaking import claims, honest, served

STEP = "Half of 48 being 25, I stop."
CHAIN = {"problem": "Natalia sold 48 clips in April, and half as many in May. How many in May?", "steps": [STEP]}
WRONG = {"claim": "48/2 = 25", "spans": ["Half of 48 being 25"]}


def test_a_translator_is_evidence_unless_it_is_trusted_and_its_answers_are_replayed(
    tmp_path: Path, command: Run
) -> None:
    (tmp_path / "chain.json").write_text(json.dumps(CHAIN))
    base = ["check", "chain.json", "--lean", "off", "--json", "--translator-answers", "kept.sqlite", "--translator"]
    with served(honest({STEP: claims(WRONG)})) as server:
        env = {"OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": "a-secret"}
        plain = command(*base, "openai:m", env=env)
        assert plain.returncode == 0 and len(server.seen) == 5, plain.stderr
    again = command(*base, "openai:m", "--translator-offline", "--trust-translator", "unmeasured", env=env)
    [first], [second] = lines(plain.stdout), lines(again.stdout)
    assert (first["steps"][0]["kind"], first["steps"][0]["translation"]["finds"]) == ("unjudged", "refuted")
    assert again.returncode == 1 and second["steps"][0]["correct"] is False
    assert "5 answered before" in again.stderr and "a-secret" not in plain.stdout + plain.stderr + again.stderr
    (tmp_path / "records.jsonl").write_text(again.stdout)
    assert command("recheck", "records.jsonl").stdout.startswith("1 certificates hold")
    dead = command(*base, "openai:other", env=env)
    assert dead.returncode == 3 and "cannot be reached" in dead.stderr
    assert command(*base, "nonsense").returncode == 2
