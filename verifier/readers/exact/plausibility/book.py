"""The book: the quantities told so far, and each step held against them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final

from verifier.chain import Span
from verifier.kernel.expr import Dec, free_names
from verifier.mathtext.guards.evidence import Evidence, Kind
from verifier.mathtext.lexicon.signs import Kind as Sign
from verifier.mathtext.numerals import Token
from verifier.mathtext.scan import scan
from verifier.readers.exact.plausibility.numbers import EVERYBODYS, known_to_everybody, one_thought_away, turned
from verifier.readers.exact.plausibility.operations import Unit, operations
from verifier.readers.exact.plausibility.quantity import Quantity, long, numeral, quantities
from verifier.readers.exact.read import read_problem
from verifier.readers.exact.reading import Reading

MOST: Final = 20_000
"""Longest step that is held against the ledger, in code points."""


MOST_SOUGHT: Final = 300
"""Most numbers of one step whose source is looked for: the search stays linear in the text."""


class Ledger:
    """The quantities of a problem told in words, and of the steps so far. Silent where the problem is a formula."""

    def __init__(self, problem: str, reading: Reading | None = None) -> None:
        """Open the ledger of a problem (``reading``: its reading, where that is at hand)."""
        tokens = scan(problem) if len(problem) <= MOST else []
        reading = reading if reading is not None else read_problem(problem)
        self.told: list[Quantity] = quantities(tokens, -1, problem)
        self.open: bool = bool(self.told) and _in_words(tokens, reading)
        self.entries: list[Quantity] = list(self.told)
        self.units: dict[Fraction, set[Unit]] = {}  # what each number was seen to count
        self.free: set[Fraction] = set(EVERYBODYS)  # numbers that need no source
        self.values: dict[Fraction, None] = {}  # every number with a source, in order
        self.used: set[Fraction] = set()
        self.shares: dict[Fraction, None] = {}  # every percentage, and what is left of it
        for quantity in self.told:
            self._know(quantity)
        self._enter(tokens, self.told)

    def audit(self, index: int, text: str, reading: Reading) -> tuple[Evidence, ...]:
        """Return what is strange in step ``index``, and enter its quantities."""
        if not self.open or len(text) > MOST:
            return ()
        tokens = scan(text)
        found = quantities(tokens, index, text)
        self._enter(tokens)
        strange = [*self._sources(tokens, found, _algebra(reading)), *operations(reading, found, self.units)]
        self._enter((), found)
        self.entries += found
        self.used |= {value for quantity in found for value in turned(quantity.value, quantity.percent)}
        return tuple(sorted(set(strange), key=lambda one: (one.span, one.kind)))

    def _enter(self, tokens: Iterable[Token], found: Iterable[Quantity] = ()) -> None:
        self.free.update(known_to_everybody(token.text.lower() for token in tokens if token.kind is Sign.WORD))
        for quantity in found:
            if quantity.unit is not None or quantity.source < 0:  # "twice" and "two days": 2 may count either
                self.units.setdefault(quantity.value, set()).add((quantity.unit, quantity.per))

    def unused(self) -> tuple[Evidence, ...]:
        """Return the quantities of the problem that no step has used, as findings in the problem."""
        if not self.open:
            return ()
        return tuple(
            Evidence(Kind.QUANTITY_UNUSED, f"{quantity.shown} of the problem is never used", quantity.span)
            for quantity in self.told
            if not quantity.told
            and self.used.isdisjoint(turned(quantity.value, quantity.percent))
            and quantity.value not in (0, 1)
        )

    def _sources(self, tokens: list[Token], found: list[Quantity], algebra: list[Span]) -> Iterator[Evidence]:
        """Yield the numbers of a step that come from nowhere, and let every number of the step be known after it."""
        places = {token.start: i for i, token in enumerate(tokens)}
        computed = {quantity.value for quantity in found if _result(tokens, places[quantity.span[0]])}
        for quantity in found[:MOST_SOUGHT]:
            value, at = quantity.value, places[quantity.span[0]]
            known = value in self.values or value in self.free or value in computed
            excused = quantity.told or long(value) or _label(tokens, at) or _inside(quantity.span, algebra)
            place = written.unit if isinstance(written := tokens[at].value, Dec) else None
            near = self.shares if quantity.percent and self.shares else self.values  # a share comes from shares
            if not (known or excused or one_thought_away(value, near, place)):
                yield self._from_nowhere(quantity)
            self._know(quantity)

    def _know(self, quantity: Quantity) -> None:
        self.values |= dict.fromkeys(turned(quantity.value, quantity.percent))
        if quantity.percent:
            self.shares |= dict.fromkeys((quantity.value, 100 - quantity.value))

    def _from_nowhere(self, quantity: Quantity) -> Evidence:
        shares = [told for told in self.told if told.percent]
        if quantity.percent and shares:
            said = ", ".join(dict.fromkeys(f"{numeral(told.value)}%" for told in shares))
            why = f"{numeral(quantity.value)}% where the problem says {said}"
            return Evidence(Kind.OTHER_PERCENTAGE, why, quantity.span)
        why = f"{quantity.shown} stands neither in the problem nor in a result before it"
        return Evidence(Kind.NUMBER_FROM_NOWHERE, why, quantity.span)


def _algebra(reading: Reading) -> list[Span]:
    """The spans of the expressions with letters: what they hold is often worked out in one go."""
    sides = [side for formula in reading.formulas for side in (formula.left, formula.right)]
    return [(side.start, side.end) for side in sides if not side.label and side.term.free]


def _inside(span: Span, spans: list[Span]) -> bool:
    return any(start <= span[0] < end for start, end in spans)


def _in_words(tokens: list[Token], reading: Reading) -> bool:
    """Whether a problem is told in words: no formula in letters, and no mathematics set as such."""
    lettered = any(free_names(f.left.term, f.right.term) for f in reading.formulas)
    return not lettered and not any(token.region > 0 and token.kind is not Sign.NUM for token in tokens)


def _result(tokens: list[Token], at: int) -> bool:
    """Whether the numeral at this token is what a relation states: nothing is computed with it."""
    before = at - 1
    while before >= 0 and (tokens[before].kind in (Sign.MONEY, Sign.OPEN, Sign.CMD) or tokens[before].text == "-"):
        before -= 1
    if before < 0 or tokens[before].kind is not Sign.REL:
        return False
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    return after is None or after.kind is not Sign.OP or after.text in "%°!"


def _label(tokens: list[Token], at: int) -> bool:
    """Whether the numeral numbers a step or a list."""
    before = tokens[at - 1] if at else None
    starts = before is None or before.kind is Sign.BREAK
    after = tokens[at + 1].text if at + 1 < len(tokens) else ""
    return (starts and after in (".", ")")) or (before is not None and before.text.lower() in ("step", "equation"))
