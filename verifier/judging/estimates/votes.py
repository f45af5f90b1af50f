"""What an attempt's vote is worth: as much more than another's as the scores of attempts are known to tell.

Where attempts at a problem vote for their final answers, each vote counts one, plus how far the log-odds of its score
lie above the mean of all that vote, times a slope. The slope is learnt on other attempts whose final answers are known:
the answer of a group of attempts is right with odds that are the product of what each vote is worth (a conditional
logit: McFadden 1974). Scores that tell nothing have the slope 0, and leave the plain majority.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from verifier.judging.estimates.fitted import fitted_for, write_fitted

FILE = "votes.json"
"""The file of a model's folder that holds what votes are worth by its fused estimates."""

SCHEMA = 1

FEWEST = 30
"""Problems below which no slope is learnt: attempts at each disagree, and one of them is right."""

CLOSEST = 1e-4
"""How close to 0 and 1 a score comes before its log-odds are taken: as close as estimates come."""


@dataclass(frozen=True, slots=True)
class Votes:
    """``slope``: how much of a vote goes with one unit of log-odds of its score. ``problems``: on how many problems it
    was learnt, ``fitted_on``: of what."""

    slope: float
    problems: int = 0
    fitted_on: str = ""

    def __post_init__(self) -> None:
        """Raises: ValueError on a slope by which lower scores would count more."""
        if not (0 <= self.slope < math.inf):
            raise ValueError(f"expected a slope of 0 or more, got {self.slope}")

    def weights(self, scores: Sequence[float]) -> list[float]:
        """Return what the votes of attempts with these scores are worth, in the mean one, none less than nothing."""
        odds = [_odds(score) for score in scores]
        middle = math.fsum(odds) / len(odds) if odds else 0.0
        return [max(0.0, 1 + self.slope * (each - middle)) for each in odds]

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return {"schema": SCHEMA, "slope": self.slope, "problems": self.problems, "fitted_on": self.fitted_on}

    @classmethod
    def of_json(cls, data: Any) -> Votes:
        """Return what ``to_json`` gave. Raises: ValueError."""
        try:
            if data["schema"] != SCHEMA:
                raise ValueError(f"expected the worth of votes of version {SCHEMA}")
            return cls(float(data["slope"]), int(data["problems"]), str(data["fitted_on"]))
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"no worth of votes ({error})") from error


Ballot = Sequence[tuple[Sequence[float], bool]]
"""One problem: for each answer the scores of the attempts that vote for it, and whether it is right."""


def votes(ballots: Iterable[Ballot], fitted_on: str) -> Votes:
    """Return the slope that makes the right answers likeliest, by Newton's method.

    Problems whose attempts all agree, or of whose answers none is right, teach nothing. Raises: ValueError where fewer
    than ``FEWEST`` are left.
    """
    held = [ballot for ballot in ballots if {right for _, right in ballot} == {True, False}]
    if len(held) < FEWEST:
        raise ValueError(
            f"expected at least {FEWEST} problems with attempts that disagree and a right one among them, got "
            f"{len(held)}: what a vote is worth cannot be learnt on so few"
        )
    told = [_terms(ballot) for ballot in held]
    at = np.array([1.0, 0.0])
    for _ in range(100):
        gradient, hessian = np.zeros(2), np.eye(2) * 1e-6
        for terms, right in told:
            all_, mine = _shares(terms @ at, np.ones(len(right), dtype=bool)), _shares(terms @ at, right)
            mean = all_ @ terms
            gradient += mine @ terms - mean
            hessian += (terms * all_[:, None]).T @ terms - np.outer(mean, mean)
        step = np.clip(np.linalg.solve(hessian, gradient), -1, 1)
        at = at + step
        if float(np.abs(step).max()) < 1e-8:
            break
    vote, score = map(float, at)
    return Votes(round(score / vote, 4) if vote > 0 and score > 0 else 0.0, len(held), fitted_on)


def _terms(ballot: Ballot) -> tuple[Any, Any]:
    """A row of two for each answer: how many votes it has, and the sum of their log-odds above the mean of all."""
    odds = [[_odds(score) for score in scores] for scores, _ in ballot]
    middle = np.mean([each for mine in odds for each in mine])
    rows = [[float(len(mine)), float(sum(mine) - len(mine) * middle)] for mine in odds]
    return np.array(rows), np.array([right for _, right in ballot])


def _shares(told: Any, among: Any) -> Any:
    """The probability of each answer, of those ``among`` which the right one is sought."""
    worth = np.where(among, np.exp(np.minimum(told - told[among].max(), 50)), 0.0)
    return worth / worth.sum()


def _odds(score: float) -> float:
    score = min(max(score, CLOSEST), 1 - CLOSEST)
    return math.log(score / (1 - score))


def write(place: Path, found: Votes, model: str, fusion: str) -> None:
    """Write the worth of votes by a model as it ships, with the digest of its fusion. Raises: OSError."""
    write_fitted(place, "votes", found.to_json(), model, fusion)


def votes_of(model: object, name: str, fusion: str) -> Votes | None:
    """Return what votes are worth by the file in a model's folder, None where it has none, or it is for another model
    or fusion. Raises: OSError, ValueError on a damaged file."""
    found = fitted_for(model, FILE, "votes", name, fusion)
    return None if found is None else Votes.of_json(found[0])
