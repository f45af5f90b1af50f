"""What a step tells of a problem's world: the claims it makes there, and what it leaves unread.

``words.WORLD_HYPOTHESES`` and ``words.WORLD_DOUBTS`` keep what is told from being read as asserted.
"""

from __future__ import annotations

from dataclasses import dataclass

from verifier.chain import Span
from verifier.kernel.claim import Claim


@dataclass(frozen=True, slots=True)
class Statement:
    """A claim that a step asserts of the world, where it stands."""

    span: Span
    text: str
    claim: Claim


@dataclass(frozen=True, slots=True)
class Told:
    """The statements of a step, in order, and the spans that were left unread."""

    statements: tuple[Statement, ...]
    unread: tuple[Span, ...]
