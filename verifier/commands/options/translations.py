"""What every command that judges is asked of translations into the formal language."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

import typer


@dataclass(frozen=True, kw_only=True)
class FormalOptions:
    """Translations of the chains, and what settles steps."""

    PANEL: ClassVar = "Translations of the chains"

    formal: Annotated[
        tuple[Path, ...],
        typer.Option("--formal", help="Formal chains, to judge the chains by; may be given several times. Evidence."),
    ] = ()
    given: Annotated[
        tuple[Path, ...],
        typer.Option(
            "--given", help="Formal chains that you vouch for: they settle steps. May be given several times."
        ),
    ] = ()
    trust: Annotated[
        str,
        typer.Option(
            "--trust",
            metavar="[evidence|agreeing|LEVEL.json]",
            help="agreeing: what at least two translations made apart agree on settles steps. LEVEL.json, as 'bench "
            "translate' writes it: so do translations like those measured, on each side that is high enough.",
        ),
    ] = "evidence"
    trust_at: Annotated[
        float,
        typer.Option("--trust-at", min=0.5, max=0.9999, help="The precision that the level must show, by chains."),
    ] = 0.97

    @property
    def by_translations(self) -> bool:
        """Whether translations are named."""
        return bool(self.formal or self.given)
