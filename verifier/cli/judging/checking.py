"""The commands that check solutions: check, recheck, explain, repair, pick, same-answer."""

from __future__ import annotations

from dataclasses import replace

import typer

from verifier.cli.parsing.examples import examples
from verifier.cli.parsing.taking import taking
from verifier.cli.parsing.translations import formal_files, translated
from verifier.commands.options.answers import SameAnswerOptions
from verifier.commands.options.judging import CheckOptions, ExplainOptions, PickOptions, RepairOptions
from verifier.commands.options.shared import Bundle, ReadAgain, Records

app = typer.Typer(rich_markup_mode=None)


@app.command(
    epilog=examples(
        "check chain.json",
        "check chains.jsonl --json > records.jsonl",
        "check solution.txt --problem 'Solve 3x + 5 = 20 for x.' --lean off",
        "check chains.jsonl --prm default --fail-on unjudged",
        "check chain.json --certify --bundle proofs",
        "check chain.json --translator openai:MODEL --trust agreeing",
        "check c.jsonl --formal a.jsonl --formal b.jsonl --trust agreeing",
        "check --given formal.json",
        "check formal.jsonl",
    )
)
@taking(CheckOptions)
def check(options: CheckOptions) -> int:
    """Check every step of the chains in FILE."""
    if options.summary and (options.as_json or options.format != "view"):
        raise typer.BadParameter("--summary is of the view, and not of other formats")
    if options.translator != "none":
        from verifier.commands.formal.translated import translated as live_translated

        with live_translated(options.sources(options.files, options.problem), options) as live:
            formal = (*options.formal, *live.formal)
            if not live.formal:
                return live.status
            return max(live.status, by_translations(replace(options, formal=formal, translator="none")))
    if options.by_translations or formal_files(*options.files):
        return by_translations(options)
    if not options.files:
        raise typer.BadParameter("expected a file of chains, or formal chains with --formal or --given")
    from verifier.commands.check import check as run

    return run(options)


def by_translations(options: CheckOptions) -> int:
    """Judge by translations too, and return the exit status."""
    from verifier.commands.check import check as run

    return run(options, translated(options.sources(options.files, options.problem), options))


@app.command(epilog=examples("recheck records.jsonl", "recheck - --read-again < records.jsonl"))
def recheck(records: Records, bundle: Bundle = None, read_again: ReadAgain = False) -> None:
    """Re-check every stored proof and the results of each record."""
    from verifier.commands.recheck import recheck as run

    raise typer.Exit(run(records, bundle, read_again=read_again))


@app.command(
    epilog=examples(
        "explain chain.json --step 2",
        "explain solution.txt --problem 'Solve 3x + 5 = 20 for x.' --step 0",
        "explain --reasons",
    )
)
@taking(ExplainOptions)
def explain(options: ExplainOptions) -> int:
    """Show how a step was read and judged."""
    from verifier.commands.explain import run

    return run(options)


@app.command(
    epilog=examples(
        "repair chain.json",
        "repair chains.jsonl --format json > repairs.jsonl",
        "repair chains.jsonl --pairs pairs.jsonl --labels labels.jsonl",
    )
)
@taking(RepairOptions)
def repair(options: RepairOptions) -> int:
    """Fix incorrect steps with a minimal edit; update later steps."""
    from verifier.commands.repair import run

    return run(options)


@app.command(
    epilog=examples(
        "pick 'Solve 3x + 5 = 20 for x.' attempts.jsonl",
        "pick @problem.txt attempts.jsonl --clean settled --answer 5 --json",
    )
)
@taking(PickOptions)
def pick(options: PickOptions) -> int:
    """Return the best verified attempt; if there is none, report why."""
    from verifier.commands.pick import run

    return run(options)


@app.command(
    name="same-answer",
    epilog=examples("same-answer 1/2 0.5", "same-answer '\\frac{1}{3}' 0.333", "same-answer '(1, 2]' '(1,2]' --json"),
    context_settings={"ignore_unknown_options": True},  # -3 is an answer
)
@taking(SameAnswerOptions)
def same_answer(options: SameAnswerOptions) -> int:
    """Compare two final answers."""
    from verifier.commands.same_answer import run

    return run(options)
