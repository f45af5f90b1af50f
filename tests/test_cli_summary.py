"""What a check says in the end: nothing wrong found is told from nothing read, of one chain and of many."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.command_line import Run, lines

OFF = ("--lean", "off")
RIGHT = {"problem": "Add 2 and 3.", "steps": ["So 2 + 3 = 5."]}
PARTLY = {
    "id": "partly",
    "problem": "Add 2 and 3.",
    "steps": ["So 2 + 3 = 5.", "Everybody likes this number, so it is."],
}
WRONG = {"problem": "Add 2 and 3.", "steps": ["So 2 + 3 = 6."]}
LONG = {"problem": "Add 2 and 3.", "steps": ["So 2 + 3 = 5. " * 4000]}
PROSE = {"id": "prose", "problem": "Add 2 and 3.", "steps": ["It is what it is, my dear."]}
ROWS = [json.dumps(RIGHT), json.dumps(PARTLY), json.dumps(WRONG), "{oops", json.dumps(PROSE)]
TOTALS = (
    "5 chains: 1 wrong, 1 with nothing wrong found, 1 in which every step holds, 1 with nothing read, "
    "1 that could not be read as a chain"
)


@pytest.fixture
def many(tmp_path: Path) -> Path:
    place = tmp_path / "many.jsonl"
    place.write_text("\n".join(ROWS))
    return place


@pytest.mark.parametrize(
    ("chain", "said"),
    [
        (RIGHT, "Every step holds. 1 of 1 step settled correct: the only claim holds.\n"),
        (
            PARTLY,
            "Nothing wrong found. 1 of 2 steps correct or checked: the only claim holds; words unread in 1.\n",
        ),
        (
            WRONG,
            "First error: step 0 (counted from 0). 0 of 1 step correct or checked: 0 of 1 claim holds, 1 refuted.\n",
        ),
        (LONG, "Nothing was read: no claim was found in 1 step; 1 too long to be read.\n"),
        (PROSE, "Nothing was read: no claim was found in 1 step.\n"),
        (
            {"problem": "Let x and y be numbers.", "steps": ["So x^5 + y^7 = 3.", "Then x + y = 2."]},
            "Nothing was decided: 2 claims read in 2 steps.",
        ),
        (
            {"problem": "Add 2 and 3.", "steps": ["So 2 + 3 = 5.", "Then x^5 + y^7 = 3."]},
            "Nothing wrong found. 1 of 2 steps correct or checked: 1 of 2 claims hold, 1 open.\n",
        ),
    ],
)
def test_nothing_wrong_is_told_from_nothing_read(chain: object, said: str, command: Run) -> None:
    shown = command("check", "-", *OFF, stdin=json.dumps(chain)).stdout
    assert said in shown and "First error: not known" not in shown


def test_unread_words_do_not_hide_that_all_claims_hold(command: Run) -> None:
    def last(*steps: str) -> str:
        chain = {"problem": "Add 2 and 3.", "steps": steps}
        return str(command("check", "-", *OFF, stdin=json.dumps(chain)).stdout.splitlines()[-2])

    wordy = ("Everybody knows that 2 + 3 = 5.", "Hence my friends say 5 + 1 = 6.")
    assert last(*wordy) == "Nothing wrong found. 2 of 2 steps correct or checked: all 2 claims hold; words unread in 2."
    assert last(*wordy, "So 6 + 1 = 8.").startswith("Look at step 2: 6 + 1 = 8 is refuted, not held against the step")
    assert last("So 2 + 3 = 5.").startswith("Every step holds.")


def test_many_chains_have_ids_or_lines_and_totals(many: Path, command: Run) -> None:
    done = command("check", many.name, *OFF)
    begun = ("many.jsonl:", "partly", "prose")
    heads = [line.split("  ")[0] for line in done.stdout.splitlines() if line.startswith(begun)]
    assert heads == ["many.jsonl:1", "partly (many.jsonl:2)", "many.jsonl:3", "prose (many.jsonl:5)"]
    assert done.stdout.splitlines()[-1] == TOTALS and done.returncode == 2


@pytest.mark.parametrize("words", [("check",), ("repair",)])
def test_a_chain_without_an_id_is_headed_by_its_place(words: tuple[str, ...], tmp_path: Path, command: Run) -> None:
    folder = tmp_path / "solutions"
    folder.mkdir()
    (folder / "a.md").write_text("So 2 + 3 = 6.")
    (folder / "the second of the solutions.md").write_text("So 2 + 3 = 7.")
    (folder / "row.jsonl").write_text(json.dumps(WRONG))
    shown = command(*words, "solutions", *OFF).stdout.splitlines()
    heads = [line.split("  ")[0] for line in shown if line.startswith("solutions/")]
    assert heads == ["solutions/a.md", "solutions/row.jsonl:1", "solutions/the second of the solutions.md"]


def test_a_summary_is_a_line_a_chain(many: Path, command: Run) -> None:
    done = command("check", many.name, *OFF, "--summary")
    assert done.stdout.splitlines() == [
        "many.jsonl:1: Every step holds. 1 of 1 step settled correct: the only claim holds.",
        "partly (many.jsonl:2): Nothing wrong found. 1 of 2 steps correct or checked: the only claim holds; "
        "words unread in 1.",
        "many.jsonl:3: First error: step 0 (counted from 0). 0 of 1 step correct or checked: "
        "0 of 1 claim holds, 1 refuted.",
        "many.jsonl:4: not read",
        "prose (many.jsonl:5): Nothing was read: no claim was found in 1 step.",
        TOTALS,
    ]
    assert done.stderr.count("many.jsonl:4: expected JSON") == 1
    assert command("check", many.name, *OFF, "--summary", "--json").returncode == 2


def test_only_wrong_shows_what_is_wrong_and_counts_all(many: Path, command: Run) -> None:
    shown = command("check", many.name, *OFF, "--only", "wrong").stdout
    assert "many.jsonl:3" in shown and "partly" not in shown and "many.jsonl:1" not in shown
    assert shown.splitlines()[-1] == TOTALS
    rows = lines(command("check", many.name, *OFF, "--only", "wrong", "--json").stdout)
    assert [row.get("first_error", "bad") for row in rows] == [0, "bad"]
    failing = command("check", many.name, *OFF, "--only", "wrong", "--fail-on", "none-checked", "--summary").stdout
    assert "prose (many.jsonl:5): Nothing was read" in failing


def test_quiet_prints_nothing_and_the_exit_status_tells(many: Path, command: Run) -> None:
    done = command("check", many.name, *OFF, "--quiet")
    assert (done.returncode, done.stdout) == (2, "") and "many.jsonl:4: expected JSON" in done.stderr
    wrong = command("check", "-", *OFF, "-q", "--format", "github", stdin=ROWS[2])
    assert (wrong.returncode, wrong.stdout, wrong.stderr) == (1, "", "")


def test_steps_that_only_restate_are_shown_as_restated(command: Run) -> None:
    chain = {"problem": "Solve x + 2 = 5 for x.", "steps": ["We have x + 2 = 5.", "So x = 3.", "Hence x = 3, easily."]}
    shown = [row[5:22].strip() for row in command("check", "-", *OFF, stdin=json.dumps(chain)).stdout.splitlines()]
    assert [word for word in shown if word[:1] in ("✓", "○")] == ["✓ restated", "✓ correct", "○ restated"]


def test_annotations_stand_on_the_line_of_the_file_and_give_the_reason(tmp_path: Path, command: Run) -> None:
    steps = ["So 2 + 2 = 4.", 'A "quoted" word.', "Next 2 + 3 = 7."]
    (tmp_path / "rows.jsonl").write_text("\n".join([json.dumps(RIGHT), "", json.dumps(WRONG)]))
    (tmp_path / "one.json").write_text(json.dumps({"problem": "Add.", "steps": steps}, indent=1))
    (tmp_path / "text.txt").write_text("So 2 + 2 = 4.\n\nNext 2 + 3 = 7.\n")
    said = {}
    for name in ("rows.jsonl", "one.json", "text.txt"):
        said[name] = command("check", name, *OFF, "--format", "github", *(["--problem", "A."] * (name == "text.txt")))
    assert "file=rows.jsonl,line=3,col=1" in said["rows.jsonl"].stdout
    assert "2 + 3 is 5" in said["rows.jsonl"].stdout
    assert "file=one.json,line=6,col=1" in said["one.json"].stdout
    assert "file=text.txt,line=3,col=1" in said["text.txt"].stdout
    sarif = json.loads(command("check", "rows.jsonl", *OFF, "--format", "sarif").stdout)
    region = sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert region["startLine"] == 3
    assert "rows.jsonl:3: step 0 is wrong" in command("check", "rows.jsonl", *OFF, "--format", "junit").stdout
