"""The terminal: a console for results; one bar at a time on standard error, which makes room for what is printed.

Nothing is captured. A stream that is no terminal is never touched, so that a file or a pipe gets what it would get
where no bar is shown; what is printed on a terminal reaches it as it is, once the bar has gone from there.
"""

from __future__ import annotations

import shutil
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext, redirect_stderr, redirect_stdout
from io import StringIO
from typing import Any, TextIO

from rich.console import Console
from rich.progress import Progress

SIZE = 80, 25
"""Columns and lines of what is no terminal, and says nothing in ``COLUMNS``."""


class Results(Console):
    """A console whose reader may go away: that is told, and ends nothing by itself."""

    def on_broken_pipe(self) -> None:
        """Raises: BrokenPipeError."""
        raise BrokenPipeError


def standard_output(width: int | None = None) -> Console:
    """Return what prints results on standard output, as wide as that is: the terminal that standard error may be does
    not matter."""
    return Results(width=width or shutil.get_terminal_size(SIZE).columns, highlight=False, markup=False, emoji=False)


def as_text(show: Callable[[Any, Console], None], shown: Any, width: int | None = None) -> str:
    """Return what ``show`` prints as text without colours, as wide as the terminal. Raises: as ``show``."""
    kept = StringIO()
    columns = width or shutil.get_terminal_size(SIZE).columns
    show(shown, Console(file=kept, width=columns, color_system=None, highlight=False, markup=False, emoji=False))
    return kept.getvalue().rstrip("\n")


class Screen:
    """A terminal on which one bar at most is shown. A bar that went away comes back when it is shown again."""

    def __init__(self, terminal: TextIO) -> None:
        self.console = Console(file=terminal)
        self._lock = threading.RLock()
        self._shown: Progress | None = None
        self._in_line = False

    def show(self, bar: Progress) -> None:
        """Show a bar in place of any other, unless a line is half printed. Raises: OSError when nobody is there."""
        with self._lock:
            if self._shown is not bar and not self._in_line:
                self.clear()
                bar.start()
                self._shown = bar

    def clear(self, bar: Progress | None = None) -> None:
        """Take the bar away, or this bar where it is the one that is shown. Raises: OSError when nobody is there."""
        with self._lock:
            if self._shown is not None and bar in (None, self._shown):
                shown, self._shown = self._shown, None
                shown.stop()

    def print(self, stream: TextIO, text: str) -> int:
        """Write a text to a stream that may be this terminal. Raises: as the stream."""
        with self._lock:
            self.clear()
            self._in_line = not text.endswith("\n") if text else self._in_line
            count = stream.write(text)
            stream.flush()  # before a bar comes back
            return count


class Aside:
    """A stream to a terminal; before anything is written to it the bar goes away."""

    def __init__(self, stream: TextIO, screen: Screen) -> None:
        self._stream, self.screen = stream, screen

    def write(self, text: str) -> int:
        """Write a text as it is, and return how long it is. Raises: as the stream."""
        return self.screen.print(self._stream, text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write texts as they are. Raises: as the stream."""
        self.write("".join(lines))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def said_aside(wanted: bool) -> Iterator[None]:
    """Let what is printed go to standard error, where that is ``wanted``."""
    with redirect_stdout(sys.stderr) if wanted else nullcontext():
        yield


@contextmanager
def screen() -> Iterator[Screen | None]:
    """Give the terminal that standard error is, None where it is none that can show a bar."""
    if isinstance(sys.stderr, Aside):
        yield sys.stderr.screen
        return
    found = Screen(sys.stderr)
    if not sys.stderr.isatty() or found.console.is_dumb_terminal:
        yield None
        return
    with ExitStack() as stack:
        for stream, aside in ((sys.stderr, redirect_stderr), (sys.stdout, redirect_stdout)):
            if stream.isatty():
                stack.enter_context(aside(Aside(stream, found)))
        stack.callback(found.clear)
        yield found
