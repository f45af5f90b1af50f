"""Chains from files: one chain as JSON, many as JSON lines, or plain text. What is not a chain comes back as ``Bad``,
one line a person can act on.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from verifier.chain import Chain
from verifier.intake.bad import MAX_LINE, Bad, BadInput, once
from verifier.intake.chain import EXPECTED, chain_from


@dataclass(frozen=True, slots=True)
class _Line:
    where: str
    text: str
    bad: Bad | None


@dataclass(frozen=True, slots=True)
class Value:
    """A JSON value and where it stands."""

    where: str
    data: Any


def chains(name: str, stdin: IO[bytes], problem: str | None = None) -> Iterator[Chain | Bad]:
    """Yield the chains in the file ``name`` (``-``: ``stdin``), or what is wrong in their place. With a ``problem`` the
    file is plain text.

    Fails: never; a file that cannot be read is Bad."""
    yield from (item for _, item in placed(name, stdin, problem))


def placed(name: str, stdin: IO[bytes], problem: str | None = None) -> Iterator[tuple[str, Chain | Bad]]:
    """Yield what ``chains`` does, each with where it stands: ``FILE:LINE``, or the file of a plain text."""
    shown = "<stdin>" if name == "-" else name
    lines = _lines(name, stdin)
    head = list(_until_text(lines))
    if not head or not head[-1].text.strip():
        yield shown, Bad(f"{shown}:1", f"{EXPECTED}, got nothing")
    elif head[-1].bad is None and (problem is not None or not _is_json(head[-1].text, name)):
        yield shown, _plain([*head, *lines], shown, problem or "")
    else:
        for value in _values(head, lines):
            found = [value] if isinstance(value, Bad) else _chains_of(value)
            yield from ((value.where, item) for item in found)


def records(name: str, stdin: IO[bytes]) -> Iterator[Value | Bad]:
    """Yield the JSON value of every line that is not blank, or what is wrong in its place."""
    yield from (_value(line) for line in _lines(name, stdin) if line.text.strip())


def _lines(name: str, stdin: IO[bytes]) -> Iterator[_Line]:
    """Yield every line of the file, or one that says why it cannot be read."""
    shown = "<stdin>" if name == "-" else name
    try:
        with nullcontext(stdin) if name == "-" else Path(name).open("rb") as stream:
            yield from _decoded(stream, shown)
    except OSError as error:
        yield _Line(shown, "?", Bad(shown, f"expected a file that can be read ({error.strerror})"))


def _decoded(stream: IO[bytes], shown: str) -> Iterator[_Line]:
    """Yield every line; lines end at ``\\n`` only. Of a line that is too long, no more than ``MAX_LINE`` bytes are held
    at once.
    """
    number = 0
    while raw := stream.readline(MAX_LINE + 1):
        number += 1
        where, text, bad = f"{shown}:{number}", "?", None
        if len(raw) > MAX_LINE:
            bad = Bad(where, f"expected a line of at most {MAX_LINE} bytes, got a longer one")
            while raw and not raw.endswith(b"\n"):
                raw = stream.readline(MAX_LINE)
        else:
            try:
                text = raw.decode("utf-8-sig" if number == 1 else "utf-8")
            except UnicodeDecodeError as error:
                place = f"the byte 0x{raw[error.start]:02x} at byte {error.start + 1} of the line"
                bad = Bad(where, f"expected UTF-8, got {place}")
        yield _Line(where, text, bad)


def _until_text(lines: Iterator[_Line]) -> Iterator[_Line]:
    for line in lines:
        yield line
        if line.text.strip():
            return


def _is_json(first: str, name: str) -> bool:
    return first.lstrip()[:1] in ("{", "[") or Path(name).suffix in (".json", ".jsonl", ".ndjson")


def _plain(lines: Iterable[_Line], shown: str, problem: str) -> Chain | Bad:
    """Return the chain of a plain text, or what is wrong with it."""
    from verifier.reading.split import split

    texts: list[str] = []
    size = 0
    for line in lines:
        size += len(line.text)
        if size > MAX_LINE:
            return Bad(line.where, f"expected a text of at most {MAX_LINE} characters, got a longer one")
        if line.bad is not None:
            return line.bad
        texts.append(line.text)
    steps = split("".join(texts))
    return Chain.of(problem, steps) if steps else Bad(f"{shown}:1", "expected at least one step, got none")


def _values(head: list[_Line], rest: Iterator[_Line]) -> Iterator[Value | Bad]:
    """Yield the values of JSON lines; where the first line is no value by itself, of one document over many lines."""
    first = _value(head[-1])
    if isinstance(first, Bad):
        held, whole = _document(head, rest)
        values = [_value(line) for line in held if line.text.strip()]
        if whole is not None and (isinstance(whole, Value) or all(isinstance(value, Bad) for value in values)):
            yield whole
            return
        yield from values
    else:
        yield first
    yield from (_value(line) for line in rest if line.text.strip())


def _document(head: list[_Line], rest: Iterator[_Line]) -> tuple[list[_Line], Value | Bad | None]:
    """Return the lines held, and their value as one document (None where they are more than a document may be)."""
    held, size = list(head), 0
    for line in rest:
        held.append(line)
        size += len(line.text)
        if size > MAX_LINE:
            return held, None
    bad = next((line.bad for line in held if line.bad is not None), None)
    return held, bad or _parse("".join(line.text for line in held), held[0].where)


def _value(line: _Line) -> Value | Bad:
    return line.bad or _parse(line.text, line.where)


def _parse(text: str, where: str) -> Value | Bad:
    """Return the JSON value of ``text``, which begins at ``where`` (``file:line``), or what is wrong with it."""
    try:
        return Value(where, json.loads(text.rstrip(), object_pairs_hook=once))
    except RecursionError:
        return Bad(where, "expected JSON, got brackets that nest too deep")
    except json.JSONDecodeError as error:
        file, _, number = where.rpartition(":")
        message = f"{error.msg[0].lower()}{error.msg[1:]} at column {error.colno}"
        return Bad(f"{file}:{int(number) + error.lineno - 1}", f"expected JSON ({message})")
    except ValueError as error:  # a key that occurs twice, or an integer with more digits than Python converts
        return Bad(where, f"expected JSON that can be read ({str(error).partition(';')[0]})")


def _chains_of(value: Value) -> Iterator[Chain | Bad]:
    for data in value.data if isinstance(value.data, list) else [value.data]:
        try:
            yield chain_from(data)
        except BadInput as error:
            yield Bad(value.where, str(error), error.id)
