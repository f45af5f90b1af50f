"""How many right solutions are called unsolved: ``python tests/benchmarks/unsolved_answers.py FILE ... [--limit N]``.

The files hold right chains with their answers (gzipped JSON Lines).
"""

from __future__ import annotations

import argparse
import gzip
import json
from itertools import islice
from pathlib import Path

from verifier.answers.outcome import outcome_of
from verifier.rewards.unsolved import is_unsolved


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--limit", type=int, default=1500)
    wanted = parser.parse_args()
    for file in wanted.files:
        right, unsolved = 0, []
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            for row in map(json.loads, islice(lines, wanted.limit)):
                found = outcome_of("\n\n".join(row["steps"]), row["problem"], str(row["answer"]))
                if found.state == "equal" and found.answer is not None:
                    right += 1
                    if is_unsolved(found.answer.text, row["problem"], str(row["answer"])):
                        unsolved.append(found.answer.text)
        print(f"{file.name}: {right} right, {len(unsolved)} called unsolved: {unsolved[:10]}")


if __name__ == "__main__":
    main()
