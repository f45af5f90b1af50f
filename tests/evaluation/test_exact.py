"""The benchmark ``exact`` counts what its tables say, part by part."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from verifier.evaluation.benchmarks.exact import HELD, OPEN, Tally, bench_exact, kind_of, part_of
from verifier.evaluation.benchmarks.exact_tables import markdown, written
from verifier.kernel.claim import relate
from verifier.kernel.expr import Head, Int, Sym, node
from verifier.pipeline.judge import Judge

BEGIN, END = "<!-- bench exact: begin -->", "<!-- bench exact: end -->"
SHOP = "Ben buys 7 pens at $3 each. How much does he pay?"
ROWS: list[dict[str, Any]] = [
    {"id": "right", "problem": SHOP, "steps": ["So 7 * 3 = 21.", "So 21 = 3 * 7."], "first_error": -1, "answer": "21"},
    {"id": "wrong", "problem": SHOP, "steps": ["So 7 * 3 = 20.", "So x."], "first_error": 0, "answer": "21"},
    {"id": "late", "problem": SHOP, "steps": ["So 7 + 3 = 10.", "Add 512: 10 + 512 = 522."], "first_error": 1},
    {"id": "odd", "problem": SHOP, "steps": ["So 7 + 3 = \\boxed{10}."], "first_error": 0, "answer": "21"},
    {"id": "ends", "problem": SHOP, "steps": ["So 7 * 3 = 21."], "first_error": None, "final_correct": True},
    {
        "id": "again",
        "problem": SHOP,
        "steps": ["So 7 * 3 = 21.", "Again 7 * 3 = 21."],
        "labels": [1, 0],
        "first_error": 1,
        "error_type": "redundency",
    },
]


@pytest.fixture(scope="module")
def tally(tmp_path_factory: pytest.TempPathFactory) -> Tally:
    path = tmp_path_factory.mktemp("bench") / "shop.jsonl"
    path.write_text("\n".join(map(json.dumps, ROWS)))
    with Judge("off") as judge:
        (found,) = bench_exact(path, judge)
    return found


def test_right_and_wrong_steps_are_counted_as_annotated(tally: Tally) -> None:
    c = tally.counts
    assert (c["chains"], c["steps"], c["right_chains"], c["wrong_chains"]) == (6, 10, 1, 4)
    assert (c["right_steps"], c["wrong_steps"]) == (4, 4)
    assert (c["named"], c["early"], c["steps_accused"]) == (1, 0, 0)


def test_a_wrong_step_that_is_settled_correct_is_an_approval_to_look_at(tally: Tally) -> None:
    assert tally.counts["approved"] == 2  # the arithmetic of "odd" and "again" holds
    assert {case[1] for case in tally.notable if case[0] == "approved"} == {"odd", "again"}


def test_alarms_findings_and_repetitions_are_counted(tally: Tally) -> None:
    c = tally.counts
    assert c["alarms"] == 1
    assert (c["finding:number_from_nowhere:wrong"], c["finding:number_from_nowhere:right"]) == (1, 0)
    assert (c["adds:planted:False"], c["adds:other:True"]) == (1, 1)


def test_what_is_missed_is_listed(tally: Tally) -> None:
    assert {case[1] for case in tally.notable if case[0] == "missed"} == {"late", "odd", "again"}


def test_a_third_of_the_problems_is_held_out_whatever_the_order(tmp_path: Path) -> None:
    problems = [f"Add {n} and 2." for n in range(60)]
    held = {problem for problem in problems if part_of(problem) == HELD}
    assert 10 <= len(held) <= 30
    path = tmp_path / "sums.jsonl"
    path.write_text("\n".join(json.dumps({"problem": p, "steps": ["x"], "first_error": -1}) for p in problems))
    with Judge("off") as judge:
        tallies = bench_exact(path, judge, split=True)
    assert [(t.part, t.counts["chains"]) for t in tallies] == [(OPEN, 60 - len(held)), (HELD, len(held))]


def test_the_tables_stand_between_their_marks_and_leave_the_rest(tally: Tally, tmp_path: Path) -> None:
    path = tmp_path / "README.md"
    path.write_text(f"# Before\n\n{BEGIN}\nold\n{END}\n\nAfter.\n")
    written(path, [tally], "verifier bench exact shop.jsonl")
    text = path.read_text()
    assert text.startswith("# Before\n") and text.endswith("\n\nAfter.\n") and "old" not in text
    assert "| shop | all | 0 of 1 | 95.00% | 0 of 4 | 52.71% | 2 of 4 | 90.24% | 1 |" in text
    assert "| number_from_nowhere | shop | all | 1 of 4 | 0 of 4 | 3.0 |" in text
    written(path, [tally], "verifier bench exact shop.jsonl")
    assert path.read_text() == text


def test_a_file_without_the_marks_is_left_alone(tally: Tally, tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_text("mine")
    with pytest.raises(ValueError, match="expected the marks"):
        written(path, [tally], "verifier bench")
    assert path.read_text() == "mine"


def test_without_chains_there_is_no_table() -> None:
    assert markdown([], "verifier bench").count("\n") == 1


def test_kinds_of_claims() -> None:
    x, one = Sym("x"), Int(1)
    square = node(Head.POW, x, Int(2))
    assert kind_of(None) == "not understood"
    assert kind_of(relate(Head.EQ, one, one)) == "closed equality"
    assert kind_of(relate(Head.LT, one, one)) == "closed comparison"
    assert kind_of(relate(Head.EQ, x, one)) == "equation in letters"
    assert kind_of(relate(Head.GE, x, one)) == "inequality in letters"
    assert kind_of(relate(Head.EQ, square, x).for_all()) == "identity"
    assert kind_of(relate(Head.EQ, Sym("total cost"), one)) == "named quantity"
