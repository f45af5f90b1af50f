"""Formal chains on the command line: a file that holds them is taken for one, wherever chains are named."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from verifier.commands.options.translations import FormalOptions

if TYPE_CHECKING:
    from verifier.commands.formal.chains import FormalChains
    from verifier.intake.chains import Sources
    from verifier.judging.agreeing.trusting import Settling


def holds_formal(*files: str) -> bool:
    """Return whether one of these arguments names a file of formal chains."""
    from verifier.language.files import holds_formal as holds

    return any(holds(Path(file)) for file in files)


def translated(sources: Sources, options: FormalOptions) -> FormalChains:
    """Return the chains that are asked for with their translations: a file of formal chains by itself is one more."""
    from verifier.commands.formal.chains import FormalChains

    formal = [name for name in sources.names if holds_formal(name)]
    texts = replace(sources, names=[name for name in sources.names if name not in formal])
    named = (*map(Path, formal), *options.formal)
    return FormalChains(texts if texts.names else None, named, options.given, trusted(options))


def trusted(options: FormalOptions) -> Settling:
    """Return what lets translations settle steps. Raises: BadParameter where it is no level, or one that was edited."""
    from verifier.judging.agreeing.trusting import trust_in

    try:
        return trust_in(options.trusted, options.trust_at)
    except ValueError as error:
        raise typer.BadParameter(f"--trust {error}") from error
