"""Statements of the same words that are false whatever is given are one error, however they are written."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.judging.decide import formal_judge
from verifier.language.formal_chain import FormalChain
from verifier.language.read_chain import read_chain

TEXT = "The numbers 1, 2 and 3 add up to 7, and so do others."
WORDS = "The numbers 1, 2 and 3 add up to 7"
LISTED = "Exists((a in Int, b in Int, c in Int), a + b + c == 7 and [a, b, c] == [1, 2, 3])"
OWN = ({"s": {"type": "real", "means": "the sum"}}, [("model", "s == 1 + 2 + 3")])
GIVEN = ({"s": {"type": "real", "means": "the sum"}}, [("given", "s == 1 + 2 + 3")])
NONE: tuple[dict[str, Any], list[tuple[str, str]]] = ({}, [])


def translated(text: str, quote: str = WORDS, told: Any = NONE) -> FormalChain:
    variables, said = told
    facts = [
        {"id": f"p{i}", "kind": kind, "quote": "What do they add up to?", "expr": one}
        for i, (kind, one) in enumerate(said)
    ]
    steps = [[{"role": "claim", "quote": quote, "expr": text}]]
    return read_chain({"formal": 1, "id": "c", "vars": variables, "facts": facts, "asks": [], "steps": steps})


@pytest.mark.parametrize(
    ("first", "second", "state"),
    [
        (translated("1 + 2 + 3 == 7"), translated(LISTED), "refuted"),
        (translated("1 + 2 + 3 == 7"), translated("s == 7", told=OWN), "refuted"),
        (translated(LISTED), translated("s == 7", told=GIVEN), "open"),
        (translated("1 + 2 + 3 == 7"), translated(LISTED, "and so do others"), "open"),
        (translated("1 + 2 + 3 == 6"), translated(LISTED), "open"),
        (translated("1 + 2 + 3 == 7"), translated(LISTED.replace("7", "8")), "open"),
    ],
    ids=[
        "written apart",
        "by an own name",
        "by what is given",
        "of other words",
        "of which one is true",
        "of other numbers",
    ],
)
def test_what_is_false_outright_is_one_error(first: FormalChain, second: FormalChain, state: str) -> None:
    for chains in ([first, second], [second, first]):
        assert [one.value for one in formal_judge()(chains, [TEXT]).agreed] == [state]
