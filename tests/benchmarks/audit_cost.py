"""What a thousand proved pairs cost: processor seconds, certificates, and by which checker.

python tests/benchmarks/audit_cost.py --pairs 200                    # exact means
python tests/benchmarks/audit_cost.py --pairs 50 --lean auto --certify
"""

from __future__ import annotations

import argparse
import os
from collections import Counter

from verifier.auditing.audit import AuditPlan, make
from verifier.auditing.forms import FORMS


def main() -> None:
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--pairs", type=int, default=200)
    wanted.add_argument("--seed", type=int, default=1)
    wanted.add_argument("--lean", choices=("off", "auto", "require"), default="off")
    wanted.add_argument("--certify", action="store_true")
    given = wanted.parse_args()
    for forms in ((), tuple(FORMS)):
        before = os.times()
        made = make(AuditPlan(given.pairs, seed=given.seed, forms=forms, lean=given.lean, certify=given.certify))
        after = os.times()
        spent = sum(after[:4]) - sum(before[:4])  # own and children's, user and system
        checkers = Counter(
            claim.certificate.proof.checker
            for pair in made.pairs
            for twins in pair.forms.values()
            for judged in (twins.right, twins.wrong)
            for step in judged.steps
            for claim in step.claims
            if claim.certificate is not None
        )
        count = len(made.pairs)
        each = ", ".join(f"{name} {1000 * times / count:.0f}" for name, times in checkers.most_common())
        print(f"{count} pairs in {len(forms) + 1} dresses: {spent:.1f} processor seconds; {dict(made.tally)}")
        print(f"  for a thousand: {1000 * spent / count:.0f} processor seconds, certificates: {each}", flush=True)


if __name__ == "__main__":
    main()
