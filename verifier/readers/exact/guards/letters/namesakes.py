"""Namesakes: letters that may stand for something else than they are read as. No formula that holds one is refuted.

``π`` is a number; it is also a profit, a permutation, a share of a population. ``ab`` is a product; in a text about
digits it is also a numeral. ``a`` and ``b`` are the roots that a problem names, and coefficients in a rule. What a
chain says anywhere is weighed for all of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Final

from verifier.checkers.evaluate import value
from verifier.checkers.functions import NotEvaluated
from verifier.kernel.expr import Const, Dec, Expr, Head, Node, Sym, free_names, walk_expr
from verifier.mathtext.characters import digit
from verifier.mathtext.lexicon import words
from verifier.mathtext.notation.frames import PlacedExpr
from verifier.readers.exact.guards.table import GUARDS
from verifier.readers.exact.reading import Formula, Reading

PI: Final = Const("pi")

_NEAR: Final = Fraction(1, 10)  # 3.14, 22/7 and a slip like 3.41 are meant for the number
_NUMBER: Final = Fraction(355, 113)
_WHOLE_RUNS: Final = frozenset({"10", "11", "100", "101", "110", "111", "1000", "1001", "1111"})
"""What digits are multiplied by: ``100a + 10b + c``."""


def guarded(
    texts: Sequence[str], readings: Sequence[Reading], problem: Reading, roots: frozenset[str]
) -> list[Reading]:
    """Return the readings of a chain's steps, with a qualm on every formula in which a letter may be a namesake;
    ``roots``: letters that the problem gives to roots."""
    said = problem.vocabulary.union(*(reading.vocabulary for reading in readings))
    everything = [formula for reading in (problem, *readings) for formula in reading.formulas]
    pi_named = bool(said & words.PI_NAMES) or any(map(_gives_pi_a_value, everything))
    numerals = bool(said & words.DIGITS)
    named = roots | free_names(*(expr.term for reading in (problem, *readings) for expr in reading.numerals))
    indexed = any(name.lower().startswith("x") for name in named)
    return [
        replace(
            reading,
            formulas=tuple(
                _as_letters(text, _guarded(formula, pi_named, numerals, indexed), named) for formula in reading.formulas
            ),
        )
        for text, reading in zip(texts, readings, strict=True)
    ]


def _as_letters(text: str, formula: Formula, named: frozenset[str]) -> Formula:
    """A formula with a qualm where a unit in it, or the article before it, may be one of the chain's letters."""
    before = text[: formula.span[0]].rstrip(" $(\\")
    found = [GUARDS["article-letter"]()] if before[-1:] in named & _ARTICLES and not before[-2:-1].isalpha() else []
    found += (
        [GUARDS["unit-letter"]()] if any(_of_letters(side, named) for side in (formula.left, formula.right)) else []
    )
    return replace(formula, qualms=(*formula.qualms, *found)) if found else formula


_ARTICLES: Final = frozenset("aAI")


def _of_letters(side: PlacedExpr, named: frozenset[str]) -> bool:
    """Whether a unit of one letter is a letter of the chain, or stands behind letters."""
    plain = {unit.partition("^")[0] for unit in side.units}
    return any(len(unit) == 1 and (unit in named or side.term.free) for unit in plain)


def _guarded(formula: Formula, pi_named: bool, numerals: bool, indexed: bool) -> Formula:
    if indexed and _between_digits(formula.text):
        formula = replace(formula, doubts=(*formula.doubts, GUARDS["indexed-letter"]()))
    sides = formula.left.term, formula.right.term
    found = [GUARDS["pi-name"]()] if _holds_pi(*sides) and (pi_named or _bare(formula) or _called(formula)) else []
    found += [GUARDS["digit-letters"]()] if free_names(*sides) and numerals and _side_by_side(formula.text) else []
    return replace(formula, qualms=(*formula.qualms, *found)) if found else formula


def _between_digits(text: str) -> bool:
    """Whether an x stands between two digits, and no blank beside it."""
    return any(c in "xX" and digit(text[i - 1]) and digit(text[i + 1]) for i, c in enumerate(text[1:-1], 1))


def among_coefficients(readings: Sequence[Reading], roots: frozenset[str]) -> list[Reading]:
    """Return the readings with a qualm on every formula with a letter of ``roots``, to which the problem gives roots,
    that a rule about polynomials calls a coefficient, where the chain may state that rule."""
    named = roots & _COEFFICIENTS
    sides = [side.term for r in readings for f in r.formulas for side in (f.left, f.right)]
    ruled = any(r.vocabulary & _RULES for r in readings) or any(_rules(t) for side in sides for t in walk_expr(side))
    if not named or not ruled:
        return list(readings)
    return [replace(r, formulas=tuple(_a_coefficient(f, named) for f in r.formulas)) for r in readings]


