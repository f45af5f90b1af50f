"""Numbers in a text, written as digits, as LaTeX or as words: one pass, and no pattern that backtracks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from string import ascii_letters, digits
from typing import Final
from unicodedata import category, numeric

from verifier.language.linting.number_words import ONES, TIMES, WORDS

MAX_DIGITS: Final = 60  # longer numerals stand for themselves alone, and have no value

_LETTERS: Final = frozenset(ascii_letters)
_DIGITS: Final = frozenset(digits)
_MIXED: Final = frozenset({"", "\\frac{", "\\dfrac{", "\\tfrac{", "and"})
_JOINING: Final = frozenset({"", "-", "/", "}{", "a", "of a", "and a"})
_LABELS: Final = frozenset({"step", "steps", "case", "equation", "eq", "part", "method", "option", "figure", "line"})
_PRONOUN_AFTER: Final = frozenset({"each", "no", "any", "every", "this", "that", "which", "another", "the", "some"})
_PRONOUN_BEFORE: Final = frozenset({"of", "another", "by", "can", "must", "would", "could", "might", "has", "is"})


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a text, and the values that its words may mean: ``50%`` is 50 and 1/2, ``3/4`` also 3 and 4.

    ``named``: it is part of a name or a label, as in ``x_1`` or ``Step 2``, and counts nothing.
    """

    begin: int
    end: int
    values: frozenset[Fraction]
    named: bool = False


def numbers(text: str) -> list[Number]:
    """Return the numbers of a text in order."""
    found = list(_plain(text))
    for i in range(len(found) - 1):
        between = _between(text, found[i], found[i + 1])
        if between not in _JOINING:
            continue
        quotients = list(_quotients(text, found[i], found[i + 1], between))
        for value in (*quotients, *_together(text, found[i], found[i + 1], between)):
            found[i], found[i + 1] = _with(found[i], value), _with(found[i + 1], value)
        if quotients and i and _between(text, found[i - 1], found[i]) in _MIXED:  # 1 1/2
            found[i - 1] = _with(found[i - 1], *(a + quotients[0] for a in _whole(found[i - 1])))
    return found


def _between(text: str, first: Number, second: Number) -> str:
    """What stands between two numbers, cut where it is long."""
    return text[first.end : min(second.begin, first.end + 40)].strip()


def _with(number: Number, *values: Fraction) -> Number:
    return replace(number, values=number.values.union(values))


def _whole(number: Number) -> list[Fraction]:
    """The values that are whole, least first."""
    return sorted(value for value in number.values if value.denominator == 1)[:1]


def _quotients(text: str, first: Number, second: Number, between: str) -> Iterator[Fraction]:
    """The value of ``3/4`` or ``\\frac{3}{4}``."""
    if between == "/" or (between == "}{" and text[max(0, first.begin - 5) : first.begin] == "frac{"):
        yield from (a / b for a in _whole(first) for b in _whole(second) if b)


def _together(text: str, first: Number, second: Number, between: str) -> Iterator[Fraction]:
    """Values of two words that stand beside each other: ``twenty-five``, ``3 million``, ``two and a half``."""
    word = text[second.begin : second.end].lower()
    for a in _whole(first):
        if between in ("", "-") and 20 <= a < 100 and a % 10 == 0 and word in ONES[:9]:
            yield a + WORDS[word]
        parts = [value for value in second.values if value.denominator > 1]
        if between in ("", "-", "a", "of a"):  # two-thirds, half a dozen
            yield from (a * part for part in parts)
        elif between == "and a":
            yield from (a + part for part in parts)
    if between == "" and word in TIMES:
        yield from (value * TIMES[word] for value in first.values)


