"""The names that a statement binds in front, and terms in these names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from verifier.checkers.lean.statement.statement import Statement
from verifier.checkers.lean.statement.terms import Writer
from verifier.kernel.expr import Expr, Head, Int, Node


def bound(statement: Statement) -> list[str]:
    """Return the names that a statement binds in front: of letters, and of the values of functions."""
    return [*(f"x{i}" for i in range(len(statement.letters))), *(x for x, _ in statement.writer.scopes[0].bound)]


def intro(statement: Statement) -> str:
    """Return the tactic that names everything which a statement about all numbers binds."""
    hypotheses = (f"h{i}" for i in range(len(statement.hypotheses)))
    field = ["K", *"_" * statement.head.count("[")] if "K" in statement.head else []
    return " ".join(["intro", *field, *bound(statement), *statement.functions, *hypotheses])


def numbers(statement: Statement) -> list[str]:
    """Return those names that are numbers of the field."""
    values = [name for name, type_ in statement.writer.scopes[0].bound if type_ == "K"]
    return [*(f"x{i}" for i in range(len(statement.letters))), *values]


def meanings(statement: Statement) -> Iterator[tuple[str, str]]:
    """Yield each name that represents the value of a function, with the hypothesis that says what it means."""
    scope = statement.writer.scopes[0]
    first = len(statement.hypotheses) - len(scope.meanings)
    yield from ((name, f"h{first + i}") for i, (name, _) in enumerate(scope.bound))


def writer_of(statement: Statement) -> Writer:
    """Return a writer of terms in a statement's own letters and names; what it adds does not change the statement."""
    known = statement.writer
    scopes = [replace(one, bound=[*one.bound], meanings=[*one.meanings], named={**one.named}) for one in known.scopes]
    laws = replace(known.laws, powers=[*known.laws.powers], logs=[*known.laws.logs], angles=[*known.laws.angles])
    return Writer(known.numbers, dict(known.names), scopes, known.point, laws=laws, count=known.count)


def roots(statement: Statement) -> list[tuple[str, Expr, int, str]]:
    """Return each root of an ordered field that has a name: that, its radicand, its index, and a proof that it is not
    negative and has the right power."""
    at, found = dict(meanings(statement)), []
    for name, of in statement.writer.valued:
        match of:
            case Node(Head.ROOT, (radicand, Int(index))) if name in at and statement.ordered:
                odd = f"(And.intro ({at[name]}.2 (by grind)) {at[name]}.1)"
                found.append((name, radicand, index, odd if name[0] == "q" else f"({at[name]} (by grind))"))
    return found
