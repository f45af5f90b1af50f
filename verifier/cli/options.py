"""What several commands take."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Lean(StrEnum):
    """Whether Lean is used."""

    OFF = "off"
    AUTO = "auto"
    REQUIRE = "require"


class FailOn(StrEnum):
    """What else makes the exit status 1."""

    UNJUDGED = "unjudged"
    NONE_CHECKED = "none-checked"


class CheckFormat(StrEnum):
    """How ``check`` prints results."""

    VIEW = "view"
    JSON = "json"
    JUNIT = "junit"
    SARIF = "sarif"
    GITHUB = "github"


Calibration = Annotated[
    Path | None, typer.Option(help="What 'verifier calibrate' made for this model: estimates mean what it says.")
]
Translator = Annotated[
    str, typer.Option(help="What translates steps that exact reading leaves open: none, openai:MODEL or hf:PATH.")
]
Samples = Annotated[int, typer.Option(min=1, max=100, help="Independent translations that must agree.")]
Budget = Annotated[int | None, typer.Option(min=1, help="Most tokens that the run may take from the translator.")]
Answers = Annotated[Path | None, typer.Option(help="The SQLite file that keeps the translator's answers.")]
Offline = Annotated[bool, typer.Option("--translator-offline", help="Ask nobody: replay the answers that are kept.")]
