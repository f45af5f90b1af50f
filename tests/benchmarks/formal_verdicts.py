"""Many claims whose truth is known by construction, judged: how many verdicts are wrong, and how many there are.

python tests/benchmarks/formal_verdicts.py --claims 20000 --seed 1
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

from verifier.judging.decide import formal_judge
from verifier.kernel.verdict import Proved, Refuted, Unknown
from verifier.language.read_chain import read_chain

sys.path.insert(0, str(Path(__file__).parent.parent))


def main() -> int:
    from support.formulas.problems import Problems

    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--claims", type=int, default=20_000)
    asked.add_argument("--seed", type=int, default=1)
    options = asked.parse_args()
    problems, judge, begun = Problems(options.seed), formal_judge(), time.perf_counter()
    made, decided, reasons = Counter[str](), Counter[str](), Counter[str]()
    wrong = 0
    while made.total() < options.claims:
        data, claims = problems.problem(8)
        [judged] = judge([read_chain(data)]).translations
        for step, (text, holds, kind) in zip(judged.steps, claims, strict=True):
            for one in step.statements[0].decisions:
                made[kind] += 1
                decided[kind] += isinstance(one.verdict, Proved | Refuted)
                reasons[one.verdict.reason.value if isinstance(one.verdict, Unknown) else "decided"] += 1
                if isinstance(one.verdict, Refuted if holds else Proved) and one.firm:
                    wrong += 1
                    print("WRONG", text, holds, data["facts"])
    for kind, count in made.most_common():
        print(f"{kind:20} {decided[kind]:6} of {count:6} decided ({decided[kind] / count:.0%})")
    print(f"{wrong} wrong of {made.total()} claims, {decided.total() / made.total():.0%} decided; {dict(reasons)}")
    print(f"{1000 * (time.perf_counter() - begun) / made.total():.1f} ms a claim")
    return int(wrong > 0)


if __name__ == "__main__":
    raise SystemExit(main())
