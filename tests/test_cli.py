"""The command as a user runs it: what it prints where, and its exit status."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from support.command_line import Run, lines

import verifier

RIGHT = json.dumps({"id": "r", "problem": "Add 2 and 3.", "steps": ["So 2 + 3 = 5."]})
WRONG = json.dumps({"id": "w", "problem": "Add 2 and 3.", "steps": ["So 2 + 3 = 6."]})
PROSE = json.dumps({"id": "p", "problem": "Add 2 and 3.", "steps": ["It is what it is, my dear."]})


def test_the_version_is_printed(command: Run) -> None:
    assert command("--version").stdout == f"verifier {verifier.__version__}\n"


@pytest.mark.parametrize(("text", "options", "status"), [
    (RIGHT, (), 0),
    (WRONG, (), 1),
    (PROSE, (), 0),
    (PROSE, ("--fail-on", "unjudged"), 1),
    (PROSE, ("--fail-on", "none-checked"), 1),
    (RIGHT, ("--fail-on", "unjudged"), 0),
    (RIGHT, ("--fail-on", "none-checked"), 0),
    (f"{RIGHT}\n{{oops\n{WRONG}", (), 2),
    (f"{WRONG}\n{RIGHT}", (), 1),
])  # fmt: skip
def test_the_exit_status_is_the_worst_that_happened(
    text: str, options: tuple[str, ...], status: int, command: Run
) -> None:
    assert command("check", "-", "--lean", "off", *options, stdin=text).returncode == status


@pytest.mark.parametrize(
    "args", [("check",), ("check", "-", "--lean", "maybe"), ("nonsense",), ("check", "-", "--timeout", "x")]
)
def test_wrong_usage_is_exit_status_2(args: tuple[str, ...], command: Run) -> None:
    done = command(*args)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr


def test_records_go_to_standard_output_and_complaints_to_standard_error(command: Run) -> None:
    done = command("check", "-", "--json", "--lean", "off", stdin=f"{RIGHT}\n{{oops\n{WRONG}\n")
    assert [row.get("id") for row in lines(done.stdout)] == ["r", None, "w"]
    assert lines(done.stdout)[1]["error"].startswith("<stdin>:2: expected JSON")
    assert done.stderr.startswith("verifier: <stdin>:2: expected JSON")
    assert len(done.stderr.splitlines()) == 1


def test_the_same_input_gives_the_same_output(command: Run) -> None:
    first, second = (command("check", "-", "--json", "--lean", "off", stdin=f"{RIGHT}\n{WRONG}") for _ in range(2))
    assert first.stdout == second.stdout


def test_output_that_is_piped_has_no_colour(command: Run) -> None:
    done = command("check", "-", "--lean", "off", stdin=WRONG)
    assert "\x1b" not in done.stdout
    assert "✗ incorrect" in done.stdout


def test_output_in_an_encoding_without_signs_does_not_fail(command: Run) -> None:
    done = command("check", "-", "--lean", "off", stdin=WRONG, env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert done.returncode == 1
    assert "incorrect" in done.stdout


def test_plain_text_is_judged_with_its_problem(command: Run) -> None:
    done = command(
        "check", "-", "--json", "--lean", "off", "--problem", "Add.", stdin="1. So 2 + 3 = 5.\n2. So 2 + 4 = 7.\n"
    )
    [row] = lines(done.stdout)
    assert (row["problem"], [step["correct"] for step in row["steps"]]) == ("Add.", [True, False])
    assert done.returncode == 1


def test_records_pass_recheck(command: Run, tmp_path: Path) -> None:
    (tmp_path / "records.jsonl").write_text(
        command("check", "-", "--json", "--lean", "off", stdin=f"{RIGHT}\n{WRONG}").stdout
    )
    done = command("recheck", "records.jsonl")
    assert (done.returncode, done.stdout) == (0, "2 certificates hold\n")


def test_what_holds_no_record_does_not_pass_recheck(command: Run, tmp_path: Path) -> None:
    kept = command("check", "-", "--json", "--lean", "off", stdin=RIGHT).stdout
    for name, text in (
        ("one.jsonl", kept),
        ("empty.jsonl", ""),
        ("chains.csv", "problem,solution\nAdd.,So 2 + 3 = 5.\n"),
    ):
        (tmp_path / name).write_text(text)
    assert command("recheck", "one.jsonl").stdout == "1 certificate holds\n"
    for files, said in (
        (("empty.jsonl",), "empty.jsonl: expected records, found none"),
        (("one.jsonl", "empty.jsonl"), "empty.jsonl: expected records, found none"),
        (("chains.csv",), "expected a record: an object"),
    ):
        done = command("recheck", *files)
        assert done.returncode == 2 and said in done.stderr and "some records do not hold" in done.stdout


def test_a_forged_record_does_not_pass_recheck(command: Run, tmp_path: Path) -> None:
    rows: list[Any] = lines(command("check", "-", "--json", "--lean", "off", stdin=f"{RIGHT}\n{WRONG}").stdout)
    rows[1]["steps"][0]["correct"] = True
    (tmp_path / "records.jsonl").write_text("\n".join(map(json.dumps, rows)))
    done = command("recheck", "records.jsonl")
    assert done.returncode == 1
    assert "records.jsonl:2: steps.0.correct: says true" in done.stdout


def test_recheck_names_a_line_that_is_no_record(command: Run) -> None:
    done = command("recheck", "-", stdin='{"schema": 3}\n{oops\n')
    assert done.returncode == 2
    assert '<stdin>:1: expected "problem" as a string, got null' in done.stdout
    assert "<stdin>:2: expected JSON" in done.stderr


def start(*args: str) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "-m", "verifier.cli.main", *args],
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a job in the background ignores it
    )


def test_a_reader_that_goes_away_is_no_error() -> None:
    process = start("check", "-", "--json", "--lean", "off")
    assert process.stdin and process.stdout and process.stderr
    with process:
        process.stdin.write(RIGHT.encode() + b"\n")
        process.stdin.flush()
        assert process.stdout.readline()
        process.stdout.close()
        process.stdin.write((RIGHT + "\n").encode() * 50)
        process.stdin.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_an_interrupt_is_quiet() -> None:
    process = start("check", "-", "--json", "--lean", "off")
    assert process.stdin and process.stdout and process.stderr
    with process:
        process.stdin.write(RIGHT.encode() + b"\n")
        process.stdin.flush()
        assert process.stdout.readline()
        time.sleep(0.2)
        os.kill(process.pid, signal.SIGINT)
        assert process.stderr.read() == b""
    assert process.returncode == 130


def test_a_crash_is_infrastructure_and_not_a_wrong_chain() -> None:
    code = "import verifier.cli.main as c, verifier.commands.check as r; r.check = lambda wanted: 1 / 0; c.main()"
    done = subprocess.run([sys.executable, "-c", code, "check", "-"], capture_output=True, check=False, timeout=60)
    assert done.returncode == 3
    assert b"ZeroDivisionError" in done.stderr


def test_a_step_is_explained(command: Run) -> None:
    chain = '{"problem": "Add 2 and 3.", "steps": ["So 2 + 3 = 6."]}'
    done = command("explain", "-", "--step", "0", "--lean", "off", stdin=chain)
    assert done.returncode == 0
    assert "refuted" in done.stdout
    assert command("explain", "-", "--step", "3", stdin=chain).returncode == 2