def _plain(text: str) -> Iterator[Number]:
    """The numbers one by one."""
    at = 0
    while at < len(text):
        char = text[at]
        if char in _DIGITS or (char == "." and text[at + 1 : at + 2] in _DIGITS and text[at + 1 : at + 2]):
            stop, value = _numeral(text, at)
            named = _named(text, at, stop)
            yield Number(at, stop, _values(text, at, stop, value), named)
        elif char in _LETTERS:
            stop = at
            while stop < len(text) and text[stop] in _LETTERS:
                stop += 1
            word = text[at:stop].lower()
            command = at > 0 and text[at - 1] == "\\"
            if word in WORDS and not command:
                value = WORDS[word]
                values = {value, 1 / value} if 0 < value < 1 else {value}  # a third is 1/3, or divided by 3
                yield Number(at, stop, frozenset(values), _counts_nothing(word, text, at, stop))
        else:
            stop = at + 1
            if category(char) == "No" and 0 < (part := numeric(char, 0)) < 1:  # ¾
                yield Number(at, stop, frozenset({Fraction(part).limit_denominator(10)}))
        at = stop


def _numeral(text: str, at: int) -> tuple[int, Fraction | None]:
    """Where digits end, with commas between thousands and one point, and their value."""
    stop, places, kept = at, 0, []
    while stop < len(text):
        char = text[stop]
        if char in _DIGITS:
            kept.append(char)
            places += places > 0
            stop += 1
        elif (skip := _comma(text, stop)) and kept and not places:
            stop += skip
        elif char == "." and not places and text[stop + 1 : stop + 2] and text[stop + 1] in _DIGITS:
            places = 1
            stop += 1
        else:
            break
    value = Fraction(int("".join(kept)), 10 ** max(0, places - 1)) if len(kept) <= MAX_DIGITS else None
    return stop, value


def _comma(text: str, at: int) -> int:
    """The length of a sign between thousands that stands here, 0 where there is none."""
    for sign in (",", "{,}", ",\\!", "\\,"):
        group = text[at + len(sign) : at + len(sign) + 4]
        if text.startswith(sign, at) and len(group) >= 3 and all(one in _DIGITS for one in group[:3]):
            return len(sign) if group[3:] not in _DIGITS or not group[3:] else 0
    return 0


def _values(text: str, at: int, stop: int, value: Fraction | None) -> frozenset[Fraction]:
    if value is None:
        return frozenset()
    found = {value}
    rest = text[stop : stop + 12].lstrip(" \\")
    if rest.startswith(("%", "percent")):
        found.add(value / 100)
    if stop - at == 2 and text[max(0, at - 4) : at] == "frac" and text[stop - 1] != "0":  # \frac12
        found |= {Fraction(int(text[at])), Fraction(int(text[at + 1])), Fraction(int(text[at]), int(text[at + 1]))}
    return frozenset(found)


def _named(text: str, at: int, stop: int) -> bool:
    """Whether digits are part of a name, a subscript, or the number of a step or an item of a list."""
    before = text[max(0, at - 2) : at]
    if before.endswith("_") or before == "_{" or (before[-1:] in _LETTERS and before and not _command(text, at)):
        return True
    line, first = _line_before(text, at)
    if first and not line.strip(" *#-(\t"):
        return text[stop : stop + 1] in (".", ")", ":") and stop - at <= 2 and not text[stop + 1 : stop + 2].isalnum()
    words = line.lower().split()
    return bool(words) and words[-1].strip("*(#.") in _LABELS and text[at - 1] in " ("


def _line_before(text: str, at: int) -> tuple[str, bool]:
    """The end of the line before a place, and whether it is all of it."""
    begin = max(0, at - 12)
    start = text.rfind("\n", begin, at) + 1
    return text[start or begin : at], bool(start) or begin == 0


def _command(text: str, at: int) -> bool:
    """Whether a command of LaTeX ends here, as in ``\\frac12``."""
    begin = at
    while begin > 0 and at - begin < 20 and text[begin - 1] in _LETTERS:
        begin -= 1
    return begin > 0 and text[begin - 1] == "\\"


def _counts_nothing(word: str, text: str, at: int, stop: int) -> bool:
    """Whether ``one`` is a pronoun or tells a side of an equation, or ``third`` says which one."""
    before, after = text[max(0, at - 20) : at].lower().split(), text[stop : stop + 20].lower().split()
    if word == "third":
        return not (before and before[-1] in ("a", "one", "two")) and not (after and after[0] == "of")
    pronoun = (before and before[-1] in _PRONOUN_AFTER) or (after and after[0] in _PRONOUN_BEFORE)
    one_side = before[-1:] in (["on"], ["to"]) and after[:1] == ["side"]
    return word == "one" and bool(pronoun or one_side)
