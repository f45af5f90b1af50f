"""What people are shown of a repair: each step that changes as it was and as it is, with what proves it, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from verifier.intake.bad import BadInput
from verifier.records.views.difference import changes

MOST_TIES = 5
"""Most edits of the same cost that are named."""

Sheet = dict[str, Any]


def said(mend: Mapping[str, Any]) -> str:
    """Return what was edited, at what cost, and what would be as small, on one line.

    Raises: BadInput on what is no mend as a record has it.
    """
    try:
        told = f"{_edits(mend['edits'])}: {_why(mend)}"
        ties = [_edits(tie) for tie in mend["equally_small"]]
    except (KeyError, TypeError) as error:
        raise BadInput(f"the repair: not a repair: {error}") from error
    more = f" and {len(ties) - MOST_TIES} more" * (len(ties) > MOST_TIES)
    return f"{told}; equally small: {'; '.join(ties[:MOST_TIES])}{more}" if ties else told


def _why(mend: Mapping[str, Any]) -> str:
    tokens = int(mend["cost"]["tokens"])
    return "follows from what changed before" if mend["carried"] else f"{tokens} token{'s' * (tokens != 1)}"


def _edits(made: Sequence[Mapping[str, Any]]) -> str:
    return ", ".join(map(_edit, made))


def _edit(edit: Mapping[str, Any]) -> str:
    old, new, kind, start = (edit[key] for key in ("old", "new", "kind", "start"))
    if not old:
        return f"{kind} {new.strip()} put in at {start}"
    return f"{old} → {new}" if new else f"{kind} {old} taken out at {start}"


def answers_of(answers: Mapping[str, Any]) -> list[str]:
    """Return what is said of the final answers. Raises: BadInput."""
    before, after, same, reference = (answers.get(key) for key in ("before", "after", "same", "reference"))
    if not all(one is None or isinstance(one, str) for one in (before, after, same, reference)):
        raise BadInput('the repair: expected "answers" to hold strings or null')
    told = {
        "equal": f"Final answer: {after}, as before",
        "different": f"Final answer changes: {before} → {after}",
        "could not tell": f"Final answer may change (it could not be told): {before} → {after}",
    }.get(same or "", "Final answer: none was found in the text")
    return [told] if reference is None else [told, f"Against the reference answer: {reference}"]


def with_repair(shown: Sheet, repair: Mapping[str, Any], after: Sheet | None) -> Sheet:
    """Return what is shown of a record, with its repair. ``after``: what is shown of the repaired chain.

    Raises: BadInput.
    """
    mends: dict[Any, list[str]] = {}
    for mend in repair["mends"]:
        mends.setdefault(mend.get("step"), []).append(said(mend))
    stuck: dict[Any, list[str]] = {}
    for one in repair["stuck"]:
        stuck.setdefault(one.get("step"), []).append(
            ": ".join(filter(None, map(str, (one.get("claim"), one.get("why")))))
        )
    rows = shown["steps"] if after is None else after["steps"]
    steps = [
        {**was, "repair": _step(was, now, mends.get(was["index"], []), stuck.get(was["index"], []))}
        for was, now in zip(shown["steps"], rows, strict=True)
    ]
    return {**shown, "steps": steps, "repair": {"state": repair["state"], "answers": answers_of(repair["answers"])}}


def _step(was: Sheet, now: Sheet, mends: list[str], stuck: list[str]) -> Sheet | None:
    """A step's repair, None where nothing changed and nothing is left to say."""
    if was["text"] == now["text"] and not stuck:
        return None
    return {
        "changes": [[one.start, one.end, one.new] for one in changes(was["text"], now["text"])],
        "state": now["state"],
        "word": now["word"],
        "claims": [{**claim, "id": f"repaired {claim['id']}"} for claim in now["claims"]],
        "mends": mends,
        "stuck": stuck,
    }
