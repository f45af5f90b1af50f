"""Rows come from many kinds of files; what is wrong costs a row, and is named."""

from __future__ import annotations

import csv
import gzip
import json
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest

from verifier.intake.bad import Bad, Unreadable
from verifier.intake.files import values as reading_rows
from verifier.intake.files.names import inputs
from verifier.intake.files.rows import PlacedRow, rows
from verifier.intake.source import Reading, examples

CHAINS = [{"id": f"c{i}", "problem": "Add.", "steps": [f"{i} + 1 = {i + 1}."]} for i in range(5)]
TEXT = "".join(json.dumps(chain) + "\n" for chain in CHAINS)


def written(path: Path, data: bytes) -> str:
    path.write_bytes(data)
    return str(path)


def found(name: str) -> list[Any]:
    return [row.data if isinstance(row, PlacedRow) else str(row) for row in rows(name)]


def test_json_lines_and_lists_and_gzip_give_the_same_rows(tmp_path: Path) -> None:
    lines = TEXT.encode()
    files = {
        "a.jsonl": lines,
        "b.jsonl": b"\xef\xbb\xbf\n" + lines,
        "c.json": json.dumps(CHAINS, indent=2).encode(),
        "d.jsonl.gz": gzip.compress(lines),
        "e.json.gz": gzip.compress(json.dumps(CHAINS).encode()),
        "f": lines.replace(b"\n", b"\r\n\n"),
    }
    for name, data in files.items():
        assert found(written(tmp_path / name, data)) == CHAINS, name


def test_one_document_is_one_row(tmp_path: Path) -> None:
    assert found(written(tmp_path / "a.json", json.dumps(CHAINS[0], indent=1).encode())) == CHAINS[:1]


def test_a_list_is_read_in_blocks_of_any_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = [*CHAINS, 1, 23, "é", [4.5], None, True]
    for spaced in (None, 1):
        name = written(tmp_path / "a.json", json.dumps(data, ensure_ascii=False, indent=spaced).encode())
        for size in (1, 2, 3, 7, 1000):
            monkeypatch.setattr(reading_rows, "BLOCK", size)
            assert found(name)[:5] == CHAINS
            assert len(found(name)) == 11 and all("expected a row as an object" in bad for bad in found(name)[5:])


@pytest.mark.parametrize("cut", ["[", '[{"a": 1}', '[{"a": 1}, {"b"', '[{"a": 1}, tru'])
def test_a_list_that_breaks_off_is_told(tmp_path: Path, cut: str) -> None:
    last = found(written(tmp_path / "a.json", cut.encode()))[-1]
    assert "expected JSON, a list of rows" in last


def test_csv_columns_are_rows_and_short_lines_are_named(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    with path.open("w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["problem", "steps"])
        writer.writerow(["Add, please.", '["1 + 1 = 2.", "So 2."]'])
        writer.writerow(["Add.", "1. One line\n2. Another"])
        writer.writerow(["alone"])
    good = [example for example in examples([str(path)]) if not isinstance(example, Bad)]
    assert [[step.text for step in example.chain.steps] for example in good] == [
        ["1 + 1 = 2.", "So 2."],
        ["One line", "Another"],
    ]
    assert "expected 2 cells" in found(str(path))[-1]


def test_parquet_rows_are_read_and_another_schema_is_refused(tmp_path: Path) -> None:
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(CHAINS), tmp_path / "a.parquet")
    assert found(str(tmp_path / "a.parquet")) == CHAINS
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist([{"x": 1, "y": 2}]), tmp_path / "b.parquet")
    with pytest.raises(
        Unreadable,
        match=r"got the columns x, y; look for a format like it.*; or ",
    ):
        list(examples([str(tmp_path / "b.parquet")]))


def test_a_damaged_parquet_file_is_told(tmp_path: Path) -> None:
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(CHAINS), tmp_path / "a.parquet")
    whole = (tmp_path / "a.parquet").read_bytes()
    assert "whole Parquet file" in found(written(tmp_path / "b.parquet", whole[:-9]))[-1]


