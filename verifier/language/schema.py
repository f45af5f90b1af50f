"""The JSON Schema (2020-12) of a formal chain. What a schema cannot say is in ``BESIDES``, and the reader holds it."""

from __future__ import annotations

from typing import Any, Final

from verifier.kernel.expr import Type
from verifier.kernel.run_claim import MAX_PROGRAM
from verifier.language.expressions.functions import OLDER_TYPES, TYPES
from verifier.language.expressions.scan import RESERVED
from verifier.language.formal_chain import FactKind, Role
from verifier.language.read_chain import (
    MAX_ASKS,
    MAX_FACTS,
    MAX_ID,
    MAX_QUOTE,
    MAX_STATEMENTS,
    MAX_STEPS,
    MAX_TEXT,
    MAX_TOGETHER,
    SCHEMA,
)
from verifier.language.vocabulary import (
    MAX_ALL_WORDS,
    MAX_ARGS,
    MAX_EXPRESSIONS,
    MAX_NAME,
    MAX_VARIABLES,
    MAX_WORDS,
    OWN,
)

Json = dict[str, Any]

BESIDES: Final = (
    '"problem" and "steps_text" stand together, with as many texts as "steps"',
    "two facts have two ids; two letters of a function have two names",
    f"a chain has at most {MAX_STATEMENTS} statements, {MAX_EXPRESSIONS} characters of expressions, "
    f"and {MAX_ALL_WORDS} of texts and quotes",
    "a span [begin, end] ends behind its begin",
    "an object has each field once",
)
"""What the reader asks for besides."""


