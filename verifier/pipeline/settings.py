"""By which translations chains are judged: under the names that commands and functions have for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verifier.judging.agreeing.trusting import THRESHOLD
from verifier.judging.translations.apart import default_file
from verifier.language.formal_chain import FormalChain
from verifier.readers.model.live import LiveModel

NOBODY = "none"
"""What stands for no translator."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TranslationSettings:
    """By which translations chains are judged, under the names that the commands have for them.

    ``readings``: formal chains, or files of them, as evidence (``--formal``); ``given``: those that the caller vouches
    for.
    ``trust``: ``evidence``, ``agreeing`` or the file of a level, which must show ``trust_at``. ``translator``:
    ``openai:MODEL`` or ``hf:PATH``, which translates chains as they come, ``none`` for nobody; ``translator_samples``:
    translations of each, made apart; ``translator_budget``: most tokens in all; ``translator_answers``: the file that
    keeps answers; ``translator_offline``: ask nobody.
    """

    readings: Sequence[str | Path | FormalChain] = ()
    given: Sequence[str | Path | FormalChain] = ()
    trust: str = "evidence"
    trust_at: float = THRESHOLD
    translator: str = NOBODY
    translator_url: str | None = None
    translator_samples: int = 2
    translator_budget: int | None = None
    translator_answers: str | Path | None = None
    translator_offline: bool = False

    def __post_init__(self) -> None:
        """Take one path for a list of one, and any sequence for a tuple: settings are keys."""
        for name in ("readings", "given"):
            given = getattr(self, name)
            every = (given,) if isinstance(given, str | Path | FormalChain) else given
            told = tuple(one if isinstance(one, FormalChain) else str(one) for one in every)
            object.__setattr__(self, name, told)
        if self.translator_answers is not None:
            object.__setattr__(self, "translator_answers", str(self.translator_answers))

    @property
    def of_files(self) -> dict[str, Any]:
        """What a process is told that is handed live translations, as JSON values."""
        return {"readings": self.readings, "given": self.given, "trust": self.trust, "trust_at": self.trust_at}

    @property
    def nobody(self) -> bool:
        """Whether chains are judged by the exact reading alone."""
        return not (self.readings or self.given) and self.translator == NOBODY

    @property
    def live(self) -> LiveModel | None:
        """Who is asked for translations, None where nobody is."""
        if self.translator == NOBODY:
            return None
        kept = default_file() if self.translator_answers is None else Path(self.translator_answers)
        return LiveModel(
            self.translator,
            kept,
            self.translator_url,
            self.translator_samples,
            self.translator_budget,
            self.translator_offline,
        )
