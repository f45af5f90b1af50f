"""Hypotheses: the relations that a problem lays down, by the words right before them.

One reading serves the judge, which holds steps against them, and the whole chain's theorem, which assumes them. A
relation is laid down only where its words say so (*if*, *given that*, *solve*, ...) and nothing about its reading is in
doubt; what is not taken for a hypothesis is neither assumed nor held against a step.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import dropwhile, islice
from typing import Final

from verifier.chain import Span
from verifier.kernel.claim import Hypothesis, Standing, suppose
from verifier.kernel.expr import Expr, Head, Sym, free_names
from verifier.mathtext.lexicon import words
from verifier.mathtext.lexicon.measures import COHERENT, coherent
from verifier.readers.exact.claims.given.named_roots import named_roots
from verifier.readers.exact.reading import Formula, Reading

_ARROWS: Final = ("→", "←", "↦", ":=", "->", "<-", "+=", "-=", "*=", "\\mapsto", "\\leftarrow", "\\gets")


def only_gives(problem: str, reading: Reading) -> bool:
    """Return whether all words of a problem give and ask, and no arrow replaces a value."""
    plain = all(len(word) == 1 or word in words.GIVING or not _spelled(word) for word in reading.vocabulary)
    return plain and not any(arrow in problem for arrow in _ARROWS) and not _asks_for_an_equation(reading)


def _spelled(word: str) -> bool:
    return any(c.isalpha() for c in word)


_ASKING: Final = frozenset({"find", "determine", "which", "what", "give"})
_KINDS: Final = frozenset({"a", "an", "the", "is", "linear", "real", "simplest", "smallest"})
_EQUATIONS: Final = frozenset(
    {"equation", "equations", "quadratic", "cubic", "polynomial", "polynomials", "inequality", "system", "equality"}
)


def _asks_for_an_equation(reading: Reading) -> bool:
    """Whether an equation is asked for, which may be written in the same letter: *Which quadratic has the root 5*."""
    said = [word for word, _ in sorted(reading.words, key=lambda one: one[1])]
    after = (next(dropwhile(_KINDS.__contains__, said[i + 1 :]), "") for i, w in enumerate(said) if w in _ASKING)
    return any(word in _EQUATIONS for word in after)


def twice_bound(formulas: Collection[Formula]) -> frozenset[str]:
    """Return the letters of which several equations speak, each of that letter alone: they may be of other things each,
    or one may take the other's place."""
    alone = {(f.left.term, f.right.term): _unknowns(f) for f in formulas if f.relation is Head.EQ and not f.position}
    counted = Counter(next(iter(names)) for names in alone.values() if len(names) == 1)
    return frozenset(name for name, times in counted.items() if times > 1)


def _unknowns(formula: Formula) -> frozenset[str]:
    """The letters of a formula; of a function's value, the letter that it is of."""
    names = free_names(formula.left.term, formula.right.term)
    inner = {name: name.partition("(")[2].rstrip(")") for name in names}
    return frozenset(of if len(of) == 1 and of.isalpha() else name for name, of in inner.items())


MOST: Final = 16
"""Most relations of a problem that are taken for hypotheses."""

LAYING_DOWN: Final = frozenset(
    {"if", "given", "when", "where", "suppose", "let", "assume", "solve", "equation", "equations", "system"}
    | {"inequality", "inequalities", "satisfy", "satisfies", "satisfying", "since", "knowing", "provided"}
)
"""Words that lay down the relation right after them."""

THAT: Final = frozenset({"such", "given", "suppose", "assume", "assuming", "so", "know", "provided", "known"})
"""What may stand before *that* where a relation is laid down."""

_SOLVING_IT: Final = frozenset({"root", "roots", "solution", "solutions", "zeros", "zeroes"})
"""Whose *of* or *to* lays down an equation in one letter."""

SETTING: Final = "$\\()[]{}.,:; \n\t"
_SETS: Final = (
    "align*",
    "align",
    "aligned",
    "cases",
    "array}{l",
    "gather*",
    "gather",
    "equation*",
    "split",
    "eqnarray*",
)
_OPENING: Final = (*(f"\\begin{{{name}}}" for name in _SETS), "\\left\\{", "\\[", "$$", "\\displaystyle", "&")
_BREAKS: Final = (*_OPENING, *(f"\\end{{{name}}}" for name in _SETS), "\\\\", "and", "\\text{", "\\quad", "\\qquad")


