"""An audit of randomly initialised models of every adapter's architecture, which must be near chance.

python tests/benchmarks/audit_controls.py --pairs 200 --models 3 --seed 1
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from support import tiny_models
from transformers.utils import logging

from verifier.auditing.audit import AuditPlan, audit_prm, make
from verifier.auditing.figures import Measure
from verifier.estimators.model import Placement


def main() -> None:
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--pairs", type=int, default=200)
    wanted.add_argument("--models", type=int, default=3, help="models of each kind, by their seed")
    wanted.add_argument("--seed", type=int, default=1)
    given = wanted.parse_args()
    logging.disable_progress_bar()
    made = make(AuditPlan(given.pairs, seed=given.seed, forms=()))
    print(f"{len(made.pairs)} pairs; share of pairs whose right step has the higher score, by the models' seeds")
    every: list[float] = []
    for kind in tiny_models.ADAPTERS:
        shares = []
        for seed in range(given.models):
            with tempfile.TemporaryDirectory() as folder:
                spec = tiny_models.adapter(kind, Path(folder), seed)
                audit = audit_prm(spec, made=made, measure=Measure(draws=0), placement=Placement("cpu", "float32"))
            shares.append(audit.figures["rows"]["all"]["all"]["higher"]["value"])
        every += shares
        print(f"{kind:14}", *(f"{share:.3f}" for share in shares), flush=True)
    half = 1.96 * statistics.stdev(every) / math.sqrt(len(every))
    mean = statistics.mean(every)
    print(f"mean of {len(every)} models {mean:.3f} [{mean - half:.3f}, {mean + half:.3f}]")


if __name__ == "__main__":
    main()
