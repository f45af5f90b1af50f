"""Quantities: numbers in a text with their unit, what they are counted per, whose they are, and when."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from verifier.chain import Span
from verifier.checkers.evaluate import value
from verifier.checkers.functions import NotEvaluated
from verifier.mathtext.lexicon import words
from verifier.mathtext.lexicon.signs import Kind
from verifier.mathtext.numerals import Token
from verifier.readers.exact.plausibility.lists import listed
from verifier.readers.exact.plausibility.numbers import part, spelled

MONEY: Final = "money"
PERCENT: Final = "percent"

LONG: Final = 10**30
"""Numbers from here on are not spelled out, nor worked with."""

_PER: Final = frozenset({"per", "a", "an", "each", "every"})
_DAILY: Final = {"daily": "day", "weekly": "week", "monthly": "month", "yearly": "year", "hourly": "hour"}


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number where it stands. ``source`` is -1 in the problem, else the index of the step.

    ``unit``: ``money``, ``percent``, or the noun that it counts, as a lemma; ``per``: what it is counted for each of.
    """

    value: Fraction
    span: Span
    source: int
    unit: str | None = None
    nouns: frozenset[str] = frozenset()  # every noun after the number
    per: str | None = None
    owner: str | None = None
    when: str | None = None
    told: bool = False  # spelled in words

    @property
    def percent(self) -> bool:
        """Whether it is a percentage."""
        return self.unit == PERCENT

    @property
    def shown(self) -> str:
        """The quantity in a few words: ``30 (money per day, Ann, monday)``."""
        number = numeral(self.value)
        unit = " per ".join(filter(None, (self.unit or ("number" if self.per else ""), self.per)))
        about = ", ".join(filter(None, (unit, self.owner, self.when)))
        return f"{number} ({about})" if about else number


def long(value: Fraction) -> bool:
    """Return whether a number is too long to be spelled out or worked with here."""
    return max(abs(value.numerator), value.denominator) >= LONG


def numeral(value: Fraction) -> str:
    """Return a number as people write it, shortened where it is very long."""
    if long(value):
        return "a very long number"
    return str(value) if value.denominator == 1 else f"{float(value):.6g}"


def quantities(tokens: list[Token], source: int, text: str = "") -> list[Quantity]:
    """Return the quantities of a text, in order; with ``text``, also ordinals in digits (``3rd``)."""
    found: list[Quantity] = []
    owner = when = None
    fresh = True
    for i, here in enumerate(tokens):
        if here.kind is Kind.NUM and worth(here) is not None:
            found.append(_numeral(tokens, i, source, owner, when))
        elif here.kind is Kind.WORD:
            whole = spelled(here.text)
            number = part(here.text) if whole is None else Fraction(whole)
            if here.text == "ordinal":
                number = _ordinal(text[here.start : here.end - 2])
            if number is not None:
                found.append(_told(tokens, i, number, source, owner, when))
            if here.text.lower() in listed("WHEN"):
                when = here.text.lower()
            elif _name(here, fresh):
                owner = here.text.removesuffix("'s")
        if here.kind is Kind.BREAK or (here.kind is Kind.PUNCT and here.text in ".?;"):
            when, fresh = None, True
        elif here.kind is not Kind.PUNCT:
            fresh = False
    return found


def _ordinal(digits: str) -> Fraction | None:
    return Fraction(int(digits)) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None


def worth(token: Token) -> Fraction | None:
    """Return the number that a numeral spells, None where it spells none."""
    if token.value is None:
        return None
    try:
        return value(token.value, {})
    except NotEvaluated:
        return None


def _name(token: Token, fresh: bool) -> bool:
    """Whether a word is somebody's name for all that one sees: a capital, and on none of the lists."""
    text = token.text
    if len(text) < 2 or not text[0].isupper() or not text[1:].replace("'", "").islower():
        return False
    low = text.lower().removesuffix("'s")
    known = (
        low in listed("PRONOUNS") or words.inert(low) or words.narrative(low) or low in words.section("FUNCTION_WORDS")
    )
    return not known and not words.blocks(low) and (not fresh or spelled(low) is None)


def _numeral(tokens: list[Token], i: int, source: int, owner: str | None, when: str | None) -> Quantity:
    number, span = worth(tokens[i]) or Fraction(0), (tokens[i].start, tokens[i].end)
    if i and tokens[i - 1].kind is Kind.MONEY:
        return Quantity(number, span, source, MONEY, frozenset(), _per(tokens, i + 1), owner, when)
    after = tokens[i + 1] if i + 1 < len(tokens) else None
    if after is not None and (after.text == "%" or after.text.lower() in ("percent", "percents")):
        return Quantity(number, span, source, PERCENT, frozenset(), None, owner, when)
    nouns, end = _nouns(tokens, i + 1)
    return Quantity(number, span, source, _unit(nouns), frozenset(nouns), _per(tokens, end), owner, when)


def _told(tokens: list[Token], i: int, number: Fraction, source: int, owner: str | None, when: str | None) -> Quantity:
    nouns, end = _nouns(tokens, i + 1)
    span = (tokens[i].start, tokens[i].end)
    return Quantity(number, span, source, _unit(nouns), frozenset(nouns), _per(tokens, end), owner, when, told=True)


def _nouns(tokens: list[Token], i: int) -> tuple[list[str], int]:
    """The lemmas of the words after a number that may name what it counts, and the token after them."""
    found: list[str] = []
    while i < len(tokens) and len(found) < 4 and tokens[i].kind is Kind.WORD:
        text = tokens[i].text
        if not words.may_be_unit(text) or spelled(text) is not None or text.lower() in _PER or text.lower() in _DAILY:
            break
        found.append(words.lemma(text))
        i += 1
    return found, i


def _unit(nouns: list[str]) -> str | None:
    """The unit among the nouns: money where one is a currency, else a measure, else the last of the first two."""
    if any(noun in listed("CURRENCY") for noun in nouns[:2]):
        return MONEY
    measures = [noun for noun in nouns[:2] if words.measure(noun) and noun not in words.SCALES]
    return measures[0] if measures else nouns[0] if nouns else None


def _per(tokens: list[Token], i: int) -> str | None:
    """What stands after ``per``, ``/``, ``a``, ``each`` or ``every``; ``each`` alone is ``each``."""
    if i < len(tokens) and tokens[i].kind is Kind.WORD and tokens[i].text.lower() in _DAILY:
        return _DAILY[tokens[i].text.lower()]
    if i >= len(tokens) or not (tokens[i].text.lower() in _PER or tokens[i].text == "/"):
        return None
    after = tokens[i + 1] if i + 1 < len(tokens) else None
    if (
        after is not None
        and after.kind is Kind.WORD
        and words.may_be_unit(after.text)
        and after.text.lower() != "other"
    ):
        return words.lemma(after.text)
    return "each" if tokens[i].text.lower() == "each" else None
