"""When estimates may name a first error: a threshold of the chain's score for every length.

A score multiplies what is said of each step, so long chains fall below any one threshold. Here a chain is accused only
below the threshold for its own number of steps, a conformal quantile over right chains of about that length; where too
few of them are known, or the text is of a kind that the calibration set lacks, nothing is named. Within a range of
lengths the geometric mean of the steps' shares is compared, which does not fall with the length as their product does.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from verifier.chain import Chain
from verifier.estimators.calibrate import conformal
from verifier.judging.estimates.text_kinds import Profile
from verifier.judging.judgements.judgement import WRONG_BELOW, JudgedStep
from verifier.outputs import write_text

FILE = "lengths.json"
"""The file of a model's folder that holds the thresholds for its fused estimates."""

SCHEMA = 1

FEWEST = 30
"""Right chains of a length below which there is no threshold for it."""

STARTS = (1, 4, 6, 9, 13, 18, 25, 34, 46, 62)
"""The shortest chains of each range of lengths; what is as long as the last, or longer, is in none."""


@dataclass(frozen=True, slots=True)
class Range:
    """Chains of ``shortest`` to ``longest`` steps: those the geometric mean of whose shares is less than ``mean`` are
    accused. ``right``: the right chains that this was chosen on; None instead of ``mean`` where they are too few."""

    shortest: int
    longest: int
    mean: float | None
    right: int

    def __post_init__(self) -> None:
        """Raises: ValueError on what is no range, or on a threshold that rests on too few chains."""
        sound = 0 < self.shortest <= self.longest and self.right >= 0
        if not sound or (self.mean is not None and not (0 <= self.mean <= 1 and self.right >= FEWEST)):
            raise ValueError(f"expected a range of lengths with a threshold on {FEWEST} chains or none, got {self}")

    def below(self, length: int) -> float | None:
        """Return the score below which a chain of so many steps is accused, never above one half: what is accused is
        likelier wrong than right. None where nothing is accused."""
        return None if self.mean is None else min(WRONG_BELOW, self.mean**length)


@dataclass(frozen=True, slots=True)
class ByLength:
    """The thresholds. ``rate``: the share of right chains that may be accused; ``profile``: the texts of the chains
    that they were chosen on; ``fitted_on``: which these are."""

    rate: float
    ranges: tuple[Range, ...]
    profile: Profile = field(default_factory=Profile)
    fitted_on: str = ""

    def of(self, length: int) -> Range | None:
        """Return the range with a threshold that a chain of so many steps belongs to, None where there is none."""
        found = (one for one in self.ranges if one.shortest <= length <= one.longest and one.mean is not None)
        return next(found, None)

    @property
    def longest(self) -> int:
        """The steps of the longest chains that may be accused, 0 where none may."""
        return max((one.longest for one in self.ranges if one.mean is not None), default=0)

    def accuses(self, chain: Chain, score: float | None) -> bool:
        """Return whether a chain with this score (the probability that it is right) is accused."""
        mine = self.of(len(chain.steps))
        below = None if mine is None else mine.below(len(chain.steps))
        return below is not None and score is not None and score < below and not self.profile.lacks(chain)

    def statement(self, length: int) -> str:
        """What an accusation of a chain of so many steps promises, and on what assumption."""
        mine = self.of(length)
        return (
            "nothing is promised: too few right chains of this length are known"
            if mine is None
            else f"If the right chains to come are exchangeable with the {mine.right} right ones of {mine.shortest} "
            f"to {mine.longest} steps that this was chosen on, at most {self.rate:.1%} of them are accused (on average "
            "over such choices)."
        )

    def to_json(self) -> dict[str, Any]:
        """Return the thresholds as JSON values."""
        return {
            "schema": SCHEMA,
            "rate": self.rate,
            "ranges": [asdict(one) for one in self.ranges],
            "profile": self.profile.to_json(),
            "fitted_on": self.fitted_on,
        }

    @classmethod
    def of_json(cls, data: Any) -> ByLength:
        """Return the thresholds that ``to_json`` gave. Raises: ValueError."""
        try:
            if data["schema"] != SCHEMA:
                raise ValueError(f"expected thresholds by length of version {SCHEMA}")
            ranges = tuple(Range(**one) for one in data["ranges"])
            return cls(float(data["rate"]), ranges, Profile.of_json(data["profile"]), str(data["fitted_on"]))
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"no thresholds by length ({error})") from error


def by_length(right: Iterable[tuple[Chain, float]], rate: float, fitted_on: str) -> ByLength:
    """Return the thresholds that accuse at most a share ``rate`` of right chains of each length (``conformal``).

    ``right``: right chains with their scores, on which nothing else was fitted. Raises: ValueError on a rate that is
    not between 0 and 1.
    """
    held = list(right)
    found = []
    for shortest, after in pairwise(STARTS):
        means = [score ** (1 / len(chain.steps)) for chain, score in held if shortest <= len(chain.steps) < after]
        mean = math.floor(conformal(means, rate).value * 1e6) / 1e6
        found.append(Range(shortest, after - 1, mean if len(means) >= FEWEST else None, len(means)))
    return ByLength(rate, tuple(found), Profile.of(chain for chain, _ in held), fitted_on)


def named(steps: Sequence[JudgedStep], prefixes: Sequence[float | None]) -> int | None:
    """Return the step of an accused chain that is the likeliest first error: the estimated one that takes most of the
    score away. A step whose every claim is proved is never named; None where no other is left.
    """
    least, chosen = 1.0, None
    before: float | None = 1.0
    for step, prefix in zip(steps, prefixes, strict=True):
        share = prefix / before if before and prefix is not None else 1.0
        if share < least and step.nameable:
            least, chosen = share, step.index
        before = prefix
    return chosen


def write(place: Path, found: ByLength, model: str, fusion: str) -> None:
    """Write the thresholds for a model as it ships, with the digest of its fusion. Raises: OSError."""
    data = {"model": model, "fusion": fusion, "thresholds": found.to_json()}
    write_text(place, json.dumps(data, indent=1) + "\n")


def by_length_of(model: object, name: str, fusion: str) -> ByLength | None:
    """Return the thresholds in a model's folder, None where it has none, or they are for another model or fusion.

    Raises: OSError, ValueError on a damaged file.
    """
    folder = getattr(model, "folder", None)
    place = folder / FILE if isinstance(folder, Path) else None
    if place is None or not place.is_file():
        return None
    data: Mapping[str, Any] = json.loads(place.read_text(encoding="utf-8"))
    if not isinstance(data, dict) or (data.get("model"), data.get("fusion")) != (name, fusion):
        return None
    return ByLength.of_json(data.get("thresholds"))
