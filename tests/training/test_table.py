"""The comparison of models: drawn at random by seed; kept, so that a run goes on; written where it belongs."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from support.command_line import Run, lines

from verifier.chain import Chain
from verifier.estimators.surprisal.surprisal import load
from verifier.evaluation.intake import drawn
from verifier.evaluation.items import Labelled
from verifier.judging.estimates.fusion import MODEL_ALONE, fusion_of
from verifier.pipeline.judge import Judge
from verifier.training.baselines import Length, Majority
from verifier.training.score_cache import looks
from verifier.training.table import How, compared, systems

RIGHT = ("So 3 * 4 = 12 pens are bought.", "It is easy to see that 12 are left.", "The answer is 12.")
WRONG = ("So 3 * 4 = 13 pens are bought.", "It is easy to see that 13 are left.", "The answer is 13.")


def chain(number: int, steps: Sequence[str], first_error: int, subset: str = "own") -> Labelled:
    labels = tuple(None if first_error >= 0 and i > first_error else i != first_error for i in range(len(steps)))
    right = first_error < 0
    return Labelled(
        f"c{number}", subset, f"Tom buys 3 boxes of 4 ({number}).", tuple(steps), labels, first_error, right
    )


CHAINS = [chain(n, WRONG if n % 2 else RIGHT, 0 if n % 2 else -1) for n in range(12)]


def test_chains_are_drawn_by_problem_and_seed_whatever_their_order() -> None:
    first = drawn(CHAINS, 4, 1)
    assert {c.id for c in first} == {c.id for c in drawn(CHAINS[::-1], 4, 1)} and len(first) == 4
    assert len({tuple(c.id for c in drawn(CHAINS, 4, seed)) for seed in range(9)}) > 3
    other = [replace(c, id=f"d{c.id}", subset="other") for c in CHAINS]
    assert [c.subset for c in drawn([*CHAINS, *other], 3, 1)] == ["own"] * 3 + ["other"] * 3


def test_a_draw_is_not_the_first_rows() -> None:
    """The first rows of a file are often all wrong: over many seeds both kinds come as often as they are."""
    sorted_by_label = sorted(CHAINS, key=lambda c: c.first_error == -1)
    shares = [sum(c.first_error == -1 for c in drawn(sorted_by_label, 6, seed)) / 6 for seed in range(60)]
    assert 0.4 < sum(shares) / 60 < 0.6


def test_fused_scores_are_those_of_the_judge_and_exact_ones_know_what_is_settled() -> None:
    model = load()
    with Judge(lean="off", prm=model) as judge:
        seen = looks(CHAINS[:2], judge, [model])
        judged = {c.id: judge(c.chain) for c in CHAINS[:2]}
    said = {system.name: system for system in systems(CHAINS[:2], seen, How(model.name, fusion_of(model)))}
    for id, theirs in judged.items():
        assert said["fused"].said[id].scores == pytest.approx([step.score for step in theirs.steps], abs=1e-4)
    assert said["exact"].said["c1"].scores == (0.0, 0.0, 0.0)
    alone = {s.name: s for s in systems(CHAINS[:2], seen, How(model.name, MODEL_ALONE))}["fused"].said["c0"]
    assert alone.scores[-1] != said["fused"].said["c0"].scores[-1]


class Counting:
    """Stands in for a model, to see how often it is asked."""

    name = "counting 1"

    def __init__(self) -> None:
        self.asked = 0

    def score(self, chains: Sequence[Chain]) -> list[list[float]]:
        self.asked += len(chains)
        return [[0.9 / (n + 1) for n in range(len(chain.steps))] for chain in chains]


def test_what_is_kept_is_not_done_again_and_a_cut_line_is(tmp_path: Path) -> None:
    model, place = Counting(), tmp_path / "looks.jsonl"
    with Judge(lean="off") as judge:
        first = looks(CHAINS[:4], judge, [model], place)
        again = looks(CHAINS, judge, [model], place)
        assert model.asked == 12 and {id: again[id] for id in first} == first
        place.write_bytes(place.read_bytes()[:-20])
        assert {id: one.scores for id, one in looks(CHAINS, judge, [model], place).items()} == {
            id: one.scores for id, one in again.items()
        }
        assert model.asked == 13
        other = Counting()
        other.name = "counting 2"
        looks(CHAINS[:2], judge, [other], place)
        assert other.asked == 2, "another model looks for itself"


def test_baselines_and_parts_stand_in_one_table_with_differences() -> None:
    model = Counting()
    with Judge(lean="off") as judge:
        seen = looks(CHAINS, judge, [model])
    found = compared((CHAINS, seen), (CHAINS, seen), [Majority(), Length()], How(model.name, MODEL_ALONE), "own", 20)
    figures = {row.system: row.figures for row in found.rows}
    assert list(figures) == ["majority", "length", "counting 1", "exact", "fused"]
    assert figures["majority"]["step auc"].value == 0.5 and figures["exact"]["step auc"].value > 0.9
    assert figures["exact"]["f1"].value == 1.0 and figures["fused"]["f1"].value == 1.0
    assert figures["exact"]["f1 by length"].value == 1.0, "what is settled is named, whatever is known of lengths"
    assert figures["counting 1"]["f1 by length"].value == 0.0, "no other file has right chains, so nothing is named"
    assert (figures["fused"]["prefix auc"] - figures["counting 1"]["prefix auc"]).value > 0.2
    assert found.counts == {"own": (12, 6)} and found.best["exact"]["AUC"].value == 1.0
    assert found.best["length"]["AUC"].value == pytest.approx(0.5)


def test_a_settled_step_is_not_counted_as_checked() -> None:
    model, steps = load(), ["2 + 2 = 4", "So 4 + 4 = 8, zorply speaking.", "8 - 3 = 4"]
    known = replace(chain(0, steps, 2), problem="Eve has 4 shells.")
    with Judge(lean="off", prm=model) as judge:
        seen = looks([known], judge, [model])
    said = {one.name: one for one in systems([known], seen, How(model.name, MODEL_ALONE))}["exact"].said[known.id]
    assert (said.settled, said.checked) == ((True, None, False), (False, True, False))


def test_one_command_prints_the_table_and_writes_it(command: Run, tmp_path: Path) -> None:
    dice = random.Random(2)
    rows = [
        {
            "id": c.id,
            "problem": c.problem,
            "steps": c.steps,
            "first_error": c.first_error,
            "labels": c.labels,
            "final_correct": c.final_correct,
        }
        for c in CHAINS
    ]
    right = [
        {"problem": f"Add {a} and {a + 2}.", "steps": [f"So {a} + {a + 2} = {2 * a + 2}.", "Done."], "source": "own"}
        for a in (dice.randint(5, 99) for _ in range(10))
    ]
    for name, them in (("own", rows), ("right", right)):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in them))
    asked = ["bench", "prm", "own.jsonl", "--limit", "8", "--plant", "right.jsonl"]
    asked += ["--best-of", "own.jsonl", "--threshold-from", "own", "--bootstrap", "20", "--keep", "kept"]
    done = command(*asked, "--write", "figures.md")
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "figures.md").read_text()
    assert "<!-- bench prm: begin -->" in text and "drawn at random" in text and "seed 1" in text
    assert "--keep FOLDER" in text and str(tmp_path) not in text, "no path of this machine is written"
    assert "| exact | 1.000 [1.000, 1.000] | - |" in text, "the outcome is told, and there are no 16 attempts"
    for system in ("majority", "length", "bag of words", "default", "exact", "fused"):
        assert f"| {system}" in text or f", {system} |" in text, system
    before = (tmp_path / "kept" / "looks.jsonl").read_bytes()
    again = command(*asked, "--json")
    assert again.returncode == 0 and (tmp_path / "kept" / "looks.jsonl").read_bytes() == before
    assert {row["chains"] for row in lines(again.stdout)} == {8}
