"""The gate for Lean proofs that a machine wrote: proofs."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from verifier.cli.examples import examples
from verifier.cli.options import to_write

AXIOMS = "propext,Classical.choice,Quot.sound"

app = typer.Typer(rich_markup_mode=None)


class Format(StrEnum):
    """How ``proofs`` prints results."""

    TABLE = "table"
    JSON = "json"
    JUNIT = "junit"
    SARIF = "sarif"
    GITHUB = "github"


@app.command(
    epilog=examples(
        "proofs --challenge Challenge.lean --candidate Candidate.lean",
        "proofs proofs/ --format junit --changed-since main",
        "proofs rows.jsonl --jobs 2 --records steps.jsonl",
    )
)
def proofs(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            help="A folder whose subfolders hold Challenge.lean and Candidate.lean, a folder of Lean files, "
            'a Lean file, or JSON lines of {"id", "statement", "proof"}.'
        ),
    ] = None,
    challenge: Annotated[Path | None, typer.Option(help="The statement: a Lean file with sorry.")] = None,
    candidate: Annotated[Path | None, typer.Option(help="The proof: a Lean file that states the same.")] = None,
    format: Annotated[Format, typer.Option(help="How results are printed; json is one object a line.")] = Format.TABLE,
    axioms: Annotated[str, typer.Option(help="Axioms that a proof may rest on, with commas.")] = AXIOMS,
    kernel: Annotated[
        str | None, typer.Option(help="A second kernel: a program that reads the lean4export format.")
    ] = None,
    timeout: Annotated[float, typer.Option(min=1, help="Seconds of processor time for one proof.")] = 120.0,
    heartbeats: Annotated[
        int, typer.Option(min=1, max=4_000_000, help="Lean's own measure of work, in thousands.")
    ] = 200_000,
    jobs: Annotated[int, typer.Option(min=0, help="Proofs at once; 0: as many as processors and memory allow.")] = 0,
    changed_since: Annotated[str | None, typer.Option(help="Look only at files that git shows changed since.")] = None,
    cache: Annotated[bool, typer.Option(help="Take results of unchanged proofs from the cache.")] = True,
    records: Annotated[Path | None, to_write("Write the steps as records of chains into this file.")] = None,
    steps: Annotated[bool, typer.Option("--steps", help="Show the steps of every proof in the table.")] = False,
    require_sandbox: Annotated[
        bool, typer.Option("--require-sandbox", help="Refuse to run where candidates cannot be shut in.")
    ] = False,
) -> None:
    """Check Lean proofs that a machine wrote: is each a proof of our statement, and where does it first go wrong?"""
    from verifier.commands.proofs import Wanted, judge
    from verifier.proofs.gate import Settings, default_store
    from verifier.proofs.workers import Budget

    allowed = frozenset(name.strip() for name in axioms.split(",") if name.strip())
    budget = Budget(heartbeats, timeout, max(900.0, 4 * timeout))
    settings = Settings(allowed, budget, jobs, default_store() if cache else None, kernel, require_sandbox)
    wanted = Wanted(tuple(paths or ()), challenge, candidate, format.value, changed_since, records, steps, settings)
    raise typer.Exit(judge(wanted))
