"""Spreading: a relation that stands for several, or for a choice, as plain relations that say the same.

``x = 2 ± 1`` says that x is one of two numbers: the product of both differences is zero. ``4 ± 2 = 2(2 ± 1)`` says that
the same two numbers stand on both sides: their sums and their products are equal.
"""

from __future__ import annotations

from dataclasses import replace

from verifier.kernel.expr import Dec, Expr, ExprTooLarge, Head, Int, Node, free_names, walk_expr
from verifier.mathtext.guards import notation as guards
from verifier.mathtext.guards.guard import Abstention
from verifier.mathtext.notation.applied import substituted
from verifier.mathtext.notation.frames import SIGN, PlacedExpr
from verifier.mathtext.notation.vectors import members
from verifier.readers.exact.discourse.rootlists import ROOTS
from verifier.readers.exact.discourse.sentences import Link, Sentence

_ONES = (Int(1), Node(Head.NEG, (Int(1),)))


def choices(sentence: Sentence) -> list[Link]:
    """Return the links of a sentence, ``x = 2 or x = 3`` as one of them: a product that is zero."""
    found: list[Link] = []
    for link in sentence.links:
        if found and (merged := _either(sentence, found[-1], link)) is not None:
            found[-1] = merged
        else:
            found.append(link)
    return found


def _either(sentence: Sentence, first: Link, second: Link) -> Link | None:
    """Both links as one choice, where nothing but ``or`` stands between them and each is a chain of its own."""
    between = sentence.items[first.end + 1 : second.start]
    low = [item.text.lower() for item in between if item.text != ","]
    said = {item.text.lower() for item in sentence.items if item.kind == "word"}
    joined = low in (["or"], ["or", "else"]) or (low == ["and"] and said & ROOTS)
    alone = second.start == second.at and second.end == second.to and (first.choice or first.start == first.at)
    names = first.left.term.free, second.left.term.free
    if first.left.rows or second.left.rows:
        return None
    plain = first.relation is second.relation is Head.EQ and not (first.modular or second.modular)
    if not (joined and alone and plain and names[0] == names[1] and len(names[0]) == 1 and first.end == first.to):
        return None
    if any(_SIGNS & free_names(link.left.term, link.right.term) for link in (first, second)):
        return None
    try:
        gaps = [first.left.term if first.choice else _gap(first), _gap(second)]
        left = replace(first.left, term=Node(Head.MUL, (gaps[0], gaps[1])), doubts=_doubts(first) | _doubts(second))
    except ExprTooLarge:
        return None
    right = replace(second.right, term=Int(0))
    return replace(first, left=left, right=right, to=second.to, end=second.end, choice=True)


_SIGNS = frozenset({SIGN.name})


def _gap(link: Link) -> Expr:
    return Node(Head.SUB, (link.left.term, link.right.term))


def _doubts(link: Link) -> frozenset[Abstention]:
    decimals = any(isinstance(inner, Dec) for side in (link.left, link.right) for inner in walk_expr(side.term))
    rounded = {guards.DECIMAL_CHOICE()} if decimals else set()
    return link.left.doubts | link.right.doubts | rounded


def spread(link: Link) -> list[Link]:
    """Return the relations that a link stands for, all of which it says."""
    try:
        return _spread(link)
    except ExprTooLarge:
        return [replace(link, left=_doubtful(link.left))]


def _spread(link: Link) -> list[Link]:
    if link.left.rows:
        pairs = members(link.left, link.right)
        return [one for left, right in pairs for one in _spread(replace(link, left=left, right=right))]
    signs = [sum(inner == SIGN for inner in walk_expr(side.term)) for side in (link.left, link.right)]
    if not any(signs):
        return [link]
    decimals = any(isinstance(inner, Dec) for side in (link.left, link.right) for inner in walk_expr(side.term))
    if max(signs) > 1 or link.relation is not Head.EQ or link.modular or decimals:
        return [replace(link, left=_doubtful(link.left))]
    if not all(signs) and not free_names(link.left.term, link.right.term) - {SIGN.name}:
        return [replace(link, left=_doubtful(link.left))]  # √9 = ±3: the root is one of the two, and not either
    lefts, rights = _both(link.left.term), _both(link.right.term)
    if all(signs):
        return [replace(link, left=_as(link.left, op, lefts), right=_as(link.right, op, rights)) for op in _TOLD]
    gaps = tuple(Node(Head.SUB, pair) for pair in zip(lefts, rights, strict=True))
    return [replace(link, left=_as(link.left, Head.MUL, gaps), right=replace(link.right, term=Int(0)))]


_TOLD = (Head.ADD, Head.MUL)


def _both(term: Expr) -> tuple[Expr, ...]:
    return tuple(substituted(term, SIGN.name, one) for one in _ONES)


def _as(side: PlacedExpr, op: Head, terms: tuple[Expr, ...]) -> PlacedExpr:
    return replace(side, term=Node(op, terms), label=False)


def _doubtful(side: PlacedExpr) -> PlacedExpr:
    return replace(side, doubts=side.doubts | {guards.PLUS_MINUS()})
