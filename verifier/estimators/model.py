"""What every process reward model answers, whatever it is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from verifier.chain import Chain


@dataclass(frozen=True, slots=True)
class Wire:
    """How a model is asked that answers requests: within which budget, and with which answers kept.

    ``url``: of a critic's server, the environment's where None. ``votes``: of a critic on each chain;
    ``token_probabilities``: those of the number that it answers, where the server tells them; ``temperature``: None
    for 0 with one vote and 0.7 with several, below 0 for the server's own; ``answer_tokens``: most of an answer.
    ``context``: tokens that a process reward model takes; ``tokenizer``: its folder or name, the model's own where
    None. ``budget``: most tokens of the run; ``most_money``: by the prices of a million tokens. ``answers``: the file
    that keeps them. ``offline``: ask nobody; nor is anybody asked where ``requests`` are written or ``responses``
    read, in OpenAI's batch format. ``seconds``: for one answer; ``attempts``: of a request, where another may help.
    """

    url: str | None = None
    votes: int = 1
    token_probabilities: bool = False
    temperature: float | None = None
    answer_tokens: int = 8192
    context: int = 4096
    tokenizer: str | None = None
    budget: int | None = None
    most_money: float | None = None
    price_read: float = 0.0
    price_written: float = 0.0
    answers: str | None = None
    offline: bool = False
    requests: str | None = None
    responses: tuple[str, ...] = ()
    concurrency: int = 8
    seconds: float = 300.0
    attempts: int = 4

    @property
    def bounded(self) -> bool:
        """Whether the run may take so much and no more."""
        return self.budget is not None or self.most_money is not None

    @property
    def asks_nobody(self) -> bool:
        """Whether kept answers alone are used."""
        return self.offline or self.requests is not None or bool(self.responses)


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a model of transformers runs, and on which numbers; ``auto`` chooses what the machine has. ``wire``: how a
    model that is asked is asked."""

    device: str = "auto"
    dtype: str = "auto"
    wire: Wire = field(default_factory=Wire)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Placement:
        """Return the placement of its fields as JSON values. Raises: KeyError, TypeError."""
        wire = {**data["wire"], "responses": tuple(data["wire"]["responses"])}
        return cls(str(data["device"]), str(data["dtype"]), Wire(**wire))


def taught_by(model: object, problem: str) -> bool:
    """Return whether a model says that labels of this problem's chains taught it: what it says of them is too good to
    measure it by, or to fit anything beside it. Models that remember no problems never say so."""
    say: Callable[[str], bool] | None = getattr(model, "taught_by", None)
    return say is not None and say(problem)


class PrmUnavailable(RuntimeError):
    """No such model can be had here; ``str`` says what to install or change. ``usage``: it was asked for wrongly."""

    def __init__(self, message: str, *, usage: bool = False) -> None:
        super().__init__(message)
        self.usage = usage


class ProcessRewardModel(Protocol):
    """Scores the steps of chains."""

    @property
    def name(self) -> str:
        """Name and version, as records carry it."""
        ...

    def score(self, chains: Sequence[Chain]) -> list[list[float]]:
        """Return, for each chain, one probability in (0, 1) for each step: that the chain is right up to and including
        it.
        """
        ...