@dataclass(frozen=True, slots=True)
class LaidDown:
    """A relation that the problem lays down, where it stands."""

    text: str
    span: Span
    premise: Hypothesis


def hypotheses(
    problem: str, reading: Reading, facts: Collection[tuple[Head, Expr, Expr]], functions: Collection[str]
) -> tuple[LaidDown, ...]:
    """Return what a problem lays down, in order. ``facts``: relations that are known to be; ``functions``: the names of
    those that it defines, which are kept apart."""
    return _of_one(tuple(islice(_laid(problem, reading, facts, set(functions)), MOST)), reading)


def _laid(
    problem: str, reading: Reading, facts: Collection[tuple[Head, Expr, Expr]], defined: set[str]
) -> Iterator[LaidDown]:
    last: Formula | None = None
    curves = sum(words_before(problem, f.span[0])[-1:] == ["equation"] for f in reading.formulas) > 1
    if reading.mode or reading.loose or reading.stars:
        return
    if reading.vocabulary & _CHANGING:
        return
    closed = only_gives(problem, reading)
    unclear = twice_bound([f for f in reading.formulas if not defines(f, defined)])
    drawn = bool(reading.vocabulary & _CURVES)
    for number, formula in enumerate(reading.formulas):
        said = (formula.relation, formula.left.term, formula.right.term)
        fact = said in facts
        said_so = _lays_down(problem, formula.span) or _goes_on(problem, last, formula) or _measured(problem, formula)
        laid = fact or (_clear(formula) and said_so)
        apart = curves and words_before(problem, formula.span[0])[-1:] == ["equation"]  # of other things each
        several = len(free_names(*said[1:])) > 1
        apart = apart or (
            several and not fact and (drawn or words_before(problem, formula.span[0])[-1:] in (["of"], ["to"]))
        )
        told = closed or fact or bool(formula.right.units & COHERENT)
        if not laid or apart or defines(formula, defined) or not told or free_names(*said[1:]) & unclear:
            last = formula if defines(formula, defined) else None
            continue
        last = formula
        premise = suppose(f"p.c{number}", Standing.FACT, *said)
        yield LaidDown(problem[slice(*formula.span)], formula.span, premise)
    if closed:
        yield from roots(problem, reading)


def roots(problem: str, reading: Reading) -> Iterator[LaidDown]:
    """Yield what a problem says of letters by giving them roots of an equation."""
    for number, (span, equations) in enumerate(named_roots(problem, reading)):
        for part, equation in enumerate(equations):
            yield LaidDown(problem[slice(*span)], span, suppose(f"p.r{number}.{part}", Standing.FACT, *equation))


_CHANGING: Final = frozenset(
    {"were", "would", "false", "instead", "changed", "changes", "doubled", "tripled", "halved", "swapped", "later"}
    | {"increased", "decreased", "replaced", "becomes", "thinks", "thought"}
    | {"process", "procedure", "repeatedly", "starts", "begins", "initially", "machine", "program", "algorithm"}
)
"""Words of problems whose relations may not hold together, or not at the same time."""


_CURVES: Final = frozenset(
    {"circle", "circles", "curve", "curves", "ellipse", "graph", "graphs", "graphed", "hyperbola", "intersect"}
    | {"intersection", "intersects", "line", "lines", "locus", "parabola", "parabolas", "plane", "planes", "plot"}
    | {"region", "tangent", "asymptote", "asymptotes", "intercept", "intercepts"}
)
"""Words of figures: the letters of their equations are coordinates, which have another value at every point."""


def _of_one(laid: tuple[LaidDown, ...], reading: Reading) -> tuple[LaidDown, ...]:
    """The hypotheses, none where one that was not laid down gives a letter of theirs another number: of Tom's x and
    Ann's, only one was understood."""
    spans = {hypothesis.span for hypothesis in laid}
    values = {(h.premise.left, h.premise.right) for h in laid if isinstance(h.premise.left, Sym)}
    others = [(f.left.term, f.right.term) for f in reading.formulas if f.span not in spans]
    apart = any(a == letter and b != number for a, b in others for letter, number in values)
    return () if apart else laid


