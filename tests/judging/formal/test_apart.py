"""What makes two translations one: all that they say, and nothing of how they say it."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.judging.translations.apart import content
from verifier.language.read_chain import read_chain

NAMES = {"x": {"type": "real", "means": "pens"}, "n": {"type": "count", "means": "boxes"}}
F = {"type": "function", "args": ["t in Real"], "expr": "t + 1", "means": "f"}
CLAIM = {"role": "claim", "quote": "four pens", "expr": "x == 4"}


def chain(**fields: Any) -> Any:
    fact = {"id": "p", "kind": "given", "quote": "three", "expr": "x == 3"}
    data = {"formal": 1, "id": "c", "vars": NAMES, "facts": [fact], "asks": ["x"], "steps": [[CLAIM]]}
    return content(read_chain({**data, **fields}))


def fact(text: str, **more: Any) -> list[dict[str, Any]]:
    return [{"id": "p", "kind": "given", "quote": "three", "expr": text, **more}]


@pytest.mark.parametrize(
    "fields",
    [
        {"by": {"name": "another"}},
        {"facts": fact("x==3")},
        {"facts": fact("x == 3", id="q", kind="model", quote="")},
        {"vars": {"x": {"type": "real", "means": "pencils"}, "n": NAMES["n"]}},
        {"vars": {"x": NAMES["x"]}},
        {"vars": {**NAMES, "unused": {"type": "int", "means": "nothing"}}},
        {"vars": {"x": NAMES["x"], "n": {"type": "real", "means": "boxes"}}},
        {"steps": [[{**CLAIM, "quote": "pens"}]]},
    ],
)
def test_a_copy_is_one_however_it_is_dressed(fields: dict[str, Any]) -> None:
    assert chain(**fields) == chain()


@pytest.mark.parametrize(
    "fields",
    [
        {"facts": fact("x == 4")},
        {"facts": [*fact("x == 3"), *fact("n == 1", id="q")]},
        {"asks": ["n"]},
        {"asks": []},
        {"vars": {"x": {"type": "rat", "means": "pens"}, "n": NAMES["n"]}},
        {"steps": [[]]},
        {"steps": [[CLAIM], []]},
        {"steps": [[{**CLAIM, "expr": "x == 5"}]]},
        {"steps": [[{**CLAIM, "role": "define"}]]},
        {"steps": [[{**CLAIM, "role": "suppose", "until": 0}]]},
        {"steps": [[{**CLAIM, "expr": "x =="}]]},
    ],
)
def test_what_says_something_else_is_another(fields: dict[str, Any]) -> None:
    assert chain(**fields) != chain()


def test_the_body_of_a_function_and_the_type_of_what_a_question_names_are_said() -> None:
    names, other = {**NAMES, "f": F}, {**NAMES, "f": {**F, "expr": "t + 2"}}
    asked = {"facts": fact("f(1) == x")}
    assert chain(vars=names, **asked) != chain(vars=other, **asked)
    whole = {**NAMES, "n": {"type": "int", "means": "boxes"}}
    assert chain(vars=NAMES, asks=["n"]) != chain(vars=whole, asks=["n"])
    stated = {"steps": [[{**CLAIM, "expr": "n == 4"}]]}
    assert chain(vars=NAMES, **stated) != chain(vars=whole, **stated)
    assert chain(steps=[[{**CLAIM, "expr": "x =="}]]) == chain(steps=[[{**CLAIM, "expr": "x  =="}]])


def test_a_derivative_is_copied_under_other_names_too() -> None:
    def made(name: str) -> Any:
        names = {name: {"type": "real", "means": "a number"}, "n": NAMES["n"]}
        said = {**CLAIM, "expr": f"diff({name}**2, {name}) == 2*{name}"}
        return chain(vars=names, facts=fact(f"{name} == 3"), asks=[name], steps=[[said]])

    assert made("x") == made("another")
