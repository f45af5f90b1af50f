"""What ``verifier repair`` does: chains from a file, their smallest repairs as diffs, records, pairs and labels."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from verifier.commands.options.judging import RepairOptions
from verifier.intake.bad import Bad
from verifier.judging.judgements.judgement import JudgedStep
from verifier.outputs import text_written
from verifier.pipeline.judge import Judge
from verifier.records.record import error_record, line
from verifier.records.views.difference import Change, changes
from verifier.records.views.repair_view import answers_of, said
from verifier.records.views.why import why
from verifier.repairing.record import mend_json, repair_record
from verifier.repairing.repair import Repaired, repair
from verifier.repairing.supervision import labels, pairs
from verifier.report.bars import stages
from verifier.report.exit_codes import (
    BAD_INPUT,
    INFRASTRUCTURE,
    OK,
    WRONG,
    complain,
    infrastructure,
    output,
    unwritable,
    warned,
)
from verifier.report.screen import standard_output
from verifier.report.terminal import MARGIN, WIDEST, headed, title_of
from verifier.report.terminal_text import Glyph, lines, safe
from verifier.streams import standard_input

_REMOVED, _ADDED = "bold red strike", "bold green"


def run(options: RepairOptions) -> int:
    """Repair the chains of a file, print them, and return the exit status: 1 where a step stays settled incorrect.

    Raises: SystemExit on an interrupt.
    """
    worst = OK
    if options.certify and options.lean == "off":
        complain("--certify asks Lean for every certificate: add --lean auto or --lean require")
        return BAD_INPUT
    with output(options.pairs, options.labels), infrastructure() as broken, ExitStack() as stack, warned():
        try:
            write_pairs, write_labels = _lines_to(options.pairs, stack), _lines_to(options.labels, stack)
        except OSError as error:
            return unwritable(error.filename, error)
        judge: Judge | None = None
        for _, item, _ in options.sources(options.files, options.problem).found(standard_input()):
            if isinstance(item, Bad):
                worst = max(worst, _bad(item, options))
                continue
            judge = judge or _judge(options, stack)
            done = repair(item, judge=judge)
            worst = max(worst, _status(done))
            _print(done, options)
            for row in pairs(done, options.of) if options.pairs else ():
                write_pairs(row)
            for labelled in labels(done, judge) if options.labels else ():
                write_labels(labelled)
    return max(worst, *broken)


def _lines_to(path: Path | None, stack: ExitStack) -> Callable[[dict[str, Any]], None]:
    """Return what writes an object as a line of a file. Raises: OSError."""
    if path is None:
        return lambda row: None
    stream = stack.enter_context(text_written(path, so_far=True))

    def write(row: dict[str, Any]) -> None:
        stream.write(f"{json.dumps(row)}\n")

    return write


def _judge(options: RepairOptions, stack: ExitStack) -> Judge:
    progress = stack.enter_context(stages())
    judge = stack.enter_context(Judge(options.lean, options.timeout, progress, certify=options.certify))
    if judge.lineup.missing:
        complain(f"going on without Lean: {judge.lineup.missing}")
    return judge


def _bad(item: Bad, options: RepairOptions) -> int:
    complain(str(item))
    if options.format == "json":
        print(line(error_record(item)), flush=True)
    return BAD_INPUT


def _status(done: Repaired) -> int:
    found = (done.judged, *([done.after] if done.after is not None else []))
    alarms = [text for judged in found for text in judged.contradictions]
    for text in alarms:
        complain(f"ALARM: {text!r:.80} was both proved and refuted, so a checker is broken: please report this")
    return INFRASTRUCTURE if alarms else OK if done.state in ("repaired", "nothing to repair") else WRONG


def _print(done: Repaired, options: RepairOptions) -> None:
    if options.format == "json":
        print(line(repair_record(done)), flush=True)
    else:
        show(done, standard_output())


# --- the view ---------------------------------------------------------------------------------------------------------


def show(done: Repaired, console: Console) -> None:
    """Print the steps that change, as they were and as they are, with what proves them. Raises: OSError."""
    width = max(20, min(console.width, WIDEST) - MARGIN - 2)
    plain = console.color_system is None or console.no_color
    rows = [*headed(title_of(done.judged.chain), [Text(_summary(done))])]
    after = done.judged.steps if done.after is None else done.after.steps
    for was, now in zip(done.judged.steps, after, strict=True):
        if was.text != now.text or any(one.step == was.index for one in done.stuck):
            rows += [Text(), *_step(done, was, now, width, plain)]
    told = [] if done.after is None else answers_of(asdict(done.answers))
    for row in [*rows, Text(), *(Text(safe(one)) for one in told)]:
        console.print(row, soft_wrap=True, highlight=False)


def _summary(done: Repaired) -> str:
    if done.state == "nothing to repair":
        return "nothing to repair: no step is settled incorrect"
    mended = {one.step for one in done.mends if not one.carried}
    carried = {*done.carries, *(one.step for one in done.mends if one.carried)}
    counts = f"mended: {_named(mended)}; changed with it: {_named(carried - mended)}"
    return f"{done.state}; {counts}" if done.after is not None else "not repaired"


def _named(steps: set[int]) -> str:
    if not steps:
        return "nothing"
    return f"step{'s' * (len(steps) > 1)} {', '.join(map(str, sorted(steps)))}"


def _step(done: Repaired, was: JudgedStep, now: JudgedStep, width: int, plain: bool) -> Iterator[Text]:
    """The step as written and as repaired, then why: what was edited, what is proved, what could not be mended."""
    found = changes(was.text, now.text)
    old = {at for change in found for at in range(change.start, change.end)}
    tag = f"{was.index:>3}  {_verdict(was)} → {_verdict(now)}"
    yield Text(tag, "bold red" if now.correct is False else "bold green")
    if found:
        yield from _lines(was.text, old, "-", _REMOVED, width, plain)
        yield from _lines(now.text, _put_in(found), "+", _ADDED, width, plain)
    else:
        yield from _lines(was.text, set(), " ", "default", width, plain)
    for one in (mend for mend in done.mends if mend.step == was.index):
        yield from _quiet(said(mend_json(one)), width, "dim")
    changed = [range(change.start, change.end + 1) for change in changes(now.text, was.text)]
    for claim in now.claims if found else ():
        if any(claim.span[0] <= place.stop and place.start <= claim.span[1] for place in changed):
            sign = {"proved": "✓", "refuted": "✗"}.get(claim.state, "?")
            yield from _quiet(f"{sign} {why(claim)}", width, "green" if claim.state == "proved" else "yellow")
    for stuck in (one for one in done.stuck if one.step == was.index):
        yield from _quiet(f"✗ {stuck.claim}{': ' * bool(stuck.claim)}{stuck.why}", width, "red")


def _verdict(step: JudgedStep) -> str:
    if step.correct is not None:
        return "correct" if step.correct else "incorrect"
    return "checked" if step.checked else (step.reason or step.kind).lower().replace("_", " ")


def _put_in(found: Sequence[Change]) -> set[int]:
    places, shift = set[int](), 0
    for change in found:
        start = change.start + shift
        places |= set(range(start, start + len(change.new)))
        shift += len(change.new) - (change.end - change.start)
    return places


def _lines(text: str, marked: set[int], sign: str, style: str, width: int, plain: bool) -> Iterator[Text]:
    """A text behind its sign, with what is marked in colour; where there is none, with carets beneath."""
    for row in lines(text, lambda at: 0 if at in marked else None, width):
        shown = Text(" " * MARGIN + f"{sign} ")
        for mark, run in groupby(row, lambda glyph: glyph.mark):
            shown.append("".join(glyph.shown for glyph in run), "default" if mark is None else style)
        yield shown
        if plain and any(glyph.mark is not None for glyph in row):
            yield Text(" " * (MARGIN + 2) + _carets(row))


def _carets(row: list[Glyph]) -> str:
    return "".join(("" if glyph.mark is None else "^") * glyph.cells or " " * glyph.cells for glyph in row).rstrip()


def _quiet(text: str, width: int, style: str) -> Iterator[Text]:
    for row in lines(safe(text), lambda _: None, width):
        yield Text(" " * (MARGIN + 2) + "".join(glyph.shown for glyph in row), style)
