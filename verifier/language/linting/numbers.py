"""Numbers and comparisons: those of a step that no statement quotes, and those of expressions that nobody said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Final

from verifier.kernel.expr import Const, Dec, Expr, Head, Int, Node, node, walk_expr
from verifier.kernel.expr import Text as Digits
from verifier.language.formal_chain import FactKind, FormalChain, FormalStep
from verifier.language.linting.comparing import comparisons
from verifier.language.linting.findings import Code, Finding
from verifier.language.linting.number_words import of_digits
from verifier.language.linting.quotes import Text
from verifier.language.linting.wording import numbers
from verifier.language.places import Place
from verifier.language.walk import readings

CONVERSIONS: Final = frozenset(
    {
        *map(Fraction, (0, 1, 2, 10)),  # nothing, one of each, squares and halves, places of digits
        *map(Fraction, (7, 12, 24, 52, 60, 365)),  # days, months, hours, weeks, minutes, days
        *map(Fraction, (100, 1000)),  # percent, thousands
        *map(Fraction, (3, 16, 5280)),  # feet of a yard, ounces of a pound, feet of a mile
        Fraction(1, 2),
    }
)
"""Numbers that need no words: unit conversions, and what arithmetic itself brings."""

_SHOWN: Final = 8  # numbers that one finding names


Span = tuple[int, int]
"""Where something stands in a text: its first character, and the one behind its last."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What no quote of a step has, and no unread part. ``repeated``: numbers whose value some quote has elsewhere."""

    numbers: tuple[Span, ...]
    repeated: tuple[Span, ...]
    comparisons: tuple[Span, ...]


def left_out(text: str, step: FormalStep) -> LeftOut:
    """Return the numbers and comparisons of a step's text that stand in no quote and are not said to be left out."""
    has = covered(text, step)
    quoted = {value for statement in step.statements for value in _values(statement.quote)}
    left = [one for one in numbers(text) if not one.named and not all(has[one.begin : one.end])]
    parted: dict[bool, list[Span]] = {False: [], True: []}  # by whether a quote has the value elsewhere
    for one in left:
        parted[not quoted.isdisjoint(one.values)].append((one.begin, one.end))
    signs = tuple((begin, end) for begin, end in comparisons(text) if not all(has[begin:end]))
    return LeftOut(tuple(parted[False]), tuple(parted[True]), signs)


def unquoted(chain: FormalChain) -> Iterator[Finding]:
    """Yield steps with numbers or comparisons that stand in no quote of theirs, and are not said to be left out."""
    for i, (text, step) in enumerate(zip(chain.steps_text, chain.steps, strict=False)):
        left = left_out(text, step)
        for code, spans in (
            (Code.NUMBER_UNQUOTED, left.numbers),
            (Code.NUMBER_REPEATED, left.repeated),
            (Code.COMPARISON_UNQUOTED, left.comparisons),
        ):
            if spans:
                told = "expected in the quote of a statement, or in an unread part"
                found = listed([text[begin:end] for begin, end in spans])
                yield Finding(code, Place(chain=chain.id, step=i), f"{found} in the text of the step: {told}")


def covered(text: str, step: FormalStep) -> list[bool]:
    """Return for each character of a step whether a quote or an unread part has it."""
    found = Text(text)
    spans = [span for quote in {one.quote for one in step.statements} for span in found.spans(quote)]
    changes = [0] * (len(text) + 1)
    for begin, end in (*spans, *step.unread):
        changes[min(begin, len(text))] += 1
        changes[min(end, len(text))] -= 1
    return [depth > 0 for depth in accumulate(changes)][: len(text)]


def ungrounded(chain: FormalChain) -> Iterator[Finding]:
    """Yield facts and statements with a number that is neither in their words nor in what came before."""
    said = set(CONVERSIONS)
    for fact in chain.facts:
        said |= _told(fact.quote)
    for fact in chain.facts:
        own = _told(fact.quote) | CONVERSIONS
        known = said if fact.kind is FactKind.MODEL or chain.older else own
        if fact.kind is not FactKind.KNOWN and (left := _new((one.expr for one in fact.said), known)):
            place = Place(chain=chain.id, fact=fact.id)
            yield Finding(Code.NUMBER_UNGROUNDED, place, f"{listed(left)}: expected in the words of the problem")
    for fact in chain.facts:
        said |= _all(one.expr for one in fact.said)
    for variable in chain.variables.values():
        said |= _all([variable.body.expr] if variable.body is not None else [])
    for i, j, statement in chain.statements():
        found = [one.expr for one in readings(statement)]
        if any(found) and (left := _new(found, said, _told(statement.quote))):
            place = Place(chain=chain.id, step=i, statement=j)
            expected = "expected in its quote, in the quotes of facts or in an earlier statement"
            yield Finding(Code.NUMBER_UNGROUNDED, place, f"{listed(left)}: {expected}")
        said |= _all(found)


def _values(text: str) -> set[Fraction]:
    return {value for one in numbers(text) for value in one.values}


def _told(text: str) -> set[Fraction]:
    """The numbers of a text, and those that a number of digits tells."""
    return _values(text) | of_digits(text)


def _all(said: Iterable[Expr | None]) -> set[Fraction]:
    return {value for expr in said if expr is not None for value in numerals(expr)}


def _new(said: Iterable[Expr | None], *known: Set[Fraction]) -> list[str]:
    spelled = [expr for expr in said if expr is not None]
    found = {value for expr in spelled for value in numerals(expr, *known)}
    return [str(value) for value in sorted(found.difference(*known, _of_degrees(spelled)))]


def _of_degrees(said: Iterable[Expr]) -> frozenset[Fraction]:
    """The number by which a degree is told, which needs no words."""
    told = any(part == _DEGREE for expr in said for part in walk_expr(expr))
    return frozenset({Fraction(180)}) if told else frozenset()


def numerals(expr: Expr, *known: Set[Fraction]) -> Iterator[Fraction]:
    """Yield the values of the numerals of an expression; a quotient of two that is ``known`` as one counts as one."""
    stack: list[Expr] = [expr]
    while stack:
        match stack.pop():
            case Int(value):
                yield Fraction(value)
            case Dec() as decimal:
                yield decimal.value
            case Digits(spelled) if spelled.isdecimal():
                yield Fraction(int(spelled))
            case Node() as inside if not any(_quotient(inside) in some for some in known):
                stack.extend(inside.args)


_DEGREE: Final = node(Head.DIV, Const("pi"), Int(180))


def _quotient(part: Node) -> Fraction | None:
    match part.head, part.args:
        case Head.DIV, (Int(a), Int(b)) if b:
            return Fraction(a, b)
    return None


def listed(words: list[str]) -> str:
    """Return words for a message, each once and no more than a few."""
    different = list(dict.fromkeys(words))
    shown = ", ".join(one[:40] for one in different[:_SHOWN])
    return shown if len(different) <= _SHOWN else f"{shown} and {len(different) - _SHOWN} more"
