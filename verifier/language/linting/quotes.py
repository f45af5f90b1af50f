"""Quotes: the words of the problem or of a step that a fact or a statement rests on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from verifier.language.formal_chain import Fact, FactKind, FormalChain
from verifier.language.linting.findings import Code, Finding
from verifier.language.places import Place

MOST: Final = 50  # places of one quote in its text
_ASKING: Final = (
    "how many",
    "how much",
    "how long",
    "how far",
    "how old",
    "what is the",
    "what are the",
    "what was the",
)


class Text:
    """A text in which quotes are looked for: a run of white space equals any other."""

    def __init__(self, text: str) -> None:
        self.text = text
        kept: list[str] = []
        self._places: list[int] = []  # of each character that is kept, its place in the text
        for place, char in enumerate(text):
            space = char.isspace()
            if not (space and kept and kept[-1] == " "):
                kept.append(" " if space else char)
                self._places.append(place)
        self._even = "".join(kept)

    def spans(self, quote: str) -> list[tuple[int, int]]:
        """Return where a quote stands in the text, at most ``MOST`` places."""
        wanted = " ".join(quote.split())
        found: list[tuple[int, int]] = []
        at = self._even.find(wanted) if wanted else -1
        while at >= 0 and len(found) < MOST:
            found.append((self._places[at], self._places[at + len(wanted) - 1] + 1))
            at = self._even.find(wanted, at + 1)
        return found


def quotes(chain: FormalChain) -> Iterator[Finding]:
    """Yield facts and statements whose quotes are missing, or do not stand in the problem or the step."""
    if not chain.steps_text:
        yield Finding(Code.TEXT_MISSING, Place(chain=chain.id), "expected the text of the chain beside its translation")
    problem = Text(chain.problem)
    for fact in chain.facts:
        at = Place(chain=chain.id, fact=fact.id)
        if not fact.quote.strip():
            if fact.kind is not FactKind.KNOWN:
                yield Finding(Code.QUOTE_MISSING, at, "expected the words of the problem that it rests on")
        elif chain.steps_text and not problem.spans(fact.quote):
            yield Finding(Code.QUOTE_NOT_IN_TEXT, at, f"the problem does not say {_shown(fact.quote)}")
        if fact.kind is FactKind.GIVEN and asks(fact.quote):
            yield Finding(Code.QUESTION_AS_GIVEN, at, f"a question gives nothing: {_shown(fact.quote)}")
    for i, step in enumerate(chain.steps):
        text = Text(chain.steps_text[i]) if chain.steps_text else None
        for j, statement in enumerate(step.statements):
            at = Place(chain=chain.id, step=i, statement=j)
            if not statement.quote.strip():
                yield Finding(Code.QUOTE_MISSING, at, "expected the words of the step that say it")
            elif text is not None and not text.spans(statement.quote):
                yield Finding(Code.QUOTE_NOT_IN_TEXT, at, f"the step does not say {_shown(statement.quote)}")


def spans(chain: FormalChain) -> Iterator[Finding]:
    """Yield spans of rounded decimals that leave their quote, and of unread text that leave their step."""
    for i, step in enumerate(chain.steps):
        if chain.steps_text and any(end > len(chain.steps_text[i]) for _, end in step.unread):
            at = Place(chain=chain.id, step=i)
            yield Finding(
                Code.SPAN_OUTSIDE, at, f"an unread part ends behind the {len(chain.steps_text[i])} characters"
            )
        for j, statement in enumerate(step.statements):
            if any(end > len(statement.quote) for _, end in statement.rounded):
                at = Place(chain=chain.id, step=i, statement=j)
                yield Finding(
                    Code.SPAN_OUTSIDE, at, f"a rounded part ends behind the {len(statement.quote)} characters"
                )


def kind_of(fact: Fact) -> FactKind:
    """Return the kind of a fact; one that is older than kinds is the translator's own where its quote asks."""
    return fact.kind or (FactKind.MODEL if asks(fact.quote) else FactKind.GIVEN)


def asks(quote: str) -> bool:
    """Whether words ask something."""
    words = f" {' '.join(quote.lower().split())}"
    return "?" in words or any(f" {one}" in words for one in _ASKING)


def _shown(quote: str) -> str:
    return repr(quote if len(quote) <= 80 else f"{quote[:77]}...")
