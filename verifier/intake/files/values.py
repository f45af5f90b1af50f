"""JSON values from streams of bytes, a few at a time: JSON lines, a list of any length, or one document.

What cannot be read stands as ``Bad`` in its place, so that one bad line costs one value.
"""

from __future__ import annotations

import codecs
import itertools
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import IO, Any, NamedTuple

from verifier.intake.bad import MAX_LINE, Bad, once

BLOCK = 1 << 20  # bytes of a JSON list that are read at once


class Line(NamedTuple):
    """A line of text (``?`` where it is ``bad``), where it stands, and its first bytes."""

    where: str
    text: str
    bad: Bad | None = None
    raw: bytes = b""


@dataclass(frozen=True, slots=True)
class Value:
    """A JSON value and where it stands: ``file:line`` or ``file, row n``."""

    where: str
    data: Any


def lines_of(stream: IO[bytes], shown: str) -> Iterator[Line]:
    """Yield every line; lines end at ``\\n`` only. Of a line that is too long, no more than ``MAX_LINE`` bytes are held
    at once. Raises: OSError.
    """
    number = 0
    while raw := stream.readline(MAX_LINE + 1):
        number += 1
        where, text, bad, start = f"{shown}:{number}", "?", None, raw[:512]
        if len(raw) > MAX_LINE:
            bad = Bad(where, f"expected a line of at most {MAX_LINE} bytes, got a longer one")
            while raw and not raw.endswith(b"\n"):
                raw = stream.readline(MAX_LINE)
        else:
            try:
                text = raw.decode("utf-8-sig" if number == 1 else "utf-8")
            except UnicodeDecodeError as error:
                place = f"the byte 0x{raw[error.start]:02x} at byte {error.start + 1} of the line"
                bad = Bad(where, f"expected UTF-8, got {place}; save it as UTF-8")
        yield Line(where, text, bad, start)


def values(head: Line, rest: Iterator[Line], stream: IO[bytes], shown: str) -> Iterator[Value | Bad]:
    """Yield the values that begin with the line ``head`` and go on with the ``rest``, which reads from ``stream``.

    A first line that is a value begins JSON lines. Any other begins values that are laid out over lines: a list, which
    comes element by element, or documents one behind another; where these cannot be read, lines again. Raises: OSError.
    """
    first = value_of(head)
    if isinstance(first, Bad) and head.bad is None and head.text.lstrip().startswith("["):
        start = head.text.lstrip().encode("utf-8", "surrogatepass")
        yield from _elements(shown, itertools.chain([start], iter(lambda: stream.read(BLOCK), b"")))
        return
    if isinstance(first, Bad):
        held, documents = _documents(head, rest)
        found = [value_of(line) for line in held if line.text.strip()]
        read = not any(isinstance(value, Bad) for value in documents)
        if documents and (read or not any(isinstance(value, Value) and _is_row(value) for value in found)):
            yield from documents
            return
        yield from found
    else:
        yield first
    yield from (value_of(line) for line in rest if line.text.strip())


def each(value: Value | Bad) -> Iterator[Value | Bad]:
    """Yield the elements of a list, anything else as it is."""
    if isinstance(value, Bad) or not isinstance(value.data, list):
        yield value
    else:
        yield from (Value(value.where, data) for data in value.data)


def _is_row(value: Value) -> bool:
    return isinstance(value.data, dict | list) and bool(value.data)


def value_of(line: Line) -> Value | Bad:
    """Return the JSON value of a line, or what is wrong with it."""
    return line.bad or _parse(line.text, line.where)


def _documents(head: Line, rest: Iterator[Line]) -> tuple[list[Line], list[Value | Bad]]:
    """Return the lines held, and the documents in them, of which the last may be bad; none where they are more than a
    document may be."""
    held, size = [head], 0
    for line in rest:
        held.append(line)
        size += len(line.text)
        if size > MAX_LINE:
            return held, []
    bad = next((line.bad for line in held if line.bad is not None), None)
    if bad is not None:
        return held, [bad]
    text, decoder, found, at = "".join(line.text for line in held), json.JSONDecoder(), list[Value | Bad](), 0
    file, _, first = head.where.rpartition(":")
    number = int(first)
    while at < len(text) and (begins := _behind_blanks(text, at)) < len(text):
        number += text.count("\n", at, begins)
        try:
            _, at = decoder.raw_decode(text, begins)
        except (ValueError, RecursionError):
            return held, [*found, _parse(text[begins:], f"{file}:{number}")]
        found.append(_parse(text[begins:at], f"{file}:{number}"))
        number += text.count("\n", begins, at)
    return held, found


def _behind_blanks(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


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


def _elements(name: str, blocks: Iterable[bytes]) -> Iterator[Value | Bad]:
    """The elements of a JSON list, one after another, with no more held than one of them and a block."""
    text, decoder, count = _text(blocks), json.JSONDecoder(), 0
    held, at, ended = next(text, "").lstrip(), 1, False
    while True:
        while at < len(held) and held[at] in " \t\r\n,":
            at += 1
        if held.startswith("]", at):
            yield from _behind_list(f"{name}, after row {count}", held[at + 1 :], text)
            return
        try:
            _, end = decoder.raw_decode(held, at)
            whole, wrong = end < len(held) or ended, ""  # a number at the end of a block may go on
        except RecursionError:
            whole, wrong, ended = False, "brackets that nest too deep", True
        except ValueError as error:
            whole, wrong = False, str(error)[:120]
        if whole:
            count += 1
            yield _element(f"{name}, row {count}", held[at:end])
            at = end
        elif ended or len(held) - at > MAX_LINE:
            yield Bad(f"{name}, row {count + 1}", f"expected JSON, a list of rows ({wrong})")
            return
        else:
            block = next(text, None)
            held, at, ended = held[at:] + (block or ""), 0, block is None


def _behind_list(where: str, held: str, text: Iterator[str]) -> Iterator[Bad]:
    """What is wrong with a list behind which something follows."""
    more = next((found for piece in itertools.chain([held], text) if (found := piece.strip())), None)
    if more is not None:
        yield Bad(where, f"expected the end of the input behind a JSON list, got {more[:40]!r}; write one list")


def _element(where: str, text: str) -> Value | Bad:
    try:
        return Value(where, json.loads(text, object_pairs_hook=once))
    except (ValueError, RecursionError) as error:
        return Bad(where, f"expected JSON ({str(error)[:120]})")


def _text(blocks: Iterable[bytes]) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")
    yield from (decoder.decode(block) for block in blocks)
