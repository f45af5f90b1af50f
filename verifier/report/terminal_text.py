"""Text for a terminal: what it shows is safe to send there, and every character's place is known in cells.

Control characters, bidi overrides, invisible and unassigned characters are shown by their code point, never sent.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rich.cells import cell_len
from rich.markup import escape

MAX_SHOWN = 2000
"""Most characters of one text that are shown."""


@dataclass(frozen=True, slots=True)
class Glyph:
    """What one character of a text is shown as, in how many cells, and the index of the mark that covers it (None:
    none).
    """

    shown: str
    cells: int
    mark: int | None
    strange: bool = False

    @property
    def blank(self) -> bool:
        """Whether nothing is seen of it."""
        return self.shown == " "


def glyph(char: str, mark: int | None = None) -> Glyph:
    """Return ``char`` as it may be sent to a terminal."""
    if char in "\t\n\r" or unicodedata.category(char) == "Zs":
        return Glyph(" ", 1, mark)
    if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"):
        return Glyph(f"<U+{ord(char):04X}>", len(f"<U+{ord(char):04X}>"), mark, strange=True)
    return Glyph(char, cell_len(char), mark)


def safe(text: str) -> str:
    """Return ``text`` on one line, as it may be sent to a terminal."""
    return "".join(glyph(char).shown for char in text)


def lines(text: str, mark: Callable[[int], int | None], width: int) -> Iterator[list[Glyph]]:
    """Yield the glyphs of ``text`` in lines of at most ``width`` cells, broken at blanks where possible; ``mark`` says
    what covers a character.
    """
    start = 0
    for row in text[:MAX_SHOWN].splitlines(keepends=True) or [""]:
        glyphs = [glyph(char, mark(start + i)) for i, char in enumerate(row.rstrip("\r\n"))]
        start += len(row)
        yield from _wrapped(glyphs, width)
    if len(text) > MAX_SHOWN:
        yield [Glyph(c, 1, None, strange=True) for c in f"... and {len(text) - MAX_SHOWN} more characters"]


def _wrapped(glyphs: list[Glyph], width: int) -> Iterator[list[Glyph]]:
    line: list[Glyph] = []
    used = 0
    for here in glyphs:
        if used + here.cells > width and line:
            cut = next((i for i in range(len(line) - 1, len(line) // 2, -1) if line[i].blank), len(line) - 1) + 1
            yield line[: cut - line[cut - 1].blank]
            line = line[cut:]
            used = sum(g.cells for g in line)
        line.append(here)
        used += here.cells
    yield line


def unmarked(text: str) -> str:
    """Return ``text`` such that rich's markup shows it as it is."""
    return escape(text)
