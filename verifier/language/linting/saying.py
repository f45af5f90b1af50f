"""What a step's words say and the expressions of their statements do not: numbers, and operations between two numbers.

A translator that mends what it translates leaves the text's own number, or its sign, out of the expression.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from fractions import Fraction
from itertools import pairwise
from string import ascii_letters, digits
from typing import Final

from verifier.kernel.expr import Dec, Expr, Head, Int, Node, Sym, walk_expr
from verifier.language.formal_chain import FormalChain, Role, Spelled, Statement
from verifier.language.linting.findings import Code, Finding
from verifier.language.linting.numbers import CONVERSIONS, Span, listed, numerals
from verifier.language.linting.quotes import Text
from verifier.language.linting.wording import Number, numbers
from verifier.language.places import Place
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


_SIGNS: Final = {
    **{"+": "+", "-": "-", "−": "-", "–": "-", "*": "*", "×": "*", "·": "*", "⋅": "*", "/": "/", "÷": "/"},
    **{"\\times": "*", "\\cdot": "*", "\\div": "/", "x": "*"},
}
_OPERATIONS: Final = frozenset("+-*/")
_BESIDE: Final = frozenset(" \t\n$€£()[]{}%,") | frozenset(ascii_letters)
_EACH: Final = frozenset({Fraction(1)})  # *60 minutes in 1 hour*
_ORDINALS: Final = frozenset({"st", "nd", "rd", "th"})
_LONGEST: Final = 60  # characters between two numbers that are looked at
Operation = tuple[Fraction, str, Fraction]


def unsaid(text: str, index: int, chain: FormalChain) -> tuple[Span, ...]:
    """Return the numbers and operations of a step's text that some statement quotes and none that quotes them says.

    Numbers of the facts need no saying, nor do one of each and conversions told in words, unless they are calculated
    with, or something else is said in their place; nor do those by which a quantity is named: *the 2010 penny*, where
    an expression has the weight of a 2010 penny. A statement without an expression, such as a plan, is not asked to say
    what it quotes.
    """
    quoting, known = _Quoting(text, chain, index), _in_facts(chain)
    found, signs = quoting.numbers, quoting.signs
    left = [
        (one.begin, one.end)
        for i, one in enumerate(found)
        if not (one.named or quoting.is_usual(i, known) or quoting.repeats(one)) and quoting.leaves(one)
    ]
    for (first, second), sign in zip(pairwise(found), signs, strict=True):
        told = not any(begin in (first.begin, second.begin) for begin, _ in left)
        if told and sign in _OPERATIONS and not quoting.repeats(first) and quoting.lacks(first, sign, second):
            left.append((first.begin, second.end))
    return tuple(sorted(left))


def needless(text: str, index: int, chain: FormalChain) -> frozenset[Span]:
    """Return the numbers of a step's text that need no quote: those that say how both sides of an equation were
    changed, and the usual ones of which nothing is calculated: *on one side*."""
    quoting = _Quoting(text, chain, index)
    return frozenset(
        (one.begin, one.end)
        for i, one in enumerate(quoting.numbers)
        if quoting.is_usual(i, frozenset()) or quoting.derives(one)
    )


class _Quoting:
    """The numbers of a step's text, and its statements by the words that they quote.

    ``signs``: the operation between each two neighbouring numbers. ``has_another``: some expression has a number that
    the text of the step has not.
    """

    def __init__(self, text: str, chain: FormalChain, index: int) -> None:
        whole, step = Text(text), chain.steps[index]
        self.numbers = found = numbers(text)
        self.signs = [_sign(text, first, second, chain.variables) for first, second in pairwise(found)]
        self._counted = {place for i, sign in enumerate(self.signs) if sign is not None for place in (i, i + 1)}
        self._text, self._equal, self._letters = text, told_equal(chain), chain.variables
        self._given = [chain.problem, *(fact.quote for fact in chain.facts)]
        self._beside = [*step.statements, *(chain.steps[index - 1].statements if index else ())]
        self._names = {name: _named(one.means) for name, one in chain.variables.items()}
        self._spans = [(one, whole.spans(one.quote)) for one in step.statements]
        own = CONVERSIONS.union(*(one.values for one in found))
        said = (one.expr for statement in step.statements for one in readings(statement) if one.expr is not None)
        self.has_another = any(value not in own for expr in said for value in numerals(expr, own))

    def _of(self, begin: int, end: int) -> list[Statement]:
        return [one for one, spans in self._spans if any(b <= begin and end <= e for b, e in spans)]

    def is_usual(self, i: int, known: Set[Fraction]) -> bool:
        """Whether a number is ``known``, one of each, or a conversion in words, and nothing is calculated with it
        or said in its place; nor does a letter of the chain equal it."""
        number = self.numbers[i]
        usual = _EACH if _counts(self._text, number) else CONVERSIONS
        exempt = i not in self._counted and not self.has_another and not number.values.isdisjoint(known | usual)
        return exempt and equated(self._text, number) not in self._letters

    def derives(self, number: Number) -> bool:
        """Return whether a number repeats a fact, or says how both sides of an equation were changed."""
        return repeats_fact(self._text, number, self._equal) or derives_by(self._text, number, self._beside)

    def repeats(self, number: Number) -> bool:
        """Whether a number need not be said: it repeats a fact or the problem, or tells how both sides of an equation
        were changed."""
        if self.derives(number):
            return True
        return repeats_problem(self._text, number, self._of(number.begin, number.end), self._given)

    def leaves(self, number: Number) -> bool:
        """Whether a number is quoted, and no expression that quotes it has it."""
        statements = self._of(number.begin, number.end)
        said = [one.expr for statement in statements for one in readings(statement) if one.expr is not None]
        if not said or not number.values or any(v in number.values for expr in said for v in _says(expr)):
            return False
        if self.has_another:
            return True
        letters = frozenset[str]().union(*(expr.free for expr in said))
        names = frozenset[str]().union(*(self._names.get(one, frozenset()) for one in letters))
        return _name(self._text, number) not in names

    def lacks(self, first: Number, sign: str, second: Number) -> bool:
        """Whether an operation is quoted whole, and no expression that quotes it does that with both numbers."""
        statements = self._of(first.begin, second.end)
        said = [one for statement in statements for one in readings(statement) if one.expr is not None]
        wanted = {(a, sign, b) for a in first.values for b in second.values}
        return bool(said) and not wanted & {one for each in said for one in operations(each)}


def _says(expr: Expr) -> Iterator[Fraction]:
    """The numbers that an expression says: its numerals, and how many values it lists."""
    yield from numerals(expr)
    for part in walk_expr(expr):
        if isinstance(part, Node) and part.head in _LISTING:
            yield Fraction(len(set(part.args)))


_LISTING: Final = frozenset({Head.LIST, Head.SET, Head.TUPLE, Head.OR})


def _counts(text: str, number: Number) -> bool:
    """Whether a number is written in digits, and not as an ordinal, *the 16th*."""
    return text[number.begin].isdigit() and text[number.end : number.end + 2].lower() not in _ORDINALS


def _named(means: str) -> frozenset[str]:
    """The numbers in what a quantity means, each with the word after it."""
    return frozenset(name for one in numbers(means) if (name := _name(means, one)) is not None)


def _name(text: str, number: Number) -> str | None:
    """A number with the word right after it, ``2010 penny``, None where there is none."""
    stop = at = number.end + 1
    while stop < len(text) and text[stop] in ascii_letters:
        stop += 1
    return f"{text[number.begin : stop]}".lower() if stop > at and text[number.end] == " " else None


def operations(said: Spelled) -> Iterator[Operation]:
    """Yield the signs between neighbouring numerals of an expression as it is written, with these."""
    text = said.text.replace("**", "^^").replace("/", "÷")  # a quotient is two numbers here
    found = [one for one in numbers(text) if len(one.values) == 1]
    for first, second in pairwise(found):
        for char in text[first.end : second.begin]:
            if char in "+-*÷":
                yield next(iter(first.values)), _SIGNS[char], next(iter(second.values))


def _sign(text: str, first: Number, second: Number, letters: Collection[str]) -> str | None:
    """The one sign of an operation between two plain numbers of a text, if there is nothing else but words."""
    between = text[first.end : second.begin]
    if any(edge in between for edge in _EDGES) or _of_letter(between, letters):
        return None
    if len(between) > _LONGEST or len(first.values) != 1 or len(second.values) != 1 or first.named or second.named:
        return None
    signs = list(_signs(between))
    return signs[0] if len(signs) == 1 else None


_EDGES: Final = ("\\]", "\\[", "$$", "\n\n")
"""Where a displayed formula or a paragraph begins or ends."""


def _of_letter(between: str, letters: Collection[str]) -> bool:
    """Whether what stands between two numbers ends in a letter and a sign, with other words before."""
    words = between.replace("$", " ").replace("\\(", " ").split()
    return len(words) > 3 and words[-1] in _SIGNS and words[-2] in letters and words[-3].isalpha()


def _signs(between: str) -> Iterator[str]:
    """Yield the signs of operations in what stands between two numbers; two where something else stands there."""
    at = 0
    while at < len(between):
        char = between[at]
        command = next((one for one in ("\\times", "\\cdot", "\\div") if between.startswith(one, at)), None)
        alone = between[at - 1 : at] in ("", " ") and between[at + 1 : at + 2] in ("", " ", "$")
        if command is not None:
            yield _SIGNS[command]
            at += len(command)
            continue
        if char == "=":
            yield char
        elif char in _SIGNS and (char != "x" or alone) and (char not in "-–/" or alone):
            yield _SIGNS[char]
        elif char not in _BESIDE and char not in "\\x":
            yield from ("?", "?")
        at += 1


def otherwise(chain: FormalChain) -> Iterator[Finding]:
    """Yield steps whose words say a number or an operation that no expression for these words has."""
    for i, (text, _) in enumerate(zip(chain.steps_text, chain.steps, strict=False)):
        if spans := unsaid(text, i, chain):
            found = listed([text[begin:end] for begin, end in spans])
            told = "expected in an expression of a statement that quotes it"
            yield Finding(
                Code.SAID_OTHERWISE, Place(chain=chain.id, step=i), f"{found} in the text of the step: {told}"
            )


def facts_otherwise(chain: FormalChain) -> Iterator[Finding]:
    """Yield facts with other numbers than their words: as many that the words have not as numbers left out of these."""
    for fact in chain.facts:
        words = [one for one in numbers(fact.quote) if not one.named and fact.quote[one.begin].isdigit()]
        own = CONVERSIONS.union(*(one.values for one in numbers(fact.quote)))
        said = [one.expr for one in fact.said if one.expr is not None]
        has = frozenset(value for expr in said for value in numerals(expr))
        others = {value for expr in said for value in numerals(expr, own) if value not in own}
        left = {fact.quote[one.begin : one.end]: one for one in words if one.values and not one.values & has}
        if others and len(others) == len(left):
            told = "expected in the expression of the fact, which has another number"
            place = Place(chain=chain.id, fact=fact.id)
            yield Finding(Code.SAID_OTHERWISE, place, f"{listed(list(left))} in its words: {told}")


def _in_facts(chain: FormalChain) -> frozenset[Fraction]:
    """Return the numbers of the facts of a chain, and of the functions that they speak of."""
    said = [one.expr for fact in chain.facts for one in fact.said if one.expr is not None]
    bodies = {name: one.body.expr for name, one in chain.variables.items() if one.body is not None}
    told = set[str]()
    for expr in said:  # which grows by the bodies of the functions that are spoken of
        for name in (expr.free & bodies.keys()) - told:
            told.add(name)
            if (body := bodies[name]) is not None:
                said.append(body)
    return frozenset(value for expr in said for value in numerals(expr))
