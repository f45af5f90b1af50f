"""Phrases of iterations that name no variable: ``in the first iteration``, ``after the second pass``, ``Iteration 3:``.

They are tied to the run where the program has one loop that could be meant. Under a line that ends in a colon they hold
for the list that follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from verifier.kernel.run_claim import Place, Said
from verifier.language.expressions.runs import iteration_of
from verifier.language.linting.number_words import ONES
from verifier.readers.program.facts import ProgramFacts
from verifier.readers.program.saying import Saying
from verifier.readers.program.tokens import Kind, Token, listed

ORDINALS: Final = {
    word: number
    for number, words in enumerate(
        ("first 1st", "second 2nd", "third 3rd", "fourth 4th", "fifth 5th", "sixth 6th", "seventh 7th", "eighth 8th",
         "ninth 9th", "tenth 10th", "eleventh 11th", "twelfth 12th"), 1)
    for word in words.split()
}  # fmt: skip
NUMBERS: Final = {word: number for number, word in enumerate(("zero", *ONES))}
_NOUNS: Final = listed("iteration pass round cycle repetition")
_BEFORE: Final = listed("in on during after for at following of by with end the then and so now starting")
_OF_THE_LOOP: Final = listed("of through around the for while loop")
_THROUGH: Final = listed("through around")


@dataclass(frozen=True, slots=True)
class Turn:
    """A phrase: its tokens, the number of the iteration (None where it tells of another one), and whether the words
    are of its end."""

    begins: int
    ends: int
    number: int | None
    ended: bool = False


class Iterations:
    """Which iteration the lines of a chain are about, one line after the other."""

    def __init__(self, facts: ProgramFacts, steps: Sequence[str]) -> None:
        self._facts, self._from_zero = facts, _from_zero(steps)
        self._carried: Turn | None = None
        self._indent = -1

    def placed(self, sentence: Sequence[Token], found: Saying) -> Saying:
        """Return what a sentence says, at the iteration that its words, or the line above the list, tell of."""
        line = self._facts.only_loop
        if line is None or found.place.when or found.said not in _PLACED:
            return found
        before = [turn for turn in turns(sentence) if turn.ends <= found.begins]
        turn = before[-1] if before else self._carried
        if turn is None or turn.number is None or not self._fits(sentence, turn, found, bool(before)):
            return found
        number = turn.number + (self._from_zero and not _ordinal(sentence, turn, bool(before)))
        moves = self._facts.targets.get(line, frozenset())
        ended = turn.ended and found.said is Said.AT and found.subject not in moves
        place = Place(found.place.line, -1 if ended else None, ((iteration_of(line), str(number)),))
        return replace(found, place=place)

    def _fits(self, sentence: Sequence[Token], turn: Turn, found: Saying, here: bool) -> bool:
        """Whether nothing between the phrase and what is said tells of another time."""
        between = sentence[turn.ends if here else 0 : found.begins]
        return not any(token.word in _ELSEWHERE or token.word in ORDINALS for token in between)

    def line_begins(self, line: Sequence[Token], indent: int) -> None:
        """Take note of a line that is going to be read: it may end a list."""
        told = [token for token in line if token.text != "\n"]
        bullet = bool(told) and told[0].text in _BULLETS
        if told and (not bullet or indent <= self._indent or any(token.word in _ELSEWHERE for token in told)):
            self._carried = None

    def line_ends(self, line: Sequence[Token], indent: int) -> None:
        """Take note of a line that was read: it may head a list."""
        told = [token for token in line if token.text != "\n"]
        found = turns(told)
        if told and told[-1].text == ":" and len(found) == 1:
            self._carried, self._indent = found[0], indent if told[0].text in _BULLETS else -1


_PLACED: Final = frozenset((Said.AT, Said.EVALUATES, Said.CONDITION))
_ELSEWHERE: Final = listed(
    "loop finally end ends returns return again before previously initially previous next later earlier until "
    "iterations remaining"
)
_BULLETS: Final = frozenset("-*•+")


def _ordinal(sentence: Sequence[Token], turn: Turn, here: bool) -> bool:
    return here and any(token.word in ORDINALS for token in sentence[turn.begins : turn.ends])


def _from_zero(steps: Sequence[str]) -> bool:
    """Whether a chain counts its iterations from 0."""
    return any(f"{noun} {zero}" in text.lower() for text in steps for noun in _NOUNS for zero in ("0", "#0", "zero"))


def turns(sentence: Sequence[Token]) -> list[Turn]:
    """Return the phrases of iterations in a sentence, in order."""
    out: list[Turn] = []
    for at, token in enumerate(sentence):
        if token.word in _NOUNS or (token.word in ("time", "times") and _next(sentence, at) in _THROUGH):
            out.append(_numbered(sentence, at))
        elif token.word == "iterations" or (token.word in ("passes", "rounds")):
            out.append(Turn(at, at + 1, None))
    return out


def _next(sentence: Sequence[Token], at: int) -> str:
    return sentence[at + 1].word if at + 1 < len(sentence) else ""


def _numbered(sentence: Sequence[Token], at: int) -> Turn:
    """The phrase around the noun at a place: ``the third iteration``, ``iteration 3``, ``iteration #3``."""
    begins, ends, number = at, at + 1, None
    if at and sentence[at - 1].word in ORDINALS:
        begins, number = at - 1, ORDINALS[sentence[at - 1].word]
    else:
        if ends < len(sentence) and sentence[ends].text == "#":
            ends += 1
        told = sentence[ends] if ends < len(sentence) else None
        if told is not None and (told.word in NUMBERS or (told.kind is Kind.VALUE and told.value.isdecimal())):
            number = NUMBERS.get(told.word, int(told.value) if told.value.isdecimal() else 0)
            ends += 1
            if (
                not told.word
                and ends < len(sentence)
                and sentence[ends].text not in (":", ",", ")", "(", ".", "-", "–")
            ):
                number = None if sentence[ends].kind is not Kind.WORD else number
    tail = ends
    while tail < len(sentence) and sentence[tail].word in _OF_THE_LOOP:
        tail += 1
    ends = tail if sentence[tail - 1].word == "loop" else ends
    words = [token.word for token in sentence[max(0, begins - 4) : begins]]
    opens = begins == 0 or sentence[begins - 1].kind is not Kind.WORD or words[-1] in _BEFORE
    opens = opens and not {"before", "prior", "until"} & set(words)
    ended = bool({"after", "following", "end"} & set(words))
    return Turn(begins, ends, number if opens else None, ended)
