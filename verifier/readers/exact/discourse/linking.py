"""Linking: words around formulas that are read because they claim nothing.

The marks of lists, words that name the ground of a formula, words that only go on, what kind of computation it is, and
how many equations follow.

Read here means that a step may be settled correct with them; what they do to an accusation is for the guards.
"""

from __future__ import annotations

from typing import Final

from verifier.kernel.expr import Head, Node
from verifier.mathtext.lexicon import words
from verifier.readers.exact.discourse.operations import BALANCED, told
from verifier.readers.exact.discourse.sentences import Sentence
from verifier.readers.exact.items.items import Item


def read_besides(sentence: Sentence) -> frozenset[int]:
    """Return the places of items of a sentence that are read besides its formulas and claim nothing."""
    if not sentence.links:
        return told(sentence.items, BALANCED)
    starts = {link.start for link in sentence.links}
    found = {*told(sentence.items), *_kinds(sentence)}
    for i, item in enumerate(sentence.items):
        low = item.text.lower()
        ground = i + 1 in starts and low in _GROUNDS
        counted = _COUNTS.get(low) == len(starts) and _named(sentence.items, i + 1)
        if item.kind == "word" and (low in _GOING_ON or ground or counted or _rewritten(sentence.items, i)):
            found.add(i)
            found |= {i + 1} if counted else set()
        elif i == 0 and item.kind == "marker" and _lists(sentence):
            found.add(i)
    return frozenset(found)


_GOING_ON: Final = frozenset(
    ("additionally", "already", "besides", "but", "conclude", "deduce", "finally", "find", "found", "further",
     "furthermore", "given", "hence", "however", "know", "known", "likewise", "moreover", "namely", "observe",
     "similarly", "too", "use", "write", "written")
)  # fmt: skip
"""Words that go on with what was said, or only say that something is known or found."""

_GROUNDS: Final = frozenset({"as", "because", "by", "from", "into", "since", "using", "with"})
"""Words right before a formula that name it as what the rest follows from."""

_COUNTS: Final = {"two": 2, "three": 3, "four": 4}
_COUNTED: Final = frozenset({"equations", "inequalities", "relations", "formulas"})
_REWRITTEN: Final = frozenset({"rewritten", "simplified", "written", "factored", "expanded", "expressed", "rearranged"})


_KINDS: Final = {"sum": Head.ADD, "product": Head.MUL, "difference": Head.SUB, "quotient": Head.DIV}


def _kinds(sentence: Sentence) -> set[int]:
    """The places of words that only say what kind of computation stands right after them: ``the sum is 1 + 5 + 4``."""
    items = sentence.items
    found = set[int]()
    for link in sentence.links:
        at = link.start - 1
        if at > 0 and (items[at].text == ":" or items[at].text.lower() in ("is", "are")):
            kind = _KINDS.get(items[at - 1].text.lower())
            term = link.left.term
            if kind is not None and not link.position and isinstance(term, Node) and term.head is kind:
                found.add(at - 1)
    return found


def _named(items: tuple[Item, ...], i: int) -> bool:
    return i < len(items) and items[i].text.lower() in _COUNTED


def _rewritten(items: tuple[Item, ...], i: int) -> bool:
    """Whether *be* stands in ``can be rewritten as``."""
    said = [item.text.lower() for item in items[max(i - 1, 0) : i + 2]]
    return len(said) == 3 and said[:2] == ["can", "be"] and said[2] in _REWRITTEN


def _lists(sentence: Sentence) -> bool:
    """Whether a dash or a number that begins a line is the mark of a list: the line before does not break off."""
    lead = sentence.lead
    return lead is None or not (lead.kind in ("expr", "bad", "rel") or lead.text.lower() in words.JOINING)
