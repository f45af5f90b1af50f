"""Formal chains for the commands about them: read from files, with the text that belongs to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from verifier.chain import Chain
from verifier.intake.bad import Bad
from verifier.intake.chains import Sources
from verifier.language.files import Read, joined, read_file
from verifier.language.formal_chain import FormalChain
from verifier.language.places import ShapeError
from verifier.report.exit_codes import BAD_INPUT, OK, complain
from verifier.streams import standard_input


@dataclass(frozen=True, slots=True)
class Entry:
    """A formal chain of a file: at which line, and how many translations of its id stand before it."""

    line: int
    sample: int
    chain: FormalChain


@dataclass(slots=True)
class FormalFile:
    """A file of formal chains and, where it is named, the file of their texts.

    ``status`` is the exit status that what was read so far calls for; ``refused`` are the lines that hold no formal
    chain, with the reason.
    """

    path: Path
    texts: Path | None = None
    status: int = OK
    refused: list[tuple[int, str]] = field(default_factory=list)

    def entries(self, id: str | None = None) -> Iterator[Entry]:
        """Yield the chains, those with this ``id`` where one is given; what is none is complained of, with its line."""
        known = self._texts()
        if known is None:
            return
        count = 0
        try:
            for read in read_file(self.path):
                count += 1
                entry = self._entry(read, known)
                if entry is not None and id in (None, entry.chain.id):
                    yield entry
        except OSError as error:
            self._refuse(0, f"expected a file that can be read ({error.strerror or error})")
            return
        if not count:
            self._refuse(0, "expected formal chains, got nothing")

    def _entry(self, read: Read, known: Mapping[str, Chain]) -> Entry | None:
        if read.chain is None:
            error = read.error
            self._refuse(read.line, "no formal chain" if error is None else _without_line(error))
            return None
        try:
            text = known.get(read.chain.id)
            chain = read.chain if text is None else joined(read.chain, text)
        except ShapeError as error:
            self._refuse(read.line, _without_line(error))
            return None
        return Entry(read.line, read.sample, chain)

    def _refuse(self, line: int, message: str) -> None:
        name = "<stdin>" if str(self.path) == "-" else str(self.path)
        complain(f"{name}:{line}: {message}" if line else f"{name}: {message}")
        self.refused.append((line, message))
        self.status = BAD_INPUT

    def _texts(self) -> Mapping[str, Chain] | None:
        """The chains of the file of texts by id; None where it cannot be read at all."""
        if self.texts is None:
            return {}
        found: dict[str, Chain] = {}
        bad = False
        for one in Sources([str(self.texts)]).items(standard_input()):
            if isinstance(one, Bad):
                complain(str(one))
                self.status, bad = BAD_INPUT, True
            elif one.id is not None:
                found[one.id] = one
        return None if bad and not found else found


def _without_line(error: ShapeError) -> str:
    """What is wrong and where, without the line, which stands before it."""
    place = str(error.place).split(", ", 1) if error.place.line is not None else ["", str(error.place)]
    return f"{place[1]}: {error.message}" if len(place) > 1 and place[1] else error.message
