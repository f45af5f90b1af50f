"""The ways in which a child process is lost, an exception class each."""

from __future__ import annotations


class ProcessLoss(Exception):
    """A child did not do what it was started for. ``stderr`` is the end of what it complained about."""

    def __init__(self, message: str, stderr: str = "") -> None:
        super().__init__(message)
        self.stderr = stderr


class NotStarted(ProcessLoss):
    """The program could not be started at all."""


class ChildLost(ProcessLoss):
    """The child ended, or its terminal closed, while something was expected of it."""


class ChildTimeout(ProcessLoss):
    """The child said nothing in time; it has been killed."""


class ChildSpent(ChildTimeout):
    """The child used more processor time than it may; it has been killed."""


class ChildFlooded(ProcessLoss):
    """The child said more than it may; it has been killed."""


class ChildTooLarge(ProcessLoss):
    """The child's resident memory passed its ceiling; it has been killed."""