def schema() -> Json:
    """Return the schema, with a description of every field."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A formal chain",
        "description": "A problem and its steps in the formal language. Besides: " + "; ".join(BESIDES) + ".",
        **_chain(),
        "$defs": {
            "variable": _variable(),
            "fact": _fact(),
            "statement": _statement(),
            "besides": _besides(),
            "step": _step(),
            "author": _author(),
            "expression": {"type": "string", "maxLength": MAX_EXPRESSIONS},
            "expressions": {"anyOf": [_EXPRESSION, _listed(_EXPRESSION, MAX_TOGETHER)]},
            "span": _SPAN,
        },
    }


_EXPRESSION: Final[Json] = {"$ref": "#/$defs/expression"}
_EXPRESSIONS: Final[Json] = {"$ref": "#/$defs/expressions"}
_PLACE: Final[Json] = {"type": "integer", "minimum": 0, "exclusiveMaximum": 10**9}
_SPAN: Final[Json] = {"type": "array", "prefixItems": [_PLACE, _PLACE], "items": False, "minItems": 2}


def _text(most: int, description: str = "") -> Json:
    return {"type": "string", "maxLength": most, **({"description": description} if description else {})}


def _listed(of: Json, most: int) -> Json:
    return {"type": "array", "items": of, "maxItems": most}


def _object(described: Json, required: tuple[str, ...] = ()) -> Json:
    held = {"required": list(required), "additionalProperties": False}
    return {"type": "object", "properties": described, **held}


_RUN: Final = {"program": "its text", "call": "the call that the problem asks about, as in `f([1, 2])`"}


def _chain() -> Json:
    names = {"pattern": f"^{_NAME}$", "maxLength": MAX_NAME}
    variables = {
        "type": "object",
        "propertyNames": names,
        "maxProperties": MAX_VARIABLES,
        "additionalProperties": {"$ref": "#/$defs/variable"},
        "properties": {
            name: {"$ref": "#/$defs/variable", "properties": {"type": {"not": {"const": "function"}}}}
            for name in sorted(OWN)
        },
    }
    of_chain = _object(
        {
            "formal": {"const": SCHEMA, "description": "the version of the format"},
            "id": _text(MAX_ID, "the chain's id; several chains of one id are several translations of it"),
            "by": {"$ref": "#/$defs/author", "description": "who translated; this never raises trust"},
            "problem": _text(MAX_TEXT, "the text of the problem, where it does not stand beside the chain"),
            "steps_text": {**_listed(_text(MAX_TEXT), MAX_STEPS), "description": "the text of each step"},
            "run": {
                **_object({name: _text(MAX_PROGRAM, told) for name, told in _RUN.items()}, tuple(_RUN)),
                "description": "the program of the problem, which statements about runs speak of",
            },
            "vars": {**variables, "description": "the quantities and functions by name"},
            "facts": {**_listed({"$ref": "#/$defs/fact"}, MAX_FACTS), "description": "what the problem gives"},
            "asks": {**_listed(_EXPRESSION, MAX_ASKS), "description": "what the problem asks for"},
            "steps": {
                **_listed({"$ref": "#/$defs/step"}, MAX_STEPS),
                "description": "a list of statements for each step; empty where it states nothing of mathematics",
            },
        },
        ("formal", "id", "vars", "steps"),
    )
    return {**of_chain, "dependentRequired": {"problem": ["steps_text"], "steps_text": ["problem"]}}


def _variable() -> Json:
    letter = {"type": "string", "pattern": f"^ *{_NAME} *( in +({'|'.join([*TYPES, *OLDER_TYPES])}) *)?$"}
    described = {
        "type": {"enum": [one.value for one in Type], "description": "where it takes values, or `function`"},
        "means": _text(MAX_WORDS, "what it stands for, in words"),
        "unit": _text(MAX_WORDS, "its unit, as in `mile/hour`"),
        "by": {"enum": ["chain"], "description": "only the chain speaks of it, not the problem"},
        "args": {
            **_listed({**letter, "maxLength": MAX_NAME}, MAX_ARGS),
            "minItems": 1,
            "description": "the letters of a function: `x`, or `x in Real`",
        },
        "expr": {**_EXPRESSION, "description": "what a function does with its letters; without it, it may be any"},
    }
    function = {"properties": {"type": {"const": "function"}}, "required": ["type"]}
    plain = {"not": {"anyOf": [{"required": ["args"]}, {"required": ["expr"]}]}}
    return {**_object(described, ("type",)), "if": function, "then": {"required": ["args"]}, "else": plain}


_TAKEN: Final = "|".join(sorted({*RESERVED, *TYPES, *OLDER_TYPES, "oo"}))
_NAME: Final = f"(?!(?:{_TAKEN})(?![A-Za-z0-9_]))[A-Za-z][A-Za-z0-9_]*"


def _fact() -> Json:
    described = {
        "id": _text(MAX_WORDS, "its id, as in `p0`"),
        "kind": {
            "enum": [one.value for one in FactKind],
            "description": "`given` by the words, `known` to everybody, or a `model` of the translator's",
        },
        "quote": _text(MAX_QUOTE, "the words of the problem that give it, verbatim"),
        "expr": {**_EXPRESSIONS, "description": "what it says: an expression, or a list of them"},
    }
    return _object(described, ("id", "kind", "expr"))


_ALTERNATIVES: Final[Json] = {
    **_listed(_EXPRESSIONS, MAX_TOGETHER),
    "description": "other readings of the same words, each a whole one",
}
_GUARDS: Final[Json] = {
    **_listed(_text(MAX_WORDS), MAX_TOGETHER),
    "description": "codes that forbid to decide, prove, refute, accuse, approve or use, as in `accuse:quoted`; "
    "`if` and a condition may follow",
}


def _besides() -> Json:
    formulas = _listed(_text(MAX_EXPRESSIONS), MAX_TOGETHER)
    described = {
        "expr": _EXPRESSIONS,
        "given": {**formulas, "description": "from what alone it is to follow"},
        "bonds": {**formulas, "description": "what may be used quietly: it must fail somewhere where one or two hold"},
        "alternatives": _ALTERNATIVES,
        "guards": _GUARDS,
    }
    return _object(described, ("expr",))


def _statement() -> Json:
    described = {
        "role": {"enum": [one.value for one in Role], "description": "what the step does with it"},
        "quote": _text(MAX_QUOTE, "the words of the step that say it, verbatim"),
        "expr": {**_EXPRESSIONS, "description": "what it says: an expression, or a list of them"},
        "until": {**_PLACE, "description": "of a supposition: the last step in which it holds, counted from 0"},
        "of": {**_PLACE, "description": "of `retract`: the step that is taken back, counted from 0"},
        "alternatives": _ALTERNATIVES,
        "besides": {
            **_listed({"$ref": "#/$defs/besides"}, MAX_TOGETHER),
            "description": "what the words say besides: where one is refuted, the statement is",
        },
        "guards": _GUARDS,
        "rounded": {
            **_listed({"$ref": "#/$defs/span"}, MAX_TOGETHER),
            "description": "spans of the quote with decimals that stand for rounded numbers, in code points",
        },
        "reason": _text(MAX_WORDS, "why something is unsaid"),
    }
    return _object(described, ("role",))


def _step() -> Json:
    statements = {"type": "array", "items": {"$ref": "#/$defs/statement"}, "maxItems": MAX_STATEMENTS}
    described = {
        "statements": {**statements, "description": "what the step states"},
        "unread": {
            **_listed({"$ref": "#/$defs/span"}, MAX_TOGETHER),
            "description": "spans of the step that were left unread, in code points",
        },
    }
    return {"anyOf": [statements, _object(described, ("statements",))]}


def _author() -> Json:
    return _object(
        {
            "kind": {"enum": ["model", "reader", "person"], "description": "what translated"},
            "name": _text(MAX_WORDS, "its name"),
            "prompt": _text(MAX_WORDS, "the SHA-256 of what a model was asked"),
            "temperature": {
                "type": "number",
                "exclusiveMinimum": -1e9,
                "exclusiveMaximum": 1e9,
                "description": "how freely a model drew its words",
            },
            "sample": _text(MAX_WORDS, "which of several translations by one translator it is"),
        }
    )
