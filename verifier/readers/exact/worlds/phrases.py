"""Phrases: words with their places, cut into sentences, and the names that stand in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from verifier.chain import Span
from verifier.language.linting.number_words import ONES

ARTICLES = frozenset({"a", "an", "the"})
NUMBERS = ("zero", *ONES[:10])
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_ENDS = frozenset(".!?;\n")


@dataclass(frozen=True, slots=True)
class Token:
    """A word (a run of letters and digits) or a mark, as it stands in the text."""

    text: str
    start: int
    end: int

    @property
    def low(self) -> str:
        """The word in lower case."""
        return self.text.lower()

    @property
    def capital(self) -> bool:
        """Whether it begins with a capital letter."""
        return self.text[:1].isupper()


Phrase = tuple[Token, ...]


def tokens(text: str) -> list[Token]:
    """Return the words and marks of a text; a hyphen parts two words and is no mark."""
    found: list[Token] = []
    at = 0
    while at < len(text):
        end = at
        while end < len(text) and (text[end].isalnum() or (text[end] in "'’" and end > at)):
            end += 1
        if end > at:
            found.append(Token(text[at:end], at, end))
        elif text[at] == "\n" or not (text[at].isspace() or _hyphen(text, at)):
            found.append(Token(text[at], at, at + 1))
        at = max(end, at + 1)
    return found


def _hyphen(text: str, at: int) -> bool:
    return text[at] == "-" and 0 < at < len(text) - 1 and text[at - 1].isalnum() and text[at + 1].isalnum()


def sentences(found: Sequence[Token]) -> list[Phrase]:
    """Return the sentences, each with the mark that ends it; empty ones are left out."""
    made: list[list[Token]] = [[]]
    for token, after in zip_longest(found, found[1:]):
        if token.text == "So" and after is not None and after.low == "the":
            made.append([])  # the mark before it is often left out
        made[-1].append(token)
        if token.text in _ENDS:
            made.append([])
    return [tuple(one) for one in made if any(token.text not in _ENDS for token in one)]


def bare(phrase: Phrase) -> Phrase:
    """Return a phrase without the marks around it."""
    first, last = 0, len(phrase)
    while first < last and not phrase[first].text[0].isalnum() and phrase[first].text != "(":
        first += 1
    while last > first and not phrase[last - 1].text[0].isalnum() and phrase[last - 1].text != ")":
        last -= 1
    return phrase[first:last]


def without(phrase: Phrase, leads: frozenset[str]) -> Phrase:
    """Return a phrase without the words of ``leads``, and the commas after them, that it begins with."""
    at = 0
    while at < len(phrase) and (phrase[at].low in leads or (at and phrase[at].text == ",")):
        at += 1
    return phrase[at:]


def low(phrase: Phrase) -> tuple[str, ...]:
    """Return the words of a phrase in lower case."""
    return tuple(token.low for token in phrase)


def span(phrase: Phrase) -> Span:
    """Return where a phrase stands. Raises: IndexError when it is empty."""
    return phrase[0].start, phrase[-1].end


def parted(phrase: Phrase, *marks: str) -> Iterator[Phrase]:
    """Yield what stands between the words or marks, empty parts left out."""
    part: list[Token] = []
    for token in phrase:
        if token.low in marks:
            if part:
                yield tuple(part)
            part = []
        else:
            part.append(token)
    if part:
        yield tuple(part)


def starting(phrase: Phrase, names: Mapping[tuple[str, ...], str]) -> tuple[str, int] | None:
    """Return the name that a phrase begins with, after an article, and how many words that takes; the longest name."""
    at = 1 if phrase and phrase[0].low in ARTICLES else 0
    for length in range(min(6, len(phrase) - at), 0, -1):
        found = names.get(low(phrase[at : at + length]))
        if found is not None:
            return found, at + length
    return None


def named(phrase: Phrase, names: Mapping[tuple[str, ...], str]) -> bool:
    """Return whether a name stands anywhere in a phrase."""
    return any(starting(phrase[at:], names) for at in range(len(phrase)))


def chosen(phrase: Phrase) -> str | None:
    """Return the option that a phrase says is the answer: ``So the answer is (B)``; None where it does not."""
    said = low(without(bare(phrase), frozenset({"so", "therefore", "thus", "hence", "then"})))
    if said[:3] == ("the", "answer", "is") and len(said) == 6 and (said[3], said[5]) == ("(", ")"):
        return said[4].upper()
    return None


def options(found: Sequence[Phrase]) -> dict[str, Phrase]:
    """Return the options ``(A) ...`` that stand each in a line of its own, by their letters."""
    made: dict[str, Phrase] = {}
    for phrase in found:
        if len(phrase) > 3 and (phrase[0].text, phrase[2].text) == ("(", ")") and len(phrase[1].text) == 1:
            made[phrase[1].text.upper()] = bare(phrase[3:])
    return made
