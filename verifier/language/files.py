"""Files of formal chains: JSON Lines, or one JSON value laid out by hand; and the text that belongs to them."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import chain as chained
from pathlib import Path
from typing import IO, Any, Final

from verifier.chain import Chain
from verifier.language.formal_chain import FormalChain
from verifier.language.places import Place, ShapeError
from verifier.language.read_chain import read_chain
from verifier.streams import standard_input, unpacked

MAX_LINE: Final = 4_000_000  # bytes of a line, or of a file that is one JSON value
MAX_BLANK: Final = 10_000  # lines before the first value


@dataclass(frozen=True, slots=True)
class Read:
    """What stands in a file at a line (counted from 1): a chain, or why there is none.

    ``sample`` counts the translations of a chain with this id that stand before it in the file.
    """

    line: int
    chain: FormalChain | None = None
    error: ShapeError | None = None
    sample: int = 0


def read_file(path: Path) -> Iterator[Read]:
    """Yield what stands in a file, in order; ``-`` is standard input, a name that ends in .gz is unpacked.

    Several chains of one id are several translations of one text.

    Raises:
        OSError: where the file cannot be read, or is no gzip file though its name says so.
    """
    seen: Counter[str] = Counter()
    with _opened(path) as stream:
        for line, value, error in _values(stream):
            if error is not None:
                yield Read(line, error=error)
                continue
            try:
                chain = read_chain(value, line)
            except ShapeError as wrong:
                yield Read(line, error=wrong)
                continue
            yield Read(line, chain, sample=seen[chain.id])
            seen[chain.id] += 1


def read_formal(source: str | Path | Mapping[str, Any]) -> list[FormalChain]:
    """Return the formal chains of a file (its name), or the one that a mapping spells, in order.

    >>> [chain] = read_formal({"formal": 1, "id": "pens", "vars": {}, "facts": [], "asks": [], "steps": [[]]})
    >>> chain.id
    'pens'

    Raises:
        OSError: where the file cannot be read.
        ValueError: where something in it is no formal chain; ``str`` says where and what was expected.
    """
    if isinstance(source, Mapping):
        return [read_chain(source)]
    found = []
    for read in read_file(Path(source)):
        if read.chain is None:
            raise ValueError(f"{source}: {read.error}")
        found.append(read.chain)
    return found


def holds_formal(path: Path) -> bool:
    """Return whether a file holds formal chains: whether its first value is an object with ``"formal"``.

    False of standard input, which cannot be read twice, and of what cannot be read.
    """
    if str(path) == "-" or not path.is_file():
        return False
    try:
        with _opened(path) as stream:
            first = next((value for _, value, _ in _values(stream)), None)
    except OSError:
        return False
    return isinstance(first, dict) and "formal" in first


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    if str(path) == "-":
        yield standard_input()
        return
    with path.open("rb") as raw:
        if path.suffix != ".gz":
            yield raw
            return
        try:
            yield unpacked(raw)
        except EOFError as cut:
            raise OSError(f"{path}: {cut}") from None


Found = tuple[int, object, ShapeError | None]


def _values(stream: IO[bytes]) -> Iterator[Found]:
    """The JSON values of a stream with their lines: a value a line, or one value, or a list of them, over many."""
    lines = _lines(stream)
    first = next(lines, None)
    if first is None:
        return
    number, line = first
    found = _value(number, line)
    if found[2] is not None and line.lstrip().startswith((b"{", b"[")) and len(line) <= MAX_LINE:
        held = stream.read(MAX_LINE + 1)
        whole = _value(number, line + held)
        if whole[2] is None or line.strip() in (b"{", b"["):
            found, lines = whole, iter(())
        else:  # lines, of which the first is wrong
            held += stream.readline(MAX_LINE)
            lines = chained(_lines(BytesIO(held), number), _lines(stream, number + held.count(b"\n")))
    number, value, error = found
    for one in value if isinstance(value, list) else [value]:
        yield number, one, error
    yield from (_value(number, line) for number, line in lines)


def _lines(stream: IO[bytes], number: int = 0) -> Iterator[tuple[int, bytes]]:
    """The lines behind line ``number`` that are not blank, with their numbers. One that is too long is cut; what is
    left of it is passed. Raises: OSError, also where many blank lines come first."""
    begun = number > 0
    while line := stream.readline(MAX_LINE + 1):
        number += 1
        if not begun and (bare := line.lstrip()).startswith(BOM_UTF8):
            line = bare.removeprefix(BOM_UTF8)
        rest = line
        while len(line) > MAX_LINE and rest and not rest.endswith(b"\n"):
            rest = stream.readline(MAX_LINE)
        if line.strip():
            begun = True
            yield number, line
        elif not begun and number > MAX_BLANK:
            raise OSError(f"expected formal chains, got {MAX_BLANK:,} blank lines before any: remove them")


def _value(number: int, line: bytes) -> Found:
    place = Place(line=number)
    if len(line) > MAX_LINE:
        return number, None, ShapeError(place, f"expected at most {MAX_LINE} bytes of JSON")
    try:
        return number, json.loads(line, object_pairs_hook=_object, parse_constant=_constant), None
    except UnicodeDecodeError:
        return number, None, ShapeError(place, "expected JSON in UTF-8")
    except json.JSONDecodeError as wrong:
        at = f"line {number + wrong.lineno - 1}, column {wrong.colno}" if wrong.lineno > 1 else f"column {wrong.colno}"
        return number, None, ShapeError(place, f"expected JSON, found none at {at}: {wrong.msg}")
    except RecursionError:
        return number, None, ShapeError(place, "the JSON nests too deep")
    except ValueError as wrong:
        return number, None, ShapeError(place, str(wrong).partition(";")[0])


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(name for name, count in Counter(name for name, _ in pairs).items() if count > 1)
        raise ValueError(f"an object has the field {twice[:40]!r} twice")
    return found


def _constant(name: str) -> float:
    raise ValueError(f"{name} is no number of JSON")


def joined(formal: FormalChain, chain: Chain) -> FormalChain:
    """Return a formal chain with the text of its problem and steps.

    Raises:
        ShapeError: where the chain has another id, another number of steps, or another text than the formal one.
    """
    place = Place(chain=formal.id)
    if chain.id is not None and chain.id != formal.id:
        raise ShapeError(place, f"expected the text of this chain, found that of {chain.id!r}")
    if len(chain.steps) != len(formal.steps):
        raise ShapeError(place, f"{len(formal.steps)} steps are translated, and the text has {len(chain.steps)}")
    texts = tuple(step.text for step in chain.steps)
    if (formal.problem or formal.steps_text) and (formal.problem, formal.steps_text) != (chain.problem, texts):
        raise ShapeError(place, "its own text differs from the text of the chain")
    return replace(formal, problem=chain.problem, steps_text=texts)
