"""The commands that judge: check, recheck, explain."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from verifier.cli.examples import examples
from verifier.cli.options import (
    Answers,
    AtLeast,
    Budget,
    Calibration,
    CheckFormat,
    Device,
    DType,
    FailOn,
    Lean,
    Offline,
    Prm,
    Proofs,
    Ratios,
    Samples,
    Translator,
    Trust,
    asked,
)

app = typer.Typer(rich_markup_mode=None)


@app.command(
    epilog=examples(
        "check chain.json",
        "check chains.jsonl --json > records.jsonl",
        "check solution.txt --problem 'Solve 3x + 5 = 20 for x.' --lean off",
        "check chains.jsonl --prm default --fail-on unjudged",
        "check chain.json --certify --bundle proofs",
        "check chain.json --translator openai:MODEL --trust-translator level.json",
    )
)
def check(
    file: Annotated[
        str,
        typer.Argument(help="One chain as JSON, many as JSON lines, plain text, or a folder; - is standard input."),
    ],
    json: Annotated[bool, typer.Option("--json", help="Print one record a chain, as JSON lines.")] = False,
    format: Annotated[CheckFormat, typer.Option(help="How results are printed.")] = CheckFormat.VIEW,
    problem: Annotated[str | None, typer.Option(help="The problem that the plain text in FILE answers.")] = None,
    lean: Annotated[
        Lean, typer.Option(help="Whether to use Lean; 'require' fails where it cannot be had.")
    ] = Lean.AUTO,
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds after which a chain asks Lean no more.")] = 60.0,
    fail_on: Annotated[
        list[FailOn] | None,
        typer.Option(
            help="What else makes the exit status 1; may be given several times. unjudged: a step is; none-checked: no "
            "claim of a chain was decided; refuted: a claim is, though it is not held against its step; answer: the "
            "final answer, where the chain does not name it the value that it ends with, differs from the reference "
            "answer (where that could not be told, nothing fails)."
        ),
    ] = None,
    bundle: Annotated[
        Path | None, typer.Option(help="Write the Lean proofs into this folder, as a project that checks itself.")
    ] = None,
    certify: Annotated[
        bool, typer.Option("--certify", help="Put every decided claim to Lean too, and keep its certificate.")
    ] = False,
    prm: Prm = "none",
    device: Device = "auto",
    dtype: DType = "auto",
    calibration: Calibration = None,
    translator: Translator = "none",
    trust_translator: Trust = None,
    trust_at_least: AtLeast = 0.95,
    translator_samples: Samples = 3,
    translator_budget: Budget = None,
    translator_answers: Answers = None,
    translator_offline: Offline = False,
    translator_ratios: Ratios = "1.5,0.5",
    translator_proofs: Proofs = 0,
) -> None:
    """Judge every step of the chains in FILE."""
    from verifier.commands.check import Wanted
    from verifier.commands.check import check as run

    by = asked(
        translator, trust_translator, trust_at_least, translator_samples, translator_budget, translator_answers,
        translator_offline, translator_ratios, translator_proofs,
    )  # fmt: skip
    raise typer.Exit(
        run(
            Wanted(
                file, problem, lean.value, timeout, json or format is CheckFormat.JSON, tuple(fail_on or ()), bundle,
                certify, prm, device, dtype, format.value,
                by,
                calibration,
            )
        )
    )  # fmt: skip


@app.command(epilog=examples("recheck records.jsonl", "recheck - < records.jsonl"))
def recheck(
    records: Annotated[
        str, typer.Argument(help="Records, as 'verifier check --json' prints them; - is standard input.")
    ],
    bundle: Annotated[
        Path | None, typer.Option(help="Write the Lean proofs into this folder, as a project that checks itself.")
    ] = None,
) -> None:
    """Check every proof in RECORDS again, and that each record says no more than its proofs show."""
    from verifier.commands.check import recheck as run

    raise typer.Exit(run(records, bundle))


def _reasons(asked: bool) -> None:
    if asked:
        from verifier.commands.reasons import run

        raise typer.Exit(run())


@app.command(
    epilog=examples(
        "explain chain.json --step 2",
        "explain solution.txt --problem 'Solve 3x + 5 = 20 for x.' --step 0",
        "explain --reasons",
    )
)
def explain(
    file: Annotated[str, typer.Argument(help="Chains as 'verifier check' reads them; - is standard input.")],
    step: Annotated[int, typer.Option(min=0, help="The step to explain, counted from 0.")],
    problem: Annotated[str | None, typer.Option(help="The problem that the plain text in FILE answers.")] = None,
    lean: Annotated[Lean, typer.Option(help="Whether to use Lean.")] = Lean.OFF,
    reasons: Annotated[
        bool,
        typer.Option(
            "--reasons",
            is_eager=True,
            callback=_reasons,
            help="Print what reasons and exit statuses mean, and stop.",
        ),
    ] = False,
) -> None:
    """Show how a step was read: words, roles, claims, context, doubts, and what was left unread."""
    from verifier.commands.explain import run

    raise typer.Exit(run(file, step, problem, lean.value))
