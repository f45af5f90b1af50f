"""A claim in its text, read again after edits: what stands in its place then, and whether it may hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from verifier.chain import Span
from verifier.checkers.evaluate import Point
from verifier.mathtext.numerals import Token
from verifier.mathtext.scan import scan
from verifier.readers.exact.read import read
from verifier.readers.exact.reading import Formula
from verifier.repairing.edits import Edit, edited
from verifier.repairing.values import holds, worth

MAX_READINGS = 500
"""Most readings of a text for one claim: bounded by counting, so that a repair does not depend on speed."""


class Spent(Exception):
    """The claim has used up its readings."""


@dataclass(slots=True)
class Place:
    """A claim in a text, the points at which it must hold, and how the text is read.

    ``left``: readings that may still be made.
    """

    text: str
    span: Span
    points: Sequence[Point]
    known: Callable[[str], bool] = lambda word: False
    unknown: str = ""
    around: str = ""  # the chain's texts, whose signs are used
    left: int = MAX_READINGS
    tokens: list[Token] = field(default_factory=list)
    part: Span = (0, 0)  # what is read of the text: no more than makes the claim read as it is
    seen: dict[tuple[Edit, ...], list[Formula]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.tokens = [t for t in scan(self.text) if self.span[0] <= t.start and t.end <= self.span[1]]
        self.part = (0, len(self.text))
        whole = _terms(self._read(()))
        for part in _parts(self.text, self.span):
            self.part = part
            if _terms(self._read(())) == whole:
                break

    @property
    def formula(self) -> Formula | None:
        """What stands there now, None where nothing is read. Raises: Spent."""
        return next(iter(self.after(())), None)

    def after(self, edits: Sequence[Edit]) -> list[Formula]:
        """Return what stands in the place of the claim after the edits. Raises: Spent."""
        made = tuple(edits)
        if made not in self.seen:
            if self.left <= 0:
                raise Spent
            self.left -= 1
            self.seen[made] = self._read(made)
        return self.seen[made]

    def _read(self, edits: Sequence[Edit]) -> list[Formula]:
        first, last = self.part
        text = edited(self.text, edits)
        more = len(text) - len(self.text)
        span = self.span[0] - first, self.span[1] + more - first
        found = read(text[first : last + more], self.known, self.unknown).formulas
        return [shifted(formula, first) for formula in found if formula.span == span]

    def gap(self, edits: Sequence[Edit], point: Point) -> Fraction | float | None:
        """Return the left side less the right side after the edits, None where there is none. Raises: Spent."""
        found = self.after(edits)
        if not found:
            return None
        left, right = worth(found[0].left.term, point), worth(found[0].right.term, point)
        try:
            return None if left is None or right is None else left - right
        except OverflowError:  # a fraction that no float holds, beside a root
            return None

    def may_hold(self, edits: Sequence[Edit]) -> bool:
        """Return whether the claim seems to hold after the edits, and says something. Raises: Spent."""
        found = self.after(edits)
        return bool(found) and all(
            f.left.term != f.right.term and all(holds(f.relation, f.left.term, f.right.term, p) for p in self.points)
            for f in found[:1]
        )


def _terms(formulas: Sequence[Formula]) -> list[tuple[object, ...]]:
    return [(f.relation, f.left.term, f.right.term, f.left.units, f.right.units) for f in formulas]


def _parts(text: str, span: Span) -> Iterator[Span]:
    """Parts of a text around a claim: its formula, its sentence, its paragraph, all."""
    for opens, closes in (("\\(", "\\)"), ("\\[", "\\]"), ("$$", "$$"), (". ", ". "), ("\n\n", "\n\n")):
        start, end = text.rfind(opens, 0, span[0] + 1), text.find(closes, span[1])
        if max(start, end) >= 0:
            yield max(start, 0), end + len(closes) if end >= 0 else len(text)
    yield 0, len(text)


def shifted(formula: Formula, by: int) -> Formula:
    """Return the formula with its places moved."""
    sides = [replace(side, start=side.start + by, end=side.end + by) for side in (formula.left, formula.right)]
    return replace(formula, span=(formula.span[0] + by, formula.span[1] + by), left=sides[0], right=sides[1])
