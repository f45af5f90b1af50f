"""The card of a data set as the hub reads it, with the hub's own package, and its warnings about labels."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from huggingface_hub import DatasetCard
from support.command_line import Run

from verifier.labelling.hub import LARGEST, SIZES, TAGS, head, skewed

GOOD = {"problem": "Add.", "steps": ["So 2 + 3 = 5.", "So 3 + 3 = 6.", "So 3 + 4 = 7."]}
WRONG = {"problem": "Add.", "steps": ["So 2 + 3 = 5.", "So 3 + 3 = 7."]}
OPEN = {"problem": "Add.", "steps": ["It is plain.", "So it is."]}


def card(rows: int = 10, to: str = "jsonl", **labels: int) -> dict[str, Any]:
    found = {"positive": 0, "negative": 0, "null": 0, **labels}
    return {"output": {"name": "my 'data': \"x\"\n.jsonl", "rows": rows}, "order": {"to": to}, "labels": found}


def labelled(command: Run, folder: Path, chains: list[dict[str, Any]], *more: str) -> tuple[DatasetCard, str, Any]:
    rows = ({**chain, "id": str(n)} for n, chain in enumerate(chains))
    (folder / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    options = ("--lean", "off", "--no-cache", "--processes", "1", "--overwrite", "--unknown", "null", *more)
    done = command("label", "in.jsonl", "--out", "out.jsonl", *options)
    assert done.returncode == 0, done.stderr
    return DatasetCard.load(folder / "out.jsonl.card.md"), done.stderr, done


def test_the_hub_reads_the_head_and_the_library_finds_the_data(command: Run, tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    found, said, _ = labelled(command, tmp_path, [GOOD, WRONG], "--set", "license=apache-2.0", "--to", "trl")
    data = found.data.to_dict()
    assert (data["license"], data["size_categories"], data["task_categories"]) == (
        "apache-2.0",
        ["n<1K"],
        ["text-classification"],
    )
    assert (
        data["tags"] == [*TAGS, "trl"] and "skewed" not in said and found.text.startswith("\n# Data card of out.jsonl")
    )
    (tmp_path / "out.jsonl.card.md").rename(tmp_path / "README.md")
    (tmp_path / "in.jsonl").unlink()
    rows = datasets.load_dataset(str(tmp_path), cache_dir=str(tmp_path / "cache"))["train"]
    assert len(rows) == 2 and set(rows.column_names) >= {"prompt", "completions", "labels"}


def test_skewed_labels_and_few_labels_are_told_on_the_page_and_by_the_command(command: Run, tmp_path: Path) -> None:
    found, said, _ = labelled(command, tmp_path, [GOOD] * 7 + [WRONG] + [OPEN] * 20, "--set", "keep-repeated=true")
    most = "labels are skewed: 22 of 23 (95.7%) are positive"
    few = "40 of 63 steps (63.5%) have no label"
    assert most in said and few in said and most in found.content and few in found.content
    assert "license" not in found.data.to_dict()


def test_labels_are_skewed_from_nine_tenths_on_and_not_told_of_a_few() -> None:
    assert skewed(card(positive=18, negative=2)) and skewed(card(positive=2, negative=18))
    assert not skewed(card(positive=17, negative=3)) and not skewed(card(positive=19))
    assert not skewed(card(positive=10, negative=10, null=20)) and skewed(card(positive=10, negative=10, null=21))


@pytest.mark.parametrize("rows", [0, 999, 1_000, 10**6, 10**12 - 1, 10**12])
def test_any_card_is_one_that_the_hub_reads(rows: int) -> None:
    found = DatasetCard(f"{head({**card(rows), 'license': 'cc-by-4.0'})}\n\n# Page\n").data.to_dict()
    [size] = found["size_categories"]
    names = [*(name for _, name in SIZES), LARGEST]
    place = names.index(size)
    assert (place == 0 or rows >= SIZES[place - 1][0]) and (size == LARGEST or rows < SIZES[place][0])
    assert found["configs"][0]["data_files"][0]["path"] == card()["output"]["name"] and found["license"] == "cc-by-4.0"
