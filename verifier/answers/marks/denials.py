"""Words beside a value that deny it, suppose it, or change it."""

from __future__ import annotations

from typing import Final

from verifier.language.linting.number_words import WORDS
from verifier.mathtext.lexicon import words

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
    below beyond between within near nearly almost barely scarcely past toward towards every each any another some
    either nth first but plus times opposite reciprocal inverse root square cube factorial multiple percent step
    exceeds exceed exceeding besides nowhere""".split()  # noqa: SIM905  # a list of words
)
"""Words that change the value right behind them, or may."""

_JOINING: Final = {
    "of": frozenset(
        """most max min one some any each excess upwards upward short instead sum product difference factor divisor
        bound limit multiple square root power""".split()  # noqa: SIM905  # a list of words
    )
    | _CHANGING,
    "to": frozenset(("up", "close", "closer", "near", "limited", "unequal", "next", "prior", "restricted")) | _CHANGING,
    "by": frozenset(("divisible", "bounded", "limited")),
    "from": frozenset(("different", "far", "away", "apart", "distinct")),
    "as": frozenset(("many", "much", "large", "small", "high", "low", "long", "little", "few", "great", "big")),
}
"""Words that join others to the value behind them, each with those that change it then: ``half of``, ``up to``."""

_ADDING: Final = ("add", "sum", "total", "come", "work", "round")
"""Beginnings of verbs that ``up to`` belongs to: ``adds up to 12``."""


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
    """Return whether words right before a value may change it: ``half of 12``, ``at least 12``, ``up to 12``."""
    near = text[max(0, start - 100) : start].rstrip(" ${\\([")
    third, second, last = ["", "", "", *([] if near.endswith("=") else _words(_clause(near[::-1])[::-1]))][-3:]
    if (last, second) == ("to", "up") and third.startswith(_ADDING):
        return False
    return last in _CHANGING or second in _JOINING.get(last, ())


def is_silent(text: str) -> bool:
    """Return whether a text holds no number and no formula, and denies nothing: it may follow an answer."""
    signs = any(char.isdigit() or char in "$\\=" or (char.isalpha() and not char.isascii()) for char in text)
    return not signs and not has_denial(text) and not any(word in WORDS for word in _words(text))


def has_denial(text: str) -> bool:
    """Return whether a word of a text denies or supposes something."""
    return any(map(_denies, _words(text)))


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
