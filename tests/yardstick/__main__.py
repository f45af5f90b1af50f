"""The yardstick: what two commits judge otherwise, statement by statement.

    python tests/yardstick compare main .     # gained, lost, opposite by file, and speed; . is the working tree
    python tests/yardstick compare main . --fast      # only the chains of this repository, without speed
    python tests/yardstick compare . --fast           # the same, against the committed lines
    python tests/yardstick update             # write the committed lines anew, from the working tree
    python tests/yardstick census main        # proof rules, checkers, tactics and guards by file
    python tests/yardstick speed main .       # only the speed

Exit status 1: a verdict is opposite and ``corrections.jsonl`` does not say why.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from commits import WORKING_TREE, Commit, judge_all, prepare, read_lines, write_lines
from differences import compare, count_kinds, list_uncorrected, take_census
from inputs import Source, read_own_sources, read_shared_sources
from speed import measure_speed
from verdict_lines import Line

LINES = Path(__file__).parent / "lines"


def read_committed() -> dict[str, list[Line]]:
    """Return the committed lines of each file."""
    return {path.stem: read_lines(path) for path in sorted(LINES.glob("*.jsonl"))}


def compare_all(old: dict[str, list[Line]], new: dict[str, list[Line]], most: int) -> int:
    """Print what differs by file; return 1 if a verdict is opposite and no correction says why."""
    found = {name: compare(name, old.get(name, []), lines) for name, lines in new.items()}
    for name, every in found.items():
        for one in every[:most]:
            print(one)
        if len(every) > most:
            print(f"{name}  {len(every) - most} more; --most prints them")
    for name, every in found.items():
        print(f"{name}: {count_kinds(every)} of {len(old.get(name, []))} lines")
    together = [one for every in found.values() for one in every]
    wrong = list_uncorrected(together)
    print(f"{len(together)} differences: {count_kinds(together)}; {len(wrong)} opposite without a correction")
    return 1 if wrong else 0


def update(workers: int, most: int) -> int:
    """Write the committed lines anew; an opposite verdict without a correction is refused."""
    made = judge_all(prepare(WORKING_TREE), list(read_own_sources()), workers)
    status = compare_all(read_committed(), made, most)
    for name, lines in made.items() if status == 0 else ():
        write_lines(LINES / f"{name}.jsonl", lines)
    return status


def print_census(commit: Commit, sources: list[Source], workers: int) -> int:
    """Print the census of each file, then of all together."""
    counts = {name: take_census(lines) for name, lines in judge_all(commit, sources, workers).items()}
    whole: dict[str, Counter[str]] = {}
    for every in counts.values():
        for kind, one in every.items():
            whole.setdefault(kind, Counter()).update(one)
    for name, every in {**counts, "all files": whole}.items():
        print(name)
        for kind, one in every.items():
            print(f"  {kind}: " + ", ".join(f"{word} {count}" for word, count in one.most_common()))
    return 0


def main() -> int:
    """Run one command."""
    parser = argparse.ArgumentParser(prog="yardstick", description=str(__doc__).splitlines()[0])
    parser.add_argument("command", choices=("compare", "update", "census", "speed"))
    parser.add_argument(
        "commits", nargs="*", default=[WORKING_TREE], help="one for census and for the committed lines, else two"
    )
    parser.add_argument("--fast", action="store_true", help="only the chains of this repository, without speed")
    parser.add_argument("--only", action="append", default=[], help="files whose names begin so; repeatable")
    parser.add_argument("--each", type=int, help="the first so many chains of each shared file; all by default")
    parser.add_argument("--most", type=int, default=200, help="differences of each file that are printed")
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    if len(asked.commits) > 2 or (len(asked.commits) < 2 and asked.command == "compare" and not asked.fast):
        parser.error(f"{asked.command}: expected two commits, found {len(asked.commits)}")
    if asked.command == "update":
        return update(asked.workers, asked.most)
    commits = [prepare(name) for name in asked.commits]
    sources = [*read_own_sources(), *(() if asked.fast else read_shared_sources(asked.each))]
    chosen = [one for one in sources if not asked.only or one.name.startswith(tuple(asked.only))]
    status = 0
    if asked.command == "census":
        return print_census(commits[0], chosen, asked.workers)
    if asked.command == "compare":
        made = [judge_all(commit, chosen, asked.workers) for commit in commits]
        status = compare_all(read_committed() if len(made) == 1 else made[0], made[-1], asked.most)
    if asked.command == "speed" or not (asked.fast or asked.only):
        print(*measure_speed(commits, {one.name: one for one in sources}), sep="\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
