"""From JSON to formal chains: the shape is held strictly, and an unreadable expression costs only its statement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from verifier.kernel.expr import Head, Node, Sym, Type
from verifier.kernel.run_claim import MAX_PROGRAM
from verifier.language.expressions.scope import Scope
from verifier.language.expressions.spell import spell
from verifier.language.formal_chain import (
    Author,
    Fact,
    FactKind,
    FormalChain,
    FormalStep,
    Role,
    Run,
    Spelled,
    Statement,
)
from verifier.language.infer_types import better_typed
from verifier.language.places import Place, ShapeError
from verifier.language.shapes import Fields, items, kind, shown, span, text
from verifier.language.vocabulary import MAX_WORDS, Spelling, spell_in, vocabulary

SCHEMA: Final = 1
"""The version of the format, which a chain says in its field ``formal``."""

MAX_ID: Final = 400
MAX_TEXT: Final = 200_000  # characters of a problem or a step
MAX_QUOTE: Final = 20_000
MAX_FACTS: Final = 400
MAX_ASKS: Final = 40
MAX_STEPS: Final = 2000
MAX_STATEMENTS: Final = 2000
MAX_TOGETHER: Final = 100  # expressions, alternatives, guards or spans of one statement

_BY: Final = ("kind", "name", "prompt", "temperature", "sample", "request")
_CHAIN: Final = ("formal", "id", "by", "problem", "steps_text", "run", "vars", "facts", "asks", "steps")
_STATEMENT: Final = ("role", "quote", "expr", "until", "of", "alternatives", "besides", "guards", "rounded", "reason")
_BESIDES: Final = ("expr", "given", "bonds", "alternatives", "guards")


def read_chain(value: object, line: int | None = None) -> FormalChain:
    """Return the formal chain of a JSON value; ``line`` is where it stands in its file, for messages.

    A name of type ``undeclared`` that is used as a matrix or as a point gets that type.

    Raises:
        ShapeError: where the value has not the shape of a formal chain.
    """
    return better_typed(_built(value, line, {}), lambda types: _built(value, line, types))


def _built(value: object, line: int | None, inferred: Mapping[str, Type]) -> FormalChain:
    fields = Fields.of(value, Place(line=line), "a formal chain", _CHAIN)
    place = Place(chain=fields.text("id", MAX_ID, needed=True), line=line)
    fields = Fields(place, fields.values)
    older = _older(fields)
    spelling = Spelling(Scope(untyped=Type.REAL if older else Type.UNDECLARED), run=_run(fields))
    variables = vocabulary(fields.need("vars"), place, spelling, inferred)
    facts = _facts(fields, spelling, older)
    asks = [spelling.spelled(one, replace(place, ask=i)) for i, one in enumerate(fields.items("asks", MAX_ASKS))]
    steps = _steps(fields, spelling)
    steps = tuple(_answering(step, spelling) for step in steps) if older else steps
    problem, texts = _texts(fields, len(steps), spelling)
    return FormalChain(
        id=place.chain,
        variables=variables,
        facts=facts,
        asks=tuple(asks),
        steps=steps,
        by=_author(fields),
        problem=problem,
        steps_text=texts,
        older=older,
        scope=spelling.scope,
        run=spelling.run,
    )


def _older(fields: Fields) -> bool:
    """Whether the chain was written before there were versions and kinds of facts."""
    if fields.has("formal"):
        version = fields.values["formal"]
        if not isinstance(version, int) or isinstance(version, bool) or version != SCHEMA:
            raise ShapeError(fields.place, f'expected "formal" as {SCHEMA}, found {shown(version)}')
        return False
    return not any(isinstance(one, dict) and "kind" in one for one in fields.items("facts", MAX_FACTS))


def _author(fields: Fields) -> Author:
    if not fields.has("by"):
        return Author()
    by = Fields.of(fields.values["by"], fields.place, '"by"', _BY)
    told = {name: by.text(name, MAX_WORDS) for name in ("name", "prompt", "sample", "request")}
    who = by.one_of("kind", ["model", "reader", "person"]) if by.has("kind") else ""
    return Author(kind=who, temperature=by.number("temperature"), **told)


def _run(fields: Fields) -> Run | None:
    if not fields.has("run"):
        return None
    run = Fields.of(fields.values["run"], fields.place, '"run"', ("program", "call"))
    return Run(*(run.text(name, MAX_PROGRAM, needed=True) for name in ("program", "call")))


def _texts(fields: Fields, steps: int, spelling: Spelling) -> tuple[str, tuple[str, ...]]:
    """The problem and the text of the steps; both empty where they stand elsewhere."""
    if fields.has("problem") != fields.has("steps_text"):
        raise ShapeError(fields.place, 'expected both "problem" and "steps_text", or neither')
    listed = fields.items("steps_text", MAX_STEPS)
    if fields.has("problem") and len(listed) != steps:
        raise ShapeError(fields.place, f'expected as many "steps_text" as "steps" ({steps}), found {len(listed)}')
    places = (replace(fields.place, step=i) for i in range(len(listed)))
    texts = (spelling.quoted(text(one, at, "its text", MAX_TEXT), at) for at, one in zip(places, listed, strict=True))
    return spelling.quoted(fields.text("problem", MAX_TEXT), fields.place), tuple(texts)


def _facts(fields: Fields, spelling: Spelling, older: bool) -> tuple[Fact, ...]:
    found: dict[str, Fact] = {}
    for i, value in enumerate(fields.items("facts", MAX_FACTS)):
        one = Fields.of(value, replace(fields.place, fact=str(i)), "a fact", ("id", "kind", "quote", "expr"))
        id = one.text("id", MAX_WORDS, needed=True)
        one = Fields(replace(fields.place, fact=id), one.values)
        if id in found:
            raise ShapeError(one.place, "there are two facts with this id")
        of_kind = None if older else FactKind(one.one_of("kind", [member.value for member in FactKind]))
        said = _said(one.need("expr"), one.place, spelling)
        found[id] = Fact(id, of_kind, spelling.quoted(one.text("quote", MAX_QUOTE), one.place), said)
    return tuple(found.values())


def _said(value: object, place: Place, spelling: Spelling) -> tuple[Spelled, ...]:
    """The expressions of one text, or of a list of them."""
    several = items(value, place, "expressions", MAX_TOGETHER) if isinstance(value, list) else [value]
    return tuple(spelling.spelled(one, place) for one in several)


def _steps(fields: Fields, spelling: Spelling) -> tuple[FormalStep, ...]:
    steps, left = [], MAX_STATEMENTS
    for i, value in enumerate(items(fields.need("steps"), fields.place, '"steps"', MAX_STEPS)):
        place = replace(fields.place, step=i)
        step = _step(value, place, spelling, left)
        left -= len(step.statements)
        steps.append(step)
    return tuple(steps)


def _answering(step: FormalStep, spelling: Spelling) -> FormalStep:
    """The step as it is written today, its answers as values: older chains say ``name == value``."""
    return replace(step, statements=tuple(_answer(one, spelling.scope) for one in step.statements))


def _answer(statement: Statement, scope: Scope) -> Statement:
    match statement:
        case Statement(role=Role.ANSWER, said=(Spelled(expr=Node(head=Head.EQ, args=(Sym(), value))),)):
            return replace(statement, said=(spell_in(spell(value), scope),))
    return statement


def _step(value: object, place: Place, spelling: Spelling, most: int) -> FormalStep:
    """A step: a list of statements, or an object with these and with what was left unread."""
    unread: Sequence[object] = []
    if isinstance(value, dict):
        fields = Fields.of(value, place, "a step", ("statements", "unread"))
        value, unread = fields.need("statements"), fields.items("unread", MAX_TOGETHER)
    if not isinstance(value, list):
        raise ShapeError(place, f"expected a step as a list of statements, found {kind(value)}")
    if len(value) > most:
        raise ShapeError(place, f"a chain has at most {MAX_STATEMENTS} statements")
    said = (_statement(one, replace(place, statement=j), spelling) for j, one in enumerate(value))
    return FormalStep(tuple(said), tuple(span(one, place, "an unread part") for one in unread))


def _statement(value: object, place: Place, spelling: Spelling) -> Statement:
    fields = Fields.of(value, place, "a statement", _STATEMENT)
    others = fields.items("alternatives", MAX_TOGETHER)
    besides = (_besides(one, place, spelling) for one in fields.items("besides", MAX_TOGETHER))
    return Statement(
        role=Role(fields.one_of("role", [role.value for role in Role])),
        quote=spelling.quoted(fields.text("quote", MAX_QUOTE), place),
        said=_said(fields.values["expr"], place, spelling) if fields.has("expr") else (),
        until=fields.whole("until"),
        of=fields.whole("of"),
        alternatives=tuple(_said(one, place, spelling) for one in others),
        besides=tuple(besides),
        guards=_guards(fields),
        rounded=tuple(span(one, place, "a rounded part") for one in fields.items("rounded", MAX_TOGETHER)),
        reason=fields.text("reason", MAX_WORDS),
    )


def _besides(value: object, place: Place, spelling: Spelling) -> Statement:
    fields = Fields.of(value, place, "what is said besides", _BESIDES)
    others = fields.items("alternatives", MAX_TOGETHER)
    said = _said(fields.need("expr"), place, spelling)
    readings = tuple(_said(one, place, spelling) for one in others)
    told = (fields.items(name, MAX_TOGETHER) for name in ("given", "bonds"))
    given, bonds = (tuple(spelling.spelled(one, place) for one in every) for every in told)
    return Statement(Role.CLAIM, "", said, alternatives=readings, given=given, bonds=bonds, guards=_guards(fields))


def _guards(fields: Fields) -> tuple[str, ...]:
    return tuple(text(one, fields.place, "a guard", MAX_WORDS) for one in fields.items("guards", MAX_TOGETHER))
