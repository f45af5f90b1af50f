"""``verifier check --formal`` and ``--given`` from the command line: what is printed, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.command_line import Run, lines

FOLDER = Path(__file__).parent.parent / "examples" / "formal"
FIRST, SECOND = str(FOLDER / "bakery.json"), str(FOLDER / "bakery_agreeing.json")
WIDE = {"COLUMNS": "120"}


def test_translations_are_evidence_and_the_command_says_what_would_settle(command: Run) -> None:
    done = command("check", "--formal", FIRST, env=WIDE)
    assert done.returncode == 0
    for said in ("incorrect under this reading", "p0 “sold 45 rolls", "Settled: 0 of 5 steps"):
        assert said in done.stdout
    assert "--trust agreeing" in done.stderr and "--given FILE" in done.stderr


def test_the_guide_shows_what_the_command_prints(command: Run) -> None:
    page = FOLDER.parents[1] / "verifier" / "docs" / "guides" / "check-formal.md"
    shown = page.read_text("utf-8").split("```text\n")[1].split("```")[0]
    assert shown in command("check", "--formal", FIRST, env={"COLUMNS": "90"}).stdout


def test_what_agrees_or_is_given_settles_and_an_error_ends_with_1(command: Run) -> None:
    agreeing = command("check", "--formal", FIRST, "--formal", SECOND, "--trust", "agreeing", env=WIDE)
    given = command("check", "--given", FIRST, env=WIDE)
    assert (agreeing.returncode, given.returncode) == (1, 1)
    assert "First error: step 1" in agreeing.stdout and "by translations that agree" in agreeing.stdout
    assert "✗ incorrect" in given.stdout and "incorrect as given" in given.stdout and not given.stderr


def test_the_text_may_stand_in_a_file_of_chains(command: Run, tmp_path: Path) -> None:
    told = json.loads(Path(FIRST).read_text("utf-8"))
    chains = [
        {"id": told["id"], "problem": told["problem"], "steps": told["steps_text"]},
        {"problem": "", "steps": 3},
    ]
    chains.append({"id": "untold", "problem": "Add.", "steps": ["1 + 1 = 3"]})
    (tmp_path / "chains.jsonl").write_text("".join(f"{json.dumps(chain)}\n" for chain in chains), "utf-8")
    done = command("check", "chains.jsonl", "--given", FIRST, "--json")
    rows = lines(done.stdout)
    assert done.returncode == 2 and "no translation is of this chain" in done.stderr
    assert [row.get("first_error") for row in rows] == [1, None, 0] and "error" in rows[1]
    assert (rows[2]["steps"][0]["reading"], rows[2]["translations"]) == ("exact", [])


def test_a_file_of_formal_chains_by_itself_is_judged_as_formal(command: Run) -> None:
    alone, named = command("check", FIRST, "--json"), command("check", "--formal", FIRST, "--json")
    assert (alone.returncode, alone.stdout) == (0, named.stdout) and '"translations": ' in alone.stdout
    both = command("check", FIRST, "--formal", SECOND, "--trust", "agreeing", env=WIDE)
    assert both.returncode == 1 and "by translations that agree" in both.stdout


def test_formal_chains_among_other_inputs_are_judged_by_their_translations(command: Run, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "bakery.json").write_text(Path(FIRST).read_text("utf-8"), "utf-8")
    (folder / "own.jsonl").write_text(json.dumps({"id": "own", "problem": "Add.", "steps": ["1 + 1 = 3"]}), "utf-8")
    for inputs in (("folder",), ("folder/own.jsonl", "folder/bakery.json")):
        done = command("check", *inputs, "--lean", "off", "--json")
        rows = {row["id"]: row for row in lines(done.stdout)}
        assert done.returncode == 1 and set(rows) == {"own", "bakery"}
        assert rows["own"]["first_error"] == 0 and rows["bakery"]["steps"][1]["says"] == "refuted"
    labelled = command("label", "folder", "--out", "labels.jsonl", "--lean", "off", "--to", "records")
    rows = {row["id"]: row for row in lines((tmp_path / "labels.jsonl").read_text("utf-8"))}
    assert labelled.returncode == 0 and set(rows) == {"own", "bakery"} and len(rows["bakery"]["translations"]) == 1
    (tmp_path / "empty").mkdir()
    refused = command("check", "empty", "--formal", FIRST, "--lean", "off")
    assert refused.returncode == 2 and "expected a folder with files of chains" in refused.stderr


def test_an_exact_reading_that_a_translation_contradicts_is_shown_and_settles_nothing(
    command: Run, tmp_path: Path
) -> None:
    (tmp_path / "odd.json").write_text(json.dumps(CONTRADICTED), "utf-8")
    done = command("check", "--given", "odd.json", env=WIDE)
    assert done.returncode == 0 and "! the exact reading settles the step one way" in done.stdout
    report = command("check", "--given", "odd.json", "--format", "sarif")
    assert report.returncode == 0 and '"readings-contradict"' in report.stdout


CONTRADICTED = {
    "formal": 1,
    "id": "odd",
    "problem": "Add the numbers.",
    "steps_text": ["We get 2 + 2 = 5."],
    "vars": {},
    "facts": [],
    "asks": [],
    "steps": [[{"role": "claim", "quote": "2 + 2 = 5", "expr": "2 + 2 == 4"}]],
}


def test_records_are_printed_and_recheck_takes_them(command: Run, tmp_path: Path) -> None:
    done = command("check", "--formal", FIRST, "--formal", SECOND, "--trust", "agreeing", "--json")
    [row] = lines(done.stdout)
    assert (row["schema"], row["trust"], row["first_error"]) == (3, "agreeing", 1)
    again = command("recheck", "-", stdin=done.stdout)
    assert again.returncode == 0 and "30 certificates hold" in again.stdout
    assert "the record's own word" in again.stderr
    forged = done.stdout.replace('"verdict": "refuted"', '"verdict": "proved"', 1)
    assert command("recheck", "-", stdin=forged).returncode == 1


@pytest.mark.parametrize("format", ["junit", "sarif", "github"])
def test_reports_for_other_programs_name_the_step(command: Run, format: str) -> None:
    done = command("check", "--given", FIRST, "--format", format)
    assert done.returncode == 1 and "step 1 is wrong, as given" in done.stdout
    open_ = command("check", "--formal", FIRST, "--format", format)
    assert open_.returncode == 0 and "step 1 is refuted under its translations" in open_.stdout
    assert command("check", "--formal", FIRST, "--format", format, "--fail-on", "refuted").returncode == 1


def test_certificates_of_lean_need_a_lean(command: Run) -> None:
    done = command("check", "--formal", FIRST, "--certify", "--lean", "off")
    assert done.returncode == 2 and "--certify asks Lean" in done.stderr and not done.stdout


def test_another_answer_than_the_reference_fails_where_that_is_wanted(command: Run, tmp_path: Path) -> None:
    formal = json.loads(Path(FIRST).read_text("utf-8"))
    chain = {"id": formal["id"], "problem": formal["problem"], "steps": formal["steps_text"], "answer": "7"}
    (tmp_path / "chain.json").write_text(json.dumps(chain), "utf-8")
    done = command("check", "chain.json", "--formal", FIRST, "--fail-on", "answer", "--format", "github")
    assert done.returncode == 1 and "the reference is 7" in done.stdout
    shown = command("check", "chain.json", "--formal", FIRST)
    assert shown.returncode == 0 and "the reference is 7" in shown.stdout
    aside = command("check", "chain.json", "--given", FIRST, "--summary")
    assert "a translation that is vouched for is set aside: its facts force the answer 252" in aside.stderr


def test_bad_files_are_named_and_the_rest_is_judged(command: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_text('{"formal": 9}\n', "utf-8")
    bare = {**json.loads(Path(SECOND).read_text("utf-8")), "id": "bare"}
    del bare["problem"], bare["steps_text"]
    (tmp_path / "bare.json").write_text(json.dumps(bare), "utf-8")
    files = [word for name in ("bad.jsonl", "none.jsonl", "bare.json") for word in ("--formal", name)]
    done = command("check", *files, "--given", FIRST)
    assert done.returncode == 2 and "First error: step 1" in done.stdout
    for told in ("bad.jsonl: line 1", "none.jsonl: expected a file", "bare: expected the text of the chain"):
        assert told in done.stderr


def test_without_chains_and_formal_chains_there_is_nothing_to_check(command: Run) -> None:
    done = command("check")
    assert done.returncode == 2 and "expected a file of chains" in done.stderr
