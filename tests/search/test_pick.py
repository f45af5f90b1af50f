"""``verifier pick``: the attempt to serve, or none, with reasons."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.command_line import Run

import verifier
from verifier.commands.options.judging import PickOptions
from verifier.commands.pick import run
from verifier.search.pick import pick

PROBLEM = "Ann buys 3 pens at $4 each and a book for $5. What does she pay?"
GOOD = ["The pens cost 3 * 4 = 12 dollars.", "Together that is 12 + 5 = 17 dollars.", "The answer is 17."]
SLIP = ["The pens cost 3 * 4 = 13 dollars.", "Together that is 13 + 5 = 18 dollars.", "The answer is 18."]
TALK = ["It is plain to see.", "The answer is 17."]
OTHER = ["The pens cost 3 * 4 = 12 dollars.", "Then 12 - 5 = 7 dollars.", "The answer is 7."]


def test_the_clean_attempt_is_served_and_the_others_have_reasons() -> None:
    picked = verifier.pick(PROBLEM, [SLIP, TALK, GOOD])
    assert picked.chosen == 2
    first = picked.attempts[0].flaws[0]
    assert (first.step, first.what) == (0, "incorrect") and first.claim is not None
    assert {flaw.what for flaw in picked.attempts[0].flaws} >= {"incorrect", "rests on an error"}
    assert "nothing checked" in {flaw.what for flaw in picked.attempts[1].flaws}


def test_without_a_clean_attempt_none_is_served() -> None:
    assert pick(PROBLEM, [SLIP, TALK]).chosen is None
    assert pick(PROBLEM, [GOOD], clean="settled").chosen is None, "an unread sentence is not settled"


def test_clean_attempts_that_disagree_are_all_withheld() -> None:
    picked = pick(PROBLEM, [GOOD, OTHER])
    assert picked.chosen is None
    both_clean = all(attempt.is_clean for attempt in picked.attempts)
    assert not both_clean or "disagree" in picked.why


def test_a_reference_answer_rules_out_what_ends_elsewhere() -> None:
    picked = pick(PROBLEM, [GOOD], answer="18")
    assert picked.chosen is None and picked.attempts[0].flaws[-1].what == "alarm"
    assert pick(PROBLEM, [GOOD], answer="17.00").chosen == 0


def test_a_guess_of_the_final_answer_rules_nothing_out() -> None:
    checked = [*GOOD[:2], "Check: 17 - 5 = 12."]
    assert pick(PROBLEM, [checked], answer="17").chosen == 0
    assert pick(PROBLEM, [checked, GOOD]).chosen is not None, "one of them may end in a check"


def test_an_attempt_that_is_no_chain_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one step"):
        pick(PROBLEM, [[]])


def test_the_command_serves_or_says_why_not(command: Run, tmp_path: Path) -> None:
    attempts = tmp_path / "attempts.jsonl"
    attempts.write_text("\n".join(map(json.dumps, [{"steps": SLIP}, {"text": "\n\n".join(GOOD)}])))
    done = command("pick", PROBLEM, str(attempts), "--lean", "off")
    assert done.returncode == 0 and "serve attempt 1" in done.stdout and "step 0 is wrong" in done.stdout
    told = json.loads(command("pick", PROBLEM, str(attempts), "--lean", "off", "--json").stdout)
    assert told["chosen"] == 1 and told["attempts"][1]["answer"] == "17"
    assert "refuted" in told["attempts"][0]["flaws"][0]["reason"]
    (tmp_path / "problem.txt").write_text(PROBLEM)
    done = command("pick", "@problem.txt", "-", "--lean", "off", stdin=json.dumps([SLIP, TALK]))
    assert done.returncode == 1 and "serve none" in done.stdout


@pytest.mark.parametrize("content", [" ", "{oops", '{"steps": []}', "7", '{"steps": [1]}'])
def test_attempts_that_are_none_are_one_line(content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "attempts").write_text(content)
    assert run(PickOptions(problem=PROBLEM, attempts=(str(tmp_path / "attempts"),), lean="off")) == 2
    said = capsys.readouterr().err
    assert len(said.splitlines()) == 1 and "expected" in said


def test_a_file_named_as_the_problem_is_refused(command: Run, tmp_path: Path) -> None:
    (tmp_path / "prob.txt").write_text(PROBLEM)
    done = command("pick", "prob.txt", "-", "--lean", "off", stdin=json.dumps([SLIP]))
    assert (done.returncode, done.stderr) == (
        2,
        "verifier: expected the text of a problem, got the name of a file: write @prob.txt\n",
    )
    long = command("pick", PROBLEM * 99, "-", "--lean", "off", stdin=json.dumps([SLIP]))
    assert "serve none" in long.stdout


def test_an_absent_problem_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        run(PickOptions(problem="@absent", attempts=("absent",), lean="off")) == 2
        and "absent: expected a problem" in capsys.readouterr().err
    )
