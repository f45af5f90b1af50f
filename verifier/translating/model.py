"""What every language model answers, whatever it is made of, and what the answers of one run cost."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

HEAT: Final = 0.7
"""The temperature of every sample but the first, which is asked at 0."""

Message = Mapping[str, str]
"""``{"role": "system" | "user" | "assistant", "content": text}``, as chat endpoints take it."""


class TranslatorUnavailable(RuntimeError):
    """No such model can be had; ``str`` says what to install or change. ``usage``: it was asked for wrongly."""

    def __init__(self, message: str, *, usage: bool = False) -> None:
        super().__init__(message)
        self.usage = usage


class NoAnswer(Exception):
    """One question got no answer that can be used: a refusal, a time-out, no recording, a spent budget.

    ``read``, ``written``: the tokens that it took all the same. ``kept``: the model itself ended so, and would again.
    """

    def __init__(self, message: str, read: int = 0, written: int = 0, *, kept: bool = False) -> None:
        super().__init__(message)
        self.read, self.written, self.kept = read, written, kept


@dataclass(frozen=True, slots=True)
class Bounds:
    """What no proper translation goes beyond, for a model that can be held to it: what a hypothesis may rest on, how
    many claims there are, and how many tokens they take."""

    names: tuple[str, ...]
    claims: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked. ``sample``: the first is asked without chance, further ones with. ``tokens``: most of the answer.

    ``schema``: what the answer must be, as JSON Schema, with its name; None for plain words. ``bounds`` follow from the
    material, so that what else is asked says them already.
    """

    messages: tuple[Message, ...]
    schema: tuple[str, Mapping[str, Any]] | None = None
    sample: int = 0
    tokens: int = 1024
    bounds: Bounds | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What was answered, and how many tokens it took to read and to write. ``cached``: nobody was asked."""

    text: str
    read: int = 0
    written: int = 0
    cached: bool = False


class LanguageModel(Protocol):
    """Answers questions."""

    @property
    def name(self) -> str:
        """The name as records carry it: no address, no key."""
        ...

    def ask(self, question: Question) -> Answer:
        """Return the answer. Fails: NoAnswer; TranslatorUnavailable where asking on makes no sense."""
        ...


@dataclass(slots=True)
class Spent:
    """What a run has asked for so far, and the most that it may. Prices: per million tokens, in any currency."""

    most_tokens: int | None = None
    price_read: float = 0.0
    price_written: float = 0.0
    asked: int = 0
    answered_before: int = 0
    failed: int = 0
    read: int = 0
    written: int = 0
    why: dict[str, int] = field(default_factory=dict)  # how often there was no answer, by reason

    @property
    def cost(self) -> float:
        """The price of what was asked, nothing for what had been answered before."""
        return (self.read * self.price_read + self.written * self.price_written) / 1_000_000

    def told(self, name: str) -> Iterator[str]:
        """Yield in words what a run took from the model called ``name``. Fails: never."""
        yield (
            f"{name}: {self.asked} questions, {self.answered_before} answered before, {self.failed} without an answer; "
            f"{self.read} tokens read, {self.written} written"
        )
        for why, times in sorted(self.why.items(), key=lambda pair: (-pair[1], pair[0]))[:3]:
            yield f"{name}: no answer, {times} times: {why}"

    @property
    def exhausted(self) -> bool:
        """Whether the budget is used up."""
        return self.most_tokens is not None and self.read + self.written >= self.most_tokens


class Counted:
    """A language model that keeps count, and asks nothing once the budget is spent. Threads may share it: what they ask
    at the same time may go beyond the budget together."""

    def __init__(self, model: LanguageModel, spent: Spent) -> None:
        """Start nothing. Fails: never."""
        self._model, self.spent = model, spent
        self._counting = threading.Lock()

    @property
    def name(self) -> str:
        """The model's name, as records carry it."""
        return self._model.name

    def ask(self, question: Question) -> Answer:
        """Return the answer. Fails: NoAnswer, also when the budget is spent; TranslatorUnavailable."""
        try:
            if self.spent.exhausted:
                raise NoAnswer(f"the run's budget of {self.spent.most_tokens} tokens is spent")
            answer = self._model.ask(question)
        except NoAnswer as error:
            with self._counting:
                self.spent.failed += 1
                self.spent.read += error.read
                self.spent.written += error.written
                self.spent.why[str(error)] = self.spent.why.get(str(error), 0) + 1
            raise
        with self._counting:
            if answer.cached:
                self.spent.answered_before += 1
            else:
                self.spent.asked += 1
                self.spent.read += answer.read
                self.spent.written += answer.written
        return answer


def refuse_extra(package: str, extra: str) -> TranslatorUnavailable:
    """Return the error that names the extra which a package comes with. Fails: never."""
    return TranslatorUnavailable(f"{package} is not installed: pip install 'verifier[{extra}]'")


def spoken(system: str, user: str) -> tuple[Message, ...]:
    """Return a question's messages. Fails: never."""
    return {"role": "system", "content": system}, {"role": "user", "content": user}
