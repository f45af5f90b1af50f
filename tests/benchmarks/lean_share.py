"""How much of what is decided Lean certifies, and how fast: ``verifier check --certify`` in process. It prints a table.

python tests/benchmarks/lean_share.py [--steps 2000] [--file NAME ...] [--data FOLDER] [--missing 15]
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from verifier.chain import Chain
from verifier.kernel.verdict import Decided
from verifier.pipeline.judge import Judge

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
FILES = ("gsm8k_gold", "processbench_math", "math_gold")


def main() -> int:
    """Print the table and return 0, or 3 where no data is at hand. Raises: LeanUnavailable."""
    asked = arguments()
    files = [asked.data / f"{name}.jsonl.gz" for name in asked.file or FILES]
    absent = [file for file in files if not file.is_file()]
    for file in absent:
        print(f"skipped: there is no {file}", file=sys.stderr)
    with Judge("off") as cheap, Judge("require", timeout=600.0, certify=True) as judge:
        for file in files:
            if file not in absent:
                report(file, asked, cheap, judge)
    return 3 if absent else 0


def arguments() -> argparse.Namespace:
    """Return what the command line asks for. Raises: SystemExit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=2000, help="steps of each file")
    parser.add_argument("--file", action="append", help=f"one of {', '.join(FILES)}, or another in the folder")
    parser.add_argument("--data", type=Path, default=DATA, help="the folder of labelled chains")
    parser.add_argument("--missing", type=int, default=15, help="claims shown that Lean does not certify")
    return parser.parse_args()


def chains(file: Path, steps: int) -> Iterator[Chain]:
    """Yield chains until they have so many steps."""
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            yield Chain.of(row["problem"], row["steps"])
            steps -= len(row["steps"])
            if steps <= 0:
                return


def report(file: Path, asked: argparse.Namespace, cheap: Judge, judge: Judge) -> None:
    """Print what Lean certifies of the decided claims of one file."""
    judged = [cheap(chain) for chain in chains(file, asked.steps)]
    start = time.perf_counter()
    certified = judge.certified(judged)
    spent = time.perf_counter() - start
    claims = [one for chain in certified for step in chain.steps for one in step.claims]
    decided = [one for one in claims if isinstance(one.verdict, Decided) and one.run is None]
    engines = Counter(one.engine for one in decided)
    share = engines["lean"] / max(1, len(decided))
    print(f"{file.name}: {engines['lean']} of {len(decided)} ({share:.1%}), {len(decided) / spent:.0f} claims a second")
    for one in [one for one in decided if one.engine != "lean"][: asked.missing]:
        print(f"    {one.state}: {one.text}")


if __name__ == "__main__":
    sys.exit(main())
