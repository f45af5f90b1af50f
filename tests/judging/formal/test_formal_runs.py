"""Formal chains about runs of programs: what is judged of them is held by their records, with what stays open."""

from __future__ import annotations

import json
from typing import Any

import pytest

import verifier
from verifier.chain import Chain
from verifier.judging.translations.intake import looked_at
from verifier.judging.translations.translation import Translation
from verifier.language.read_chain import read_chain
from verifier.pipeline.verify import verify_formal
from verifier.records.record import record as formal_record

PROGRAM = "def f(n):\n    if n > 10:\n        return n - 5\n    return n * 2"
SAID = {
    "For every n, f(n) is even.": "always(f(int), result % 2 == 0)",
    "f never returns less than minus a million.": "always(f(int), result >= -10**6)",
    "f(n) is not always even.": "not always(f(int), result % 2 == 0)",
    "n is 3 on the way.": "at(n) == 3",
    "f always.": "always(f(list), result)",
}


def chain() -> dict[str, Any]:
    steps = [[{"role": "claim", "quote": text, "expr": expr}] for text, expr in SAID.items()]
    return {
        "formal": 1,
        "id": "runs",
        "problem": f"What does f(7) return?\n```python\n{PROGRAM}\n```",
        "steps_text": list(SAID),
        "run": {"program": PROGRAM, "call": "f(7)"},
        "vars": {},
        "facts": [],
        "asks": [],
        "steps": steps,
    }


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    file = tmp_path_factory.mktemp("runs") / "chain.json"
    file.write_text(json.dumps(chain()), "utf-8")
    return formal_record(verify_formal(file, given=file)[0])


def test_a_record_holds_the_call_that_refutes_and_what_stays_open(record: dict[str, Any]) -> None:
    rows = [row for step in record["translations"][0]["steps"] for row in step["decisions"]]
    told = [(row["verdict"], row["reason"]) for row in rows]
    assert told == [
        ("refuted", None),
        ("unknown", "NOT_ENTAILED"),
        ("proved", None),
        ("refuted", None),
        ("unknown", "OUT_OF_SCOPE"),
    ]
    assert rows[0]["certificate"]["proof"]["data"].keys() == {"python", "call", "value"}
    assert [row["claim"].replace(" ** ", "**") for row in rows[:4]] == list(SAID.values())[:4]
    decided = [row["asked"] for row in rows if row["asked"] is not None]
    assert len(set(decided)) == len(decided)
    assert verifier.recheck(record)


def test_a_record_with_another_call_is_refused(record: dict[str, Any]) -> None:
    found = json.loads(json.dumps(record))
    for step in found["translations"][0]["steps"]:
        for row in step["decisions"]:
            if row["certificate"] is not None and "call" in row["certificate"]["proof"]["data"]:
                row["certificate"]["proof"]["data"]["call"] = "f(20)"
    assert not verifier.recheck(found)


@pytest.mark.parametrize(("old", "new"), [("n - 5", "n - 6"), ("f(7)", "f(8)")])
def test_a_translation_of_another_run_is_set_aside_unless_somebody_vouches(old: str, new: str) -> None:
    own = chain()
    other = {**own, "run": {key: text.replace(old, new) for key, text in own["run"].items()}}
    told = Chain.of(own["problem"], own["steps_text"], "runs")
    for data, given, why in (
        (own, False, None),
        (other, False, "its program and call are not those of the problem"),
        (other, True, None),
    ):
        [found] = looked_at(told, [Translation(read_chain(data), given)])
        assert found.set_aside == why
