"""What a judged chain rests on besides its decisions: verdicts and models that deciding it asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from verifier.kernel.claim import Claim
from verifier.kernel.verdict import Certificate

Model = Mapping[str, Any]
"""A model of premises, as a proof holds it."""


class FindsModels(Protocol):
    """What finds models of the premises of claims. It never raises."""

    def __call__(self, claim: Claim, steps: int | None = None) -> Model | None:
        """Return a checked model, None where none is found within so many steps of work (None: any number)."""


@dataclass(slots=True)
class Support:
    """Certificates of the claims that were asked about, and models of the premises of claims."""

    proofs: dict[Claim, Certificate] = field(default_factory=dict)
    models: dict[Claim, Model] = field(default_factory=dict)


class Noted:
    """Keeps the support of what is decided, while somebody wants it."""

    def __init__(self) -> None:
        self.support: Support | None = None

    @contextmanager
    def noting(self) -> Iterator[Support]:
        """Give the support of all that is decided meanwhile."""
        before, self.support = self.support, Support()
        try:
            yield self.support
        finally:
            self.support = before
