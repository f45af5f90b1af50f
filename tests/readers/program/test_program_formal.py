"""What steps say of a run becomes statements of a formal chain."""

from __future__ import annotations

import json
from pathlib import Path

from verifier.chain import Chain
from verifier.language.read_chain import read_chain
from verifier.language.write_chain import as_json
from verifier.readers.exact.formal.formalize import read_text
from verifier.readers.program.formal import ASTRAY, with_runs
from verifier.readers.program.reader import read_program

EXAMPLE = json.loads((Path(__file__).parents[3] / "examples" / "programs.json").read_text("utf-8"))
CHAIN = Chain.of(EXAMPLE["problem"], EXAMPLE["steps"], "programs")
READING = read_program(CHAIN.problem, EXAMPLE["steps"])


def test_statements_about_the_run_are_written_and_read_back() -> None:
    formal = with_runs(read_text(CHAIN).chain, READING)
    runs = [said.run for _, _, one in formal.statements() for said in one.said if said.run is not None]
    assert formal.run is not None and len(runs) > 3
    assert read_chain(as_json(formal)).steps == formal.steps


def test_a_chain_about_no_program_stays_as_it_is() -> None:
    formal = read_text(Chain.of("Find x.", ["So x = 3."])).chain
    assert with_runs(formal, None) is formal


def test_what_follows_an_error_about_the_run_accuses_nobody() -> None:
    formal = with_runs(read_text(CHAIN).chain, READING)
    late = [one for step in formal.steps[1:] for one in step.statements if any(said.run for said in one.said)]
    assert late and all(any(guard.startswith(f"accuse:{ASTRAY} if accused") for guard in one.guards) for one in late)
