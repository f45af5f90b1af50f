"""Every format that a tool writes, in every kind of file, through the real commands: the same chain comes out."""

from __future__ import annotations

import gzip
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest
from support import formats
from support.command_line import Run, lines

import verifier

PLAIN = {"id": "ann", "problem": formats.PROBLEM, "solution": formats.TEXT}
STEPS = [formats.RIGHT, formats.SLIP]


def jsonl(row: dict[str, Any]) -> Callable[[Path], object]:
    return lambda path: path.write_text(json.dumps(row) + "\n")


def archive(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as zipped:
        zipped.writestr("header.json", json.dumps({"version": 2}))
        zipped.writestr("samples/ann_epoch_1.json", json.dumps(formats.SAMPLE, indent=2))


FILES: dict[str, Callable[[Path], object]] = {
    **{f"{name}.jsonl": jsonl(row) for name, row in formats.ROWS.items()},
    "log.json": lambda path: path.write_text(json.dumps(formats.ROWS["inspect"], indent=2)),
    "log.eval": archive,
    "responses.jsonl": jsonl({**formats.RESPONSE, "problem": formats.PROBLEM}),
    "reasoning.jsonl": jsonl(
        {
            "messages": [
                formats.ASKED,
                {"role": "assistant", "reasoning_content": formats.RIGHT, "content": formats.SLIP},
            ]
        }
    ),
    "columns.jsonl": jsonl(
        {
            "question": formats.PROBLEM,
            "reasoning_content": formats.RIGHT,
            "content": formats.SLIP,
            "answer": "7",
        }
    ),
    "table.csv": lambda path: path.write_text(f'id,problem,solution\nann,"{formats.PROBLEM}","{formats.TEXT}"\n'),
    "table.txt": lambda path: path.write_text(f'problem;solution\n"{formats.PROBLEM}";"{formats.TEXT}"\n'),
    "table.parquet": lambda path: pyarrow.parquet.write_table(pyarrow.Table.from_pylist([PLAIN]), path),
    "packed.jsonl.gz": lambda path: path.write_bytes(
        gzip.compress(json.dumps({"prompt": formats.PROBLEM, "completion": formats.TEXT}).encode())
    ),
    "solution.md": lambda path: path.write_text(formats.TEXT),
}
PREFERRED = "preference.jsonl"  # holds two chains
PROBLEMLESS = "solution.md"
THINKING = ("responses.jsonl", "reasoning.jsonl", "columns.jsonl")  # the first step is a model's thinking


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("shapes")
    for name, write in FILES.items():
        write(made / name)
    (made / "README.md").write_text("A folder of chains, where 2 + 2 = 5.")
    return made


def expected(name: str) -> tuple[str, list[list[str]]]:
    problem = "" if name == PROBLEMLESS else formats.PROBLEM
    if name in THINKING:
        return problem, [STEPS[1:]]
    return problem, [STEPS[:1], STEPS] if name == PREFERRED else [STEPS]


@pytest.mark.parametrize("name", FILES)
def test_python_reads_it(name: str, folder: Path) -> None:
    problem, steps = expected(name)
    found = list(verifier.chains(folder / name))
    assert [[step.text for step in chain.steps] for chain in found] == steps
    assert {chain.problem for chain in found} == {problem}


@pytest.mark.parametrize("name", THINKING)
def test_thinking_is_a_chain_of_its_own(name: str, folder: Path) -> None:
    found = list(verifier.chains(folder / name, thinking="judge"))
    assert [[step.text for step in chain.steps] for chain in found] == [STEPS[:1], STEPS[1:]]
    assert found[0].id is not None and found[0].id.endswith("thinking")


def test_check_judges_all_of_a_folder(folder: Path, command: Run) -> None:
    done = command("check", str(folder), "--lean", "off", "--json")
    rows = lines(done.stdout)
    assert done.returncode == 1 and len(rows) == len(FILES) + 1
    errors = [row["first_error"] for row in rows]
    assert (errors.count(1), errors.count(0)) == (len(FILES) - len(THINKING), len(THINKING))
    assert {row["id"] for row in rows} >= {"ann", "ann_epoch_1", "request-1", "chatcmpl-1", "0", "identity_0"}


def test_label_labels_several_inputs(folder: Path, command: Run, tmp_path: Path) -> None:
    names = [str(folder / name) for name in FILES]
    options = ("--lean", "off", "--processes", "1", "--no-cache", "--set", "keep-repeated=true")
    assert command("label", *names, "--out", str(tmp_path / "labels.jsonl"), *options).returncode == 0
    rows = lines((tmp_path / "labels.jsonl").read_text())
    assert len(rows) == len(FILES) + 1
    errors = [row["first_error"] for row in rows]
    assert (errors.count(1), errors.count(0)) == (len(FILES) - len(THINKING), len(THINKING))


def test_pick_serves_the_one_attempt_without_the_slip(folder: Path, command: Run) -> None:
    done = command("pick", formats.PROBLEM, *(str(folder / name) for name in FILES), "--lean", "off", "--json")
    told = json.loads(done.stdout)
    assert len(told["attempts"]) == len(FILES) + 1
    assert [one["index"] for one in told["attempts"] if one["clean"]] == [told["chosen"]]
    assert told["attempts"][told["chosen"]]["steps"] == 1


def test_report_shows_chains_that_are_no_records_yet(folder: Path, command: Run, tmp_path: Path) -> None:
    names = [str(folder / name) for name in ("openai-batch.jsonl", "log.eval", "packed.jsonl.gz")]
    done = command("report", *names, "-o", str(tmp_path / "page.html"), "--typeset", "off")
    assert done.returncode == 0 and "judged now" in done.stderr
    assert (tmp_path / "page.html").read_text().count("Then 7 + 1 = 9.") >= 3


def test_report_and_recheck_read_the_records_in_packed_and_several_files(
    folder: Path, command: Run, tmp_path: Path
) -> None:
    records = command("check", str(folder / "log.json"), "--lean", "off", "--json").stdout
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(records.encode()))
    (tmp_path / "b.jsonl").write_text(records)
    assert command("recheck", "a.jsonl.gz", "b.jsonl").returncode == 0
    assert command("report", "a.jsonl.gz", "-o", "page.html", "--typeset", "off").returncode == 0


