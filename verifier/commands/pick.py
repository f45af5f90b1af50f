"""What ``verifier pick`` does: attempts from a file, the one to serve or none, and why, for a tutor to show."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from typing import Any

from rich.console import Console

from verifier.chain import Chain
from verifier.commands.check import alarms
from verifier.commands.estimating import estimating
from verifier.commands.formal.translated import tell_what_settles
from verifier.commands.options.judging import PickOptions
from verifier.commands.options.translate import settings_of
from verifier.intake.bad import Bad, Unreadable
from verifier.intake.chains import Sources, of_value
from verifier.intake.files.names import inputs
from verifier.intake.files.rows import entries
from verifier.intake.files.values import Value
from verifier.intake.problem import problem_of
from verifier.intake.source import Reading
from verifier.intake.splitting.split import split
from verifier.judging.estimates.calibrated import calibration_for
from verifier.pipeline.judge import Judge
from verifier.report.exit_codes import BAD_INPUT, INFRASTRUCTURE, OK, WRONG, complain, ended
from verifier.report.screen import standard_output
from verifier.report.terminal_text import safe
from verifier.search.pick import Attempt, Picked, pick
from verifier.search.pick_record import SAYS, as_json, reason
from verifier.streams import standard_input

TEXTS = ("text", "completion", "response", "solution", "content")
"""Keys under which an attempt may stand as one text, which is split into steps."""


def run(options: PickOptions) -> int:
    """Pick, print, and return the exit status: 0 where an attempt is served, 1 where none is. Raises: SystemExit."""
    return ended(lambda: _run(options))


def _run(options: PickOptions) -> int:
    try:
        problem = problem_of(options.problem)
        attempts = list(_attempts(options.sources(options.attempts)))
    except (OSError, ValueError) as error:
        complain(str(error))
        return BAD_INPUT
    broken = [OK]
    try:
        with _judging(options, broken) as judge:
            picked = pick(
                problem, attempts, judge=judge, clean=options.clean, min_score=options.min_score, answer=options.answer
            )
    except ValueError as error:
        complain(str(error))
        return BAD_INPUT
    if options.as_json:
        print(json.dumps(as_json(picked)))
    else:
        show(picked, standard_output())
    for attempt in picked.attempts:
        alarms(attempt.judged)
    if any(attempt.judged.contradictions for attempt in picked.attempts):
        return INFRASTRUCTURE
    return max(*broken, OK if picked.chosen is not None else WRONG)


@contextmanager
def _judging(options: PickOptions, broken: list[int]) -> Iterator[Judge]:
    """Give what judges the attempts; ``broken`` gets an exit status more where one could not be translated.

    Raises: LeanUnavailable, PrmUnavailable; ModelUnavailable and ValueError where chains are to be translated and
    cannot be.
    """
    asked = settings_of(options, options)
    if asked.nobody:
        with (
            estimating(options.prm) as prm,
            Judge(options.lean, prm=prm, calibration=calibration_for(prm, options.calibration)) as judge,
        ):
            if judge.lineup.missing:
                complain(f"going on without Lean: {judge.lineup.missing}")
            yield judge
        return
    with (
        estimating(options.prm) as prm,
        Judge("off", prm=prm, calibration=calibration_for(prm, options.calibration), **asdict(asked)) as judge,
    ):
        yield judge
        assert judge.translations is not None
        for line in judge.translations.spent:
            complain(f"{asked.translator}: {line}")
        for number, heard in enumerate(judge.translations.heard):
            for why in heard.why:
                complain(f"attempt {number}: not translated: {why}")
                broken.append(INFRASTRUCTURE)
    tell_what_settles(options)


def _attempts(sources: Sources) -> Iterator[list[str]]:
    """Yield the steps of each attempt of the inputs. Raises: ValueError, which names the line."""
    count = 0
    try:
        for name in inputs(sources.names):
            for item in entries(name, standard_input(), bare=True):
                if isinstance(item, Bad):
                    raise ValueError(str(item))
                many = item.data if isinstance(item.data, list) and not _are_steps(item.data) else [item.data]
                for steps in (steps for data in many for steps in _steps(data, item, sources.reading)):
                    count += 1
                    yield steps
    except Unreadable as error:
        raise ValueError(str(error)) from error
    if not count:
        expected = 'attempts as JSON lines ({"steps": [strings]} or a text each)'
        raise ValueError(f"{sources}: expected {expected}, got none")


def _are_steps(data: Any) -> bool:
    return isinstance(data, list) and bool(data) and all(isinstance(step, str) for step in data)


def _steps(data: Any, item: Value, reading: Reading) -> list[list[str]]:
    """The steps of each attempt in a value: of an object its steps or its text, or what a known format makes of it."""
    plain = data
    if isinstance(data, dict) and reading.format is None and not reading.renamed:
        plain = data.get("steps") or next((data[key] for key in TEXTS if isinstance(data.get(key), str)), None)
    steps = split(plain, reading.splitting, reading.thinking) if isinstance(plain, str) else plain
    if _are_steps(steps):
        return [list(steps)]
    found = of_value(data, replace(reading, thinking="skip"), item.where) if isinstance(data, dict) else []
    chains = [[step.text for step in one.steps] for one in found if isinstance(one, Chain)]
    if not found or len(chains) < len(found):
        bad = next((one.message for one in found if isinstance(one, Bad)), "")
        expected = 'expected an attempt as {"steps": [strings]}, a list of steps, or a text'
        raise ValueError(f"{item.where}: {expected}{'; ' * bool(bad)}{bad}")
    return chains


def show(picked: Picked, console: Console) -> None:
    """Print the attempt to serve, and of every other what stands in its way. Raises: OSError."""
    if picked.chosen is not None:
        console.print(f"✓ serve attempt {picked.chosen}: {safe(picked.why)}", style="bold green")
        for step in picked.attempts[picked.chosen].judged.steps:
            console.print(f"    {safe(step.text)}", soft_wrap=True)
    else:
        console.print(f"✗ serve none: {safe(picked.why)}", style="bold red")
    for index, attempt in enumerate(picked.attempts):
        if index != picked.chosen:
            _show_flaws(index, attempt, console)


def _show_flaws(index: int, attempt: Attempt, console: Console) -> None:
    console.print()
    console.print(f"attempt {index}" + (": clean" if attempt.is_clean else ""), style="bold")
    for flaw in attempt.flaws:
        says = SAYS[flaw.what] if flaw.step is None else f"step {flaw.step} {SAYS[flaw.what]}"
        colour = "red" if flaw.what in ("incorrect", "refuted") else "yellow"
        console.print(f"  ✗ {says}", style=colour)
        if flaw.step is not None:
            console.print(f"      {safe(attempt.judged.steps[flaw.step].text)}", style="dim", soft_wrap=True)
        if why := reason(flaw):
            console.print(f"      {safe(why)}", soft_wrap=True)
