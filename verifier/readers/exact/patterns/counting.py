"""Descriptions of counts: choices, orders, the letters of a word."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from verifier.kernel.expr import Expr, Head, Int, Node, Sym
from verifier.mathtext.guards import notation as guards
from verifier.mathtext.lexicon import words
from verifier.mathtext.notation.frames import PlacedExpr
from verifier.readers.exact.items.items import Item
from verifier.readers.exact.patterns.meaning import Make, Meaning, apply, count, whole
from verifier.readers.exact.patterns.pattern import Value, term_of

MAX_CHOSEN: Final = 10_000


def _pair(values: list[Value]) -> tuple[Expr, Expr] | None:
    """n and k, where k of n can be chosen."""
    n, k = whole(term_of(values[0]), 0, MAX_CHOSEN), whole(term_of(values[1]), 0, MAX_CHOSEN)
    return None if n is None or k is None or k > n else (count(n), count(k))


def _choose(values: list[Value]) -> Meaning | None:
    pair = _pair(values)
    return None if pair is None else Meaning(apply(Head.BINOMIAL, *pair))


def _spoken(values: list[Value]) -> Meaning | None:
    """``7 choose 2``, where the word was read as what is counted; two numbers side by side are nothing."""
    first = values[0]
    return _choose(values) if isinstance(first, PlacedExpr) and "choose" in first.units else None


def _ways(values: list[Value]) -> Meaning | None:
    """The number of ways to choose k of n: in no order and each once, unless the story has it otherwise."""
    pair = _pair(values[::-1])
    if pair is None:
        return None
    n, k = pair
    ordered = apply(Head.DIV, apply(Head.FACTORIAL, n), apply(Head.FACTORIAL, apply(Head.SUB, n, k)))
    again = apply(Head.BINOMIAL, apply(Head.SUB, apply(Head.ADD, n, k), Int(1)), k)
    others = (ordered, again, apply(Head.POW, n, k))
    return Meaning(apply(Head.BINOMIAL, n, k), others, vague=True)  # some of them will not sit beside each other


def signs(items: list[Item]) -> list[Item]:
    """Return the items, ``10C3`` and ``10P3`` as one number each where the text speaks of choosing."""
    spoken = any(item.kind == "word" and item.text.lower() in words.CHOOSING for item in items)
    made: list[Item] = []
    for item in items:
        found = _sign(made[-1], item) if spoken and made else None
        if found is None:
            made.append(item)
        else:
            made[-1] = found
    return made


def _sign(before: Item, item: Item) -> Item | None:
    """Both items as the number of choices (or of orders) of k of n; None where they are no such signs."""
    match before.expr, item.expr:
        case PlacedExpr(Node(Head.MUL, (Int() as n, Sym(("C" | "P") as sign)))), PlacedExpr(Int() as k) if (
            not item.space
        ):
            if before.text != f"{n.value}{sign}" or k.value > n.value or n.value > MAX_CHOSEN or before.expr is None:
                return None
            orders = apply(Head.DIV, apply(Head.FACTORIAL, n), apply(Head.FACTORIAL, apply(Head.SUB, n, k)))
            term = apply(Head.BINOMIAL, n, k) if sign == "C" else orders
            expr = replace(
                before.expr, term=term, end=item.end, doubts=before.expr.doubts | {guards.CHOSEN()}, units=frozenset()
            )
            return replace(before, text=before.text + item.text, end=item.end, expr=expr)
    return None


_CHOOSING = "choose|choosing|select|selecting|pick|picking"
QUANTITIES: Final[dict[str, Make]] = {
    "#choose #": _spoken,
    f"number of ways to|of {_CHOOSING} #any items|objects|elements|things? from|of a? set|group|total? of? #any": _ways,
}
"""What stands before ``is``, and what it means."""
