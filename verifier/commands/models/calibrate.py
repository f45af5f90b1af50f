"""What ``verifier calibrate`` does: labelled chains in, a small file out, with what it is worth."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from itertools import accumulate
from operator import mul
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from rich.table import Table

from verifier.commands.estimating import estimating
from verifier.commands.options.training import CalibrateOptions
from verifier.estimators.model import PrmUnavailable, ProcessRewardModel, taught_by
from verifier.estimators.own.steps import FLOOR
from verifier.evaluation.intake import drawn, labelled
from verifier.evaluation.items import Labelled
from verifier.intake.bad import Unreadable
from verifier.intake.source import Reading
from verifier.judging.estimates import votes
from verifier.judging.estimates.by_length import FEWEST, ByLength, write
from verifier.judging.estimates.calibrated import digest
from verifier.judging.estimates.drift import Agreement, agreement, verdicts
from verifier.judging.estimates.fusion import Fusion, fusion_of, shares
from verifier.judging.judgements.judgement import WRONG_BELOW
from verifier.outputs import write_text, written
from verifier.pipeline.judge import Judge
from verifier.report.bars import ticking
from verifier.report.exit_codes import BAD_INPUT, OK, amiss, complain, infrastructure, output, warned
from verifier.report.screen import standard_output

if TYPE_CHECKING:
    from verifier.training.calibrating import Taught
    from verifier.training.data.examples import Example
    from verifier.training.fusing import Lesson


Row = TypeVar("Row", "Labelled", "Example")


def run(options: CalibrateOptions) -> int:
    """Calibrate, write the file, print what it is worth, and return the exit status. Raises: SystemExit on an
    interrupt."""
    with (
        output(
            *(options.out, options.fusion, options.alone, options.level),
            *(options.step_heads, options.vote_weights, options.translation_weights),
        ),
        infrastructure() as broken,
        warned(),
        ExitStack() as stack,
    ):
        model = stack.enter_context(estimating(options.prm, options.placement))
        if model is None:
            raise PrmUnavailable("expected a model to calibrate, got --prm none", usage=True)
        try:
            if options.lengths is not None:
                _lengths(options, options.lengths, model)
            if options.step_heads is not None:
                _step_heads(options, options.step_heads, model)
            if options.vote_weights is not None:
                _votes(options, options.vote_weights, model)
            if options.translation_weights is not None:
                _translations(options, options.translation_weights, model)
            if options.out is None:
                return OK
            examples = _untaught(model, _examples(options))
            if not examples:
                complain("expected something to calibrate on: --plant, --plant-meaning, --answers or --data")
                return BAD_INPUT
            _calibrate(options, options.out, model, examples)
        except (Unreadable, ValueError, OSError) as error:
            if isinstance(error, BrokenPipeError):
                raise
            return amiss(error, options.out)
        return OK
    return max(broken)


def _examples(options: CalibrateOptions) -> list[Example]:
    """Planted pairs, weighed as if errors struck at random; chains with a final answer; labelled chains."""
    from verifier.training.data import intake
    from verifier.training.data.assemble import Sources, assemble
    from verifier.training.data.class_weights import weighed

    sources = Sources(options.plant, options.answers, options.bar, options.most, options.seed, options.plant_meaning)
    made = assemble(sources)
    reading = Reading(neutral=options.neutral)
    return weighed(made) + intake.read([intake.source(text, False, reading) for text in options.data], complain)


def _untaught(model: ProcessRewardModel, rows: Sequence[Row]) -> list[Row]:
    """The chains or examples of problems that did not teach the model itself; it is said how many others there are."""
    found = [one for one in rows if not taught_by(model, one.problem)]
    if len(found) < len(rows):
        complain(f"{len(rows) - len(found)} of {len(rows)} chains have problems that taught {model.name}: left out")
    return found


def _calibrate(options: CalibrateOptions, out: Path, model: ProcessRewardModel, examples: Sequence[Example]) -> None:
    from verifier.training.as_shipped.voting import of_taught
    from verifier.training.calibrating import calibrated

    made: dict[Path, dict[str, Any]] = {}  # written when all of it is known to be worth something
    taught = _taught(options, model, examples)
    if options.alone is not None:
        taught = _alone(options.alone, taught, examples, made)
    if options.level is not None:
        made[options.level] = _level(taught, examples)
    fusion = fusion_of(model)
    if options.fusion is not None:
        fusion = _fusion(taught, examples)
        made[options.fusion] = fusion.to_json()
    kinds = {"planted errors": options.plant, "errors of meaning": options.plant_meaning}
    given = {**kinds, "final answers": options.answers, "labelled chains": options.data}
    said = ", ".join(name for name, files in given.items() if files)
    found, figures = calibrated(taught, model.name, fusion, options.method, options.rate, said)
    found = replace(found, level=_agreement(taught), votes=of_taught(taught, examples, fusion, found))
    for place, data in {**made, out: found.to_json()}.items():
        write_text(place, json.dumps(data, indent=1) + "\n")
    standard_output().print(_table(figures))
    print(_worth(figures[0]))
    if found.lengths is not None:
        _say(found.lengths)
    if found.threshold is not None and found.threshold.value > 0:
        print(
            f"Where one threshold serves all lengths ('verifier eval') it is {found.threshold.value:.4f}. "
            f"{found.threshold.statement}"
        )
    beside = f" (with {options.fusion} in the model's folder)" if options.fusion else ""
    print(f"fitted on {said}; use it with --prm {options.prm} --calibration {out}{beside}")


def _lengths(options: CalibrateOptions, place: Path, model: ProcessRewardModel) -> None:
    """Write the thresholds by length for the model as it is, without a calibration."""
    from verifier.training.as_shipped import lengths
    from verifier.training.data import intake
    from verifier.training.score_cache import looks

    found = labelled([intake.source(text, False, Reading()).name for text in options.data])
    for fault in found.faults:
        complain(str(fault))
    every = list(found.rows.values())
    untaught = _untaught(model, every)
    chains = lengths.drawn(untaught, options.most, held_out=len(untaught) < len(every))
    with Judge(lean="off") as judge:
        seen = looks(chains, judge, [model], options.keep)
    fusion = fusion_of(model)
    made = lengths.fitted(chains, seen, model.name, fusion, options.rate)
    if made.threshold is None:
        raise ValueError(
            f"expected at least {2 * FEWEST} right chains, and enough for --rate {options.rate:g}, got "
            f"{made.profile.chains}: nothing can be promised on fewer, and nothing is written"
        )
    write(place, made, model.name, digest(fusion))
    _say(made)
    which = "are not held out" if len(untaught) == len(every) else f"did not teach {model.name}"
    print(f"fitted on {made.fitted_on}, of the problems that {which}; put {place} into the model's folder")


def _votes(options: CalibrateOptions, place: Path, model: ProcessRewardModel) -> None:
    """Write what votes are worth by the model as it is, without a calibration."""
    from verifier.training.as_shipped import voting
    from verifier.training.data.examples import measured
    from verifier.training.score_cache import looks

    found = labelled(list(map(str, options.answers)))
    for fault in found.faults:
        complain(str(fault))
    untaught = _untaught(model, list(found.rows.values()))
    attempts = voting.drawn(untaught, measured(options.bar), options.most)
    with Judge(lean="off") as judge:
        seen = looks(attempts, judge, [model], options.keep)
    fusion = fusion_of(model)
    made = voting.learnt(attempts, seen, model.name, fusion)
    votes.write(place, made, model.name, digest(fusion))
    print(
        f"a vote counts one, and {made.slope:.4f} for each unit of log-odds above the mean of all that vote: learnt on "
        f"{made.fitted_on} at {made.problems} problems; put {place} into the model's folder"
    )


def _step_heads(options: CalibrateOptions, place: Path, model: ProcessRewardModel) -> None:
    """Write the heads of the default model, taught beside its fusion as it is."""
    from verifier.estimators.surprisal.step_heads import stored
    from verifier.estimators.surprisal.surprisal import SurprisalModel
    from verifier.training.as_shipped import step_heads

    if not isinstance(model, SurprisalModel):
        raise PrmUnavailable(f"--step-heads is for the default model, got --prm {options.prm}", usage=True)
    found = labelled(list(map(str, options.data)))
    for fault in found.faults:
        complain(str(fault))
    every = [chain for chain in found.rows.values() if chain.first_error is not None]
    chains, fusion = drawn(_untaught(model, every), options.most, options.seed), fusion_of(model)
    with Judge(lean="off") as judge, ticking("chains", len(chains)) as tick:
        lessons = [(one, tick())[0] for one in step_heads.shown(chains, judge, model, fusion)]
    heads, told = step_heads.crossed(lessons, every, fusion)
    with written(place) as stream:
        stream.write(stored(heads))
    for one in told:
        sees = f"nats, doubts{', position' if one.recipe[0] else ''}, {one.recipe[1]} parts of the states"
        print(
            f"{one.file}: step AUC {one.auc:.3f} by the other files ({sees}), {one.plain:.3f} by nats and doubts alone"
        )
    print(f"taught by {len(chains)} chains of {len(told)} files; put {place} into the model's folder")


def _translations(options: CalibrateOptions, place: Path, model: ProcessRewardModel) -> None:
    """Write what translations are worth as evidence, beside the model as it is."""
    from verifier.pipeline.judge import Judge
    from verifier.training.as_shipped import translating

    found = labelled(list(map(str, options.data)))
    for fault in found.faults:
        complain(str(fault))
    with Judge("off", readings=options.formal) as judge:
        lessons = list(translating.taught(found.rows.values(), judge, model))
    weights = translating.learnt(lessons, fusion_of(model))
    said = f"{len(lessons)} chains with translations of {', '.join(sorted({one.name for one in options.formal}))}"
    write_text(place, json.dumps({"weights": weights, "fitted_on": said}, indent=1) + "\n")
    for name, value in weights.items():
        print(f"{name}: {value:.4f}")
    print(f"log-odds added to the fusion, fitted on {said}; put {place} into the model's folder")


CHARACTERS = (50, 100, 200)
"""Characters of a step for which thresholds are shown."""

LENGTHS = (2, 3, 5, 8, 12, 17, 25, 40)
"""Steps of a chain for which they are."""


def _say(found: ByLength) -> None:
    """Print from which score on down a chain is accused, by its length."""
    if found.threshold is None:
        print(
            f"Fewer than {2 * FEWEST} correct chains, or too few for the rate: no threshold, and no chain is accused."
        )
        return
    made = Table(title="below which score a first error is named, by characters of a step", title_justify="left")
    for column in ("steps", *map(str, CHARACTERS)):
        made.add_column(column)
    for steps in (length for length in LENGTHS if length <= found.longest):
        ends = [found.below(steps, steps * characters) for characters in CHARACTERS]
        made.add_row(str(steps), *(f"{min(WRONG_BELOW, end or 0.0):.4f}" for end in ends))
    standard_output().print(made)
    print(found.statement)


def _taught(options: CalibrateOptions, model: ProcessRewardModel, examples: Sequence[Example]) -> list[Taught]:
    from verifier.training.calibrating import Taught
    from verifier.training.fusing import Lesson
    from verifier.training.score_cache import looks

    names = [str(number) for number in range(len(examples))]
    chains = [
        Labelled(name, one.source, one.problem, one.steps, (None,) * len(one.steps))
        for name, one in zip(names, examples, strict=True)
    ]
    with Judge(lean="off") as judge:
        seen = looks(chains, judge, [model], options.keep)
    found = []
    for chain, e in zip(chains, examples, strict=True):
        look = seen[chain.id]
        if options.alone is not None and not look.raw:
            raise PrmUnavailable(f"--alone is for models of our own, got --prm {options.prm}", usage=True)
        scores = look.scores[model.name] if options.alone is None else _product(look.raw)
        found.append(Taught(chain.chain, Lesson(look.correct, look.known, scores, e.targets, e.weight, look.checked)))
    return found


def _product(shares: Sequence[float]) -> tuple[float, ...]:
    return tuple(max(score, FLOOR) for score in accumulate(shares, mul))


def _kinds(taught: Sequence[Taught], examples: Sequence[Example]) -> tuple[list[Lesson], list[Lesson]]:
    """What planted errors teach, and what chains do that somebody or a model wrote."""
    natural = [one.kind in ("outcome", "labelled") for one in examples]
    planted, others = (
        [one.lesson for one, real in zip(taught, natural, strict=True) if real is kind] for kind in (False, True)
    )
    return planted, others


def _alone(
    place: Path, taught: Sequence[Taught], examples: Sequence[Example], made: dict[Path, dict[str, Any]]
) -> list[Taught]:
    """Calibrate what the model says before its own calibration, put that to what is written, and return the chains as
    scored by it."""
    from verifier.training.fusing import alone

    planted, others = _kinds(taught, examples)
    said = (
        "planted errors, and final answers of chains that models wrote" if planted and others else "one kind of chain"
    )
    found = alone(planted or others, others if planted else (), said)
    made[place] = found.to_json()
    known = [[found(share) for share in shares(one.lesson.scores) if share is not None] for one in taught]
    pairs = zip(taught, known, strict=True)
    return [replace(one, lesson=replace(one.lesson, scores=_product(told))) for one, told in pairs]


def _fusion(taught: Sequence[Taught], examples: Sequence[Example]) -> Fusion:
    """Fit the fusion anew, planted errors and all else counting alike, with planted ones for its level."""
    from verifier.training.fusing import FITTED_ON, fitted, levelled

    planted, others = _kinds(taught, examples)
    return levelled(fitted(planted, FITTED_ON, others=others), planted or others)


def _agreement(taught: Sequence[Taught]) -> Agreement | None:
    """How what the model says goes with settled verdicts on what it was calibrated on, None where too few are."""
    lessons = (one.lesson for one in taught)
    found = agreement(pair for one in lessons for pair in verdicts(one.correct, one.checked, one.scores))
    return None if found.agreement is None else found


def _level(taught: Sequence[Taught], examples: Sequence[Example]) -> dict[str, Any]:
    """How what the model says of steps goes with settled verdicts on planted chains: the level for drift."""
    planted, _ = _kinds(taught, examples)
    found = agreement(pair for one in planted for pair in verdicts(one.correct, one.checked, one.scores))
    return found.to_json()


SHOWN = {
    "all": "calibration error",
    "not settled": "calibration error, not settled",
    "brier": "Brier score",
    "skill": "Brier skill over the base rate",
}


def _table(figures: Sequence[dict[str, Any]]) -> Table:
    made = Table(title="estimates of prefixes, by a calibration of the other half", title_justify="left")
    held = [row for row in figures if row["chains"]]
    made.add_column("before → after")
    for row in held:
        made.add_column(str(row["domain"]), justify="right", overflow="fold")
    for count in ("chains", "steps"):
        made.add_row(count, *(str(row[count]) for row in held), style="dim")
    for name, title in SHOWN.items():
        made.add_row(title, *(_cell(row, name) for row in held))
    return made


def _cell(row: dict[str, Any], name: str) -> str:
    """A figure before and after, and the interval of that after."""
    before, after = (row[f"{name}, {time}"] for time in ("before", "after"))
    between = row["intervals"][f"{name}, after"]
    shown = " → ".join("-" if value is None else f"{value:.3f}" for value in (before, after))
    return shown + ("" if between is None else f"\n[{between[0]:.3f}, {between[1]:.3f}]")


def _worth(row: dict[str, Any]) -> str:
    """What calibrated estimates are worth, in a sentence."""
    value, between = row["skill, after"], row["intervals"]["skill, after"]
    if value is None or between is None:
        return "What estimates are worth over the base rate cannot be told: one kind of step alone is known."
    shown = (
        "are worth more than the base rate" if between[0] > 0 else "are not shown to be worth more than the base rate"
    )
    return (
        f"Calibrated estimates {shown}: Brier skill {value:.3f} (95% interval {between[0]:.3f} to {between[1]:.3f}) on "
        f"{row['chains']} chains, each by a calibration of the other half."
    )
