"""Words beside a value that deny it, suppose it, or change it."""

from __future__ import annotations

from typing import Final

from verifier.readers.exact.lexicon import words

_NEAR: Final = 4
"""Words on either side of a value that are looked at, within its clause."""

_ENDS: Final = frozenset(".,;:!?\n—")
_DENYING: Final = frozenset(
    """not never cannot neither nor wrong wrongly incorrect incorrectly false impossible doubt doubtful unlikely unless
    invalid erroneous mistaken mistakenly hardly if suppose supposing assume assuming guess might maybe perhaps whether
    rather except""".split()  # noqa: SIM905  # a list of words
)
_RESTORING: Final = frozenset(("wait", "actually", "oh", "hmm", "sorry", "correction", "fix", "fixed", "recheck"))
"""Words of taking back after which the value that follows is the one that is meant."""

_CHANGING: Final = frozenset(
    """negative minus half twice double triple thrice third quarter least most more less fewer than over under above
    below beyond between plus times opposite reciprocal inverse root square cube factorial multiple percent step
    exceeds exceed besides""".split()  # noqa: SIM905  # a list of words
)


def is_denied(text: str, start: int, end: int) -> bool:
    """Return whether words in the clause of a value, close to it, deny or suppose it."""
    before = _clause(text[max(0, start - 200) : start][::-1])[::-1]
    after = _clause(text[end : end + 200])
    return any(map(_is_denying, _words(before)[-_NEAR:])) or _is_rejected(_words(after))


def is_sentence_denied(text: str, start: int) -> bool:
    """Return whether the words before a place, in its sentence, deny or suppose what follows."""
    begin = max(text.rfind(end, 0, start) for end in (". ", "\n", "! ", "? ", "; ")) + 1
    return any(map(_denies, _words(text[begin:start])))


def is_changed(text: str, start: int) -> bool:
    """Return whether one of the two words before a value may change it: ``half of 12``, ``at least 12``."""
    near = text[max(0, start - 100) : start].rstrip(" ${")
    before = [] if near.endswith("=") else _words(_clause(near[::-1])[::-1])[-2:]
    joined = before[-1:] == ["of"] or before[-1:] == ["to"]
    return any(word in _CHANGING for word in (before if joined else before[-1:]))


def _is_denying(word: str) -> bool:
    return word in _DENYING or word.replace("\u2019", "'").endswith("n't")


def _denies(word: str) -> bool:
    low = word.replace("\u2019", "'")
    named = low in words.DENIALS or low in words.HYPOTHESES or low in words.TAKEBACK or low in _DENYING
    return (named and low not in _RESTORING) or low.endswith("n't")


def _is_rejected(after: list[str]) -> bool:
    """Whether the words right behind a value say that it is not the one: ``is wrong``, ``cannot be right``."""
    said = after[1:2] if after[:1] in (["is"], ["was"], ["are"], ["be"], ["seems"], ["looks"]) else after[:1]
    return any(_is_denying(word) or word in words.TAKEBACK - _RESTORING for word in said)


def _clause(text: str) -> str:
    """The text up to the next sign that ends a clause."""
    return text[: next((at for at, char in enumerate(text) if char in _ENDS), len(text))]


def _words(text: str) -> list[str]:
    return "".join(c if c.isalpha() or c in "'\u2019-" else " " for c in text.lower()).split()
