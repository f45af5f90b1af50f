"""Two terms of final answers compared: what the engines propose and the door admits."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final, Literal

from verifier.checkers.evaluate import value
from verifier.checkers.functions import NotEvaluated, Undefined
from verifier.checkers.points import PointChecker
from verifier.engines.candidate import Engine
from verifier.engines.points import PointEngine
from verifier.engines.settle import settle
from verifier.engines.symbolic.propose import SymbolicEngine
from verifier.kernel.claim import Claim, relate
from verifier.kernel.expr import Const, Dec, Expr, Head, Int, Node, Sym, free_names, substitute, walk_expr
from verifier.kernel.verdict import CheckFailed, Proof, Proved, Refuted, Shows, Unknown, Verdict, admit

State = Literal["equal", "different", "could not tell"]


@dataclass(frozen=True, slots=True)
class Sameness:
    """What comes of comparing two answers, and why."""

    state: State
    reason: str

    @property
    def same(self) -> bool | None:
        """True, False, or None where it could not be told."""
        return {"equal": True, "different": False}.get(self.state)


EQUAL: Final = Sameness("equal", "the same value")


def differ(reason: str) -> Sameness:
    """Return that two answers differ, with the reason."""
    return Sameness("different", reason)


def left_open(reason: str) -> Sameness:
    """Return that it could not be told, with the reason."""
    return Sameness("could not tell", reason)


def same_terms(a: Expr, b: Expr) -> Sameness:
    """Return whether two terms have one value. i and e may be letters, or the imaginary unit and the constant: both
    readings must agree."""
    try:
        values = _valued(a), _valued(b)
    except Undefined:
        return left_open("an answer that denotes nothing, such as a division by zero")
    if a == b:
        return Sameness("equal", "the same as written")
    if None not in values:  # so there are no letters
        found = _decided(relate(Head.EQ, a, b), Shows.TRUE if values[0] == values[1] else Shows.FALSE)
    else:
        found = _claimed(a, b)
    if found.state == "could not tell" and not free_names(a, b) and not _is_rounded(a, b) and _in_order(a, b):
        return differ("another value")
    special = free_names(a, b) & {"i", "e"}
    if not special:
        return found
    other = _claimed(_constants(a, special), _constants(b, special))
    return found if other.state == found.state else left_open("i or e may be a letter or a constant")


def _is_rounded(a: Expr, b: Expr) -> bool:
    """Whether one side may be the other one, rounded: it has decimals, and is no number beside an integer."""
    decimals = [any(isinstance(part, Dec) for part in walk_expr(term)) for term in (a, b)]
    plain = [
        isinstance(term.args[0] if isinstance(term, Node) and term.head is Head.NEG else term, Int | Dec)
        for term in (a, b)
    ]
    return any(decimals) and not (all(plain) and not all(decimals))


def _in_order(a: Expr, b: Expr) -> bool:
    """Whether one side is proved to be smaller than the other."""
    found = (settle(relate(Head.LT, *sides), _engines())[0] for sides in ((a, b), (b, a)))
    return any(isinstance(verdict, Proved) and not verdict.certificate.side_conditions for verdict in found)


def _constants(term: Expr, names: frozenset[str]) -> Expr:
    match term:
        case Sym(name) if name in names:
            return Const(name)
        case Node(op, args):
            return Node(op, tuple(_constants(arg, names) for arg in args))
    return term


def _valued(term: Expr) -> Fraction | None:
    """The value of a term, None where the evaluator has none. Raises: Undefined where the term denotes nothing."""
    try:
        return value(term, {})
    except Undefined:
        raise
    except NotEvaluated:
        if any(_zero_below(x) for x in walk_expr(term)):
            raise Undefined("division by zero") from None
        return None


def _zero_below(term: Expr) -> bool:
    match term:
        case Node(Head.DIV, (_, under)):
            try:
                return value(under, {}) == 0
            except NotEvaluated:
                return False
    return False


@cache
def _engines() -> tuple[Engine, ...]:
    # one point finds most of what differs, canonical forms decide the rest of what is answered sooner than many points
    return PointEngine(0, 1), SymbolicEngine(), PointEngine(1)


def _claimed(a: Expr, b: Expr) -> Sameness:
    """Compare two terms; what differs is left open where other letters stand in them that mean something."""
    found = _decided(_asked(a, b))
    if found.state != "different" or a.free == b.free:
        return found
    left, right = _without_idle(a, b.free), _without_idle(b, a.free)
    return _decided(_asked(left, right)) if left.free == right.free else left_open("other letters")


def _asked(a: Expr, b: Expr) -> Claim:
    return relate(Head.EQ, a, b).for_all()


def _decided(claim: Claim, foreseen: Shows | None = None) -> Sameness:
    """What the door admits of a claim: at once where the values of both sides are known and tell, as they do of all
    numbers without rounding."""
    match _admitted(claim, foreseen) or settle(claim, _engines())[0]:
        case Proved(certificate=certificate):
            if certificate.notes.get("as_rounded"):
                return left_open("equal only as rounded")
            if certificate.side_conditions:
                return left_open(f"equal only where {', '.join(certificate.side_conditions)}"[:200])
            return EQUAL
        case Refuted():
            return differ("another value")
        case Unknown(reason, detail):
            return left_open(detail or reason.value)
    return left_open("a checker is broken: both proved and refuted")


def _without_idle(term: Expr, other: frozenset[str]) -> Expr:
    """The term without letters that ``other`` does not hold and on which, as is proved, it does not depend anywhere:
    ``5(x + 4) - 5(x - 4)`` is 40."""
    for name in sorted(term.free - other):
        with suppress(ValueError):  # a derivative by it
            put = substitute(term, {name: Int(2)})
            term = put if _decided(_asked(term, put)) == EQUAL else term
    return term


def _admitted(claim: Claim, shows: Shows | None) -> Verdict | None:
    """What the evaluator, asked through the door, confirms; None where it does not, or nothing was foreseen."""
    if shows is None:
        return None
    try:
        return admit(claim, Proof(PointChecker.name, shows), _evaluator())
    except CheckFailed:
        return None


@cache
def _evaluator() -> PointChecker:
    return PointChecker()
