"""How much of what is decided Lean certifies, by kind of claim, and how fast. Not a test: it prints tables.

python tests/benchmarks/lean_share.py [--steps 2000] [--file NAME ...] [--data FOLDER] [--missing 15] [--bulk]
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles

from verifier.chain import Chain
from verifier.engines.lean.pool import LeanPool
from verifier.engines.lean.propose import LeanEngine
from verifier.judging.judge import Judge
from verifier.judging.records.views.show import show_claim
from verifier.judging.settling.settle import exchanged, settle, settle_many
from verifier.kernel.claim import Binder, Claim
from verifier.kernel.expr import Const, Expr, Head, Node, free_names, walk_expr
from verifier.kernel.verdict import Contradiction, Proved, Refuted, Unknown, Verdict

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
FILES = ("gsm8k_gold", "processbench_math", "math_gold")
EQUATIONS = (Head.EQ, Head.NE, Head.APPROX)
AIMS = {"closed arithmetic": 0.99, "identity": 0.95, "linear consequence": 0.95, "all": 0.85}


@dataclass(slots=True)
class Row:
    """What came of the claims of one kind."""

    seconds: list[float] = field(default_factory=list)
    certified: int = 0
    missing: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[str]] = field(default_factory=dict)
    contradictions: int = 0


def main() -> int:
    """Print the tables and return 0, or 3 where no data is at hand. Raises: LeanUnavailable."""
    asked = arguments()
    files = [asked.data / f"{name}.jsonl.gz" for name in asked.file or FILES]
    absent = [file for file in files if not file.is_file()]
    for file in absent:
        print(f"skipped: there is no {file}", file=sys.stderr)
    with LeanPool() as pool:
        engine = LeanEngine(pool)
        for file in files:
            if file not in absent:
                report(file.name.split(".")[0], measured(file, asked, engine), asked.missing)
    return 3 if absent else 0


def arguments() -> argparse.Namespace:
    """Return what the command line asks for. Raises: SystemExit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=2000, help="steps of each file")
    parser.add_argument("--file", action="append", help=f"one of {', '.join(FILES)}, or another in the folder")
    parser.add_argument("--data", type=Path, default=DATA, help="the folder of labelled chains")
    parser.add_argument("--missing", type=int, default=15, help="reasons shown for each kind")
    parser.add_argument("--fresh", action="store_true", help="also time claims that were seen before")
    parser.add_argument("--bulk", action="store_true", help="ask for all together: fast, and tells only the mean time")
    return parser.parse_args()


