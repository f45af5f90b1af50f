"""Numbered lines: where the number at the beginning of a line may label it: ``2 - 6 + 3``, ``2.15 x 4``, ``2 (3 + 4)``.

A line is not decided where the lines count up, and what follows the number may be read without it. Elsewhere the line
without its number is another reading, which keeps it from being refuted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from verifier.kernel.expr import Dec, Expr, Head, Int, Node, node
from verifier.mathtext.characters import digit
from verifier.mathtext.lexicon import words
from verifier.mathtext.lexicon.signs import FUNCTIONS
from verifier.readers.exact.discourse.sentences import Link, Sentence
from verifier.readers.exact.guards.table import GUARDS
from verifier.readers.exact.reading import Formula

_MARKS: Final = " \t*_#>("
_JOINING: Final = "+*/^=<>≤≥≈≠≡×·⋅∙∗÷%!°,:;)]}|&_"
"""Signs that join a number to what follows it."""
_LONGEST: Final = 3
"""Most digits of a line's number."""


@dataclass(frozen=True, slots=True)
class Numbered:
    """``labels``: where numerals stand that may number their lines, each with whether the lines count up there;
    ``counted``: the numbers of all lines so far."""

    labels: Mapping[int, bool]
    counted: frozenset[int]


def numbered_lines(text: str, before: frozenset[int]) -> Numbered:
    """Return which numerals may number lines of a text. ``before``: the numbers of lines before."""
    found: list[tuple[int, int, bool]] = []
    at = 0
    for line in text.split("\n"):
        bare = line.lstrip(_MARKS)
        end = 0
        while end < len(bare) and end <= _LONGEST and digit(bare[end]):
            end += 1
        if 0 < end <= _LONGEST:
            found.append((at + len(line) - len(bare), int(bare[:end]), _may_label(bare[end:])))
        at += len(line) + 1
    later = [number for _, number, _ in found]
    labels: dict[int, bool] = {}
    counted = before
    for i, (place, number, label) in enumerate(found):
        if label:
            labels[place] = number - 1 in counted or number + 1 in later[i + 1 : i + 2]
        counted |= {number}
    return Numbered(labels, counted)


def _may_label(rest: str) -> bool:
    """Whether what follows a number may stand without it: no sign joins the two."""
    if rest[:1] == ".":
        return digit(rest[1:2]) and rest[1:2] != "0"
    follows = rest.lstrip()
    sign, word = follows[:1], follows.partition(" ")[0].partition("(")[0]
    if sign in ("x", "X") and digit(follows[1:].lstrip()[:1]):
        return False  # 2 x 4
    counted = word.isalpha() and len(word) > 1 and word not in FUNCTIONS | {"sqrt"}  # 2 hours
    return rest[:1] == " " and bool(sign) and sign not in _JOINING and not counted


def guarded_numbers(formula: Formula, found: Numbered) -> Formula:
    """Return the formula, not to be decided where its first number may label its line in a numbered list, and not to be
    refuted where the rest of it holds."""
    counts = found.labels.get(formula.left.start) if formula.position == 0 else None
    if counts is None:
        return formula
    if counts:
        return replace(formula, doubts=(*formula.doubts, GUARDS["numbered-line"]()))
    return replace(formula, otherwise=(*formula.otherwise, *without_number(formula.left.term)))


def otherwise(sentence: Sentence, link: Link, text: str) -> tuple[Expr, ...]:
    """Return what the left side of a chain may be instead, where a list number, a dash or a sum's sign stands before
    it: ``2. 5 + 3`` may be 2.5 + 3, ``- 5 + 3`` a number below zero.
    """
    start = link.start
    before = sentence.items[start - 1] if start else None
    named = start == 1 and before is not None and before.kind == "word" and before.text[:1].isupper()
    if named and before is not None and not link.position and not words.inert(before.text):
        subtracts = sentence.items[start].text.lstrip("0123456789 ")[:1] in ("-", "−", "–")
        return without_number(link.left.term) if subtracts else ()  # Sheet 3 -3 + 5 = 2
    if link.position or before is None or before.kind != "marker" or before.text != "doubtful":
        return ()
    sign, left = text[before.start : before.end].strip("(.)"), link.left.term
    if digit(sign):
        number = Int(int(sign))
        point = [_begun(left, lambda leaf: Dec(int(sign + str(leaf.value)), len(str(leaf.value))))]
        return (*point, node(Head.MUL, number, left), _begun(left, lambda leaf: node(Head.MUL, number, leaf)))
    signed = _begun(left, lambda leaf: node(Head.NEG, leaf))
    return (signed, node(Head.NEG, left)) if sign in "-−–" else ()


def without_number(term: Expr) -> tuple[Expr, ...]:
    """Return what a side may be without the number that it begins with: ``-6 + 3`` and ``6 + 3`` of ``2 - 6 + 3``."""
    if isinstance(term, Dec):
        return (Int(term.digits % 10**term.places),)
    if not isinstance(term, Node):
        return ()
    first, rest = term.args[0], term.args[1:]
    if isinstance(first, Int) and len(rest) == 1:
        return (node(Head.NEG, *rest), *rest) if term.head is Head.SUB else rest if term.head is Head.MUL else ()
    return tuple(Node(term.head, (other, *rest)) for other in without_number(first))


def _begun(term: Expr, change: Callable[[Int], Expr]) -> Expr:
    """The term with its first numeral changed."""
    if isinstance(term, Node):
        return Node(term.head, (_begun(term.args[0], change), *term.args[1:]))
    return change(term) if isinstance(term, Int) else term
