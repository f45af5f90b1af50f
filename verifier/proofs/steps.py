"""The steps of a proof: tactics in the order of the file, each with its goals and a judgement, and ``have`` in terms.

A step is a line of the published ``steps``: its text (of a tactic that holds others: as far as the first of them), its
place, the goals before and after it (None where Lean noted none), and ``judgement``: ``ok``, ``error`` (with Lean's
message) or ``not reached``. These are what the elaborator says while it runs: labels, no certificates.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Place = tuple[int, int]

MOST_TEXT = 2000
OK, ERROR, NOT_REACHED = "ok", "error", "not reached"


def judged(text: str, spots: Sequence[Any], messages: Sequence[Any], before: int = 0) -> tuple[dict[str, Any], ...]:
    """Return the steps with their judgements. ``spots``, ``messages``: as the elaborator says them; ``before``: lines
    of ``text`` that are not of the candidate's file. Fails: never.
    """
    lines = text.split("\n")
    places = [((spot["start"][0], spot["start"][1]), (spot["end"][0], spot["end"][1])) for spot in spots]
    wrong = _errors(places, messages)
    return tuple(
        _step(i, _slice(lines, places[i][0], _cut(places, i)), places[i][0], spot, wrong.get(i), before)
        for i, spot in enumerate(spots)
    )


def gone_through(steps: Sequence[dict[str, Any]]) -> tuple[dict[str, Any], ...]:
    """Return the steps of an accepted proof that Lean went through: an alternative that was not needed, or a tactic in
    a macro's quotation, is no part of it. Fails: never.
    """
    kept = [step for step in steps if step["judgement"] != NOT_REACHED]
    return tuple({**step, "index": i} for i, step in enumerate(kept))


def _step(index: int, text: str, start: Place, spot: Any, error: str | None, before: int) -> dict[str, Any]:
    reached = spot["reached"] or spot["kind"] != "tactic"
    return {
        "index": index,
        "kind": spot["kind"],
        "text": text[:MOST_TEXT],
        "line": max(start[0] - before, 1),
        "column": start[1],
        "before": _goals(spot.get("before")),
        "after": _goals(spot.get("after")),
        "judgement": ERROR if error is not None else OK if reached else NOT_REACHED,
        "message": error,
    }


def _goals(text: str | None) -> str | None:
    return None if text is None else text.strip("\n")


def _cut(places: Sequence[tuple[Place, Place]], i: int) -> Place:
    """Return where the text of step ``i`` ends: at its first inner step, where it has one. Fails: never."""
    start, end = places[i]
    inner = next((s for s, e in places[i + 1 :] if start < s and e <= end), None)
    return end if inner is None else inner


def _slice(lines: Sequence[str], start: Place, end: Place) -> str:
    rows = list(lines[start[0] - 1 : end[0]])
    if not rows:
        return ""
    rows[-1] = rows[-1][: end[1]]
    rows[0] = rows[0][start[1] :]
    return "\n".join(rows).rstrip()


def _errors(places: Sequence[tuple[Place, Place]], messages: Sequence[Any]) -> dict[int, str]:
    """Return the first error of each step, by the innermost step that holds its place. Fails: never."""
    found: dict[int, str] = {}
    for message in messages:
        if message["severity"] != "error":
            continue
        at = (message["line"], message["column"])
        holding = [i for i, (start, end) in enumerate(places) if start <= at < end]
        if holding:
            found.setdefault(max(holding, key=lambda i: places[i]), message["message"])
    return found
