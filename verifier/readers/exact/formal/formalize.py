"""A chain in the formal language, as it is read by rules: quotes, roles, guards, other readings, rounded decimals, and
what was left unread. Nothing of it is decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final

from verifier.chain import Chain, Span, with_id
from verifier.checkers.evaluate import Outcome
from verifier.kernel.claim import Claim, relate
from verifier.kernel.expr import Expr, ExprTooLarge, Head, Int, Node, Sym
from verifier.language.expressions.spell import spell
from verifier.language.formal_chain import (
    NO_WORDS,
    Author,
    Fact,
    FactKind,
    FormalChain,
    FormalStep,
    OtherReading,
    Role,
    Spelled,
    Statement,
)
from verifier.language.read_chain import MAX_QUOTE, MAX_TOGETHER, read_chain
from verifier.language.vocabulary import MAX_WORDS
from verifier.language.write_chain import as_json
from verifier.mathtext.guards.guard import Abstention
from verifier.readers.exact.claims.context import Context
from verifier.readers.exact.claims.given.asked import applied_letters, target
from verifier.readers.exact.claims.given.hypotheses import roots
from verifier.readers.exact.claims.solutions import equation_of
from verifier.readers.exact.formal.expressions import spelled, spelled_body, spelled_term
from verifier.readers.exact.formal.further import Further
from verifier.readers.exact.formal.guarded import told as merged
from verifier.readers.exact.formal.names import Names, TooManyNames
from verifier.readers.exact.formal.statements import ROUNDED, StepTold, Told, loosened, told_steps
from verifier.readers.exact.formal.steps import read_steps
from verifier.readers.exact.guards.table import GUARDS
from verifier.readers.exact.opened import opened
from verifier.readers.exact.read import read_problem
from verifier.readers.exact.reading import Reading
from verifier.readers.exact.rereading.reread import reread_with_letters
from verifier.readers.exact.rereading.table import Sides
from verifier.version import VERSION

NAME: Final = f"exact {VERSION}"
"""Who translated, as formal chains name it."""

FORMULA: Final = "p.c"
"""How the id of a premise begins that is a formula of the problem; its number follows."""

_ROLES: Final = {
    "asserted": Role.CLAIM,
    "given": Role.CLAIM,
    "defined": Role.CLAIM,
    "denied": Role.RECALL,
    "asked": Role.RECALL,
    "recalled": Role.RECALL,
    "supposed": Role.RECALL,
}
"""The role of a statement, by that of its formula. What is supposed is decided like what is recalled, and holds from
there on as stated; what is asked or denied is decided as evidence, and guards keep it from being held against its step,
approved, or used."""


def formalize(problem: str | Chain, steps: Sequence[str] | None = None) -> FormalChain:
    """Return a problem and its steps (or a Chain) in the formal language, as the exact reader reads them.

    >>> [statement] = formalize("Add.", ["So 2 + 3 = 5."]).steps[0].statements
    >>> statement.role.value, [said.text for said in statement.said]
    ('claim', ['2 + 3 == 5'])

    Raises:
        TypeError, ValueError: on what is no chain.
        ShapeError: where its texts or its formulas are more than a formal chain may hold.
    """
    return read_chain(as_json(read_text(with_id(Chain.given(problem, steps))).with_others()))


@dataclass(frozen=True, slots=True)
class TextReading:
    """A chain as it is read by rules, and what else its words may say. ``stated``: what its problem states."""

    chain: FormalChain
    told: Sequence[StepTold]
    names: Names
    stated: frozenset[tuple[Head, Expr, Expr]]

    def besides(self, step: int, number: int) -> list[Further]:
        """Return what a statement says besides, in the order of its ``besides``."""
        return [one for one in self.told[step].said[number].further if one.said(self.names) is not None]

    def reread(self, step: int, number: int) -> list[OtherReading]:
        """Return the re-readings of a statement by which it may be right, for when it is refuted. None where it is not
        a formula of the text."""
        said = self.told[step].said
        if number >= len(said):
            return []
        told = said[number]
        lettered = reread_with_letters(told.formula, told.claim)
        return [*_other_readings(told, self.names), *(_other_reading(told, self.names, *one) for one in lettered)]

    def with_others(self) -> FormalChain:
        """Return the chain with the other readings of equations of numbers that do not hold: whoever decides it without
        the reader can ask for none."""
        steps = zip(self.chain.steps, self.told, strict=True)
        return replace(self.chain, steps=tuple(self._with_others(step, told) for step, told in steps))

    def _with_others(self, step: FormalStep, told: StepTold) -> FormalStep:
        pairs = zip_longest(step.statements, told.said[: len(step.statements)])
        return replace(step, statements=tuple(_with_others(one, said, self.names) for one, said in pairs))


def _other_readings(told: Told, names: Names) -> Iterator[OtherReading]:
    return (_other_reading(told, names, *one) for one in told.weighed.others())


def _other_reading(told: Told, names: Names, why: Abstention, sides: Sides) -> OtherReading:
    claim = told.claim.under(()).between(*sides)
    return OtherReading(why.code, why.message, spelled(claim, names))


def _with_others(one: Statement, told: Told | None, names: Names) -> Statement:
    if told is None or one.role not in (Role.CLAIM, Role.RECALL):
        return one
    others, valued = list(_other_readings(told, names)), told.weighed.outcome is not None
    said = dict.fromkeys(other.said for other in others if other.said is not None and valued)
    spared = [f"refute:{other.code}" for other in others if other.said not in said or len(said) > MAX_TOGETHER]
    guards = dict.fromkeys((*spared, *(f"prove:{other.code}" for other in others if other.said in said)))
    if spared and not valued:  # then what it says besides is refuted, and these readings spare that too
        besides = (replace(each, guards=tuple(merged((*each.guards, *spared)))) for each in one.besides)
        one = replace(one, besides=tuple(besides))
    alternatives = (*one.alternatives, *((other,) for other in said))[:MAX_TOGETHER]
    return replace(one, alternatives=alternatives, guards=tuple(merged((*one.guards, *guards))))


def read_text(chain: Chain, done: Callable[[int], None] = lambda count: None) -> TextReading:
    """Return a chain as it is read by rules, of any length. Reading what is written of it gives the same chain.

    ``done`` hears how many steps are read. The functions that a problem defines are letters to the chain where they
    take more than a chain may hold.
    """
    context, readings = opened(chain, done)
    try:
        return _reading(chain, context, readings, Names(context.functions, context.letters))
    except (ExprTooLarge, TooManyNames):
        context, readings = opened(chain)
        return _reading(chain, context, readings, Names({}, context.letters))


def _reading(chain: Chain, context: Context, readings: list[Reading], names: Names) -> TextReading:
    given, wanted = facts(chain.problem, context, names), asks(chain.problem, context, names)
    steps = told_steps(read_steps(chain, context, readings), context)
    said = tuple(_step(step, names) for step in steps)
    bodies = {one.name: spelled_body(one.body, one.letter, names) for one in names.functions()}
    formal = FormalChain(
        chain.id or "",
        names.vocabulary(bodies),
        given,
        wanted,
        said,
        Author("reader", NAME),
        chain.problem,
        tuple(step.text for step in chain.steps),
        scope=names.scope(),
    )
    return TextReading(formal, steps, names, frozenset(context.said))


def _step(step: StepTold, names: Names) -> FormalStep:
    statements = [*_statements(step, names)]
    unread = step.read.reading.unread
    if len(unread) > MAX_TOGETHER:
        unread = ((unread[0][0], unread[-1][1]),)
    quote = step.read.step.text.strip()
    if step.besides and len(quote) > MAX_QUOTE:
        unread = ((0, len(step.read.step.text)),)
    elif step.besides:
        why = "; ".join(dict.fromkeys(f"{one.code}: {one.message}" for one in step.besides))
        statements.append(Statement(Role.UNSAID, quote, reason=why[:MAX_WORDS]))
    return FormalStep(tuple(statements), tuple(unread))


def _statements(step: StepTold, names: Names) -> Iterator[Statement]:
    text = step.read.step.text
    for one in step.said:
        quote = text[slice(*one.formula.span)]
        quote = quote if quote.strip() and len(quote) <= MAX_QUOTE else one.formula.text
        yield _statement(one, quote, names)
    for one in step.said:
        if one.operation is not None:
            yield _operation(one.operation, text[slice(*one.formula.span)][:MAX_QUOTE], names)


def _operation(pairs: Sequence[tuple[Claim, Claim]], quote: str, names: Names) -> Statement:
    """What must be shown of the operation that words tell, as something unsaid."""
    readings = [tuple(said for one in pair if (said := spelled(one, names)) is not None) for pair in pairs]
    whole = [one for one in readings if len(one) == 2]
    reason = f"{GUARDS['operation-unshown'].code}: {GUARDS['operation-unshown'].message}"
    return Statement(Role.UNSAID, quote, next(iter(whole), ()), alternatives=tuple(whole[1:]), reason=reason)


def _statement(one: Told, quote: str, names: Names) -> Statement:
    guards = one.guards
    role = _role(one)
    claim = one.claim
    said = spelled(claim, names)
    if said is None:
        return Statement(Role.UNSAID, quote, reason=NO_WORDS)
    if role not in (Role.CLAIM, Role.RECALL):
        return Statement(role, quote, (said,))
    rounded, all_told = _rounded(claim, quote)
    if one.weighed.outcome is Outcome.FAILS:  # whatever may be rounded
        rounded = []
    elif not all_told:
        guards = tuple(merged((*guards, ROUNDED)))
    others = tuple((other,) for reading in one.alternatives if (other := spelled(reading, names)) is not None)
    besides = tuple(found for more in one.further if (found := more.said(names)) is not None)
    return Statement(role, quote, (said,), alternatives=others, besides=besides, guards=guards, rounded=tuple(rounded))


def _role(one: Told) -> Role:
    return Role.DEFINE if one.defines else _ROLES[one.formula.role]


def _rounded(claim: Claim, quote: str) -> tuple[list[Span], bool]:
    """The places of decimals that may be rounded in a quote, and whether all of them stand there as spelled."""
    wanted = {spell(dec) for dec in loosened(claim)} | set(_whole(claim))
    found = [(start, end) for start, end in _numerals(quote) if quote[start:end] in wanted]
    return found[:MAX_TOGETHER], wanted <= {quote[slice(*span)] for span in found}


def _whole(claim: Claim) -> Iterator[str]:
    """The whole number that a letter is set equal to: it may be what the letter's value rounds to."""
    for one, other in ((claim.left, claim.right), (claim.right, claim.left)):
        number = other.args[0] if isinstance(other, Node) and other.head is Head.NEG else other
        if claim.relation is Head.EQ and isinstance(one, Sym) and isinstance(number, Int):
            yield str(number.value)


