"""A progress bar on standard error, for the first run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from verifier.engines.lean.cache import Progress


@contextmanager
def bar() -> Iterator[Progress]:
    """Give a function that shows progress on stderr; nothing is shown before it is first called. Fails: never."""
    from rich.console import Console  # heavy: loaded only by those who look
    from rich.progress import BarColumn, TaskID, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Rich

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Rich(*columns, console=Console(stderr=True), transient=True) as rich:
        tasks: dict[str, TaskID] = {}

        def show(stage: str, share: float) -> None:
            if stage not in tasks:
                for earlier in tasks.values():
                    rich.update(earlier, total=1.0, completed=1.0)
                tasks[stage] = rich.add_task(stage, total=None)  # a bar that pulses: a download does not say its size
            if share:
                rich.update(tasks[stage], total=1.0, completed=share)

        yield show
