"""What several commands take."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from verifier.judging.options import Translator as Options


class Lean(StrEnum):
    """Whether Lean is used."""

    OFF = "off"
    AUTO = "auto"
    REQUIRE = "require"


class FailOn(StrEnum):
    """What else makes the exit status 1."""

    UNJUDGED = "unjudged"
    NONE_CHECKED = "none-checked"
    REFUTED = "refuted"
    ANSWER = "answer"


class CheckFormat(StrEnum):
    """How ``check`` prints results."""

    VIEW = "view"
    JSON = "json"
    JUNIT = "junit"
    SARIF = "sarif"
    GITHUB = "github"


class Neutral(StrEnum):
    """What PRM800K's rating 0 counts as."""

    POSITIVE = "positive"
    NEGATIVE = "negative"
    DROP = "drop"


Calibration = Annotated[
    Path | None, typer.Option(help="What 'verifier calibrate' made for this model: estimates mean what it says.")
]
Device = Annotated[str, typer.Option(help="Where a model of kind KIND runs: auto, cpu, cuda, ...")]
DType = Annotated[str, typer.Option(help="Its numbers: auto, float32, bfloat16 or float16.")]
Prm = Annotated[
    str, typer.Option(help="What estimates the steps that are not settled: none, default, shape or KIND:MODEL.")
]
Translator = Annotated[
    str, typer.Option(help="What translates steps that exact reading leaves open: none, openai:MODEL or hf:PATH.")
]
Trust = Annotated[
    str | None,
    typer.Option(
        "--trust-translator",
        metavar="LEVEL.json|unmeasured",
        help="Let its claims settle steps, at the level that 'bench translate --write' measured of it.",
    ),
]
AtLeast = Annotated[
    float, typer.Option("--trust-at-least", min=0.5, max=0.9999, help="The precision that the level must show.")
]
Ratios = Annotated[
    str, typer.Option(help="Likelihood ratios of a translated step proved and refuted, for its estimate.")
]
Proofs = Annotated[
    int, typer.Option(min=0, max=20, help="How often to ask it for facts where Lean finds no proof by itself.")
]
Samples = Annotated[int, typer.Option(min=1, max=100, help="Independent translations that must agree.")]
Budget = Annotated[int | None, typer.Option(min=1, help="Most tokens that the run may take from the translator.")]
Answers = Annotated[Path | None, typer.Option(help="The SQLite file that keeps the translator's answers.")]
Offline = Annotated[bool, typer.Option("--translator-offline", help="Ask nobody: replay the answers that are kept.")]


def _writable(path: Path | None) -> Path | None:
    from verifier.outputs import check

    try:
        if path is not None:
            check(path)
    except OSError as error:
        raise typer.BadParameter(f"{path}: expected a file that can be written ({error.strerror})") from error
    return path


def to_write(help: str, *names: str) -> Any:
    """Return the option for a file of output, which refuses at once what cannot be one. Fails: never."""
    return typer.Option(*names, callback=_writable, help=help)


def whole(path: Path | None) -> str | None:
    """Return a path that means the same in another process, None of none. Fails: never."""
    return None if path is None else str(path.absolute())


def asked(
    spec: str,
    trust: str | None,
    at_least: float,
    samples: int,
    budget: int | None,
    answers: Path | None,
    offline: bool,
    ratios: str,
    proofs: int,
) -> Options:
    """Return what is asked of a translator. Fails: never."""
    from verifier.judging.options import UNMEASURED
    from verifier.judging.options import Translator as Asked

    level = trust if trust is None or trust == UNMEASURED else whole(Path(trust))
    return Asked(spec, level, at_least, samples, budget, whole(answers), offline, ratios, proofs)
