"""What tactics may ask of the search for a proof of a formula."""

from __future__ import annotations

from typing import Any, Protocol

from verifier.checkers.formulas.places.place import Place
from verifier.kernel.expr import Expr, Node

Tree = dict[str, Any]
"""A node of a proof's tree: its rule, and what that needs."""


class Prover(Protocol):
    """The search. ``spent``: how many attempts were counted; ``tried``: what was sought before, by what it is."""

    spent: int
    tried: dict[object, Tree | None]

    def shown(self, holds: bool, formula: Expr, place: Place, room: int) -> Tree | None:
        """Return a tree that shows a reading of a formula at a place, or None."""

    def direct(self, holds: bool, formula: Expr, place: Place, room: int) -> Tree | None:
        """Return a tree by the shape of a formula, or None."""

    def once(self, holds: bool, formula: Expr, place: Place) -> Tree | None:
        """Return a tree of one rule that shows a reading of a formula, or None."""

    def leaf(self, holds: bool, formula: Node, place: Place) -> Tree | None:
        """Return a leaf that shows a reading of a comparison, or None."""

    def spend(self) -> bool:
        """Count an attempt; return whether one was left."""
