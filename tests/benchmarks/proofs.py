"""What the gate costs: proofs a second, cold, warm and unchanged; the sandbox as a ratio; attacks and honest proofs.

Run by hand: python tests/benchmarks/proofs.py [--jobs N] [--limit N] [--bulk N]. Ratios are of one run, side by side;
each figure is printed as soon as it is measured. ``--limit`` takes every so many-th case of each suite, in order of
names. ``--bulk`` measures that many short candidates alone, apart from the start, beside the load of the machine.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from unittest import mock

import psutil

sys.path.insert(0, str(Path(__file__).parent.parent))
from support.lean_cases import read_lean_cases

from verifier.processes.sandbox import LIMITS, best_way
from verifier.proofs.case import Case
from verifier.proofs.elaboration import session
from verifier.proofs.gate import Gate, Settings
from verifier.proofs.rules import Result


def timed(gate: Gate, found: Sequence[Case]) -> tuple[float, list[Result]]:
    start = time.perf_counter()
    results = list(gate.judge_all(found))
    return time.perf_counter() - start, results


def suite(name: str) -> list[Case]:
    return [one.case for one in read_lean_cases(name).values()]


def in_bulk(number: int, jobs: int) -> None:
    """Measure short candidates, each of its own text, and some of them wrong."""
    short = [case for case in suite("honest") if len(case.candidate) < 600]
    found = []
    for i in range(number):
        case = short[i % len(short)]
        wrong = b"\ntheorem wrong : 1 = 2 := by\n  decide\n" if i % 5 == 4 else b""
        found.append(Case(str(i), b"%b\n-- variant %d\n%b" % (case.candidate, i, wrong), case.challenge))
    processor = Spent()
    with Gate(Settings(jobs=jobs)) as gate:
        start = time.perf_counter()
        results = gate.judge_all(found)
        statuses = [next(results).status]
        first, spent = time.perf_counter(), processor.seconds
        statuses += [result.status for result in results]
        clock, spent = time.perf_counter() - first, processor.seconds - spent
    tell("load of the machine", os.getloadavg())
    tell("statuses", Counter(statuses))
    tell("seconds to the first result", round(first - start, 1))
    tell("after it: seconds, processor seconds", (round(clock, 1), round(spent, 1)))
    tell("after it: proofs a second, a processor second", (round(number / clock, 2), round(number / spent, 2)))


class Spent:
    """The processor time of this process and of all that it starts, those that ended included: looked at often."""

    def __init__(self) -> None:
        self._times: dict[int, float] = {}
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        me = psutil.Process()
        while True:
            for one in (me, *me.children(recursive=True)):
                with suppress(psutil.Error):
                    self._times[one.pid] = sum(one.cpu_times()[:2])
            time.sleep(0.2)

    @property
    def seconds(self) -> float:
        return sum(list(self._times.values()))


def sample(found: Sequence[Case], limit: int) -> list[Case]:
    """At most ``limit`` of the cases, evenly spread over them; 0: all."""
    return list(found) if not limit else list(found[:: max(1, -(-len(found) // limit))])


def tell(what: str, figure: object) -> None:
    print(json.dumps({what: figure}), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=0)
    parser.add_argument("--limit", type=int, default=0)
    parser.add_argument("--bulk", type=int, default=0)
    asked = parser.parse_args()
    if asked.bulk:
        in_bulk(asked.bulk, asked.jobs)
        return
    honest, forged = sample(suite("honest"), asked.limit), sample(suite("forgery"), asked.limit)
    common = honest
    one = Settings(jobs=1)
    with Gate(one) as gate:
        timed(gate, common[:1])
        inside, _ = timed(gate, common)
    with mock.patch.object(session, "best_way", lambda: LIMITS), Gate(one) as gate:
        timed(gate, common[:1])
        outside, _ = timed(gate, common)
    tell("sandbox", best_way().name)
    tell("sandboxed time over unsandboxed, warm", round(inside / outside, 2))
    with (
        tempfile.TemporaryDirectory() as folder,
        Gate(Settings(jobs=asked.jobs, store=Path(folder) / "results")) as gate,
    ):
        cold, first = timed(gate, common)
        tell("proofs a second, cold", round(len(common) / cold, 2))
        again = [Case(case.id, case.candidate + b"\n-- again\n", case.challenge, case.place) for case in common]
        warm, _ = timed(gate, again)
        tell("proofs a second, warm", round(len(common) / warm, 2))
        unchanged, _ = timed(gate, common)
        tell("proofs a second, unchanged", round(len(common) / unchanged, 1))
        accepted = sum(result.status == "accepted" for result in first)
        tell("honest accepted", f"{accepted} of {len(honest)}")
        forgery, refused = timed(gate, forged)
    rejected = sum(result.status == "rejected" for result in refused)
    tell("attacks rejected", f"{rejected} of {len(forged)}")
    tell("the attacks, seconds", round(forgery, 1))


if __name__ == "__main__":
    main()
