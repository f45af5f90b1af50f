"""Translating the chains of requests, before workers judge them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from verifier.asking.kept import NotKept
from verifier.asking.model import ModelUnavailable
from verifier.chain import Chain
from verifier.endpoint import Patience
from verifier.judging.decide import leaves_open
from verifier.pipeline.settings import TranslationSettings
from verifier.readers.model.live import Heard, LiveTranslator

_LOG = logging.getLogger("verifier.serving")

ATTEMPTS: Final = 2
"""Of a request to the model, where another may help: whoever asks the service waits meanwhile."""

MOST_KNOWN: Final = 10_000
"""Most problems that are remembered as translated."""


class Translating:
    """Asks the model that the service was started with, within the time of an item; nobody where there is none."""

    def __init__(self, settings: TranslationSettings, seconds: float) -> None:
        """Ask nothing yet.

        Raises:
            ModelUnavailable: where the name is of no model.
        """
        live = settings.live
        self._seconds = seconds
        self._begun: dict[str, asyncio.Event] = {}
        self._known: dict[str, None] = {}
        self._live = (
            None if live is None else LiveTranslator(replace(live, patience=Patience(seconds, ATTEMPTS)), leaves_open)
        )

    @property
    def asks(self) -> bool:
        """Whether there is a model to ask."""
        return self._live is not None

    def close(self) -> None:
        """Let go of the model's weights, where it is one of this machine."""
        if self._live is not None:
            self._live.close()

    async def __call__(self, chains: Sequence[Chain]) -> list[Heard]:
        """Return the translations of chains, and why there are none."""
        if self._live is None or not chains:
            return [Heard()] * len(chains)
        return await asyncio.to_thread(self._heard, chains, False)

    async def attempts(self, chains: Sequence[Chain]) -> list[Heard]:
        """Return the same of attempts, many of which are at one problem.

        Each problem is translated by itself, and where another request is about to have that done it is waited for:
        its answer is kept then, so that a group costs one translation of the problem, however its attempts are sent.
        """
        if self._live is None or not chains:
            return [Heard()] * len(chains)
        problems = {chain.problem for chain in chains}
        while (others := [self._begun[one] for one in problems if one in self._begun]) != []:
            await asyncio.gather(*(one.wait() for one in others))
        first = {one: asyncio.Event() for one in problems - self._known.keys()}
        self._begun |= first
        try:
            return await asyncio.to_thread(self._heard, chains, True)
        finally:
            for problem, event in first.items():
                self._known[problem] = None
                del self._begun[problem]
                event.set()
            while len(self._known) > MOST_KNOWN:
                del self._known[next(iter(self._known))]

    def _heard(self, chains: Sequence[Chain], by_problem: bool) -> list[Heard]:
        assert self._live is not None  # nobody asks then
        try:
            found = self._live(chains, self._seconds, by_problem=by_problem)
        except (ModelUnavailable, NotKept) as error:
            found = [Heard(why=(str(error),))] * len(chains)
        for why in {why for one in found for why in one.why}:
            _LOG.warning("not translated: %s", why)
        return found
