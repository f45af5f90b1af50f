"""The figures at the head of the page: counted from the sheets alone, never taken over from a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from verifier.answers.compare import against
from verifier.answers.final_answer import final_answer
from verifier.chain import name_of
from verifier.records.views.ending import Outcome
from verifier.records.views.record_view import Sheet

STATES = {
    "correct": "settled correct",
    "checked": "checked",
    "incorrect": "settled incorrect",
    "estimated": "estimated",
    "unjudged": "unjudged",
}
FILTERS = {
    "incorrect": "✗ wrong step",
    "refuted": "✗ refuted claim",
    "unjudged": "· unjudged",
    "excused": "✗ refuted, not held",
    "doubtful": "~ estimated wrong",
    "strange": "! findings",
    "answer": "≠ other answer",
    "alarm": "‼ alarm",
    "bad": "not readable",
}
BINS = 5
"""Bins of a reliability diagram of chains: few, since few chains have a reference answer."""

PARTS = 10
"""Parts of the file, in its order, by which drift is shown."""

LONG_ENOUGH = 100
"""Chains from which on the parts are worth a look."""

MOST_PROBLEM = 160

LEGEND = (
    "✓ proved or settled correct",
    "✗ refuted or settled incorrect",
    "○ checked: every claim proved, some words unread",
    "? unknown",
    "◇ set up, not claimed",
    "~ estimated by a model",
    "· unjudged",
    "grey words were not read",
)


def overview(sheets: Sequence[Sheet], source: str, rechecked: bool, lost: int) -> dict[str, Any]:
    """Return what the head of the page and its list show. ``lost``: rows that could not be read."""
    rows = [_row(shown, number) for number, shown in enumerate(sheets)]
    chains = [shown for shown in sheets if "error" not in shown]
    steps = [step for shown in chains for step in shown["steps"]]
    states = Counter(step["state"] for step in steps)
    return {
        "source": source,
        "heading": f"{len(chains):,} chains, {len(steps):,} steps",
        "steps": [[state, label, states[state], _share(states[state], len(steps))] for state, label in STATES.items()],
        "remarks": list(_remarks(chains, states, rechecked, lost)),
        "tables": [table for table in _tables(chains, steps) if table["rows"]],
        "filters": [[name, label, sum(row[name] for row in rows)] for name, label in FILTERS.items()],
        "legend": LEGEND,
        "index": rows,
    }


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"


def _row(shown: Sheet, number: int) -> dict[str, Any]:
    """Return the line of a chain in the list, and what filters ask of it."""
    name = name_of(shown["id"], shown.get("place")) or f"chain {number + 1}"
    row = {"name": name, **dict.fromkeys(FILTERS, False)}
    if "error" in shown:
        return row | {"bad": True, "problem": shown["error"][:MOST_PROBLEM], "verdict": "not readable", "tone": "bad"}
    states = {step["state"] for step in shown["steps"]}
    claims = [claim for step in shown["steps"] for claim in step["claims"]]
    doubtful = "incorrect" not in states and shown["probably"] and (shown["first"] or 0) >= 0
    verdict, tone = _verdict(shown)
    return row | {
        "problem": " ".join(shown["problem"][:MOST_PROBLEM].split()),
        "verdict": verdict,
        "tone": tone,
        "incorrect": "incorrect" in states,
        "unjudged": bool(states & {"unjudged", "checked"}),
        "refuted": any(claim["verdict"] == "refuted" for claim in claims),
        "excused": any(step["excused"] for step in shown["steps"]),
        "doubtful": doubtful,
        "answer": _another(shown),
        "strange": bool(shown["findings"]) or any(step["findings"] for step in shown["steps"]),
        "alarm": shown["alarm"] is not None or any("alarm" in claim for claim in claims),
    }


def _another(shown: Sheet) -> bool:
    """Whether the record says that the final answer is not the reference answer."""
    return shown["final"] is not None and shown["final"]["state"] == "different"


def _verdict(shown: Sheet) -> tuple[str, str]:
    first, steps = shown["first"], shown["steps"]
    estimated = sum(step["state"] == "estimated" and step["checked"] for step in steps)
    held = estimated + sum(step["state"] in ("correct", "checked") for step in steps)
    match Outcome[shown["outcome"]]:
        case Outcome.WRONG:
            return f"✗ step {first}", "bad"
        case Outcome.PROBABLY_WRONG:
            return f"~ step {first}", "perhaps"
        case Outcome.HOLDS:
            return "✓ all correct", "good"
        case Outcome.NO_ERROR:
            return ("○ checked", "good") if held == len(steps) else (f"○ {held} of {len(steps)} checked", "")
        case Outcome.ESTIMATED:
            return "~ only estimated", "perhaps"
        case Outcome.UNDECIDED:
            return "· nothing decided", ""
    return "· nothing read", ""


def _remarks(chains: Sequence[Sheet], states: Counter[str], rechecked: bool, lost: int) -> Iterator[str]:
    wrong = sum(any(step["state"] == "incorrect" for step in shown["steps"]) for shown in chains)
    yield f"{wrong:,} chains have a step settled incorrect ({_share(wrong, len(chains))})."
    alarms = [claim for shown in chains for step in shown["steps"] for claim in step["claims"] if "alarm" in claim]
    if alarms:
        yield f"ALARM: {len(alarms)} claims are both proved and refuted: a checker is broken. Please report this."
    excused = sum(any(step["excused"] for step in shown["steps"]) for shown in chains)
    if excused:
        yield f"{excused:,} chains hold refuted claims that settle nothing: each says why, and is worth a look."
    compared = [shown for shown in chains if shown["final"] is not None]
    if compared:
        other = sum(map(_another, compared))
        yield f"{other:,} of {len(compared):,} chains with a reference answer end in another."
    answers = sum(shown["alarm"] is not None for shown in chains)
    if answers:
        yield f"ALARM: in {answers} chains every claim checks, and the final answer is not the reference answer."
    if lost:
        yield f"{lost} rows could not be read and are counted nowhere above."
    if rechecked:
        yield "Every certificate was checked again when this page was made."
    else:
        yield "Verdicts are as the records say; 'verifier recheck' checks their certificates again."


def _tables(chains: Sequence[Sheet], steps: Sequence[Sheet]) -> Iterator[dict[str, Any]]:
    claims = [claim for step in steps for claim in step["claims"]]
    yield _verdicts("Claims by role", Counter((claim["role"], claim["verdict"]) for claim in claims))
    decided = [claim for claim in claims if claim["verdict"] != "unknown"]
    kinds = Counter((claim["kind"], claim["verdict"]) for claim in decided)
    yield _verdicts("Decided claims by kind", kinds, unknown=False)
    engines = Counter((claim["engine"] or claim["checker"], claim["verdict"]) for claim in decided)
    yield _verdicts("Decided claims by engine", engines, unknown=False)
    yield _counted("Unknown claims by reason", Counter(c["why"] for c in claims if c["verdict"] == "unknown"))
    yield _counted("Unjudged steps by reason", Counter(step["word"] for step in steps if step["state"] == "unjudged"))
    found = Counter(one["kind"] for shown in chains for place in (shown, *shown["steps"]) for one in place["findings"])
    yield _counted("Findings (evidence only)", Counter({kind.replace("_", " "): n for kind, n in found.items()}))
    yield _agreement(steps)
    yield _reliability(chains)
    yield _parts(chains)


def _verdicts(title: str, counts: Counter[tuple[str, str]], unknown: bool = True) -> dict[str, Any]:
    verdicts = ("proved", "refuted", *(["unknown"] * unknown))
    totals = Counter[str]()
    for (name, _), count in counts.items():
        totals[name] += count
    rows = [[name, *(counts[name, verdict] for verdict in verdicts)] for name, _ in totals.most_common()]
    return {"title": title, "columns": ["", *verdicts], "rows": rows}


def _counted(title: str, counts: Counter[str]) -> dict[str, Any]:
    return {"title": title, "columns": ["", "count"], "rows": [[name, count] for name, count in counts.most_common()]}


def _agreement(steps: Sequence[Sheet]) -> dict[str, Any]:
    """Estimates of steps whose every claim is proved: what records bear out of a model's agreement with proofs."""
    scores = [step["score"] for step in steps if step["state"] == "estimated" and step["checked"]]
    mean = sum(scores) / len(scores) if scores else 0.0
    rows = [
        ["steps", len(scores)],
        ["mean estimate", f"{mean:.3f}"],
        ["below one half", _share(sum(score < 0.5 for score in scores), len(scores))],
    ]
    return {
        "title": "Estimates where every claim is proved",
        "columns": ["", ""],
        "rows": rows if scores else [],
        "note": "A step settled incorrect keeps no estimate in its record, so this is one side only.",
    }


