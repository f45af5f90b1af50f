"""Labelled chains about pears, and two translations of each, made apart, for tests of levels."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

RIGHT, WRONG = 7, 6
ABOUT_THE_MODEL = {"kind": "model", "name": "openai:m", "prompt": "abc", "temperature": 0.7}


def numbers(place: int) -> tuple[int, int, int]:
    """What Ann has, what she buys, and how many pears she is said to have then."""
    has, buys = 20 + place, 3 + place
    return has, buys, has + buys + (place >= RIGHT)


def labelled(place: int) -> dict[str, Any]:
    """A chain with its labels, and a reference answer that nobody may see: it is another one."""
    has, buys, all = numbers(place)
    problem = f"Ann has {has} pears and buys {buys} more. How many pears has she got?"
    steps = ["We look for all pears.", f"So she has got {all} pears now."]
    wrong = place >= RIGHT
    labels = {"labels": [1, 0 if wrong else 1], "first_error": 1 if wrong else -1}
    return {"id": f"pears-{place}", "problem": problem, "steps": steps, "answer": "987654", **labels}


def translated(place: int, sample: int, **by: Any) -> dict[str, Any]:
    """A translation of it: the second has other names, another order, and its claim the other way round."""
    has, buys, all = numbers(place)
    told = labelled(place)
    held, bought, got = ("has", "buys", "got") if sample == 0 else ("pears_before", "pears_bought", "pears_after")
    facts = [
        {"id": "p0", "kind": "given", "quote": f"Ann has {has} pears", "expr": f"{held} == {has}"},
        {"id": "p1", "kind": "given", "quote": f"buys {buys} more", "expr": f"{bought} == {buys}"},
        {"id": "p2", "kind": "model", "quote": "How many pears has she got?", "expr": f"{got} == {held} + {bought}"},
    ]
    claim = f"{got} == {all}" if sample == 0 else f"{all} == {got}"
    says = {"role": "claim", "quote": f"she has got {all} pears", "expr": claim}
    return {
        "formal": 1,
        "id": told["id"],
        "by": {**ABOUT_THE_MODEL, "sample": str(sample), **by},
        "problem": told["problem"],
        "steps_text": told["steps"],
        "vars": {name: {"type": "count"} for name in (held, bought, got)},
        "facts": facts if sample == 0 else facts[::-1],
        "asks": [got],
        "steps": [[], [says]],
    }


def write(path: Path, rows: list[dict[str, Any]]) -> str:
    """Write rows as JSON lines, and return the name of the file."""
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path.name


def write_all(folder: Path) -> list[str]:
    """Write the labelled chains, the same without what is known of them, and both samples of translations; return the
    arguments that name them."""
    places = range(RIGHT + WRONG)
    rows = [labelled(place) for place in places]
    write(folder / "labelled.jsonl", rows)
    write(folder / "chains.jsonl", [{key: row[key] for key in ("id", "problem", "steps")} for row in rows])
    named = [write(folder / f"{sample}.jsonl", [translated(place, sample) for place in places]) for sample in (0, 1)]
    return ["labelled.jsonl", "--formal", named[0], "--formal", named[1]]
