"""Chains translated when they are wanted: by a model that is asked now, or by answers that were kept."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import ParamSpec, TypeVar

from verifier.asking.batch import round_of
from verifier.asking.budget import Spent
from verifier.asking.choose import is_local, language_model, named
from verifier.asking.kept import Kept
from verifier.asking.live import Desk, ask
from verifier.asking.model import Model
from verifier.asking.request import Request
from verifier.chain import Chain
from verifier.endpoint import Patience
from verifier.language.formal_chain import FormalChain
from verifier.processes import call_in_forks
from verifier.readers.model.choose import LeavesOpen, Wanted, in_turn, tasks_of
from verifier.readers.model.translate import Task, Translated, translation

Given = ParamSpec("Given")
Came = TypeVar("Came")

NOT_KEPT = "no answer was kept, and nobody is asked"


@dataclass(frozen=True, slots=True)
class LiveModel:
    """Who translates, and within what. ``spec``: ``openai:MODEL`` or ``hf:PATH``; ``url``: of the server.

    ``samples``: translations of each chain, made apart. ``budget``: most tokens in all. ``answers``: the file that
    keeps answers. ``offline``: ask nobody. ``concurrency``: requests under way at once.
    """

    spec: str
    answers: Path
    url: str | None = None
    samples: int = 2
    budget: int | None = None
    offline: bool = False
    patience: Patience = field(default_factory=Patience)
    concurrency: int = 8

    @property
    def wanted(self) -> Wanted:
        """Who translates, and how."""
        return Wanted(self.spec, self.samples, url=self.url, patience=self.patience)


@dataclass(frozen=True, slots=True)
class Heard:
    """The translations of a chain, under its own id, and why others of it are missing."""

    formal: tuple[FormalChain, ...] = ()
    why: tuple[str, ...] = ()


class Shared:
    """A model that outlasts those who ask it: that one of them closes it lets go of nothing."""

    def __init__(self, model: Model[Request]) -> None:
        """``model``: bears being asked from several threads and event loops."""
        self.name, self.hear = model.name, model.hear

    async def close(self) -> None:
        """Keep it."""


class LiveTranslator:
    """Translates chains, those of one problem over one vocabulary. Threads may share it, and so they do its budget and
    the weights of a model of this machine, which are loaded once and kept until ``close``."""

    def __init__(self, asked: LiveModel, leaves_open: LeavesOpen) -> None:
        """Ask nothing yet. ``leaves_open``: whether a third sample is worth asking for.

        Raises:
            ModelUnavailable: where the name is of no model.
        """
        named(asked.spec)
        self._asked, self.spent = asked, Spent(most_tokens=asked.budget)
        self._leaves_open = leaves_open
        self._weights: Model[Request] | None = None
        self._begin()
        call_in_forks(self._begin)

    def _begin(self) -> None:
        self._turn = threading.Lock()

    def close(self) -> None:
        """Let go of the weights, where there are any; whoever asks again has them loaded again."""
        with self._turn:
            held, self._weights = self._weights, None
        if held is not None:
            _apart(asyncio.run, held.close())

    def __call__(
        self, chains: Sequence[Chain], seconds: float | None = None, *, by_problem: bool = False
    ) -> list[Heard]:
        """Return the translations of each chain, in order; what has no answer within ``seconds`` is given up.

        ``by_problem``: each problem is translated by itself first, and its answer kept, also where a chain is the only
        one of it: more attempts at it are to come.

        Raises:
            ModelUnavailable: where such a model cannot be had here.
            NotKept: where the file of answers breaks.
        """
        # By their text, not by their ids: callers that know nothing of each other may use one id twice.
        wanted = replace(self._asked.wanted, mode="problem") if by_problem else self._asked.wanted
        tasks = tasks_of([replace(chain, id=None) for chain in chains], wanted)
        until = None if seconds is None else time.monotonic() + seconds
        with Kept(self._asked.answers) as kept:
            run = partial(self._kept_alone if self._asked.offline else partial(self._live, until=until), kept=kept)
            done = in_turn(tasks, run, self._leaves_open)
        found: dict[str | None, list[Translated]] = {}
        for one in {(one.task.chain.id, one.task.sample): one for one in done}.values():
            found.setdefault(one.task.chain.id, []).append(one)
        ids = [task.chain.id for task in tasks[:: self._asked.samples]]
        return [_heard(chain, found[id]) for chain, id in zip(chains, ids, strict=True)]

    def _live(self, tasks: Sequence[Task], kept: Kept, until: float | None) -> list[Translated]:
        desk = Desk(self._model(), kept, self.spent, self._asked.concurrency, until=until)
        return _apart(ask, [translation(task) for task in tasks], desk)

    def _model(self) -> Model[Request]:
        """Who is asked: weights are shared; connections belong to the event loop that each call has."""
        asked = self._asked
        if not is_local(asked.spec):
            return language_model(asked.spec, asked.url, asked.patience)
        with self._turn:
            self._weights = self._weights or language_model(asked.spec)
            return Shared(self._weights)

    def _kept_alone(self, tasks: Sequence[Task], kept: Kept) -> list[Translated]:
        found = ((task, round_of([translation(task)], kept).done) for task in tasks)
        return [done[0] if done else Translated(task, None, NOT_KEPT) for task, done in found]


def _apart(work: Callable[Given, Came], *args: Given.args, **more: Given.kwargs) -> Came:
    """What ``work`` returns, in a thread without an event loop: whoever calls may have one."""
    with ThreadPoolExecutor(1, thread_name_prefix="translating") as apart:
        return apart.submit(work, *args, **more).result()


def _heard(chain: Chain, done: Sequence[Translated]) -> Heard:
    formal = [one.chain for one in done if one.chain is not None]
    if chain.id is not None:
        formal = [replace(one, id=chain.id) for one in formal]
    return Heard(tuple(formal), tuple(dict.fromkeys(one.why for one in done if one.chain is None)))
