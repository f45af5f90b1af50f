"""Numbers of a step's words that no expression has to say again: those that repeat a fact or the problem's own formula,
and those by which an equation was divided or enlarged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from string import ascii_letters, digits
from typing import Final

from verifier.kernel.expr import Dec, Expr, Head, Int, Node, Sym
from verifier.language.formal_chain import FormalChain, Role, Statement
from verifier.language.linting.numbers import numerals
from verifier.language.linting.wording import Number
from verifier.language.walk import readings

_NEAR: Final = 40  # characters beside a number that are looked at
_SHORTEST: Final = 8  # characters of a formula that is told from others by them
_BEFORE: Final = frozenset(
    {"and", "as", "because", "for", "given", "have", "if", "know", "let", "since", "substitute", "substituting"}
    | {"suppose", "that", "using", "when", "where", "with"}
)
"""Words before an equation of a letter and a number that add nothing to it."""
_AFTER: Final = frozenset({"and", "as", "for", "from", "gives", "in", "into", "since", "so", "then", "to", "we"})
"""Words after it that begin something else."""
_NAME: Final = frozenset(ascii_letters + digits + "_")
_OPEN: Final = ("\\(", "\\[", "$")
_CLOSE: Final = {"\\(": "\\)", "\\[": "\\]", "$": "$"}
_ENDS: Final = ("\\)", "\\]", "$", ",", ".", ";", ")")
_BOTH: Final = ("from both sides", "to both sides")
Equal = tuple[str, Fraction]
"""A letter and the number that it equals."""


def told_equal(chain: FormalChain) -> frozenset[Equal]:
    """Return the letters of a chain that its facts set equal to a numeral, each with that."""
    return frozenset(one for fact in chain.facts for said in fact.said for one in _equal(said.expr))


def _equal(expr: Expr | None) -> Iterator[Equal]:
    match expr:
        case Node(head=Head.AND, args=args):
            for arg in args:
                yield from _equal(arg)
        case Node(head=Head.EQ, args=(Sym(name), (Int() | Dec()) as number) | ((Int() | Dec()) as number, Sym(name))):
            yield name, Fraction(number.value)


def repeats_fact(text: str, number: Number, told: frozenset[Equal]) -> bool:
    """Return whether the words say that a letter equals a number, and no more, as a fact does: *when x = 25*."""
    name = equated(text, number)
    if name is None or not any((name, value) in told for value in number.values):
        return False
    front = text[max(0, number.begin - _NEAR) : number.begin].rstrip()[:-1].rstrip().removesuffix(name)
    if front and front[-1] not in " \n\t$(,":
        return False
    word = front.replace("\\(", " ").replace("$", " ").split()[-1:]
    rest = text[number.end : number.end + _NEAR].lstrip()
    following = rest.split()[0].lower().strip(",.:;") if rest[:1].isalpha() else ""
    return (not word or word[0].lower() in _BEFORE) and (not following or following in _AFTER)


def equated(text: str, number: Number) -> str | None:
    """Return the name that words set equal to a number, which ends there: ``x`` of *when x = 25*; or None."""
    before, after = text[max(0, number.begin - _NEAR) : number.begin].rstrip(), text[number.end : number.end + _NEAR]
    rest = after.lstrip()
    if not before.endswith("=") or after[:1] in _NAME:
        return None
    if rest and not rest.startswith(_ENDS) and rest[0] not in ascii_letters:
        return None
    before = before[:-1].rstrip()
    begin = len(before)
    while begin and before[begin - 1] in _NAME:
        begin -= 1
    return before[begin:] or None


def repeats_problem(text: str, number: Number, quoting: Sequence[Statement], given: Iterable[str]) -> bool:
    """Return whether a number stands in a formula that words of the problem have as well, and only plans quote it."""
    if not quoting or any(one.role is not Role.GOAL for one in quoting):
        return False
    formula = _even(_formula_around(text, number))
    return len(formula) >= _SHORTEST and any(formula in _even(words) for words in given)


def _formula_around(text: str, number: Number) -> str:
    """The formula between signs of LaTeX in which a number stands; nothing where it stands in none."""
    for sign in _OPEN:
        begin = text.rfind(sign, 0, number.begin)
        end = text.find(_CLOSE[sign], number.end)
        if begin >= 0 and end >= 0 and _CLOSE[sign] not in text[begin + len(sign) : number.begin]:
            inside = text[begin + len(sign) : end]
            odd = sign != "$" or text.count("$", 0, begin) % 2 == 0
            if odd and not any(other in inside for other in _OPEN):
                return inside
    return ""


def _even(text: str) -> str:
    """A text without what LaTeX writes in several ways: white space and braces."""
    for sign in ("\\left", "\\right", "\\,", "{", "}"):
        text = text.replace(sign, "")
    return "".join(text.split())


def derives_by(text: str, number: Number, statements: Iterable[Statement]) -> bool:
    """Return whether a number tells by what both sides of an equation were divided or enlarged, and an expression has
    it: *divide both sides by 5*."""
    before = text[max(0, number.begin - _NEAR) : number.begin].lower().rstrip(" $({\\")
    after = " ".join(text[number.end : number.end + _NEAR].lower().lstrip(" $)}\\").split())
    by = before.endswith(" by") and "both sides" in before
    if not (by or after.startswith(_BOTH)):
        return False
    said = (one.expr for statement in statements for one in readings(statement) if one.expr is not None)
    return any(value in number.values for expr in said for value in numerals(expr))
