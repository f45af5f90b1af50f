"""Claims as Z3's formulas: sums, products, quotients and whole powers over the reals."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from verifier.kernel.claim import Claim, Domain, Premise
from verifier.kernel.expr import Dec, Expr, Head, Int, Node, Sym, free_names

MAX_POWER: Final = 8
MAX_LETTERS: Final = 8
MAX_DEPTH: Final = 60
MAX_BITS: Final = 400  # longest numeral


class NotRendered(Exception):
    """The claim says something that has no place here."""


_APPLIED: Final = frozenset({Head.ADD, Head.SUB, Head.MUL, Head.DIV, Head.NEG, Head.PERCENT})


def renders(*terms: Expr) -> bool:
    """Return whether terms can be said to Z3."""
    return all(term.depth <= MAX_DEPTH and _renders(term) for term in terms)


def _renders(term: Expr) -> bool:
    match term:
        case Int(value) | Dec(value, _):
            return value.bit_length() <= MAX_BITS
        case Node(Head.POW, (base, Int(power))):
            return 0 < power <= MAX_POWER and _renders(base)
        case Node(op, args):
            return op in _APPLIED and all(map(_renders, args))
    return isinstance(term, Sym)


class Rendering:
    """A claim's letters as Z3's constants, and what must not be zero for its terms to denote something."""

    def __init__(self, claim: Claim, z3: Any, ctx: Any) -> None:
        """``z3``: the module; ``ctx``: the context of this one question, for what Z3 learned of earlier ones changes
        what it does. Raises: NotRendered where there are too many letters or the domain is complex."""
        names = sorted(
            free_names(claim.left, claim.right, *(side for p in claim.premises for side in (p.left, p.right)))
        )
        if len(names) > MAX_LETTERS or claim.domain is Domain.COMPLEX:
            raise NotRendered("too many letters, or complex numbers")
        self.z3, self.ctx, self.names = z3, ctx, names
        self.letters: Mapping[str, Any] = {name: z3.Real(f"v_{name}", ctx) for name in names}

    def holds(self, relation: Head, left: Expr, right: Expr) -> Any:
        """Return the formula of a relation, with its denominators not zero. Raises: NotRendered."""
        if not renders(left, right):
            raise NotRendered("a constant, a long numeral, or an operation that Z3 does not know")
        self.nonzero: list[Any] = []
        a, b = self.term(left), self.term(right)
        orders = {Head.LT: a < b, Head.LE: a <= b, Head.GT: a > b, Head.GE: a >= b}
        made = {Head.EQ: a == b, Head.NE: a != b, **orders}.get(relation)
        if made is None:
            raise NotRendered("an approximation")
        return self.z3.And(made, *self.nonzero)

    def fails(self, claim: Claim) -> Any:
        """Return the formula that the claim fails where both sides denote something. Raises: NotRendered."""
        made = self.holds(claim.relation, claim.left, claim.right)
        return self.z3.And(self.z3.Not(made), *self.nonzero)

    def premise(self, premise: Premise) -> Any:
        """Return the formula of a premise. Raises: NotRendered."""
        return self.holds(premise.relation, premise.left, premise.right)

    def term(self, term: Expr) -> Any:
        """Return a term of Z3's, of one that ``renders``."""
        match term:
            case Int(value):
                return self.z3.RealVal(value, self.ctx)
            case Dec():
                return self.z3.RealVal(str(term.value), self.ctx)
            case Node(Head.POW, (base, Int(power))):
                return self.term(base) ** power
            case Node(op, args):
                return self.applied(op, [self.term(arg) for arg in args])
        assert isinstance(term, Sym)
        return self.letters[term.name]

    def applied(self, op: Head, args: list[Any]) -> Any:
        """Return one of the operations that render, applied."""
        a, b = args[0], args[-1]
        match op:
            case Head.ADD:
                return a + b
            case Head.SUB:
                return a - b
            case Head.MUL:
                return a * b
            case Head.NEG:
                return -a
            case Head.PERCENT:
                return a / 100
        assert op is Head.DIV
        self.nonzero.append(b != 0)
        return a / b

    def point(self, model: Any) -> dict[str, Fraction] | None:
        """Return the model's values, where all of them are rational; letters it leaves free are 1."""
        found: dict[str, Fraction] = {}
        for name, constant in self.letters.items():
            value = model.evaluate(constant)
            if value is None or not self.z3.is_rational_value(value):
                if not self.z3.is_const(value) or self.z3.is_algebraic_value(value):
                    return None
                found[name] = Fraction(1)
            else:
                found[name] = Fraction(str(value.as_fraction()))
        return found
