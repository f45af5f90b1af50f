"""What is done to an expression before it is decided: functions are unfolded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from verifier.checkers.formulas.values.evaluation import truth
from verifier.engines.formulas.usable import plain
from verifier.kernel.evaluate import NotEvaluated
from verifier.kernel.formula import Expr, FormulaTooLarge, Head, Node, free, parts, substitute
from verifier.kernel.term import Dec, Int, Sym
from verifier.language.expressions.spell import spell

MAX_UNFOLDED = 200  # most calls that are unfolded in one expression


@dataclass(frozen=True, slots=True)
class Function:
    """A function with a body: its letters, and what it does with them."""

    letters: tuple[str, ...]
    body: Expr


def unfolded(expr: Expr, functions: Mapping[str, Function], general: frozenset[str] = frozenset()) -> Expr:
    """Return ``expr`` with functions replaced by their bodies, and calls of others at numerals by letters of their own.
    Of a body that chooses by what numerals decide, what is chosen stands there.

    ``f(3)`` of a function without a body is the letter ``f(3)``: some number, the same at every place; not so of the
    functions ``general``, of which something is said at more than numerals.

    Raises:
        FormulaTooLarge: where that is beyond the bounds.
    """
    for _ in range(8):
        found = _once(expr, functions, general, [MAX_UNFOLDED])
        if found == expr:
            return expr
        expr = found
    return expr


def _once(expr: Expr, functions: Mapping[str, Function], general: frozenset[str], left: list[int]) -> Expr:
    if not isinstance(expr, Node):
        return expr
    args = tuple(_once(arg, functions, general, left) for arg in expr.args)
    if expr.head is not Head.CALL or not isinstance(args[0], Sym):
        return Node(expr.head, args, expr.letters) if args != expr.args else expr
    function = functions.get(args[0].name)
    if function is not None:
        left[0] -= 1
        if left[0] < 0:
            raise FormulaTooLarge("too many calls of functions to unfold")
        return _chosen(substitute(function.body, dict(zip(function.letters, args[1:], strict=True))))
    if args[0].name not in general and _at_numerals(args):
        return Sym(spell(Node(Head.CALL, args)))
    return Node(Head.CALL, args)


def _chosen(expr: Expr) -> Expr:
    """What a function does, with those of its choices made that numerals decide."""
    match expr:
        case Node(head=Head.IF, args=(asked, first, second)) if not free(asked) and plain(asked):
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
    calls = (one for expr in said for one in parts(expr) if isinstance(one, Node) and one.head is Head.CALL)
    return frozenset(one.args[0].name for one in calls if isinstance(one.args[0], Sym) and not _at_numerals(one.args))
