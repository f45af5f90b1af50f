"""The ledger's lists of words, from ``lists.txt``."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def _sections() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    section = ""
    for line in files("verifier.readers.exact.plausibility").joinpath("lists.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif not line.startswith("#"):
            found[section] = found.get(section, ()) + tuple(line.split())
    return found


@cache
def listed(section: str) -> frozenset[str]:
    """Return the words of a section. Raises: KeyError."""
    return frozenset(_sections()[section])


@cache
def numbered(section: str) -> dict[str, int]:
    """Return the words of a section with the number that each spells. Raises: KeyError, ValueError."""
    pairs = (entry.split(":") for entry in _sections()[section])
    return {word: int(number) for word, number in pairs}


@cache
def conversions() -> tuple[tuple[frozenset[str], tuple[int, ...]], ...]:
    """Return what everybody knows: words, and the numbers that go with them."""
    return tuple(
        (frozenset(words), tuple(map(int, section.split()[1:])))
        for section, words in _sections().items()
        if section.startswith("KNOWN ")
    )