def _reliability(chains: Sequence[Sheet]) -> dict[str, Any]:
    """Chains by their last score, where a model estimated it, against the reference answer (DeGroot and Fienberg, The
    Statistician 32, 1983)."""
    bins: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for shown in chains:
        right = _right(shown) if shown["answer"] is not None and shown["steps"][-1]["state"] == "estimated" else None
        if right is not None:
            bins[min(BINS - 1, int(shown["last"] * BINS))].append((shown["last"], right))
    rows = []
    for number, found in enumerate(bins):
        if found:
            score, share = (sum(pair[i] for pair in found) / len(found) for i in (0, 1))
            between = f"{number / BINS:.1f}-{(number + 1) / BINS:.1f}"
            rows.append([between, len(found), f"{score:.2f}", f"{share:.2f}", {"filled": share, "mark": score}])
    return {
        "title": "Calibration: last score against the reference answer",
        "columns": ["score", "chains", "mean", "right", "share right (line: mean score)"],
        "rows": rows,
        "note": "A right answer is no proof of a right chain: this shows how far the estimates may be trusted.",
    }


def _right(shown: Sheet) -> bool | None:
    """Whether the final answer is the reference answer; None where that cannot be told."""
    found = final_answer([step["text"] for step in shown["steps"]], shown["problem"])
    state = against(found, shown["answer"]).state if found else ""
    return state == "equal" if state in ("equal", "different") else None


def _parts(chains: Sequence[Sheet]) -> dict[str, Any]:
    """The shares over the file in its order: what drifts while records are made is seen here."""
    rows = []
    for part in range(PARTS if len(chains) >= LONG_ENOUGH else 0):
        some = chains[part * len(chains) // PARTS : (part + 1) * len(chains) // PARTS]
        steps = [step for shown in some for step in shown["steps"]]
        states = Counter(step["state"] for step in steps)
        scores = [step["score"] for step in steps if step["state"] == "estimated"]
        mean = f"{sum(scores) / len(scores):.2f}" if scores else "-"
        shares = [_share(states[a] + states[b], len(steps)) for a, b in (("correct", "incorrect"), ("checked", ""))]
        rows.append([f"{part + 1}", *shares, _share(states["incorrect"], len(steps)), mean])
    columns = ["tenth", "settled", "checked", "incorrect", "mean estimate"]
    return {"title": "Drift: the records in their order, by tenths", "columns": columns, "rows": rows}
