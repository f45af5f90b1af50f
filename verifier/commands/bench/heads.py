"""What ``verifier bench heads`` prints: what heads on a frozen model learn from whom, measured on people's labels."""

from __future__ import annotations

import json
import random
import shlex
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table

from verifier.commands.options.bench import BenchHeadsOptions
from verifier.estimators.choose import chosen
from verifier.estimators.model import Placement, PrmUnavailable
from verifier.estimators.own.layout import LongChain
from verifier.evaluation.intake import drawn, labelled
from verifier.evaluation.marked import put, table
from verifier.intake.bad import Unreadable
from verifier.processes import Scratch
from verifier.report.bars import bar
from verifier.report.exit_codes import BAD_INPUT, OK, complain, infrastructure, output, warned
from verifier.report.screen import standard_output
from verifier.report.terminal_text import safe

if TYPE_CHECKING:
    from verifier.training.data.examples import Example
    from verifier.training.heads.curve import Measured, Row
    from verifier.training.heads.frozen import Frozen
    from verifier.training.heads.head import Taught

NOTE = """\
Step AUC, of steps up to the first error, of linear heads on what the frozen model gives: what it says by itself, and
principal parts of its states. "above": in the mean, above what the model says by itself, with a 95% interval of
resampled chains. "pairs": how often the struck step of a planted pair held back is said to be the worse one."""


def run(options: BenchHeadsOptions) -> int:
    """Train, measure, print, and return the exit status. Raises: SystemExit on an interrupt."""
    with output(options.write), infrastructure() as broken, warned(), _kept(options) as keep:
        warnings.simplefilter("once", LongChain)
        try:
            rows = list(_rows(options, keep))
            if options.write is not None:
                put(options.write, "heads", "\n".join([*_command(options), "", *table(_cells(rows)), ""]))
        except (Unreadable, ValueError, OSError) as error:
            complain(str(error))
            return BAD_INPUT
        if options.as_json:
            for row in rows:
                print(json.dumps(asdict(row)))
            return OK
        head, *cells = _cells(rows)
        made = Table()
        for column in head:
            made.add_column(safe(column), overflow="fold")
        for cell in cells:
            made.add_row(*map(safe, cell))
        standard_output().print(made)
        return OK
    return max(broken)


def _rows(options: BenchHeadsOptions, keep: Path) -> Iterator[Row]:
    from verifier.training.heads.curve import Wanted, curve
    from verifier.training.heads.frozen import frozen

    model = chosen(options.prm, Placement())
    if model is None:
        raise PrmUnavailable("expected a model to put heads on, got --prm none", usage=True)
    gives = frozen(model)
    measured = _measured(gives, options, keep)
    teachers = {name: _taught(gives, examples, keep) for name, examples in _teachers(options, keep).items()}
    wanted = Wanted(options.parts, sorted({*options.shares, 1.0}), options.draws, options.seed)
    yield from curve(gives, teachers, measured, wanted)


def _measured(model: Frozen, options: BenchHeadsOptions, keep: Path) -> list[Measured]:
    from verifier.training.data.examples import Example, until_error
    from verifier.training.heads.curve import Measured
    from verifier.training.heads.frozen import seen
    from verifier.training.heads.head import Taught

    found = labelled(options.data)
    for fault in found.faults:
        complain(str(fault))
    chains = [one for one in found.rows.values() if one.first_error is not None]
    chains = drawn(chains, options.limit, options.seed)
    if not chains:
        raise ValueError(f"{' '.join(options.data)}: expected chains whose first error is labelled")
    with bar("labelled chains", total=len(chains)) as shown:
        every = list(seen(model, [one.chain for one in chains], keep, shown.advance))
    rows = []
    for one, what in zip(chains, every, strict=True):
        error = -1 if one.first_error is None else one.first_error
        example = Example(one.problem, tuple(one.steps), until_error(len(one.steps), error))
        rows.append(Measured(one.subset, what, Taught(what, example), error))
    return rows


def _teachers(options: BenchHeadsOptions, keep: Path) -> dict[str, list[Example]]:
    """What each teacher knows; planted chains are kept."""
    from verifier.training.data import assemble

    most, seed = options.most, options.seed
    sources = {
        "planted errors": assemble.Sources(options.plant, most=most, seed=seed),
        "errors of meaning": assemble.Sources((), most=most, seed=seed, meaning=options.plant_meaning),
        "final answers": assemble.Sources((), options.answers),
    }
    found: dict[str, list[Example]] = {}
    for name, source in sources.items():
        if source.right or source.meaning or source.answered:
            place = keep / f"{name.replace(' ', '_')}.jsonl"
            if not place.exists():
                made = assemble.assemble(source)
                assemble.write(_some(made, most, seed) if source.answered else made, place)
            found[name] = assemble.load(place)
    if options.formal:
        found["formal chains"] = assemble.of_translations(options.formal, options.texts)
    return found


def _taught(model: Frozen, examples: Sequence[Example], keep: Path) -> list[Taught]:
    from verifier.training.heads.frozen import seen
    from verifier.training.heads.head import Taught

    with bar("chains to learn from", total=len(examples)) as shown:
        every = seen(model, [one.chain for one in examples], keep, shown.advance)
        return [Taught(what, one) for what, one in zip(every, examples, strict=True)]


@contextmanager
def _kept(options: BenchHeadsOptions) -> Iterator[Path]:
    """Give the folder of what is kept, which is taken away where none is named."""
    if options.keep is not None:
        options.keep.mkdir(parents=True, exist_ok=True)
        yield options.keep
        return
    with Scratch("bench") as folder:
        yield folder


def _cells(rows: Sequence[Row]) -> list[tuple[str, ...]]:
    files = list(rows[0].files)
    found = [("head", "taught by", "share", "steps", *files, "mean", "above", "pairs")]
    for row in rows:
        low, high = row.interval
        pairs = "-" if row.pairs is None else f"{row.pairs[0]:.2f} of {row.pairs[1]}"
        found.append(
            (
                *(
                    row.head,
                    row.teacher,
                    f"{row.share:g}" if row.steps else "-",
                    f"{row.steps:,}" if row.steps else "-",
                ),
                *(f"{row.files[file]:.3f}" for file in files),
                *(f"{row.mean:.3f}", f"{row.above:+.3f} [{low:.3f}, {high:.3f}]", pairs),
            )
        )
    return found


def _command(options: BenchHeadsOptions) -> list[str]:
    words = ["verifier", "bench", "heads", *options.data, "--prm", options.prm]
    for name in ("plant", "plant_meaning", "answers", "formal", "texts", "parts", "shares"):
        for value in getattr(options, name):
            words += [f"--{name.replace('_', '-')}", str(value)]
    words += ["--most", str(options.most), "--limit", str(options.limit), "--seed", str(options.seed)]
    return [f"Written by `{shlex.join(words)}`.", "", *NOTE.splitlines()]


def _some(examples: Sequence[Example], most: int, seed: int) -> list[Example]:
    return random.Random(seed).sample(list(examples), min(most, len(examples)))
