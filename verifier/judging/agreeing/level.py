"""A measured level: how often what translations settle is as it is labelled, as a small file.

A level is of one setup: who translated and by which prompt, how many translations of a chain must agree, and the
sources that check and judge them. It holds counts by steps and by chains, the bounds that they make, and the data by
its hash; a digest over all of it shows an edit. That is no signature: a made-up file with a digest of its own is found
out only by measuring again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Self

from verifier.judging.agreeing.counts import Side
from verifier.language.formal_chain import Author, FormalChain

KIND: Final = "level"
SCHEMA: Final = 1
UNNAMED: Final = "unnamed"
"""Who translated, where the translations do not say it."""


@dataclass(frozen=True, slots=True, order=True)
class By:
    """Who translated, as formal chains say it: the model, the hash of the prompt, the temperature as it is written."""

    name: str
    prompt: str = ""
    temperature: str = ""

    def __post_init__(self) -> None:
        """Raises: ValueError on what is no author."""
        if not all(isinstance(one, str) for one in (self.name, self.prompt, self.temperature)) or not self.name:
            raise ValueError("expected a name, a prompt and a temperature of who translated")

    @classmethod
    def of(cls, author: Author) -> Self:
        """Return who a formal chain says it is by."""
        heat = "" if author.temperature is None else repr(float(author.temperature))
        return cls(author.name or UNNAMED, author.prompt, heat)

    def __str__(self) -> str:
        heat = f", temperature {self.temperature:.20}" if self.temperature else ""
        return f"{self.name:.80}{f', prompt {self.prompt:.20}' if self.prompt else ''}{heat}"


@dataclass(frozen=True, slots=True)
class Setup:
    """What is measured: who made each of the translations that must agree, in order, and the digest of what checks."""

    by: tuple[By, ...]
    checks: str

    def __post_init__(self) -> None:
        """Raises: ValueError on what is no setup."""
        if not self.by or not isinstance(self.checks, str) or not self.checks or list(self.by) != sorted(self.by):
            raise ValueError("expected who translated, in order, and the digest of what checks translations")

    @property
    def samples(self) -> int:
        """How many translations of a chain there are; where there are several, they must agree."""
        return len(self.by)

    @property
    def unnamed(self) -> bool:
        """Whether a translation did not say who made it."""
        return any(one.name == UNNAMED for one in self.by)

    def to_json(self) -> dict[str, Any]:
        """Return the setup as JSON values."""
        by = [asdict(one) for one in self.by]
        return {"by": by, "samples": self.samples, "agreeing": self.samples > 1, "checks": self.checks}

    @classmethod
    def of_json(cls, data: Any) -> Self:
        """Return what ``to_json`` gave. Raises: ValueError, TypeError, KeyError."""
        return cls(tuple(By(**one) for one in data["by"]), data["checks"])


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
    """What was measured. ``approvals``: steps that are settled correct; ``accusations``: settled incorrect."""

    of: Setup
    data: tuple[Source, ...]
    approvals: Side
    accusations: Side

    def __post_init__(self) -> None:
        """Raises: ValueError where no data is named, or the same twice, or fewer chains than are counted."""
        if not self.data or len({source.sha256 for source in self.data}) < len(self.data):
            raise ValueError("expected the data that was measured on, each file once")
        chains = sum(source.chains for source in self.data)
        if max(self.approvals.chains.cases, self.accusations.chains.cases) > chains:
            raise ValueError(f"expected no more chains than the {chains} of the data")

    def _body(self) -> dict[str, Any]:
        return {
            "kind": KIND,
            "schema": SCHEMA,
            "of": self.of.to_json(),
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
        if not isinstance(data, dict) or (data.get("kind"), data.get("schema")) != (KIND, SCHEMA):
            raise ValueError("expected a level that 'verifier bench translate --write' of this version wrote")
        try:
            sources = tuple(Source(**one) for one in data["data"])
            sides = Side.of_json(data["approvals"]), Side.of_json(data["accusations"])
            found = cls(Setup.of_json(data["of"]), sources, *sides)
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"expected a level of translations ({error})") from error
        if data != found.to_json():
            raise ValueError("its digest is of something else: it was edited after it was measured")
        return found


def digest(body: Any) -> str:
    """Return the SHA-256 of JSON values, whatever the order of their keys."""
    return sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()


def authors(chains: Iterable[FormalChain]) -> tuple[By, ...]:
    """Return who made translations, in order, as a setup has them."""
    return tuple(sorted(By.of(one.by) for one in chains))


def read_level(path: Path) -> Level:
    """Return the level of a file. Raises: OSError; ValueError on what is none, or was edited."""
    try:
        return Level.of_json(json.loads(path.read_text("utf-8")))
    except RecursionError as error:
        raise ValueError("expected a level, got values nested too deep") from error
