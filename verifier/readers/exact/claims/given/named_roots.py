"""Roots that a problem gives letters: *Let a and b be the roots of x^2 - 5x + 6 = 0*, *the zeros of E are r and s*.

Each letter satisfies the equation. Where all roots of a polynomial have a letter, they are its roots with their
multiplicities, and the equations between roots and coefficients hold (Vieta).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from typing import Final

from verifier.chain import Span
from verifier.kernel.expr import Expr, ExprTooLarge, Head, Int, Node, Sym, free_names, node, number
from verifier.mathtext.notation.applied import substituted
from verifier.mathtext.notation.calculus import coefficients
from verifier.mathtext.notation.frames import PlacedExpr
from verifier.readers.exact.read import read_problem
from verifier.readers.exact.reading import Formula, Reading

MOST: Final = 5
"""Most roots that are given letters."""

MOST_WORDS: Final = 20
"""Most words that say which roots, or which equation."""

_ROOTS: Final = frozenset({"roots", "solutions", "zeros", "zeroes"})
_ROOT: Final = frozenset({"root", "solution", "zero"})
_KIND: Final = frozenset({"real", "complex", "positive", "negative", "nonzero", "distinct", "different", "integer"})
_ALL: Final = frozenset({"the", "two", "three", "four", "five", "distinct", "different", "both"})
_ONE: Final = frozenset({"a", "an", "one", "any", "the"})
_EQUATIONS: Final = frozenset(
    {"the", "equation", "polynomial", "quadratic", "cubic", "quartic", "quintic", "function", "monic", "following"}
    | {"expression", "trinomial"}
)
_BEING: Final = frozenset({"be", "are", "is", "denote", "represent"})
_OPENING: Final = frozenset({"#", "if", "that", "let", "suppose", "and", "where", "given", "when", "since", "assume"})
_OF: Final = frozenset({"of", "to"})

Equation = tuple[Head, Expr, Expr]


@dataclass(frozen=True, slots=True)
class _Unit:
    """A word, an expression or a formula of the problem, in its order. ``text``: the word as it stands."""

    span: Span
    word: str = ""
    text: str = ""
    expr: PlacedExpr | None = None
    formula: Formula | None = None

    @property
    def letter(self) -> str:
        """The letter that stands alone here, or nothing."""
        term = None if self.expr is None or self.expr.units or self.expr.doubts else self.expr.term
        return term.name if isinstance(term, Sym) and "(" not in term.name else ""


def named_roots(problem: str, reading: Reading) -> Iterator[tuple[Span, list[Equation]]]:
    """Yield, for every place where a problem gives roots letters, where it does and what holds of the letters."""
    units = _units(problem, reading)
    done = 0
    for at in range(len(units)):
        found = (
            None if at < done else _letters_first(units, at) or _roots_first(units, at) or _equation_first(units, at)
        )
        if found is not None:
            names, whole, equation, done = found
            said = _satisfied(names, equation, whole)
            if said:
                yield (units[at].span[0], units[done - 1].span[1]), said


def letters_of_roots(problem: str) -> frozenset[str]:
    """Return the letters that a problem gives roots."""
    said = (one for _, equations in named_roots(problem, read_problem(problem)) for one in equations)
    return free_names(*(side for _, *sides in said for side in sides))


def _units(problem: str, reading: Reading) -> list[_Unit]:
    """The words, expressions and formulas, in order; ``#`` for a mark that ends a sentence."""
    formulas = [_Unit(f.span, formula=f) for f in reading.formulas]
    covered = {at for one in formulas for at in range(*one.span)}
    exprs = [_Unit((e.start, e.end), expr=e) for e in reading.numerals if e.start not in covered]
    covered |= {at for one in exprs for at in range(*one.span)}
    spoken = [
        _Unit((at, at + len(w)), word=w, text=problem[at : at + len(w)]) for w, at in reading.words if at not in covered
    ]
    ends = [_Unit((at, at + 1), word="#") for at, c in enumerate(problem) if c in ".?!;" and at not in covered]
    return sorted([*formulas, *exprs, *spoken, *ends], key=lambda unit: unit.span)


_Found = tuple[list[str], bool, _Unit, int]


def _letters_first(units: Sequence[_Unit], at: int) -> _Found | None:
    """``a and b be the roots of E``."""
    names, i = _names(units, at)
    if not names or _word(units, i) not in _BEING:
        return None
    whole, i = _roots(units, i + 1)
    if whole is None or _word(units, i) not in _OF:
        return None
    i = _past(units, i + 1, _EQUATIONS)
    equation = _equation(units, i)
    return None if equation is None else (names, whole, equation, i + 1)


def _roots_first(units: Sequence[_Unit], at: int) -> _Found | None:
    """``the roots of E are a and b``."""
    whole, i = _roots(units, at)
    if at and _word(units, at - 1) not in _OPENING:
        return None  # the squares of the roots
    if whole is None or _word(units, i) not in _OF:
        return None
    i = _past(units, i + 1, _EQUATIONS)
    equation = _equation(units, i)
    if equation is None or _word(units, i + 1) not in _BEING:
        return None
    names, end = _names(units, i + 2)
    return (names, whole, equation, end) if names and _ends(units, end) else None


