"""The measured level of the exact reader: how often it accuses right steps and approves wrong ones, by kind of text.

A small file that ships with the package. Its counts are of text that nothing of the reader was tuned to; a digest over
all of it shows an edit, and records name it by its date and that digest.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final, Self

from verifier.binomial import upper
from verifier.judging.agreeing.level import Source, digest

KIND: Final = "reader-level"
SCHEMA: Final = 1
SHIPPED: Final = "reader_level.json"
ALL: Final = "all"
MOST: Final = 100_000
"""Most steps of a kind: the bound of more takes long to work out."""


@dataclass(frozen=True, slots=True)
class KindOfText:
    """Counts of labelled steps of a kind of text: those that are right and those that are wrong, and how many of either
    were settled correct (approved) and incorrect (accused)."""

    name: str
    right: int
    right_approved: int
    right_accused: int
    wrong: int
    wrong_approved: int
    wrong_accused: int

    def __post_init__(self) -> None:
        """Raises: ValueError on counts that do not fit."""
        counts = list(asdict(self).values())[1:]
        whole = all(type(one) is int and one >= 0 for one in counts) and isinstance(self.name, str)
        fit = self.right >= self.right_approved + self.right_accused
        if not whole or not fit or self.wrong < self.wrong_approved + self.wrong_accused or self.steps > MOST:
            raise ValueError(f"expected counts of steps that fit each other, got those of {self.name!r:.60}")

    @property
    def steps(self) -> int:
        """How many steps there are."""
        return self.right + self.wrong

    @property
    def false_accusations(self) -> float:
        """The one-sided 95% upper bound of right steps accused, of a thousand steps of the kind, rounded up."""
        return _per_thousand(self.right_accused, self.steps)

    @property
    def false_approvals(self) -> float:
        """The same of wrong steps approved."""
        return _per_thousand(self.wrong_approved, self.steps)


def _per_thousand(errors: int, steps: int) -> float:
    found = upper(errors, steps)
    return 1000.0 if found is None else math.ceil(found * 10_000) / 10


@dataclass(frozen=True, slots=True)
class ReaderLevel:
    """What was measured: of which reader, when (ISO 8601), on what text in words, in which files, and kind by kind."""

    reader: str
    measured: str
    about: str
    data: tuple[Source, ...]
    kinds: tuple[KindOfText, ...]

    def __post_init__(self) -> None:
        """Raises: ValueError where no kind was measured, or one twice."""
        if not self.kinds or len({one.name for one in self.kinds}) < len(self.kinds):
            raise ValueError("expected kinds of text, each once")
        if not all(isinstance(one, str) for one in (self.reader, self.measured, self.about)):
            raise ValueError("expected a reader, a date and what was measured")

    @property
    def whole(self) -> KindOfText:
        """All kinds together."""
        counts = [list(asdict(one).values())[1:] for one in self.kinds]
        return KindOfText(ALL, *map(sum, zip(*counts, strict=True)))

    @property
    def name(self) -> str:
        """What records call it: when it was measured, and the beginning of its digest."""
        return f"{self.measured} {self.digest[:12]}"

    @property
    def digest(self) -> str:
        """The SHA-256 of everything that the level says."""
        return digest(self._body())

    def _body(self) -> dict[str, Any]:
        head = {"kind": KIND, "schema": SCHEMA, "reader": self.reader, "measured": self.measured, "about": self.about}
        return {**head, "data": [asdict(one) for one in self.data], "kinds": [asdict(one) for one in self.kinds]}

    def to_json(self) -> dict[str, Any]:
        """Return the level as JSON values."""
        return {**self._body(), "digest": self.digest}

    @classmethod
    def of_json(cls, data: Any) -> Self:
        """Return the level that ``to_json`` gave. Raises: ValueError, also where anything in it was edited."""
        if not isinstance(data, dict) or (data.get("kind"), data.get("schema")) != (KIND, SCHEMA):
            raise ValueError("expected a level of the exact reader of this version")
        try:
            sources = tuple(Source(**one) for one in data["data"])
            kinds = tuple(KindOfText(**one) for one in data["kinds"])
            found = cls(data["reader"], data["measured"], data["about"], sources, kinds)
        except (KeyError, TypeError) as error:
            raise ValueError(f"expected a level of the exact reader ({error})") from error
        if data != found.to_json():
            raise ValueError("its digest is of something else: it was edited after it was measured")
        return found

    def rows(self) -> Sequence[tuple[str, ...]]:
        """Return the level as a table, its head first."""
        head = ("kind of text", "steps", "right", "of them approved", "of them accused", "false accusations ≤", "wrong")
        found: list[tuple[str, ...]] = [(*head, "of them accused", "of them approved", "false approvals ≤")]
        for one in (*self.kinds, *([self.whole] if len(self.kinds) > 1 else [])):
            right = (one.right, one.right_approved, one.right_accused, one.false_accusations)
            wrong = (one.wrong, one.wrong_accused, one.wrong_approved, one.false_approvals)
            found += [(one.name, *(f"{number:,}" for number in (one.steps, *right, *wrong)))]
        return found

    def __str__(self) -> str:
        of = self.whole
        bounds = f"at most {of.false_accusations} false accusations and {of.false_approvals} false approvals"
        return f"level of the exact reader {self.name}: {bounds} of 1,000 steps ({of.steps:,} steps: {self.about})"


@cache
def shipped() -> ReaderLevel:
    """Return the level that ships with the package."""
    return ReaderLevel.of_json(json.loads((files("verifier.judging") / SHIPPED).read_text("utf-8")))