@pytest.mark.parametrize("words", [("explain", "--step", "1"), ("repair",), ("prove-chain",)])
def test_the_others_read_records_and_answers_too(words: tuple[str, ...], folder: Path, command: Run) -> None:
    name, *options = words
    files = (str(folder / "records.jsonl"), str(folder / "openai-batch.jsonl"))
    done = command(name, *files, *options, "--lean", "off")
    assert done.returncode in (0, 1) and done.stderr.count("expected") == 0
    assert done.stdout.count("7 + 1") >= 2


def test_a_problem_that_an_answer_does_not_repeat_is_given_beside_it(command: Run, tmp_path: Path) -> None:
    (tmp_path / "answer.json").write_text(json.dumps(formats.COMPLETION, indent=1))
    [row] = lines(command("check", "answer.json", "--problem", formats.PROBLEM, "--lean", "off", "--json").stdout)
    assert (row["problem"], row["first_error"]) == (formats.PROBLEM, 1)


def test_one_sample_a_filter_is_one_chain() -> None:
    row = formats.ROWS["lm-eval"]
    rows = [row, {**row, "filter": "flexible-extract", "filtered_resps": ["7"]}]
    assert len(list(verifier.chains(rows))) == 2  # rows of Python stand for themselves


def test_samples_of_two_filters_in_a_file_are_judged_once(tmp_path: Path) -> None:
    row = formats.ROWS["lm-eval"]
    (tmp_path / "samples_gsm8k.jsonl").write_text(f"{json.dumps(row)}\n{json.dumps({**row, 'filter': 'other'})}\n")
    assert len(list(verifier.chains(tmp_path / "samples_gsm8k.jsonl"))) == 1


def test_several_choices_are_several_chains() -> None:
    row = {
        **formats.COMPLETION,
        "choices": [*formats.COMPLETION["choices"], *formats.COMPLETION["choices"]],
    }
    assert [chain.id for chain in verifier.chains(row)] == ["chatcmpl-1/0", "chatcmpl-1/1"]


def test_an_encrypted_sample_costs_itself_alone(tmp_path: Path, command: Run) -> None:
    archive(tmp_path / "log.eval")
    data = bytearray((tmp_path / "log.eval").read_bytes())
    for sign, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.rfind(sign)
        data[at + flags] |= 1
    (tmp_path / "log.eval").write_bytes(data)
    done = command("check", str(tmp_path / "log.eval"), "--lean", "off")
    said = done.stdout + done.stderr
    assert done.returncode == 2 and "got an encrypted one" in said and "Traceback" not in said
