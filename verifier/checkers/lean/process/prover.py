"""What checkers and engines ask of a Lean, be it one session, a pool of them, or one that serves this user."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from verifier.checkers.lean.process.protocol import Answer, BulkAnswer


class Prover(Protocol):
    """Every request fails as SessionLost (it stays unknown) or LeanUnavailable (there is no Lean)."""

    @property
    def version(self) -> str:
        """The toolchain's version, or an empty text before the first start."""

    @property
    def size(self) -> int:
        """How many requests it can work on at once."""

    @property
    def audited(self) -> frozenset[str]:
        """Our modules that a certificate may import: audited, and as they were then. Known once a Lean is up."""

    def prove(self, statement: str, proof: str, *, heartbeats: int = ..., deadline: float = ...) -> Answer:
        """Return what Lean says of ``theorem : statement := proof``."""

    def prove_many(
        self, proofs: Sequence[tuple[str, str]], *, heartbeats: int = ..., deadline: float = ...
    ) -> list[Answer]:
        """Return what Lean says of each (statement, proof), in one request."""

    def certify(self, formulas: Sequence[Any], *, heartbeats: int = ..., deadline: float = ...) -> BulkAnswer:
        """Return what Lean's kernel says of each closed formula, in one request."""

    def close(self) -> None:
        """End every process. Later requests fail."""
