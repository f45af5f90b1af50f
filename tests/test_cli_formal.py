"""The commands about formal chains: what they print where, and their exit status."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.command_line import Run, lines
from support.documentation import DOCS, Page

ROOT = Path(__file__).parent.parent
FORMAL = ROOT / "examples" / "formal"
BAKERY, AGAIN, CASES = (str(FORMAL / f"{name}.json") for name in ("bakery", "bakery_again", "cases"))
OFF = ("--typeset", "off")


def bakery(**changed: Any) -> dict[str, Any]:
    """The first example with other fields."""
    return {**json.loads(Path(BAKERY).read_text("utf-8")), **changed}


def stored(folder: Path, *rows: Any, name: str = "formal.jsonl") -> str:
    text = "".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows)
    (folder / name).write_text(text, "utf-8")
    return name


def spoilt() -> dict[str, Any]:
    """A chain with an error in a step, and one in a fact."""
    row = bakery(id="spoilt")
    row["steps"][2][0] = {"role": "claim", "quote": "words that stand nowhere", "expr": "45 + 27 = 72"}
    row["facts"][0]["expr"] = "fridays == 45"
    return row


# ---- check ------------------------------------------------------------------------------------------------------


def test_nothing_is_found_in_an_example(command: Run) -> None:
    done = command("formal", "check", BAKERY)
    assert (done.returncode, done.stdout, done.stderr) == (0, "1 chain, nothing found\n", "")


def test_findings_stand_under_their_chain_with_place_and_message_and_are_counted(command: Run, tmp_path: Path) -> None:
    done = command("formal", "check", stored(tmp_path, bakery(), spoilt()), env={"COLUMNS": "120"})
    assert done.returncode == 1 and done.stderr == ""
    shown = done.stdout.splitlines()
    assert shown[0] == "spoilt (line 2)"
    assert any(line.startswith("  fact p0, column 1: error unknown-name: 'fridays' is not declared") for line in shown)
    assert any(line.startswith("  step 2, statement 0: error quote-not-in-text: ") for line in shown)
    assert any(line.startswith("  step 2, statement 0, column 9: error unparsed: ") for line in shown)
    table = done.stdout[done.stdout.index("2 chains, ") :]
    assert "unknown-name" in table and "an expression uses a name that is not declared" in table


def test_findings_as_json_stand_in_a_line_for_each_chain(command: Run, tmp_path: Path) -> None:
    done = command("formal", "check", stored(tmp_path, bakery(), "{oops", spoilt()), "--json")
    right, wrong, bad = lines(done.stdout)
    assert done.returncode == 2 and right == {"id": "bakery", "line": 1, "sample": 0, "findings": []}
    assert wrong["line"] == 3 and {one["severity"] for one in wrong["findings"]} >= {"error"}
    place = next(one["place"] for one in wrong["findings"] if one["code"] == "unparsed")
    assert place == {"step": 2, "statement": 0, "column": 9}
    assert bad["line"] == 2 and "expected JSON" in bad["error"]
    assert done.stderr.startswith("verifier: formal.jsonl:2: expected JSON")


def test_warnings_count_where_that_is_asked(command: Run, tmp_path: Path) -> None:
    row = bakery()
    row["vars"]["spare"] = {"type": "real", "means": "what nobody uses"}
    name = stored(tmp_path, row)
    assert "warning unused-name" in command("formal", "check", name).stdout
    assert [command("formal", "check", name, *more).returncode for more in ((), ("--strict",))] == [0, 1]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("{oops", "formal.jsonl:1: expected JSON"),
        ([1], "formal.jsonl:1: expected a formal chain as an object"),
        ({"formal": 2, "id": "x"}, 'formal.jsonl:1: chain x: expected "formal" as 1'),
        ({**bakery(), "surplus": 1}, "formal.jsonl:1: a formal chain has no field 'surplus'"),
        ({**bakery(), "steps": []}, "formal.jsonl:1: chain bakery: "),
    ],
)
@pytest.mark.parametrize("part", ["check", "show", "diff"])
def test_what_is_no_formal_chain_is_named_with_its_line(
    part: str, row: Any, said: str, command: Run, tmp_path: Path
) -> None:
    done = command("formal", part, stored(tmp_path, row))
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith(f"verifier: {said}"), done.stderr


@pytest.mark.parametrize("part", ["check", "show", "diff"])
def test_a_file_that_is_not_there_or_empty_is_bad_input(part: str, command: Run, tmp_path: Path) -> None:
    stored(tmp_path, name="empty.jsonl")
    missing, empty = (command("formal", part, name) for name in ("missing.jsonl", "empty.jsonl"))
    assert (missing.returncode, empty.returncode) == (2, 2)
    assert missing.stderr == "verifier: missing.jsonl: expected a file that can be read (No such file or directory)\n"
    assert empty.stderr.startswith("verifier: empty.jsonl: expected formal chains, got nothing\n")


def test_the_text_may_stand_in_another_file(command: Run, tmp_path: Path) -> None:
    row = bakery()
    text = {"id": "bakery", "problem": row.pop("problem"), "steps": row.pop("steps_text")}
    name, texts = stored(tmp_path, row), stored(tmp_path, text, name="chains.jsonl")
    assert "text-missing" in command("formal", "check", name).stdout
    assert command("formal", "check", name, "--chains", texts).stdout == "1 chain, nothing found\n"
    short = stored(tmp_path, {**text, "steps": text["steps"][:2]}, name="short.jsonl")
    done = command("formal", "check", name, "--chains", short)
    assert done.returncode == 2
    assert "formal.jsonl:1: chain bakery: 5 steps are translated, and the text has 2" in done.stderr
    gone = command("formal", "check", name, "--chains", "gone.jsonl")
    assert gone.returncode == 2 and "gone.jsonl" in gone.stderr and gone.stdout == ""


# ---- show -------------------------------------------------------------------------------------------------------


def test_text_and_translation_stand_side_by_side_with_quotes_marked(command: Run) -> None:
    shown = command("formal", "show", BAKERY, env={"COLUMNS": "105"}).stdout.splitlines()
    at = next(i for i, line in enumerate(shown) if "On Saturday the bakery sold 45 - 18 = 27 rolls." in line)
    assert [[cell.rstrip() for cell in line.split("│")[1:3]] for line in shown[at - 1 : at + 2]] == [
        [" step 0", " a claim"],
        [" On Saturday the bakery sold 45 - 18 = 27 rolls.", "   45 - 18 = 27"],
        [f" {'b' * 28}{'a' * 12}{'b' * 7}", " b claim"],
    ]
    assert {len(line) for line in shown if line[:1] == "│"} == {105}


@pytest.mark.parametrize("width", [30, 60, 80, 200])
def test_the_view_fits_the_terminal(width: int, command: Run) -> None:
    shown = command("formal", "show", CASES, env={"COLUMNS": str(width)}).stdout.splitlines()
    boxed = [line for line in shown if line[:1] in "┌│├└"]
    assert boxed and max(map(len, boxed)) <= width


def test_what_is_wrong_stands_where_it_belongs(command: Run, tmp_path: Path) -> None:
    done = command("formal", "show", stored(tmp_path, spoilt()), env={"COLUMNS": "150"})
    assert done.returncode == 0
    assert "✗ 45 + 27 = 72" in done.stdout and "✗ fridays == 45" in done.stdout
    assert "!! unknown-name" in done.stdout and "!! quote-not-in-text" in done.stdout


def test_one_chain_may_be_chosen(command: Run, tmp_path: Path) -> None:
    name = stored(tmp_path, bakery(), bakery(id="other"))
    assert command("formal", "show", name, "--id", "other").stdout.startswith("other, by person the maintainers\n")
    done = command("formal", "show", name, "--id", "none")
    assert (done.returncode, done.stderr) == (2, "verifier: formal.jsonl: there is no chain with the id none\n")


def test_the_view_as_json_holds_every_notation(command: Run) -> None:
    (sheet,) = lines(command("formal", "show", BAKERY, "--json").stdout)
    said = sheet["steps"][1]["statements"][0]
    assert sheet["schema"] == 1 and said["said"] == [
        {"text": "sunday == 2*friday", "plain": "sunday = 2·friday", "error": ""}
        | {"latex": r"\mathit{sunday} = 2 \cdot \mathit{friday}"}
    ]
    assert said["quote"] == {"text": "On Sunday it sold twice as many as on Friday", "span": [0, 44], "label": "a"}


# ---- diff -------------------------------------------------------------------------------------------------------


def test_what_differs_between_two_translations_is_told(command: Run) -> None:
    done = command("formal", "diff", BAKERY, AGAIN, env={"COLUMNS": "100"})
    assert done.returncode == 1
    assert "saturday = sat (same facts, same statements, similar meaning, same unit)" in done.stdout
    assert "(a guess)" in done.stdout
    assert "statements: 14 in both, 2 only in the first, 1 only in the second" in done.stdout
    (found,) = lines(command("formal", "diff", BAKERY, AGAIN, "--json").stdout)
    assert found["counts"]["statements"] == {"both": 14, "first": 2, "second": 1} and found["same"] is False
    assert found["only_first"] == ["sold"] and found["facts"]["second"][0]["expr"].startswith("income ==")


def test_translations_that_say_the_same_are_the_same(command: Run, tmp_path: Path) -> None:
    done = command("formal", "diff", BAKERY, BAKERY)
    assert done.returncode == 0 and done.stdout.rstrip().endswith("nothing differs")
    name = stored(tmp_path, bakery(), json.loads(Path(AGAIN).read_text("utf-8")), bakery(id="alone"))
    done = command("formal", "diff", name)
    assert done.returncode == 1 and done.stdout.startswith("bakery\n") and "alone" not in done.stdout
    assert command("formal", "diff", name, "--id", "alone").returncode == 2


def test_a_chain_that_only_one_file_has_is_told(command: Run) -> None:
    done = command("formal", "diff", BAKERY, CASES)
    assert (done.returncode, done.stdout) == (1, "bakery: not in the second file\ncases: not in the first file\n")
    rows = lines(command("formal", "diff", BAKERY, CASES, "--json").stdout)
    assert rows == [{"id": "bakery", "missing": "second"}, {"id": "cases", "missing": "first"}]


# ---- the guide --------------------------------------------------------------------------------------------------


def test_the_guide_shows_what_the_commands_print(command: Run, tmp_path: Path) -> None:
    page = Page("guides/formal.md", DOCS / "guides" / "formal.md")
    (row,) = page.blocks("json")
    (tmp_path / "pens.json").write_text(row, "utf-8")
    called = (("check", "pens.json"), ("show", "pens.json"), ("diff", BAKERY, AGAIN))
    printed = [command("formal", *args, env={"COLUMNS": "100"}).stdout for args in called]
    clean = ["\n".join(line.rstrip() for line in text.rstrip("\n").split("\n")) + "\n" for text in printed]
    assert page.blocks("text") == clean
