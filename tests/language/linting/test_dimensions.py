"""Units: what they are made of, and which sums and comparisons clash."""

from __future__ import annotations

from typing import Any

import pytest

from verifier.language.linting.dimensions import dimensions, unit
from verifier.language.read_chain import read_chain


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("miles per hour", {"mile": 1, "hour": -1}),
        ("dollars/box", {"dollar": 1, "box": -1}),
        ("square feet", {"foot": 2}),
        ("m**2", {"m": 2}),
        ("meter squared", {"meter": 2}),
        ("dollar per hour per person", {"dollar": 1, "hour": -1, "person": -1}),
        ("glass", {"glass": 1}),
        ("berries", {"berry": 1}),
        ("hour/hour", None),
        ("percent", None),
        ("²", {"²": 1}),
        ("", None),
    ],
)
def test_a_unit_is_a_product_of_powers(text: str, expected: dict[str, int] | None) -> None:
    assert unit(text) == expected


UNITS = {"dist": "miles", "time": "hours", "speed": "mile/hour", "bows": "bow", "gifts": "gift", "price": "dollar"}
UNITS |= {"paid": "dollars", "minutes": "minute", "free": ""}


def clashes(expr: str) -> list[str]:
    """Return what clashes in a claim."""
    variables: dict[str, Any] = {name: {"type": "real", "unit": of} for name, of in UNITS.items()}
    steps = [[{"role": "claim", "quote": "q", "expr": expr}]]
    chain = read_chain({"formal": 1, "id": "c", "vars": variables, "steps": steps})
    assert chain.steps[0].statements[0].said[0].error is None
    return [finding.message.partition(" in ")[0] for finding in dimensions(chain)]


@pytest.mark.parametrize(
    ("expr", "expected"),
    [
        ("dist == speed*time", []),
        ("speed == dist/time and time == 5 and dist + 3 > 2", []),
        ("dist == speed", ["mile beside mile/hour"]),
        ("dist + time == 7", ["mile beside hour"]),
        ("minutes == 60*time", []),
        ("minutes == time", ["minute beside hour"]),
        ("bows == gifts", ["bow beside gift"]),
        ("paid == price*gifts", []),
        ("paid == price*time", ["dollar beside dollar*hour"]),
        ("dist == free and free == time", []),
        ("max(dist, time) == 2", ["mile beside hour"]),
        ("dist**2 == dist*dist", []),
        ("dist**2 == dist", ["mile**2 beside mile"]),
        ("abs(dist) < floor(time)", ["mile beside hour"]),
        ("If(dist > 2, dist, time) == 3", ["mile beside hour"]),
        ("ForAll(dist, dist > 2*time or dist == time)", []),
        ("dist**free == time", []),
        ("about(dist, time, 2)", ["mile beside hour"]),
    ],
)
def test_sums_and_comparisons_need_one_unit(expr: str, expected: list[str]) -> None:
    assert clashes(expr) == expected
