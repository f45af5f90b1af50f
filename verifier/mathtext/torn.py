"""LaTeX that passed through JSON unescaped: a backslash and a letter became one control character, ``\\t`` + ``imes``.

A control character before the rest of a command's name is that command, and is mended. The end of a line and a tab also
stand in ordinary text: before what may be a word they stay, and nothing of the text is decided.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from typing import Final

from verifier.mathtext.lexicon.signs import BLANK, COMMANDS, FONT, TEXT

_LETTERS: Final = {"\t": "t", "\n": "n", "\r": "r", "\f": "f", "\b": "b", "\a": "a", "\v": "v"}
_NAMES: Final = (
    frozenset(COMMANDS)
    | BLANK
    | TEXT
    | FONT
    | frozenset(
        ("to", "top", "tilde", "triangle", "tbinom", "thinspace", "rightarrow", "rangle", "nabla", "not", "notin",
         "nleq", "ngeq", "ncong", "nparallel", "nsubseteq", "nexists", "newline", "nearrow", "nrightarrow", "right",
         "rfloor", "rceil", "rvert", "rbrace", "rbrack", "rho", "forall", "frown", "flat", "begin", "bar", "binom",
         "boldsymbol", "because", "bullet", "bigcup", "bigcap", "bot", "approx", "alpha", "angle", "arcsin", "arccos",
         "arctan", "ast", "vec", "vdots", "vee", "varepsilon", "varphi", "vartheta", "root", "rm")
    )
)  # fmt: skip
_WORDS: Final = frozenset({"tan", "to", "top", "tag", "not", "ne", "newline", "nu", "ni", "neg", "text", "root", "rm"})
"""Names of which what follows the first letter may be a word, at the beginning of a line."""
_AROUND: Final = frozenset(")]}|'!²³")
_FOLLOWING: Final = frozenset("({[\\-+|√.")


@dataclass(frozen=True, slots=True)
class Mended:
    """A text with its commands mended, and where in it backslashes were put in."""

    text: str
    places: tuple[int, ...]

    def before(self, at: int) -> int:
        """Return the place of the text as it was that is ``at`` in the mended one."""
        return at - bisect_left(self.places, at)


@lru_cache(maxsize=64)
def mended(text: str) -> Mended | None:
    """Return the text with every command mended that can only be one; None where there is none."""
    pieces: list[str] = []
    places: list[int] = []
    last = 0
    for at in sorted(at for sign in _LETTERS if sign in text for at in _places(text, sign)):
        if _is_command(text, at):
            pieces += [text[last:at], "\\", _LETTERS[text[at]]]
            places.append(at + len(places))
            last = at + 1
    return Mended("".join([*pieces, text[last:]]), tuple(places)) if places else None


def _places(text: str, sign: str) -> Iterator[int]:
    at = text.find(sign)
    while at >= 0:
        yield at
        at = text.find(sign, at + 1)


def torn(text: str) -> bool:
    """Return whether a tab or the end of a line may stand for a backslash and a letter: ``3 <tab>imes 4`` was
    ``3 \\times 4``."""
    for sign in "\t\n\r":
        for at in _places(text, sign):
            name = _name(text, at)
            lone = len(name) == 2 and text[at + 2 : at + 3] not in (" ", "")  # e^x on a line of its own
            if len(name) > 1 and not (sign == "\n" and lone) and (name in _NAMES or sign == "\r"):
                return True
    return False


def _name(text: str, at: int) -> str:
    """The name of the command that the control character there may begin."""
    return _LETTERS[text[at]] + "".join(takewhile(lambda c: c.isascii() and c.isalpha(), text[at + 1 : at + 16]))


def _is_command(text: str, at: int) -> bool:
    """Whether the control character there can only be the beginning of a command."""
    name = _name(text, at)
    if name not in _NAMES or len(name) < 2:
        return False
    if text[at] not in "\t\n\r":
        return True  # no text has these
    fresh = not text[max(0, at - 40) : at].split("\n")[-1].strip()
    if text[at] != "\n":
        return not (fresh and name in _WORDS)
    before, after = text[:at].rstrip(" ")[-1:], text[at + len(name) :].lstrip(" ")[:1]
    joined = before.isalnum() or before in _AROUND
    goes_on = after.isalnum() or after in _FOLLOWING
    return not fresh and joined and goes_on and name not in _WORDS
