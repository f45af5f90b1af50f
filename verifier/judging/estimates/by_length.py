"""When estimates name a first error, and which: two questions, answered apart.

Whether a chain is wrong is told by its score, the product of what is said of each step, which falls with its length. So
the score is held against what right chains of so many steps and characters have: a chain is accused where it lies
farther below that than a conformal quantile of right chains does, and nothing is said where too few of them are known,
or the text is of a kind that they lack. Which step is then the first error is the likeliest one: a score is the
probability that all is right so far, so what it falls by at a step is the probability that the first error is there.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from verifier.chain import Chain
from verifier.estimators.calibrate import conformal
from verifier.judging.estimates.fitted import fitted_for, write_fitted
from verifier.judging.estimates.text_kinds import Profile
from verifier.judging.judgements.judgement import JudgedStep

FILE = "lengths.json"
"""The file of a model's folder that holds the thresholds for its fused estimates."""

SCHEMA = 2

FEWEST = 30
"""Right chains, on which nothing else was fitted, below which there is no threshold."""

MOST_OF = 0.95
"""The share of these right chains that are no longer than the longest that may be accused."""

CLOSEST = 0.01
"""How close to 1 a score counts; how close to 0 is left to the model, since long chains fall far."""

LEAST = 1e-12


@dataclass(frozen=True, slots=True)
class Usual:
    """What the scores of right chains are usually: the logarithm of minus their logarithm (what errors so far are
    expected to come to) is ``constant``, plus ``steps`` times the logarithm of the number of steps, plus ``characters``
    times that of all steps' characters."""

    constant: float
    steps: float
    characters: float

    def above(self, chain: Chain, score: float) -> float:
        """Return how far a score lies above what is usual, in these logarithms."""
        return self.expected(len(chain.steps), _characters(chain)) - _doubt(score)

    def expected(self, steps: int, characters: int) -> float:
        """Return what is usual for so many steps and characters."""
        return self.constant + self.steps * math.log(max(steps, 1)) + self.characters * math.log(max(characters, 1))


@dataclass(frozen=True, slots=True)
class ByLength:
    """``rate``: the share of right chains that may be accused; ``usual``: what right chains score; ``threshold``: a
    chain that lies less above that is accused, None where too few are known; ``longest``: the most steps of a chain
    that may be accused; ``right``: the right chains that the threshold was chosen on; ``profile``: the texts of all;
    ``fitted_on``: which these are."""

    rate: float
    usual: Usual
    threshold: float | None
    longest: int
    right: int
    profile: Profile = field(default_factory=Profile)
    fitted_on: str = ""

    def __post_init__(self) -> None:
        """Raises: ValueError on a threshold that rests on too few chains."""
        if self.threshold is not None and self.right < FEWEST:
            raise ValueError(f"expected a threshold on {FEWEST} right chains or none, got one on {self.right}")

    def accuses(self, chain: Chain, score: float | None) -> bool:
        """Return whether a chain with this score (the probability that it is right) is accused."""
        if self.threshold is None or score is None or len(chain.steps) > self.longest or self.profile.lacks(chain):
            return False
        return self.usual.above(chain, score) < self.threshold

    def below(self, steps: int, characters: int) -> float | None:
        """Return the score below which a chain of so many steps and characters is accused, None where none is."""
        if self.threshold is None or steps > self.longest:
            return None
        return math.exp(-math.exp(self.usual.expected(steps, characters) - self.threshold))

    @property
    def statement(self) -> str:
        """What an accusation promises, and on what assumption."""
        return (
            "nothing is promised: too few right chains are known"
            if self.threshold is None
            else f"If the right chains to come are exchangeable with the {self.right} right ones of at most "
            f"{self.longest} steps that this was chosen on, at most {self.rate:.1%} of them are accused (on average "
            "over such choices)."
        )

    def to_json(self) -> dict[str, Any]:
        """Return the thresholds as JSON values."""
        return {"schema": SCHEMA, **asdict(self), "profile": self.profile.to_json()}

    @classmethod
    def of_json(cls, data: Any) -> ByLength:
        """Return the thresholds that ``to_json`` gave. Raises: ValueError."""
        try:
            if data["schema"] != SCHEMA:
                raise ValueError(f"expected thresholds by length of version {SCHEMA}: run 'verifier calibrate' again")
            usual = Usual(**{str(name): float(value) for name, value in data["usual"].items()})
            at = None if data["threshold"] is None else float(data["threshold"])
            counts = int(data["longest"]), int(data["right"])
            return cls(
                float(data["rate"]), usual, at, *counts, Profile.of_json(data["profile"]), str(data["fitted_on"])
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"no thresholds by length ({error})") from error


