"""The translations of chains: those of files, and those that a model makes when a chain is judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from verifier.chain import Chain
from verifier.judging.agreeing.trusting import refusal, trust_in
from verifier.judging.decide import leaves_open
from verifier.judging.translations.files import read_translations
from verifier.judging.translations.intake import ByChain, looked_at
from verifier.judging.translations.translation import Translated, Translation
from verifier.language.formal_chain import FormalChain
from verifier.pipeline.settings import TranslationSettings
from verifier.readers.model.live import Heard, LiveTranslator


class Translations:
    """Gives chains their translations, for a ``Judge``. ``trust``: what lets them settle steps.

    ``heard``: what the translator answered about each chain of the last call.
    """

    def __init__(self, asked: TranslationSettings) -> None:
        """Read the files now; no model is asked yet.

        Raises:
            ValueError: where a file cannot be read whole, on another trust, or on a level of other translations.
            ModelUnavailable: where the name of the translator is of no model.
        """
        self.trust = trust_in(asked.trust, asked.trust_at)
        sides = (asked.readings, asked.given)
        paths = ([Path(one) for one in side if not isinstance(one, FormalChain)] for side in sides)
        found, faults = read_translations(*paths)
        if faults:
            raise ValueError("; ".join(faults[:3]))
        pairs = zip(sides, (False, True), strict=True)
        found += [Translation(one, given) for side, given in pairs for one in side if isinstance(one, FormalChain)]
        if refused := refusal(self.trust, (one.formal for one in found if not one.given)):
            raise ValueError(refused)
        self._held, self._live = ByChain(found), None if asked.live is None else LiveTranslator(asked.live, leaves_open)
        self.heard: list[Heard] = []

    def close(self) -> None:
        """Stop what was started."""
        if self._live is not None:
            self._live.close()

    @property
    def spent(self) -> list[str]:
        """What the translator took so far, in words."""
        return [] if self._live is None else list(self._live.spent.told())

    def __call__(self, chains: Sequence[Chain]) -> list[Translated]:
        """Return the chains with their translations, in order; chains of one problem are translated over one
        vocabulary.

        Raises:
            ModelUnavailable: where such a model cannot be had here.
            NotKept: where the file of answers breaks.
        """
        self.heard = [Heard()] * len(chains) if self._live is None else self._live(chains)
        return [self.of(chain, one.formal) for chain, one in zip(chains, self.heard, strict=True)]

    def of(self, chain: Chain, more: Sequence[FormalChain] = ()) -> Translated:
        """Return a chain with the translations of the files, and with ``more`` of them."""
        held = self._of_files(chain)
        if not more:
            return held
        known = [replace(one, set_aside=None) for one in held.translations]
        return Translated(chain, looked_at(chain, [*known, *map(Translation, more)]))

    def _of_files(self, chain: Chain) -> Translated:
        """The translations of the files: by the id of a chain, else by its text."""
        found = self._held.of(chain)
        if found.translations or chain.id is None:
            return found
        by_text = self._held.of(replace(chain, id=None)).translations
        renamed = [replace(one, formal=replace(one.formal, id=chain.id), set_aside=None) for one in by_text]
        return Translated(chain, looked_at(chain, renamed))
