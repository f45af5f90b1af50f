"""What stands in the problem and before a claim, and what edits of the claim cost beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from verifier.chain import Chain
from verifier.kernel.expr import Dec, Expr, Int, Node, walk_expr
from verifier.mathtext.lexicon.signs import Kind
from verifier.mathtext.notation.frames import PlacedExpr
from verifier.mathtext.scan import scan
from verifier.readers.exact.plausibility.numbers import EVERYBODYS, known_to_everybody, part, spelled
from verifier.readers.exact.read import read
from verifier.readers.exact.reading import Reading
from verifier.repairing.edits import Cost, Edit, distance, tokens
from verifier.repairing.place import Place
from verifier.repairing.values import numeral

Edits = tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """What a claim stands beside; a number that stands in it twice needs no other source.

    ``told``: numbers of the problem and before the claim; ``free``: those that need no source besides. ``sides``: of
    the claim, and which of them stand so before it. ``later``: the numerals of later steps.
    """

    told: frozenset[Fraction]
    free: frozenset[Fraction]
    sides: tuple[PlacedExpr, ...]
    copied: tuple[PlacedExpr, ...]
    later: tuple[Fraction, ...]
    carried: bool

    @classmethod
    def beside(cls, chain: Chain, index: int, place: Place, carried: bool) -> Known:
        """Return what stands beside a claim of the step at ``index``."""
        own = read(place.text, place.known, place.unknown)
        readings = [read(text) for text in (chain.problem, *(step.text for step in chain.steps[:index]))]
        seen = [expr for reading in readings for expr in reading.numerals]
        inner = {t for e in seen + [e for e in own.numerals if e.end <= place.span[0]] for t in walk_expr(e.term)}
        sides = tuple(s for f in own.formulas if f.span == place.span for s in (f.left, f.right))
        words = {word for reading in (*readings, own) for word, _ in reading.words}
        told = {Fraction(term.value) for term in inner if isinstance(term, Int | Dec)} | set(_spelled([*readings, own]))
        later = (found for step in chain.steps[index + 1 :] for found in numerals(step.text))
        return cls(
            frozenset(told),
            frozenset({*EVERYBODYS, *known_to_everybody(words)} - {Fraction(0)}),
            sides,
            tuple(side for side in sides if side.term in inner and _lettered(side.term)),
            tuple(later),
            carried,
        )

    def cost(self, place: Place, made: Edits) -> Cost:
        """Return what edits of the claim cost."""
        altered = [value for edit in made if (value := _unsigned(edit.old)) is not None]
        inside = [e for e in made if any(side.start <= e.start and e.end <= side.end for side in self.copied)]
        return Cost(
            len(inside),
            sum(_tokens(edit) for edit in made),
            0,
            self._quarrels(place, made),
            sum(value in altered and value not in self.told for value in self.later),
            sum(_characters(edit.old, edit.new) for edit in made),
        )

    def _quarrels(self, place: Place, made: Edits) -> int:
        altered = sum(value in self.told for edit in made if (value := _unsigned(edit.old)) is not None)
        kept = [(at, value) for at, value in _placed(place) if not any(e.start <= at < e.end for e in made)]
        twice = Counter(value for _, value in kept)
        known = self.told | self.free
        left = [at for at, value in kept if self._is_operand(at) and value not in known and twice[value] < 2]
        put_in = [_unsigned(edit.new) for edit in made if self._is_operand(edit.start)]
        new = sum(value is not None and value not in known and not twice[value] for value in put_in)
        bent = sum(self.carried and e.kind == "number" and self._is_operand(e.start) for e in made)
        return altered + len(left) + 2 * new + 2 * bent

    def _is_operand(self, at: int) -> bool:
        """Whether a place lies in a side with letters or with more numbers than one, and is not by itself what another
        side comes to."""
        side = next((side for side in self.sides if side.start <= at < side.end), None)
        inner: Sequence[Expr] = [] if side is None else [t for t in walk_expr(side.term) if not isinstance(t, Node)]
        return len(inner) > 1 or (side is not None and bool(side.term.free))


def _placed(place: Place) -> list[tuple[int, Fraction]]:
    """The numerals of a claim: where they begin, and their values."""
    tokens_ = [token for token in place.tokens if token.kind is Kind.NUM]
    found = [(token.start, numeral(place.text[token.start : token.end])) for token in tokens_]
    return [(at, value) for at, value in found if value is not None]


def _lettered(term: Expr) -> bool:
    return bool(term.free) and isinstance(term, Node)


def _spelled(readings: Sequence[Reading]) -> Iterator[Fraction]:
    """The numbers that words spell: twelve, half."""
    for reading in readings:
        for word, _ in reading.words:
            whole, share = spelled(word), part(word)
            yield from [Fraction(whole)] if whole is not None else ()
            yield from [share, Fraction(share.denominator)] if share is not None else ()


def _unsigned(text: str) -> Fraction | None:
    return numeral(text.lstrip("-$£€"))


def _tokens(edit: Edit) -> int:
    """How many tokens change; a number is one with its sign."""
    plain = _unsigned(edit.old) is not None and _unsigned(edit.new) is not None
    return 1 if plain else distance(tokens(edit.old), tokens(edit.new))


def _characters(old: str, new: str) -> int:
    """How many digits of a number change, with its sign; any other token counts one."""
    plain = _unsigned(old) is not None and _unsigned(new) is not None
    return distance(old, new) if plain else distance(tokens(old), tokens(new))


def numerals(text: str) -> Iterator[Fraction]:
    """Yield the numbers that the numerals of a text spell, in order."""
    for token in scan(text):
        if token.kind is Kind.NUM and (value := numeral(text[token.start : token.end])) is not None:
            yield value
