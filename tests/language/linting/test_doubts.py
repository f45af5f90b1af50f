"""Facts that say what a step concludes, or numbers that nobody gave."""

from __future__ import annotations

import pytest

from verifier.language.linting.doubts import suspect_facts
from verifier.language.read_chain import read_chain


@pytest.mark.parametrize(
    ("unit", "expr", "suspect"),
    [
        ("degree", "a + b == 180", False),
        ("degree", "a + b == 170", True),
        ("box", "a + b == 180", True),
        ("box", "a == 12*b", False),
        ("day", "a == 31", False),
        ("box", "a == 31", True),
    ],
)
def test_what_everybody_knows_of_angles_or_months_is_known_of_these_alone(unit: str, expr: str, suspect: bool) -> None:
    variables = {name: {"type": "real", "means": name, "unit": unit} for name in "ab"}
    facts = [{"id": "p0", "kind": "known", "quote": "the rest", "expr": expr}]
    fields = {"formal": 1, "id": "c", "vars": variables, "facts": facts, "asks": [], "steps": [[]]}
    assert bool(suspect_facts(read_chain(fields))) is suspect


@pytest.mark.parametrize(
    ("quote", "expr", "suspect"),
    [
        ("a regular pentagon", "a + b == (5 - 2)*180", False),
        ("two cubes", "a == 6", False),
        ("a regular pentagon", "a == 6", True),
        ("a cubed number", "a == 6", True),
        ("two dice", "a == 6*b", False),
    ],
)
def test_what_a_noun_tells_everybody_is_known_where_it_is_quoted(quote: str, expr: str, suspect: bool) -> None:
    variables = {name: {"type": "real", "means": name} for name in "ab"}
    facts = [{"id": "p0", "kind": "known", "quote": quote, "expr": expr}]
    fields = {"formal": 1, "id": "c", "vars": variables, "facts": facts, "asks": [], "steps": [[]]}
    assert bool(suspect_facts(read_chain(fields))) is suspect


@pytest.mark.parametrize(
    ("quote", "expr", "suspect"),
    [
        ("a digit", "0 <= a and a <= 9", False),
        ("a digit", "a == 9", True),
        ("a digit", "a <= 8", True),
        ("a number", "0 <= a and a <= 9", True),
        ("a three-digit number", "100 <= a and a <= 999", False),
        ("a three-digit number", "a == 999", True),
        ("a three-digit number", "a != 999", True),
        ("a square", "a == 4", True),
    ],
)
def test_a_noun_tells_how_large_something_is_and_not_what_it_is(quote: str, expr: str, suspect: bool) -> None:
    variables = {name: {"type": "real", "means": name} for name in "ab"}
    facts = [{"id": "p0", "kind": "given", "quote": quote, "expr": expr}]
    fields = {"formal": 1, "id": "c", "vars": variables, "facts": facts, "asks": [], "steps": [[]]}
    assert bool(suspect_facts(read_chain(fields))) is suspect
