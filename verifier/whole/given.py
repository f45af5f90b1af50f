"""What a problem gives: relations that it lays down, functions that it defines, numbers, and what it asks for.

A relation is a hypothesis only where the words right before it lay it down (*if*, *given that*, *solve*, ...) and
nothing about its reading is in doubt. What is not taken for a hypothesis is not assumed: the theorem then says more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from typing import Final

from verifier.chain import Span
from verifier.kernel.claim import Premise, Relation, Standing
from verifier.kernel.term import App, Const, Dec, Int, Op, Sym, Term, letters, walk
from verifier.readers.exact.claims.context import Context
from verifier.readers.exact.claims.functions import Definition, instances
from verifier.readers.exact.lexicon import words
from verifier.readers.exact.lexicon.signs import Kind
from verifier.readers.exact.notation.applied import substituted
from verifier.readers.exact.notation.frames import Expr
from verifier.readers.exact.plausibility.book import Ledger
from verifier.readers.exact.plausibility.numbers import EVERYBODYS, known_to_everybody
from verifier.readers.exact.read import read_problem
from verifier.readers.exact.reading import MAX_LENGTH, Formula, Reading
from verifier.readers.exact.text.scan import scan

MOST: Final = 16
"""Most relations of a problem that are taken for hypotheses."""

LAYING_DOWN: Final = frozenset(
    {"if", "given", "when", "where", "suppose", "let", "assume", "solve", "equation", "equations", "system"}
    | {"inequality", "satisfy", "satisfies", "satisfying", "since", "knowing", "provided"}
)
"""Words that lay down the relation right after them."""

THAT: Final = frozenset({"such", "given", "suppose", "assume", "assuming", "so", "know", "provided", "known"})
"""What may stand before *that* where a relation is laid down."""

ASKING: Final = frozenset({"find", "compute", "evaluate", "simplify", "calculate", "determine", "expand", "factor"})
"""Words that ask for the expression right after them."""

PLAIN_VALUE: Final = frozenset({"the", "numerical", "exact", "what", "find"})
"""What may stand before *value of* where an expression is asked for: no *largest*, no *possible*."""

AFTER: Final = frozenset({"if", "when", "where", "given", "for", "at", "such"})
"""Words that may follow what is asked for."""

SHAPED: Final = {
    "in": {"terms", "simplest", "lowest", "simplified", "radical"},
    "as": {"a", "an"},
    "by": {"completing", "substitution", "elimination", "factoring"},
}
"""Others, with what may follow them in turn: they say in what shape it is wanted, and no *to the power of*."""

ANOTHER: Final = frozenset(
    {"round", "rounded", "nearest", "digit", "digits", "percent", "percentage", "base", "remainder", "half", "twice"}
    | {"double", "doubled", "doubling", "triple", "tripled", "instead", "should", "whose", "multiple", "power"}
)
"""Words after which the answer may be another number than the expression that is asked for."""

_SETTING: Final = "$\\()[]{}.,:; \n\t"
_BREAKS: Final = ("\\begin{align*}", "\\begin{align}", "\\end{align*}", "\\end{align}", "\\\\", "&", "and", "\\text{")


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A relation that the problem lays down, where it stands."""

    text: str
    span: Span
    premise: Premise


@dataclass(frozen=True, slots=True)
class Given:
    """What a problem gives. ``target`` is the one expression that it asks for in so many words, where there is one;
    ``stand`` are its expressions, ``numbers`` its numbers, ``shares`` what its percentages come to as numbers,
    ``known`` those that nobody needs to be told where its words stand, ``applied`` letters that stand for functions.

    ``in_letters``: it holds relations or expressions with letters. ``is_read``: every word of it was read, or only asks
    to solve. ``complex``: the letter i is the imaginary unit."""

    hypotheses: tuple[Hypothesis, ...]
    functions: Mapping[str, Definition]
    target: Term | None
    stand: frozenset[Term]
    numbers: frozenset[Fraction]
    shares: frozenset[Fraction]
    known: frozenset[Fraction]
    in_letters: bool
    is_read: bool
    complex: bool = False
    applied: frozenset[str] = frozenset()

    def unit(self, term: Term) -> Term:
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
        return letters(*self.stand, *(side for p in premises for side in (p.left, p.right)))

    def premises(self, names: frozenset[str]) -> tuple[Premise, ...]:
        """Return what is laid down, and what the defined functions say of these letters."""
        laid = tuple(h.premise for h in self.hypotheses)
        reach = names | letters(*(side for p in laid for side in (p.left, p.right)))
        return (*laid, *instances(reach, self.functions))


