"""Which natural language a text is in, as far as it matters: English, which is read, or another one, which is not.

Told by its script and by the words that join its sentences, never by its formulas. A text without words, or with too
few to tell, is read.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Final

from verifier.mathtext.formulas import masked, regions
from verifier.mathtext.lexicon.lists import LANGUAGE, lines

READ: Final = LANGUAGE
FEWEST: Final = 3
"""Fewest words of another language by which it is told."""
_LOOKED_AT: Final = 20_000
_SCRIPTS: Final = ("LATIN", "GREEK", "MATHEMATICAL", "DOUBLE-STRUCK", "SCRIPT", "BLACK-LETTER", "FULLWIDTH", "MODIFIER",
                   "FEMININE", "MASCULINE", "ANGSTROM", "KELVIN", "MICRO", "ALEF", "PLANCK", "SUPERSCRIPT", "SUBSCRIPT",
                   "INFORMATION", "EULER", "OHM", "TURNED", "PARTIAL")  # fmt: skip
"""How the names of letters begin in which English and its formulas are written."""


def is_read(texts: Iterable[str]) -> bool:
    """Return whether these texts together are in the language that is read, or in none for all that can be told."""
    counts: dict[str, int] = {}
    for text in texts:
        for language, count in _counted(text[:_LOOKED_AT]):
            counts[language] = counts.get(language, 0) + count
    english, other = counts.pop(READ, 0), counts.pop("", 0)
    words = max(counts.values(), default=0)
    return not (other > 2 * english and other > 1) and not (words >= FEWEST and words > 2 * english)


@lru_cache(maxsize=256)
def _counted(text: str) -> tuple[tuple[str, int], ...]:
    """How many words of each language stand in a text, and, under an empty name, letters of other scripts."""
    found: dict[str, int] = {}
    for word in _words(masked(text, regions(text))):
        if word.isascii():
            languages = _languages().get(word, ())
        elif (strange := sum(map(_strange, word))) and not _lookalike(word, strange):
            found[""] = found.get("", 0) + strange
            continue
        else:
            languages = _languages().get(word, ())
        for language in languages:
            found[language] = found.get(language, 0) + 1
    return tuple(found.items())


def _words(text: str) -> Iterator[str]:
    """The words of a text in lower case, without the names of LaTeX's commands."""
    at, size = 0, len(text)
    while at < size:
        start = at
        while at < size and text[at].isalpha():
            at += 1
        if at > start and text[start - 1 : start] != "\\":
            yield text[start:at].lower()
        at += at == start


def _strange(c: str) -> bool:
    return not c.isascii() and not unicodedata.name(c, "LATIN").startswith(_SCRIPTS)


def _lookalike(word: str, strange: int) -> bool:
    """Whether letters of another script stand among Latin ones, or one stands alone: a sign, or a trick."""
    return (strange == len(word) == 1 and unicodedata.name(word, "").startswith("CYRILLIC")) or strange < len(word) / 2


@cache
def _languages() -> dict[str, tuple[str, ...]]:
    """The languages that each listed word is of."""
    found: dict[str, tuple[str, ...]] = {}
    for language, line in lines("languages.txt", language=""):
        found |= {word: (*found.get(word, ()), language) for word in line.split()}
    return found
