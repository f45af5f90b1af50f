"""Records of whole chains: what was shown passes recheck, and what was put into a record does not."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.command_line import Run, lines

import verifier
from verifier.chain import Chain
from verifier.checkers.lean.checker import LeanChecker
from verifier.engines.lean import bundle
from verifier.kernel.verdict import Checker
from verifier.records.recheck import Checkers, recheck_one
from verifier.whole.prove import ChainProver
from verifier.whole.record import record

LETTERS = Chain.of("Solve 3x + 5 = 20 for x.", ["So 3x = 15.", "Also 7 * 8 = 56.", "Then x = 5."], "letters", "5")
NUMBERS = Chain.of("Half of 48 eggs, and then 10.", ["48 / 2 = 25", "25 + 10 = 34", "The answer is 34."], "numbers")
LEAPS = Chain.of("If $x + y = 10$, what is $x$?", ["So $x = 7$."], "leaps")
CONFLICTS = Chain.of("Find x.", ["x + y = 10.", "x - y = 4.", "So 2x = 14.", "And x + 2y = 20."], "conflicts")

Data = dict[str, Any]


@pytest.fixture(scope="module")
def records(prover: ChainProver) -> dict[str, Data]:
    found = [json.loads(json.dumps(record(prover(chain)))) for chain in (LETTERS, NUMBERS, LEAPS, CONFLICTS)]
    return {row["id"]: row for row in found}


Wrongs = Callable[[Any], list[str]]


@pytest.fixture(scope="module")
def checkers(prover: ChainProver) -> Iterator[Checkers]:
    """The registered checkers, with the Lean that is up already."""
    session = prover.judge.lineup.session
    assert session is not None
    with Warm(LeanChecker(session)) as made:
        yield made


class Warm(Checkers):
    def __init__(self, lean: LeanChecker) -> None:
        super().__init__(read_again=True)
        self._warm = lean

    def __call__(self, name: str) -> Checker:
        return self._warm if name == "lean" else super().__call__(name)


@pytest.fixture
def wrongs(checkers: Checkers) -> Wrongs:
    return lambda row: [str(finding) for finding in recheck_one(row, checkers, "here") if finding.wrong]


def test_what_was_shown_passes_recheck(records: dict[str, Data], tmp_path: Path) -> None:
    assert [records[name]["whole"]["status"] for name in ("letters", "numbers", "leaps")] == [
        "proved",
        "proved",
        "not proved",
    ]
    found = list(verifier.recheck(records.values()))
    written = bundle.write(tmp_path, [f.certificate for f in found if f.certificate is not None])
    assert len(written) == 2
    assert any("have step2_0 : (x0 = (5 : K)) := by grind" in file.read_text("utf-8") for file in written)
    assert [str(finding) for finding in found if finding.wrong] == []
    assert sum(f.certificate is not None and f.where.endswith("the theorem") for f in found) == 2


def test_the_same_chain_gives_the_same_record(records: dict[str, Data], prover: ChainProver) -> None:
    assert json.loads(json.dumps(record(prover(LETTERS)))) == records["letters"]


def _theorem(row: Data) -> None:
    theorem = row["whole"]["theorem"]
    theorem["claim"]["formula"] = theorem["certificate"]["claim"]["formula"] = "x == 6"


def _premise(row: Data) -> None:
    added = {"id": "p.c1", "standing": "fact", "formula": "x == 5"}
    row["whole"]["theorem"]["claim"]["premises"].append(added)
    row["whole"]["theorem"]["certificate"]["claim"]["premises"].append(added)


def _step(row: Data) -> None:
    data = row["whole"]["theorem"]["certificate"]["proof"]["data"]
    data["text"] = data["text"].replace("  have step", "  have step2_9 : True := by decide\n  have step", 1)
    row["whole"]["theorem"]["haves"].append("s2.c9")


def _other_step(row: Data) -> None:
    data = row["whole"]["theorem"]["certificate"]["proof"]["data"]
    data["text"] = re.sub(
        r"(have step\d+_\d+ :) [^\n]* := ", r"\1 ((15 : Rat) = (15 : Rat)) := ", data["text"], count=1
    )


def _checker(row: Data) -> None:
    data = {"tree": {"rule": "leaf", "checker": "evaluate", "data": {"pins": [0]}, "uses": [0]}, "model": {"x": "5"}}
    proof = {"checker": "structure", "shows": "true", "data": data}
    row["whole"]["theorem"]["certificate"] |= {"proof": proof, "notes": {"leaves": ["evaluate"], "model": {"x": "5"}}}


def _without(row: Data) -> None:
    row["whole"]["theorem"]["certificate"] = None


def _hypothesis(row: Data) -> None:
    row["whole"]["hypotheses"].append({"id": "p.c1", "text": "x = 5", "span": [6, 12]})


def _needed(row: Data) -> None:
    row["whole"]["unneeded"] = []


def _problem(row: Data) -> None:
    row["problem"] = "Solve 3x + 5 = 23 for x."


def _judgement(row: Data) -> None:
    row["steps"][1]["correct"] = False


FORGERIES: list[Callable[[Data], None]] = [
    _theorem, _premise, _step, _other_step, _checker, _without, _hypothesis, _needed, _problem, _judgement,
]  # fmt: skip


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
def test_what_was_put_into_a_record_is_found(
    forge: Callable[[Data], None], records: dict[str, Data], wrongs: Wrongs
) -> None:
    row = copy.deepcopy(records["letters"])
    forge(row)
    assert wrongs(row)


@pytest.mark.parametrize(("name", "path", "value"), [
    ("leaps", ["status"], "proved"),
    ("leaps", ["findings"], []),
    ("leaps", ["wrong"], False),
    ("conflicts", ["incoherent"], False),
    ("conflicts", ["findings"], []),
    ("numbers", ["compensating"], []),
    ("numbers", ["theorem", "by_steps"], True),
    ("numbers", ["theorem", "says"], "34 = 34"),
])  # fmt: skip
def test_what_was_found_cannot_be_left_out(
    name: str, path: list[str], value: Any, records: dict[str, Data], wrongs: Wrongs
) -> None:
    row = copy.deepcopy(records[name])
    inner = row["whole"]
    for key in path[:-1]:
        inner = inner[key]
    assert inner[path[-1]] != value
    inner[path[-1]] = value
    assert wrongs(row)


@pytest.mark.parametrize("row", [{"whole": {}}, {"whole": {}, "schema": 3}, {"schema": 3, "whole": 1}, {"kind": []}])
def test_what_is_no_record_is_said_to_be_none(row: Data, wrongs: Wrongs) -> None:
    assert wrongs(row)


@pytest.mark.parametrize(("chain", "options", "status"), [
    (LETTERS, (), 0),
    (NUMBERS, (), 1),
    (LEAPS, (), 1),
    (Chain.of("Who wrote it?", ["It was a Greek."]), (), 0),
    (Chain.of("Who wrote it?", ["It was a Greek."]), ("--fail-on", "unproved"), 1),
])  # fmt: skip
def test_the_exit_status_says_whether_anything_is_wrong(
    chain: Chain, options: tuple[str, ...], status: int, command: Run
) -> None:
    text = json.dumps({"problem": chain.problem, "steps": [step.text for step in chain.steps]})
    assert command("prove-chain", "-", "--lean", "off", *options, stdin=text).returncode == status


def test_bad_input_is_said_and_the_others_are_proved(command: Run) -> None:
    good = json.dumps({"id": "good", "problem": LETTERS.problem, "steps": [step.text for step in LETTERS.steps]})
    done = command("prove-chain", "-", "--lean", "off", "--format", "json", stdin=f"{good}\n{{oops\n")
    assert done.returncode == 2
    assert [row["id"] for row in lines(done.stdout)] == ["good", None]
    assert lines(done.stdout)[0]["whole"]["theorem"]["lean"].startswith("∀ {K : Type}")
    assert done.stderr.startswith("verifier: <stdin>:2: expected JSON")


def test_the_command_shows_the_theorem_and_its_record_passes(command: Run, wrongs: Wrongs) -> None:
    text = json.dumps({"problem": NUMBERS.problem, "steps": [step.text for step in NUMBERS.steps]})
    shown = command("prove-chain", "-", "--lean", "off", stdin=text).stdout
    assert "compensating errors" in shown
    assert "48/2 + 10 = 34" in shown
    [row] = lines(command("prove-chain", "-", "--format", "json", "--lean", "require", stdin=text).stdout)
    assert (row["whole"]["status"], row["whole"]["engine"], wrongs(row)) == ("proved", "lean", [])
