"""What ``verifier bench prm`` prints: one table of a model, exact verdicts, both fused, and the baselines."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from verifier.chain import problem_hash
from verifier.commands.bench.tables.prm import best_table, markdown, subset_tables
from verifier.commands.estimating import estimating
from verifier.commands.options.bench import BenchPrmOptions
from verifier.estimators.model import PrmUnavailable, taught_by
from verifier.evaluation.intake import drawn, labelled
from verifier.evaluation.items import Labelled
from verifier.evaluation.marked import put
from verifier.intake.bad import Unreadable
from verifier.judging.estimates.calibrated import calibration_for, votes_for
from verifier.judging.estimates.fusion import fusion_of
from verifier.pipeline.judge import Judge
from verifier.report.bars import ticking
from verifier.report.exit_codes import BAD_INPUT, OK, complain, infrastructure, output, warned
from verifier.report.screen import standard_output

if TYPE_CHECKING:
    from verifier.training.baselines import Baseline
    from verifier.training.data.examples import Example
    from verifier.training.table import Compared


def table(options: BenchPrmOptions) -> int:
    """Measure, print the table, and return the exit status. Raises: SystemExit on an interrupt."""
    with output(options.write), infrastructure() as broken, warned():
        try:
            with ExitStack() as stack:
                found = measure(options, stack)
            if options.write is not None:
                put(options.write, "prm", markdown(found, _command(options), _drawn(options)))
        except (Unreadable, ValueError, OSError) as error:
            complain(str(error))
            return BAD_INPUT
        except ImportError as error:
            raise PrmUnavailable(f"this needs torch and more: pip install 'step-verifier[train]' ({error})") from error
        _show(found, options)
        return OK
    return max(broken)


def measure(options: BenchPrmOptions, stack: ExitStack) -> Compared:
    """Return every figure of the comparison. Raises: PrmUnavailable, Unreadable, ValueError, OSError, ImportError."""
    from verifier.training import table as tables
    from verifier.training.score_cache import looks

    model = stack.enter_context(estimating(options.prm, options.placement))
    if model is None:
        raise PrmUnavailable("expected a model to measure, got --prm none", usage=True)
    calibrated = calibration_for(model, options.calibration)
    chains = _chains(
        *(options.data, options.limit, options.seed),
        lambda chain: chain.first_error is not None and not taught_by(model, chain.problem),
    )
    attempts = _chains(options.best_of, None, options.seed, lambda chain: chain.final_correct is not None)
    barred = {chain.problem for chain in (*chains, *attempts)}
    if options.keep is not None:
        options.keep.mkdir(parents=True, exist_ok=True)
    baselines = _baselines(options, barred)
    place = None if options.keep is None else options.keep / "looks.jsonl"
    with Judge(lean="off") as judge, ticking("chains", len(chains) + len(attempts)) as tick:
        seen, tried = (looks(them, judge, [model], place, tick) for them in (chains, attempts))
    how = tables.How(model.name, fusion_of(model), calibrated, votes_for(model, None, None))
    return tables.compared((chains, seen), (attempts, tried), baselines, how, options.threshold_from, options.draws)


def _chains(names: Sequence[str], limit: int | None, seed: int, wanted: Callable[[Labelled], bool]) -> list[Labelled]:
    if not names:
        return []
    found = labelled(names)
    for fault in found.faults:
        complain(str(fault))
    return drawn([chain for chain in found.rows.values() if wanted(chain)], limit, seed)


def _baselines(options: BenchPrmOptions, barred: set[str]) -> list[Baseline]:
    from verifier.training.baselines import BagOfWords, Length, Majority, Position
    from verifier.training.data.class_weights import weighed

    found: list[Baseline] = [Majority(), Length(), Position()]
    examples = _planted(options, barred)
    if not examples:
        complain("no bag of words: name right chains to plant errors into with --plant, or --examples")
        return found
    return [*found, BagOfWords.fitted(weighed(examples))]


def _planted(options: BenchPrmOptions, barred: set[str]) -> list[Example]:
    """The examples that the bag of words learns from, kept where they were made before."""
    from verifier.training.data import assemble
    from verifier.training.data.examples import without

    if options.examples is not None:
        found = assemble.load(options.examples)
    elif not options.plant:
        return []
    else:
        place = None if options.keep is None else options.keep / "planted.jsonl"
        if place is not None and place.exists():
            found = assemble.load(place)
        else:
            found = assemble.assemble(assemble.Sources(options.plant, most=PLANTED, seed=options.seed))
            if place is not None:
                assemble.write(found, place)
    return list(without(found, frozenset(map(problem_hash, barred))))


PLANTED = 500
"""Right chains of each file into which errors are planted for the bag of words."""


def _show(found: Compared, options: BenchPrmOptions) -> None:
    if options.as_json:
        for row in found.rows:
            shown = {name: figure.as_json() for name, figure in row.figures.items()}
            speed = found.speeds.get(row.system)
            rounded = None if speed is None else round(speed, 2)
            counts = {"chains": found.counts[row.subset][0], "wrong": found.counts[row.subset][1]}
            print(
                json.dumps({"system": row.system, "subset": row.subset, **counts, **shown, "chains a second": rounded})
            )
    else:
        console = standard_output()
        for part in (*subset_tables(found), *([best_table(found)] if found.best else [])):
            console.print(part)


def _drawn(options: BenchPrmOptions) -> str:
    if options.limit is None:
        return "All chains whose first error is known."
    return (
        f"At most {options.limit} chains of each file, drawn at random: those whose problem and id have the least hash "
        f"with the seed {options.seed}."
    )


def _command(options: BenchPrmOptions) -> str:
    """The command again, its files named by their folder where they are many."""
    files = (
        list(options.data) if len(options.data) < 4 else sorted({f"{Path(name).parent}/..." for name in options.data})
    )
    words = [f"--limit {options.limit} --seed {options.seed}"] if options.limit is not None else []
    words += [f"--prm {shlex.quote(options.prm)}"] if options.prm != "default" else []
    for name, values in (("plant", options.plant), ("best-of", options.best_of)):
        words += [f"--{name} {shlex.quote(str(value))}" for value in values]
    words += [f"--calibration {shlex.quote(options.calibration.name)}"] if options.calibration else []
    words += ["--keep FOLDER"] if options.keep else []
    return " ".join(["verifier bench prm", *files, *words, f"--bootstrap {options.draws}"])
