"""Statements about runs of a program: from text to claims, and back. Python's grammar gives the tree."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Final

from verifier.checkers.runs.shapes import iteration_of, shape_of
from verifier.checkers.runs.syntax import NotPython, expression, expression_or_none, module_or_none
from verifier.checkers.runs.values import NotSpelled, canonical, spelled, value_of
from verifier.kernel.run_claim import Place, RunClaim, Said
from verifier.language.expressions.errors import LanguageError

HEADS: Final = frozenset(one.value for one in Said)
"""The functions that statements about runs begin with."""

MAX_TEXT: Final = 20_000

ANYWHERE: Final = Place()

_PLACES: Final = ("nth", "when", "line")


def is_run(text: str) -> bool:
    """Return whether a text is meant as a statement about a run: it begins with one of its functions."""
    head = text.strip().removeprefix("not ").lstrip().partition("(")[0].rstrip()
    return head in HEADS


def parse_run(text: str, program: str, call: str) -> RunClaim:
    """Return the claim that a text makes of the run of ``call`` in ``program``.

    Raises:
        LanguageError: where it makes none.
    """
    if len(text) > MAX_TEXT:
        raise LanguageError(f"a statement of more than {MAX_TEXT} characters")
    try:
        tree = expression(text)
    except NotPython as wrong:
        raise LanguageError(f"not a statement: {wrong}") from None
    subject, values = _sides(tree, text)
    if not (isinstance(subject, ast.Call) and isinstance(subject.func, ast.Name) and subject.func.id in HEADS):
        raise LanguageError(f"expected one of {', '.join(sorted(HEADS))}, called with its arguments")
    said = Said(subject.func.id)
    try:
        return _READ[said](subject, values, Facts(program, call, said))
    except (NotSpelled, ValueError) as wrong:
        raise LanguageError(str(wrong)) from None


class Facts:
    """What every claim of a chain is about, and what is said of it."""

    def __init__(self, program: str, call: str, said: Said) -> None:
        self.program, self.call, self.said = program, call, said

    def claim(self, values: tuple[str, ...] | None, subject: str = "", place: Place = ANYWHERE) -> RunClaim:
        """Return the claim. Raises: LanguageError where it has no value."""
        if not values:
            raise LanguageError(f"{self.said.value}(...) is compared with a value: == value, or in [value, value]")
        return RunClaim(self.program, self.call, self.said, values, subject, place)


def _sides(tree: ast.expr, text: str) -> tuple[ast.expr, tuple[str, ...] | None]:
    """What is said, and the values that it is said to have; None where it stands alone."""
    match tree:
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return inner, ("False",)
        case ast.Compare(left=left, ops=[ast.Eq() | ast.Is()], comparators=[right]):
            return left, (_value(right, text),)
        case ast.Compare(left=left, ops=[ast.In()], comparators=[ast.List(elts=parts) | ast.Tuple(elts=parts)]):
            return left, tuple(dict.fromkeys(_value(one, text) for one in parts))
    return tree, None


def _value(tree: ast.expr, text: str) -> str:
    try:
        return canonical(ast.unparse(tree))
    except NotSpelled as wrong:
        raise LanguageError(f"expected a value as Python writes it: {wrong}") from None


def _arguments(call: ast.Call, most: int, keywords: tuple[str, ...] = ()) -> list[ast.expr]:
    if len(call.args) > most or any(one.arg not in keywords for one in call.keywords):
        named = f", and {', '.join(keywords)}" if keywords else ""
        raise LanguageError(f"{ast.unparse(call.func)} takes at most {most} arguments{named}")
    return list(call.args)


def _of_call(call: ast.Call, most: int) -> list[ast.expr]:
    """The arguments behind the call itself, which is written ``call``, as it stands, or left out."""
    found = _arguments(call, most)
    return found[1:] if found and not isinstance(found[0], ast.Constant) else found


def _ends(call: ast.Call, values: tuple[str, ...] | None, facts: Facts) -> RunClaim:
    if _of_call(call, 1):
        raise LanguageError(f"{facts.said.value}(call) is about the call of the problem")
    return facts.claim(values)


def _raises(call: ast.Call, values: tuple[str, ...] | None, facts: Facts) -> RunClaim:
    match _of_call(call, 2), values:
        case [ast.Constant(value=str(name))], None:
            return facts.claim((repr(name),))
    raise LanguageError('expected raises(call, "KeyError")')


def _line(tree: ast.expr) -> int:
    match tree:
        case ast.Constant(value=int(line)) if type(line) is int and line > 0:
            return line
        case ast.Name(id="end"):
            return 0
    raise LanguageError("expected a line of the program, from 1, or end")


def _place(call: ast.Call, line: int | None) -> Place:
    told = {one.arg: one.value for one in call.keywords}
    if "line" in told:
        line = _line(told["line"])
    nth = None
    if "nth" in told:
        nth = value_of(ast.unparse(told["nth"]))
        if type(nth) is not int or nth == 0:
            raise LanguageError("nth is 1 for the first time, 2 for the second, -1 for the last")
    return Place(line, nth, _when(told["when"]) if "when" in told else ())


def _when(tree: ast.expr) -> tuple[tuple[str, str], ...]:
    """The bindings that a text such as ``i == 3 and s == ''`` names."""
    if not (isinstance(tree, ast.Constant) and isinstance(tree.value, str)):
        raise LanguageError('expected when="i == 3"')
    try:
        inner = expression(tree.value)
    except NotPython as wrong:
        raise LanguageError(f"when: {wrong}") from None
    parts = inner.values if isinstance(inner, ast.BoolOp) and isinstance(inner.op, ast.And) else [inner]
    found = []
    for part in parts:
        match part:
            case ast.Compare(left=ast.Name(id=name), ops=[ast.Eq()], comparators=[right]):
                found.append((name, _value(right, tree.value)))
            case ast.Compare(
                left=ast.Call(func=ast.Name(id="iteration"), args=[loop], keywords=[]),
                ops=[ast.Eq()],
                comparators=[ast.Constant(value=int(number))],
            ) if type(number) is int and number > 0:
                found.append((iteration_of(_line(loop)), str(number)))
            case _:
                raise LanguageError('expected when="i == 3", or several of these joined by and')
    return tuple(sorted(found))


def _text_of(tree: ast.expr) -> str:
    """An expression, written as itself or as a text."""
    return tree.value if isinstance(tree, ast.Constant) and isinstance(tree.value, str) else ast.unparse(tree)


def _at(call: ast.Call, values: tuple[str, ...] | None, facts: Facts) -> RunClaim:
    found = _arguments(call, 2, _PLACES)
    line = _line(found[0]) if len(found) == 2 else None
    if not found or not (name := _text_of(found[-1])).isidentifier():
        raise LanguageError("expected at(line, name), or at(name)")
    return facts.claim(values, name, _place(call, line))


def _evaluates(call: ast.Call, values: tuple[str, ...] | None, facts: Facts) -> RunClaim:
    found = _arguments(call, 1, _PLACES)
    if not found:
        raise LanguageError(f"expected {facts.said.value}(expression)")
    expr = ast.unparse(expression(_text_of(found[0])))
    return facts.claim(values, expr, _place(call, None))


def _type_of(call: ast.Call, values: tuple[str, ...] | None, facts: Facts) -> RunClaim:
    return _evaluates(call, values, facts)


def _always(call: ast.Call, values: tuple[str, ...] | None, facts: Facts) -> RunClaim:
    """``always(f(int), result >= 0)``: with ``not`` before it, that it is not so."""
    found = _arguments(call, 2)
    if len(found) != 2 or (values or ("True",)) not in (("True",), ("False",)):
        raise LanguageError("expected always(f(int), result >= 0): calls by their types, and a condition")
    shape = ast.unparse(found[0])
    shape_of(facts.program, shape)
    return RunClaim(facts.program, shape, facts.said, values or ("True",), ast.unparse(found[1]))


def _of_line(call: ast.Call, values: tuple[str, ...] | None, facts: Facts) -> RunClaim:
    found = _arguments(call, 1, _PLACES)
    if len(found) != 1:
        raise LanguageError(f"expected {facts.said.value}(line)")
    alone = ("True",) if facts.said in (Said.EXECUTED, Said.CONDITION) else None
    return facts.claim(values or alone, "", _place(call, _line(found[0])))


_READ: Final[Mapping[Said, Callable[[ast.Call, tuple[str, ...] | None, Facts], RunClaim]]] = {
    **dict.fromkeys((Said.RETURNS, Said.PRINTS), _ends),
    **dict.fromkeys((Said.RUNS, Said.EXECUTED, Said.CONDITION), _of_line),
    Said.RAISES: _raises,
    Said.ALWAYS: _always,
    Said.AT: _at,
    Said.EVALUATES: _evaluates,
    Said.TYPE_OF: _type_of,
}


def spell_run(claim: RunClaim) -> str:
    """Return the text of a claim about a run, which ``parse_run`` reads as that claim."""
    place, said = claim.place, claim.said.value
    line = "" if place.line is None else "end" if place.line == 0 else str(place.line)
    when = " and ".join(f"{name} == {text}" for name, text in place.when)
    told = [f"nth={place.nth}"] if place.nth is not None else []
    told += [f"when={when!r}"] if when else []
    match claim.said:
        case Said.RETURNS | Said.PRINTS:
            inner = "call"
        case Said.RAISES:
            return f"raises(call, {claim.values[0]})"
        case Said.ALWAYS:
            return f"{'not ' if claim.values == ('False',) else ''}always({claim.call}, {claim.subject})"
        case Said.AT:
            inner = ", ".join(filter(None, (line, claim.subject, *told)))
        case Said.EVALUATES | Said.TYPE_OF:
            inner = ", ".join([claim.subject, *([f"line={line}"] if line else []), *told])
        case _:
            inner = ", ".join([line, *told])
    several = f"in [{', '.join(claim.values)}]"
    return f"{said}({inner}) {several if len(claim.values) > 1 else f'== {claim.values[0]}'}"


def value_spelled(text: str) -> str | None:
    """Return the one spelling of the value that a text spells, or None where it spells none."""
    try:
        return canonical(text)
    except NotSpelled:
        return None


def spelled_of(value: object) -> str | None:
    """Return the one spelling of a value, or None where it has none."""
    try:
        return spelled(value)
    except NotSpelled:
        return None


def spelled_value(spelling: str) -> object:
    """Return the value that a spelling spells. Raises: NotSpelled, a ValueError."""
    return value_of(spelling)


__all__ = [
    "ANYWHERE",
    "HEADS",
    "expression_or_none",
    "is_run",
    "iteration_of",
    "module_or_none",
    "parse_run",
    "spell_run",
    "spelled_of",
    "spelled_value",
    "value_spelled",
]
