"""Steps of sums: rows that are given, rows that steps make, and those of them that the last one needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from verifier.checkers.formulas.rules.linear import Row
from verifier.engines.formulas.prover import Tree


@dataclass(slots=True)
class Steps:
    """Rows, first those that are given, then those that steps made, and the steps."""

    rows: list[Row]
    given: int
    made: list[dict[str, Any]] = field(default_factory=list)

    def add(self, row: Row, step: dict[str, Any]) -> int:
        """Add a row with the step that makes it, and return its index."""
        self.rows.append(row)
        self.made.append(step)
        return len(self.rows) - 1


def kept_tree(parts: list[list[dict[str, Any]]], chosen: list[int], wholes: list[int]) -> Tree:
    """Return the tree, with those hypotheses alone that a step speaks of."""
    spoken = {k for steps in parts for step in steps for k in _indices(step) if k < len(chosen)}
    kept = sorted(spoken)
    place = {old: new for new, old in enumerate(kept)}
    shift = len(chosen) - len(kept)
    parts = [[_moved(step, place, len(chosen), shift) for step in steps] for steps in parts]
    cuts = any(step.get("cut") for steps in parts for step in steps)
    uses = [chosen[k] for k in kept]
    return {"rule": "linear", "uses": uses, "whole": wholes if cuts else [], "parts": parts}


def _indices(step: Mapping[str, Any]) -> list[int]:
    if "square" in step:
        return []
    if "multiplied" in step:
        return [step["multiplied"]]
    return list(step["times"]) if "times" in step else [index for index, _ in step["sum"]]


def _moved(step: Mapping[str, Any], place: Mapping[int, int], bound: int, shift: int) -> dict[str, Any]:
    def new(index: int) -> int:
        return place[index] if index < bound else index - shift

    if "square" in step:
        return dict(step)
    if "multiplied" in step:
        return {**step, "multiplied": new(step["multiplied"])}
    if "times" in step:
        return {**step, "times": [new(index) for index in step["times"]]}
    return {**step, "sum": [[new(index), factor] for index, factor in step["sum"]]}


def trimmed(steps: Steps, last: int) -> list[dict[str, Any]]:
    """Return the steps that the last one needs."""
    needed, stack = set[int](), [last]
    while stack:
        index = stack.pop()
        if index >= steps.given and index not in needed:
            needed.add(index)
            stack += _indices(steps.made[index - steps.given])
    order = sorted(needed)
    place = {old: steps.given + new for new, old in enumerate(order)} | {i: i for i in range(steps.given)}
    return [_renamed(steps.made[index - steps.given], place) for index in order]


def _renamed(step: Mapping[str, Any], place: Mapping[int, int]) -> dict[str, Any]:
    if "square" in step:
        return dict(step)
    if "multiplied" in step:
        return {**step, "multiplied": place[step["multiplied"]]}
    if "times" in step:
        return {**step, "times": [place[index] for index in step["times"]]}
    return {**step, "sum": [[place[index], factor] for index, factor in step["sum"]]}
