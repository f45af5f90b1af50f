"""Counted nouns: a word behind a number is a unit where it is a measure or a reviewed noun, or where the problem or the
chain counts in it. Any other word may change the number, and then nothing is decided."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace
from typing import Final

from verifier.mathtext.lexicon import words
from verifier.readers.exact.guards.table import GUARDS
from verifier.readers.exact.reading import Formula, Reading

_ABBREVIATED: Final = frozenset({"ft", "sq", "cu", "yd", "mi", "mpg", "kw", "kwh", "rpm", "gb", "mb"})
"""Signs of measures that no guard of units knows."""


def guarded(readings: Sequence[Reading], vocabulary: Set[str]) -> list[Reading]:
    """Return the readings, with a doubt on each formula with a word as its unit of which nothing tells that it counts
    something. ``vocabulary``: the words of the problem."""
    known = {words.lemma(word) for word in vocabulary}
    made = []
    for reading in readings:
        plural = {
            words.lemma(word)
            for word in reading.vocabulary
            if word not in (words.lemma(word), words.lemma(word) + "'s")
        }
        made.append(replace(reading, formulas=tuple(_guarded(one, known, plural) for one in reading.formulas)))
        known |= plural
    return made


def _guarded(formula: Formula, known: set[str], plural: set[str]) -> Formula:
    """The formula; a plural of its own step counts where both sides carry it, and nothing else."""
    left, right = formula.left, formula.right
    shared = plural if left.units == right.units and not (left.mixed or right.mixed) else set[str]()
    for unit in sorted(left.units | right.units):
        noun = unit.partition("^")[0]
        if not (
            _is_measure(noun) or {noun, noun + "e", noun.removesuffix("e"), noun.removesuffix("'s")} & (known | shared)
        ):
            return replace(formula, doubts=(*formula.doubts, GUARDS["unknown-unit"](repr(noun))))
    return formula


def _is_measure(noun: str) -> bool:
    return words.names(noun) or noun in words.SYMBOLS or noun in _ABBREVIATED
