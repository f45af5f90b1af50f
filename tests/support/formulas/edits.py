"""Edits: a JSON value, a spelled formula, or a claim, with one thing in it changed at a place that is drawn."""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from verifier.kernel.claim import Claim, Standing
from verifier.kernel.expr import Expr, ExprTooLarge, Head, Int, Letter, Node, Sym, Type, node


def edited(data: Any, chance: random.Random) -> Any:
    """Return a copy of a JSON value with one edit at a place that is drawn."""
    data = copy.deepcopy(data)
    places = list(_places(data))
    holder, key = chance.choice(places)
    held = holder[key]
    match held:
        case bool():
            holder[key] = not held
        case int():
            holder[key] = held + chance.choice((-1, 1, 2))
        case str() if held.lstrip("-").replace("/", "", 1).isdigit():
            holder[key] = str(Fraction(held) + chance.choice((-1, 1, 2)))
        case str() if " " in held:
            holder[key] = respelled(held, chance)
        case str():
            others = [h[k] for h, k in places if isinstance(h[k], str) and h[k] != held]
            holder[key] = chance.choice(others) if others else ""
        case list() if held and chance.random() < 0.7:
            at = chance.randrange(len(held))
            match chance.randrange(3):
                case 0:
                    del held[at]
                case 1:
                    held.insert(at, copy.deepcopy(held[at]))
                case _:
                    held.reverse()
        case _ if isinstance(holder, dict) and chance.random() < 0.6:
            del holder[key]
        case _:
            holder[key] = None
    return data


SIGNS = ("==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "and", "or", "not", "ForAll", "Exists", "Int", "Real")


def respelled(text: str, chance: random.Random) -> str:
    """Return a text with one sign, number or name in it exchanged for another."""
    words = re.findall(r"[A-Za-z_]+|\d+|[=!<>]=|\S|\s", text)
    at = chance.choice([i for i, one in enumerate(words) if not one.isspace()] or [0])
    same = [one for one in words if one.isidentifier() and one != words[at]]
    if words[at].isdigit():
        words[at] = str(int(words[at]) + chance.choice((-1, 1, 2)))
    elif words[at] in SIGNS:
        words[at] = chance.choice(SIGNS)
    elif words[at].isidentifier() and same:
        words[at] = chance.choice(same)
    else:
        del words[at]
    return "".join(words)


def _places(data: Any) -> Iterator[tuple[Any, Any]]:
    found = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, held in list(found):
        yield data, key
        yield from _places(held)


H = Head
ALIKE: Sequence[Sequence[Head]] = (
    (H.EQ, H.NE, H.LT, H.LE, H.GT, H.GE, H.DIVIDES),
    (H.ADD, H.SUB, H.MUL, H.DIV, H.POW, H.REM, H.FLOORDIV, H.MIN, H.MAX, H.GCD, H.LOG, H.BINOMIAL),
    (H.AND, H.OR, H.IMPLIES, H.IFF),
    (H.NEG, H.SQRT, H.ABS, H.FLOOR, H.CEIL, H.LN, H.EXP, H.FACTORIAL, H.CONJ, H.RE, H.IM),
    (H.SIN, H.COS, H.TAN),
    (H.ASIN, H.ACOS, H.ATAN),
    (H.FOR_ALL, H.EXISTS),
    (H.SUM, H.PROD),
    (H.IS_MAX, H.IS_MIN),
    (H.LIST, H.TUPLE, H.SET),
    (H.UNION, H.INTERSECTION),
    (H.TRANSPOSE, H.INVERSE),
)
"""Heads that may stand in each other's place."""
_ALIKE = {head: group for group in ALIKE for head in group}
_ANY_NUMBER = (H.AND, H.OR, H.LIST, H.TUPLE, H.SET, H.MIN, H.MAX, H.GCD)
_TYPES = (Type.REAL, Type.INT, Type.COUNT, Type.POS, Type.RAT, Type.COMPLEX, Type.UNDECLARED)
_STANDINGS = (Standing.STATED, Standing.HYPOTHESIS, Standing.SUPPOSED, Standing.DEFINED)


def altered(expr: Expr, chance: random.Random, names: Sequence[str]) -> Expr:
    """Return an expression with one head, number, letter, type or order of arguments in it changed, where it can be."""
    places = list(_inside(expr))
    for _ in range(20):
        place, held = chance.choice(places)
        try:
            return _put(expr, place, _other(held, chance, names))
        except (ValueError, ExprTooLarge):
            continue
    return expr


def altered_claim(claim: Claim, chance: random.Random) -> Claim:
    """Return a claim with its formula, a premise or what is known of a letter changed."""
    names, count = [one.name for one in claim.types], len(claim.premises)
    at, chosen = chance.randrange(count) if count else 0, chance.randrange(7)
    premises = list(claim.premises)
    if chosen < 2 and count:
        premises[at] = replace(premises[at], formula=altered(premises[at].formula, chance, names))
        return replace(claim, premises=tuple(premises))
    if chosen == 2 and count:
        premises[at] = replace(premises[at], standing=chance.choice(_STANDINGS))
        return replace(claim, premises=tuple(premises))
    if chosen == 3 and names:
        types = list(claim.types)
        of = chance.randrange(len(types))
        types[of] = replace(types[of], type=chance.choice(_TYPES))
        return replace(claim, types=tuple(types))
    return replace(claim, formula=altered(claim.formula, chance, names))


def _other(held: Expr, chance: random.Random, names: Sequence[str]) -> Expr:
    match held:
        case Int(value):
            put = Int(abs(value + chance.choice((-1, 1, 1, 2))))
            return chance.choice((put, put, put, node(H.NEG, held), *map(Sym, names[:1])))
        case Sym():
            return Sym(chance.choice(names)) if chance.random() < 0.7 and names else Int(chance.randrange(3))
        case Node(head=head, args=args, letters=letters):
            if letters and chance.random() < 0.4:
                [*some] = letters
                of = chance.randrange(len(some))
                some[of] = Letter(some[of].name, chance.choice(_TYPES))
                return Node(head, args, tuple(some))
            if len(args) > 1 and chance.random() < 0.3:
                return Node(head, args[::-1], letters)
            if head in _ANY_NUMBER and len(args) > 2 and chance.random() < 0.3:
                return Node(head, args[:-1], letters)
            others = [one for one in _ALIKE.get(head, ()) if one is not head]
            return Node(chance.choice(others), args, letters) if others else node(H.NEG, held)
    return Int(chance.randrange(4))


def _inside(expr: Expr, place: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Expr]]:
    yield place, expr
    if isinstance(expr, Node):
        for index, one in enumerate(expr.args):
            yield from _inside(one, (*place, index))


def _put(expr: Expr, place: tuple[int, ...], new: Expr) -> Expr:
    if not place or not isinstance(expr, Node):
        return new
    args = list(expr.args)
    args[place[0]] = _put(args[place[0]], place[1:], new)
    return Node(expr.head, tuple(args), expr.letters)
