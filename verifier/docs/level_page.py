"""The page of the exact reader's level, made from the file that ships."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from verifier.judging.reader_level import shipped

Table = Callable[[tuple[str, ...], Sequence[tuple[str, ...]]], str]
"""A table as Markdown, of its head and its rows."""


def level_parts(table: Table) -> Iterator[str]:
    """Yield the paragraphs of the page."""
    level = shipped()
    head, *rows = level.rows()
    yield (
        "How often the exact reading accuses right steps (settles them incorrect) and approves wrong ones (settles "
        "them correct), by kind of text: upper bounds for a thousand steps of the kind, one-sided, at 95% (Clopper and "
        "Pearson, 1934), rounded up. Steps of one chain count one by one, though they are not independent."
    )
    yield f"Measured {level.measured} of the reader `{level.reader}`, on {level.about}."
    yield table(head, rows)
    yield (
        f"Records in which the exact reading settles a step name it under `versions`: `exact_level` is `{level.name}`, "
        "the date and the beginning of its digest. `verifier explain` prints it, and `verifier bench reader` measures "
        "one on your own labelled steps ([guide](../guides/levels.md#the-level-of-the-exact-reader))."
    )
