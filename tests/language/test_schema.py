"""The JSON Schema says of good and broken files what the reader says."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator
from support.formal_chains import PEARS, SHAPES, chains

from verifier.language.formal_chain import FormalChain
from verifier.language.places import ShapeError
from verifier.language.read_chain import read_chain
from verifier.language.schema import schema

SCHEMA = Draft202012Validator(schema())
BESIDES = ("as many", "two facts with this id", "letters of a function differ", "[begin, end]", "surrogate", "nan")
"""What messages say of that which a schema cannot express."""


def accepted(value: object) -> bool:
    try:
        return isinstance(read_chain(value), FormalChain)
    except ShapeError:
        return False


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(schema())
    assert SCHEMA.is_valid(PEARS)


@given(chains())
def test_chains_that_are_read_are_valid(value: dict[str, Any]) -> None:
    assert accepted(value) and [error.message for error in SCHEMA.iter_errors(value)] == []


@pytest.mark.parametrize(("value", "message"), SHAPES, ids=[message[:60] for _, message in SHAPES])
def test_what_the_reader_refuses_is_invalid(value: dict[str, Any], message: str) -> None:
    assert not accepted(value)
    assert SCHEMA.is_valid(value) is any(one in message for one in BESIDES)


def test_every_field_is_described() -> None:
    parts = schema()["$defs"]
    described = [schema(), *(parts[name] for name in ("variable", "fact", "statement", "author"))]
    assert [name for part in described for name, one in part["properties"].items() if not one.get("description")] == []
