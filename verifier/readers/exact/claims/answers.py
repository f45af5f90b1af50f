"""What a step says of what the problem asks for: *the answer is 25*, *the sum of the roots is 5*.

The claim is about the expression that the problem asks for in so many words, or about the roots of its one equation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from itertools import groupby
from typing import Final

from verifier.chain import Span
from verifier.kernel.claim import Hypothesis
from verifier.kernel.expr import Dec, Expr, Head, Node, Sym, number, walk_expr
from verifier.mathtext.lexicon import words
from verifier.mathtext.notation.calculus import coefficients
from verifier.mathtext.notation.frames import PlacedExpr
from verifier.readers.exact.claims.given.asked import AFTER, ASKING, applied_letters, target
from verifier.readers.exact.claims.given.hypotheses import SETTING, words_before
from verifier.readers.exact.claims.solutions import about, equation_of
from verifier.readers.exact.reading import Formula, Reading

_OPENING: Final = frozenset({"final", "our", "required", "correct", "finally", "and", "boxed"})
"""Words that may stand before *answer*, besides those that claim nothing."""
_ROOTS: Final = frozenset({"roots", "solutions", "zeros"})
_WHOSE: Final = frozenset({"the", "its", "both", "two", "these", "this", "all", "real", "equation", "quadratic"})
_ENDS: Final = ("", "\n", ".", ",", ";", "!")

_ASKED: Final = ASKING | AFTER | {"what", "is", "what's", "the", "value", "of", "exact", "numerical", "expression"}
_ALONE: Final = _ASKED | {
    "solve",
    "then",
    "that",
    "let",
    "be",
    "and",
    "suppose",
    "equation",
    "consider",
    "it",
    "we",
    "have",
}
_OF_ROOTS: Final = _ALONE | _ROOTS | {"sum", "product", "quadratic", "two", "both", "real", "its", "are"}
"""All words of a problem whose answer may be told by a number: any other may ask for something else, in words that no
list holds (*to the nearest ten*, *that exceed 2*, *choose*)."""

Named = Mapping[str, Expr]
"""What *answer*, *sum* (of the roots) and *product* stand for."""


def named(text: str, problem: Reading, premises: Iterable[Hypothesis], readings: Sequence[Reading]) -> Named:
    """Return what a problem's answer is, and the sum and the product of its equation's two roots, where it says nothing
    else, and the steps, as read, are about no other equation."""
    if not _says_only(problem, _OF_ROOTS):
        return {}
    applied = applied_letters(*(e.term for one in (problem, *readings) for e in one.numerals))
    asked = target(text, problem, applied)
    found: dict[str, Expr] = {}
    if asked is not None and _says_only(problem, _ALONE) and _bare(text, problem, asked):
        found["answer"] = asked
    equation = equation_of(premises)
    if equation is None or not about(readings, equation[1]):
        return found
    poly = coefficients(Node(Head.SUB, (equation[0].left, equation[0].right)), equation[1])
    if poly and len(poly) == 3 and poly[1] ** 2 > 4 * poly[0] * poly[2]:  # two roots, and both are real
        over = number(poly[2])
        found |= {"sum": Node(Head.DIV, (number(-poly[1]), over)), "product": Node(Head.DIV, (number(poly[0]), over))}
    return found


def _says_only(problem: Reading, allowed: Set[str]) -> bool:
    """Whether all words of a problem are among these, but for letters."""
    return all(word in allowed or (len(word) == 1 and word != "a") for word in problem.vocabulary)


def _bare(text: str, problem: Reading, asked: Expr) -> bool:
    """Whether what is asked for is written in signs, and no number stands beside it but in equations."""
    sides = [(side.start, side.end) for f in problem.formulas for side in (f.left, f.right)]
    loose = [e for e in problem.numerals if (e.start, e.end) not in sides and not isinstance(e.term, Sym)]
    return all(e.term == asked and not _worded(text[e.start : e.end]) for e in loose)


def _worded(text: str) -> bool:
    """Whether a word stands there that is no command of LaTeX: ``20% of 50 + 10`` can be read in two ways."""
    at = 0
    for spelled, run in groupby(text, str.isalpha):
        length = len(list(run))
        if spelled and length > 1 and text[at - 1 : at] != "\\":
            return True
        at += length
    return False


def with_answers(texts: Sequence[str], readings: Sequence[Reading], meant: Named) -> list[Reading]:
    """Return the readings of a chain's steps, in each the claims that it makes of what is asked for."""
    return [_with_answers(*pair, meant) if meant else pair[1] for pair in zip(texts, readings, strict=True)]


