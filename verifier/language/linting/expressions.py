"""Expressions: what the language has not, names that nobody declared, and statements that assert nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from verifier.kernel.expr import Expr, Head, Node
from verifier.language.expressions.functions import Sort
from verifier.language.formal_chain import FormalChain, Role, Spelled
from verifier.language.linting.findings import Code, Finding
from verifier.language.places import Place
from verifier.language.walk import expressions, readings

SILENT: Final = frozenset({Role.UNSAID, Role.RETRACT})
"""The roles without an expression."""

SAYING: Final = frozenset({Role.CLAIM, Role.DEFINE, Role.SUPPOSE, Role.RECALL})
"""The roles whose expressions are formulas."""

_SAME_HOLDS: Final = frozenset({Head.EQ, Head.LE, Head.GE, Head.IFF, Head.IMPLIES, Head.CONGRUENT, Head.ABOUT})
_OF_ALL: Final = frozenset({Head.AND, Head.FOR_ALL})


def unparsed(chain: FormalChain) -> Iterator[Finding]:
    """Yield what cannot be read, with the parser's reason and column."""
    for place, one in expressions(chain):
        if one.error is not None:
            code = Code.UNKNOWN_NAME if "is not declared" in one.error.message else Code.UNPARSED
            at = replace(place, column=one.error.column)
            yield Finding(code, at, f"{one.error.message}; it says {_shown(one.text)}")


def empty(chain: FormalChain) -> Iterator[Finding]:
    """Yield facts and statements that say nothing, or have an expression where their role has none."""
    for fact in chain.facts:
        at = Place(chain=chain.id, fact=fact.id)
        if not fact.said:
            yield Finding(Code.EXPRESSION_MISSING, at, "expected what the fact says")
        for one in fact.said:
            yield from _nothing(one, at, "a fact")
    for i, j, statement in chain.statements():
        at = Place(chain=chain.id, step=i, statement=j)
        silent = statement.role in SILENT
        if bool(statement.said) is silent and statement.role is not Role.GOAL:
            code = Code.EXPRESSION_NEEDLESS if silent else Code.EXPRESSION_MISSING
            expected = "no expression" if silent else "an expression"
            yield Finding(code, at, f"expected {expected} of a statement whose role is {statement.role.value}")
        if statement.role in SAYING:
            for one in readings(statement):
                yield from _nothing(one, at, f"what is said by {statement.role.value}")


def _nothing(one: Spelled, at: Place, what: str) -> Iterator[Finding]:
    if one.expr is None:
        return
    if one.sort is not Sort.FORMULA:
        told = "" if one.sort is None else one.sort.value
        yield Finding(Code.NOT_A_FORMULA, at, f"expected a formula as {what}, found {told}: {_shown(one.text)}")
    elif trivial(one.expr):
        yield Finding(Code.ASSERTS_NOTHING, at, f"{_shown(one.text)} holds whatever its names stand for")


def trivial(expr: Expr) -> bool:
    """Whether a formula holds by its form alone, wherever it is defined."""
    if not isinstance(expr, Node):
        return False
    if expr.head in _OF_ALL:
        return all(map(trivial, expr.args))
    same = expr.head in _SAME_HOLDS and expr.args[0] == expr.args[1]
    return same or expr.head is Head.TRUE


def _shown(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:77]}..."
