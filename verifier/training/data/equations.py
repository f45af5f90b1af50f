"""Right equations between numbers in a text, and the text computed anew once some of its numbers are others.

An equation is one where the exact reading reads an expression of numbers, an equals sign and a numeral of its value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from fractions import Fraction

from verifier.checkers.evaluate import value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.expr import Dec, Expr, Int, Node
from verifier.mathtext.lexicon.signs import Kind
from verifier.mathtext.notation.notation import read_expression
from verifier.mathtext.scan import scan
from verifier.training.data.perturbation_sites import LONGEST, Site, sites

_BEGINS = (Kind.NUM, Kind.OPEN, Kind.CMD)
MOST_PLACES = 2
"""Decimal places of a number that is written: one that needs more is none that a person would have come to."""


@dataclass(frozen=True, slots=True)
class Equation:
    """``expression = result`` in a text, both as half-open spans of code points, and the value of both."""

    start: int
    end: int
    result: Site
    value: Fraction


def equations(text: str) -> list[Equation]:
    """Return the right equations of a text in order, none of which overlap."""
    return list(_equations(text[:LONGEST]))


def _equations(text: str) -> Iterator[Equation]:
    tokens, at = scan(text), 0
    numerals = {site.start: site for site in sites(text) if site.kind == "number"}
    while at < len(tokens):
        if tokens[at].kind not in _BEGINS:
            at += 1
            continue
        left, after = read_expression(tokens, at, text)
        if left is None or after >= len(tokens) or tokens[after].text != "=" or not isinstance(left.term, Node):
            at = max(after, at + 1) if left is not None else at + 1
            continue
        right, beyond = read_expression(tokens, after + 1, text) if after + 1 < len(tokens) else (None, after + 1)
        found = None if right is None else computed(left.term)
        if found is not None and right is not None and isinstance(right.term, Int | Dec):
            inside = [site for start, site in numerals.items() if right.start <= start < right.end]
            if len(inside) == 1 and amount(inside[0].text) == found:
                yield Equation(left.start, left.end, inside[0], found)
        at = beyond if right is not None else after + 1


def computed(term: Expr) -> Fraction | None:
    """Return the value of a term without letters, None where it has letters or no value."""
    if term.free:
        return None
    try:
        return value(term, {})
    except NotEvaluated:
        return None


def worth(expression: str) -> Fraction | None:
    """Return the value of an expression of numbers, None where it is not read whole."""
    tokens = scan(expression)
    found, after = read_expression(tokens, 0, expression) if tokens else (None, 0)
    return None if found is None or after < len(tokens) else computed(found.term)


def amount(numeral: str) -> Fraction:
    """Return the value of a numeral, as ``sites`` finds them."""
    return Fraction(numeral.replace(",", ""))


def numeral(value: Fraction) -> str | None:
    """Return a number above 0 as people write it; None where it takes more than ``MOST_PLACES``."""
    scaled = value * 10**MOST_PLACES
    if value <= 0 or scaled.denominator != 1:
        return None
    return f"{float(value):.{MOST_PLACES}f}".rstrip("0").rstrip(".") if value.denominator != 1 else str(value.numerator)


def alike(old: Fraction, new: Fraction) -> str | None:
    """Return a number as people write it in the place of another; None where that was whole and it is not."""
    return None if old.denominator == 1 != new.denominator else numeral(new)


def with_numbers(text: str, changed: Mapping[Fraction, str]) -> str:
    """Return the text with the numbers of these values written as others."""
    for site in reversed(sites(text)):
        if site.kind in ("number", "percent") and (new := changed.get(amount(site.text))) is not None:
            text = text[: site.start] + new + text[site.end :]
    return text


def recomputed(text: str, changed: MutableMapping[Fraction, str]) -> str | None:
    """Return the text with numbers ``changed``, each equation's result computed anew; None where a result is no number
    that people would write. Results that come out otherwise are ``changed`` from there on."""
    out, at = "", 0
    for one in equations(text):
        out += with_numbers(text[at : one.start], changed)
        expression = with_numbers(text[one.start : one.end], changed)
        new, written = worth(expression), one.result.text
        if new is None:
            return None
        if new != one.value:
            told = alike(one.value, new)
            if told is None or changed.get(one.value, told) != told:
                return None
            changed[one.value] = written = told
        out += expression + text[one.end : one.result.start] + written
        at = one.result.end
    return out + with_numbers(text[at:], changed)


def sole_numeral(text: str) -> Site | None:
    """Return the number of a text that holds one, and neither formulas nor money; None of any other."""
    found = [site for site in sites(text) if site.kind in ("number", "percent")]
    plain = len(found) == 1 and found[0].kind == "number" and not any(mark in text for mark in "\\$=")
    return found[0] if plain else None
