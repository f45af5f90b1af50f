"""The JSON Schema that an answer is held to: lists instead of maps, every field required, as servers ask of one.

It is looser than a formal chain and says nothing of expressions: what an answer is worth is told by the linter.
"""

from __future__ import annotations

from typing import Any, Final

from verifier.kernel.expr import Type
from verifier.language.formal_chain import FactKind, Role

Json = dict[str, Any]

WHOLE: Final = ("vars", "facts", "asks", "steps")
"""What an answer about a chain by itself holds."""

PROBLEM: Final = ("vars", "facts", "asks")
"""What an answer about a problem holds."""

STEPS: Final = ("vars", "facts", "steps")
"""What an answer about steps over a vocabulary holds."""

_TEXT: Final[Json] = {"type": "string"}
_TEXTS: Final[Json] = {"type": "array", "items": _TEXT}
_PLACE: Final[Json] = {"type": "integer"}

SAYING: Final = (Role.CLAIM, Role.DEFINE, Role.RECALL, Role.ANSWER)
"""The roles whose statements hold expressions and nothing else."""


def answer_schema(parts: tuple[str, ...]) -> Json:
    """Return the schema of an answer that holds these parts."""
    every = {"vars": _listed(_variable()), "facts": _listed(_fact()), "asks": _TEXTS, "steps": _listed(_step())}
    return _object({name: every[name] for name in parts})


def _object(fields: Json) -> Json:
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


def _listed(one: Json) -> Json:
    return {"type": "array", "items": one}


def _variable() -> Json:
    plain = [one.value for one in Type if one is not Type.FUNCTION]
    told: Json = {"means": _TEXT, "unit": _TEXT, "by": {"type": "string", "enum": ["problem", "chain"]}}
    function = {"type": "string", "enum": [Type.FUNCTION.value]}
    return {
        "anyOf": [
            _object({"name": _TEXT, "type": {"type": "string", "enum": plain}, **told}),
            _object({"name": _TEXT, "type": function, **told, "args": _TEXTS, "expr": _TEXT}),
        ]
    }


def _fact() -> Json:
    kind = {"type": "string", "enum": [one.value for one in FactKind]}
    return _object({"id": _TEXT, "kind": kind, "quote": _TEXT, "expr": _TEXTS})


def _step() -> Json:
    return _object({"step": _PLACE, "states": _listed({"anyOf": [_said(), *_others()]})})


def _said() -> Json:
    return _object({"role": _one_of(*SAYING), "quote": _TEXT, "expr": _TEXTS})


def _others() -> list[Json]:
    return [
        _object({"role": _one_of(Role.SUPPOSE), "quote": _TEXT, "expr": _TEXTS, "until": _PLACE}),
        _object({"role": _one_of(Role.GOAL), "quote": _TEXT}),
        _object({"role": _one_of(Role.RETRACT), "quote": _TEXT, "of": _PLACE}),
        _object({"role": _one_of(Role.UNSAID), "quote": _TEXT, "reason": _TEXT}),
    ]


def _one_of(*roles: Role) -> Json:
    return {"type": "string", "enum": [role.value for role in roles]}
