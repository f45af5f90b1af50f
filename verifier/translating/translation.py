"""What comes of one step: its translation, and the checks that each claim of it went through. Plain frozen data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from verifier.chain import Span
from verifier.kernel.claim import Claim
from verifier.translating.language import Translated

State = Literal["claims", "nothing to check", "no answer", "not read", "no agreement"]


@dataclass(frozen=True, slots=True)
class Check:
    """One check: its name, whether it was passed, and what was found."""

    name: str
    passed: bool
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Checked:
    """A translated claim: what it says, where, and the checks so far."""

    said: Translated
    claim: Claim
    spans: tuple[Span, ...]
    checks: tuple[Check, ...]


@dataclass(frozen=True, slots=True)
class Translation:
    """What came of one step. ``heard``: every answer in the order of asking, None where there was none."""

    state: State
    detail: str = ""
    claims: tuple[Checked, ...] = ()
    heard: tuple[str | None, ...] = ()
