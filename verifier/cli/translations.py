"""Formal chains on the command line: a file that holds them is taken for one, wherever chains are named."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from verifier.commands.options.translations import FormalOptions

if TYPE_CHECKING:
    from verifier.commands.check_formal import FormalChains
    from verifier.judging.formal.trusting import Settling


def holds_formal(file: str | None) -> bool:
    """Return whether an argument names a file of formal chains."""
    from verifier.language.files import holds_formal as holds

    return file is not None and holds(Path(file))


def translated(file: str | None, options: FormalOptions, problem: str | None = None) -> FormalChains:
    """Return the chains that are asked for with their translations: a file of formal chains by itself is one more."""
    from verifier.commands.check_formal import FormalChains

    chains, formal = file, tuple(options.formal)
    if file is not None and holds_formal(file):
        chains, formal = None, (Path(file), *formal)
    return FormalChains(chains, formal, options.given, trusted(options), problem)


def trusted(options: FormalOptions) -> Settling:
    """Return what lets translations settle steps. Raises: BadParameter where it is no level, or one that was edited."""
    from verifier.judging.formal.trusting import trust_in

    try:
        return trust_in(options.trust, options.trust_at)
    except ValueError as error:
        raise typer.BadParameter(f"--trust {error}") from error
