"""The summary and the data card of a labelling run: each step is counted once, as what it is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support import quick_model
from support.command_line import Run

CHAINS: list[tuple[str, list[tuple[str, str]]]] = [
    (
        "Eve has 4 shells and finds 6 more. How many has she?",
        [
            ("4 + 6 = 10", "settled_correct"),
            ("So 10 * 2 = 20, zorply speaking.", "checked"),
            ("20 - 3 = 18", "settled_incorrect"),
            ("18 + 1 = 19", "RESTS_ON_ERROR"),  # proved of what was said, which is wrong
            ("Then 18 + 1 = 19, zorply speaking.", "RESTS_ON_ERROR"),
        ],
    ),
    (
        "Dan walks 5 km.",
        [
            ("Let us think about it.", "NOTHING_TO_CHECK"),
            ("q^2 = 9 + r", "NOT_SETTLED"),
            ("3 + 4 = 7", "settled_correct"),
            ("Well, 7 + 7 = 14, zorply speaking.", "checked"),
        ],
    ),
    (
        "Solve x + 1 = 4.",
        [
            ("x = 4", "settled_incorrect"),
            ("x + 2 = 6, zorply", "RESTS_ON_ERROR"),  # refuted, and it follows from what is wrong
            ("9 - 9 = 1", "settled_incorrect"),
            ("9 - 8 = 1 and 9 - 9 = 1, zorply", "NOT_SETTLED"),  # one proved, one refuted
        ],
    ),
]
"""Problems with steps, each with the one count in which it stands, as mathematics has it."""

PARTS = ("settled_correct", "settled_incorrect", "checked", "estimated", "unjudged")


def truth(*names: str) -> int:
    return sum(kind in names for _, steps in CHAINS for _, kind in steps)


def labelled(command: Run, folder: Path, *more: str) -> tuple[dict[str, Any], str, str]:
    rows = [{"id": str(n), "problem": p, "steps": [text for text, _ in steps]} for n, (p, steps) in enumerate(CHAINS)]
    (folder / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    how = ("--lean", "off", "--no-cache", "--processes", "1", "--overwrite", *more)
    done = command("label", "in.jsonl", "--out", "out.jsonl", *how)
    assert done.returncode == 0, done.stderr
    return json.loads((folder / "out.jsonl.card.json").read_text("utf-8")), done.stdout, done.stderr


def test_each_step_is_counted_once_as_what_it_is(command: Run, tmp_path: Path) -> None:
    card, shown, said = labelled(command, tmp_path)
    steps = card["steps"]
    assert {name: steps[name] for name in PARTS[:3]} == {name: truth(name) for name in PARTS[:3]}
    assert (steps["estimated"], steps["estimated_checked"]) == (0, 0)
    reasons = ("NOTHING_TO_CHECK", "NOT_SETTLED", "RESTS_ON_ERROR")
    assert card["unjudged"] == {name: truth(name) for name in reasons}
    assert steps["unjudged"] == truth(*reasons)
    assert sum(steps[name] for name in PARTS) == steps["steps"] == sum(len(steps) for _, steps in CHAINS)
    assert all(f"{steps[name]} {name.replace('_', ' ')}" in shown for name in PARTS)
    assert f"in {truth('checked')} steps that are not settled every claim is proved" in said
    page = (tmp_path / "out.jsonl.card.md").read_text("utf-8")
    assert f"| checked: every claim proved, something unread, not settled | {truth('checked')} |" in page
    assert f"| rests on error | {truth('RESTS_ON_ERROR')} |" in page


def test_an_estimated_step_is_counted_as_estimated(command: Run, tmp_path: Path) -> None:
    steps = labelled(command, tmp_path, "--prm", quick_model.PRM)[0]["steps"]
    assert (steps["settled_correct"], steps["settled_incorrect"]) == (truth(*PARTS[:1]), truth(*PARTS[1:2]))
    # After a settled error nothing is estimated, and before it every step is that is not settled.
    assert (steps["checked"], steps["estimated"], steps["estimated_checked"]) == (0, 4, 2)
    assert sum(steps[name] for name in PARTS) == steps["steps"]


@pytest.mark.parametrize("labels", ["checked", "exact"])
def test_checked_labels_what_is_counted_as_checked(labels: str, command: Run, tmp_path: Path) -> None:
    card, _, _ = labelled(command, tmp_path, "--labels", labels, "--unknown", "null", "--after-error", "local")
    right = truth("settled_correct") + (truth("checked") if labels == "checked" else 0)
    assert (card["labels"]["positive"], card["labels"]["negative"]) == (right, truth("settled_incorrect"))
