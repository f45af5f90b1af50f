"""Translations of labelled chains as samples of one author each, and what it took to make those that were made now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from verifier.asking.request import Heard, Request
from verifier.evaluation.levels.levels import LevelBench, TranslationSample
from verifier.judging.agreeing.level import By, Level, Setup, Source
from verifier.judging.translations.sources import checks
from verifier.language.formal_chain import FormalChain
from verifier.readers.model.translate import Task, Translated, translation


def samples_of(name: str, chains: Iterable[FormalChain]) -> list[TranslationSample]:
    """Return the translations of one file, those of one chain in samples of their own, in order.

    Raises:
        ValueError: where they are by several models or prompts, or there is none.
    """
    groups: dict[tuple[str, int], dict[str, FormalChain]] = {}
    seen: Counter[tuple[str, str]] = Counter()
    authors: dict[By, None] = {}
    for one in chains:
        place = (one.by.sample, seen[one.id, one.by.sample])
        seen[one.id, one.by.sample] += 1
        groups.setdefault(place, {})[one.id] = one
        authors[By.of(one.by)] = None
    if not authors:
        raise ValueError(f"{name}: expected formal chains, got none")
    if len(authors) > 1:
        listed = "; ".join(map(str, authors))
        raise ValueError(f"{name}: expected translations by one model and prompt, got {listed}: measure them apart")
    if len(groups) == 1:
        return [TranslationSample(name, found) for found in groups.values()]
    return [TranslationSample(f"{name}, sample {i}", groups[place]) for i, place in enumerate(sorted(groups))]


@dataclass(slots=True)
class Cost:
    """What translations took: their number, those that failed, tokens, requests, and what the linter made of them."""

    translations: int = 0
    failed: int = 0
    at_once: int = 0
    unsaid: int = 0
    requests: int = 0
    read: int = 0
    written: int = 0

    def add(self, one: Translated) -> None:
        """Count a translation."""
        self.translations += 1
        self.failed += one.chain is None
        self.at_once += one.at_once
        self.unsaid += len(one.unsaid)

    def count(self, heard: Heard) -> None:
        """Count what a request took."""
        self.requests += 1
        self.read += heard.read
        self.written += heard.written


@dataclass(slots=True)
class MadeNow:
    """What a run of a translator came to, chains over a shared vocabulary apart from those of one request."""

    samples: list[TranslationSample]
    alone: Cost = field(default_factory=Cost)
    shared: Cost = field(default_factory=Cost)
    seconds: float = 0.0
    prices: tuple[float, float] = (0.0, 0.0)

    @property
    def costs(self) -> Iterator[tuple[str, Cost]]:
        """What each way took, by its name."""
        named = (("one request a chain", self.alone), ("over a shared problem", self.shared))
        yield from (one for one in named if one[1].translations)


def live_of(name: str, done: Sequence[Translated], find: Callable[[Request], Heard | None]) -> MadeNow:
    """Return what a translator made, and what that took. ``find`` gives what was heard to a request; one that several
    chains share, the problem of a sample, is counted once.

    Raises:
        ValueError: where nothing was translated.
    """
    found = MadeNow(samples_of(name, (one.chain for one in done if one.chain is not None)))
    seen: set[str] = set()
    for one in done:
        cost = found.shared if one.task.shared else found.alone
        cost.add(one)
        for request, heard in _course(one.task, find):
            if request.key not in seen:
                seen.add(request.key)
                cost.count(heard)
    return found


def _course(task: Task, find: Callable[[Request], Heard | None]) -> Iterator[tuple[Request, Heard]]:
    """Yield the requests of a task that were answered, with what was heard."""
    asking = translation(task)
    request = next(asking)
    while (heard := find(request)) is not None:
        yield request, heard
        try:
            request = asking.send(heard)
        except StopIteration:
            return


def level_of(bench: LevelBench, samples: Sequence[TranslationSample], data: Iterable[Source]) -> Level:
    """Return the level of what was measured: of all translations agreeing, or of the only one. Raises: ValueError."""
    setup = Setup(tuple(sorted(one.by for one in samples)), checks())
    found = bench.strictest
    return Level(setup, tuple(data), found.side("approvals"), found.side("accusations"))
