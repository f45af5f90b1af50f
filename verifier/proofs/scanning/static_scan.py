"""The text of a candidate before Lean reads it: size, hidden characters, imports, words that leave a proof open.

What a candidate may use is decided in Lean, on the syntax of each command (``lean_project/Gate/Scan.lean``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from verifier.proofs.rules import Reason
from verifier.proofs.scanning.lean_lexer import Unterminated, Word, words

MOST_CHARACTERS = 2_000_000

UNFINISHED = frozenset({"sorry", "admit", "sorryAx"})
"""An unfinished proof: refused, and elaborated all the same to see how far it comes."""

SILENCERS = ("warn.",)
"""Options that silence Lean's warnings, by how their names begin: a challenge may not set them."""

HIDDEN = frozenset(
    "\u200b\u200c\u200d\u2060\ufeff\u00ad\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)

MATHLIB = frozenset({"Mathlib", "Batteries", "Aesop", "Qq", "ProofWidgets", "Archive", "Counterexamples"})
TOOLCHAIN = frozenset({"Init", "Std", "Lean"})


@dataclass(frozen=True, slots=True)
class Look:
    """What was seen in a file. ``unreadable``: it is not elaborated at all; ``silenced``: an option that hides what is
    left open."""

    reasons: tuple[Reason, ...] = ()
    imports: tuple[str, ...] = ()
    unreadable: bool = False
    silenced: str = ""
    seen: tuple[Word, ...] = field(default=(), repr=False)


def look(text: str) -> Look:
    """Return what is seen in a file's text."""
    if len(text) > MOST_CHARACTERS:
        message = f"expected at most {MOST_CHARACTERS} characters, got {len(text)}"
        return Look((Reason("too-large", message),), unreadable=True)
    hidden = next((i for i, char in enumerate(text) if char in HIDDEN and i), None)
    if hidden is not None:
        message = f"the character U+{ord(text[hidden]):04X} cannot be seen, and changes what is"
        return Look((Reason("hidden-characters", message, *_place(text, hidden)),), unreadable=True)
    try:
        seen = tuple(words(text.removeprefix("\ufeff")))
    except Unterminated as error:
        return Look((Reason("unterminated", str(error), *_place(text, error.at)),), unreadable=True)
    imports, body = _header(seen)
    return Look((*_bare(seen), *_unfinished(body)), imports, silenced=_silenced(body), seen=seen)


def declared_at(seen: Look, last: str) -> tuple[int, int] | tuple[None, None]:
    """Return the place where a file declares a name with this last part."""
    for before, word in pairwise(seen.seen):
        declares = before.text in ("theorem", "def", "lemma", "axiom", "abbrev")
        if last and declares and word.text.rpartition(".")[2] == last:
            return word.line, word.column
    return None, None


def _place(text: str, at: int) -> tuple[int, int]:
    return text.count("\n", 0, at) + 1, at - (text.rfind("\n", 0, at) + 1)


def _header(seen: tuple[Word, ...]) -> tuple[tuple[str, ...], tuple[Word, ...]]:
    """Return the modules that the header imports, and the words after it."""
    imports, at = [], 0
    while at < len(seen):
        text = seen[at].text
        after = seen[at + 1].text if at + 1 < len(seen) else ""
        if (text == "module" and not at) or (text in ("public", "private", "meta") and after in ("import", "meta")):
            at += 1
        elif text == "import" and after:
            at += 2 if seen[at + 1].text in ("all", "runtime") and at + 2 < len(seen) else 1
            imports.append(seen[at].text)
            at += 1
        else:
            break
    return tuple(imports), seen[at:]


def _bare(seen: tuple[Word, ...]) -> Iterator[Reason]:
    """Yield a reason where the header asks for no library, since the gate loads it all the same."""
    for word in seen[:2]:
        if word.text == "prelude":
            yield Reason("refused-construct", "prelude: the library must be there", word.line, word.column)


def _unfinished(body: tuple[Word, ...]) -> Iterator[Reason]:
    for word in body:
        if not word.quoted and (word.text in UNFINISHED or word.text.endswith(".sorryAx")):
            yield Reason("sorry", f"{word.text}: the proof is not finished", word.line, word.column)


def _silenced(body: tuple[Word, ...]) -> str:
    return next((word.text for word in body if not word.quoted and word.text.startswith(SILENCERS)), "")
