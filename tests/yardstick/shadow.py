"""Deciding the formal chains that rules read, beside the judge of texts: what differs, file by file, and how fast.

The table is what the switch to one judge waits for. Both judge in this process, chain by chain in turn, Lean off.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field

from inputs import Source

from verifier.chain import Chain
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


def compare_judges(sources: Sequence[Source], workers: int) -> Iterator[tuple[str, Shadowed]]:
    """Yield what differs in each source."""
    with ProcessPoolExecutor(workers) as pool:
        for source in sources:
            whole = Shadowed()
            batches = [source.chains[start : start + AT_ONCE] for start in range(0, len(source.chains), AT_ONCE)]
            for one in pool.map(_compare, batches):
                whole.add(one)
            yield source.name, whole


def _compare(rows: Iterable[dict[str, object]]) -> Shadowed:
    made = Shadowed()
    with Judge(lean="off") as judge:
        for row in rows:
            chain = Chain.of(str(row["problem"]), [str(one) for one in row["steps"]], str(row["id"]))  # type: ignore[union-attr]
            began = time.process_time()
            judged = judge(chain)
            middle = time.process_time()
            found = shadow(chain)
            made.seconds += Counter({"before": middle - began, "after": time.process_time() - middle})
            made.counts += count(judged, found) + Counter(steps=len(chain.steps), chains=1)
            made.counts["bytes before"] += len(json.dumps(record(judged)))
            made.counts["bytes of the formal chain"] += len(json.dumps(as_json(found.chain)))
            made.found += [(str(row["id"]), one) for one in differences(judged, found)]
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
