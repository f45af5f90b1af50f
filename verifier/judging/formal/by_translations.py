"""A judge of chains by their translations: those of files, and those that a model makes when a chain is judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any

from verifier.chain import Chain
from verifier.estimators.model import ProcessRewardModel
from verifier.judging.estimates.calibrated import Calibrated
from verifier.judging.estimates.fusion import Fusion
from verifier.judging.formal.agreeing.trusting import refusal, trust_in
from verifier.judging.formal.evidence import with_estimates
from verifier.judging.formal.judge import FormalJudge, leaves_open
from verifier.judging.formal.judged_chain import JudgedFormalChain
from verifier.judging.formal.settings import TranslationSettings
from verifier.judging.formal.translations.files import read_translations
from verifier.judging.formal.translations.intake import ByChain, Translated, Translation, looked_at
from verifier.judging.formal.verify import judged
from verifier.judging.judge import Judge
from verifier.language.formal_chain import FormalChain
from verifier.readers.model.live import Heard, LiveTranslator


class JudgeByTranslations:
    """Judges chains by their translations, with the exact reading beside them. Use as a context manager."""

    def __init__(
        self,
        *,
        prm: str | ProcessRewardModel | None = "none",
        fusion: Fusion | None = None,
        calibration: Calibrated | str | Path | None = None,
        **settings: Any,
    ) -> None:
        """``settings``: as ``TranslationSettings`` has them. The files are read now; no model is asked yet. ``prm``,
        ``fusion``, ``calibration``: as a ``Judge`` has them; what translations say is evidence for the estimates.

        Raises:
            ValueError: where a file cannot be read whole, on another trust, or on a level of other translations.
            ModelUnavailable: where the name of the translator is of no model.
            PrmUnavailable: where there is no such process reward model.
        """
        asked = TranslationSettings(**settings)
        self._trust = trust_in(asked.trust, asked.trust_at)
        found, faults = read_translations([Path(one) for one in asked.formal], [Path(one) for one in asked.given])
        if faults:
            raise ValueError("; ".join(faults[:3]))
        if refused := refusal(self._trust, (one.formal for one in found if not one.given)):
            raise ValueError(refused)
        self._held, self._live = ByChain(found), None if asked.live is None else LiveTranslator(asked.live, leaves_open)
        self._judge, self._exactly = FormalJudge(), Judge(lean="off", prm=prm, fusion=fusion, calibration=calibration)
        self.heard: list[Heard] = []

    def __enter__(self) -> JudgeByTranslations:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop what was started."""
        self._exactly.close()
        if self._live is not None:
            self._live.close()

    @property
    def spent(self) -> list[str]:
        """What the translator took so far, in words."""
        return [] if self._live is None else list(self._live.spent.told())

    def __call__(self, chain: Chain) -> JudgedFormalChain:
        """Return the judged chain. Raises: as ``all``."""
        return self.all([chain])[0]

    def all(self, chains: Sequence[Chain]) -> list[JudgedFormalChain]:
        """Return the judged chains, in order; chains of one problem are translated over one vocabulary.

        What was heard of each stands in ``heard``: a chain of which there is no translation is read exactly.

        Raises:
            ModelUnavailable: where such a model cannot be had here.
            NotKept: where the file of answers breaks.
        """
        self.heard = [Heard()] * len(chains) if self._live is None else self._live(chains)
        return [self.judged(chain, one.formal) for chain, one in zip(chains, self.heard, strict=True)]

    def judged(self, chain: Chain, more: Sequence[FormalChain] = ()) -> JudgedFormalChain:
        """Return a chain judged by the translations of the files, and by ``more`` of them."""
        held = self._of_files(chain)
        if more:
            known = [replace(one, set_aside=None) for one in held.translations]
            held = Translated(chain, looked_at(chain, [*known, *map(Translation, more)]))
        found = judged(held, self._trust, self._judge, self._exactly.exactly(chain))
        return with_estimates(found, self._exactly)

    def _of_files(self, chain: Chain) -> Translated:
        """The translations of the files: by the id of a chain, else by its text."""
        found = self._held.of(chain)
        if found.translations or chain.id is None:
            return found
        by_text = self._held.of(replace(chain, id=None)).translations
        renamed = [replace(one, formal=replace(one.formal, id=chain.id), set_aside=None) for one in by_text]
        return Translated(chain, looked_at(chain, renamed))
