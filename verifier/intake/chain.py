"""A chain from a JSON value, ``{"problem": string, "steps": [strings]}``: the form that asks for nothing else."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from verifier.chain import Chain
from verifier.intake.bad import BadInput

EXPECTED = 'expected an object {"problem": string, "steps": [strings]}'


def chain_from(data: Any) -> Chain:
    """Return the chain that a JSON value spells. Raises: BadInput, which says what was expected."""
    if not isinstance(data, dict):
        raise BadInput(f"{EXPECTED}, got {_kind(data)}")
    id = data.get("id")
    if id is not None and not isinstance(id, str):
        id = json.dumps(id)
    try:
        return Chain.of(_string(data, "problem"), _steps(data), id, _optional(data, "answer"))
    except BadInput as error:
        error.id = id
        raise


def with_origin(chain: Chain, data: dict[str, Any]) -> Chain:
    """Return the chain of a record with its place and the way in which its text was split, where the record names them.

    Raises: BadInput where one of these is no string."""
    for key in ("place", "split"):
        if key in data and not isinstance(data[key], str):
            raise BadInput(f'expected "{key}" as a string, got {_kind(data[key])}')
    return replace(chain, place=data.get("place"), split=data.get("split"))


def _string(data: dict[str, Any], key: str) -> str:
    if key not in data:
        raise BadInput(f'{EXPECTED}, got no key "{key}"')
    if not isinstance(data[key], str):
        raise BadInput(f'expected "{key}" as a string, got {_kind(data[key])}')
    return str(data[key])


def _steps(data: dict[str, Any]) -> list[str]:
    steps = data.get("steps")
    if "steps" not in data:
        raise BadInput(f'{EXPECTED}, got no key "steps"')
    if not isinstance(steps, list):
        raise BadInput(f'expected "steps" as a list of strings, got {_kind(steps)}')
    if not steps:
        raise BadInput('expected "steps" with at least one step, got an empty list')
    for number, step in enumerate(steps):
        if not isinstance(step, str):
            raise BadInput(f"expected step {number} (counted from 0) as a string, got {_kind(step)}")
    return steps


def _optional(data: dict[str, Any], key: str) -> str | None:
    value = data.get(key)
    return value if value is None or isinstance(value, str) else json.dumps(value)


def _kind(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "a boolean"
        case int() | float():
            return "a number"
        case str():
            return "a string"
        case list():
            return "a list"
    return "an object"
