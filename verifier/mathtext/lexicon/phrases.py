"""Phrases of one or several words, by reviewed lists, found in a text whatever marks stand between its words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise

from verifier.mathtext.lexicon.lists import lines

_JOINERS = "'-"
"""What may stand inside a word: an apostrophe or a hyphen, between two letters."""


def spoken(text: str) -> Iterator[str]:
    """Yield the words of a text in lower case, with apostrophes made straight: ``Don’t`` is ``don't``.

    A command of LaTeX is no word, nor is the name of an environment.
    """
    run = ""
    text = text.replace("’", "'").replace("\\begin{", "\\begin").replace("\\end{", "\\end")
    for c in text.lower() + " ":
        if c.isalpha() or (run and c in _JOINERS) or c == "\\":
            run = c if c == "\\" else run + c
        elif run:
            yield from [] if run[0] == "\\" else [run.rstrip("-")]
            run = ""


def has_phrase(said: Iterable[str], section: str) -> bool:
    """Return whether a phrase of the section is among these words, in order. Raises: KeyError."""
    phrases, longest = _phrases()[section]
    heard = [word.rstrip("'") for word in said]
    widths = range(1, longest + 1)
    return any(tuple(heard[at : at + width]) in phrases for at in range(len(heard)) for width in widths)


def names_a_field(text: str) -> bool:
    """Return whether a text names a field that writes numbers, or puts them together, in a way of its own; or a year
    before another (``63 BC``)."""
    eras = (a[-1:].isdigit() and b.rstrip(".,;:!?)") in ("BC", "BCE", "B.C") for a, b in pairwise(text.split()))
    return any(eras) or has_phrase(spoken(text), "FIELDS")


def without(said: Iterable[str], section: str) -> list[str]:
    """Return these words, a dot for every word of a phrase of the section. Raises: as ``has_phrase``."""
    phrases, longest = _phrases()[section]
    made = [*said]
    heard = [word.rstrip("'") for word in made]
    for at in range(len(heard)):
        for width in range(1, longest + 1):
            if tuple(heard[at : at + width]) in phrases:
                made[at : at + width] = ["."] * len(heard[at : at + width])
    return made


@cache
def _phrases() -> dict[str, tuple[frozenset[tuple[str, ...]], int]]:
    """The phrases of each section, each as a tuple of words, and how many words the longest has."""
    found: dict[str, set[tuple[str, ...]]] = {}
    for section, line in lines("phrases.txt"):
        found.setdefault(section, set()).update(
            tuple(word.rstrip("'") for word in phrase.split()) for phrase in line.split(",")
        )
    return {name: (frozenset(kept), max(map(len, kept))) for name, kept in found.items()}
