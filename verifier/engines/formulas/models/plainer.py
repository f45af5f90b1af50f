"""Formulas in a plainer form, from which values are found: lists and vectors entry by entry, identities coefficient by
coefficient or at a few numbers, floors and absolute values as letters of their own. Only values are found from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from verifier.checkers.formulas.places.monomials import Form, Monomial, written
from verifier.checkers.formulas.places.place import Place, conjunction, conjuncts
from verifier.checkers.formulas.rules.definitions import meaning, unfold
from verifier.checkers.formulas.rules.entries import entrywise
from verifier.checkers.formulas.rules.forms import polynomial
from verifier.engines.formulas.laws.at_numbers import at_numbers
from verifier.kernel.expr import SCOPED, Expr, Head, Int, Letter, Node, Sym, Type, node
from verifier.kernel.verdict import CheckFailed

MAX_NAMED = 8  # most numbers that get a letter
_NAMED = frozenset({Head.FLOOR, Head.CEIL, Head.ABS, Head.MIN, Head.MAX, Head.FLOORDIV, Head.MOD, Head.REM})


def plainer(formula: Expr, types: Mapping[str, Type]) -> Iterator[Expr]:
    """Yield formulas that hold where ``formula`` does, or are likely to."""
    match formula:
        case Node(head=Head.AND, args=args):
            for arg in args:
                yield from plainer(arg, types)
        case Node(head=Head.FOR_ALL, args=(body,), letters=letters) if formula.free:
            found = [*_everywhere(body, letters)]
            yield from found or (said for _, there in at_numbers(formula) for said in there)
        case Node(head=Head.IMPLIES, args=(_, q)):
            yield node(Head.OR, q, *_other(unfold(formula, Place((), types, False))))
        case Node(head=Head.IFF | Head.ABOUT):
            yield from conjuncts(unfold(formula, Place((), types, False)))
        case Node(head=Head.EQ):
            try:
                yield from conjuncts(entrywise(formula, Place((), types, False)))
            except CheckFailed:
                yield formula
        case _:
            yield formula


def _everywhere(body: Expr, letters: tuple[Letter, ...]) -> Iterator[Expr]:
    """What makes a formula hold whatever the letters are, or is likely to: also where it need not."""
    match body:
        case Node(head=Head.EQ):
            yield from _coefficients(body, letters)
        case Node(head=Head.IMPLIES, args=(_, inner)):
            yield from _everywhere(inner, letters)
        case Node(head=Head.AND, args=args):
            for arg in args:
                yield from _everywhere(arg, letters)
        case Node(head=Head.OR, args=args):
            ways = [conjunction(one) for arg in args if (one := [*_everywhere(arg, letters)])]
            if ways:
                yield node(Head.OR, *ways)
        case Node(head=Head.IS_INT, args=(number,)):
            try:
                form = polynomial(number)
            except CheckFailed:
                return
            bound = {one.name for one in letters}
            for monomial, factor in form.items():
                rest = frozenset((atom, k) for atom, k in monomial if not atom.free & bound)
                yield node(Head.IS_INT, written({rest: factor}))


def _other(formula: Expr) -> tuple[Expr, ...]:
    return formula.args[:1] if isinstance(formula, Node) and formula.head is Head.OR else ()


def _coefficients(equation: Node, letters: tuple[Letter, ...]) -> Iterator[Expr]:
    """What makes two polynomials in bound letters the same: their coefficients are equal."""
    bound = {one.name for one in letters}
    try:
        form = polynomial(node(Head.SUB, *equation.args))
    except CheckFailed:
        return
    by: dict[Monomial, Form] = {}
    for monomial, factor in form.items():
        if any(atom.free & bound and not isinstance(atom, Sym) for atom, _ in monomial):
            return
        inner = frozenset((atom, k) for atom, k in monomial if atom.free & bound)
        by[inner] = {**by.get(inner, {}), monomial - inner: factor}
    for row in by.values():
        yield node(Head.EQ, written(row), Int(0))


@dataclass(slots=True)
class Naming:
    """Letters for numbers that are no polynomials, and what these numbers mean."""

    letters: dict[Expr, Letter] = field(default_factory=dict)
    facts: list[Expr] = field(default_factory=list)

    def named(self, expr: Expr) -> Expr:
        """Return an expression with letters in the place of such numbers."""
        if not isinstance(expr, Node) or expr.head in SCOPED or not expr.free:
            return expr
        args = tuple(map(self.named, expr.args))
        found = Node(expr.head, args, expr.letters) if args != expr.args else expr
        return self._letter(found) if found.head in _NAMED else found

    def _letter(self, number: Node) -> Expr:
        if number not in self.letters and len(self.letters) < MAX_NAMED:
            try:
                said = meaning(number)
            except CheckFailed:
                return number
            whole = number.head in (Head.FLOOR, Head.CEIL, Head.FLOORDIV)
            letter = Letter(f"#{len(self.letters)}", Type.INT if whole else Type.REAL)
            self.letters[number] = letter
            self.facts += [_put(part, number, Sym(letter.name)) for part in conjuncts(said)]
        return Sym(self.letters[number].name) if number in self.letters else number


def _put(expr: Expr, old: Expr, new: Expr) -> Expr:
    if expr == old:
        return new
    if not isinstance(expr, Node):
        return expr
    return Node(expr.head, tuple(_put(arg, old, new) for arg in expr.args), expr.letters)
