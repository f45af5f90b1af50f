"""Pages of records: what is left out of them, and how they are written, with mathematics typeset or not."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from verifier.checkers.lean.toolchain.fetching import REQUIRED, USUAL
from verifier.checkers.lean.toolchain.unavailable import LeanUnavailable
from verifier.commands.options.judging import ReportOptions
from verifier.outputs import written
from verifier.report.exit_codes import BAD_INPUT, INFRASTRUCTURE, OK, complain, unwritable
from verifier.report.html.katex import katex


class Unfit(Exception):
    """A row that is not shown: ``status`` is the exit status that it calls for."""

    def __init__(self, message: str, status: int = BAD_INPUT) -> None:
        super().__init__(message)
        self.status = status


def save(
    made: Callable[[tuple[str, str] | None], Iterable[str]], chains: int, options: ReportOptions, lost: int = 0
) -> int:
    """Write a page, made of its parts with KaTeX or without, say where it is, and return the exit status."""
    try:
        typesetter = typesetting(options.typeset)
        with written(options.out) as stream:
            parts = made(typesetter)
            size = sum(stream.write(part.encode()) for part in parts)
    except LeanUnavailable as error:
        complain(f"expected KaTeX: {error}")
        return INFRASTRUCTURE
    except OSError as error:
        return unwritable(options.out, error)
    left = f"; {lost} rows are left out" if lost else ""
    print(f"{options.out}: {chains} chains, {size / 1e6:.1f} MB{left}")
    return OK


def typesetting(typeset: str) -> tuple[str, str] | None:
    """Return KaTeX's script and style, None where mathematics is not typeset.

    Raises:
        LeanUnavailable: where it must be and cannot.
    """
    if typeset == "off":
        return None
    try:
        return katex(REQUIRED if typeset == "require" else USUAL)
    except (LeanUnavailable, OSError) as error:
        if typeset == "require":
            raise LeanUnavailable(str(error)) from error
        complain(f"going on without typeset mathematics: {error}")
        return None