def given(problem: str, context: Context, steps: Sequence[str] = (), readings: Sequence[Reading] = ()) -> Given:
    """Return what a problem gives, as read; ``context`` is the one that it opens, ``readings`` are those of the
    steps."""
    texts = (problem, *steps)
    reading = read_problem(problem)
    applied = _applied(*(e.term for one in (reading, *readings) for e in one.numerals))
    hypotheses = _of_one(tuple(islice(_hypotheses(problem, reading, context), MOST)), reading)
    told = Ledger(problem, reading).told
    numbers = {Fraction(t.value) for e in reading.numerals for t in walk(e.term) if isinstance(t, Int | Dec)}
    numbers |= {quantity.value for quantity in told}
    shares = {Fraction(t.value) for e in reading.numerals for t in _percents(e.term)}
    shares |= {quantity.value for quantity in told if quantity.percent}
    forms = {form for x in shares for form in (x / 100, 1 - x / 100, 1 + x / 100, 100 - x, 100 + x)}
    spoken = (t.text.lower() for text in texts for t in scan(text[:MAX_LENGTH]) if t.kind is Kind.WORD)
    known = EVERYBODYS | frozenset(known_to_everybody(spoken))
    stand = frozenset(e.term for e in reading.numerals if not e.units & words.MEASURES)
    return Given(
        hypotheses,
        context.functions,
        _target(problem, reading, applied),
        stand=stand,
        numbers=frozenset(numbers),
        shares=frozenset(forms),
        known=known,
        in_letters=any(isinstance(term, App) and letters(term) for term in stand)
        or any(_lettered(f) for f in reading.formulas),
        is_read=_is_read(problem, reading, {h.span for h in hypotheses}, set(context.functions)),
        applied=applied,
    )


def _percents(term: Term) -> Iterator[Int | Dec]:
    for inner in walk(term):
        match inner:
            case App(Op.PERCENT, (Int() | Dec() as share,)):
                yield share


def _is_read(problem: str, reading: Reading, laid: set[Span], functions: set[str]) -> bool:
    if any(f.span not in laid and not _defines(f, functions) for f in reading.formulas):
        return False
    covered = {at for e in reading.numerals for at in range(e.start, e.end)}
    left = " ".join("".join(" " if at in covered else problem[at] for at in range(*span)) for span in reading.unread)
    plain = "".join(char if char.isalnum() else " " for char in left).lower().split()
    return all(word in words.SOLVING or word in ASKING or words.inert(word) for word in plain)


# --- hypotheses -------------------------------------------------------------------------------------------------------


def _hypotheses(problem: str, reading: Reading, context: Context) -> Iterator[Hypothesis]:
    facts = {(p.relation, p.left, p.right) for p in context.premises}
    defined = set(context.functions)
    last: Formula | None = None
    curves = sum(_words_before(problem, f.span[0])[-1:] == ["equation"] for f in reading.formulas) > 1
    if reading.mode or reading.loose or reading.stars or context.turning:
        return
    if reading.vocabulary & _CHANGING:
        return
    for number, formula in enumerate(reading.formulas):
        said = (formula.relation, formula.left.term, formula.right.term)
        fact = said in facts
        laid = fact or (_clear(formula) and (_laid_down(problem, formula.span[0]) or _goes_on(problem, last, formula)))
        apart = curves and _words_before(problem, formula.span[0])[-1:] == ["equation"]  # of other things each
        if not laid or apart or _defines(formula, defined):
            last = formula if _defines(formula, defined) else None
            continue
        last = formula
        premise = Premise(f"p.c{number}", Standing.FACT, *said)
        yield Hypothesis(problem[slice(*formula.span)], formula.span, premise)


_CHANGING: Final = frozenset(
    {"were", "would", "false", "instead", "changed", "changes", "doubled", "tripled", "halved", "swapped", "later"}
    | {"increased", "decreased", "replaced", "becomes", "thinks", "thought"}
)
"""Words of problems whose relations may not hold together, or not at the same time."""


def _of_one(laid: tuple[Hypothesis, ...], reading: Reading) -> tuple[Hypothesis, ...]:
    """The hypotheses, none where one that was not laid down gives a letter of theirs another number: of Tom's x and
    Ann's, only one was understood."""
    spans = {hypothesis.span for hypothesis in laid}
    values = {(h.premise.left, h.premise.right) for h in laid if isinstance(h.premise.left, Sym)}
    others = [(f.left.term, f.right.term) for f in reading.formulas if f.span not in spans]
    apart = any(a == letter and b != number for a, b in others for letter, number in values)
    return () if apart else laid