def _numerals(text: str) -> Iterator[Span]:
    start = None
    for at, char in enumerate(f"{text} "):
        inside = char.isascii() and (char.isdigit() or char == ".")
        if inside and start is None:
            start = at
        elif not inside and start is not None:
            yield start, start + len(text[start:at].rstrip("."))
            start = None


def facts(problem: str, context: Context, names: Names) -> tuple[Fact, ...]:
    """Return the relations that a problem lays down, as facts. ``context``: the one that it opens."""
    reading = read_problem(problem)
    spans = {f"{FORMULA}{number}": formula.span for number, formula in enumerate(reading.formulas)}
    spans |= {one.premise.id: one.span for one in roots(problem, reading)}
    made: list[Fact] = []
    for premise in context.premises:
        id = premise.id if premise.id in spans else premise.id.rpartition(".")[0]  # what a formula gives besides
        if id not in spans:
            continue
        said = spelled(relate(premise.relation, premise.left, premise.right), names)
        quote = problem[slice(*spans[id])]
        if said is not None and quote.strip():
            made.append(Fact(premise.id, FactKind.GIVEN, quote, (said,)))
    return tuple(made)


def asks(problem: str, context: Context, names: Names) -> tuple[Spelled, ...]:
    """Return what a problem asks for, where it says so: the unknown of its one equation, or an expression."""
    reading = read_problem(problem)
    equation = equation_of(context.premises)
    told = target(problem, reading, applied_letters(*(one.term for one in reading.numerals)))
    wanted = told if equation is None else Sym(equation[1])
    said = None if wanted is None else spelled_term(wanted, names)
    return () if said is None else (said,)
