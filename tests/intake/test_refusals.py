"""What cannot be read is refused in one line: what was asked, of what, and what to do; never judged as one text."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest
from support import formats
from support.command_line import Run

import verifier
from verifier.intake.bad import BadInput
from verifier.intake.chains import Sources
from verifier.intake.files.rows import MAX_TEXT
from verifier.intake.fixes import fixes, guessed

TABLE = f'nr,exercise_text,my_cot\n1,"{formats.PROBLEM}","{formats.TEXT}"\n'

REFUSED: dict[str, tuple[str, bytes, str]] = {
    "columns of no known format": ("a.csv", TABLE.encode(), "--map problem=exercise_text,steps=my_cot; or "),
    "a table in a text file": ("a.txt", b"question,thoughts\n1,2\n", "got the columns question, thoughts"),
    "a binary file": ("a.dat", bytes(range(256)) * 9, "got a binary file: give JSON"),
    "a PDF": ("a.txt", b"%PDF-1.7\n\xe2\xe3", "got a PDF: copy its text"),
    "UTF-16": ("a.txt", "So 2 = 3.".encode("utf-16"), "got UTF-16: save it as UTF-8"),
    "Latin-1": ("a.txt", "Größe: 2 = 3".encode("latin-1"), "got the byte 0xf6 at byte 3 of the line; save it as UTF-8"),
    "Latin-1 in a table": ("a.csv", "problem,solution\np,Größe\n".encode("latin-1"), "a.csv:2: expected UTF-8"),
    "nothing": ("a.txt", b" \n", "a.txt: the file is empty"),
    "a table without rows": ("a.csv", b"problem,solution\n", "expected rows beneath the first line, got none"),
    "random bytes": ("a.bin", bytes(range(200, 10, -1)) * 9, "got a binary file: give JSON"),
    "another kind of text": ("a.yaml", b"problem: p\nsteps:\n- 2 = 3\n", "say --problem TEXT where it is one solution"),
    "a text of megabytes": (
        "a.txt",
        b"So 2 + 2 = 4. " * (MAX_TEXT // 14 + 9),
        "a.txt: expected one solution in plain text, of at most 4,194,304 characters",
    ),
    "an error in a batch": (
        "a.jsonl",
        b'{"custom_id": "r", "response": {"status_code": 400, "body": {"error": "too long"}}, "error": null}',
        "got the error of this request",
    ),
    "likelihoods": ("a.jsonl", b'{"doc_id": 1, "doc": {}, "resps": [[[-1.2, false]]]}', "compares likelihoods"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_it_is_refused_in_one_line(name: str, command: Run, tmp_path: Path) -> None:
    file, data, said = REFUSED[name]
    (tmp_path / file).write_bytes(data)
    done = command("check", file, "--lean", "off")
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1 and done.stderr.startswith(f"verifier: {file}") and said in done.stderr


def test_a_folder_without_chains_and_an_archive_of_something_else_are_refused(command: Run, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as zipped:
        zipped.writestr("a.txt", formats.TEXT)
    done = command("check", "empty", "a.zip", "absent", "--lean", "off")
    assert done.returncode == 2
    first, second, third = done.stderr.splitlines()
    assert "empty: expected a folder with files of chains" in first and "a.zip: " in second and "unpack it" in second
    assert "absent: expected a file that can be read" in third


@pytest.mark.parametrize("words", [("check",), ("label", "--out", "out.jsonl"), ("explain", "--step", "0")])
def test_map_names_the_columns_that_are_there(words: tuple[str, ...], command: Run, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(TABLE)
    name, *options = words
    done = command(name, "a.csv", *options, "--map", "problem=exercise,steps=my_cot", "--lean", "off")
    assert done.returncode == 2
    told = "expected a column called exercise for --map problem=exercise, got nr, exercise_text, my_cot"
    assert told in done.stderr and "did you mean --map problem=exercise_text?" in done.stderr


def test_the_map_that_is_proposed_reads_the_file(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(TABLE)
    row = {"nr": "1", "exercise_text": formats.PROBLEM, "my_cot": formats.TEXT}
    problem, steps = guessed(row)
    assert problem is not None and steps is not None
    [chain] = verifier.chains(tmp_path / "a.csv", map={"problem": problem, "steps": steps})
    assert (chain.problem, [step.text for step in chain.steps]) == (
        formats.PROBLEM,
        [formats.RIGHT, formats.SLIP],
    )


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_a_row_of_a_table_stands_where_it_begins(ends: str, tmp_path: Path) -> None:
    rows = ["problem,solution", "", 'p,"So 1 + 1 = 2.', "", 'So 2 + 2 = 5."', "p,So 3 = 3.", 'p,"1', '2",3', 'p,"1', ""]
    (tmp_path / "a.csv").write_bytes(ends.join(rows).encode())
    places = [one.where.rpartition(":")[2] for one in Sources([str(tmp_path / "a.csv")]).found(io.BytesIO())]
    assert places == ["3", "6", "7", "9"]


def test_only_columns_of_text_are_proposed() -> None:
    assert guessed({"role": "assistant", "stop_reason": "end_turn", "content": [{"text": "So 1 = 1."}]}) == (None, None)
    assert guessed({"created_at": "2024-05-01T10:00:00Z", "reason": "stop", "notes": "So 1 = 1."}) == (None, "notes")


def test_chains_of_a_row_without_an_id_are_told_apart(command: Run, tmp_path: Path) -> None:
    pair = {"prompt": formats.PROBLEM, "chosen": formats.RIGHT, "rejected": formats.TEXT}
    (tmp_path / "a.jsonl").write_text(json.dumps(pair))
    ids = ["a.jsonl:1/chosen", "a.jsonl:1/rejected"]
    shown = command("check", "a.jsonl", "--lean", "off", "--summary").stdout.splitlines()
    assert [line.partition(": ")[0] for line in shown[:2]] == ids
    assert command("label", "a.jsonl", "--lean", "off", "--out", "out.jsonl").returncode == 0
    assert [json.loads(line)["id"] for line in (tmp_path / "out.jsonl").read_text().splitlines()] == ids
    assert [chain.id for chain in verifier.chains(pair)] == ["chosen", "rejected"]


def test_what_to_do_is_told_of_any_row_with_columns_that_fit_alone() -> None:
    for row in ({}, {"x": 1}, {"doc": {}, "resps": []}, {"messages": "none"}):
        assert len(fixes(row)) == 2 and "--map" not in " ".join(fixes(row))
    assert "--from lm-eval" in " ".join(fixes({"doc": {}, "resps": [], "target": ""}))


def test_a_row_with_a_problem_of_its_own_takes_no_other() -> None:
    with pytest.raises(BadInput, match="it has one of its own"):
        list(verifier.chains({"problem": "p", "steps": ["a"]}, problem="q"))


def test_a_format_that_is_said_is_held_to(command: Run, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(json.dumps({"problem": "p", "steps": ["So 2 + 2 = 4."]}))
    done = command("check", "a.jsonl", "--from", "chat", "--lean", "off")
    assert done.returncode == 2 and "expected chat" in done.stderr and "it looks like plain" in done.stderr
    assert command("check", "a.jsonl", "--from", "chats", "--lean", "off").returncode == 2
