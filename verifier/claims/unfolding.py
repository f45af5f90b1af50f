"""What is done to an expression before it is decided: functions are unfolded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from verifier.checkers.formulas.places.models import of_type
from verifier.checkers.formulas.places.totality import NUMBERS, REAL, real, total
from verifier.checkers.formulas.values.evaluation import truth, value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.expr import (
    CONNECTIVES,
    SCOPED,
    Dec,
    Expr,
    ExprTooLarge,
    Head,
    Int,
    Letter,
    Node,
    NotSubstituted,
    Sym,
    Type,
    free_names,
    substitute,
    walk_expr,
)
from verifier.language.expressions.spell import spell

MAX_UNFOLDED = 200  # most calls that are unfolded in one expression

_WIDER: Final[Mapping[Type, frozenset[Type]]] = {
    Type.RAT: frozenset({Type.RAT, Type.INT, Type.COUNT, Type.POS}),
    Type.INT: frozenset({Type.INT, Type.COUNT, Type.POS}),
    Type.COUNT: frozenset({Type.COUNT, Type.POS}),
    Type.POS: frozenset({Type.POS}),
}
"""By the type that an argument must have, the types of letters that have it."""
_MAYBE_INFINITE: Final = frozenset({Head.INFINITY, Head.LIMIT, Head.INTEGRAL})
"""What may be infinite, and so of no type of numbers."""
_CLOSED: Final = frozenset({Head.ADD, Head.MUL})
"""Operations that lead out of none of these types; differences lead out of the last two."""


class NotUnfolded(ExprTooLarge):
    """A call that is not what the function's body says: an argument may be undefined, or of another type."""


@dataclass(frozen=True, slots=True)
class Function:
    """A function: its letters, typed, and what it does with them, if that is told."""

    letters: tuple[Letter, ...]
    body: Expr | None

    @property
    def spoken(self) -> frozenset[str]:
        """What the body speaks of besides its letters."""
        return self.body.free - {one.name for one in self.letters} if self.body is not None else frozenset()


@dataclass(slots=True)
class _Unfolding:
    """``left``: how many calls may still be unfolded; ``spoken``: the names that bodies speak of."""

    functions: Mapping[str, Function]
    general: frozenset[str]
    left: int = MAX_UNFOLDED
    spoken: frozenset[str] = field(default=frozenset())


def unfolded(
    expr: Expr,
    functions: Mapping[str, Function],
    general: frozenset[str] = frozenset(),
    types: Mapping[str, Type] | None = None,
) -> Expr:
    """Return ``expr`` with functions replaced by their bodies, and calls of others at numerals by letters of their own.
    Of a body that chooses by what numerals decide, what is chosen stands there. ``types``: of the letters.

    ``f(3)`` of a function without a body is the letter ``f(3)``: some number, the same at every place; not so of the
    functions ``general``, of which something is said at more than numerals. A call is unfolded where its arguments
    are defined if the body is, and are of the types of the function's letters; bound letters give way to what a body
    speaks of.

    Raises:
        ExprTooLarge: where that is beyond the bounds.
        NotUnfolded: where an argument may be undefined, or of another type.
    """
    spoken = frozenset().union(*(one.spoken for one in functions.values()))
    for _ in range(8):
        found = _once(expr, types or {}, _Unfolding(functions, general, spoken=spoken))
        if found == expr:
            return expr
        expr = found
    return expr


def _once(expr: Expr, types: Mapping[str, Type], how: _Unfolding) -> Expr:
    if not isinstance(expr, Node):
        return expr
    if expr.letters and any(one.name in how.spoken for one in expr.letters):
        expr = _parted(expr, how.spoken)
    inside = {**types, **{one.name: one.type for one in expr.letters}}
    scoped = SCOPED.get(expr.head, ())
    args = tuple(_once(arg, inside if i in scoped else types, how) for i, arg in enumerate(expr.args))
    if expr.head is not Head.CALL or not isinstance(args[0], Sym):
        return Node(expr.head, args, expr.letters) if args != expr.args else expr
    function = how.functions.get(args[0].name)
    if function is not None and not all(
        _fits(arg, letter.type, types) for arg, letter in zip(args[1:], function.letters, strict=True)
    ):
        raise NotUnfolded(f"an argument of {args[0].name} may be of another type")
    if function is not None and function.body is not None:
        return _body(function, args, types, how)
    if args[0].name not in how.general and _at_numerals(args):
        return Sym(spell(Node(Head.CALL, (args[0], *map(_plainest, args[1:])))))
    return Node(Head.CALL, args)


