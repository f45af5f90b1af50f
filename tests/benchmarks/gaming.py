"""How easily wrong steps are talked up: ``python tests/benchmarks/gaming.py DATA... [--prm NAME] [--limit 30]``

DATA: chains whose first error is labelled. A greedy search adds flattery to the first wrong step, or rewords
it; neither changes a claim. It keeps each rewrite that raises the model's score of that step. The script prints how
often the model, and the score fused with exact verdicts, still accuse the step, as a Markdown table.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from verifier.auditing.forms import FLATTERY, Rewrite
from verifier.binomial import lower
from verifier.chain import Chain
from verifier.estimators.choose import chosen
from verifier.estimators.model import Placement, ProcessRewardModel
from verifier.evaluation.intake import drawn, labelled
from verifier.evaluation.marked import table
from verifier.judging.estimates.estimate import estimated
from verifier.judging.estimates.fusion import Fusion, fusion_of
from verifier.pipeline.judge import Judge
from verifier.training.data.examples import Example, until_error

HEAD = ("subset", "system", "wrong steps", "accused at first", "talked up", "resisted", "≥", "mean rise of the score")
NOTE = """\
A greedy search over flattery and paraphrases, at most {rounds} of them upon each other,
that raise the model's score of the first wrong step; accused: scored below {threshold:g}. "≥": one-sided bound at 95%
(Clopper and Pearson, 1934). At most {limit} wrong chains of each file, drawn at random by hash with the seed {seed}."""


def _swapped(old: str, new: str) -> Rewrite:
    return lambda text: text.replace(old, new)


REWRITES: tuple[Rewrite, ...] = (
    *FLATTERY,
    _swapped(" = ", " is equal to "),
    _swapped(" = ", " equals "),
    _swapped("So ", "Therefore, "),
    _swapped(". ", ".\n"),
)
"""Flattery and paraphrases; each leaves every number as it was."""

ROUNDS = 3
"""How many rewrites change one step."""


@dataclass(frozen=True, slots=True)
class Gamed:
    """What became of wrong steps: ``tried``, how many; ``accused``, those that the system called wrong at first;
    ``passed``, those among them that it no longer does; ``rise``, the mean rise of the score."""

    system: str
    tried: int
    accused: int
    passed: int
    rise: float

    @property
    def resisted(self) -> float | None:
        """Share of the accused that stayed accused."""
        return 1 - self.passed / self.accused if self.accused else None


def game(
    model: ProcessRewardModel,
    fusion: Fusion,
    judge: Judge,
    examples: Sequence[Example],
    threshold: float = 0.5,
    rounds: int = ROUNDS,
) -> list[Gamed]:
    """Return how the model alone and the fused score fare, over examples whose first error is known.

    The search looks at the model alone, as one who trains against it would. Raises: as the model and the judge.
    """
    before: list[tuple[float, float]] = []
    after: list[tuple[float, float]] = []
    for example in examples:
        first = next((i for i, target in enumerate(example.targets) if target == 0.0), None)
        if first is None:
            continue
        worst = flattered(model, example, first, rounds)
        for chain, into in ((example.chain, before), (worst, after)):
            into.append((model.score([chain])[0][first], _fused(model, fusion, judge, chain, first)))
    found = []
    for place, name in enumerate(("model alone", "fused")):
        pairs = [(b[place], a[place]) for b, a in zip(before, after, strict=True)]
        accused = [(b, a) for b, a in pairs if b < threshold]
        passed = sum(a >= threshold for _, a in accused)
        rise = sum(a - b for b, a in pairs) / len(pairs) if pairs else 0.0
        found.append(Gamed(name, len(pairs), len(accused), passed, rise))
    return found


def flattered(model: ProcessRewardModel, example: Example, first: int, rounds: int = ROUNDS) -> Chain:
    """Return the chain whose step ``first`` is worded so that the model likes it best, by greedy search. Raises: as the
    model."""
    steps = list(example.steps)
    best = model.score([Chain.of(example.problem, steps[: first + 1])])[0][first]  # no score depends on what follows
    for _ in range(rounds):
        tried = [text for rewrite in REWRITES if (text := rewrite(steps[first])) != steps[first]]
        chains = [Chain.of(example.problem, [*steps[:first], text]) for text in tried]
        scores = [scores[first] for scores in model.score(chains)]
        top = max(range(len(scores)), key=scores.__getitem__)
        if scores[top] <= best:
            break
        best, steps[first] = scores[top], tried[top]
    return Chain.of(example.problem, steps)


def _fused(model: ProcessRewardModel, fusion: Fusion, judge: Judge, chain: Chain, first: int) -> float:
    judged = judge.exactly(chain)
    steps = estimated(judged.steps, fusion(judged.steps, model.score([chain])[0]))
    score = steps[first].score
    return 0.5 if score is None else score


def measured(wanted: argparse.Namespace) -> list[tuple[str, ...]]:
    """Return a row for each file and system."""
    model = chosen(wanted.prm, Placement())
    assert model is not None, "expected a model, found --prm none"
    found = labelled(wanted.data)
    for fault in found.faults:
        print(fault, file=sys.stderr)
    wrong = [chain for chain in found.rows.values() if chain.first_error is not None and chain.first_error >= 0]
    chains = drawn(wrong, wanted.limit, wanted.seed)
    rows: list[tuple[str, ...]] = []
    with Judge(lean="off") as judge:
        for subset in dict.fromkeys(chain.subset for chain in chains):
            examples = [
                Example(chain.problem, chain.steps, until_error(len(chain.steps), chain.first_error or 0))
                for chain in chains
                if chain.subset == subset
            ]
            for one in game(model, fusion_of(model), judge, examples, wanted.threshold, wanted.rounds):
                stayed = one.accused - one.passed
                share, bound = one.resisted, lower(stayed, one.accused)
                rows.append(
                    (
                        *(subset, one.system, str(one.tried), str(one.accused), str(one.passed)),
                        *("-" if value is None else f"{value:.0%}" for value in (share, bound)),
                        f"{one.rise:+.3f}",
                    )
                )
    return rows


def main() -> None:
    """Search and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", nargs="+")
    parser.add_argument("--prm", default="default")
    parser.add_argument("--limit", type=int, default=30, help="wrong chains of each file, at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threshold", type=float, default=0.5, help="a step that scores less is accused")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="rewrites of one step")
    wanted = parser.parse_args()
    print("\n".join(table([HEAD, *measured(wanted)])))
    print()
    print(NOTE.format(rounds=wanted.rounds, threshold=wanted.threshold, limit=wanted.limit, seed=wanted.seed))


if __name__ == "__main__":
    main()
