"""A reading of a text that was cleaned first, told in the places and the words of the text as it stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from verifier.chain import Span
from verifier.mathtext.notation.frames import PlacedExpr
from verifier.readers.exact.reading import Formula, Reading


def relocated(reading: Reading, place: Callable[[int], int] | None, text: str) -> Reading:
    """Return the reading with each of its places taken to that of ``text`` (None: they are the same), and with the
    formulas as they are written there."""
    if place is None:
        quoted = tuple(replace(formula, text=text[slice(*formula.span)]) for formula in reading.formulas)
        return replace(reading, formulas=quoted)

    def span(old: Span) -> Span:
        return place(old[0]), place(old[1])

    def expr(old: PlacedExpr) -> PlacedExpr:
        return replace(old, start=place(old.start), end=place(old.end))

    def formula(old: Formula) -> Formula:
        new = span(old.span)
        return replace(old, span=new, text=text[slice(*new)], left=expr(old.left), right=expr(old.right))

    return replace(
        reading,
        formulas=tuple(map(formula, reading.formulas)),
        unread=tuple(map(span, reading.unread)),
        numerals=tuple(map(expr, reading.numerals)),
        words=tuple((word, place(at)) for word, at in reading.words),
        takebacks=tuple(map(place, reading.takebacks)),
        rejections=tuple(map(place, reading.rejections)),
    )