def _body(function: Function, args: tuple[Expr, ...], types: Mapping[str, Type], how: _Unfolding) -> Expr:
    """What a function does with arguments, each of which is defined if that is."""
    assert function.body is not None
    how.left -= 1
    if how.left < 0:
        raise ExprTooLarge("too many calls of functions to unfold")
    needed = frozenset(_strictly(function.body))
    for arg, letter in zip(args[1:], function.letters, strict=True):
        if Sym(letter.name) not in needed and not total(arg, types):
            raise NotUnfolded("an argument may be undefined, and what the function does need not be")
    try:
        named = zip(function.letters, args[1:], strict=True)
        return _chosen(substitute(function.body, {letter.name: arg for letter, arg in named}))
    except NotSubstituted as error:
        raise NotUnfolded(str(error)) from error


def _parted(expr: Node, spoken: frozenset[str]) -> Node:
    """The same with bound letters of other names than what bodies speak of."""
    taken = spoken | expr.free | frozenset().union(*map(free_names, expr.args))
    renamed: dict[str, Expr] = {}
    letters = []
    for letter in expr.letters:
        name = letter.name
        if name in spoken:
            name = next(one for k in range(1, len(taken) + 2) if (one := f"{letter.name}_{k}") not in taken)
            renamed[letter.name] = Sym(name)
            taken |= {name}
        letters.append(replace(letter, name=name))
    scoped = SCOPED.get(expr.head, ())
    try:
        args = tuple(substitute(arg, renamed) if i in scoped else arg for i, arg in enumerate(expr.args))
    except NotSubstituted as error:
        raise NotUnfolded(str(error)) from error
    return Node(expr.head, args, tuple(letters))


def _strictly(body: Expr) -> Iterator[Expr]:
    """The parts of a body that are defined wherever it is."""
    yield body
    if isinstance(body, Node) and body.head not in CONNECTIVES | SCOPED.keys():
        for arg in body.args[:1] if body.head is Head.IF else body.args:  # what is not chosen may be undefined
            yield from _strictly(arg)


def _fits(arg: Expr, kind: Type, types: Mapping[str, Type]) -> bool:
    """Whether an argument is of the type of a letter, wherever it is defined."""
    if kind not in NUMBERS:
        return not isinstance(arg, Int | Dec)
    if any(isinstance(part, Node) and part.head in _MAYBE_INFINITE for part in walk_expr(arg)):
        return False
    known = [types.get(name, Type.UNDECLARED) for name in arg.free if types.get(name) is not Type.FUNCTION]
    if kind in (Type.UNDECLARED, Type.COMPLEX):
        return all(one in NUMBERS for one in known)
    if kind is Type.REAL:
        return real(arg) and all(one in REAL for one in known)
    return _of_kind(arg, kind, types)


def _of_kind(arg: Expr, kind: Type, types: Mapping[str, Type]) -> bool:
    """Whether an argument is rational, whole, or whole and not negative or positive: by its value, or as a letter of
    such a type, or as what is made of these."""
    if not arg.free:
        try:
            said: Fraction | bool = value(arg, {})
        except NotEvaluated:
            return False
        return isinstance(said, Fraction) and of_type(said, kind)
    if isinstance(arg, Sym):
        return types.get(arg.name) in _WIDER[kind]
    if isinstance(arg, Node) and arg.head is Head.POW:
        base, power = arg.args
        return isinstance(power, Int) and power.value > 0 and _of_kind(base, kind, types)
    if isinstance(arg, Node) and arg.head in _CLOSED:
        if arg.head is Head.ADD and kind is Type.POS:
            both = [_of_kind(one, Type.COUNT, types) for one in arg.args]
            return all(both) and any(_of_kind(one, Type.POS, types) for one in arg.args)
        return all(_of_kind(one, kind, types) for one in arg.args)
    signed = isinstance(arg, Node) and arg.head in (Head.SUB, Head.NEG) and kind in (Type.INT, Type.RAT)
    return signed and isinstance(arg, Node) and all(_of_kind(one, kind, types) for one in arg.args)


def _plainest(numeral: Expr) -> Expr:
    """A numeral as it is spelled shortest: equal arguments have one value."""
    if not isinstance(numeral, Dec):
        return numeral
    digits, places = numeral.digits, numeral.places
    while places and digits % 10 == 0:
        digits, places = digits // 10, places - 1
    return Dec(digits, places) if places else Int(digits)


def _chosen(expr: Expr) -> Expr:
    """What a function does, with those of its choices made that numerals decide."""
    match expr:
        case Node(head=Head.IF, args=(asked, first, second)) if not asked.free and not any(
            isinstance(x, Dec) for x in walk_expr(asked)
        ):
            try:
                held = truth(asked, {})
            except NotEvaluated:
                held = None
            return expr if held is None else _chosen(first if held else second)
    return expr


def _at_numerals(args: tuple[Expr, ...]) -> bool:
    return all(isinstance(arg, Int | Dec) for arg in args[1:])


def applied_generally(said: Iterable[Expr]) -> frozenset[str]:
    """Return the functions that expressions apply to more than numerals."""
    calls = (one for expr in said for one in walk_expr(expr) if isinstance(one, Node) and one.head is Head.CALL)
    return frozenset(one.args[0].name for one in calls if isinstance(one.args[0], Sym) and not _at_numerals(one.args))