def _equation_first(units: Sequence[_Unit], at: int) -> _Found | None:
    """``the equation E has roots a and b``."""
    equation = _equation(units, at)
    if equation is None or _word(units, at + 1) not in ("has", "have"):
        return None
    whole, i = _roots(units, at + 2)
    names, end = _names(units, i)
    return (names, True, equation, end) if whole is not None and names and _ends(units, end) else None


def _word(units: Sequence[_Unit], i: int) -> str:
    return units[i].word if i < len(units) else ""


def _past(units: Sequence[_Unit], i: int, these: frozenset[str]) -> int:
    most = i + MOST_WORDS
    while i < most and _word(units, i) in these:
        i += 1
    return i


def _ends(units: Sequence[_Unit], i: int) -> bool:
    """Whether a list of letters ends here, and no other expression belongs to it."""
    return i >= len(units) or units[i].formula is not None or (units[i].expr is None and units[i].word != "and")


def _names(units: Sequence[_Unit], i: int) -> tuple[list[str], int]:
    """The letters of a list, each once, and where it ends."""
    names: list[str] = []
    while i < len(units) and len(names) <= MOST:
        if name := _letter(units, i):
            names.append(name)
        elif not (units[i].word == "and" and names and _letter(units, i + 1)):
            break
        i += 1
    return (names, i) if len(set(names)) == len(names) <= MOST else ([], i)


def _letter(units: Sequence[_Unit], i: int) -> str:
    """The letter that stands there, or nothing: no article."""
    if i >= len(units) or units[i].letter or len(units[i].text) != 1:
        return units[i].letter if i < len(units) else ""
    follows = i + 1 >= len(units) or bool(units[i + 1].letter) or units[i + 1].word in {"and", "#", *_BEING}
    return units[i].text if follows and units[i].text.isalpha() else ""


def _roots(units: Sequence[_Unit], i: int) -> tuple[bool | None, int]:
    """Whether all roots are spoken of, None where none are, and the place after."""
    first = i
    i = _past(units, i, _KIND | _ALL | _ONE)
    said = {unit.word for unit in units[first:i]}
    if _word(units, i) in _ROOT:
        return False, i + 1
    return (bool(said & _ALL) if _word(units, i) in _ROOTS else None), i + 1


def _equation(units: Sequence[_Unit], i: int) -> _Unit | None:
    """The polynomial, or the equation, that stands there, read without doubt."""
    unit = units[i] if i < len(units) else None
    if unit is None or (unit.expr is not None and (unit.expr.doubts or not unit.expr.compound)):
        return None
    if unit.formula is not None:
        f = unit.formula
        odd = f.doubts or f.qualms or f.choice or f.position or f.relation is not Head.EQ
        return None if odd or f.left.units or f.right.units else unit
    return unit if unit.expr is not None else None


def _satisfied(names: Sequence[str], unit: _Unit, whole: bool) -> list[Equation]:
    """What holds of the letters that are roots."""
    if unit.formula is not None:
        left, right = unit.formula.left.term, unit.formula.right.term
        defined = isinstance(left, Sym) and "(" in left.name
        left, right = (right, Int(0)) if defined else (left, right)
    elif unit.expr is not None:
        left, right = unit.expr.term, Int(0)
    own = free_names(left, right) - set(names)
    unknown = next(iter(own)) if len(own) == 1 else ""
    if not unknown or not _smooth(left) or not _smooth(right):
        return []
    try:
        poly = coefficients(Node(Head.SUB, (left, right)), unknown)
        if poly is not None and whole and len(poly) == len(names) + 1 > 2:
            signs = [(-1) ** k for k in range(1, len(poly))]
            values = [sign * poly[-1 - k] / poly[-1] for k, sign in enumerate(signs, 1)]
            return [(Head.EQ, _symmetric(names, k), number(at)) for k, at in enumerate(values, 1)]
        if poly is None or len(poly) < 3 or len(names) >= len(poly):
            return []
        sides = [[substituted(side, unknown, Sym(name)) for side in (left, right)] for name in names]
        return [(Head.EQ, one, other) for one, other in sides]
    except ExprTooLarge:
        return []


def _smooth(side: Expr) -> bool:
    """Whether a term is no bare name of a function."""
    return not (isinstance(side, Sym) and "(" in side.name)


def _symmetric(names: Sequence[str], k: int) -> Expr:
    """The elementary symmetric polynomial of degree k."""
    return _joined(Head.ADD, [_joined(Head.MUL, [Sym(name) for name in some]) for some in combinations(names, k)])


def _joined(op: Head, terms: Sequence[Expr]) -> Expr:
    return reduce(lambda a, b: node(op, a, b), terms)
