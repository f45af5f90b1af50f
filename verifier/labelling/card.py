"""The data card beside an output: what was labelled, by what, how, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from verifier.judging.judgements.judgement import Unjudgement
from verifier.judging.judgements.reasons import WORD
from verifier.labelling.hub import head, skewed
from verifier.labelling.run_spec import RunSpec
from verifier.labelling.translations import FINDING, READING

SCHEMA = 2

OF_THEM = {
    "checked": "checked: every claim proved, something unread, not settled",
    "estimated_checked": "of the estimated: every claim proved",
}
"""How the page says counts of steps that their names alone do not tell."""


def card(
    order: RunSpec,
    inputs: Sequence[Mapping[str, Any]],
    output: Mapping[str, Any],
    tally: Mapping[str, int],
    versions: Mapping[str, str],
    chosen: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the data card as JSON values: no times and no paths, so that the same run gives the same card.

    ``chosen``: which rows were taken.
    """
    count = Counter(tally)
    engines = {name.removeprefix("engine "): n for name, n in sorted(tally.items()) if name.startswith("engine ")}
    labels = {name: count[name] for name in ("positive", "negative", "null")}
    unjudged = {name.removeprefix("unjudged "): n for name, n in sorted(tally.items()) if name.startswith("unjudged ")}
    # Each step is in one of these, and in no other.
    parts = {n: count[n] for n in ("settled_correct", "settled_incorrect", "checked", "estimated")}
    steps = {"steps": count["steps"], **parts, "unjudged": sum(unjudged.values())}
    # Counted above as well: estimated steps all of whose claims are proved.
    steps["estimated_checked"] = count["estimated_checked"]
    lucky = {"lucky_chains": count["lucky"]} if order.policy.lucky else {}
    claims = {name: count[name] for name in ("claims", "proved", "refuted", "unknown", "contradictions")}
    return {
        "schema": SCHEMA,
        "inputs": [dict(one) for one in inputs],
        "output": dict(output),
        "order": replace(order.lasting, formal=order.formal.named).as_json(),
        "chosen": dict(chosen),
        "rows": {name: count[name] for name in ("written", "left_out", "bad", "repeated", "lost")},
        "chains": count["chains"],
        **lucky,
        "steps": {
            **steps,
            "settled_share": share(count["settled_correct"] + count["settled_incorrect"], count["steps"]),
        },
        **({} if order.formal.nobody else _by_translations(tally)),
        "unjudged": unjudged,
        "labels": {**labels, "positive_share": share(labels["positive"], sum(labels.values()))},
        "claims": claims,
        "engines": engines,
        "versions": dict(versions),
    }


def _by_translations(tally: Mapping[str, int]) -> dict[str, Any]:
    """By which reading steps are settled, and what was found strange in them."""
    return {
        title: {name.removeprefix(f"{kind} "): n for name, n in sorted(tally.items()) if name.startswith(f"{kind} ")}
        for title, kind in (("readings", READING), ("findings", FINDING))
    }


def share(part: int, whole: int) -> float | None:
    """Return a share, 0 to 1, four digits; None of nothing."""
    return round(part / whole, 4) if whole else None


def as_markdown(data: Mapping[str, Any]) -> str:
    """Return the card as a page to read, under the head that the hub wants."""
    order, output = data["order"], data["output"]
    rows = [
        ("written", output["rows"]),
        ("without a label, left out", data["rows"]["left_out"]),
        ("bad, skipped", data["rows"]["bad"]),
        ("repeated id, skipped", data["rows"]["repeated"]),
        ("lost with a worker", data["rows"]["lost"]),
    ]
    warnings = [f"> **Mind**: {warning}." for warning in skewed(data)]
    sections = [
        head(data),
        f"# Data card of {output['name']}",
        "Labels made by `verifier label`, without annotators: "
        f"`{order['policy']['labels']}` labels, written as `{order['to']}`.",
        *warnings,
        _table("Rows", rows),
        _table("Labels", list(data["labels"].items())),
        _table("Steps", [(OF_THEM.get(name, name), value) for name, value in data["steps"].items()]),
        _table("Unjudged, by reason", [(WORD[Unjudgement(n)], value) for n, value in data["unjudged"].items()]),
        *([_table("Settled by reading", list(data["readings"].items()))] if data.get("readings") else []),
        *([_table("Findings in steps", list(data["findings"].items()))] if data.get("findings") else []),
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
    if data.get("estimates"):
        sections.insert(-2, _estimates(data["estimates"]))
    return "\n\n".join(sections) + "\n"


def _estimates(told: Mapping[str, Any]) -> str:
    """What the estimates' thresholds were chosen on, and where these chains are unlike those."""
    rows = [*(told["thresholds"] or {}).items(), ("first errors named", told.get("first_errors_named", 0))]
    rows += [(f"chains unlike: {name}", count) for name, count in told.get("unlike", {}).items()]
    return "\n\n".join([_table("Where estimates name a first error", rows), *told["warnings"]])


def _beside(here: Mapping[str, Any], level: Mapping[str, Any], name: str) -> str:
    shown = ["-" if one[name] is None else f"{one[name]:g}" for one in (here, level)]
    return f"{shown[0]} (on its calibration set {shown[1]})"


def _table(title: str, rows: Sequence[tuple[str, Any]]) -> str:
    lines = [f"| {str(name).replace('_', ' ')} | {'-' if value is None else value} |" for name, value in rows]
    return "\n".join([f"## {title}", "", "| | |", "|---|---|", *lines])