_COEFFICIENTS: Final = frozenset("abcd")
_RULES: Final = frozenset({"coefficient", "coefficients", "discriminant"})


def _rules(term: Expr) -> bool:
    """Whether a term may stand in a rule about all polynomials: ``ax^2``, ``-b/a``."""
    match term:
        case Node(Head.MUL, (Sym("a"), Node(Head.POW, (Sym(_), _)))):
            return True
        case Node(Head.NEG, (Node(Head.DIV, (Sym(_), Sym("a"))),)) | Node(
            Head.DIV, (Node(Head.NEG, (Sym(_),)), Sym("a"))
        ):
            return True
    return False


def _a_coefficient(formula: Formula, named: frozenset[str]) -> Formula:
    if not free_names(formula.left.term, formula.right.term) & named:
        return formula
    return replace(formula, qualms=(*formula.qualms, GUARDS["coefficient-names"]()))


def _holds_pi(*sides: Expr) -> bool:
    return any(inner == PI for side in sides for inner in walk_expr(side))


def _gives_pi_a_value(formula: Formula) -> bool:
    """Whether pi alone is set equal to what is not near the number, or to letters: ``π = 0.2``, ``π = 90 - 3q``."""
    sides = formula.left.term, formula.right.term
    if formula.relation is not Head.EQ or PI not in sides:
        return _called(formula)
    return not _near(*sides)


def _near(left: Expr, right: Expr) -> bool:
    """Whether one of two terms is pi, and the other a number so near that it is meant for it."""
    try:
        return PI in (left, right) and all(
            abs(value(side, {}) / _NUMBER - 1) <= _NEAR for side in (left, right) if side != PI
        )
    except NotEvaluated:
        return False


def _called(formula: Formula) -> bool:
    """Whether pi has a subscript, or an argument that is a numeral: ``π_1``, ``π(10) = 4``; not ``π(5)^2``."""
    text = formula.text.replace("\\pi", "π").replace("{", "").replace("}", "")
    right = [inner for inner in walk_expr(formula.right.term) if isinstance(inner, Const | Dec)]
    arguments = (part.partition(")") for part in text.split("π(")[1:])
    applied = any(digit(inside) and _ends(after.lstrip()[:1]) for inside, _, after in arguments)
    return "π_" in text or (applied and not right)


def _ends(c: str) -> bool:
    """Whether a value ends before this character, and is no factor."""
    return c in ("", "=", "+", "-", "−", ",", "≤", "<", "≥", ">", "≈")


def _bare(formula: Formula) -> bool:
    """Whether pi, or a power of it, is a summand of one side, and the other side has none: ``1 + π = 1.04``."""
    left, right = formula.left.term, formula.right.term
    lone = any(_summand(a) and not _holds_pi(b) for a, b in ((left, right), (right, left)))
    return lone and formula.relation is Head.EQ and not _near(left, right)


def _summand(term: Expr) -> bool:
    if isinstance(term, Node) and term.head in (Head.ADD, Head.SUB):
        return any(map(_summand, term.args))
    return term == PI or (isinstance(term, Node) and term.head in (Head.NEG, Head.POW) and _summand(term.args[0]))


def _side_by_side(text: str) -> bool:
    """Whether a letter stands right behind another one or behind a digit, and neither belongs to a command, a word or
    a coefficient that is a power of ten: ``ab``, ``4a6``; not ``10a + b``."""
    return any(_joined(a, b) for a, b in pairwise(_runs(text)))


def _runs(text: str) -> Iterable[str]:
    """The letters, the numerals and the other characters of a text; a command and a word of LaTeX is one of these."""
    at = 0
    while at < len(text):
        end = at + 1
        if text[at] == "\\":
            while text[end : end + 1].isalpha():
                end += 1
        elif digit(text[at]):
            while digit(text[end : end + 1]):
                end += 1
        yield text[at:end]
        at = end


def _joined(before: str, after: str) -> bool:
    if digit(before[:1]):
        return len(after) == 1 and after.isalpha() and before not in _WHOLE_RUNS
    return len(before) == 1 and before.isalpha() and (after.isalpha() or digit(after[:1]))
