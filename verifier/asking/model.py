"""What answers requests, whatever it is made of."""

from __future__ import annotations

from typing import Protocol, TypeVar

from verifier.asking.request import Asked, Heard

Form_contra = TypeVar("Form_contra", bound=Asked, contravariant=True)
"""What a model can be asked."""


class ModelUnavailable(RuntimeError):
    """No such model can be had; ``str`` says what to install or change. ``usage``: it was asked for wrongly."""

    def __init__(self, message: str, *, usage: bool = False) -> None:
        super().__init__(message)
        self.usage = usage


class Model(Protocol[Form_contra]):
    """Answers requests."""

    @property
    def name(self) -> str:
        """The name as files and records carry it: no address, no key."""
        ...

    async def hear(self, request: Form_contra) -> Heard:
        """Return the answer, or why there is none.

        Raises:
            ModelUnavailable: where asking on makes no sense.
        """
        ...

    async def close(self) -> None:
        """Let go of what it holds."""
        ...
