"""What a problem gives: relations that it lays down, functions that it defines, numbers, and what it asks for.

A relation is a hypothesis only where the words right before it lay it down (*if*, *given that*, *solve*, ...) and
nothing about its reading is in doubt. What is not taken for a hypothesis is not assumed: the theorem then says more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from verifier.chain import Span
from verifier.kernel.claim import Hypothesis
from verifier.kernel.expr import Const, Dec, Expr, Head, Int, Node, free_names, walk_expr
from verifier.mathtext.lexicon import words
from verifier.mathtext.lexicon.signs import Kind
from verifier.mathtext.notation.applied import substituted
from verifier.mathtext.scan import MAX_LENGTH, scan
from verifier.readers.exact.claims.context import Context
from verifier.readers.exact.claims.functions import Definition, instances
from verifier.readers.exact.claims.given.asked import ASKING, applied_letters, target
from verifier.readers.exact.claims.given.hypotheses import LaidDown, defines, hypotheses
from verifier.readers.exact.plausibility.book import Ledger
from verifier.readers.exact.plausibility.numbers import EVERYBODYS, known_to_everybody
from verifier.readers.exact.read import read_problem
from verifier.readers.exact.reading import Reading


@dataclass(frozen=True, slots=True)
class Given:
    """What a problem gives. ``target`` is the one expression that it asks for in so many words, where there is one;
    ``stand`` are its expressions, ``numbers`` its numbers, ``shares`` what its percentages come to as numbers,
    ``known`` those that nobody needs to be told where its words stand, ``applied`` letters that stand for functions.

    ``in_letters``: it holds relations or expressions with letters. ``is_read``: every word of it was read, or only asks
    to solve. ``complex``: the letter i is the imaginary unit."""

    hypotheses: tuple[LaidDown, ...]
    functions: Mapping[str, Definition]
    target: Expr | None
    stand: frozenset[Expr]
    numbers: frozenset[Fraction]
    shares: frozenset[Fraction]
    known: frozenset[Fraction]
    in_letters: bool
    is_read: bool
    complex: bool = False
    applied: frozenset[str] = frozenset()

    def unit(self, term: Expr) -> Expr:
        """Return a term with the letter i as the imaginary unit, where the chain means that."""
        return substituted(term, "i", Const("i")) if self.complex else term

    def with_unit(self) -> Given:
        """Return the same, where the letter i is the imaginary unit in the chain."""
        meant = replace(self, complex=True)
        target = None if self.target is None else meant.unit(self.target)
        return replace(meant, target=target, stand=frozenset(map(meant.unit, self.stand)))

    @property
    def letters(self) -> frozenset[str]:
        """The letters of the problem."""
        premises = (h.premise for h in self.hypotheses)
        return free_names(*self.stand, *(p.formula for p in premises))

    def premises(self, names: frozenset[str]) -> tuple[Hypothesis, ...]:
        """Return what is laid down, and what the defined functions say of these letters."""
        laid = tuple(h.premise for h in self.hypotheses)
        reach = names | free_names(*(p.formula for p in laid))
        return (*laid, *instances(reach, self.functions))


def given(problem: str, context: Context, steps: Sequence[str] = (), readings: Sequence[Reading] = ()) -> Given:
    """Return what a problem gives, as read; ``context`` is the one that it opens, ``readings`` are those of the
    steps."""
    texts = (problem, *steps)
    reading = read_problem(problem)
    applied = applied_letters(*(e.term for one in (reading, *readings) for e in one.numerals))
    facts = {(p.relation, p.left, p.right) for p in context.premises}
    laid = () if context.turning else hypotheses(problem, reading, facts, context.functions)
    told = Ledger(problem, reading).told
    numbers = {Fraction(t.value) for e in reading.numerals for t in walk_expr(e.term) if isinstance(t, Int | Dec)}
    numbers |= {quantity.value for quantity in told}
    shares = {Fraction(t.value) for e in reading.numerals for t in _percents(e.term)}
    shares |= {quantity.value for quantity in told if quantity.percent}
    forms = {form for x in shares for form in (x / 100, 1 - x / 100, 1 + x / 100, 100 - x, 100 + x)}
    spoken = (t.text.lower() for text in texts for t in scan(text[:MAX_LENGTH]) if t.kind is Kind.WORD)
    known = EVERYBODYS | frozenset(known_to_everybody(spoken))
    stand = frozenset(e.term for e in reading.numerals if not e.units & words.MEASURES)
    return Given(
        laid,
        context.functions,
        target(problem, reading, applied),
        stand=stand,
        numbers=frozenset(numbers),
        shares=frozenset(forms),
        known=known,
        in_letters=any(isinstance(term, Node) and term.free for term in stand)
        or any(free_names(f.left.term, f.right.term) for f in reading.formulas),
        is_read=_is_read(problem, reading, {h.span for h in laid}, set(context.functions)),
        applied=applied,
    )


def _percents(term: Expr) -> Iterator[Int | Dec]:
    for inner in walk_expr(term):
        match inner:
            case Node(Head.PERCENT, (Int() | Dec() as share,)):
                yield share


def _is_read(problem: str, reading: Reading, laid: set[Span], functions: set[str]) -> bool:
    if any(f.span not in laid and not defines(f, functions) for f in reading.formulas):
        return False
    covered = {at for e in reading.numerals for at in range(e.start, e.end)}
    left = " ".join("".join(" " if at in covered else problem[at] for at in range(*span)) for span in reading.unread)
    plain = "".join(char if char.isalnum() else " " for char in left).lower().split()
    return all(word in words.SOLVING or word in ASKING or words.inert(word) for word in plain)
