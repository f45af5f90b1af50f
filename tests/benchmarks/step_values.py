"""Labels of steps by rollouts and by exact verdicts, against expert labels, with what they cost.

``python tests/benchmarks/step_values.py CHAINS.jsonl --policy qwen2.5-1.5b --keep KEPT.jsonl [--verdicts RECORDS.jsonl]
[--most 8] [--seed 0] [--minutes M]``: chains with ``answer``, ``labels`` and ``first_error``. From each prefix ``most``
rollouts are made (Math-Shepherd), and again those that a binary search needs (OmegaPRM); what is in KEPT.jsonl is read
there, so the command can be ended (SIGINT, or after ``--minutes``) and run again. RECORDS.jsonl: what ``verifier check
--json`` says of the same chains with translations. Printed: for each way of labelling how many expert labels it agrees
with, the first errors that it names, the right chains that it accuses, F1 (ProcessBench; a chain without a step that is
labelled wrong is called right), with 95% bootstrap intervals over chains; the tokens and seconds of its rollouts.
``--policy none --name NAME`` asks nobody: tables of what is kept of the policy NAME.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import numpy as np
from search_tokens import Timed, kept_answers

from verifier.chain import Chain
from verifier.pipeline.judge import Judge
from verifier.search.choose import policy_of
from verifier.search.policies.policy import Policy, PolicyLost, Proposed
from verifier.search.rollouts.rollouts import (
    Rollouts,
    RolloutSettings,
    Settled,
    StepValues,
    by_answer,
    every_step,
    first_error,
    labelled,
)

Labels = Sequence[float | None]


@dataclass
class Way:
    """What one way of labelling came to on each chain: its labels, the first error (-1: none), tokens, seconds."""

    labels: list[Labels] = field(default_factory=list)
    errors: list[int] = field(default_factory=list)
    tokens: int = 0
    seconds: float = 0.0

    def add(self, labels: Labels, tokens: int, seconds: float) -> None:
        marks = [None if label is None else label > 0.5 for label in labels]
        first = next((i for i, mark in enumerate(marks) if mark is False), None)
        self.labels.append(labels)
        self.errors.append(-1 if first is None else first)
        self.tokens, self.seconds = self.tokens + tokens, self.seconds + seconds


class Nobody:
    """A policy that answers nothing: what is not kept is not there."""

    def __init__(self, name: str) -> None:
        self.name = name

    def next_steps(self, *_: object, **__: object) -> list[Proposed]:
        raise PolicyLost("it is not kept")


def measured(
    number: int, row: dict, settled: dict[str, Settled], policy: Timed, most: int, seed: int, ways: dict[str, Way]
) -> None:
    """Add what each way says of a chain. Raises: PolicyLost."""
    chain = Chain.of(row["problem"], row["steps"], row["id"], row["answer"])
    plan = RolloutSettings("soft", most, most)  # all rollouts of a prefix at once: every way shares them
    made: list[tuple[str, Labels, int, float]] = []
    policy.taken()  # what a chain took that could not be finished

    def tried(name: str, work: Callable[[Rollouts], StepValues], kind: str = "hard") -> None:
        found = work(Rollouts(policy, by_answer(row["answer"]), plan, seed + 1_000_003 * number))
        if found.lost:
            raise PolicyLost(found.lost)
        one = labelled(found, kind)
        made.append((name, one.labels if one else [None] * len(row["steps"]), *policy.taken()))

    tried("every prefix, hard", lambda rollouts: every_step(chain, rollouts))
    tried("every prefix, soft > 1/2", lambda rollouts: every_step(chain, rollouts), "soft")
    tried("binary search", lambda rollouts: first_error(chain, rollouts))
    for name, verdicts in settled.items():
        made.append((name, [None if one is None else float(one) for one in verdicts], 0, 0.0))
        tried(f"{name}, else hard", lambda rollouts, v=verdicts: every_step(chain, rollouts, v))
        tried(f"{name}, else binary", lambda rollouts, v=verdicts: first_error(chain, rollouts, v))
    for name, labels, tokens, seconds in made:
        ways.setdefault(name, Way()).add(labels, tokens, seconds)


def shown(rows: list[dict], ways: dict[str, Way], seed: int) -> None:
    """Print a row for each way."""
    draws = np.random.default_rng(seed).integers(0, len(rows), (2000, len(rows)))
    wrong = np.array([row["first_error"] >= 0 for row in rows], float)
    print(f"| {'labels':28} | of expert labels it gives | and agrees with | first errors named | right chains accused |"
          " F1 | tokens | seconds |\n|---|---|---|---|---|---|---|---|")  # fmt: skip
    for name, way in ways.items():
        given, agrees, total = (np.zeros(len(rows)) for _ in range(3))
        for i, (row, labels) in enumerate(zip(rows, way.labels, strict=True)):
            both = [(label, mark) for label, mark in zip(row["labels"], labels, strict=True) if label is not None]
            total[i], given[i] = len(both), sum(mark is not None for _, mark in both)
            agrees[i] = sum(mark is not None and (mark > 0.5) == bool(label) for label, mark in both)
        hits = [e == row["first_error"] for e, row in zip(way.errors, rows, strict=True)]
        named, right = np.array(hits, float) * wrong, np.array(hits, float) * (1 - wrong)
        accused = np.array([e >= 0 for e in way.errors], float) * (1 - wrong)
        cells = [
            share(given, total, draws),
            share(agrees, given, draws),
            share(named, wrong, draws),
            share(accused, 1 - wrong, draws),
            interval(partial(score, named, right, wrong), draws),
        ]
        print(f"| {name:28} | {' | '.join(cells)} | {way.tokens:,} | {way.seconds:,.0f} |")


def score(named: np.ndarray, right: np.ndarray, wrong: np.ndarray, at: np.ndarray) -> float:
    """The F1 of ProcessBench over the chains ``at``."""
    a, b = named[at].sum() / wrong[at].sum(), right[at].sum() / (1 - wrong[at]).sum()
    return 2 * a * b / (a + b) if a + b else 0.0


def share(part: np.ndarray, whole: np.ndarray, draws: np.ndarray) -> str:
    """A share over all chains, with its counts."""
    if not whole.sum():
        return "-"
    return f"{part.sum():.0f}/{whole.sum():.0f} " + interval(lambda at: part[at].sum() / whole[at].sum(), draws)


def interval(figure: Callable[[np.ndarray], float], draws: np.ndarray) -> str:
    """A figure of all chains with its 95% bootstrap interval."""
    with np.errstate(invalid="ignore", divide="ignore"):
        low, high = np.nanquantile([figure(at) for at in draws], [0.025, 0.975])
        return f"{figure(np.arange(draws.shape[1])):.2f} [{low:.2f}, {high:.2f}]"


def verdicts_of(path: Path | None) -> dict[str, list[bool | None]]:
    """The verdicts of steps in records, by the ids of chains."""
    rows = map(json.loads, path.read_text("utf-8").splitlines()) if path else ()
    return {row["id"]: [step["correct"] for step in row["steps"]] for row in rows}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("chains", type=Path)
    parser.add_argument("--policy", required=True)
    parser.add_argument("--name", help="of the policy that was kept, with --policy none")
    parser.add_argument("--keep", type=Path, required=True)
    parser.add_argument("--verdicts", type=Path)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    for name, value in {"most": 8, "seed": 0, "count": 30}.items():
        parser.add_argument(f"--{name}", type=int, default=value)
    wanted = parser.parse_args()
    rows = [json.loads(line) for line in wanted.chains.read_text("utf-8").splitlines()][: wanted.count]
    translated, ways, done = verdicts_of(wanted.verdicts), dict[str, Way](), list[dict]()
    lost: Counter[str] = Counter()
    policy: Policy = Nobody(wanted.name) if wanted.policy == "none" else policy_of(wanted.policy)
    with kept_answers(policy, wanted.keep, wanted.minutes) as kept, Judge("off") as judge:
        try:
            for number, row in enumerate(rows):
                settled = {"rules": [step.correct for step in judge(Chain.of(row["problem"], row["steps"])).steps]}
                if row["id"] in translated:
                    settled["translations"] = translated[row["id"]]
                try:
                    measured(number, row, settled, kept, wanted.most, wanted.seed, ways)
                    done.append(row)
                    print(f"\r{len(done)} of {len(rows)} chains", end="", file=sys.stderr, flush=True)
                except PolicyLost as error:
                    lost[str(error)] += 1
        except KeyboardInterrupt:
            print("\nstopped; the same command goes on", file=sys.stderr)
    print(f"\n{policy.name}, {wanted.most} rollouts a prefix, seed {wanted.seed}: {len(done)} of {len(rows)} chains")
    for why, count in lost.items():
        print(f"{count} chains: {why}")
    if done:
        shown(done, ways, wanted.seed)


if __name__ == "__main__":
    main()
