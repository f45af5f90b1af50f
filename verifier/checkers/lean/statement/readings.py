"""Formulas as Lean propositions (trusted): when they hold, and when they fail, as the language's page has it.

A comparison holds, or fails, where both its sides are defined, which is said beside it. Letters of quantifiers are
numbers of the field, or whole numbers of Lean.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from verifier.checkers.balls import enclosed
from verifier.checkers.evaluate import Outcome, Point, compare, shown
from verifier.checkers.evaluate import value as value_of
from verifier.checkers.formulas.places.monomials import numeral
from verifier.checkers.formulas.places.place import LEAST, leaf_claim, leaf_term
from verifier.checkers.formulas.rules.definitions import unit_of
from verifier.checkers.formulas.values.evaluation import truth
from verifier.checkers.functions import NotEvaluated, Unsupported
from verifier.checkers.lean.statement.laws import NotRenderable
from verifier.checkers.lean.statement.spelling_out import unrolled
from verifier.checkers.lean.statement.terms import OF_RATIONALS, Defined, Numbers, Scope, Writer, cast
from verifier.kernel.expr import (
    COMPARISONS,
    LEAF_HEADS,
    Dec,
    Expr,
    Head,
    Letter,
    Node,
    Sym,
    Type,
    substitute,
    walk_expr,
)
from verifier.kernel.verdict import CheckFailed

SIGN = {
    Head.EQ: "=",
    Head.NE: "≠",
    Head.LT: "<",
    Head.LE: "≤",
    Head.GT: ">",
    Head.GE: "≥",
}
REALS = frozenset({Type.REAL})
WHOLES = frozenset({Type.INT, Type.COUNT, Type.POS})


@dataclass(slots=True)
class Readings:
    """Writes readings with ``writer``. ``point`` are the values of the free letters at a model.

    ``rounded`` are the decimals that stand for rounded numbers. ``assumed`` collects conditions of what is asserted as
    it stands, where these are assumed; None where they are to be shown. ``given``: what is written is a premise, and
    not to be shown. ``near``: something is shown as rounded.
    """

    writer: Writer
    point: Point
    rounded: frozenset[Dec]
    assumed: list[Defined] | None = None
    given: bool = False
    near: bool = field(default=False, init=False)
    count: int = field(default=0, init=False)

    def holds(self, formula: Expr, plain: bool = False) -> str:
        """Return that a formula holds. ``plain``: it is asserted as it stands.

        Raises:
            NotRenderable: where Lean cannot be told.
        """
        return self._text(True, formula, plain)

    def fails(self, formula: Expr) -> str:
        """Return that a formula fails.

        Raises:
            NotRenderable: where Lean cannot be told.
        """
        return self._text(False, formula, False)

    def term(self, expr: Expr) -> str:
        """Return an expression as Lean text; its conditions are in the writer's ``defined``."""
        return self.writer.text(_leaf(expr))

    def _text(self, holds: bool, formula: Expr, plain: bool) -> str:
        if not isinstance(formula, Node):
            raise NotRenderable("a letter that is a formula")
        head, args = formula.head, formula.args
        if head in COMPARISONS:
            return self._comparison(holds, formula, plain)
        match head:
            case Head.TRUE | Head.FALSE:
                return "True" if holds is (head is Head.TRUE) else "False"
            case Head.NOT:
                return self._text(not holds, args[0], False)
            case Head.AND | Head.OR:
                both = holds is (head is Head.AND)
                kept = plain and head is Head.AND
                return _joined("∧" if both else "∨", [self._text(holds, arg, kept) for arg in args])
            case Head.IMPLIES | Head.IFF:
                return self._conditional(holds, formula)
            case Head.FOR_ALL | Head.EXISTS:
                return self._quantified(holds, formula, plain)
        if head is Head.ABOUT:
            return self._about(holds, formula)
        found = self._predicates().get(head)
        if found is None:
            raise NotRenderable(head.value)
        self.writer.defined = []
        text = found(args)
        return _joined("∧", [*(one.text for one in self.writer.defined), text if holds else f"(¬ {text})"])

    def _conditional(self, holds: bool, formula: Node) -> str:
        (p, q), implies = formula.args, formula.head is Head.IMPLIES

        def each(first: bool, second: bool) -> list[str]:
            return [self._text(first, p, False), self._text(second, q, False)]

        if implies:
            return _joined("∨", each(False, True)) if holds else _joined("∧", each(True, False))
        same = (True, True), (False, False)
        other = (True, False), (False, True)
        return _joined("∨", [_joined("∧", each(*pair)) for pair in (same if holds else other)])

    def _comparison(self, holds: bool, formula: Node, plain: bool) -> str:
        said, left, right = _relation(formula)
        writer = self.writer
        writer.defined = []
        final = f"({writer.text(left)} {SIGN[said]} {writer.text(right)})"
        final = final if holds else f"(¬ {final})"
        if any(isinstance(part, Dec) for part in walk_expr(formula)):
            final = self._with_decimals(holds, formula, plain, final)
        if plain and holds and self.assumed is not None:
            open_ = [one for one in writer.defined if one.has_letters]
            self.assumed += open_
            shown_ = _joined("∧", [*(one.text for one in writer.defined if not one.has_letters), final])
            return "".join(f"({one.text} → " for one in open_) + shown_ + ")" * len(open_)
        return _joined("∧", [*(one.text for one in writer.defined), final])

    def _with_decimals(self, holds: bool, formula: Node, plain: bool, final: str) -> str:
        """What makes exact what is said of decimals: beside letters, that the sides have their values at the model."""
        rounded = bool(self.rounded & set(walk_expr(formula)))
        if self.given:
            if rounded or not holds:
                raise NotRenderable("a decimal in a premise may be rounded")
            return final
        outcome = self._outcome(formula)
        if holds and outcome is Outcome.HOLDS_ROUNDED and plain and not rounded:
            self.near = True
            return _joined("∧", [*self._values(formula), self._nearness(formula)])
        if outcome is not (Outcome.HOLDS if holds else Outcome.FAILS) or (rounded and not holds):
            raise NotRenderable("it has a rounded decimal")
        exact = holds and (formula.head is Head.EQ or not rounded)
        return final if exact else _joined("∧", [*self._values(formula), final])

    def _outcome(self, formula: Node) -> Outcome:
        try:
            claim = leaf_claim(formula, [], {}, self.rounded)
            try:
                return compare(claim, self.point)
            except Unsupported:
                if formula.free:
                    raise
                return enclosed(claim)[0]
        except (NotEvaluated, CheckFailed) as error:
            raise NotRenderable(f"decimals are not compared: {error}") from error

    def _values(self, formula: Node) -> list[str]:
        """That the sides have the values that they have at the model."""
        sides = [side for side in formula.args[:2] if side.free]
        try:
            return [self._equal(side, value_of(_leaf(side), self.point)) for side in sides]
        except NotEvaluated as error:
            raise NotRenderable(f"a side has no value: {error}") from error

    def _nearness(self, formula: Node) -> str:
        """The sides differ by half a unit of the last place shown at most."""
        units = [found[1] for side in formula.args if (found := shown(_leaf(side))) is not None]
        if not units:
            raise NotRenderable("no side is a numeral that may show the other rounded")
        return self._within(formula, min(units) / 2)

    def _within(self, formula: Node, most: Fraction) -> str:
        left, right = map(self.term, formula.args[:2])
        gap = self.writer.fraction(most)
        return f"((({left} - {right}) ≤ {gap}) ∧ (({right} - {left}) ≤ {gap}))"

    def _equal(self, side: Expr, value: Fraction) -> str:
        return f"({self.term(side)} = {self.term(numeral(value))})"

    def _quantified(self, holds: bool, formula: Node, plain: bool) -> str:
        universal = holds is (formula.head is Head.FOR_ALL)
        kept = plain and formula.head is Head.FOR_ALL
        names = {one.name: f"{one.name}#{self.count + i}" for i, one in enumerate(formula.letters)}
        self.count += len(names)
        scope, binders, hypotheses = Scope(frozenset(names.values())), [], []
        for one in formula.letters:
            binder, bounds = self._letter(one, names[one.name])
            binders.append(binder)
            hypotheses += bounds
        body = substitute(formula.args[0], {name: Sym(new) for name, new in names.items()})
        self.writer.scopes.append(scope)
        try:
            inner = self._text(holds, body, kept)
        finally:
            self.writer.scopes.pop()
        hypotheses += scope.meanings
        bound = " ".join([*binders, *(f"({name} : {type_})" for name, type_ in scope.bound)])
        if universal:
            return f"(∀ {bound}, {''.join(f'{one} → ' for one in hypotheses)}{inner})"
        several = "".join(f"∃ {one}, " for one in [*binders, *(f"({name} : {t})" for name, t in scope.bound)])
        return f"({several}{_joined('∧', [*hypotheses, inner])})"

    def _letter(self, letter: Letter, name: str) -> tuple[str, list[str]]:
        """How a bound letter is bound, and what its type says."""
        numbers, known = self.writer.numbers, self.writer.names
        if numbers is Numbers.RATIONAL:
            raise NotRenderable("a quantifier among rational numbers")
        real = letter.type in REALS or (letter.type is Type.UNDECLARED and numbers.ordered)
        if letter.type in WHOLES:
            whole = f"z{name.rpartition('#')[2]}"
            known[name] = cast(whole)
            least = LEAST.get(letter.type)
            return f"({whole} : Int)", [] if least is None else [f"(({least} : Int) ≤ {whole})"]
        if real if numbers.ordered else letter.type in (Type.COMPLEX, Type.UNDECLARED):
            known[name] = f"y{name.rpartition('#')[2]}"
            return f"({known[name]} : K)", []
        raise NotRenderable(f"a quantifier over a letter that is {letter.type.value}")

    def _predicates(self) -> Mapping[Head, Callable[[tuple[Expr, ...]], str]]:
        return {
            Head.IS_INT: lambda args: self.writer.whole(self.term(args[0]), _leaf(args[0])),
            Head.DIVIDES: lambda args: self._divides(args[0], args[1]),
            Head.CONGRUENT: self._congruent,
        }

    def _wholes(self, *exprs: Expr) -> list[str]:
        """Terms as text, with the condition that they are whole."""
        texts = [self.term(one) for one in exprs]
        for text, one in zip(texts, exprs, strict=True):
            self.writer.defined.append(Defined(self.writer.whole(text, _leaf(one)), "", True))
        return texts

    def _divides(self, by: Expr, of: Expr) -> str:
        a, n = self._wholes(by, of)
        if self.writer.numbers is Numbers.RATIONAL:
            return f"(({n}.num % {a}.num) = (0 : Int))"
        return f"(∃ w : Int, ({n} = ({a} * {cast('w')})))"

    def _congruent(self, args: tuple[Expr, ...]) -> str:
        a, b, n = self._wholes(*args)
        self.writer.defined.append(Defined(f"((0 : {self.writer.type}) < {n})", "", True))
        if self.writer.numbers is Numbers.RATIONAL:
            return f"(((({a} - {b}).num) % {n}.num) = (0 : Int))"
        return f"(∃ w : Int, (({a} - {b}) = ({n} * {cast('w')})))"

    def _about(self, holds: bool, formula: Node) -> str:
        """One side is the other rounded. A premise says that they are near; what is shown, at their values."""
        self.writer.defined = []
        if (unit := unit_of(formula.args[2])) is None:
            raise NotRenderable("a rounding to no number of places that is known")
        if self.given and not holds:
            raise NotRenderable("a premise denies a rounding")
        try:
            fits = not self.given and (value_of(_leaf(formula.args[0]), self.point) / unit).denominator == 1
            same = self.given or truth(formula, self.point) is holds
        except NotEvaluated as error:
            raise NotRenderable(f"a side of a rounding has no value: {error}") from error
        if not same:
            raise NotRenderable("a rounding that the values do not show")
        left, right = map(self.term, formula.args[:2])
        near = f"({left} = {right})" if fits else self._within(formula, unit / 2)
        values = [] if self.given else self._values(formula)
        conditions = [one.text for one in self.writer.defined]
        return _joined("∧", [*conditions, *values, near if holds else f"(¬ {near})"])


def _joined(sign: str, parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"({f' {sign} '.join(parts)})"


def _leaf(expr: Expr) -> Expr:
    try:
        return leaf_term(unrolled(expr), LEAF_HEADS | OF_RATIONALS.keys() | {Head.PERCENT})
    except CheckFailed as error:
        raise NotRenderable(str(error)) from error


def _relation(formula: Node) -> tuple[Head, Expr, Expr]:
    return formula.head, _leaf(formula.args[0]), _leaf(formula.args[1])
