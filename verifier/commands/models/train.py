"""What ``verifier train`` does: data in, a model in a folder out, with progress and figures on what is held back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from verifier.commands.options.training import TrainOptions
from verifier.estimators.model import PrmUnavailable
from verifier.intake.bad import Unreadable
from verifier.intake.source import Reading
from verifier.report.bars import bar
from verifier.report.exit_codes import BAD_INPUT, OK, amiss, complain, infrastructure, output

if TYPE_CHECKING:
    from verifier.training.data.examples import Example


def run(options: TrainOptions) -> int:
    """Train, print the figures, and return the exit status. Raises: SystemExit on an interrupt."""
    with output(), infrastructure() as broken:
        try:
            from verifier.training.additions.fit import Settings, device_of
            from verifier.training.additions.recipe import AdditionsRecipe, train_additions
        except ImportError as error:
            raise PrmUnavailable(
                f"training needs torch and more: pip install 'step-verifier[train]' ({error})"
            ) from error
        if not (options.data or options.answers):
            complain("expected labels to learn from: labelled chains (--data) or final answers (--answers)")
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
        recipe = AdditionsRecipe(options.out, options.name, settings, options.split)
        try:
            examples = _examples(options)
            with _progress() as tick:
                figures = train_additions(recipe, examples, complain, tick)
        except (Unreadable, ValueError, OSError) as error:
            return amiss(error, options.out)
        for name, value in figures.items():
            print(f"{name} {value:.3f} on problems that are held back")
        print(f"the model is in {options.out}: use it with --prm own:{options.out}")
        return OK
    return max(broken)


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


@contextmanager
def _progress() -> Iterator[Any]:
    """Give a function that shows how far the training is, on standard error."""
    with bar("training") as shown:
        yield lambda done, total, loss: shown.update(done=done, total=total, note=f"loss {loss:.3f}")
