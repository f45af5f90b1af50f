"""The only room that starts, feeds, times and kills children."""

from verifier.processes.crew import Crew, processors
from verifier.processes.errors import (
    ChildFlooded,
    ChildLost,
    ChildSpent,
    ChildTimeout,
    ChildTooLarge,
    NotStarted,
    ProcessLoss,
)
from verifier.processes.forks import call_in_forks, compute_alone_in_forks, end_without_destructors, keep_forever
from verifier.processes.group import available, resident
from verifier.processes.pool import NoneFree, Pool
from verifier.processes.pty import Child
from verifier.processes.sandbox import Finished, Scratch, remove_abandoned, run
from verifier.processes.worker import MARKER, command

__all__ = [
    "MARKER",
    "Child",
    "ChildFlooded",
    "ChildLost",
    "ChildSpent",
    "ChildTimeout",
    "ChildTooLarge",
    "Crew",
    "Finished",
    "NoneFree",
    "NotStarted",
    "Pool",
    "ProcessLoss",
    "Scratch",
    "available",
    "call_in_forks",
    "command",
    "compute_alone_in_forks",
    "end_without_destructors",
    "keep_forever",
    "processors",
    "remove_abandoned",
    "resident",
    "run",
]
