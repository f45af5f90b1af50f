"""The values that a text may mean by one that it writes: people do not tell a list from a tuple, or 2 from 2.0."""

from __future__ import annotations

import contextlib
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Iterator

from verifier.language.expressions.runs import spelled_of, spelled_value

MOST = 30


def as_written(spelling: str, text: str) -> tuple[str, ...]:
    """Return the values that a text says exactly: itself, and where a backslash stands in it, that sign itself."""
    return tuple(dict.fromkeys((spelling, *_escaped(spelling, text), *_stopped(spelling))))


def loosely(spelling: str, text: str) -> tuple[str, ...]:
    """Return the values that a text may mean in passing: the same content in another kind of container, a number and
    its digits, a text and its characters."""
    found = [one for exact in as_written(spelling, text) for one in _kinds(spelled_value(exact))]
    return tuple(dict.fromkeys((spelling, *filter(None, map(spelled_of, found)))))[:MOST]


def _escaped(spelling: str, text: str) -> Iterator[str]:
    if "\\" in text and text[:1] in "'\"" and len(text) > 1:
        yield repr(text[1:-1])


def _stopped(spelling: str) -> Iterator[str]:
    """A full stop or a comma that is put inside the quotes, as some write it."""
    value = spelled_value(spelling)
    if isinstance(value, str) and value[-1:] in (".", ",") and len(value) > 1:
        yield repr(value[:-1])


def _kinds(value: object) -> Iterator[object]:
    yield value
    if isinstance(value, bool | int | float):
        yield from _numbers(value)
    elif isinstance(value, str):
        yield from (list(value), tuple(value), value.encode("utf-8", "replace"))
        if len(value) < 20 and value.removeprefix("-").isdecimal():
            yield int(value)
    elif isinstance(value, dict):
        yield from (Counter(value), OrderedDict(value), defaultdict(None, value), list(value.items()))
    elif isinstance(value, list | tuple | deque):
        yield from _sequences(list(value))
    elif isinstance(value, set | frozenset):
        yield from (
            set(value),
            frozenset(value),
            sorted(value, key=repr),
            dict.fromkeys(value) if not value else set(value),
        )


def _numbers(value: bool | float) -> Iterator[object]:
    if value == value and value not in (float("inf"), float("-inf")):
        if value == int(value):
            yield from (int(value), float(value))
        if value in (0, 1):
            yield bool(value)
        yield str(value)


def _sequences(parts: list[object]) -> Iterator[object]:
    yield from (parts, tuple(parts), deque(parts))
    with contextlib.suppress(TypeError):
        yield from (set(parts), frozenset(parts))
    if all(isinstance(one, str) and len(one) == 1 for one in parts):
        yield "".join(str(one) for one in parts)
    if parts and all(isinstance(one, tuple) and len(one) == 2 for one in parts):
        with contextlib.suppress(TypeError):
            yield dict(one for one in parts if isinstance(one, tuple))
