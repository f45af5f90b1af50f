"""How chains look, as counts: what a calibration set holds, and what of another set is unlike it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from verifier.chain import Chain

FEWEST: Final = 30
"""Chains of a kind of text below which a calibration set lacks that kind."""

OFTEN: Final = 0.1
"""The share of a data set from which a warning is due."""

LONG: Final = 0.99
"""The share of a calibration set's chains whose longest step is no longer than what counts as long."""

KINDS: Final = {
    "formulas": "with LaTeX",
    "headings": "with Markdown headings",
    "bold": "with bold text",
    "lists": "with bullet lists",
    "code": "with blocks of code",
    "letters": "in letters other than Latin and Greek",
}
"""The kinds of text that are told apart, and how a warning says them."""

_BULLETS = ("- ", "* ", "• ")
_OURS = ("LATIN", "GREEK", "MATHEMATICAL", "SCRIPT", "DOUBLE-STRUCK", "BLACK-LETTER", "MICRO")  # as Unicode names them


def kinds_of(chain: Chain) -> frozenset[str]:
    """Return which of ``KINDS`` a chain's steps are."""
    return frozenset(kind for step in chain.steps for kind in _kinds(step.text))


def _kinds(text: str) -> Iterator[str]:
    lines = [line.strip() for line in text.splitlines()]
    if "\\" in text and any(mark in text for mark in ("$", "\\(", "\\[")):
        yield "formulas"
    if any(line.lstrip("#").startswith(" ") and 0 < len(line) - len(line.lstrip("#")) <= 6 for line in lines):
        yield "headings"
    if text.count("**") > 1 or text.count("__") > 1:
        yield "bold"
    if any(line.startswith(_BULLETS) for line in lines):
        yield "lists"
    if "```" in text:
        yield "code"
    if any(map(_other, set(text))):
        yield "letters"


def _other(char: str) -> bool:
    return not char.isascii() and char.isalpha() and not unicodedata.name(char, "LATIN").startswith(_OURS)


@dataclass(frozen=True, slots=True)
class Profile:
    """The texts of a calibration set: how many ``chains``, of how many ``steps`` the longest is, how long a step may be
    before it is unusual (``characters``), and how many chains are of each kind."""

    chains: int = 0
    steps: int = 0
    characters: int = 0
    kinds: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, chains: Iterable[Chain]) -> Profile:
        """Return the profile of these chains."""
        held = list(chains)
        longest = sorted(_longest(chain) for chain in held)
        seen = [kinds_of(chain) for chain in held]
        usual = longest[min(len(longest) - 1, int(LONG * len(longest)))] if longest else 0
        steps = max((len(chain.steps) for chain in held), default=0)
        return cls(len(held), steps, usual, {kind: sum(kind in one for one in seen) for kind in KINDS})

    def lacks(self, chain: Chain) -> frozenset[str]:
        """Return the kinds of text that a chain is of, and that too few of these chains are."""
        return frozenset(kind for kind in kinds_of(chain) if self.kinds.get(kind, 0) < FEWEST)

    def unlike(self, chain: Chain, longest: int) -> Iterator[str]:
        """Yield what of a chain is unlike these: ``longer`` than ``longest`` steps, a ``long step``, kinds that are
        lacking."""
        if len(chain.steps) > longest:
            yield "longer"
        if _longest(chain) > self.characters:
            yield "long step"
        yield from sorted(self.lacks(chain))

    def to_json(self) -> dict[str, Any]:
        """Return the profile as JSON values."""
        return asdict(self)

    @classmethod
    def of_json(cls, data: Any) -> Profile:
        """Return the profile that ``to_json`` gave. Raises: KeyError, TypeError, ValueError, AttributeError."""
        counts = {str(kind): int(count) for kind, count in data["kinds"].items()}
        return cls(int(data["chains"]), int(data["steps"]), int(data["characters"]), counts)


def _longest(chain: Chain) -> int:
    return max(len(step.text) for step in chain.steps)
