"""The steps of a proof: tactics in the order of the file, each with its goals and a judgement, and ``have`` in terms.

A step is a line of the published ``steps``: its text (of a tactic that holds others: as far as the first of them), its
place, the goals before and after it (None where Lean noted none), and ``judgement``: ``ok``, ``error`` (with what is
wrong), ``not reached``, or ``unknown``: Lean went through it, and the proof is refused for something that lies in no
step, here or before. These are what the elaborator says while it runs: labels, no certificates.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from verifier.proofs.rules import Reason

Place = tuple[int, int]
Range = tuple[Place, Place]
Steps = tuple[dict[str, Any], ...]

MOST_TEXT = 2000
OK, ERROR, NOT_REACHED, UNKNOWN = "ok", "error", "not reached", "unknown"
GIVEN_UP = "it leaves a goal to sorry"


def listed(text: str, spots: Sequence[Any], before: int = 0) -> Steps:
    """Return the steps as far as Lean came, nothing held against them. ``spots``: as the elaborator says them;
    ``before``: lines of ``text`` that are not of the candidate's file.
    """
    lines = text.split("\n")
    places = _places(spots)
    return tuple(
        _step(i, _slice(lines, places[i][0], _cut(places, i)), places[i][0], spot, before)
        for i, spot in enumerate(spots)
    )


def blamed(steps: Steps, said: Mapping[str, Any], errors: Sequence[Any], unfinished: Sequence[Reason]) -> Steps:
    """Return the steps of a proof that is refused, with what is wrong in each.

    A step is wrong where it is the innermost to hold an error or a word that leaves the proof open, or to leave a goal
    to ``sorry``. What lies in no step makes those after it unknown. ``said``: what the elaborator says; ``errors``: its
    messages that count; ``unfinished``: what the look says of such words.
    """
    places = _places(said["steps"])
    wrong, left = _wrong(places, said, errors, unfinished)
    since = min(_loose(places, said, errors, unfinished, wrong, left), default=None)
    done = []
    for i, step in enumerate(steps):
        if i in wrong:
            step = {**step, "judgement": ERROR, "message": wrong[i]}
        elif since is not None and places[i][0] >= since:
            step = _unknown(step)
        done.append(step)
    return doubted(done)


def doubted(steps: Sequence[dict[str, Any]], *, anywhere: bool = False) -> Steps:
    """Return the steps of a proof that is not accepted: none of them counts as right where none is known to be wrong.

    ``anywhere``: what it is refused for may lie in any of them, whatever else is known.
    """
    known = any(step["judgement"] in (ERROR, UNKNOWN) for step in steps)
    return tuple(steps) if known and not anywhere else tuple(map(_unknown, steps))


def _unknown(step: dict[str, Any]) -> dict[str, Any]:
    return {**step, "judgement": UNKNOWN} if step["judgement"] == OK else step


def gone_through(steps: Steps) -> Steps:
    """Return the steps of an accepted proof that Lean went through: an alternative that was not needed, or a tactic in
    a macro's quotation, is no part of it.
    """
    kept = [step for step in steps if step["judgement"] != NOT_REACHED]
    return tuple({**step, "index": i} for i, step in enumerate(kept))


def _step(index: int, text: str, start: Place, spot: Any, before: int) -> dict[str, Any]:
    reached = spot["reached"] or spot["kind"] != "tactic"
    return {
        "index": index,
        "kind": spot["kind"],
        "text": text[:MOST_TEXT],
        "line": max(start[0] - before, 1),
        "column": start[1],
        "before": _goals(spot.get("before")),
        "after": _goals(spot.get("after")),
        "judgement": OK if reached else NOT_REACHED,
        "message": None,
    }


def _goals(text: str | None) -> str | None:
    return None if text is None else text.strip("\n")


def _cut(places: Sequence[tuple[Place, Place]], i: int) -> Place:
    """Return where the text of step ``i`` ends: at its first inner step, where it has one."""
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


def _places(spots: Sequence[Any]) -> list[Range]:
    return [((spot["start"][0], spot["start"][1]), (spot["end"][0], spot["end"][1])) for spot in spots]


def _holder(places: Sequence[Range], at: Place) -> int | None:
    """Return the innermost step that holds a place, or None."""
    holding = [i for i, (start, end) in enumerate(places) if start <= at < end]
    return max(holding, key=lambda i: places[i]) if holding else None


def _wrong(
    places: Sequence[Range], said: Mapping[str, Any], errors: Sequence[Any], unfinished: Sequence[Reason]
) -> tuple[dict[int, str], set[int]]:
    """Return the first thing that is wrong with each step, and which of them are left open."""
    wrong, left = dict[int, str](), dict[int, str]()
    for message in errors:
        if (i := _holder(places, _at(message))) is not None:
            wrong.setdefault(i, message["message"])
    for word in unfinished:
        if (i := _holder(places, _of(word))) is not None:
            left.setdefault(i, word.message)
    given_up = [i for i, spot in enumerate(said["steps"]) if spot["given_up"]]
    for i in given_up:
        if not any(_within(places[j], places[i]) for j in given_up if j > i):
            left.setdefault(i, GIVEN_UP)
    return {**left, **wrong}, set(left)


def _loose(
    places: Sequence[Range],
    said: Mapping[str, Any],
    errors: Sequence[Any],
    unfinished: Sequence[Reason],
    wrong: Collection[int],
    left: Collection[int],
) -> Iterator[Place]:
    """Yield the places of what is wrong in no step: errors, and declarations that Lean says are left open.

    An error over a range in which a step is wrong follows from that; one of the whole proof, where goals are left, lies
    in none of its steps.
    """
    for message in errors:
        start, end = _at(message), (message["end_line"], message["end_column"])
        if _holder(places, start) is None and not any(start <= places[i][0] < end for i in wrong):
            yield start
    warned = [_at(message) for message in said["messages"] if message["sorry"]]
    failed = [_at(message) for message in errors]
    for command in map(_range, said["commands"]):
        if any(_holds(command, places[i][0]) for i in left):
            continue
        yield from (at for at in warned if _holds(command, at))
        if any(_holds(command, at) for at in failed):  # there Lean does not say whether something was left open
            yield from (_of(word) for word in unfinished if _holds(command, _of(word)))


def _at(message: Any) -> Place:
    return message["line"], message["column"]


def _of(reason: Reason) -> Place:
    return reason.line or 0, reason.column or 0


def _range(pair: Any) -> Range:
    return (pair[0][0], pair[0][1]), (pair[1][0], pair[1][1])


def _holds(range_: Range, at: Place) -> bool:
    return range_[0] <= at < range_[1]


def _within(inner: Range, outer: Range) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]
