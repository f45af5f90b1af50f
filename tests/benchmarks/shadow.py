"""Deciding the formal chains that rules read, beside the judge of texts: what differs, file by file, and how fast.

    python tests/benchmarks/shadow.py tests/golden/*.jsonl ../shared/data/*.jsonl.gz --limit 300

The table is what the switch to one judge waits for. Both judge in this process, chain by chain in turn, Lean off.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from verifier.chain import Chain
from verifier.evaluation.benchmarks.exact import rows
from verifier.judging.judge import Judge
from verifier.judging.records.record import record
from verifier.judging.shadow import Becomes, Difference, count, differences, shadow
from verifier.language.write_chain import as_json

AT_ONCE = 40


@dataclass(slots=True)
class Shadowed:
    """What differs in some chains. ``counts``: steps by what they become; ``seconds``: processor time of either."""

    counts: Counter[str] = field(default_factory=Counter)
    seconds: Counter[str] = field(default_factory=Counter)
    found: list[tuple[str, Difference]] = field(default_factory=list)

    def add(self, other: Shadowed) -> None:
        """Take in what another batch found."""
        self.counts, self.seconds = self.counts + other.counts, self.seconds + other.seconds
        self.found += other.found


def compare_file(path: Path, limit: int | None, workers: int) -> Shadowed:
    """Return what differs in the chains of a file."""
    chains = list(islice(rows(path), limit))
    whole = Shadowed()
    with ProcessPoolExecutor(workers) as pool:
        for one in pool.map(_compare, [chains[start : start + AT_ONCE] for start in range(0, len(chains), AT_ONCE)]):
            whole.add(one)
    return whole


def _compare(chains: Sequence[dict[str, Any]]) -> Shadowed:
    made = Shadowed()
    with Judge(lean="off") as judge:
        for number, row in enumerate(chains):
            chain = Chain.of(row.get("problem", ""), row["steps"], str(row.get("id", row.get("name", number))))
            began = time.process_time()
            judged = judge(chain)
            middle = time.process_time()
            found = shadow(chain)
            made.seconds += Counter({"before": middle - began, "after": time.process_time() - middle})
            made.counts += count(judged, found) + Counter(steps=len(chain.steps), chains=1)
            made.counts["bytes before"] += len(json.dumps(record(judged)))
            made.counts["bytes of the formal chain"] += len(json.dumps(as_json(found.chain)))
            made.found += [(chain.id or "", one) for one in differences(judged, found)]
    return made


def show_shadow(name: str, made: Shadowed, most: int) -> Iterator[str]:
    """Yield the lines that tell what differs in a source: opposite verdicts first, then those of steps."""
    opposite = [(id, one) for id, one in made.found if one.opposite]
    others = [(id, one) for id, one in made.found if not one.opposite and one.claim is None]
    yield from (f"{name}  OPPOSITE  {id}  {one}" for id, one in opposite)
    yield from (f"{name}  {id}  {one}" for id, one in others[:most])
    counts = made.counts
    steps = max(1, counts["steps"])
    told = [
        f"{one} {counts[f'before, {one}']} -> {counts[f'after, {one}']} (both {counts[f'both, {one}']})"
        for one in (Becomes.CORRECT, Becomes.INCORRECT, Becomes.CHECKED)
    ]
    before, after = (1000 * made.seconds[side] / steps for side in ("before", "after"))
    speed = f"{before:.2f} -> {after:.2f} ms a step (speed {before / after if after else 0:.2f})"
    yield f"{name}: {counts['chains']} chains, {steps} steps; {'; '.join(told)}; {len(opposite)} opposite; {speed}"


def main() -> int:
    """Judge the chains of the files both ways and print what differs; return 1 if a verdict is opposite."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--limit", type=int, default=None, help="chains of each file")
    parser.add_argument("--most", type=int, default=200, help="differences of each file that are printed")
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    whole = Shadowed()
    for path in asked.files:
        made = compare_file(path, asked.limit, asked.workers)
        print(*show_shadow(path.name.partition(".")[0], made, asked.most), sep="\n", flush=True)
        whole.add(made)
    print(list(show_shadow("all files", whole, 0))[-1])
    return 1 if any(one.opposite for _, one in whole.found) else 0


if __name__ == "__main__":
    sys.exit(main())
