"""How fast two commits judge, in alternating runs on one machine."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from commits import Commit, write_inputs
from inputs import Source
from verdict_lines import read_record

ROUNDS = 5


def measure_speed(commits: Sequence[Commit], sources: Mapping[str, Source]) -> Iterator[str]:
    """Yield one line a figure, with its value for each commit. The best of ``ROUNDS`` alternating runs counts."""
    plans: list[tuple[str, int, Callable[[Commit, Source], tuple[float, float]], str, str]] = [
        ("gsm8k_gold", 300, _time_steps, "steps a second in process", "bytes a chain's record"),
        ("processbench_math", 60, _time_steps, "steps a second in process", "bytes a chain's record"),
        ("formal/gsm8k", 10, _time_chains, "processor seconds a chain", "bytes a chain's record"),
        ("formal/math", 4, _time_chains, "processor seconds a chain", "bytes a chain's record"),
        ("gsm8k_gold", 60, _certify, "claims a second with --certify", "of decided claims certified"),
        ("processbench_math", 20, _certify, "claims a second with --certify", "of decided claims certified"),
    ]
    for name, most, measure, first, second in plans:
        if name not in sources:
            yield f"{name}: not measured, its data is absent"
            continue
        few = _take(sources[name], most)
        rounds = [[measure(commit, few) for commit in commits] for _ in range(ROUNDS)]
        best = min if measure is _time_chains else max
        figures = [best(one[side][0] for one in rounds) for side in range(len(commits))]
        others = [rounds[0][side][1] for side in range(len(commits))]
        yield f"{name}, {len(few.chains)} chains: {_show(figures)} {first}; {_show(others)} {second}"


def _show(figures: Sequence[float]) -> str:
    ratio = f" (ratio {figures[-1] / figures[0]:.2f})" if len(figures) > 1 and figures[0] else ""
    return " -> ".join(f"{one:.4g}" for one in figures) + ratio


def _take(source: Source, most: int) -> Source:
    return replace(source, chains=source.chains[:most], formal=[side[:most] for side in source.formal])


def _check(commit: Commit, source: Source, *options: str) -> tuple[float, float, str]:
    """Return processor seconds, elapsed seconds and records, without what it costs to start and judge one chain."""
    with tempfile.TemporaryDirectory() as name:
        ran = []
        for number, few in enumerate((source, _take(source, 1))):
            folder = Path(name) / str(number)
            ran.append(commit.run("check", *write_inputs(few, folder), "--json", *options, cwd=folder))
    return ran[0].processor - ran[1].processor, ran[0].elapsed - ran[1].elapsed, ran[0].out


def _time_steps(commit: Commit, source: Source) -> tuple[float, float]:
    processor, _, out = _check(commit, source, "--lean", "off")
    return sum(len(row["steps"]) for row in source.chains[1:]) / processor, len(out.encode()) / len(source.chains)


def _time_chains(commit: Commit, source: Source) -> tuple[float, float]:
    processor, _, out = _check(commit, source, "--lean", "off")
    return processor / (len(source.chains) - 1), len(out.encode()) / len(source.chains)


def _certify(commit: Commit, source: Source) -> tuple[float, float]:
    """Return the certified claims a second of elapsed time, and their share of the decided claims."""
    _, elapsed, out = _check(commit, source, "--certify")
    lines = chain.from_iterable(read_record(json.loads(line), {}) for line in out.splitlines())
    decided = [line.get("checkers", []) for line in lines if line.get("verdict") in ("proved", "refuted")]
    certified = sum(any(one.startswith("lean") for one in every) for every in decided)
    return certified / elapsed, certified / len(decided)
