"""Translations of a chain, with what was found of each when it was looked at."""

from __future__ import annotations

from dataclasses import dataclass

from verifier.chain import Chain
from verifier.language.formal_chain import FormalChain


@dataclass(frozen=True, slots=True)
class Translation:
    """A translation with the text of its chain. ``given``: the caller vouches for it.

    ``set_aside``: why it says nothing here, None where it does. ``place``: the file and line that it was read from.
    """

    formal: FormalChain
    given: bool = False
    set_aside: str | None = None
    place: str | None = None


@dataclass(frozen=True, slots=True)
class Translated:
    """A chain and all translations of it: those that the caller vouches for first, else as they came."""

    chain: Chain
    translations: tuple[Translation, ...] = ()
