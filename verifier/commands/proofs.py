"""What ``verifier proofs`` does: cases from files, through the gate, to a report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from verifier.commands.options.labelling import ProofsOptions
from verifier.commands.options.shared import renamed
from verifier.outputs import text_written
from verifier.proofs.case import Case
from verifier.proofs.elaboration.kernels import version_of
from verifier.proofs.elaboration.workers import Budget
from verifier.proofs.gate import Gate, Settings, default_store
from verifier.proofs.intake import BadInput, BadRow, cases, changed_since, everything, pair
from verifier.proofs.record import chain_record
from verifier.proofs.rules import Result
from verifier.records.record import line
from verifier.report.bars import stages, ticking
from verifier.report.ci.outcomes import of_proof
from verifier.report.ci.reports import report
from verifier.report.exit_codes import BAD_INPUT, INFRASTRUCTURE, OK, WRONG, complain, infrastructure, output
from verifier.report.screen import standard_output
from verifier.report.terminal_text import safe

TITLE = "Generated proofs"
STYLES = {
    "accepted": "green",
    "rejected": "red",
    "claimed": "yellow",
    "infrastructure": "yellow",
    "needs-mathlib": "cyan",
}
EXITS = dict.fromkeys(STYLES, INFRASTRUCTURE) | {"accepted": OK, "rejected": WRONG}


def judge(options: ProofsOptions) -> int:
    """Judge the cases, print a report, and return the exit status. Raises: SystemExit on an interrupt."""
    bad: list[BadRow] = []
    results: list[Result] = []
    with output(options.records, options.freeze), infrastructure() as broken:
        try:
            settings = _settings(options)
            found = list(_cases(options, bad))
            with ExitStack() as stack:
                gate = stack.enter_context(Gate(settings, stack.enter_context(stages())))
                if gate.lacking and found and options.server is None:
                    complain(f"WARNING: the sandbox is weaker than it should be: {gate.lacking}")
                results = list(_judged(gate, found, options))
                if gate.frozen is not None:
                    gate.frozen.write()
                    if (lost := gate.frozen.unseen) and options.changed_since is None:
                        complain(
                            f"WARNING: {len(lost)} challenges of {options.freeze} are not in this run: {lost[0]}, ..."
                        )
        except BadInput as error:
            complain(str(error))
            return BAD_INPUT
        _report(results, options)
    for row in bad:
        complain(f"{row.place}: {row.message}")
    return max([*(EXITS[result.status] for result in results), BAD_INPUT if bad else OK, *broken])


def _settings(options: ProofsOptions) -> Settings:
    """Raises: BadInput on options that do not go together."""
    if options.server is not None and (options.comparator or options.freeze or options.kernel):
        raise BadInput("--server does not go with --comparator, --freeze or --kernel: they need a Lean here")
    if options.min_lean and not version_of(options.min_lean):
        raise BadInput(f"--min-lean {options.min_lean}: expected a version such as 4.34.0")
    return Settings(
        frozenset(name.strip() for name in options.axioms.split(",") if name.strip()),
        Budget(options.heartbeats, options.timeout, max(900.0, 4 * options.timeout)),
        options.jobs,
        default_store() if options.cache else None,
        options.kernel,
        options.require_sandbox,
        options.allow_metaprogramming,
        frozenset(options.holes),
        options.mathlib,
        options.server,
        options.comparator,
        options.min_lean,
        options.freeze,
    )


def _cases(options: ProofsOptions, bad: list[BadRow]) -> Iterator[Case]:
    changed = None if options.changed_since is None else changed_since(options.changed_since, Path.cwd())
    keep = everything if changed is None else lambda path: path.resolve() in changed
    if (options.challenge is None) != (options.candidate is None):
        raise BadInput("--challenge and --candidate go together")
    if options.challenge is not None and options.candidate is not None:
        if keep(options.challenge) or keep(options.candidate):
            yield pair(options.challenge, options.candidate)
    elif not options.paths:
        raise BadInput("expected a file or a folder, or --challenge and --candidate")
    for path in options.paths:
        if not path.exists():
            raise BadInput(f"{path}: expected a file or a folder")
        for case in cases(path, keep, renamed(options.map)):
            if isinstance(case, BadRow):
                bad.append(case)
            else:
                yield case


def _judged(gate: Gate, found: Sequence[Case], options: ProofsOptions) -> Iterator[Result]:
    with ExitStack() as stack:
        tick = stack.enter_context(ticking("judging proofs", len(found)))
        rows = None if options.records is None else stack.enter_context(text_written(options.records, so_far=True))
        for case, result in zip(found, gate.judge_all(found), strict=True):
            tick()
            if rows is not None and (data := chain_record(case, result)) is not None:
                rows.write(line(data) + "\n")
            if options.format == "json":
                print(line(result.to_json()), flush=True)
            yield result


def _report(results: Sequence[Result], options: ProofsOptions) -> None:
    report([of_proof(result) for result in results], options.format, TITLE, "verifier proofs")
    if options.format == "table":
        _table(results, options.steps, standard_output())
    else:
        for said in _summary(results):
            complain(said)


def _table(results: Sequence[Result], steps: bool, console: Console) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("proof", "status", "rule", "where", "why"):
        table.add_column(name, overflow="fold", no_wrap=name in ("status", "rule"))
    for result in results:
        status = Text(result.status, STYLES[result.status])
        if not result.reasons:
            table.add_row(safe(result.id), status)
        for i, reason in enumerate(result.reasons[:5]):
            at = "" if reason.line is None else f"{reason.line}:{reason.column}"
            table.add_row(
                safe(result.id) if not i else "", status if not i else "", reason.rule, at, safe(reason.message)
            )
        if len(result.reasons) > 5:
            table.add_row("", "", "", "", f"and {len(result.reasons) - 5} more")
    if results:
        console.print(table)
    for result in results:
        if steps or (result.status == "rejected" and len(results) == 1):
            _steps(result, console)
    for note in dict.fromkeys(note for result in results for note in result.notes):
        many = sum(note in result.notes for result in results)
        console.print(safe(f"note, {many} of {len(results)}: {note}"))
    for said in _summary(results):
        console.print(safe(said))


def _summary(results: Sequence[Result]) -> Iterator[str]:
    """Yield how many results there are of each status and from earlier runs, and who decided."""
    counts = Counter[str](result.status for result in results)
    yield ", ".join(f"{counts[status]} {status}" for status in STYLES if counts[status]) or "nothing to judge"
    if kept := sum(result.kept for result in results):
        yield f"from the cache: {kept}"
    for by, number in Counter(by for result in results for by in result.decided_by).items():
        yield f"decided by {by}: {number}"


MARKS = {"ok": ("✓", "green"), "error": ("✗", "red"), "not reached": ("·", "dim"), "unknown": ("?", "yellow")}


def _steps(result: Result, console: Console) -> None:
    table = Table(
        box=None, pad_edge=False, title=f"steps of {safe(result.id)}", title_justify="left", header_style="bold"
    )
    for name in ("", "where", "step", "goal before", "goal after"):
        table.add_column(name, overflow="fold")
    for step in result.steps:
        mark, style = MARKS[step["judgement"]]
        after = step["message"] if step["message"] is not None else step["after"]
        row = (f"{step['line']}:{step['column']}", *(_lines(text) for text in (step["text"], step["before"], after)))
        table.add_row(Text(mark, style), *row)
    console.print(table)


def _lines(text: str | None) -> str:
    return "\n".join(safe(row) for row in (text or "").split("\n")[:12])
