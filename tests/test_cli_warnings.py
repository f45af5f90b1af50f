"""What settles no step and is worth a look: refuted claims that are not held against their steps, and final answers.
The real command says them in every format; ``--fail-on`` makes them fail."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import xmlschema
from support.command_line import Run, lines

XSD = Path(__file__).parent / "report" / "junit.xsd"

SHELF = "A shelf holds 26 books. 9 are lent out. How many stay?"
TESTED = {"id": "tested", "problem": SHELF, "steps": ["Is 26 - 9 = 16?"]}
OTHER = {"id": "other", "problem": SHELF, "steps": ["So 26 - 9 = 17.", "The answer is 18."], "answer": "17"}
SAME = {"id": "same", "problem": SHELF, "steps": ["So 26 - 9 = 17.", "The answer is 17."], "answer": "17.0"}
OPEN = {"id": "open", "problem": SHELF, "steps": ["So 26 - 9 = 17.", "The answer is x."], "answer": "17"}
NONE = {"id": "none", "problem": SHELF, "steps": ["It is a short shelf."], "answer": "17"}
GUESS = {"id": "guess", "problem": SHELF, "steps": ["So 26 - 9 = 17."], "answer": "15"}
WRONG = {"id": "wrong", "problem": SHELF, "steps": ["So 26 - 9 = 16."], "answer": "17"}

NOT_HELD = "26 - 9 = 16 is refuted, not held against the step: it is read as a question"
DIFFERENT = "Final answer: 18; the reference is 17: different (another value)"


def check(command: Run, *chains: dict[str, Any], options: tuple[str, ...] = ()) -> Any:
    return command("check", "-", "--lean", "off", *options, stdin="\n".join(map(json.dumps, chains)))


@pytest.mark.parametrize(("chain", "said"), [
    (TESTED, f"Look at step 0: {NOT_HELD}"),
    (OTHER, DIFFERENT),
    (SAME, "Final answer: 17; the reference is 17.0: the same"),
    (OPEN, "Final answer: x; the reference is 17: could not tell whether they are the same (other letters)"),
    (NONE, "Final answer: none was found; the reference is 17"),
    (GUESS, "Final answer: 17 (a guess: the last formula); the reference is 15: could not tell whether they are the "
     "same (another value; whether the last formula is the final answer is not known)"),
], ids=lambda one: one["id"] if isinstance(one, dict) else "")  # fmt: skip
def test_the_view_says_it_under_the_chain(chain: dict[str, Any], said: str, command: Run) -> None:
    done = check(command, chain)
    assert done.returncode == 0 and said in done.stdout.splitlines()


def test_of_many_claims_the_summary_names_a_few_and_counts_the_rest(command: Run) -> None:
    asked = [f"Is 26 - 9 = {number}?" for number in range(30, 41)]
    shown = [row for row in check(command, {**TESTED, "steps": asked}).stdout.splitlines() if row.startswith("Look at")]
    assert len(shown) == 9 and shown[-1] == "Look at 3 more claims that are refuted, not held against their steps"


@pytest.mark.parametrize(("end", "same"), [
    ("So 5 * 4 = 20.\n\nCheck: 20 / 5 = 4 ✓", False),
    ("So 5 * 4 = 20, and they are **20 books**. (Not 8 books.)", False),
    ("So 5 * 4 = 20.", True),
])  # fmt: skip
def test_a_check_or_a_rejected_value_at_the_end_raises_no_alarm(end: str, same: bool, command: Run) -> None:
    chain = {"problem": "5 shelves hold 4 books each. How many books?", "solution": end, "answer": "20"}
    done = check(command, chain, options=("--fail-on", "answer"))
    assert done.returncode == 0 and "ALARM" not in done.stdout and ": different" not in done.stdout
    assert ("the reference is 20: the same" in done.stdout) is same


def test_the_summary_says_why_the_final_answer_fails(command: Run) -> None:
    done = check(command, OTHER, SAME, GUESS, options=("--fail-on", "answer", "--summary"))
    shown = {row.partition(":")[0]: row for row in done.stdout.splitlines()}
    assert done.returncode == 1 and shown["other"].endswith("; final answer 18 is not the reference 17")
    assert "final answer" not in shown["same"] + shown["guess"]


def test_without_a_reference_answer_nothing_is_said_of_the_final_answer(command: Run) -> None:
    bare = {key: value for key, value in OTHER.items() if key != "answer"}
    assert "Final answer" not in check(command, bare).stdout
    assert "final_answer" not in lines(check(command, bare, options=("--json",)).stdout)[0]


def test_records_hold_the_final_answer_and_recheck_compares_it_again(command: Run, tmp_path: Path) -> None:
    rows = lines(check(command, OTHER, SAME, OPEN, NONE, GUESS, options=("--json",)).stdout)
    assert [
        (row["final_answer"]["text"], row["final_answer"]["told"], row["final_answer"]["state"]) for row in rows
    ] == [
        ("18", True, "different"),
        ("17", True, "equal"),
        ("x", True, "could not tell"),
        (None, False, "could not tell"),
        ("17", False, "could not tell"),
    ]
    (tmp_path / "r.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    assert command("recheck", "r.jsonl").returncode == 0
    without = {key: value for key, value in rows[0].items() if key != "final_answer"}
    assert (
        "final_answer: expected this key" in command("recheck", "-", "--read-again", stdin=json.dumps(without)).stdout
    )
    forged = {**rows[0], "final_answer": {**rows[0]["final_answer"], "state": "equal"}}
    done = command("recheck", "-", "--read-again", stdin=json.dumps(forged))
    assert done.returncode == 1 and 'final_answer.state: says "equal"' in done.stdout


@pytest.mark.parametrize(("chain", "options", "status"), [
    (TESTED, (), 0),
    (TESTED, ("refuted",), 1),
    (TESTED, ("answer",), 0),
    (OTHER, ("refuted",), 0),
    (OTHER, ("answer",), 1),
    (GUESS, ("answer",), 0),
    (SAME, ("answer", "refuted"), 0),
    (OPEN, ("answer",), 0),
    (NONE, ("answer",), 0),
    (NONE, ("answer", "none-checked"), 1),
    (TESTED, ("answer", "unjudged"), 1),
    (WRONG, (), 1),
], ids=lambda one: one["id"] if isinstance(one, dict) else None)  # fmt: skip
def test_fail_on_may_be_given_several_times(
    chain: dict[str, Any], options: tuple[str, ...], status: int, command: Run
) -> None:
    asked = [word for name in options for word in ("--fail-on", name)]
    assert check(command, chain, options=tuple(asked)).returncode == status


RULES = [
    (TESTED, "refuted", "refuted-claim", f"step 0: {NOT_HELD}"),
    (OTHER, "answer", "other-answer", DIFFERENT),
]
FAILS = [False, True]


def in_format(command: Run, chain: dict[str, Any], name: str, fails: str | None) -> str:
    """Return what ``check --format NAME`` prints, where ``fails`` is failed on."""
    done = check(command, chain, options=("--format", name, *(("--fail-on", fails) if fails else ())))
    assert done.returncode == (1 if fails else 0)
    return str(done.stdout)


@pytest.mark.parametrize(("chain", "name", "rule", "said"), RULES, ids=[one[2] for one in RULES])
@pytest.mark.parametrize("fails", FAILS)
def test_github_is_warned(chain: dict[str, Any], name: str, rule: str, said: str, fails: bool, command: Run) -> None:
    (row,) = in_format(command, chain, "github", name if fails else None).splitlines()
    assert row.startswith("::error " if fails else "::warning ")
    assert row.endswith(f"title={chain['id']}%3A {rule}::{said}")


@pytest.mark.parametrize(("chain", "name", "rule", "said"), RULES, ids=[one[2] for one in RULES])
@pytest.mark.parametrize("fails", FAILS)
def test_sarif_is_warned(chain: dict[str, Any], name: str, rule: str, said: str, fails: bool, command: Run) -> None:
    (run,) = json.loads(in_format(command, chain, "sarif", name if fails else None))["runs"]
    (result,) = run["results"]
    assert (result["ruleId"], result["level"]) == (rule, "error" if fails else "warning")
    assert result["message"]["text"] == f"{chain['id']}: {said}"
    assert run["tool"]["driver"]["rules"][0]["shortDescription"]["text"] != rule


@pytest.mark.parametrize(("chain", "name", "rule", "said"), RULES, ids=[one[2] for one in RULES])
@pytest.mark.parametrize("fails", FAILS)
def test_junit_tells_it_in_the_output_of_the_case(
    chain: dict[str, Any], name: str, rule: str, said: str, fails: bool, command: Run
) -> None:
    text = in_format(command, chain, "junit", name if fails else None)
    xmlschema.XMLSchema(str(XSD)).validate(text)
    suite = ElementTree.fromstring(text).find("testsuite")
    assert suite is not None and suite.get("failures") == str(int(fails))
    output, failure = suite.find("testcase/system-out"), suite.find("testcase/failure")
    if fails:
        assert output is None and failure is not None and failure.get("type") == rule
        assert failure.get("message") == said
    else:
        assert failure is None and output is not None
        assert output.text == f"warning: {rule}: <stdin>:1: {said}"


def test_whatever_fails_is_a_failure_in_the_formats(command: Run) -> None:
    for name, rule in (("unjudged", "unjudged-step"), ("none-checked", "none-checked")):
        assert f"none%3A {rule}::" in in_format(command, NONE, "github", name)


def test_a_warning_beside_a_failure_stays_a_warning(command: Run) -> None:
    both = {**WRONG, "steps": [*WRONG["steps"], "The answer is 16."], "answer": "40"}
    text = check(command, both, options=("--format", "github")).stdout
    assert [row.split()[0] for row in text.splitlines()] == ["::error", "::warning"]
    root = ElementTree.fromstring(check(command, both, options=("--format", "junit")).stdout)
    assert root.find(".//failure") is not None and root.find(".//system-out") is not None


def test_the_job_summary_marks_what_only_warns(command: Run, tmp_path: Path) -> None:
    place = tmp_path / "summary.md"
    options = ("check", "-", "--lean", "off", "--format", "github")
    command(*options, stdin=json.dumps(OTHER), env={"GITHUB_STEP_SUMMARY": str(place)})
    shown = place.read_text("utf-8")
    assert "1 to look at" in shown and "| 🔎 | other | other-answer |" in shown
