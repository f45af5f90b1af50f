"""A structural proof as a structured proof of Lean: the rules that part a goal part it there, and ``grind`` closes what
is left. Nothing of this is believed: Lean checks it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from verifier.checkers.points import number_in
from verifier.kernel.expr import COMPARISONS, Dec, Expr, Head, Letter, Node, Type, walk_expr
from verifier.kernel.verdict import CheckFailed, Reason

MOST = 400
"""Most rules of a tree that are laid out."""

CLOSED = ("leaf", "values", "given", "truth", "product", "assume", "both", "apart", "denied")
"""The rules below which ``grind`` is asked for the whole goal."""

_WHOLES = frozenset({Type.INT, Type.COUNT, Type.POS})


def parted(tree: Any) -> bool:
    """Return whether a structural proof parts its goal, so that it is more than one question to ``grind``."""
    while isinstance(tree, Mapping) and tree.get("rule") in ("at", "not"):
        tree = tree.get("tree")
    return isinstance(tree, Mapping) and tree.get("rule") not in CLOSED


class Parts:
    """Lays out one proof."""

    def __init__(self) -> None:
        self._left = MOST

    def lines(self, holds: bool, formula: Expr, tree: Any) -> list[str]:
        """Return the tactics that show a reading of ``formula``, the lines indented as they hang together.

        Raises:
            CheckFailed: on a rule that has no counterpart here.
        """
        self._left -= 1
        if self._left < 0 or not isinstance(tree, Mapping):
            raise CheckFailed("the proof has no tree of a few rules")
        rule = tree.get("rule")
        if rule in CLOSED or not isinstance(formula, Node) or formula.head in COMPARISONS:
            return ["grind"]
        inside, args = tree.get("tree"), formula.args
        match rule, formula.head:
            case "at", _:
                return self.lines(holds, formula, inside)
            case "not", Head.NOT:
                return self.lines(not holds, args[0], inside)
            case "all", Head.AND | Head.OR if len(args) > 1:
                return self._all(holds, args, tree.get("trees"))
            case "one", Head.AND | Head.OR if len(args) > 1:
                return self._one(holds, args, tree.get("index"), inside)
            case "arbitrary", Head.FOR_ALL | Head.EXISTS:
                return self._arbitrary(holds, formula, inside, tree.get("near"))
            case "witness", Head.FOR_ALL | Head.EXISTS:
                return self._witness(formula, tree.get("at"))
        raise CheckFailed(f"the rule {rule!r:.40} is not laid out for Lean", Reason.OUT_OF_SCOPE)

    def _all(self, holds: bool, args: Sequence[Expr], trees: Any) -> list[str]:
        if not isinstance(trees, list | tuple) or len(trees) != len(args):
            raise CheckFailed("a tree for every part is needed")
        found = [f"refine ⟨{', '.join(['?_'] * len(args))}⟩"]
        for arg, tree in zip(args, trees, strict=True):
            first, *rest = self.lines(holds, arg, tree)
            found += [f"· {first}", *(f"  {line}" for line in rest)]
        return found

    def _one(self, holds: bool, args: Sequence[Expr], index: Any, tree: Any) -> list[str]:
        if type(index) is not int or not 0 <= index < len(args):
            raise CheckFailed("there is no such part")
        last = index == len(args) - 1
        way = "?_" if last else "Or.inl ?_"
        for _ in range(index):
            way = f"Or.inr ({way})" if way != "?_" else "Or.inr ?_"
        return [f"refine {way}", *self.lines(holds, args[index], tree)]

    def _arbitrary(self, holds: bool, formula: Node, tree: Any, near: Any) -> list[str]:
        """The body for any letters; ``near``: values such that the squares of the distances from there may help."""
        if near is None or any(one.type in _WHOLES for one in formula.letters):
            return ["intros", *self.lines(holds, formula.args[0], tree)]
        names = [f"a{i}" for i in range(len(formula.letters))]
        squares = [f"({name} - {x})" for name, x in zip(names, self._values(formula, near), strict=True)]
        squares += [f"({one} - {other})" for one, other in combinations(names, 2)]
        known = [f"have w{i} := Verifier.sq_nonneg {one}" for i, one in enumerate(squares)]
        return [f"intro {' '.join(names)}", *known, "intros", *self.lines(holds, formula.args[0], tree)]

    def _values(self, formula: Node, at: Any) -> list[str]:
        if not isinstance(at, list | tuple) or len(at) != len(formula.letters):
            raise CheckFailed("a value for every letter is needed")
        if any(isinstance(part, Dec) for part in walk_expr(formula)):
            raise CheckFailed("a decimal with a witness", Reason.OUT_OF_SCOPE)
        return [_witness(one, told) for one, told in zip(formula.letters, at, strict=True)]

    def _witness(self, formula: Node, at: Any) -> list[str]:
        """The values, and ``grind`` for the rest: functions of bound letters have no value that is told here."""
        values = self._values(formula, at)
        return [f"exact ⟨{', '.join(values)}, by grind⟩"]


def _witness(letter: Letter, told: object) -> str:
    """The value of a letter, of its type."""
    number = number_in(told)
    if letter.type in _WHOLES:
        return f"({number.numerator} : Int)"
    sign = "-" if number < 0 else ""
    return f"({sign}(({abs(number.numerator)} : K) / ({number.denominator} : K)))"
