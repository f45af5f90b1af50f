"""How judging grows with the length of a text, up to 10 MB: time of one core a character, and memory.

    python tests/benchmarks/growth.py [--most 10000000]

Each line is a run of its own process: a chain of ordinary steps, a chain of false ones, one long step (read up to
50,000 code points), one long problem, and texts that are hard on a parser. Linear means that the time a character
stays level from line to line.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time

SIZES = (10_000, 50_000, 100_000, 1_000_000, 10_000_000)
SHAPES = ("steps", "errors", "step", "problem", "brackets", "relations", "digits", "dollars")


def chain_of(shape: str, size: int) -> tuple[str, list[str]]:
    """Return a problem and steps with about ``size`` characters in all."""
    problem = "Ann has 12 pears and sells 5 of them at $3 each."
    match shape:
        case "steps":
            return problem, [f"Then she has {n} + 5 = {n + 5} pears, so 3 * {n} = {3 * n}." for n in range(size // 55)]
        case "errors":
            return problem, [f"Then she has {n} + 5 = {n + 6} pears, so 3 * {n} = {3 * n}." for n in range(size // 55)]
        case "step":
            return problem, ["So 12 - 5 = 7 and 7 * 3 = 21. " * (size // 30)]
        case "problem":
            return "Ann has 12 pears and sells 5 of them. " * (size // 38), ["So 12 - 5 = 7."]
        case "brackets":
            return problem, ["(" * size]
        case "relations":
            return problem, ["1=" * (size // 2)]
        case "digits":
            return problem, ["7" * size]
        case _:
            return problem, ["$x+1=2" * (size // 6)]


def one(shape: str, size: int) -> None:
    """Judge one text and print seconds of one core and MiB."""
    from verifier.chain import Chain
    from verifier.pipeline.judge import Judge
    from verifier.records.record import line, record

    with Judge("off") as judge:
        judge(Chain.of("Add 2 and 3.", ["So 2 + 3 = 5."]))  # imports are not counted
        problem, steps = chain_of(shape, size)
        start, before = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        line(record(judge(Chain.of(problem, steps))))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(time.process_time() - start, (memory - before) / 1024)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--most", type=int, default=10_000_000)
    asked.add_argument("--shapes", nargs="*", default=SHAPES)
    asked.add_argument("--one", nargs=2, metavar=("SHAPE", "SIZE"))
    args = asked.parse_args()
    if args.one:
        one(args.one[0], int(args.one[1]))
        return
    print("| text | characters | seconds | µs a character | more memory, MiB |\n|---|---|---|---|---|")
    for shape in args.shapes:
        for size in (size for size in SIZES if size <= args.most):
            command = [sys.executable, __file__, "--one", shape, str(size)]
            done = subprocess.run(command, capture_output=True, text=True, timeout=3600, check=True)
            seconds, memory = map(float, done.stdout.split())
            print(f"| {shape} | {size:,} | {seconds:.3f} | {seconds / size * 1e6:.2f} | {memory:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
