"""What ``verifier train`` does: data in, a model in a folder out, with progress and the figures before and after."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from verifier.commands.options.training import TrainOptions
from verifier.estimators.model import PrmUnavailable
from verifier.estimators.own.weights import encoder
from verifier.intake.bad import Unreadable
from verifier.intake.source import Reading
from verifier.report.bars import bar
from verifier.report.exit_codes import BAD_INPUT, OK, amiss, complain, infrastructure, output

if TYPE_CHECKING:
    from verifier.training.data.examples import Example
    from verifier.training.recipe import TrainingRecipe


def run(options: TrainOptions) -> int:
    """Train, print the figures, and return the exit status. Raises: SystemExit on an interrupt."""
    with output(), infrastructure() as broken:
        try:
            from verifier.training import recipe
        except ImportError as error:
            raise PrmUnavailable(
                f"training needs torch and more: pip install 'step-verifier[train]' ({error})"
            ) from error
        if not any((options.data, options.plant, options.plant_meaning, options.answers, options.formal)):
            complain("expected something to learn from: --data, --plant, --plant-meaning, --answers or --formal")
            return BAD_INPUT
        try:
            examples = _examples(options)
            if options.outcome:
                return _outcome(options, examples)
            if options.base == SMOLLM2:
                return _additions(options, examples)
            with _progress() as tick, _board(options) as board:
                figures = recipe.train(_plan(options), examples, complain, tick, board)
        except (Unreadable, ValueError, OSError) as error:
            return amiss(error, options.out)
        _show(figures, options.out)
        return OK
    return max(broken)


def _outcome(options: TrainOptions, examples: list[Example]) -> int:
    """Train an outcome model and print its figures."""
    from verifier.training.outcome import train_outcome

    figures = train_outcome(options.out, options.name, examples, complain, options.limit)
    print("held back  " + "  ".join(f"{name} {value:g}" for name, value in figures.items()))
    print(f"the outcome model is in {options.out}: use it with --prm own:{options.out}")
    return OK


SMOLLM2 = "smollm2"


def _additions(options: TrainOptions, examples: list[Example]) -> int:
    """Train low-rank additions to the default model's language model, and print what is told of what is held back."""
    from verifier.training.additions.fit import Settings, device_of
    from verifier.training.additions.recipe import AdditionsRecipe, train_additions

    if options.tune != "lora":
        complain("smollm2 is trained by low-rank additions: expected --tune lora")
        return BAD_INPUT
    settings = Settings(
        layers=options.layers,
        rank=options.rank,
        epochs=float(options.epochs),
        first=options.first,
        tokens=options.tokens,
        rate=options.rate,
        decay=options.decay,
        seed=options.seed,
        every=options.every,
        device=device_of(options.device),
    )
    with _progress() as tick:
        figures = train_additions(
            AdditionsRecipe(options.out, options.name, settings, options.split), examples, complain, tick
        )
    for source, value in figures.items():
        print(f"{source}: step AUC {value:.3f} on problems that are held back")
    print(f"the model is in {options.out}: use it with --prm own:{options.out}")
    return OK


def _examples(options: TrainOptions) -> list[Example]:
    """Everything that is learnt from. What errors were planted into is kept in the folder."""
    from verifier.training.data import assemble, intake

    found: list[Example] = []
    if options.plant or options.plant_meaning or options.answers:
        place = options.out / "run" / "planted.jsonl"
        if not place.exists():
            place.parent.mkdir(parents=True, exist_ok=True)
            sources = assemble.Sources(
                options.plant, options.answers, options.bar, options.most, options.seed, options.plant_meaning
            )
            made = assemble.assemble(sources)
            assemble.write(made, place)
        found += assemble.load(place)
        complain(f"{len(found)} examples from planted errors and final answers")
    if options.formal:
        found += (translated := assemble.of_translations(options.formal, options.texts, options.bar))
        complain(f"{len(translated)} examples from the states of steps of formal chains")
    reading = Reading(neutral=options.neutral)
    found += intake.read([intake.source(text, options.soft, reading) for text in options.data], complain)
    return found


def _plan(options: TrainOptions) -> TrainingRecipe:
    from verifier.training.fit import Settings
    from verifier.training.networks.bodies import Tuning
    from verifier.training.recipe import TrainingRecipe

    w = options
    settings = Settings(
        w.epochs,
        batch=w.batch,
        rate=w.rate,
        head_rate=10 * w.rate,
        decay=w.decay,
        seed=w.seed,
        every=w.every,
        precision=_precision(w),
    )
    base = encoder() if options.base == "minilm" else Path(options.base)
    plan = TrainingRecipe(
        base, options.out, options.name, Tuning(options.tune, options.rank), settings, limit=options.limit
    )
    return plan if options.refresh is None else replace(plan, refresh=options.refresh)


def _precision(options: TrainOptions) -> str:
    """Of products: bfloat16 where the processor is quick at it, and the body is trained: the head alone needs none."""
    if options.precision != "auto":
        return options.precision
    from verifier.asking.weights import quick_bfloat16

    return "bfloat16" if options.tune != "head" and quick_bfloat16() else "float32"


@contextmanager
def _progress() -> Iterator[Any]:
    """Give a function that shows how far the training is, on standard error."""
    with bar("training") as shown:
        yield lambda done, total, loss: shown.update(done=done, total=total, note=f"loss {loss:.3f}")


@contextmanager
def _board(options: TrainOptions) -> Iterator[Any]:
    if not options.tensorboard:
        yield None
        return
    from verifier.training.fit import tensorboard

    try:
        board = tensorboard(options.out / "run")
    except ImportError as error:
        raise PrmUnavailable(
            f"--tensorboard needs tensorboard: pip install 'step-verifier[train]' ({error})"
        ) from error
    with board:
        yield board


def _show(figures: dict[str, Any], out: Path) -> None:
    for title in ("before", "curve"):
        if title in figures:
            label = "before" if title == "before" else "after"
            print(f"{label:7}" + "  ".join(f"{name} {value:g}" for name, value in figures[title].items()))
    for name, value in figures["fusion"]["coefficients"].items():
        print(f"        {name:24}{value:+.3f}")
    print(f"the model is in {out}: use it with --prm own:{out}")
