"""By which translations chains are judged: under the names that commands and functions have for it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from verifier.readers.model.live import Live

NOBODY = "none"
"""What stands for no translator."""


@dataclass(frozen=True, slots=True)
class TranslationSettings:
    """By which translations chains are judged, under the names that the commands have for them.

    ``formal``: files of formal chains, as evidence; ``given``: files that the caller vouches for. ``trust``:
    ``evidence`` or ``agreeing``. ``translator``: ``openai:MODEL`` or ``hf:PATH``, which translates chains as they come,
    ``none`` for nobody; ``translator_samples``: translations of each, made apart; ``translator_budget``: most tokens in
    all; ``translator_answers``: the file that keeps answers; ``translator_offline``: ask nobody.
    """

    formal: tuple[str | Path, ...] = ()
    given: tuple[str | Path, ...] = ()
    trust: str = "evidence"
    translator: str = NOBODY
    translator_url: str | None = None
    translator_samples: int = 2
    translator_budget: int | None = None
    translator_answers: str | Path | None = None
    translator_offline: bool = False

    @property
    def nobody(self) -> bool:
        """Whether chains are judged by the exact reading alone."""
        return not (self.formal or self.given) and self.translator == NOBODY

    @property
    def live(self) -> Live | None:
        """Who is asked for translations, None where nobody is."""
        if self.translator == NOBODY:
            return None
        kept = None if self.translator_answers is None else Path(self.translator_answers)
        return Live(
            self.translator,
            self.translator_url,
            self.translator_samples,
            self.translator_budget,
            kept,
            self.translator_offline,
        )
