"""What a critic's answer says: the number in its last box, and where told, how likely the others were.

A vote is a distribution over which paragraph is the first wrong one, or none of them. Of several votes the mean is
taken, with a weak prior, so that no number of votes says 0 or 1.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from verifier.asking.request import Said, Token

BOX: Final = "\\boxed{"
MOST_INSIDE: Final = 40
"""Characters between the braces of a box, at the most."""

NONE: Final = -1
"""The vote for a chain without an error."""


@dataclass(frozen=True, slots=True)
class Vote:
    """How likely each step is the first wrong one, and ``NONE``: what sums to 1. ``told``: by the probabilities of
    tokens, and not by what was answered alone."""

    likely: Mapping[int, float]
    told: bool = False


class Unreadable(ValueError):
    """An answer that holds no vote, and why."""


def vote(said: Said, steps: int, *, likely: bool = False) -> Vote:
    """Return the vote that an answer holds on a chain of so many steps; ``likely``: from the probabilities of its
    tokens, where they are told.

    Raises: Unreadable."""
    place = said.text.rfind(BOX)
    inside, closed, _ = said.text[place + len(BOX) :][: MOST_INSIDE + 1].partition("}")
    if place < 0 or not closed:
        raise Unreadable("the answer holds no number in \\boxed{}")
    number = _number(inside)
    if number is None or not NONE <= number < steps:
        raise Unreadable(f"expected a number from -1 to {steps - 1} in \\boxed{{}}, got {inside!r:.60}")
    told = _told(said.tokens, said.text, place + len(BOX), steps) if likely else {}
    return Vote(told, True) if told else Vote({number: 1.0})


def _number(inside: str) -> int | None:
    """The whole number in a box, which may say what it is the number of."""
    word = inside.strip().strip("$").strip()
    for around in ("paragraph_", "\\text{paragraph_", "paragraph", "step"):
        word = word.removeprefix(around).strip()
    word = word.replace("\N{MINUS SIGN}", "-").strip()
    digits = word.removeprefix("-").strip()
    if not digits.isascii() or not digits.isdigit() or len(digits) > 6:
        return None
    return -int(digits) if word.startswith("-") else int(digits)


def _told(tokens: Sequence[Token], text: str, place: int, steps: int) -> dict[int, float]:
    """How likely the first token inside the box makes each number, none where it does not tell."""
    at = 0
    if "".join(token.text for token in tokens) != text:
        return {}
    for token in tokens:
        inside = at + len(token.text) > place
        if inside:
            # What stands before the number is the same for each of them, where a token holds a part of the box too.
            before = token.text[: max(0, place - at)]
            return _shared({k[len(before) :]: p for k, p in token.others.items() if k.startswith(before)}, steps)
        at += len(token.text)
    return {}


def _shared(likely: Mapping[str, float], steps: int) -> dict[int, float]:
    """What each number gets of the tokens that may begin it: one that may begin several is shared out among them."""
    found: dict[int, float] = {}
    for text, odds in likely.items():
        begun = text.strip().rstrip("}").strip()
        if text.strip().endswith("}"):
            meant = [n for n in range(NONE, steps) if str(n) == begun]
        else:
            meant = [n for n in range(NONE, steps) if begun and str(n).startswith(begun)]
        for number in meant:
            found[number] = found.get(number, 0.0) + math.exp(min(odds, 0.0)) / len(meant)
    total = sum(found.values())
    return {number: share / total for number, share in found.items()} if total > 0 else {}


def scores(votes: Sequence[Vote], steps: int, prior: float) -> list[float]:
    """Return, for each step, the probability that the chain is right up to and including it.

    The mean of the votes, with ``prior`` votes more: half of them for no error, half for each step alike.
    """
    worth = len(votes) + prior
    found, left = [], 1.0
    for step in range(steps):
        left -= (sum(one.likely.get(step, 0.0) for one in votes) + prior / (2 * steps)) / worth
        found.append(min(max(left, 1e-6), 1 - 1e-6))
    return found
