"""The table of re-readings, as ``rereadings.toml`` has it, and what a re-reading looks at."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import Any

from verifier.kernel.claim import Claim
from verifier.kernel.expr import Expr
from verifier.mathtext.guards.guard import Blocks, Case, Guard, guard
from verifier.mathtext.lexicon import words
from verifier.readers.exact.claims.context import Context
from verifier.readers.exact.reading import Formula

Sides = tuple[Expr, Expr]
"""Both sides of an equation, as read in another way."""


@dataclass(frozen=True)
class Seen:
    """A refuted equation with what stands around it."""

    formula: Formula
    claim: Claim
    context: Context

    @cached_property
    def units(self) -> frozenset[str]:
        """The units of both sides."""
        return self.formula.left.units | self.formula.right.units

    @cached_property
    def heard(self) -> Set[str]:
        """The words of the problem, of the steps so far, and of the equation, as they stand and in the singular."""
        own = "".join(c if c.isalpha() or c == "'" else " " for c in self.formula.text.lower()).split()
        said = self.context.heard | self.context.vocabulary | self.formula.words | self.units | frozenset(own)
        return said | frozenset(map(words.lemma, said))

    @property
    def sides(self) -> Sides:
        """Both sides as they were read."""
        return self.claim.left, self.claim.right

    @cached_property
    def text(self) -> tuple[str, str]:
        """The characters of both sides."""
        left, _, right = self.formula.text.replace("–", "-").replace("−", "-").partition("=")
        return left.strip(), right.strip()


@dataclass(frozen=True, slots=True)
class Rereading:
    """A row of the table. ``cues``: words of which one must be heard; ``near``: in the sentence itself."""

    guard: Guard
    cues: frozenset[str]
    near: bool

    @property
    def name(self) -> str:
        """Its name in the table."""
        return self.guard.code.removeprefix("reread-")

    def cued(self, seen: Seen) -> bool:
        """Return whether its cue stands there; a row without words has a pattern for one."""
        said = seen.formula.words | seen.formula.clause | seen.units if self.near else seen.heard
        return not self.cues or not self.cues.isdisjoint(said)


def _rows() -> tuple[dict[str, Rereading], dict[int, frozenset[str]], dict[int, frozenset[str]], list[int]]:
    found = tomllib.loads(files("verifier.readers.exact").joinpath("rereading/rereadings.toml").read_text("utf-8"))
    rows = {
        row["name"]: Rereading(
            guard(
                f"reread-{row['name']}",
                row["sentence"],
                Blocks.REFUTATION,
                fires=tuple(map(_case, row["spares"])),
                silent=tuple(map(_case, row["accuses"])),
            ),
            _cues(row.get("cues", [])),
            row.get("near", False),
        )
        for row in found["rereading"]
    }
    two, rounds = ({one["times"]: _cues(one["cues"]) for one in found[name]} for name in ("two_units", "rounds"))
    return rows, two, rounds, found["factors"]


def _case(case: Sequence[Any]) -> Case:
    return tuple(map(str, case))


def _cues(names: Sequence[str]) -> frozenset[str]:
    """Words, and the sections of the word lists that are named with an ``@``."""
    plain = frozenset(name for name in names if not name.startswith("@"))
    return plain.union(*(getattr(words, name[1:]) for name in names if name.startswith("@")))


ROWS, TWO_UNITS, ROUNDS, FACTORS = _rows()
"""The rows by name; of two units, and of what is counted round, how many times and the cues; factors of units."""
