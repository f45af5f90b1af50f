"""A measured level: how often the steps that a translator settles are as they are labelled, as a small file, and the
trust that rests on it.

A level is of one translator: the model, what it is asked, the checks, the samples, with or without Lean. It holds
counts, the bounds that they make, and the data by its hash; a digest over all of it shows an edit. That is no
signature: a made-up file with a digest of its own is found out only by measuring again.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, Self

import verifier
from verifier.binomial import lower
from verifier.judging.options import UNMEASURED
from verifier.translating.model import HEAT, TranslatorUnavailable

SCHEMA: Final = 1
WARNING: Final = "WARNING: on the user's word alone, this translator was not measured"
MOST: Final = 100_000
"""Most steps that a level counts: the bound of more takes long to work out."""

SAMPLES: Final = 2
"""Fewest samples of a translator that may settle anything: one alone agrees with itself."""

_CHECKING: Final = tuple(
    f"translating/{name}.py" for name in ("ask", "local", "language", "sources", "checks", "translator")
)
_SETTLING: Final = ("judging/from_words.py",)

Finds = Literal["proved", "refuted"]


@dataclass(frozen=True, slots=True)
class Side:
    """Of the steps that translations settled one way, ``settled`` had a label, and ``agreed`` were labelled so."""

    settled: int
    agreed: int

    def __post_init__(self) -> None:
        """Raises: ValueError on counts that do not fit."""
        whole = type(self.settled) is int and type(self.agreed) is int
        if not whole or not 0 <= self.agreed <= self.settled <= MOST:
            got = f"{self.agreed!r:.20} of {self.settled!r:.20}"
            raise ValueError(f"expected counts with 0 <= agreed <= settled <= {MOST}, got {got}")

    @property
    def bound(self) -> float:
        """The one-sided 95% lower bound of the precision, as if steps were independent, rounded down to four digits; 0
        where nothing was settled."""
        found = lower(self.agreed, self.settled)
        return 0.0 if found is None else math.floor(found * 10_000) / 10_000

    def to_json(self) -> dict[str, Any]:
        """Return the counts and their bound."""
        return {**asdict(self), "at_least": self.bound}

    @classmethod
    def of_json(cls, data: Any) -> Self:
        """Return the side that ``to_json`` gave. Raises: ValueError, also where the counts do not make the bound."""
        if not isinstance(data, dict) or data.keys() != {"settled", "agreed", "at_least"}:
            raise ValueError("expected settled, agreed and at_least of each side")
        found = cls(data["settled"], data["agreed"])
        if data["at_least"] != found.bound or isinstance(data["at_least"], bool):
            raise ValueError(f"{found.agreed} of {found.settled} make {found.bound}, not {data['at_least']!r:.20}")
        return found


@dataclass(frozen=True, slots=True)
class Setup:
    """What is measured: the model's name, digests of what it is asked and of how its answers are checked, how many
    samples must agree, and whether Lean decides claims too."""

    model: str
    prompts: str
    checks: str
    samples: int
    lean: bool

    def __post_init__(self) -> None:
        """Raises: ValueError on what is no setup, or one that may not settle anything."""
        names = (self.model, self.prompts, self.checks)
        if not all(isinstance(name, str) and name for name in names) or type(self.lean) is not bool:
            raise ValueError("expected a model, digests of prompts and checks, and whether Lean was used")
        if type(self.samples) is not int or self.samples < SAMPLES:
            raise ValueError(f"expected {SAMPLES} samples at least that agree, got {self.samples!r:.20}")

    def differs(self, other: Setup) -> str:
        """Return in words how another setup differs, nothing where it does not."""
        pairs = ((one.name, getattr(self, one.name), getattr(other, one.name)) for one in fields(self))
        return ", ".join(f"{name} {mine!s:.60}, not {theirs!s:.60}" for name, mine, theirs in pairs if mine != theirs)


def setup(model: str, samples: int, lean: bool) -> Setup:
    """Return the setup of a translator that is asked and checked as this version does. Raises: ValueError."""
    return Setup(model, prompts(), _checks(), samples, lean)


@cache
def prompts() -> str:
    """Return 16 hexadecimal digits that change with what a translator is asked."""
    from verifier.translating import ask  # which loads engines: records are read without them
    from verifier.translating.language import SCHEMA as CLAIMS

    asked = [ask.TRANSLATE, ask.SAY, ask.COMPARE, CLAIMS, ask.SAME, ask.MOST_EARLIER, HEAT]
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:16]


@cache
def _checks() -> str:
    """16 hexadecimal digits that change with how answers are read and checked, and what they settle."""
    root, found = Path(str(verifier.__file__)).parent, hashlib.sha256()
    for name in (*_CHECKING, *_SETTLING):
        found.update(name.encode() + b"\0" + (root / name).read_bytes() + b"\0")
    return found.hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Source:
    """A file of labelled chains: its name, the SHA-256 of its bytes, and how many chains of it were judged."""

    name: str
    sha256: str
    chains: int

    def __post_init__(self) -> None:
        """Raises: ValueError on data that nobody could find again."""
        hexadecimal = isinstance(self.sha256, str) and len(self.sha256) == 64
        if not hexadecimal or set(self.sha256) - set("0123456789abcdef") or not isinstance(self.name, str):
            raise ValueError(f"expected the SHA-256 of the data, got {self.sha256!r:.70}")
        if type(self.chains) is not int or self.chains < 1:
            raise ValueError(f"expected one chain at least of {self.name!r:.60}, got {self.chains!r:.20}")


@dataclass(frozen=True, slots=True)
class Level:
    """What was measured of a translator. ``approvals``: steps settled correct; ``accusations``: settled incorrect."""

    of: Setup
    data: tuple[Source, ...]
    approvals: Side
    accusations: Side

    def __post_init__(self) -> None:
        """Raises: ValueError where no data is named, or the same twice."""
        if not self.data or len({source.sha256 for source in self.data}) < len(self.data):
            raise ValueError("expected the data that was measured on, each file once")

    def side(self, finds: Finds) -> Side:
        """Return the side of steps that are found ``proved`` or ``refuted``."""
        return self.approvals if finds == "proved" else self.accusations

    def _body(self) -> dict[str, Any]:
        return {
            "schema": SCHEMA,
            "of": asdict(self.of),
            "data": [asdict(source) for source in self.data],
            "approvals": self.approvals.to_json(),
            "accusations": self.accusations.to_json(),
        }

    @property
    def digest(self) -> str:
        """The SHA-256 of everything that the level says."""
        return digest(self._body())

    def to_json(self) -> dict[str, Any]:
        """Return the level as JSON values."""
        return {**self._body(), "digest": self.digest}

    @classmethod
    def of_json(cls, data: Any) -> Self:
        """Return the level that ``to_json`` gave. Raises: ValueError, also where anything in it was edited."""
        if not isinstance(data, dict) or data.get("schema") != SCHEMA:
            raise ValueError("expected a level that 'verifier bench translate --write' of this version wrote")
        try:
            sources = tuple(Source(**one) for one in data["data"])
            sides = Side.of_json(data["approvals"]), Side.of_json(data["accusations"])
            found = cls(Setup(**data["of"]), sources, *sides)
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"expected a level of a translator ({error})") from error
        if data != found.to_json():
            raise ValueError("its digest is of something else: it was edited after it was measured")
        return found


def digest(body: Mapping[str, Any]) -> str:
    """Return the SHA-256 of JSON values, whatever the order of their keys."""
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Trust:
    """What lets translated claims settle steps: a level, and the precision that it must show at 95% confidence; without
    a level, the user's word alone, which every record that rests on it says."""

    level: Level | None = None
    at_least: float = 0.95

    def __post_init__(self) -> None:
        """Raises: ValueError on a share that promises nothing."""
        if not (isinstance(self.at_least, float) and 0.5 <= self.at_least < 1.0):
            raise ValueError(f"expected a level of 0.5 or more and below 1, got {self.at_least!r:.20}")

    def grounds(self, finds: Finds) -> tuple[bool, str]:
        """Return whether a finding may settle a step, and in words on what grounds, or why not."""
        if self.level is None:
            return True, WARNING
        side, name = self.level.side(finds), "approvals" if finds == "proved" else "accusations"
        if not side.settled:
            return False, f"{name} were not measured: none of them had a label"
        said = f"{side.agreed} of {side.settled} measured {name} agree with the labels, {side.bound:.2%} at least"
        enough = side.bound >= self.at_least
        return enough, said if enough else f"{said}: less than the {self.at_least:.2%} asked for"

    def refused(self, of: Setup) -> str | None:
        """Return why a translator may not settle anything on this level, None where it may."""
        if self.level is None:
            return None
        if other := self.level.of.differs(of):
            return f"the level is of another translator ({other}): run 'verifier bench translate --write' with this one"
        proved, refuted = self.grounds("proved"), self.grounds("refuted")
        return None if proved[0] or refuted[0] else f"{proved[1]}; {refuted[1]}"

    @property
    def name(self) -> str:
        """What records say of it."""
        return UNMEASURED if self.level is None else f"level {self.level.digest[:8]} at {self.at_least:g}"

    def to_json(self) -> Any:
        """Return it as JSON values."""
        return UNMEASURED if self.level is None else {"at_least": self.at_least, "level": self.level.to_json()}

    @classmethod
    def of_json(cls, data: Any) -> Self:
        """Return what ``to_json`` gave. Raises: ValueError."""
        if data == UNMEASURED:
            return cls()
        if not isinstance(data, dict) or data.keys() != {"at_least", "level"}:
            raise ValueError("expected the level that a translator is trusted at")
        return cls(Level.of_json(data["level"]), data["at_least"])


def trust_in(where: str, at_least: float) -> Trust:
    """Return the trust that a user puts in a translator: ``where`` is a file with a level, or ``unmeasured``.

    Raises: TranslatorUnavailable.
    """
    try:
        level = None if where == UNMEASURED else Level.of_json(json.loads(Path(where).read_text("utf-8")))
        return Trust(level, at_least)
    except (OSError, ValueError, RecursionError) as error:
        hint = f"expected a level that 'verifier bench translate --write' wrote, or '{UNMEASURED}'"
        raise TranslatorUnavailable(f"{where:.120}: {hint} ({error})", usage=True) from error