def test_a_truncated_gzip_gives_what_it_has(tmp_path: Path) -> None:
    many = b"".join(json.dumps({**CHAINS[i % 5], "salt": str(i) * (i % 97)}).encode() + b"\n" for i in range(2000))
    whole = gzip.compress(many)
    got = found(written(tmp_path / "a.jsonl.gz", whole[: len(whole) // 2]))
    assert 100 < len(got) < 2000 and "cut off or damaged" in got[-1] and f"after row {len(got) - 1}" in got[-1]


def test_one_bad_line_costs_one_row(tmp_path: Path) -> None:
    lines = TEXT.splitlines()
    lines[1:1] = ["{", "[1]", '{"problem": "p"}', "\udcff"]
    name = written(tmp_path / "a.jsonl", "\n".join(lines).encode("utf-8", "surrogateescape"))
    got = list(examples([name]))
    assert [isinstance(one, Bad) for one in got] == [False, True, True, True, True, False, False, False, False]
    assert [str(one).split(": ")[0] for one in got[1:5]] == [f"{name}:{n}" for n in (2, 3, 4, 5)]


def test_a_key_that_stands_twice_in_a_row_costs_that_row(tmp_path: Path) -> None:
    twice, good = '{"problem": "p", "steps": ["a"], "labels": [1], "labels": [0]}', '{"problem": "p", "steps": ["a"]}'
    for name, text in (("lines.jsonl", f"{twice}\n{good}\n"), ("list.json", f"[{twice}, {good}]")):
        path = tmp_path / name
        path.write_text(text)
        first, second = rows(str(path))
        assert isinstance(first, Bad) and "'labels' occurs twice" in str(first)
        assert isinstance(second, PlacedRow)


def test_mixed_formats_are_named_by_row(tmp_path: Path) -> None:
    other = {"prompt": "p", "completions": ["a"], "labels": [True]}
    told: list[str] = []
    got = list(examples([written(tmp_path / "a.jsonl", (TEXT + json.dumps(other)).encode())], told=told.append))
    assert told == [f"{tmp_path}/a.jsonl: read as plain"]
    assert isinstance(got[-1], Bad) and "expected plain" in str(got[-1]) and "it looks like trl" in str(got[-1])


def test_a_format_can_be_forced(tmp_path: Path) -> None:
    name = written(tmp_path / "a.jsonl", TEXT.encode())
    assert all("expected gsm8k" in str(one) for one in examples([name], Reading(format="gsm8k")))
    with pytest.raises(ValueError, match="expected a format among"):
        list(examples([name], Reading(format="gsm9k")))


def test_a_saved_data_set_is_read_and_its_split_chosen(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    data = datasets.Dataset.from_list(CHAINS)
    data.save_to_disk(str(tmp_path / "one"))
    datasets.DatasetDict({"train": data, "test": data.select([0])}).save_to_disk(str(tmp_path / "two"))
    assert found(str(tmp_path / "one")) == CHAINS
    assert [row["id"] for row in found(str(tmp_path / "two"))] == ["c0", "c1", "c2", "c3", "c4", "c0"]
    assert len(list(rows(str(tmp_path / "two"), "test"))) == 1
    with pytest.raises(Unreadable, match="a split among"):
        rows(str(tmp_path / "two"), "dev")


def test_a_folder_is_opened_out_with_its_subfolders(tmp_path: Path) -> None:
    named = ["a.jsonl", "b.jsonl", "deep/er/c.csv.gz", "notes.txt"]
    for name in (*named, "README.md", ".hidden/d.jsonl", "figure.png"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        written(tmp_path / name, TEXT.encode())
    assert inputs([str(tmp_path)]) == inputs([str(tmp_path)], hub=True) == [f"{tmp_path}/{name}" for name in named]


def test_what_is_not_there_is_told(tmp_path: Path) -> None:
    for name in (str(tmp_path / "none.jsonl"), "none.parquet"):
        with pytest.raises(Unreadable, match="expected a file"):
            list(rows(name))
    with pytest.raises(Unreadable, match="expected rows, got none"):
        list(examples([written(tmp_path / "empty.jsonl", b"\n \n")]))