def _with_answers(text: str, reading: Reading, meant: Named) -> Reading:
    taken = {at for f in reading.formulas for at in range(*f.span)}
    found = [one for e in reading.numerals if e.start not in taken and (one := _said(text, e, meant)) is not None]
    if not found:
        return reading
    formulas = sorted([*reading.formulas, *found], key=lambda f: (f.span, f.position))
    unread = [part for span in reading.unread for part in _left_over(span, found)]
    return replace(reading, formulas=tuple(formulas), unread=tuple(unread))


def _said(text: str, value: PlacedExpr, meant: Named) -> Formula | None:
    """The claim that a value is what the words before it name."""
    if value.doubts or value.units or value.label or value.rows:
        return None
    rest = text[value.end :].lstrip("$)}] *\\")
    if rest[:1] not in _ENDS or (rest[:1] in (",", ";") and not _plain(_first_sentence(rest))):
        return None
    said = [word.strip(SETTING + "*\\") for word in words_before(text, value.start)]
    while said and said[-1] in ("boxed", ""):
        said.pop()
    if said and said[-1] == "is":
        said.pop()
    elif text[: value.start].rstrip(SETTING.replace(":", "") + "*")[-1:] != ":":
        return None
    name = _name(said)
    if name not in meant or (_decimal(value.term) and not _decimal(meant[name])):  # an answer is rounded silently
        return None
    start = text.lower().rfind(said[-1] if name == "answer" else name, 0, value.start)
    left = PlacedExpr(meant[name], start, start + len(name))
    return Formula(
        span=(start, value.end),
        text=text[start : value.end],
        role="asserted",
        relation=Head.EQ,
        left=left,
        right=value,
        position=0,
        doubts=(),
        qualms=(),
        obstacles=(),
        words=frozenset(said),
        clause=frozenset(said),
        led=True,
        rewriting=False,
        follows_letter=False,
        named=True,
        frame="NAMED",
    )


def _first_sentence(text: str) -> list[str]:
    """The words up to a full stop."""
    return [word for word in (word.strip(SETTING) for word in text.partition(".")[0].lower().split()) if word]


def _decimal(term: Expr) -> bool:
    return any(isinstance(part, Dec) for part in walk_expr(term))


def _name(said: Sequence[str]) -> str:
    """``answer``, ``sum`` or ``product``, where nothing else is said; nothing elsewhere."""
    if said and said[-1] == "answer":
        return "answer" if _plain(said[:-1]) else ""
    if len(said) < 3 or "of" not in said:
        return ""
    at = said.index("of")
    roots = said[at + 1 :]
    told = bool(_ROOTS & set(roots)) and all(word in _ROOTS | _WHOSE | {"of", "to"} for word in roots)
    return said[at - 1] if told and said[at - 1] in ("sum", "product") and _plain(said[: at - 1]) else ""


def _plain(said: Sequence[str]) -> bool:
    return all(words.inert(word) or word in _OPENING or word in words.CONCLUDING for word in said)


def _left_over(span: Span, found: Sequence[Formula]) -> list[Span]:
    """What is left of a span that was not read."""
    for formula in found:
        start, end = formula.span
        if span[0] < end and start < span[1]:
            return [part for part in ((span[0], start), (end, span[1])) if part[0] < part[1]]
    return [span]
