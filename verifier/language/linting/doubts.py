"""Doubts about a translation, by name: what it makes of words that do not say it. They bar settling, and accuse nobody.

None of them decides anything. Each takes from the words of a step, or from the form of an expression, a reason not to
believe that the one is what the other says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from fractions import Fraction
from typing import Final

from verifier.kernel.expr import FORMULAS, Expr, Head, Int, Node, walk_expr
from verifier.language.formal_chain import FactKind, FormalChain, FormalStep, Role, Statement
from verifier.language.lint import lint
from verifier.language.linting.comparing import comparisons
from verifier.language.linting.expressions import trivial
from verifier.language.linting.findings import Bars, Code, Doubt
from verifier.language.linting.number_words import implied, of_digits, places
from verifier.language.linting.numbers import CONVERSIONS, numerals
from verifier.language.linting.quotes import kind_of
from verifier.language.linting.roles import CONSTANTS
from verifier.language.linting.wording import numbers
from verifier.language.walk import readings

ASSERTED: Final = frozenset({Role.CLAIM, Role.RECALL, Role.ANSWER})

TELLS: Final = (
    "even",
    "odd",
    "prime",
    "divi",
    "equal",
    "same",
    "integer",
    "positive",
    "negative",
    "zero",
    "none",
    "both",
)
"""Words that say something of mathematics without a number or a sign."""


ROUNDS: Final = ("about", "around", "approx", "round", "near", "rough", "estimat", "almost")
"""Beginnings of words that tell a rounding."""

NEARLY: Final = ("\\approx", "\\sim", "≈", "~", "close to")
"""Signs and phrases that do."""


def doubts(chain: FormalChain, index: int, text: str) -> Iterator[Doubt]:
    """Yield the doubts about the translation of a step."""
    for check in CHECKS:
        yield from check(chain, index, text)


def _asserted(step: FormalStep) -> list[Statement]:
    return [one for one in step.statements if one.role in ASSERTED]


def _nothing_said(chain: FormalChain, index: int, text: str) -> Iterator[Doubt]:
    """A step without a number, a comparison, a sign or a word of mathematics claims nothing that was translated."""
    low = text.lower()
    signs = any(sign in text for sign in "+*/^\\$") or any(word in low for word in TELLS)
    if not numbers(text) and not comparisons(text) and not signs and _asserted(chain.steps[index]):
        yield Doubt("equation made up", Bars.APPROVAL, "the step has no number and no relation")


def _quote_says_nothing(chain: FormalChain, index: int, text: str) -> Iterator[Doubt]:
    for one in _asserted(chain.steps[index]):
        if len(one.quote.strip()) < 2 < len(text.strip()):
            yield Doubt("quote too short", Bars.APPROVAL, f"{one.quote!r} carries a statement")


def _parts(one: Statement) -> Iterator[Expr]:
    for said in readings(one):
        if said.expr is not None:
            yield from walk_expr(said.expr)


def _empty(chain: FormalChain, index: int, text: str) -> Iterator[Doubt]:
    """Statements that hold by their form, and sums over nothing."""
    for one in _asserted(chain.steps[index]):
        said = [part.expr for part in readings(one) if part.expr is not None]
        if any(map(trivial, said)):
            yield Doubt("statement empty", Bars.APPROVAL, f"{one.quote[:60]!r} is translated by what always holds")
        for part in _parts(one):
            match part:
                case Node(head=Head.SUM | Head.PROD | Head.COUNT_OF, args=(_, Int(first), Int(last))) if last < first:
                    yield Doubt("statement empty", Bars.APPROVAL, f"nothing stands between {first} and {last}")


def _unread_supposition(chain: FormalChain, index: int, text: str) -> Iterator[Doubt]:
    for i, step in enumerate(chain.steps[: index + 1]):
        for one in step.statements:
            until = i if one.until is None else one.until
            unread = not one.said or any(said.expr is None and said.run is None for said in one.said)
            if one.role is Role.SUPPOSE and until >= index and unread:
                for bars in Bars:
                    yield Doubt("supposition not read", bars, f"{one.quote[:60]!r} could not be read")


def _made_up_rounding(chain: FormalChain, index: int, text: str) -> Iterator[Doubt]:
    """A rounding to tens, hundreds or more, which no decimals show and no words tell."""
    words = "".join(char if char.isalpha() else " " for char in text.lower()).split()
    if any(word.startswith(ROUNDS) for word in words) or any(sign in text.lower() for sign in NEARLY):
        return
    for part in (part for one in _asserted(chain.steps[index]) for part in _parts(one)):
        match part:
            case Node(head=Head.ABOUT, args=(_, _, Node(head=Head.NEG))):
                yield Doubt("rounding made up", Bars.APPROVAL, "no word of the step says that it rounds")


def _percent(chain: FormalChain, index: int, text: str) -> Iterator[Doubt]:
    """A share that is calculated with as a number."""
    for one in _asserted(chain.steps[index]):
        said = {value for part in readings(one) if part.expr is not None for value in numerals(part.expr)}
        for number in numbers(one.quote):
            share = one.quote[number.end : number.end + 9].lstrip(" \\").lower().startswith(("%", "percent"))
            whole = {value for value in number.values if value.denominator == 1 and value > 1}
            if share and whole & said and not any(v / 100 in said for v in whole) and 100 not in _dividing(one):
                yield Doubt("share as a number", Bars.APPROVAL, f"{one.quote[number.begin : number.end]}% is no number")


def _dividing(one: Statement) -> set[int]:
    found = (part for part in _parts(one) if isinstance(part, Node) and part.head is Head.DIV)
    return {int(value) for part in found for value in numerals(part.args[1]) if value.denominator == 1}


def _constants(chain: FormalChain, index: int, text: str) -> Iterator[Doubt]:
    hidden = CONSTANTS & chain.variables.keys()
    used = {
        name for one in _asserted(chain.steps[index]) for s in one.said if s.expr is not None for name in s.expr.free
    }
    for name in sorted(hidden & used & {"pi"}):
        yield Doubt("constant hidden", Bars.APPROVAL, f"{name} is declared anew")


KNOWN: Final = {
    "degree": frozenset(map(Fraction, (90, 180, 360))),  # a right angle, a triangle or a straight line, a circle
    "day": frozenset(map(Fraction, (28, 29, 30, 31, 366))),  # months and leap years
}
"""Numbers that everybody knows, by the unit that they count, besides conversions."""


def suspect_facts(chain: FormalChain) -> dict[str, str]:
    """Return the facts by id that the linter finds wrong, that say what a step concludes, or numbers that nobody gave,
    each with the reason.

    Older files, which do not tell kinds of facts, have only those whose words say something else.
    """
    quoting = {
        fact.id for fact in chain.facts if fact.quote.strip()
    }  # without words, the whole translation is set aside
    otherwise = (one for one in lint(chain) if one.code is Code.SAID_OTHERWISE)
    found = {one.place.fact: one.message for one in otherwise if one.place.fact in quoting}
    if chain.older:
        return found
    asked = frozenset().union(*(one.expr.free for one in chain.asks if one.expr is not None))
    for fact in chain.facts:
        kind = kind_of(fact)
        if kind is not FactKind.KNOWN and fact.id not in quoting:
            continue
        for said in fact.said:
            closed = isinstance(said.expr, Node) and any(not side.free for side in said.expr.args)
            new = set(numerals(said.expr)) if said.expr is not None else set()
            untold = new - _quoted(fact.quote) - _bounding(said.expr, fact.quote)
            if kind is FactKind.MODEL and closed and (untold - _UNSAID or _tells(said.expr, asked)):
                found[fact.id] = "it is a conclusion among the facts"
            elif kind is FactKind.GIVEN and untold - CONVERSIONS:
                found[fact.id] = "its words do not say its numbers"
            elif kind is FactKind.KNOWN and new - CONVERSIONS - _known(chain, said.expr) - implied(fact.quote):
                found[fact.id] = "it gives numbers that nobody knows"
    return found


_UNSAID: Final = frozenset({Fraction(0), Fraction(1)})
"""Numbers that words tell without a number: none, each their own."""


def _tells(said: Expr | None, asked: Set[str]) -> bool:
    """Whether a fact gives the value of what is asked."""
    return isinstance(said, Node) and said.head is Head.EQ and bool(asked) and said.free <= asked


def _bounding(said: Expr | None, quote: str) -> frozenset[Fraction]:
    """What nouns of a quote tell of how large something is, where a fact says nothing else: that a digit is 9 at most;
    not what it is."""
    told = implied(quote) | of_digits(quote)
    return told if said is not None and all(one.head in _ORDERS for one in _relations(said)) else frozenset()


def _relations(said: Expr) -> Iterator[Node]:
    for part in walk_expr(said):
        if isinstance(part, Node) and part.head in FORMULAS and part.head is not Head.AND:
            yield part


_ORDERS: Final = frozenset({Head.LT, Head.LE, Head.GT, Head.GE, Head.IN})


def concluded(chain: FormalChain) -> set[Expr | None]:
    """Return what the steps of a chain assert."""
    return {said.expr for _, _, one in chain.statements() if one.role in ASSERTED for said in one.said}


def _known(chain: FormalChain, said: Expr | None) -> frozenset[Fraction]:
    """What everybody knows of angles and of the calendar, where all that a fact speaks of is counted in one unit."""
    letters = frozenset() if said is None else said.free
    units = {chain.variables[name].unit for name in letters if name in chain.variables}
    return KNOWN.get(units.pop(), frozenset()) if len(units) == 1 else frozenset()


def _quoted(quote: str) -> set[object]:
    return {value for one in numbers(quote) for value in one.values}


def _made_up_functions(chain: FormalChain, index: int, text: str) -> Iterator[Doubt]:
    """A function whose numbers stand in no text."""
    texts = (chain.problem, *chain.steps_text, text)
    told = {value for words in texts for value in (*_quoted(words), *of_digits(words), *places(words))}
    used = {
        name for one in _asserted(chain.steps[index]) for s in one.said if s.expr is not None for name in s.expr.free
    }
    for name in sorted(used & chain.variables.keys()):
        body = chain.variables[name].body
        if body is not None and body.expr is not None and set(numerals(body.expr)) - told - {0, 1, 2}:
            yield Doubt("function made up", Bars.APPROVAL, f"the numbers of {name} stand in no text")


Check = Callable[[FormalChain, int, str], Iterator[Doubt]]

CHECKS: Final[tuple[Check, ...]] = (
    *(_nothing_said, _quote_says_nothing, _empty, _unread_supposition),
    *(_percent, _constants, _made_up_functions, _made_up_rounding),
)
