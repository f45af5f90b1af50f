"""A judge of chains by their translations: those of files, and those that a model makes when a chain is judged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any

from verifier.chain import Chain
from verifier.estimators.model import ProcessRewardModel
from verifier.judging.agreeing.judge import FormalJudge, leaves_open
from verifier.judging.agreeing.trusting import THRESHOLD, Settling, Trust, refusal, trust_in
from verifier.judging.combine import judged
from verifier.judging.estimates.calibrated import Calibrated
from verifier.judging.estimates.fusion import Fusion
from verifier.judging.judgements.judged_formal import JudgedFormalChain
from verifier.judging.translations.files import read_translations
from verifier.judging.translations.intake import (
    ByChain,
    Textless,
    Translated,
    Translation,
    by_themselves,
    looked_at,
    of_chains,
)
from verifier.language.files import read_file
from verifier.language.formal_chain import FormalChain
from verifier.pipeline.evidence import with_estimates
from verifier.pipeline.judge import Judge
from verifier.pipeline.settings import TranslationSettings
from verifier.readers.model.live import Heard, LiveTranslator

Source = str | Path | FormalChain
"""Formal chains, or the file that they stand in."""


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


def verify_formal(
    formal: Source | Iterable[Source],
    chains: Chain | Iterable[Chain] | None = None,
    *,
    given: Source | Iterable[Source] = (),
    trust: Settling | str | Path = Trust.EVIDENCE,
    trust_at: float = THRESHOLD,
    prm: str | ProcessRewardModel | None = "none",
    fusion: Fusion | None = None,
    calibration: Calibrated | str | Path | None = None,
) -> list[JudgedFormalChain]:
    """Return the chains judged by their translations ``formal``, which hold their text or stand beside ``chains``.

    ``given`` are translations that the caller vouches for: they settle steps. Others do where ``trust`` is
    ``"agreeing"`` and at least two that were made apart agree, or where it is the file of a level that was measured
    of such translations, on each side whose bound is ``trust_at`` or more; else they are evidence. The exact reading
    judges the chains beside them: what it settles is settled, unless a translation says the opposite. ``prm``,
    ``fusion``, ``calibration``: as a ``Judge`` has them; what translations say is evidence for the estimates.

    Raises:
        OSError: where a file cannot be read.
        ValueError: where a file holds no formal chain, a text is missing, or the level is none, was edited, or is of
            other translations.
        PrmUnavailable: where there is no such process reward model.
    """
    trusted = trust_in(trust, trust_at)
    found = [Translation(one) for one in _read(formal)] + [Translation(one, True) for one in _read(given)]
    if wrong := refusal(trusted, (one.formal for one in found if not one.given)):
        raise ValueError(wrong)
    if chains is None:
        translated: list[Translated | Textless] = list(by_themselves(found))
    else:
        translated = list(of_chains([chains] if isinstance(chains, Chain) else chains, found))
    if textless := next((one for one in translated if isinstance(one, Textless)), None):
        raise ValueError(str(textless))
    judge = FormalJudge()
    with Judge(lean="off", prm=prm, fusion=fusion, calibration=calibration) as exactly:
        told = [one for one in translated if isinstance(one, Translated)]
        rows = (judged(one, trusted, judge, exactly.exactly(one.chain)) for one in told)
        return [with_estimates(one, exactly) for one in rows]


def _read(sources: Source | Iterable[Source]) -> Iterator[FormalChain]:
    for one in [sources] if isinstance(sources, str | Path | FormalChain) else sources:
        if isinstance(one, FormalChain):
            yield one
            continue
        for read in read_file(Path(one)):
            if read.chain is None:
                raise ValueError(f"{one}: {read.error}")
            yield read.chain