def by_length(right: Iterable[tuple[Chain, float]], rate: float, fitted_on: str) -> ByLength:
    """Return the threshold that accuses at most a share ``rate`` of right chains (``conformal``).

    ``right``: right chains with their scores, on which nothing else was fitted; what is usual is fitted on half of
    their problems, and the threshold chosen on the other half. Raises: ValueError on a rate not between 0 and 1.
    """
    held = sorted(right, key=lambda one: _place(one[0]))
    fit, rest = held[: len(held) // 2], held[len(held) // 2 :]
    usual = _usual(fit)
    at = conformal([usual.above(*one) for one in rest], rate)
    enough = len(rest) >= FEWEST and rate * (len(rest) + 1) >= 1
    steps = sorted(len(chain.steps) for chain, _ in held)
    longest = steps[math.ceil(MOST_OF * len(steps)) - 1] if steps else 0
    profile = Profile.of(chain for chain, _ in held)
    threshold = math.floor(at.value * 1e6) / 1e6 if enough else None
    return ByLength(rate, usual, threshold, longest, len(rest), profile, fitted_on)


def _usual(right: Sequence[tuple[Chain, float]]) -> Usual:
    """By least squares; where chains are few, or all of one length, the terms of length stay near 0."""
    rows = np.array([[1.0, math.log(len(c.steps)), math.log(max(_characters(c), 1))] for c, _ in right]).reshape(-1, 3)
    doubts = np.array([_doubt(score) for _, score in right])
    middle = doubts.mean() if doubts.size else 0.0
    centre = rows[:, 1:].mean(axis=0) if doubts.size else np.zeros(2)
    x = rows[:, 1:] - centre
    slopes = np.linalg.solve(x.T @ x + 0.1 * np.eye(2), x.T @ (doubts - middle))
    constant = float(middle - slopes @ centre)
    return Usual(*(round(float(value), 6) for value in (constant, *slopes)))


def _doubt(score: float) -> float:
    return math.log(-math.log(min(max(score, LEAST), 1 - CLOSEST)))


def _characters(chain: Chain) -> int:
    return sum(len(step.text) for step in chain.steps)


def _place(chain: Chain) -> tuple[bytes, bytes]:
    """Where a chain stands in a random order that keeps the chains of a problem together."""
    texts = chain.problem, "\n".join(step.text for step in chain.steps)
    problem, steps = (hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest() for text in texts)
    return problem, steps


def named(steps: Sequence[JudgedStep], prefixes: Sequence[float | None]) -> int | None:
    """Return the step of an accused chain that is the likeliest first error, None where estimates may name none."""
    return likeliest(prefixes, [step.nameable for step in steps])


def likeliest(prefixes: Sequence[float | None], nameable: Sequence[bool]) -> int | None:
    """Return the place of the nameable step at which the probability of being right so far falls most, the first of
    equal ones, where all others are taken for right; None where it falls at none."""
    most, chosen = 0.0, None
    before, alive = 1.0, 1.0
    for place, (prefix, may) in enumerate(zip(prefixes, nameable, strict=True)):
        if prefix is None:
            break
        share = min(1.0, prefix / before) if before > 0 else 1.0
        if may and alive * (1 - share) > most:
            most, chosen = alive * (1 - share), place
        alive, before = alive * share if may else alive, min(before, prefix)
    return chosen


def write(place: Path, found: ByLength, model: str, fusion: str) -> None:
    """Write the thresholds for a model as it ships, with the digest of its fusion. Raises: OSError."""
    write_fitted(place, "thresholds", found.to_json(), model, fusion)


def by_length_of(model: object, name: str, fusion: str) -> ByLength | None:
    """Return the thresholds in a model's folder, None where it has none, or they are for another model or fusion.

    Raises: OSError, ValueError on a damaged file.
    """
    found = fitted_for(model, FILE, "thresholds", name, fusion)
    return None if found is None else ByLength.of_json(found[0])
