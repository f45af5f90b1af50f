"""Errors of meaning: each step holds given those before it, all arithmetic is right, and the answer is another one."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from pathlib import Path

import pytest

from verifier.chain import Chain
from verifier.pipeline.judge import Judge
from verifier.pipeline.verify import verify_formal
from verifier.training.data.assemble import Sources, assemble, meaning_pairs, of_formal, sound
from verifier.training.data.equations import equations, recomputed
from verifier.training.data.meaning_errors import MEANINGS, plant_meaning
from verifier.training.data.style_augmentation import modern

PROBLEM = (
    "At the fair Rosa sold 17 tickets to adults for $9 each and Karim sold 26 tickets to children for $5 each. The "
    "stall cost $38 for 6 hours, and tips were $19. What did Rosa and Karim have after the stall was paid?"
)
RIGHT = (
    "Rosa got 17 * 9 = $153 for the tickets of adults.",
    "Karim got 26 * 5 = $130 for the tickets of children.",
    "Together that is 153 + 130 = $283.",
    "After the stall was paid, 283 - 38 = $245 were left.",
    "After those 6 hours, with the tips, Rosa and Karim had 245 + 19 = $264.",
)


def _planted(kind: str, seeds: int = 60) -> list[tuple[str, ...]]:
    found = (plant_meaning(PROBLEM, RIGHT, kind, random.Random(seed)) for seed in range(seeds))
    return [one.steps for one in found if one is not None]


@pytest.mark.parametrize("kind", MEANINGS)
def test_a_planted_chain_holds_in_all_of_its_arithmetic(kind: str) -> None:
    made = set(_planted(kind))
    assert made, "this kind found no place"
    with Judge(lean="off") as judge:
        for steps in made:
            judged = judge(Chain.of(PROBLEM, steps))
            claims = [claim for step in judged.steps for claim in step.claims]
            assert [claim.text for claim in claims if claim.state != "proved"] == [], steps
            assert len([one for text in steps for one in equations(text)]) == len(claims)


@pytest.mark.parametrize("kind", ["quantity", "operation", "condition", "question"])
def test_the_answer_of_a_planted_chain_is_another(kind: str) -> None:
    assert all("$264" not in steps[-1] for steps in _planted(kind))


def test_what_rests_on_the_error_is_computed_anew() -> None:
    changed = {Fraction(153): "143"}
    assert (
        recomputed("Together that is 153 + 130 = $283, not 153.", changed)
        == "Together that is 143 + 130 = $273, not 143."
    )
    assert recomputed("So 283 - 38 = 245 of 283.", changed) == "So 273 - 38 = 235 of 273."


def test_a_number_that_means_two_things_is_not_computed_anew() -> None:
    steps = ("So 4 + 5 = 9 and 9 more.", "Then 30 + 9 = 39.")
    made = (plant_meaning("There are 4 and 5, and 9 others.", steps, "operation", random.Random(n)) for n in range(30))
    assert {one.first_error for one in made if one is not None} == {1}


def test_no_part_of_a_thing_is_planted_where_there_were_wholes() -> None:
    assert recomputed("So 24 / 6 = 4 boxes.", {Fraction(24): "25"}) is None
    assert recomputed("So 24 / 5 = 4.8 pounds.", {Fraction(24): "23"}) == "So 23 / 5 = 4.6 pounds."


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("So 48/2 = 24 and \\( 4 \\times 6 = 24 \\).", ["48/2", "4 \\times 6"]),
        ("She has 3 + 4 = 8, or x + 1 = 4.", []),
        ("It is $5 + $7 = $12.", ["5 + $7"]),
        ("That is 3 = 3.", []),
    ],
)
def test_only_right_equations_between_numbers_are_found(text: str, found: list[str]) -> None:
    assert [text[one.start : one.end] for one in equations(text)] == found


def test_the_dress_of_models_changes_no_claim() -> None:
    with Judge(lean="off") as judge:
        for seed in range(30):
            steps = modern(RIGHT, seed)
            assert sound(judge, PROBLEM, steps) and len(steps) == len(RIGHT)
            assert "#" in steps[0] or "**" in steps[0]
            assert sum(len(equations(text)) for text in steps) == sum(len(equations(text)) for text in RIGHT)


def test_chains_that_begin_alike_are_dressed_alike() -> None:
    assert modern((*RIGHT[:2], "The answer is 153.", "Done."), 3)[:2] == modern(RIGHT, 3)[:2]


def test_pairs_are_told_apart_by_exact_means_in_nothing(tmp_path: Path) -> None:
    rows = [{"problem": PROBLEM, "steps": list(RIGHT), "source": "own"}] * 12
    with Judge(lean="off") as judge:
        made = list(meaning_pairs(rows, random.Random(1), judge))
        assert {one.kind for one in made} == {"right", *MEANINGS}
        assert all(sound(judge, PROBLEM, one.steps) for one in made)
    assert all(
        wrong.targets[-1] == 0.0 and set(right.targets) == {1.0}
        for right, wrong in zip(made[::2], made[1::2], strict=True)
    )
    file = tmp_path / "right.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert len(assemble(Sources((), meaning=[file], most=4))) == 8
    assert assemble(Sources((), meaning=[file], barred=[file])) == []


def test_a_chain_that_is_wrong_as_it_stands_is_no_pair() -> None:
    broken = [{"problem": PROBLEM, "steps": [*RIGHT[:2], "Together that is 153 + 130 = $284."], "source": "own"}]
    with Judge(lean="off") as judge:
        assert list(meaning_pairs(broken, random.Random(1), judge)) == []


def test_the_states_of_a_formal_chain_are_labels(tmp_path: Path) -> None:
    file = tmp_path / "formal.jsonl"
    file.write_text(json.dumps(FORMAL) + "\n")
    [judged] = verify_formal(file, Chain.of("Ann has 3 pens and buys 4. How many has she?", STEPS, "ann"))
    found = of_formal(judged)
    assert found is not None and found.targets == (1.0, 1.0, 0.0, 0.0) and found.kind == "formal"


STEPS = ["She has 3 + 4 = 7 pens.", "Well.", "So she has 8 pens.", "That is all."]
FORMAL = {
    "id": "ann",
    "vars": {
        name: {"type": "count", "means": means, "unit": "pen"}
        for name, means in (("had", "pens that Ann had"), ("bought", "pens that Ann bought"), ("pens", "pens of Ann"))
    },
    "facts": [
        {"id": "p0", "quote": "Ann has 3 pens", "expr": "had == 3"},
        {"id": "p1", "quote": "buys 4", "expr": "bought == 4"},
        {"id": "p2", "quote": "How many has she?", "expr": "pens == had + bought"},
    ],
    "asks": ["pens"],
    "steps": [
        [
            {"role": "claim", "quote": "She has 3 + 4 = 7 pens", "expr": expr}
            for expr in ("pens == 3 + 4", "3 + 4 == 7", "pens == 7")
        ],
        [],
        [{"role": "claim", "quote": "she has 8 pens", "expr": "pens == 8"}],
        [],
    ],
}
