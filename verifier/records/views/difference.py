"""How two texts differ, token by token: numerals, words, commands and signs stay whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher


@dataclass(frozen=True, slots=True)
class Change:
    """A place where two texts differ: the span in the old one, and what stands there in the new one."""

    start: int
    end: int
    new: str


def changes(old: str, new: str) -> list[Change]:
    """Return where two texts differ, in order."""
    a, b = pieces(old), pieces(new)
    places = [0]
    for piece in a:
        places.append(places[-1] + len(piece))
    found = SequenceMatcher(None, a, b, autojunk=False).get_opcodes()
    return [Change(places[i], places[j], "".join(b[k:m])) for tag, i, j, k, m in found if tag != "equal"]


def pieces(text: str) -> list[str]:
    """Return the text cut into numerals, runs of letters, LaTeX commands and single characters."""
    return list(_pieces(text))


def _pieces(text: str) -> Iterator[str]:
    at = 0
    while at < len(text):
        end = piece_end(text, at)
        yield text[at:end]
        at = end


def piece_end(text: str, at: int) -> int:
    """Return where the numeral, the letters or the LaTeX command that begin at ``at`` end."""
    end = at + 1
    if text[at].isdecimal():
        while end < len(text) and (text[end].isdecimal() or _inside(text, end)):
            end += 1
    elif text[at].isalpha() or (text[at] == "\\" and text[end : end + 1].isalpha()):
        while end < len(text) and text[end].isalpha():
            end += 1
    return end


def _inside(text: str, at: int) -> bool:
    """Whether a point or a comma stands within a number: a point before a digit, a comma before exactly three."""
    group = text[at + 1 : at + 4]
    if text[at] == ".":
        return text[at + 1 : at + 2].isdecimal()
    return text[at] == "," and len(group) == 3 and group.isdecimal() and not text[at + 4 : at + 5].isdecimal()
