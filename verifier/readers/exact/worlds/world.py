"""The world that a problem tells of, and what the steps of a chain say of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from verifier.chain import Span
from verifier.readers.exact.reading import Reading
from verifier.readers.exact.text.characters import hidden
from verifier.readers.exact.worlds.exchanges import exchanges
from verifier.readers.exact.worlds.orders import orders


def with_world(problem: str, steps: Sequence[str], readings: Sequence[Reading]) -> list[Reading]:
    """Return the readings of a chain's steps, each that tells of the problem's world with its statements.

    A step that holds a formula, or characters that cannot be seen, is read as before, and so is every step where the
    problem tells of no world.
    """
    reader = None if hidden(problem) else exchanges(problem) or orders(problem)
    if reader is None:
        return list(readings)
    made = []
    for text, told, reading in zip(steps, reader.read(steps), readings, strict=True):
        if told is not None and told.statements and not reading.formulas and not hidden(text):
            reading = replace(reading, statements=told.statements, unread=told.unread)
        made.append(reading)
    return made


def told(problem: str) -> Mapping[str, Span]:
    """Return where a problem tells what premises of its world say, by their ids; nothing where it tells of a world
    whose claims are about whole numbers, or of none."""
    reader = None if hidden(problem) else exchanges(problem)
    return {} if reader is None else reader.told
