"""Each format is told by its rows, read with its traps in mind, and written so that it reads back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support import formats

from verifier.chain import Chain
from verifier.intake.bad import Bad
from verifier.intake.example import BadRow, Example
from verifier.intake.files.rows import PlacedRow
from verifier.intake.formats.labelled.gsm8k import without_annotations
from verifier.intake.formats.registry import READERS, detected, format_of
from verifier.intake.source import Numbered, Reading, parts, read
from verifier.labelling.outputs.labels import Labelled
from verifier.labelling.outputs.writers import WRITERS

SEVEN = "Ann has 3 pens and buys 4. How many?"


def one(row: dict[str, Any], **how: Any) -> Example:
    """The example that a row spells, in the format that it is found to be of."""
    format = format_of(row)
    assert format is not None
    part = parts(PlacedRow("here:1", row), format, Reading())[0]
    assert not isinstance(part, Bad), part
    found = read(Numbered(0, "here:1", format.name, part), Reading(**how))
    assert isinstance(found, Example), found
    return found


def wrong(row: dict[str, Any]) -> str:
    """What is wrong with a row."""
    format = format_of(row)
    assert format is not None
    found = read(Numbered(0, "here:1", format.name, row), Reading())
    assert isinstance(found, Bad), found
    return str(found)


def texts(example: Example) -> list[str]:
    return [step.text for step in example.chain.steps]


def completion(text: str, rating: int | None = 1) -> dict[str, Any]:
    return {"text": text, "rating": rating, "flagged": False}


def prm800k(*steps: dict[str, Any], finish: str = "solution") -> dict[str, Any]:
    question = {"problem": SEVEN, "ground_truth_answer": "7"}
    return {"question": question, "label": {"steps": list(steps), "finish_reason": finish}}


ROWS: dict[str, dict[str, Any]] = {
    "formal": {"formal": 1, "id": "f", "problem": SEVEN, "steps_text": ["3 + 4 = 7"], "steps": [[]]},
    "prm800k": prm800k(
        {"completions": [completion("So 3 + 4 = 7.")], "human_completion": None, "chosen_completion": 0}
    ),
    "math-shepherd": {
        "input": f"{SEVEN} Step 1: 3 + 4 = 7 ки\nStep 2: The answer is 7 ки",
        "label": f"{SEVEN} Step 1: 3 + 4 = 7 +\nStep 2: The answer is 7 -",
        "task": "GSM8K",
    },
    "rlhflow": {
        "conversations": [
            {"role": "user", "content": f"{SEVEN} Step 1: 3 + 4 = 7"},
            {"role": "assistant", "content": "+"},
            {"role": "user", "content": "Step 2: The answer is 7"},
            {"role": "assistant", "content": "-"},
        ]
    },
    "math-aps": {
        "question": SEVEN,
        "final_answer": "7",
        "reasoning_steps": [
            {"solution_prefix": "3 + 4 = 7", "mc_value": 0.75},
            {"solution_prefix": "3 + 4 = 7\nSo 8", "mc_value": 0.0},
        ],
    },
    "prmbench": {
        "original_question": SEVEN,
        "modified_question": SEVEN,
        "modified_process": ["3 + 4 = 8.", "So 8."],
        "error_steps": [1],
        "idx": "own_1",
        "classification": "counterfactual",
    },
    "mr-gsm8k": {
        "uuid": "u-1",
        "question": SEVEN,
        "model_output_steps": ["3 + 4 = 7.", "So 8."],
        "model_output_solution_correctness": "wrong",
        "model_output_solution_first_error_step": "2",
        "ground_truth_answer": "7",
    },
    "mr-ben": {
        "Question": SEVEN,
        "Options": ["7", "8"],
        "Model_Solution_Steps": ["Let me see.", "Step 1: 3 + 4 = 7.", "Step 2: So 8."],
        "Model_Solution_Correctness": "incorrect",
        "Model_Solution_First_Error_Step": "2",
    },
    "trl": {"prompt": SEVEN, "completions": ["3 + 4 = 7.", "So 8."], "labels": [True, False]},
    "normal": {"id": "a", "problem": SEVEN, "steps": ["3 + 4 = 7."], "labels": [1], "first_error": -1},
    "processbench": {"id": "b", "problem": SEVEN, "steps": ["3 + 4 = 7.", "So 8."], "label": 1},
    "chat": {
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "Hello"},
            {"role": "assistant", "content": "Hello!"},
            {"role": "user", "content": [{"type": "text", "text": SEVEN}]},
            {"role": "assistant", "content": "1. 3 + 4 = 7\n2. So 7"},
        ]
    },
    "plain": {"problem": SEVEN, "steps": ["3 + 4 = 7."]},
    "gsm8k": {"question": SEVEN, "answer": "Ann has 3 + 4 = <<3+4=7>>7 pens.\nThat is all.\n#### 7"},
    "text": {"question": SEVEN, "response": "3 + 4 = 7\n\nSo 7"},
    **formats.ROWS,
}


def test_every_format_has_a_row_here() -> None:
    assert ROWS.keys() == READERS.keys()


@pytest.mark.parametrize("name", READERS)
def test_a_format_is_told_by_its_rows_and_reads_them(name: str) -> None:
    assert detected([ROWS[name]]) is READERS[name]
    assert one(ROWS[name]).chain.problem.startswith((SEVEN, formats.PROBLEM))


def test_the_example_says_what_the_row_says() -> None:
    found = {name: one(row) for name, row in ROWS.items()}
    labels = {name: example.labels for name, example in found.items()}
    assert (
        labels["math-shepherd"]
        == labels["rlhflow"]
        == labels["mr-gsm8k"]
        == labels["trl"]
        == labels["processbench"]
        == (1.0, 0.0)
    )
    assert labels["math-aps"] == (0.75, 0.0) and labels["prmbench"] == (0.0, 1.0)
    assert labels["plain"] is labels["gsm8k"] is labels["text"] is labels["chat"] is None
    first = {name: example.first_error for name, example in found.items()}
    assert (first["prmbench"], first["mr-gsm8k"], first["processbench"], first["normal"]) == (0, 1, 1, -1)
    assert texts(found["chat"]) == ["3 + 4 = 7", "So 7"] and found["chat"].chain.problem == SEVEN
    assert texts(found["math-aps"]) == ["3 + 4 = 7", "So 8"]
    assert found["mr-gsm8k"].chain.id == "u-1" and found["prmbench"].chain.id == "own_1"


def test_prm800k_takes_what_was_chosen_else_what_a_person_wrote_else_the_worst() -> None:
    bad = {"completions": [completion("3 + 4 = 6.", 0), completion("3 + 4 = 8.", -1)], "human_completion": None}
    rows = prm800k(
        {
            "completions": [completion("No.", -1), completion("We add.", 0)],
            "human_completion": None,
            "chosen_completion": 1,
        },
        {"completions": [completion("No.", -1)], "human_completion": completion("3 and 4."), "chosen_completion": None},
        {"completions": [completion("No.", -1)], "human_completion": "Add them.", "chosen_completion": None},
        {**bad, "chosen_completion": None},
        finish="found_error",
    )
    found = one(rows)
    assert texts(found) == ["We add.", "3 and 4.", "Add them.", "3 + 4 = 8."]
    assert found.labels == (1.0, 1.0, None, 0.0)


@pytest.mark.parametrize(("neutral", "label"), [("positive", 1.0), ("negative", 0.0), ("drop", None)])
def test_what_a_neutral_rating_counts_as_is_an_option(neutral: str, label: float | None) -> None:
    step = {"completions": [completion("We add.", 0)], "human_completion": None, "chosen_completion": 0}
    assert one(prm800k(step), neutral=neutral).labels == (label,)


def test_bad_problems_and_choices_that_are_not_there_are_refused() -> None:
    step = {"completions": [completion("We add.")], "human_completion": None, "chosen_completion": 3}
    assert "gave up" in wrong(prm800k(step, finish="bad_problem"))
    assert "the completion that it chose" in wrong(prm800k(step))


@pytest.mark.parametrize(
    ("input", "label"),
    [
        ("Q Step 1: a ки\nStep 2: b ки", "Q Step 1: a +\nStep 2: b"),
        ("Q Step 1: a ки\nStep 2: b ки", "Q Step 1: a +\nStep 2: c -"),
        ("Q Step 1: a ки\nStep 2: b", "Q Step 1: a +\nStep 2: b"),
        ("Q Step 1: a ки", "Q Step 1: a +\nStep 2: b -"),
        ("Q a ки", "Q a +"),
    ],
)
def test_inconsistent_tags_are_reported(input: str, label: str) -> None:
    assert "here:1: " in wrong({"input": input, "label": label, "task": "MATH"})


def test_a_question_may_itself_speak_of_a_step_1() -> None:
    question = "Step 1: count. What do you get?"
    found = one({"input": f"{question} Step 1: a ки", "label": f"{question} Step 1: a +", "task": "MATH"})
    assert found.chain.problem == question and texts(found) == ["a"]


def test_prmbench_counts_from_1() -> None:
    row = ROWS["prmbench"]
    assert "from 1 to 2" in wrong({**row, "error_steps": [0]})
    assert "from 1 to 2" in wrong({**row, "error_steps": [3]})
    assert one({**row, "error_steps": []}).first_error == -1
    assert one({**row, "error_steps": [2, 1]}).labels == (0.0, 0.0)


def test_mr_ben_counts_printed_steps_and_mr_gsm8k_list_items() -> None:
    assert one(ROWS["mr-ben"]).first_error == 2
    assert one({**ROWS["mr-ben"], "Model_Solution_Steps": ["Three.", "Four.", "Five."]}).first_error == 1
    assert one({**ROWS["mr-gsm8k"], "model_output_steps": ["Step 0: a", "Step 1: b", "Step 2: c"]}).first_error == 1
    right = {"Model_Solution_First_Error_Step": "N/A", "Model_Solution_Correctness": "correct"}
    assert one({**ROWS["mr-ben"], **right}).first_error == -1
    unclear = {"Model_Solution_First_Error_Step": "N/A", "Model_Solution_Correctness": "incorrect"}
    assert one({**ROWS["mr-ben"], **unclear}).first_error is None


def test_gsm8k_is_rid_of_its_annotations() -> None:
    found = one(ROWS["gsm8k"])
    assert texts(found) == ["Ann has 3 + 4 = 7 pens.", "That is all."] and found.chain.answer == "7"
    assert one({"question": "q", "answer": "All.\n#### 1,234"}).chain.answer == "1234"


@pytest.mark.parametrize(
    ("line", "kept"),
    [("a<<1+1=2>>2", "a2"), ("<<", "<<"), ("1 << 2", "1 << 2"), ("x<<a<<b>>", "x<<a<<b>>"), (">><<a>>b", ">>b")],
)
def test_only_whole_annotations_go(line: str, kept: str) -> None:
    assert without_annotations(line) == kept


def test_labels_that_are_no_shares_are_refused() -> None:
    for label in (float("nan"), 2, -1, "yes", [1], 10**400):
        assert "label 0" in wrong({"prompt": "p", "completions": ["a"], "labels": [label]})
    assert "as many labels as steps" in wrong({"prompt": "p", "completions": ["a"], "labels": [True, True]})


@pytest.mark.parametrize(("labels", "first"), [([1, 0], -1), ([0, 1], 1), ([1, 1], 0), ([1, None], 0)])
def test_labels_that_say_another_first_error_are_refused(labels: list[Any], first: int) -> None:
    row = {"problem": "p", "steps": ["a", "b"], "labels": labels, "first_error": first}
    assert "agree" in wrong(row)


@pytest.mark.parametrize("number", ["--1", "1-", "-", "٣-", "0x1"])
def test_a_first_error_that_is_no_number_is_refused(number: str) -> None:
    row = {**ROWS["mr-gsm8k"], "model_output_solution_first_error_step": number}
    assert "a whole number" in wrong(row)


def test_a_first_error_outside_the_chain_is_refused() -> None:
    assert "first error" in wrong({"id": "b", "problem": "p", "steps": ["a"], "label": 1})


def test_a_row_of_another_format_is_named() -> None:
    found = read(Numbered(0, "here:9", "trl", ROWS["gsm8k"]), Reading())
    assert isinstance(found, Bad) and "expected trl" in str(found) and "it looks like gsm8k" in str(found)


def test_columns_under_other_names_are_mapped() -> None:
    row = {"frage": SEVEN, "weg": '["3 + 4 = 7.", "So 7."]'}
    found = read(Numbered(0, "here:1", "plain", row), Reading(renamed={"problem": "frage", "steps": "weg"}))
    assert isinstance(found, Example) and texts(found) == ["3 + 4 = 7.", "So 7."]


CHAIN = Chain.of(SEVEN, ["3 + 4 = 7.", "So 7 = 7.", "Then 7 + 1 = 9."], "own-1", "7")
DONE = Labelled(CHAIN, (1.0, 1.0, 0.0), (1.0, 1.0, 0.0), 2, adds=(True, False, True), record="{}")


def test_what_is_written_reads_back() -> None:
    for name in ("trl", "math-shepherd", "prm800k", "jsonl"):
        format = WRITERS[name]
        assert format.write is not None
        row = json.loads(json.dumps(format.write(DONE)))
        found = one(row)
        assert found.labels == (1.0, 1.0, 0.0) and found.first_error == 2, name
        assert texts(found) == [step.text for step in CHAIN.steps] and found.chain.problem == SEVEN


def test_trl_gets_booleans_unless_soft_labels_are_asked_for() -> None:
    write = WRITERS["trl"].write
    assert write is not None
    assert write(DONE)["labels"] == [True, True, False] and type(write(DONE)["labels"][0]) is bool
    soft = Labelled(CHAIN, (0.9, 0.7, 0.2), (0.9, 0.7, 0.2), 2, soft=True)
    assert write(soft)["labels"] == [0.9, 0.7, 0.2]


def test_prm800k_rates_a_step_that_adds_nothing_neutral_and_chooses_no_error() -> None:
    write = WRITERS["prm800k"].write
    assert write is not None
    steps = write(DONE)["label"]["steps"]
    assert [step["completions"][0]["rating"] for step in steps] == [1, 0, -1]
    assert [step["chosen_completion"] for step in steps] == [0, 0, None]
    assert write(DONE)["label"]["finish_reason"] == "found_error"


def test_what_math_shepherd_cannot_hold_is_refused_and_not_garbled() -> None:
    write = WRITERS["math-shepherd"].write
    assert write is not None
    with pytest.raises(BadRow):
        write(Labelled(Chain.of("p", ["кит ки"]), (1.0,), (1.0,), -1))


def test_processbench_predicts_the_first_error() -> None:
    write = WRITERS["processbench"].write
    assert write is not None
    assert write(DONE) == {"id": "own-1", "prediction": 2}
