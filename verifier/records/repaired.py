"""What a record says of its chain's repair, and whether it fits: the repaired chain is a record of its own, with its
own certificates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, get_args

from verifier.intake.bad import BadInput

State = Literal["repaired", "in part", "not repaired", "nothing to repair"]
"""``repaired``: no step is settled incorrect any more. ``in part``: something was mended, and something is left.
``nothing to repair``: no step was settled incorrect."""

KEY = "repair"


def parted(data: Any) -> tuple[Any, dict[str, Any] | None]:
    """Return a record without its repair, and the repair, None where it holds none.

    Raises: BadInput where the repair does not fit the record.
    """
    if not isinstance(data, dict) or KEY not in data:
        return data, None
    repair = data[KEY]
    plain = {key: value for key, value in data.items() if key != KEY}
    if wrong := next(_wrong(plain, repair), None):
        raise BadInput(f"the repair: {wrong}")
    return plain, repair


def state_of(wrong_before: bool, wrong_after: bool | None, stuck: bool) -> State:
    """Return the state of a repair. ``wrong_after``: None where nothing was changed."""
    if wrong_after is None:
        return "not repaired" if wrong_before else "nothing to repair"
    return "in part" if stuck or wrong_after else "repaired"


def _wrong(data: dict[str, Any], repair: Any) -> Iterator[str]:
    """What does not fit, the shape first."""
    if not isinstance(repair, dict):
        yield "expected an object"
        return
    after, steps = repair.get("after"), data.get("steps")
    if repair.get("state") not in get_args(State):
        yield f'expected "state" as one of {", ".join(get_args(State))}'
    for key in ("mends", "stuck", "carries"):
        if not isinstance(repair.get(key), list):
            yield f'expected "{key}" as a list'
            return
    if not all(isinstance(one, dict) for one in (*repair["mends"], *repair["stuck"])):
        yield 'expected "mends" and "stuck" as lists of objects'
        return
    if not isinstance(repair.get("answers"), dict):
        yield 'expected "answers" as an object'
    if after is not None and not _alike(data, after):
        yield 'expected "after" as null or as the record of the repaired chain: the same problem, as many steps'
        return
    incorrect = [None if rows is None else any(_incorrect(row) for row in rows) for rows in
                 (steps if isinstance(steps, list) else [], None if after is None else after["steps"])]  # fmt: skip
    due = state_of(bool(incorrect[0]), incorrect[1], bool(repair["stuck"]))
    if repair.get("state") != due:
        yield f'expected "state" as {due!r}'


def _incorrect(row: Any) -> bool:
    return isinstance(row, dict) and row.get("correct") is False


def _alike(data: dict[str, Any], after: Any) -> bool:
    """Whether a record is of a chain with the same problem and as many steps, and holds no repair of its own."""
    if not isinstance(after, dict) or KEY in after:
        return False
    rows = data.get("steps"), after.get("steps")
    same = all(data.get(key) == after.get(key) for key in ("schema", "id", "problem", "answer"))
    return same and all(isinstance(one, list) for one in rows) and len(rows[0] or ()) == len(rows[1] or ())
