"""Roles: definitions, suppositions, what is taken back, what is asked and answered; and the use of names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from verifier.kernel.expr import Expr, Head, Node, Sym
from verifier.language.expressions.functions import Sort
from verifier.language.formal_chain import FormalChain, Role, Statement
from verifier.language.linting.findings import Code, Finding
from verifier.language.places import Place
from verifier.language.walk import expressions, readings, used, words

CONSTANTS: Final = frozenset({"pi", "e", "I", "deg"})


def definitions(chain: FormalChain) -> Iterator[Finding]:
    """Yield definitions that define nothing, or what has a meaning already."""
    known = set(used(chain, (*(one for fact in chain.facts for one in fact.said), *chain.asks)))
    for i, j, statement in chain.statements():
        for one in statement.said if statement.role is Role.DEFINE else ():
            at = Place(chain=chain.id, step=i, statement=j)
            if one.expr is not None and one.sort is Sort.FORMULA:
                yield from _definition(one.expr, one.text, known, at)
            known |= used(chain, [one])
        known |= used(chain, readings(statement))


def _definition(expr: Expr, text: str, known: set[str], at: Place) -> Iterator[Finding]:
    match expr:
        case Node(head=Head.EQ | Head.IFF, args=(Sym(name), value)) if name not in value.free:
            if name in known:
                told = f"{name} is used by a fact, by what is asked or by an earlier statement"
                yield Finding(Code.DEFINE_NOT_FRESH, at, f"expected a fresh name: {told}")
        case Node(head=Head.EQ | Head.IFF, args=(Node(head=Head.CALL), _)) | Node(head=Head.FOR_ALL):
            told = "a function is defined where it is declared, by args and expr"
            yield Finding(Code.DEFINE_FORM, at, f"expected name == expression, found {text[:80]}; {told}")
        case Node(head=Head.AND):
            told = "several definitions are a list of expressions"
            yield Finding(Code.DEFINE_FORM, at, f"expected name == expression, found {text[:80]}; {told}")
        case _:
            told = "what else is said of a name is a claim, or a supposition"
            yield Finding(Code.DEFINE_FORM, at, f"expected name == expression, found {text[:80]}; {told}")


def names(chain: FormalChain) -> Iterator[Finding]:
    """Yield names that nothing uses, and names that hide a constant."""
    spoken = {word for place, one in expressions(chain) if place.variable is None for word in words(one.text)}
    new = set(spoken)
    while new:
        bodies = (one.body for name in new if (one := chain.variables.get(name)) is not None)
        new = {word for body in bodies if body is not None for word in words(body.text)} - spoken
        spoken |= new
    for name, variable in chain.variables.items():
        at = Place(chain=chain.id, variable=name)
        if name not in spoken:
            yield Finding(Code.UNUSED_NAME, at, f"{name} is declared, and no expression uses it")
        if name in CONSTANTS:
            yield Finding(Code.SHADOWED_CONSTANT, at, f"{name} is a {variable.type.value} here, and no constant")


def ranges(chain: FormalChain) -> Iterator[Finding]:
    """Yield suppositions that end before they begin, and steps taken back that are not there."""
    for i, j, statement in chain.statements():
        at = Place(chain=chain.id, step=i, statement=j)
        until, of = statement.until, statement.of
        if until is not None and statement.role is not Role.SUPPOSE:
            yield Finding(Code.UNTIL_PLACE, at, f"expected no until of a {statement.role.value}: a supposition has one")
        elif until is not None and not i <= until < len(chain.steps):
            yield Finding(Code.UNTIL_PLACE, at, f"expected until from {i} to {len(chain.steps) - 1}, found {until}")
        if statement.role is Role.RETRACT and (of is None or of >= i):
            found = "none" if of is None else str(of)
            yield Finding(Code.RETRACT_PLACE, at, f"expected of as an earlier step, counted from 0, found {found}")
        elif statement.role is not Role.RETRACT and of is not None:
            yield Finding(Code.RETRACT_PLACE, at, f"expected no of of a {statement.role.value}: retract has one")


def asked(chain: FormalChain) -> Iterator[Finding]:
    """Yield chains that ask nothing, and answers that do not fit what is asked."""
    said = [statement for _, _, statement in chain.statements()]
    if not chain.asks and not any(one.role is Role.GOAL for one in said):
        told = "expected what is asked, or a goal where something is to be proved"
        yield Finding(Code.ASKS_EMPTY, Place(chain=chain.id), told)
    for i, j, statement in chain.statements():
        if statement.role is Role.ANSWER and chain.asks and statement.said:
            yield from _answer(chain, statement, Place(chain=chain.id, step=i, statement=j))


def _answer(chain: FormalChain, statement: Statement, at: Place) -> Iterator[Finding]:
    if len(statement.said) != len(chain.asks):
        told = f"expected {len(chain.asks)} values, one for each that is asked, found {len(statement.said)}"
        yield Finding(Code.ANSWER_COUNT, at, told)
        return
    for value, ask in zip(statement.said, chain.asks, strict=True):
        if value.sort is Sort.FORMULA and ask.sort not in (Sort.FORMULA, None):
            told = f"expected the value of {ask.text[:80]}, found the relation {value.text[:80]}"
            yield Finding(Code.ANSWER_RELATION, at, told)
