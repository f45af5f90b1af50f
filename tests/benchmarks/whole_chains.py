"""For how many chains a theorem is stated, and how many of those are proved; and what is found of the others.

Run by hand: ``python tests/benchmarks/whole_chains.py DATA... --limit 100 --seed 7 [--show]``. Of each file so many
chains, drawn at random by the seed; judged by exact engines, their theorems put to Lean. One row a file, as Markdown;
then why there was no theorem, and what was found, of right chains and of wrong ones, where the file says which are.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import time
from collections import Counter
from pathlib import Path
from typing import Any

from verifier.chain import Chain
from verifier.pipeline.judge import Judge
from verifier.report.theorem import statement
from verifier.whole.findings import Kind
from verifier.whole.prove import ChainProver
from verifier.whole.whole import WholeChain

COLUMNS = ("chains", "theorem", "in letters", "proved by Lean", "from the steps alone", "refuted", "not proved")


def drawn(path: Path, limit: int, seed: int) -> list[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return random.Random(seed).sample(rows, min(limit, len(rows)))


def counted(whole: WholeChain) -> list[str]:
    """The columns that a chain counts in."""
    if whole.theorem is None:
        return ["chains"]
    lettered = ["in letters"] if whole.theorem.claim.letters else []
    proved = ["proved by Lean"] if whole.status == "proved" and whole.engine == "lean" else []
    other = [f"proved by {whole.engine} alone"] if whole.status == "proved" and not proved else []
    steps = ["from the steps alone"] if whole.by_steps else []
    return ["chains", "theorem", *lettered, *proved, *other, *steps, *([] if proved or other else [whole.status])]


def found(whole: WholeChain) -> list[str]:
    """What is said of a chain as a whole."""
    says = {"compensating errors": whole.compensating, "incoherent": whole.incoherent, "not needed": whole.unneeded}
    kinds = {kind.lower(): whole.of(kind) for kind in Kind}
    return [name for name, some in {**says, **kinds, "rests on stated": whole.assumed}.items() if some]


def is_right(row: dict[str, Any]) -> str:
    """Whether the data say that a chain is right."""
    if "first_error" in row and row["first_error"] is not None:
        return "right" if row["first_error"] == -1 else "wrong"
    return {True: "right", False: "wrong"}.get(row.get("final_correct"), "unlabelled")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", nargs="+", type=Path)
    parser.add_argument("--limit", type=int, default=100)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--show", action="store_true")
    asked = parser.parse_args()
    tables: list[str] = []
    print(f"| file | {' | '.join(COLUMNS)} | processor seconds a chain |\n|{'---|' * (len(COLUMNS) + 2)}")
    with ChainProver("require") as prover, Judge("off") as judge:
        for path in asked.data:
            rows = drawn(path, asked.limit, asked.seed)
            counts: Counter[str] = Counter()
            notes: Counter[tuple[str, str]] = Counter()
            start = time.process_time()
            for row in rows:
                whole = prover(judge(Chain.of(row["problem"], row["steps"], row.get("id"), row.get("answer"))))
                counts.update(counted(whole))
                label = is_right(row)
                none = [] if whole.lack is None else [f"no theorem: {whole.lack.value}"]
                notes.update((name, label) for name in (*found(whole), *none, "chains"))
                if asked.show:
                    show(row, whole, label)
            seconds = (time.process_time() - start) / len(rows)
            cells = " | ".join(str(counts[column]) for column in COLUMNS)
            print(f"| {path.name.removesuffix('.jsonl.gz')} | {cells} | {seconds:.2f} |", flush=True)
            others = {name: n for name, n in counts.items() if name not in COLUMNS}
            labels = sorted({label for _, label in notes})
            names = sorted({name for name, _ in notes}, key=lambda name: (name != "chains", name))
            tables.append(
                f"\n{path.name} {others or ''}\n| found | {' | '.join(labels)} |\n|{'---|' * (len(labels) + 1)}"
            )
            tables += [f"| {name} | {' | '.join(str(notes[name, label]) for label in labels)} |" for name in names]
    print("\n".join(tables))


def show(row: dict[str, Any], whole: WholeChain, label: str) -> None:
    """Print a chain in a few lines, for a person to look at."""
    says = "" if whole.theorem is None else statement(whole.theorem)
    print(f"{row.get('id')} ({label}): {whole.status} {whole.lack or ''} {says} {whole.why[:80]}")
    for finding in whole.findings:
        if finding.kind is not Kind.STATED:
            print(f"    {finding.kind} {finding.step}: {finding.text}")


if __name__ == "__main__":
    main()
