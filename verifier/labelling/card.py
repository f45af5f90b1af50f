"""The data card beside an output: what was labelled, by what, how, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from verifier.labelling.order import Order

SCHEMA = 1


def card(
    order: Order,
    inputs: Sequence[Mapping[str, Any]],
    output: Mapping[str, Any],
    tally: Mapping[str, int],
    versions: Mapping[str, str],
    chosen: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the data card as JSON values: no times and no paths, so that the same run gives the same card.

    ``chosen``: which rows were taken. Fails: never.
    """
    count = Counter(tally)
    trust = None if order.translator.trust is None else Path(order.translator.trust).name
    engines = {name.removeprefix("engine "): n for name, n in sorted(tally.items()) if name.startswith("engine ")}
    labels = {name: count[name] for name in ("positive", "negative", "null")}
    steps = {n: count[n] for n in ("steps", "settled_correct", "settled_incorrect", "estimated", "checked")}
    # Settled on the word of a trusted translator; they are counted above as well.
    steps |= {n: count[n] for n in ("translated_correct", "translated_incorrect") if order.translator.trust is not None}
    claims = {name: count[name] for name in ("claims", "proved", "refuted", "unknown", "contradictions")}
    return {
        "schema": SCHEMA,
        "inputs": [dict(one) for one in inputs],
        "output": dict(output),
        "order": replace(order, translator=replace(order.translator, trust=trust, answers=None)).as_json(),
        "chosen": dict(chosen),
        "rows": {name: count[name] for name in ("written", "left_out", "bad", "repeated", "lost")},
        "chains": count["chains"],
        "steps": {
            **steps,
            "settled_share": share(count["settled_correct"] + count["settled_incorrect"], count["steps"]),
        },
        "labels": {**labels, "positive_share": share(labels["positive"], sum(labels.values()))},
        "claims": claims,
        "engines": engines,
        "versions": dict(versions),
    }


def share(part: int, whole: int) -> float | None:
    """Return a share, 0 to 1, four digits; None of nothing. Fails: never."""
    return round(part / whole, 4) if whole else None


def as_markdown(data: Mapping[str, Any]) -> str:
    """Return the card as a page to read. Fails: never."""
    order, output = data["order"], data["output"]
    rows = [
        ("written", output["rows"]),
        ("without a label, left out", data["rows"]["left_out"]),
        ("bad, skipped", data["rows"]["bad"]),
        ("repeated id, skipped", data["rows"]["repeated"]),
        ("lost with a worker", data["rows"]["lost"]),
    ]
    sections = [
        f"# Data card of {output['name']}",
        "Labels made by `verifier label`, without annotators: "
        f"`{order['policy']['labels']}` labels, written as `{order['to']}`.",
        _table("Rows", rows),
        _table("Labels", list(data["labels"].items())),
        _table("Steps", list(data["steps"].items())),
        _table("Claims", list(data["claims"].items())),
        _table("Decided by", list(data["engines"].items())),
        _table("Judged by", list(data["versions"].items())),
        _table("Inputs (SHA-256)", [(one["name"], one["sha256"]) for one in data["inputs"]]),
        _table("Output (SHA-256)", [(output["name"], output["sha256"])]),
    ]
    if data.get("drift"):
        here, level = data["drift"]["here"], data["drift"]["level"]
        sections.insert(
            -2, _table("The model beside settled verdicts", [(name, _beside(here, level, name)) for name in here])
        )
    return "\n\n".join(sections) + "\n"


def _beside(here: Mapping[str, Any], level: Mapping[str, Any], name: str) -> str:
    shown = ["-" if one[name] is None else f"{one[name]:g}" for one in (here, level)]
    return f"{shown[0]} (on its calibration set {shown[1]})"


def _table(title: str, rows: Sequence[tuple[str, Any]]) -> str:
    lines = [f"| {str(name).replace('_', ' ')} | {'-' if value is None else value} |" for name, value in rows]
    return "\n".join([f"## {title}", "", "| | |", "|---|---|", *lines])
