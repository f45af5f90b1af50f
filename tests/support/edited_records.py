"""Records of chains of every kind, with every value in turn at every place."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from verifier.pipeline.verify import verify
from verifier.records.record import record

PROGRAM = "```python\ndef f(n):\n    return n + 1\n```\nWhat does `f(2)` return?"
CHAINS = {
    "words": ("Ann has 12 pears and eats 5. How many are left?", ["12 - 5 = 7", "So 7 + 7 = 15.", "She has 7 left."]),
    "letters": ("Let x be a real number.", ["(x + 1)^2 = x^2 + 2*x + 1", "(x + 1)^2 = x^2 + 1", "sqrt(2) < 3/2"]),
    "inference": ("Solve 2x + 3 = 9.", ["2x + 3 = 9", "2x = 6", "x = 3", "The answer is 3."]),
    "program": (PROGRAM, ["`f(2)` returns 3.", "`f(2)` returns 5."]),
}

Path = tuple[str | int, ...]


def stored(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(record(verify(*CHAINS[name], lean="off"))))
    return data


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the path of every value, objects and lists with their parts."""
    if path:
        yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from leaves(value[key], (*path, key))


def others(value: Any) -> list[Any]:
    """Return values of the same kind, and of another, in the place of one."""
    match value:
        case bool():
            return [not value, None]
        case int() | float():
            return [value + 1, str(value)]
        case str():
            return [f"{value}1", None]
        case None:
            return ["7", 7, True]
        case list():
            return [[*value, "x"], None, *([value[:-1]] if value else [])]
    return [{**value, "more": 1}, None]


def edited(data: dict[str, Any], path: Path, value: Any) -> dict[str, Any]:
    made = copy.deepcopy(data)
    place: Any = made
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return made


def left_out(data: dict[str, Any], path: Path) -> dict[str, Any]:
    made = copy.deepcopy(data)
    place: Any = made
    for key in path[:-1]:
        place = place[key]
    del place[path[-1]]
    return made


def is_input(path: Path) -> bool:
    return path in (("id",), ("problem",)) or (len(path) == 3 and path[0] == "steps" and path[2] == "text")


def is_own_word(path: Path) -> bool:
    """Whether recheck cannot know it: which versions a record was made by, why an engine left a claim open, and what
    a proof holds that its checker does not ask for."""
    return path[0] == "versions" or path[-1] == "reason" or ("proof", "data") in pairwise(path)


def value_at(data: Any, path: Path) -> Any:
    for key in path:
        data = data[key]
    return data