def _lettered(formula: Formula) -> bool:
    return bool(letters(formula.left.term, formula.right.term))


def _clear(formula: Formula) -> bool:
    """Whether nothing about the reading of a formula is in doubt, and no word of its sentence denies or parts."""
    if formula.doubts or formula.qualms or formula.choice or formula.modular or formula.position:
        return False
    if formula.relation is Relation.APPROX or formula.role in ("denied", "recalled"):
        return False
    sides = (formula.left, formula.right)
    if any(side.label or side.units & words.MEASURES or side.rows for side in sides):
        return False
    odd = any(len(name) > 1 and "_" not in name and "(" not in name for name in letters(*(s.term for s in sides)))
    return bool(letters(*(s.term for s in sides))) and not odd and not formula.words & {"or", "either", "only", "not"}


def _defines(formula: Formula, functions: set[str]) -> bool:
    """Whether it is the definition of a function, which is kept apart."""
    left = formula.left.term
    return isinstance(left, Sym) and left.name.partition("(")[0] in functions and "(" in left.name


def _laid_down(problem: str, start: int) -> bool:
    before = _words_before(problem, start)
    if not before or before[-3:-1] == ["and", "only"]:
        return False
    if before[-1] == "that":
        return before[-2:-1] != [] and before[-2] in THAT
    named = len(before) > 2 and len(before[-1]) == 1 and before[-2] == "for" and "solve" in before
    return before[-1] in LAYING_DOWN or named


def _goes_on(problem: str, last: Formula | None, formula: Formula) -> bool:
    """Whether nothing but a comma or *and* stands between a formula and one that was laid down."""
    if last is None or last.span[1] > formula.span[0]:
        return False
    between = problem[last.span[1] : formula.span[0]]
    for piece in _BREAKS:
        between = between.replace(piece, " ")
    return not between.strip(_SETTING)


def _words_before(problem: str, start: int) -> list[str]:
    """The words before a place, in lower case, back to the sentence's beginning; empty where a formula is between."""
    text = problem[max(0, start - 300) : start].rstrip(_SETTING)
    for mark in (". ", "? ", "! ", "\n\n"):
        text = text[text.rfind(mark) + 1 :]
    found = text.replace("$", " ").split()
    return [word.strip(_SETTING).lower() for word in found]


# --- what is asked ----------------------------------------------------------------------------------------------------


def _target(problem: str, reading: Reading, applied: frozenset[str]) -> Term | None:
    """The expression that the problem asks for, where it asks for one in so many words and for no other."""
    spans = [(side.start, side.end) for f in reading.formulas for side in (f.left, f.right)]
    found = {e.term for e in reading.numerals if (e.start, e.end) not in spans and _asked(problem, e)}
    only = found.pop() if len(found) == 1 and not reading.vocabulary & ANOTHER else None
    return None if only is None or letters(only) & applied else only  # f^{-1}(7) is read as a product


def _applied(*terms: Term) -> frozenset[str]:
    """The letters that stand for functions: those of which a value is written."""
    return frozenset(name.partition("(")[0].rstrip("'") for name in letters(*terms) if "(" in name)


def _asked(problem: str, expr: Expr) -> bool:
    if expr.doubts or expr.units or expr.label or expr.rows or not (letters(expr.term) or expr.compound):
        return False
    before = _words_before(problem, expr.start)
    after = problem[expr.end :].lstrip("$)] \n\\,}")
    follow = [word.strip(_SETTING + "?").lower() for word in after[:80].split()[:2]]
    shaped = len(follow) == 2 and follow[1] in SHAPED.get(follow[0], ())
    ends = not after or after[0] in ".?;:,-" or follow[0] in AFTER or shaped
    return ends and _asks(before, isinstance(expr.term, Sym))


def _asks(before: list[str], letter: bool) -> bool:
    if not before:
        return False
    if before[-2:] == ["value", "of"] and len(before) > 2:
        return before[-3] in PLAIN_VALUE
    if before[-2:] == ["the", "expression"] and len(before) > 2:
        before = before[:-2]
    if before[-1] == "for" and letter:
        return "solve" in before
    return before[-1] in ASKING or before[-2:] in (["what", "is"], ["what's"])
