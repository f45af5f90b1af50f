"""Words behind a number that are no units: they change the number, or say something about it.

A unit on one side only is overlooked, so a word counts as a unit only if it cannot be a part of the number. Measures
are units. Another word counts what it follows if it is a plural, or a reviewed noun, and is on no list here.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from verifier.language.linting.number_words import ONES, TEENS, TENS
from verifier.mathtext.lexicon import words
from verifier.mathtext.lexicon.lists import lines

_ENDINGS: Final = ("illion", "illionth", "illiard", "fold", "tuple", "tupled", "tuplet", "plex")
"""Endings of number words."""

_IRREGULAR: Final = ("children", "people", "men", "fish", "geese", "deer", "mice", "teeth", "sheep", "cattle", "dice")

MODIFIERS: Final = frozenset(("square", "cubic", "sq", "cu", "per"))
"""Words of units that are none without another one."""


def refuses_unit(unit: str, written: str) -> bool:
    """Return whether a word, as a lemma and as ``written``, may be a part of the number that it follows."""
    low = unit.partition("^")[0].lower()
    if unit in ("M", "G", "K", "B"):  # million, billion
        return True
    if unit in words.SYMBOLS or (low in _section("COUNTED") and written.lower() != low):
        return False
    return (
        low in _refused()
        or (len(low) > 3 and low.removesuffix("s") in _refused())
        or low.endswith(_ENDINGS)
        or _is_ordinal(low)
    )


def multiplies(word: str) -> bool:
    """Return whether a word behind a number multiplies or divides it, or names its base."""
    low = word.lower()
    known = (
        _section("FRACTIONS") | _section("MULTIPLIERS") | _section("BASES") | {"squared", "cubed", "pi", "factorial"}
    )
    return low in known or low.removesuffix("s") in known or low.endswith(_ENDINGS) or _is_ordinal(low)


def _is_ordinal(word: str) -> bool:
    """Whether a word is an ordinal, or a fraction made of one: ``seventh``, ``twelfths``."""
    stem = word.removesuffix("s").removesuffix("th").removesuffix("tie") if word.endswith(("th", "ths")) else ""
    return bool(stem) and (stem in _cardinals() or stem + "ty" in TENS or stem.rpartition("-")[2] in _cardinals())


@cache
def _section(name: str) -> frozenset[str]:
    return frozenset(word for section, line in lines("after_numbers.txt") if section == name for word in line.split())


@cache
def _refused() -> frozenset[str]:
    """Words that are never units, in the singular."""
    named = ("FRACTIONS", "MULTIPLIERS", "CONSTANTS", "OPERATORS", "BASES")
    return frozenset(("zero", *ONES, *TEENS, *TENS)).union(*map(_section, named))


@cache
def _cardinals() -> frozenset[str]:
    return frozenset((*ONES, *TEENS, *TENS, "nin", "eigh", "fif", "twelf", "hundred", "thousand", "n", "k"))


@cache
def _known() -> tuple[frozenset[str], ...]:
    return words.METRIC, words.LENGTHS, words.WEIGHTS, words.TIMES, words.MONEY, _section("UNITS")


def is_label(unit: str, written: str) -> bool:
    """Return whether a word that is not refused names what is counted: a measure or a reviewed noun, or a plural."""
    bare, low = unit.partition("^")[0], written.lower()
    known = words.names(bare) or unit in words.SYMBOLS or any(bare in one for one in _known())
    plural = low.endswith("s") and not low.endswith("ss") and (len(low) > 3 or written[:-1].isupper())
    return known or plural or low.endswith(_IRREGULAR)


def are_units(units: frozenset[str], written: Mapping[str, str], one: bool) -> bool:
    """Return whether words behind a number are its units: none is refused, and one of them names what is counted.

    ``written``: each lemma as it is written; ``one``: the number is 1, after which a noun is no plural.
    """
    pairs = [(unit, written.get(unit.partition("^")[0], unit)) for unit in units]
    if any(refuses_unit(*pair) for pair in pairs):
        return False
    return not pairs or any(is_label(unit, word + "s" * one) for unit, word in pairs if word not in MODIFIERS)
