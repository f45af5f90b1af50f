"""What a user asks of a translator: options that commands and functions take alike, and that travel to workers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

LeanMode = Literal["off", "auto", "require"]
"""Whether Lean is used; ``require`` fails where it cannot be had."""

TRANSLATORS: Final = ("openai:MODEL", "hf:PATH")
"""What may translate: a server with OpenAI's interface, or a model of this machine."""

UNMEASURED: Final = "unmeasured"
"""Stands for a level where a translator is to settle steps on the user's word alone."""


@dataclass(frozen=True, slots=True)
class Translator:
    """What translates, and how. ``spec``: ``openai:MODEL``, ``hf:PATH``, or ``none``, which is nobody.

    ``trust``: a file with a measured level, or ``unmeasured``; None: what is translated settles nothing. ``at_least``:
    the precision that the level must show, at 95% confidence. ``samples``: how many independent answers must agree.
    ``budget``: most tokens of a run. ``answers``: the file that keeps answers, None for the user's own. ``offline``:
    replay kept answers, ask nobody. ``ratios``: likelihood ratios of a step found proved and refuted, for its estimate.
    ``proofs``: how often to ask for facts where Lean finds no proof.
    """

    spec: str = "none"
    trust: str | None = None
    at_least: float = 0.95
    samples: int = 3
    budget: int | None = None
    answers: str | None = None
    offline: bool = False
    ratios: str = "1.5,0.5"
    proofs: int = 0

    @property
    def nobody(self) -> bool:
        """Whether nothing is translated."""
        return self.spec == "none"


NOBODY = Translator()
"""No translator, which is the default."""
