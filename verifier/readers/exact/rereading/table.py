"""The table of re-readings in ``rereadings.toml``, and the input of a re-reading."""

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
"""Both sides of an equation in another reading."""


@dataclass(frozen=True)
class Seen:
    """A refuted equation with its context."""

    formula: Formula
    claim: Claim
    context: Context

    @cached_property
    def units(self) -> frozenset[str]:
        """The units of both sides."""
        return self.formula.left.units | self.formula.right.units

    @cached_property
    def vocabulary(self) -> Set[str]:
        """The words of the problem, of the steps so far, and of the equation, as written and in the singular."""
        own = "".join(c if c.isalpha() or c == "'" else " " for c in self.formula.text.lower()).split()
        said = self.context.heard | self.context.vocabulary | self.formula.words | self.units | frozenset(own)
        return said | frozenset(map(words.lemma, said))

    @property
    def sides(self) -> Sides:
        """Both sides in the first reading."""
        return self.claim.left, self.claim.right

    @cached_property
    def text(self) -> tuple[str, str]:
        """The characters of both sides."""
        left, _, right = self.formula.text.replace("–", "-").replace("−", "-").partition("=")
        return left.strip(), right.strip()


@dataclass(frozen=True, slots=True)
class Rereading:
    """A row of the table. ``cues``: the text must contain one of these words; with ``near``, the sentence must."""

    guard: Guard
    cues: frozenset[str]
    near: bool

    @property
    def name(self) -> str:
        """Its name in the table."""
        return self.guard.code.removeprefix("reread-")

    def has_cue(self, seen: Seen) -> bool:
        """Return whether the text has one of the cues, or none is listed: then the pattern of the signs is the cue."""
        said = seen.formula.words | seen.formula.clause | seen.units if self.near else seen.vocabulary
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
    """The listed words, with ``@NAME`` replaced by a section of the word lists."""
    plain = frozenset(name for name in names if not name.startswith("@"))
    return plain.union(*(getattr(words, name[1:]) for name in names if name.startswith("@")))


ROWS, TWO_UNITS, ROUNDS, FACTORS = _rows()
"""The rows by name; cues by the number of small units in a large one; cues by modulus; factors between units."""
