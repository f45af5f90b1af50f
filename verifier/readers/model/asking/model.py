"""What answers requests, whatever it is made of."""

from __future__ import annotations

from typing import Protocol

from verifier.readers.model.request import Heard, Request


class ModelUnavailable(RuntimeError):
    """No such model can be had; ``str`` says what to install or change. ``usage``: it was asked for wrongly."""

    def __init__(self, message: str, *, usage: bool = False) -> None:
        super().__init__(message)
        self.usage = usage


class Model(Protocol):
    """Answers requests."""

    @property
    def name(self) -> str:
        """The name as files and records carry it: no address, no key."""
        ...

    async def hear(self, request: Request) -> Heard:
        """Return the answer, or why there is none.

        Raises:
            ModelUnavailable: where asking on makes no sense.
        """
        ...

    async def close(self) -> None:
        """Let go of what it holds."""
        ...
