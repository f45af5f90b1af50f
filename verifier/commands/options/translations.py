"""What every command that judges is asked of translations into the formal language."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar, Final

import typer

AT_LEAST: Final = 0.97
"""The precision that a level must show, if the user names none."""


@dataclass(frozen=True, kw_only=True)
class FormalOptions:
    """Translations of the chains, and what settles steps."""

    PANEL: ClassVar = "Translations of the chains"

    formal: Annotated[
        tuple[Path, ...],
        typer.Option("--formal", help="Translations of the chains, as evidence; repeatable."),
    ] = ()
    given: Annotated[
        tuple[Path, ...],
        typer.Option("--given", help="Translations that you vouch for: they settle steps; repeatable."),
    ] = ()
    trust: Annotated[
        str,
        typer.Option(
            "--trust",
            metavar="WHAT",
            help="evidence: translations settle nothing; agreeing: they do if two agree; LEVEL.json: if their measured "
            "precision is high enough.",
        ),
    ] = "evidence"

    @property
    def trust_at(self) -> float:
        """The precision that a level must show."""
        return split_trust(self.trust)[1]

    @property
    def trusted(self) -> str:
        """A word, or the path of a level."""
        return split_trust(self.trust)[0]

    @property
    def by_translations(self) -> bool:
        """Whether translations are named."""
        return bool(self.formal or self.given)


def split_trust(text: str) -> tuple[str, float]:
    """Return what is trusted, and the precision that a level must show: ``LEVEL.json@0.99``. Raises: BadParameter."""
    name, at, share = text.rpartition("@")
    if not at:
        return text, AT_LEAST
    try:
        precision = float(share)
    except ValueError:
        return text, AT_LEAST  # a path may have the sign
    if not 0.5 <= precision <= 0.9999:
        raise typer.BadParameter(f"--trust {text}: expected a precision from 0.5 to 0.9999 after @")
    return name, precision
