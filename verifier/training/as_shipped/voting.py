"""Learning what votes are worth: on attempts at problems whose final answers are known."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence

from verifier.chain import problem_hash
from verifier.evaluation.items import Item, Labelled, Said
from verifier.evaluation.metrics.selection import ballots
from verifier.judging.estimates.calibrated import Calibrated
from verifier.judging.estimates.estimate import prefixes
from verifier.judging.estimates.fusion import Fusion
from verifier.judging.estimates.votes import FEWEST, Votes, votes
from verifier.training.calibrating import Taught
from verifier.training.calibrating import prefixes as calibrated_prefixes
from verifier.training.data.examples import Example
from verifier.training.data.intake import SOFT_ANSWER
from verifier.training.score_cache import Look


def drawn(attempts: Sequence[Labelled], barred: Collection[str], most: int) -> list[Labelled]:
    """Return the attempts at most so many problems, in the order of a hash: those at which some attempts are right and
    some wrong, since others teach nothing. ``barred``: hashes of problems that are left out (``problem_hash``)."""
    found: dict[str, list[Labelled]] = {}
    for one in attempts:
        if one.final_correct is not None:
            found.setdefault(one.problem, []).append(one)
    mixed = (name for name, them in found.items() if len({one.final_correct for one in them}) == 2)
    kept = sorted((name for name in mixed if problem_hash(name) not in barred), key=_hash)
    return [one for name in kept[:most] for one in found[name]]


def _hash(problem: str) -> str:
    return hashlib.sha256(problem.encode("utf-8", "surrogatepass")).hexdigest()


def learnt(attempts: Sequence[Labelled], looks: Mapping[str, Look], model: str, fusion: Fusion) -> Votes:
    """Return what votes are worth by a model's fused estimates. ``looks``: what is made of each attempt, by its id.
    Raises: ValueError where too few problems teach anything."""
    items = []
    for one in attempts:
        look = looks[one.id]
        estimates = fusion.prefixes(look.correct, look.known, look.scores[model])
        items.append(Item(one, Said.by_scores(one.id, tuple(prefixes(look.correct, estimates)))))
    said = ", ".join(dict.fromkeys(one.subset for one in attempts))
    return votes(ballots(items), f"final answers of attempts in {said}")


def of_taught(taught: Sequence[Taught], examples: Sequence[Example], fusion: Fusion, by: Calibrated) -> Votes | None:
    """Return what votes are worth by calibrated estimates, of the examples of which the final answer is known; None
    where fewer than ``FEWEST`` problems teach anything."""
    items = []
    for number, (one, example) in enumerate(zip(taught, examples, strict=True)):
        answer = example.targets[-1]
        if example.kind == "outcome" and answer is not None:
            unknown = (None,) * len(example.steps)
            truth = Labelled(
                str(number), example.source, example.problem, example.steps, unknown, None, answer >= SOFT_ANSWER
            )
            items.append(Item(truth, Said.by_scores(truth.id, calibrated_prefixes(one, fusion, by))))
    told = [ballot for ballot in ballots(items) if len({right for _, right in ballot}) == 2]
    return votes(told, "final answers") if len(told) >= FEWEST else None
