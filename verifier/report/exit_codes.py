"""What every command shares: exit statuses, complaints, and how a command ends when its reader goes away."""

from __future__ import annotations

import errno
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from verifier.asking.model import ModelUnavailable
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.estimators.model import PrmUnavailable
from verifier.outputs import is_standard_output
from verifier.report.screen import said_aside
from verifier.report.terminal_text import safe

OK, WRONG, BAD_INPUT, INFRASTRUCTURE = range(4)
"""The exit statuses; the highest wins."""

STATUSES = {
    OK: "nothing wrong",
    WRONG: "a step is settled incorrect, what `--fail-on` names is there, a record or a proof is rejected, a formal "
    "chain has errors or two differ, or nothing could be served or found",
    BAD_INPUT: "wrong usage or bad input",
    INFRASTRUCTURE: "infrastructure: Lean, a model, a package, a worker, a disk or a standard stream was needed, and "
    "failed or is missing",
}
"""What each means."""


def ended(work: Callable[[], int], *outs: Path | None) -> int:
    """Return the status that ``work`` returns, or a higher one where Lean or a model could not be had; ``outs``: as
    ``output`` takes them.

    Raises: SystemExit on an interrupt.
    """
    status = OK
    with output(*outs), infrastructure() as broken:
        status = work()
    return max(status, *broken)


def complain(message: str) -> None:
    """Print one line on standard error. Raises: OSError when the reader is gone."""
    print(f"verifier: {safe(message)}", file=sys.stderr, flush=True)


def unwritable(place: object, error: OSError, expected: str = "a file that can be written") -> int:
    """Say that an output cannot be written, and return the exit status: 3 where a disk has no room, else 2."""
    complain(f"{place}: expected {expected} ({error.strerror or error})")
    return INFRASTRUCTURE if no_room(error) else BAD_INPUT


def no_room(error: Exception) -> bool:
    """Return whether an error says that there is no room on a disk, or no more of it for this user, or that standard
    output is closed."""
    return isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EBADF)


def amiss(error: Exception, out: Path | None = None) -> int:
    """Say what is wrong with an input or a file, and return the exit status: 3 where a disk has no room, else 2.

    ``out``: the output, which is named where the error names no file.
    """
    if isinstance(error, OSError) and error.strerror:
        expected = "a file that can be written" if no_room(error) else "a file that can be read or written"
        complain(f"{error.filename or out or 'a file'}: expected {expected} ({error.strerror})")
    else:
        complain(str(error))
    return INFRASTRUCTURE if no_room(error) else BAD_INPUT


@contextmanager
def output(*outs: Path | None) -> Iterator[None]:
    """Let a reader of the output go away in silence, as ``head`` does: what was said until then decides the exit
    status. ``outs``: the files that are written; where standard output is among them, it is kept for that alone.

    Raises: SystemExit, with status 130, on an interrupt."""
    try:
        with said_aside(any(out is not None and is_standard_output(out) for out in outs)):
            yield
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        raise SystemExit(130) from None


@contextmanager
def warned() -> Iterator[None]:
    """Show warnings as the other complaints are shown."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", UserWarning)
        warnings.showwarning = lambda message, *rest: complain(str(message))
        yield


@contextmanager
def infrastructure() -> Iterator[list[int]]:
    """Give a list of exit statuses, which gets one more where Lean or a model is needed and cannot be had."""
    broken = [OK]
    try:
        yield broken
    except LeanUnavailable as error:
        complain(f"expected Lean: {error}")
        broken.append(INFRASTRUCTURE)
    except (PrmUnavailable, ModelUnavailable) as error:
        complain(str(error))
        broken.append(BAD_INPUT if error.usage else INFRASTRUCTURE)
