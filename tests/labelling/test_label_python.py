"""Labels from Python: a row, an iterable, a data set, inside ``Dataset.map``."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path
from typing import Any

import pytest

import verifier
from verifier.labelling.dataset import Labeller

ROW = {"problem": "Add 2 and 3.", "steps": ["2 + 3 = 5", "So 5 + 1 = 7", "and that is all"]}
WANTED = {"labels": [1.0, 0.0, None], "first_error": 1, "label_error": None}


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VERIFIER_CACHE", str(tmp_path))


def labels(row: dict[str, Any]) -> dict[str, Any]:
    return {name: row[name] for name in WANTED}


def test_a_row_gets_its_labels_and_keeps_its_columns() -> None:
    found = verifier.label({**ROW, "own": 1})
    assert labels(found) == WANTED and found["own"] == 1 and found["steps"] == ROW["steps"]


def test_an_iterable_is_labelled_as_it_is_read() -> None:
    rows = [ROW, {"nothing": 1}, verifier.Chain.of("p", ["2 + 2 = 5"]), {"question": "q", "answer": "1+1=2\n#### 2"}]
    found = verifier.label(iter(rows))
    first = next(found)
    assert labels(first) == WANTED
    bad, wrong, gold = found
    assert bad["labels"] is None and "expected a row of a known format" in bad["label_error"]
    assert wrong["labels"] == [0.0] and gold["labels"] == [1.0] and gold["first_error"] == -1


def test_a_data_set_is_labelled_by_one_process_and_by_two() -> None:
    datasets = pytest.importorskip("datasets")
    rows = [{"id": "none", "q": "Add.", "s": ["easily"]}] * 2 + [{"id": "x", "q": "Add.", "s": ["2 + 3 = 6"]}] * 2
    data = datasets.Dataset.from_list(rows)
    named = {"problem": "q", "steps": "s"}
    one = verifier.label(data, map=named)
    two = verifier.label(data, map=named, processes=2)
    assert one.to_list() == two.to_list()
    assert one["labels"][:] == [[None], [None], [0.0], [0.0]] and one["first_error"][:] == [None, None, 0, 0]
    assert data.map(verifier.label, fn_kwargs={"map": named}, remove_columns=["q"])["labels"][2] == [0.0]


def test_a_row_with_labels_of_its_own_keeps_them_under_a_prefix() -> None:
    found = verifier.label({"prompt": "p", "completions": ["1 + 1 = 3"], "labels": [True]}, prefix="checked_")
    assert found["labels"] == [True] and found["checked_labels"] == [0.0]


def test_a_labeller_travels_without_what_it_holds() -> None:
    labeller = Labeller.of(cached=False)
    first = labeller(ROW)
    for other in (pickle.loads(pickle.dumps(labeller)), copy.deepcopy(labeller)):
        assert other(ROW) == first
    labeller.close()
    assert json.dumps(first)


def test_a_format_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="expected a format among"):
        verifier.label(ROW, format="nonsense")
