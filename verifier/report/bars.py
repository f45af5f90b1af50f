"""Progress bars, the only ones there are: on standard error where that is a terminal, else nothing is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from verifier.checkers.lean.toolchain.cache import Progress as Stages
from verifier.checkers.lean.toolchain.cache import quiet
from verifier.report.screen import Screen, screen


class Bar:
    """How far something is, out of ``total``, None while that is not known; with a note at its end."""

    def __init__(self, title: str, total: int | None, on: Screen | None) -> None:
        self._screen = on
        self._progress = _progress(on, MofNCompleteColumn(), TimeRemainingColumn(), _text("{task.fields[note]}"))
        self._task = self._progress.add_task(title, total=total, note="")

    @property
    def is_seen(self) -> bool:
        """Whether there is a terminal to show it on."""
        return self._screen is not None

    def advance(self, count: int = 1, note: str | None = None) -> None:
        """Say that so much more is done. Raises: OSError when nobody is there."""
        self._progress.advance(self._task, count)
        self.update(note=note)

    def update(
        self, title: str | None = None, done: int | None = None, total: int | None = None, note: str | None = None
    ) -> None:
        """Say what is to be shown from now on, where it is given. Raises: OSError when nobody is there."""
        told = {} if note is None else {"note": note}
        self._progress.update(self._task, description=title, completed=done, total=total, **told)  # type: ignore[arg-type]
        if self._screen is not None:
            self._screen.show(self._progress)

    def close(self) -> None:
        """Take it away. Raises: OSError when nobody is there."""
        if self._screen is not None:
            self._screen.clear(self._progress)


@contextmanager
def bar(title: str, total: int | None = None) -> Iterator[Bar]:
    """Give a bar, which goes away in the end. Raises: OSError when nobody is there."""
    with screen() as on:
        made = Bar(title, total, on)
        made.update()
        try:
            yield made
        finally:
            made.close()


@contextmanager
def ticking(title: str, total: int | None = None) -> Iterator[Callable[[], None]]:
    """Give what advances a bar by one each time that it is called. Raises: OSError when nobody is there."""
    with bar(title, total) as made:
        yield lambda: made.advance()


@contextmanager
def stages() -> Iterator[Stages]:
    """Give what shows a stage and how much of it is done, as an installation tells it, until a stage is done.

    Raises: OSError when nobody is there.
    """
    with screen() as on:
        if on is None:
            yield quiet
            return
        shown = _progress(on, TimeElapsedColumn())

        def show(stage: str, share: float) -> None:
            if stage not in (task.description for task in shown.tasks):
                for earlier in shown.task_ids:
                    shown.remove_task(earlier)
                shown.add_task(stage, total=None)  # a bar that pulses: a download does not say its size
            if share:
                shown.update(shown.task_ids[0], total=1.0, completed=share)
            (on.show if share < 1 else on.clear)(shown)

        try:
            yield show
        finally:
            on.clear(shown)


def _text(format: str) -> TextColumn:
    return TextColumn(format, markup=False)


def _progress(on: Screen | None, *columns: ProgressColumn) -> Progress:
    """A bar of one line, not shown yet, that leaves the streams of this process alone."""
    return Progress(
        _text("{task.description}"),
        BarColumn(),
        *columns,
        console=None if on is None else on.console,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )
