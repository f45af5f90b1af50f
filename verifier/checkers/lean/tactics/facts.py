"""A proof by facts: relations that are put first, each proved in place, then the tactic that closes the goal.

The facts may come from anybody, a language model included: they are terms, and every character of the Lean text is
made here, so a stored proof holds no Lean and is checked like any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from verifier.checkers.lean.statement.laws import NotRenderable
from verifier.checkers.lean.statement.render import SIGN, Statement
from verifier.checkers.lean.statement.terms import Numbers, Writer
from verifier.checkers.lean.tactics.portfolio import ORDER, Script, intro
from verifier.kernel.expr import Expr, ExprTooLarge, Head, Int, Node, Sym
from verifier.kernel.functions import RELATION_SIGNS, RELATIONS
from verifier.kernel.verdict import CheckFailed, Reason

TACTIC: Final = "facts"
MOST: Final = 8
"""Most facts of a proof."""

MOST_NESTED: Final = 30
MOST_POWER: Final = 12
_OPS: Final = frozenset({Head.ADD, Head.SUB, Head.MUL, Head.DIV, Head.NEG, Head.POW})

Fact = tuple[Head, Expr, Expr]


def spelled(facts: Sequence[Fact]) -> list[Any]:
    """Return facts as JSON values, as the data of a proof hold them. Raises: CheckFailed on what is no polynomial."""
    return [[RELATION_SIGNS[relation], _to_json(left), _to_json(right)] for relation, left, right in facts]


def _to_json(term: Expr) -> list[Any]:
    match term:
        case Int(value):
            return ["int", str(value)]
        case Sym(name):
            return ["sym", name]
        case Node(op, args) if op in _OPS:
            return [op.value, *map(_to_json, args)]
    raise CheckFailed("a fact is made of whole numbers, letters and + - * / ^", Reason.OUT_OF_SCOPE)


def _from_json(data: Any, depth: int = 0) -> Expr:
    if depth > MOST_NESTED:
        raise CheckFailed("a fact nests too deep", Reason.OUT_OF_SCOPE)
    match data:
        case ["int", str(value)] if value.isascii() and value.isdigit() and len(value) <= 100:
            return Int(int(value))
        case ["sym", str(name)]:
            return Sym(name)
        case [str(op), *args] if op in _OPS:
            inside = tuple(_from_json(arg, depth + 1) for arg in args)
            if op == Head.POW and not (inside and isinstance(inside[-1], Int) and inside[-1].value <= MOST_POWER):
                raise CheckFailed(f"expected powers up to {MOST_POWER}", Reason.OUT_OF_SCOPE)
            try:
                return Node(Head(op), inside)
            except (ValueError, ExprTooLarge) as error:
                raise CheckFailed(str(error)) from error
    raise CheckFailed("the facts of a proof are not terms")


def script(statement: Statement, data: Any) -> Script:
    """Return the proof by these facts. Raises: CheckFailed where they cannot be facts about the statement's letters."""
    if statement.at_point:
        raise CheckFailed("only a statement about all numbers is proved by facts", Reason.OUT_OF_SCOPE)
    if not isinstance(data, list) or not 0 < len(data) <= MOST:
        raise CheckFailed(f"expected 1 to {MOST} facts")
    names = {letter: f"x{i}" for i, letter in enumerate(statement.letters)}
    lines = [_line(i, fact, names, statement.numbers) for i, fact in enumerate(data)]
    body = "".join(f"  {line}\n" for line in (intro(statement), *lines, "grind"))
    return Script(f"by\n{body}", ORDER if statement.ordered else ())


def _line(i: int, fact: Any, names: dict[str, str], numbers: Numbers) -> str:
    match fact:
        case [str(sign), left, right] if RELATIONS.get(sign) in SIGN:
            said = RELATIONS[sign], _from_json(left), _from_json(right)
        case _:
            raise CheckFailed("expected a fact as a relation and two terms")
    square = _square(said)
    try:
        if square is not None and numbers is Numbers.ORDERED:
            return f"have f{i} := Verifier.sq_nonneg {_text(square, names, numbers)}"
        relation, a, b = said[0], _text(said[1], names, numbers), _text(said[2], names, numbers)
    except (NotRenderable, KeyError) as error:
        raise CheckFailed(f"a fact cannot be written: {error}", Reason.OUT_OF_SCOPE) from error
    return f"have f{i} : ({a} {SIGN[relation]} {b}) := by grind"


def _text(term: Expr, names: dict[str, str], numbers: Numbers) -> str:
    writer = Writer(numbers, names)
    text = writer.text(term)
    if writer.bound or any(found.has_letters for found in writer.defined):
        raise NotRenderable("it has roots, or divides by variables")
    return text


def _square(fact: Fact) -> Expr | None:
    """What a fact says that the square of is not negative, None where it says something else."""
    match fact:
        case (Head.GE, Node(Head.POW, (inside, Int(2))), Int(0)) | (
            Head.LE,
            Int(0),
            Node(Head.POW, (inside, Int(2))),
        ):
            return inside
    return None
