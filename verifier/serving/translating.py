"""Translating the chains of requests, before workers judge them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from verifier.chain import Chain
from verifier.endpoint import Patience
from verifier.judging.formal.settings import TranslationSettings
from verifier.readers.model.asking.kept import NotKept
from verifier.readers.model.asking.model import ModelUnavailable
from verifier.readers.model.live import Heard, LiveTranslator

_LOG = logging.getLogger("verifier.serving")

ATTEMPTS: Final = 2
"""Of a request to the model, where another may help: whoever asks the service waits meanwhile."""


class Translating:
    """Asks the model that the service was started with, within the time of an item; nobody where there is none."""

    def __init__(self, settings: TranslationSettings, seconds: float) -> None:
        """Ask nothing yet.

        Raises:
            ModelUnavailable: where the name is of no model.
        """
        live = settings.live
        self._seconds = seconds
        self._live = None if live is None else LiveTranslator(replace(live, patience=Patience(seconds, ATTEMPTS)))

    async def __call__(self, chains: Sequence[Chain]) -> list[Heard]:
        """Return the translations of chains, and why there are none. Fails: never."""
        if self._live is None or not chains:
            return [Heard()] * len(chains)
        try:
            found = await asyncio.to_thread(self._live, chains, self._seconds)
        except (ModelUnavailable, NotKept) as error:
            found = [Heard(why=(str(error),))] * len(chains)
        for why in {why for one in found for why in one.why}:
            _LOG.warning("not translated: %s", why)
        return found
