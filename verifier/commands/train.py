"""What ``verifier train`` does: data in, a model in a folder out, with progress and the figures before and after."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from verifier.estimators.model import PrmUnavailable
from verifier.estimators.own.weights import encoder
from verifier.labelling.example import Neutral
from verifier.labelling.rows import Unreadable
from verifier.labelling.source import Reading
from verifier.report.bars import bar
from verifier.report.exit_codes import BAD_INPUT, OK, complain, infrastructure, output

if TYPE_CHECKING:
    from verifier.training.examples import Example
    from verifier.training.recipe import Plan


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the user asked of a training; the fields are the options of the command."""

    out: Path
    data: tuple[str, ...] = ()
    plant: tuple[Path, ...] = ()
    answers: tuple[Path, ...] = ()
    bar: tuple[Path, ...] = ()
    most: int = 4000
    limit: int | None = None
    base: str = "minilm"
    soft: bool = False
    neutral: Neutral = "positive"
    tune: str = "head"
    rank: int = 8
    epochs: int = 8
    batch: int = 64
    rate: float = 2e-4
    decay: float = 0.3
    seed: int = 1
    every: int = 20
    precision: str = "auto"
    tensorboard: bool = False
    refresh: Path | None = None
    name: str = "own 1"
    outcome: bool = False


def run(wanted: Wanted) -> int:
    """Train, print the figures, and return the exit status. Fails: SystemExit on an interrupt."""
    with output(), infrastructure() as broken:
        try:
            from verifier.training import recipe
        except ImportError as error:
            raise PrmUnavailable(f"training needs torch and more: pip install 'verifier[train]' ({error})") from error
        if not (wanted.data or wanted.plant or wanted.answers):
            complain("expected something to learn from: --data, --plant or --answers")
            return BAD_INPUT
        try:
            examples = _examples(wanted)
            if wanted.outcome:
                return _outcome(wanted, examples)
            with _progress() as tick, _board(wanted) as board:
                figures = recipe.train(_plan(wanted), examples, complain, tick, board)
        except (Unreadable, ValueError, OSError) as error:
            complain(str(error))
            return BAD_INPUT
        _show(figures, wanted.out)
        return OK
    return max(broken)


def _outcome(wanted: Wanted, examples: list[Example]) -> int:
    """Train an outcome model and print its figures."""
    from verifier.training.outcome import train_outcome

    figures = train_outcome(wanted.out, wanted.name, examples, complain, wanted.limit)
    print("held back  " + "  ".join(f"{name} {value:g}" for name, value in figures.items()))
    print(f"the outcome model is in {wanted.out}: use it with --prm own:{wanted.out}")
    return OK


def _examples(wanted: Wanted) -> list[Example]:
    """Everything that is learnt from. What errors were planted into is kept in the folder."""
    from verifier.training import assemble, intake

    found: list[Example] = []
    if wanted.plant or wanted.answers:
        place = wanted.out / "run" / "planted.jsonl"
        if not place.exists():
            place.parent.mkdir(parents=True, exist_ok=True)
            sources = assemble.Sources(wanted.plant, wanted.answers, wanted.bar, wanted.most, wanted.seed)
            made = assemble.assemble(sources)
            assemble.write(made, place)
        found += assemble.load(place)
        complain(f"{len(found)} examples from planted errors and final answers")
    reading = Reading(neutral=wanted.neutral)
    found += intake.read([intake.source(text, wanted.soft, reading) for text in wanted.data], complain)
    return found


def _plan(wanted: Wanted) -> Plan:
    from verifier.training.bodies import Tuning
    from verifier.training.fit import Settings
    from verifier.training.recipe import Plan

    w = wanted
    settings = Settings(w.epochs, w.batch, w.rate, 10 * w.rate, w.decay, w.seed, w.every, _precision(w))
    base = encoder() if wanted.base == "minilm" else Path(wanted.base)
    plan = Plan(base, wanted.out, wanted.name, Tuning(wanted.tune, wanted.rank), settings, limit=wanted.limit)
    return plan if wanted.refresh is None else replace(plan, refresh=wanted.refresh)


def _precision(wanted: Wanted) -> str:
    """Of products: bfloat16 where the processor is quick at it, and the body is trained: the head alone needs none."""
    if wanted.precision != "auto":
        return wanted.precision
    from verifier.estimators.published.adapters import quick_bfloat16

    return "bfloat16" if wanted.tune != "head" and quick_bfloat16() else "float32"


@contextmanager
def _progress() -> Iterator[Any]:
    """Give a function that shows how far the training is, on standard error."""
    with bar("training") as shown:
        yield lambda done, total, loss: shown.update(done=done, total=total, note=f"loss {loss:.3f}")


@contextmanager
def _board(wanted: Wanted) -> Iterator[Any]:
    if not wanted.tensorboard:
        yield None
        return
    from verifier.training.fit import tensorboard

    try:
        board = tensorboard(wanted.out / "run")
    except ImportError as error:
        raise PrmUnavailable(f"--tensorboard needs tensorboard: pip install 'verifier[train]' ({error})") from error
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
