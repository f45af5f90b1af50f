"""What lets translations settle steps, on the caller's word: that they agree, or a level that was measured of them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, Self

from verifier.judging.agreeing.counts import Side
from verifier.judging.agreeing.level import UNNAMED, By, Level, authors, read_level
from verifier.judging.translations.apart import copies, is_answered
from verifier.judging.translations.sources import checks
from verifier.language.formal_chain import FormalChain

THRESHOLD: Final = 0.97
"""The precision that a level must show at 95% confidence, by chains, if nothing else is said."""

MEASURE: Final = "run 'verifier bench translate --write LEVEL.json' with translations made as these are"


class Trust(StrEnum):
    """Which translations settle steps. Those that the caller vouches for do under each; EVIDENCE: no others do.

    AGREEING: at least two that were made apart do, where they agree.
    """

    EVIDENCE, AGREEING = "evidence", "agreeing"

    def to_json(self) -> str:
        """Return it as a record has it."""
        return self.value


@dataclass(frozen=True, slots=True)
class AtLevel:
    """Translations settle steps on a side of a measured level whose bound is ``at_least`` or more."""

    level: Level
    at_least: float = THRESHOLD

    def __post_init__(self) -> None:
        """Raises: ValueError on a share that promises nothing."""
        if not (isinstance(self.at_least, float) and 0.5 <= self.at_least < 1.0):
            raise ValueError(f"expected a threshold of 0.5 or more and below 1, got {self.at_least!r:.20}")

    @property
    def approves(self) -> bool:
        """Whether steps may be settled correct."""
        return self.level.approvals.bound >= self.at_least

    @property
    def accuses(self) -> bool:
        """Whether steps may be settled incorrect."""
        return self.level.accusations.bound >= self.at_least

    @property
    def said(self) -> str:
        """In words what the level shows of both sides, and whether that is enough."""
        sides = {"approvals": self.level.approvals, "accusations": self.level.accusations}
        return "; ".join(f"{name}: {_said(side, self.at_least)}" for name, side in sides.items())

    def differs(self, chains: Iterable[FormalChain]) -> str | None:
        """Return how the setup of the level differs from that of these translations, and what to run; None where it
        does not. How many there are of each chain is told by ``lacks``."""
        of = self.level.of
        if of.unnamed:
            return "the level is of translations that do not say who made them, and settles nothing"
        if of.checks != checks():
            return f"the level was measured with other checks ({of.checks:.16}, not {checks()}): {MEASURE}"
        for one in chains:
            by = By.of(one.by)
            if by.name == UNNAMED:
                return f"{one.id:.80}: the translation does not say who made it, and a level is of one that does"
            if by not in of.by:
                return f"the level is of {_listed(of.by)}, and {one.id:.80} is translated by {by}: {MEASURE}"
        return None

    def lacks(self, chains: Sequence[FormalChain]) -> str | None:
        """Return why these translations of one chain settle nothing at the level, None where they may."""
        if wrong := self.differs(chains):
            return wrong
        if any(one is not None for one in copies(chains, is_answered)):
            return "two translations say the same, and the answers that are kept here do not show two requests"
        if authors(chains) == self.level.of.by:
            return None
        some = "one translation" if self.level.of.samples == 1 else f"{self.level.of.samples} that agree"
        return f"the level is of {some}, by {_listed(self.level.of.by)}, and there are {len(chains)} of a chain"

    def refused(self, chains: Sequence[FormalChain]) -> str | None:
        """Return why translations of many chains settle nothing at all at the level, None where some may."""
        if wrong := self.differs(chains):
            return wrong
        most = Counter(one.id for one in chains).most_common(1)
        if most and most[0][1] < self.level.of.samples:
            few = f"{most[0][1]} of a chain at the most"
            return f"the level is of {self.level.of.samples} translations that agree, and there are {few}: {MEASURE}"
        return None

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON values, the whole level among them."""
        return {"at_least": self.at_least, "level": self.level.to_json()}

    @classmethod
    def of_json(cls, data: Any) -> Self:
        """Return what ``to_json`` gave. Raises: ValueError, also where the level was edited."""
        if not isinstance(data, dict) or data.keys() != {"at_least", "level"}:
            raise ValueError("expected at_least and level")
        return cls(Level.of_json(data["level"]), data["at_least"])


Settling = Trust | AtLevel
"""What lets translations settle steps."""


def refusal(trust: Settling, chains: Iterable[FormalChain]) -> str | None:
    """Return why these translations, none of which is vouched for, settle nothing at a level, None where they may."""
    found = list(chains)
    return trust.refused(found) if isinstance(trust, AtLevel) and found else None


def _said(side: Side, at_least: float) -> str:
    if not side.chains.cases:
        return "not measured, no such step had a label, so none is settled"
    chains = f"{side.chains.agreed} of {side.chains.cases} chains as labelled, {side.bound:.2%} at least"
    return chains if side.bound >= at_least else f"{chains}, less than {at_least:.2%}, so none is settled"


def _listed(by: Iterable[By]) -> str:
    return " and ".join(map(str, dict.fromkeys(by)))


def trust_in(where: str | Path | Settling, at_least: float = THRESHOLD) -> Settling:
    """Return what the caller trusts: a word of ``Trust``, or the file of a level.

    Raises:
        ValueError: where it is neither, or the level was edited.
    """
    if isinstance(where, AtLevel | Trust):
        return where
    if str(where) in list(Trust):
        return Trust(str(where))
    expected = f"expected {', '.join(Trust)}, or the file of a level that 'verifier bench translate --write' wrote"
    if not isinstance(where, str | Path) or not str(where):
        raise ValueError(f"trust: {expected}, got {where!r:.40}")
    try:
        return AtLevel(read_level(Path(where)), at_least)
    except (OSError, ValueError) as error:
        raise ValueError(f"{where!s:.120}: {expected} ({error})") from error


def trust_of_json(data: Any) -> Settling:
    """Return what ``to_json`` gave. Raises: ValueError."""
    if isinstance(data, str) and data in list(Trust):
        return Trust(data)
    try:
        return AtLevel.of_json(data)
    except ValueError as error:
        raise ValueError(f'expected "trust" as one of {", ".join(Trust)}, or at a level ({error})') from error


def trust_spelled(trust: Settling) -> str:
    """Return what is trusted as one line of text, for settings that travel."""
    return trust.value if isinstance(trust, Trust) else json.dumps(trust.to_json(), sort_keys=True)


def trust_of_spelled(text: str) -> Settling:
    """Return what ``trust_spelled`` gave. Raises: ValueError."""
    return trust_of_json(text if text in list(Trust) else json.loads(text))


def trust_named(trust: Settling) -> str:
    """Return in a few words what is trusted, as a data card says it."""
    return trust.value if isinstance(trust, Trust) else f"level {trust.level.digest[:8]} at {trust.at_least:g}"
