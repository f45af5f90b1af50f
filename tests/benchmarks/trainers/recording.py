"""The completions of every check, and what a check writes down."""

from __future__ import annotations

import json
from importlib.metadata import version
from pathlib import Path
from typing import Any

from verifier.rewards.audit import FOREIGN, INJECTION

RECORDED = Path(__file__).parents[2] / "rewards" / "recorded"
PROBLEM = "Ann asks what 12 * 3 + 4 is."
ANSWER = "40"
RIGHT = "So 12 * 3 = 36.\n\nThen 36 + 4 = 40.\n\nThe answer is 40."
CASES: dict[str, tuple[str, float | None]] = {
    "right": (RIGHT, 1.0),
    "flawed": (RIGHT.replace("= 36.", "= 38."), 0.0),
    "wrong": ("So 12 * 3 = 38.\n\nThen 38 + 4 = 42.\n\nThe answer is 42.", -1.0),
    "empty": ("", 0.0),
    "undecided": ("The answer is 40%.", None),
    "repeated": ("The answer is \\boxed{12 * 3 + 4}.", None),
    "foreign": (FOREIGN, None),
    "injected": (INJECTION, None),
}
"""Completions, and the score of each; None is an abstention."""
SETTINGS: dict[str, Any] = {"workers": 1, "item_seconds": 60.0, "batch_seconds": 300.0}


def record(name: str, package: str, calls: list[dict[str, Any]], **seen: Any) -> None:
    """Write down ``calls`` (``given``, ``answer``), and print what was seen."""
    found = {"package": package, "version": version(package), "seen": seen, "calls": calls}
    RECORDED.mkdir(exist_ok=True)
    (RECORDED / f"{name}.json").write_text(json.dumps(found, indent=1, default=str) + "\n", "utf-8")
    print(f"{package} {version(package)}: {len(calls)} calls as expected; {seen}", flush=True)


def expect(found: dict[str, tuple[float | None, bool]], unknown: float | None = 0.0) -> None:
    """Complain where a case has another score, or another word on whether it is one."""
    for name, (_, score) in CASES.items():
        wanted = (unknown, False) if score is None else (score, True)
        assert found[name] == wanted, f"{name}: expected {wanted}, found {found[name]}"