def _clear(formula: Formula) -> bool:
    """Whether nothing about the reading of a formula is in doubt, and no word of its sentence denies or parts."""
    if formula.doubts or formula.qualms or formula.choice or formula.modular or formula.position:
        return False
    if formula.relation is Head.APPROX or formula.role in ("denied", "recalled"):
        return False
    sides = (formula.left, formula.right)
    if any(side.label or not coherent(side.units, words.MEASURES) or side.rows for side in sides):
        return False
    odd = any(len(name) > 1 and "_" not in name and "(" not in name for name in free_names(*(s.term for s in sides)))
    return (
        bool(free_names(*(s.term for s in sides))) and not odd and not formula.words & {"or", "either", "only", "not"}
    )


def defines(formula: Formula, functions: Collection[str]) -> bool:
    """Return whether a formula is the definition of a function, which is kept apart."""
    left = formula.left.term
    return isinstance(left, Sym) and left.name.partition("(")[0] in functions and "(" in left.name


def _lays_down(problem: str, span: Span) -> bool:
    start, end = span
    before = words_before(problem, start)
    while before and (before[-1].isdecimal() or not before[-1]):
        before.pop()  # the number of an equation of a system
    if not before or before[-3:-1] == ["and", "only"]:
        return False
    if before[-1] == "that":
        return before[-2:-1] != [] and before[-2] in THAT
    if before[-1] in ("of", "to") and len(before) > 1:
        return before[-2] in _SOLVING_IT
    unknowns = [word for word in before if len(word) > 1 or not word.isalpha()]
    named = unknowns != before and (unknowns[-1:] == ["for"] or unknowns[-2:] == ["for", "and"]) and "solve" in before
    wanted = bool({"what", "which"} & set(before[:3])) and before[-1] in ("does", "is", "do", "are") and "for" in before
    sought = before[-2:] == ["for", "which"] or (wanted and bool({"value", "values", "number"} & set(before)))
    numbers = before[-1] == "with" and (before[-2:-1] != [] and before[-2] in _NUMBERS)
    return before[-1] in LAYING_DOWN or named or numbers or (sought and _ends_there(problem, end))


def _measured(problem: str, formula: Formula) -> bool:
    """Whether a letter is given a quantity with a unit, behind what it is called: ``mass m = 2 kg``; no time, at which
    something is so."""
    name, before = formula.left.term, words_before(problem, formula.span[0])
    given = isinstance(name, Sym) and name.name[:1] != "t" and not formula.right.term.free
    noun = bool(before) and len(before[-1]) > 2 and (before[-1] == "with" or not words.connective(before[-1]))
    return given and noun and formula.relation is Head.EQ and bool(formula.right.units & COHERENT)


_NUMBERS: Final = frozenset({"number", "numbers", "integer", "integers", "reals"})


def _ends_there(problem: str, end: int) -> bool:
    """Whether a clause ends at a place: what goes on may speak of the whole formula, as *has two roots* does."""
    return problem[end:].lstrip("$)] \\")[:1] in ("", ".", "?", ",", ";", "!")


def _goes_on(problem: str, last: Formula | None, formula: Formula) -> bool:
    """Whether nothing but a comma or *and* stands between a formula and one that was laid down."""
    if last is None or last.span[1] > formula.span[0]:
        return False
    between = problem[last.span[1] : formula.span[0]]
    for piece in (*_BREAKS, "\\right."):
        between = between.replace(piece, " ")
    said = [word.strip(SETTING) for word in between.split()]
    return all(not word or word.isdecimal() or word in _NUMERALS for word in said)


_NUMERALS: Final = frozenset({"i", "ii", "iii", "iv"})
"""How a system's equations are numbered, besides by digits."""


def words_before(problem: str, start: int) -> list[str]:
    """Return the words before a place, in lower case, back to the sentence's beginning."""
    text = problem[max(0, start - 300) : start]
    for piece in _OPENING:
        text = text.replace(piece, " ")
    text = text.rstrip(SETTING)
    for mark in (". ", "? ", "! ", "\n\n"):
        text = text[text.rfind(mark) + 1 :]
    found = text.replace("$", " ").split()
    return [word.strip(SETTING).lower() for word in found]
