"""Kept answers: what a model said comes back, whatever it wrote."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from verifier.asking.kept import Kept
from verifier.asking.request import Said


@dataclass(frozen=True)
class Question:
    model: str = "a model"
    key: str = "0" * 64
    most: tuple[int, int] = (1, 1)


def test_half_a_surrogate_pair_is_kept_as_a_question_mark(tmp_path: Path) -> None:
    said = Said(json.loads('"a\\ud800b"'), 1, 2)
    with Kept(tmp_path / "kept.sqlite") as kept:
        kept.keep(Question(), said)
        found = kept.find(Question())
    assert isinstance(found, Said) and found.text == "a?b" and found.kept