def decided(file: Path, steps: int) -> Iterator[tuple[Proved | Refuted, str | None]]:
    """Yield what is decided without Lean in the first ``steps`` steps of a file."""
    with Judge("off") as judge, gzip.open(file, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            for step in judge(Chain.of(row["problem"], row["steps"])).steps:
                yield from ((c.verdict, c.engine) for c in step.claims if isinstance(c.verdict, Proved | Refuted))
            steps -= len(row["steps"])
            if steps <= 0:
                return


def measured(file: Path, asked: argparse.Namespace, engine: LeanEngine) -> dict[str, Row]:
    """Return the rows by kind: each decided claim is put to Lean; equal claims are asked once."""
    rows: dict[str, Row] = {}
    found = list(decided(file, asked.steps))
    first = {verdict.certificate.claim: verdict for verdict, _ in found}
    known: dict[Claim, tuple[Verdict, float]] = {}
    if asked.bulk:
        start = time.perf_counter()
        answers = settle_many(list(first), engine)
        spent = (time.perf_counter() - start) / max(1, len(first))
        known = {claim: (again, spent) for claim, (again, _) in zip(first, answers, strict=True)}
    for verdict, name in found:
        claim = verdict.certificate.claim
        if asked.fresh or claim not in known:
            start = time.perf_counter()
            again, _ = settle(claim, [engine])
            known[claim] = again, time.perf_counter() - start
        again, spent = known[claim]
        outcome, _ = exchanged(verdict, name, again, engine.name)
        row = rows.setdefault(kind(claim, verdict), Row())
        row.seconds.append(spent)
        row.certified += outcome is again
        row.contradictions += isinstance(outcome, Contradiction)
        if outcome is verdict:
            sign, why = "⊢" if isinstance(verdict, Proved) else "⊬", why_not(again)
            row.missing[why] += 1
            row.examples.setdefault(why, []).append(f"{sign} {said(claim)}  [{verdict.certificate.proof.checker}]")
    return rows


def why_not(again: Verdict) -> str:
    """Return why Lean gives no certificate, numbers taken out."""
    text = f"{again.reason.value}: {again.detail}" if isinstance(again, Unknown) else "rests on less, or assumes more"
    return "".join("#" if c.isdigit() else c for c in text)[:90]


def said(claim: Claim) -> str:
    """Return the claim and its premises on one line."""
    given = ", ".join(show_claim(Claim(p.relation, p.left, p.right)) for p in claim.premises)
    return f"{show_claim(claim)[:110]}" + (f"  given {given[:150]}" if given else "")


def kind(claim: Claim, verdict: Proved | Refuted) -> str:
    """Return the kind of a claim, as the tables name it."""
    terms = [t for side in (claim.left, claim.right) for t in walk_expr(side)]
    if not claim.letters:
        if any(isinstance(t, Const) for t in terms):
            return "closed, with constants"
        if any(isinstance(t, Node) and (t.head in (Head.SQRT, Head.ROOT) or _broken_power(t)) for t in terms):
            return "closed, with roots"
        return "closed, as rounded" if verdict.certificate.notes.get("as_rounded") else "closed arithmetic"
    if claim.binder is Binder.FOR_ALL:
        return "identity"
    if claim.relation not in EQUATIONS or any(p.relation not in EQUATIONS for p in claim.premises):
        return "order"
    sides = [claim.left, claim.right, *(side for p in claim.premises for side in (p.left, p.right))]
    return "linear consequence" if all(map(_linear, sides)) else "other consequence"


def _broken_power(t: Node) -> bool:
    return t.head is Head.POW and isinstance(t.args[1], Node) and t.args[1].head is Head.DIV


def _linear(side: Expr) -> bool:
    for t in walk_expr(side):
        if isinstance(t, Node) and t.head not in (Head.ADD, Head.SUB, Head.NEG, Head.PERCENT) and t.free:
            kept = (t.head is Head.MUL and not all(map(free_names, t.args))) or (
                t.head is Head.DIV and not t.args[1].free
            )
            if not kept:
                return False
    return True


def report(name: str, rows: dict[str, Row], missing: int) -> None:
    """Print the tables of one file."""
    total = Row()
    for row in rows.values():
        total.seconds += row.seconds
        total.certified += row.certified
        total.contradictions += row.contradictions
    print(f"\n{name}\n{'kind':24}{'decided':>9}{'by Lean':>9}{'share':>8}{'aim':>6}{'median':>9}{'95th':>9}")
    for kind_, row in [*sorted(rows.items(), key=lambda each: -len(each[1].seconds)), ("all", total)]:
        count = len(row.seconds)
        late = quantiles(row.seconds, n=20)[-1] if count > 1 else row.seconds[0]
        aim = f"{AIMS[kind_]:.0%}" if kind_ in AIMS else ""
        middle = f"{median(row.seconds) * 1000:.0f} ms"
        print(
            f"{kind_:24}{count:9}{row.certified:9}{row.certified / count:8.1%}{aim:>6}{middle:>9}{late * 1000:6.0f} ms"
        )
    if total.contradictions:
        print(f"CONTRADICTIONS: {total.contradictions}")
    for kind_, row in rows.items():
        for why, count in row.missing.most_common(missing):
            print(f"  {kind_}: {count} × {why}")
            for example in list(dict.fromkeys(row.examples[why]))[:4]:
                print(f"        {example}")


if __name__ == "__main__":
    sys.exit(main())
