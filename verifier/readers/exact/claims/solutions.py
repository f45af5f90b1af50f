"""Solution sets: ``x ∈ {2, 3}``, ``the roots are 2 and 3`` as choices, and what each root must satisfy.

That the unknown is one of the roots is one claim (no root is lost); that each root satisfies the problem's equation is
a claim for each. The second is held against a step only where it says that these are the solutions, of an equation of
polynomials, in a chain without cases: elsewhere candidates may be listed that a later step drops.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from verifier.chain import Span
from verifier.kernel.claim import Hypothesis, Standing
from verifier.kernel.expr import Dec, Expr, ExprTooLarge, Head, Int, Node, Sym, free_names, walk_expr
from verifier.mathtext.lexicon import words
from verifier.mathtext.notation.applied import substituted
from verifier.readers.exact.discourse.rootlists import ROOTS
from verifier.readers.exact.guards.table import GUARDS
from verifier.readers.exact.reading import Formula, Reading

MAX_ROOTS = 6  # most roots of one list that are put into the equation

_READ = ROOTS | {"of", "to", "the", "this", "original", "given", "equation"}
_PLAIN = _READ | {"real", "two", "three", "both", "are", "is", "or", "and"}
_OPEN = frozenset({"check", "checking", "verify", "extraneous", "reject", "discard", "possible", "candidates", "valid"})
_POLYNOMIAL = frozenset({Head.ADD, Head.SUB, Head.MUL, Head.NEG, Head.POW})
_COEFFICIENTS = ("a", "b", "c", "D", "Delta")


def equation_of(premises: Iterable[Hypothesis]) -> tuple[Hypothesis, str] | None:
    """Return the problem's one equation, in one unknown, and the unknown; None where there is none."""
    facts = [p for p in premises if p.standing is Standing.FACT and p.relation is Head.EQ]
    names = free_names(facts[0].left, facts[0].right) if len(facts) == 1 else frozenset()
    return (facts[0], next(iter(names))) if len(names) == 1 else None


def with_roots(readings: Sequence[Reading], premises: Iterable[Hypothesis]) -> list[Reading]:
    """Return the readings of a chain's steps, in each the claims that its lists of roots make besides."""
    found = equation_of(premises)
    if found is None:
        return list(readings)
    said = {word for reading in readings for word, _ in reading.words}
    firm = about(readings, found[1]) and _polynomial(found[0]) and not said & (_OPEN | words.CASES)
    last = len(readings) - 1
    return [_with_roots(reading, *found, firm, at == last) for at, reading in enumerate(readings)]


def about(readings: Sequence[Reading], unknown: str) -> bool:
    """Return whether steps are about one unknown alone: ``u = x - 2`` has roots of its own."""
    named = free_names(*(side.term for r in readings for f in r.formulas for side in (f.left, f.right)))
    return named <= {unknown, *_COEFFICIENTS}


def _with_roots(reading: Reading, equation: Hypothesis, unknown: str, firm: bool, last: bool) -> Reading:
    formulas: list[Formula] = []
    told = False
    for formula in reading.formulas:
        members = _members(formula, equation, unknown, firm, last)
        told = told or bool(members and formula.words & ROOTS)
        if members and not firm and unknown not in formula.text:
            formula = replace(formula, qualms=(*formula.qualms, GUARDS["listed-roots"]()))  # whose roots is not said
        formulas += [formula, *members]
    if not told:
        return reading if len(formulas) == len(reading.formulas) else replace(reading, formulas=tuple(formulas))
    unread = tuple(span for span in reading.unread if not _about_roots(span, reading))
    return replace(reading, formulas=tuple(formulas), unread=unread)


def _about_roots(span: Span, reading: Reading) -> bool:
    """Whether nothing stands in a span but words that say whose roots are listed."""
    inside = [word for word, at in reading.words if span[0] <= at < span[1]]
    return all(word in _READ for word in inside) and sum(map(len, inside)) + len(inside) - 1 == span[1] - span[0]


def _members(formula: Formula, equation: Hypothesis, unknown: str, firm: bool, last: bool) -> list[Formula]:
    """What a choice says of each root: the equation with the root in the unknown's place. No later step drops one that
    the ``last`` step lists."""
    roots = _roots(formula.left.term, unknown) if formula.choice else None
    if roots is None or len(roots) > MAX_ROOTS or formula.role != "asserted" or formula.doubts:
        return []
    try:
        sides = [tuple(substituted(s, unknown, root) for s in (equation.left, equation.right)) for root in roots]
    except ExprTooLarge:
        return []
    held = firm and _tells(formula, unknown, last)
    return [
        replace(
            formula,
            left=replace(formula.left, term=left),
            right=replace(formula.right, term=right),
            qualms=formula.qualms if held else (*formula.qualms, GUARDS["listed-roots"]()),
            choice=False,
            put=True,
            head=frozenset(),
        )
        for left, right in sides
    ]


def _tells(formula: Formula, unknown: str, last: bool) -> bool:
    """Whether the sentence says that these are the solutions, and nothing else; in the last step it need not say so."""
    plain = all(word in _PLAIN or words.inert(word) or word == unknown for word in formula.words)
    return plain and (last or bool(formula.words & ROOTS))


def _roots(term: Expr, unknown: str) -> list[Expr] | None:
    """The numbers r of a product of differences ``unknown - r``."""
    match term:
        case Node(Head.MUL, (first, second)):
            before, last = _roots(first, unknown), _roots(second, unknown)
            return None if before is None or last is None else before + last
        case Node(Head.SUB, (Sym(name), root)) if name == unknown and not root.free:
            return None if any(isinstance(inner, Dec) for inner in walk_expr(root)) else [root]
    return None


def _polynomial(equation: Hypothesis) -> bool:
    """Whether both sides are polynomials with whole exponents: nothing is lost or won in rearranging them."""
    parts = [t for side in (equation.left, equation.right) for t in walk_expr(side)]
    powers = [t.args[1] for t in parts if isinstance(t, Node) and t.head is Head.POW]
    plain = all(t.head in _POLYNOMIAL for t in parts if isinstance(t, Node))
    return plain and all(isinstance(power, Int) for power in powers)
