"""Formal chains on the command line: a file that holds them is taken for one, wherever chains are named."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from verifier.commands.options.translations import FormalOptions

if TYPE_CHECKING:
    from verifier.commands.check_formal import FormalChains


def holds_formal(file: str | None) -> bool:
    """Return whether an argument names a file of formal chains."""
    from verifier.language.files import holds_formal as holds

    return file is not None and holds(Path(file))


def translated(file: str | None, options: FormalOptions, problem: str | None = None) -> FormalChains:
    """Return the chains that are asked for with their translations: a file of formal chains by itself is one more."""
    from verifier.commands.check_formal import FormalChains
    from verifier.judging.formal.judged_chain import Trust

    chains, formal = file, tuple(options.formal)
    if file is not None and holds_formal(file):
        chains, formal = None, (Path(file), *formal)
    return FormalChains(chains, formal, options.given, Trust(options.trust), problem)
