"""The names that a formal chain declares: quantities with a type, and functions with letters and a body."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from verifier.kernel.expr import Letter, Type
from verifier.language.expressions.errors import LanguageError
from verifier.language.expressions.functions import BINDERS, FUNCTIONS, OLDER, OLDER_TYPES, SPECIAL, TYPES, Sort
from verifier.language.expressions.parse import parsed_in
from verifier.language.expressions.runs import is_run, parse_run
from verifier.language.expressions.scan import RESERVED, scan
from verifier.language.expressions.scope import Declared, Scope
from verifier.language.formal_chain import Run, Spelled, Variable
from verifier.language.places import Place, ShapeError
from verifier.language.shapes import Fields, text

MAX_VARIABLES: Final = 400
MAX_NAME: Final = 60  # characters of a name
MAX_ARGS: Final = 12  # letters of a function
MAX_WORDS: Final = 2000  # characters of a meaning, a unit, a reason
MAX_EXPRESSIONS: Final = 400_000  # characters of all expressions of a chain
MAX_ALL_WORDS: Final = 400_000  # characters of the problem, the steps and all quotes of a chain
OWN: Final = frozenset({*FUNCTIONS, *BINDERS, *SPECIAL, *OLDER})
"""The names of the language's own functions."""


@dataclass(slots=True)
class Spelling:
    """Reads the expressions of one chain, each on its own: one that cannot be read says why, and costs no other."""

    scope: Scope = field(default_factory=Scope)
    left: int = MAX_EXPRESSIONS
    words_left: int = MAX_ALL_WORDS
    run: Run | None = None

    def quoted(self, value: str, place: Place) -> str:
        """Return a quote or the text of a problem or a step.

        Raises:
            ShapeError: where there is too much of it in the chain.
        """
        self.words_left -= len(value)
        if self.words_left < 0:
            raise ShapeError(place, f"the texts and quotes of a chain have at most {MAX_ALL_WORDS} characters")
        return value

    def spelled(self, value: object, place: Place) -> Spelled:
        """Return what a text spells.

        Raises:
            ShapeError: where it is no text, or there is too much of it in the chain.
        """
        spelled = text(value, place, "an expression", MAX_EXPRESSIONS)
        self.left -= len(spelled)
        if self.left < 0:
            raise ShapeError(place, f"the expressions of a chain have at most {MAX_EXPRESSIONS} characters")
        if self.run is not None and is_run(spelled):
            return _of_run(spelled, self.run)
        return spell_in(spelled, self.scope)


def _of_run(spelled: str, run: Run) -> Spelled:
    """What a text says of the run, or why it says nothing."""
    try:
        return Spelled(spelled, run=parse_run(spelled, run.program, run.call))
    except LanguageError as error:
        return Spelled(spelled, error=error)


def spell_in(spelled: str, scope: Scope) -> Spelled:
    """Return what a text spells with these names, or why it spells nothing."""
    try:
        scan(spelled)
        expr, sort = parsed_in(spelled, scope)
    except LanguageError as error:
        return Spelled(spelled, error=error)
    return Spelled(spelled, expr, sort)


def name(value: object, place: Place, what: str) -> str:
    """Return a name as expressions may use it.

    Raises:
        ShapeError: where it is none.
    """
    found = text(value, place, what, MAX_NAME)
    if not (found.isascii() and found.isidentifier() and found[0] != "_"):
        raise ShapeError(place, f"{what} {found!r} is no name: expected a letter, then letters, digits and _, in ASCII")
    if found in RESERVED:
        raise ShapeError(place, f"{what} {found!r} is a reserved word; a name is spelled {found}_")
    if found in TYPES or found in OLDER_TYPES or found == "oo":
        raise ShapeError(place, f"{what} {found!r} is taken: it has a meaning of its own in expressions")
    return found


def vocabulary(value: object, place: Place, spelling: Spelling, inferred: Mapping[str, Type]) -> Mapping[str, Variable]:
    """Return the declared names, and let ``spelling`` know them.

    ``inferred`` are types in the place of ``undeclared`` and ``point``. A function may use every quantity, and
    functions before it.

    Raises:
        ShapeError: where something is no declaration.
    """
    declared = Fields(place, {}) if value is None else Fields.of(value, place, '"vars"', list(_keys(value)))
    if len(declared.values) > MAX_VARIABLES:
        raise ShapeError(place, f'expected at most {MAX_VARIABLES} of "vars", found {len(declared.values)}')
    found: dict[str, Variable] = {}
    for key, one in declared.values.items():
        at = replace(place, variable=key[:MAX_NAME])
        found[key] = _variable(name(key, at, "the name"), one, at, inferred)
    quantities = {key: Declared(one.type) for key, one in found.items() if one.type is not Type.FUNCTION}
    spelling.scope = replace(spelling.scope, declared=quantities)
    for key, one in found.items():
        if one.type is Type.FUNCTION:
            found[key] = _defined(one, declared.values[key], replace(place, variable=key), spelling)
    return found


def _keys(value: object) -> list[str]:
    return [key for key in value if isinstance(key, str)] if isinstance(value, dict) else []


def _variable(key: str, value: object, place: Place, inferred: Mapping[str, Type]) -> Variable:
    fields = Fields.of(value, place, "a variable", ("type", "means", "unit", "by", "args", "expr"))
    kind = Type(fields.one_of("type", [one.value for one in Type]))
    if kind is not Type.FUNCTION and (fields.has("args") or fields.has("expr")):
        raise ShapeError(place, f'only a function has "args" and "expr", and {key} is of type {kind.value}')
    if kind is Type.FUNCTION and key in OWN:
        raise ShapeError(place, f"{key} is a function of the language; a declared one has a name of its own")
    return Variable(
        key,
        inferred.get(key, kind) if kind in (Type.UNDECLARED, Type.POINT) else kind,
        fields.text("means", MAX_WORDS),
        fields.text("unit", MAX_WORDS),
        fields.has("by") and fields.one_of("by", ["chain"]) == "chain",
        tuple(text(one, place, "an argument", MAX_NAME) for one in fields.items("args", MAX_ARGS)),
    )


def _defined(function: Variable, value: object, place: Place, spelling: Spelling) -> Variable:
    """The function with its body read; ``spelling`` knows it from here on."""
    if not function.args:
        raise ShapeError(place, 'a function has "args", a list of letters such as "x" or "x in Real"')
    outside = spelling.scope
    letters = [_letter(one, place, outside) for one in function.args]
    if len({one.name for one in letters}) < len(letters):
        raise ShapeError(place, "the letters of a function differ from each other")
    gives, body = Sort.NUMBER, None
    if isinstance(value, dict) and "expr" in value:
        spelling.scope = outside.within(letters)
        body = spelling.spelled(value["expr"], place)
        gives = body.sort or Sort.NUMBER
    known = Declared(Type.FUNCTION, tuple(one.type for one in letters), gives)
    spelling.scope = replace(outside, declared={**outside.declared, function.name: known})
    return replace(function, body=body)


def _letter(spelled: str, place: Place, scope: Scope) -> Letter:
    """The letter that ``x`` or ``x in Real`` tells."""
    letter, told, kind = spelled.partition(" in ")
    found = name(letter.strip(), place, "the argument")
    if not told:
        return scope.letter(found)
    known = TYPES.get(kind.strip()) or OLDER_TYPES.get(kind.strip())
    if known is None:
        raise ShapeError(place, f"expected a type ({', '.join(TYPES)}) behind 'in', found {kind.strip()!r}")
    return Letter(found, known)
