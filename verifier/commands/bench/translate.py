"""What ``verifier bench translate`` does: it measures what translations would settle, and writes that as a level."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path

from verifier.asking.kept import Kept, NotKept
from verifier.asking.model import ModelUnavailable
from verifier.commands.bench.labelled_data import MOST_TOLD, LabelledData, labelled_data
from verifier.commands.bench.tables.levels import figures, show
from verifier.commands.formal.translate import Asker, complained, tell, wanted_of
from verifier.commands.options.bench import BenchTranslateOptions
from verifier.evaluation.items import Labelled
from verifier.evaluation.levels.levels import LevelBench, TranslationSample, bench_levels
from verifier.evaluation.levels.samples import MadeNow, level_of, live_of, samples_of
from verifier.intake.bad import Unreadable
from verifier.judging.agreeing.trusting import AtLevel
from verifier.judging.translations.apart import default_file
from verifier.language.files import read_file
from verifier.language.formal_chain import FormalChain
from verifier.outputs import write_text
from verifier.readers.model.choose import tasks_of
from verifier.report.bars import ticking
from verifier.report.exit_codes import BAD_INPUT, OK, complain, output
from verifier.report.screen import standard_output


def bench_translate(options: BenchTranslateOptions) -> int:
    """Measure, print, and return the exit status: 2 where a row was left out, 3 where a translation could not be had.

    Raises:
        SystemExit: on an interrupt.
    """
    with output(options.write):
        try:
            data = labelled_data(options.data, options.limit)
            samples, made, status = _samples(options, list(data.rows.values()))
        except (ModelUnavailable, NotKept) as error:
            return complained(error)
        except (OSError, ValueError, Unreadable) as error:
            complain(str(error))
            return BAD_INPUT
        with ticking("judging", len({id for one in samples for id in one.chains} & data.rows.keys())) as tick:
            bench = bench_levels(data.rows, samples, tick)
        if options.as_json:
            print(json.dumps(figures(bench, made, options.trust_at), indent=1))
        else:
            show(bench, made, options.trust_at, standard_output(150))
        written = OK if options.write is None else _written(options, data, bench, samples)
        return max(data.status, status, written)
    return BAD_INPUT


def _samples(
    options: BenchTranslateOptions, rows: Sequence[Labelled]
) -> tuple[list[TranslationSample], MadeNow | None, int]:
    """The translations, what they took where they are made now, and the exit status.

    Raises:
        OSError: where a file cannot be read.
        ValueError: where it has translations of several authors, or none.
        ModelUnavailable: where there is no such model.
    """
    if options.translator != "none":
        return _made(options, rows)
    faults: list[str] = []
    samples = [one for path in options.formal for one in samples_of(path.name, _chains(path, faults))]
    for fault in faults[:MOST_TOLD]:
        complain(fault)
    return samples, None, BAD_INPUT if faults else OK


def _chains(path: Path, faults: list[str]) -> list[FormalChain]:
    found = []
    for read in read_file(path):
        if read.chain is None:
            faults.append(f"{path}: line {read.line}: {read.error}")
        else:
            found.append(read.chain)
    return found


def _made(options: BenchTranslateOptions, rows: Sequence[Labelled]) -> tuple[list[TranslationSample], MadeNow, int]:
    """Translate the chains now. The translator sees a chain without its labels and without its reference answer."""
    wanted = wanted_of(options.translator, options)
    tasks = tasks_of([row.chain for row in rows], wanted)
    begun = time.perf_counter()
    with Kept(options.answers or default_file()) as kept:
        with ticking("translating", len(tasks)) as tick:
            asker = Asker(wanted, options, kept, tick)
            asker.tell_cost(tasks)
            run = asker(tasks)
        asker.tell_spent()
        seconds = time.perf_counter() - begun
        made = live_of(wanted.spec, run.done, kept.find)
    made.seconds, made.prices = seconds, (options.price_read, options.price_written)
    tell(run)
    return made.samples, made, run.status


def _written(
    options: BenchTranslateOptions, data: LabelledData, bench: LevelBench, samples: Sequence[TranslationSample]
) -> int:
    """Write the level that was measured; return the exit status."""
    assert options.write is not None
    try:
        level = level_of(bench, samples, data.sources(bench.measured))
        write_text(options.write, json.dumps(level.to_json(), indent=1) + "\n")
    except (OSError, ValueError) as error:
        complain(f"{options.write}: no level was written ({error})")
        return BAD_INPUT
    complain(f"{options.write}: {AtLevel(level, options.trust_at).said}")
    if level.of.unnamed:
        complain(f"{options.write}: the translations do not say who made them: this level settles nothing")
    return OK
