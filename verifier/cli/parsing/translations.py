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


def formal_files(*names: str) -> list[Path]:
    """Return the files of formal chains among inputs, also those in folders."""
    from verifier.language.files import holds_formal

    return [path for name in names for path in _opened(name) if holds_formal(path)]


def _opened(name: str) -> list[Path]:
    """Return a file, or the files of chains in a folder; a folder without any as it is, for its reader to refuse."""
    from verifier.intake.bad import Unreadable
    from verifier.intake.files.names import inputs

    try:
        return [Path(one) for one in inputs([name])] if Path(name).is_dir() else [Path(name)]
    except Unreadable:
        return [Path(name)]


def translated(sources: Sources, options: FormalOptions) -> FormalChains:
    """Return the chains that are asked for with their translations: a file of formal chains by itself is one more."""
    from verifier.commands.formal.chains import FormalChains

    formal = formal_files(*sources.names)
    opened = [str(path) for name in sources.names for path in _opened(name) if path not in formal]
    texts = replace(sources, names=opened) if formal else sources
    named = (*formal, *options.formal)
    return FormalChains(texts if texts.names else None, named, options.given, trusted(options), own=bool(formal))


def trusted(options: FormalOptions) -> Settling:
    """Return what lets translations settle steps. Raises: BadParameter where it is no level, or one that was edited."""
    from verifier.judging.agreeing.trusting import trust_in

    try:
        return trust_in(options.trusted, options.trust_at)
    except ValueError as error:
        raise typer.BadParameter(f"--trust {error}") from error
