"""What differs between two lists of verdict lines: gained, lost, opposite, and what changed without a verdict."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from commits import read_lines
from verdict_lines import Line, shorten

CORRECTIONS = Path(__file__).parent / "corrections.jsonl"
KINDS = ("opposite", "lost", "gained", "other")
STRENGTH = {"correct": 2, "checked": 1, "incorrect": -2, "proved": 1, "refuted": -1}
"""How firmly a word decides, and on which side; a word that is not here decides nothing."""
Key = tuple[str, int, str, str, int]


@dataclass(frozen=True, slots=True)
class Difference:
    """One statement, or one judgement of a step, that is not as it was."""

    kind: str
    file: str
    chain: str
    step: int
    statement: str
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.file}  {self.kind}  {self.chain}  step {self.step}: {self.statement!r}: {self.old} -> {self.new}"

    def is_corrected_by(self, row: Line) -> bool:
        """Return whether a row of ``corrections.jsonl`` names this; it may give the statement's hash for its text."""
        same = (row["file"], row["chain"], row["step"]) == (self.file, self.chain, self.step)
        return same and row["statement"] in (self.statement, hash_statement(self.statement))


def hash_statement(text: str) -> str:
    """Return the hash that stands for a statement whose text is not ours."""
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:16]


def compare(file: str, old: Sequence[Line], new: Sequence[Line]) -> list[Difference]:
    """Return what differs between the lines of one file, the worst first."""
    before, after = dict(_index(old)), dict(_index(new))
    words = _quote_steps([*old, *new])
    found = []
    for key in dict.fromkeys((*before, *after)):
        chain, step, reading, statement, _ = key
        one, other = before.get(key, {}), after.get(key, {})
        if one == other:
            continue
        said = statement if reading else words[chain, step] or statement
        field = "verdict" if reading else "judgement"
        shown = [str(row.get(field, "absent")) for row in (one, other)]
        if shown[0] == shown[1]:  # another proof, or other guards
            changed = [name for name in dict.fromkeys((*one, *other)) if one.get(name) != other.get(name)]
            shown = ["; ".join(f"{name} {row.get(name)}" for name in changed) for row in (one, other)]
        kind = _classify(one.get(field), other.get(field))
        found.append(Difference(kind, file, chain, step, said, *shown))
    return sorted(found, key=lambda one: KINDS.index(one.kind))


def _index(lines: Sequence[Line]) -> Iterator[tuple[Key, Line]]:
    """Yield each statement and each step's judgement, by what stays the same when readers and records change."""
    times = Counter[tuple[str, int, str, str]]()
    for line in lines:
        if "summary" in line:
            figures = {f"eval {name}": one for name, one in line.get("eval", {}).items()}
            labels = {f"labels {name}": one for name, one in line.get("labels", {}).items()}
            summary = {key: one for key, one in line.items() if key not in ("eval", "labels")}
            yield (line["summary"], -1, "", "summary", 0), summary | figures | labels
            continue
        chain, step = str(line["chain"]), line.get("step", -1)
        by: Line = {key: line[key] for key in ("judgement", "by") if key in line}
        if by:
            yield (chain, step, "", "", 0), by if "verdict" in line else {**by, "guards": line.get("guards", [])}
        if "verdict" in line:
            reading = str(line.get("reading", "text"))
            place = (chain, step, reading, " ".join(line["statement"].split()))
            yield (*place, times[place]), {key: line[key] for key in line if key not in ("judgement", "by")}
            times[place] += 1


def _quote_steps(lines: Sequence[Line]) -> dict[tuple[str, int], str]:
    """Return the statements of each step in one text."""
    found: dict[tuple[str, int], dict[str, None]] = defaultdict(dict)
    for line in lines:
        if "statement" in line:
            found[line["chain"], line["step"]][line["statement"]] = None
    return defaultdict(str, {place: shorten("; ".join(every)) for place, every in found.items()})


def _classify(old: str | None, new: str | None) -> str:
    one, other = STRENGTH.get(old or "", 0), STRENGTH.get(new or "", 0)
    if one * other < 0:
        return "opposite"
    return "other" if abs(one) == abs(other) else "gained" if abs(other) > abs(one) else "lost"


def list_uncorrected(found: Sequence[Difference]) -> list[Difference]:
    """Return the opposite verdicts without a row in ``corrections.jsonl``."""
    rows = read_lines(CORRECTIONS)
    return [one for one in found if one.kind == "opposite" and not any(map(one.is_corrected_by, rows))]


def count_kinds(found: Sequence[Difference]) -> str:
    """Return the number of differences of each kind in one phrase."""
    counts = Counter(one.kind for one in found)
    return ", ".join(f"{counts[kind]} {kind}" for kind in KINDS)


def take_census(lines: Sequence[Line]) -> dict[str, Counter[str]]:
    """Count proof rules, checkers, tactics and guards over the decided statements; guards of the others apart."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for line in lines:
        if "verdict" not in line:
            continue
        decided = line["verdict"] in ("proved", "refuted", "independent")
        counts["statements"]["decided" if decided else "open"] += 1
        for name in ("checkers", "rules") if decided else ():
            counts[name].update(line.get(name, ()))
        if decided and "tactic" in line:
            counts["tactics"][line["tactic"]] += 1
        counts["guards" if decided else "guards of open statements"].update(line.get("guards", ()))
    return dict(counts)
