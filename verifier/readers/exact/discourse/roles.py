"""Roles: what a sentence does with a formula: asserts, gives, defines, supposes, denies, recalls or asks it."""

from __future__ import annotations

from itertools import pairwise

from verifier.kernel.expr import Sym, free_names
from verifier.mathtext.lexicon import words
from verifier.readers.exact.discourse.sentences import Link, Sentence
from verifier.readers.exact.items.items import Item
from verifier.readers.exact.reading import Role

_BOUNDARY = frozenset({",", ":", ";", ".", "?"})


def clause_words(sentence: Sentence, at: int) -> list[str]:
    """Return the words of the clause that leads to item ``at``, in lower case."""
    first = at
    while first > 0 and not _ends_clause(sentence.items[first - 1]):
        first -= 1
    return [item.text.lower() for item in sentence.items[first:at] if item.kind == "word"]


def _ends_clause(item: Item) -> bool:
    return (
        item.kind in ("break", "link", "marker")
        or (item.kind == "punct" and item.text in _BOUNDARY)
        or (item.kind == "word" and item.text.lower() == "then")
    )


def role_of(sentence: Sentence, link: Link) -> Role:
    """Return the role of a link in its sentence.

    Where words of several roles meet, the least binding wins.
    """
    everything = {item.text.lower() for item in sentence.items if item.kind == "word"}
    led = clause_words(sentence, link.start)
    clause = set(led)
    lettered = bool(link.left.label or link.right.label or has_letters(link))
    if sentence.mark == "?" or (_asks(led) and lettered):
        return "asked"
    if any(denies(item) and not bound(sentence, i, link.start) for i, item in enumerate(sentence.items)):
        return "denied"
    if clause & words.HYPOTHESES or (lettered and everything & words.HYPOTHESES):
        return "supposed"
    if clause & words.DEFINITIONS or (lettered and everything & (words.DEFINITIONS - {"where"})):
        return "defined"
    if lettered and link.left.label and link.position == 0:
        return "defined"
    given = "given" in everything and not (link.position > 0 and _by_formula(sentence)) and not _apart(sentence, link)
    if "according" in everything or given:
        return "given"
    if (
        lettered
        and everything & (words.RECALLS | {"using"})
        and not (everything & words.IDENTITIES or _worked(sentence, link))
    ):
        return "recalled"
    if lettered and (everything & (words.CHECKING - {"for"}) or _for(sentence)):
        return "supposed"
    return "asserted"


def denies(item: Item) -> bool:
    """Return whether an item is a word that denies something."""
    low = item.text.lower()
    return item.kind == "word" and (low in words.DENIALS or low.endswith("n't"))


def bound(sentence: Sentence, i: int, start: int) -> bool:
    """Return whether a denial only says of which things something is told, before a formula that is told of them: ``the
    pupils not on the team are 20 - 8``, ``those who did not come: 20 - 8``."""
    items = [item.text.lower() for item in sentence.items]
    before, after = items[max(i - 2, 0) : i], items[i + 1 : i + 2]
    named = items[i] == "not" and set(after) <= _WHERE and any(words.lemma(word) != word for word in before[-1:])
    named = named and not set(before[-1:]) & (words.FUNCTION_WORDS | _SAYINGS)
    who = before[-1:] == ["who"] if items[i].endswith("n't") else before[:1] == ["who"] and items[i] == "not"
    closed = any(word in _TELLING for word in items[i + 2 : start])
    return bool(closed and who) or bool(closed and named)


_WHERE = frozenset({"on", "in", "at", "from", "with", "for", "under", "of"})
_SAYINGS = frozenset(
    ("answers", "claims", "equations", "examples", "formulas", "identities", "lines", "relations", "results",
     "statements", "steps", "sums", "values")
)  # fmt: skip
"""Things that are equations themselves: of those not in the list one may be false."""
_TELLING = frozenset({"is", "are", "was", "were", "=", ":", "so", "then"})


def _worked(sentence: Sentence, link: Link) -> bool:
    """Whether an arrow leads to an equation in one unknown, or a chain goes on to the same letters: it was worked out,
    not recalled."""
    arrow = link.start > 0 and sentence.items[link.start - 1].kind == "link"
    names = link.left.term.free
    again = link.position > 0 and bool(names) and names == link.right.term.free
    return again or (arrow and len(free_names(link.left.term, link.right.term)) == 1)


_GIVEN = frozenset(
    ("amount", "amounts", "angle", "angles", "area", "circle", "condition", "conditions", "equation", "equations",
     "expression", "expressions", "figure", "fraction", "fractions", "inequality", "information", "integral", "length",
     "lengths", "line", "lines", "number", "numbers", "point", "points", "polynomial", "price", "prices", "problem",
     "rectangle", "sequence", "series", "set", "side", "sides", "square", "sum", "total", "triangle", "value", "values")
)  # fmt: skip
"""Things that are given and set no meaning of their own to signs: no rules, units, machines or puzzles."""


def _apart(sentence: Sentence, link: Link) -> bool:
    """Whether what is given is only named in a clause before, and this one concludes something: ``Completing the square
    in the given equation, we get``."""
    low = ["", *(item.text.lower() if item.kind == "word" else "" for item in sentence.items), ""]
    colon = link.start > 0 and sentence.items[link.start - 1].text == ":"
    clause = set(clause_words(sentence, link.start - colon))
    places = [i for i, word in enumerate(low) if word == "given"]
    named = all(low[i - 1] in ("the", "this", "our") and low[i + 1] in _GIVEN and i <= link.start for i in places)
    return named and "given" not in clause and bool(clause & words.CONCLUDING)


def _by_formula(sentence: Sentence) -> bool:
    """Whether something "is given by" a formula, which the step goes on to work out, and nothing else is given."""
    low = ["", *(item.text.lower() if item.kind == "word" else "" for item in sentence.items), ""]
    return all(low[i - 1] in ("is", "are") and low[i + 1] == "by" for i, word in enumerate(low) if word == "given")


def binds(sentence: Sentence) -> bool:
    """Return whether a sentence may use a relation quietly that was not read: ``since`` right before a relation, with a
    comma after it, names one that was."""
    items = sentence.items
    starts = {link.start: link.end for link in sentence.links}
    for i, item in enumerate(items):
        if item.kind != "word" or item.text.lower() not in words.BINDING:
            continue
        end = starts.get(i + 1) if item.text.lower() in words.GROUNDS else None
        if end is None or end + 1 >= len(items) or items[end + 1].text != ",":
            return True
    return False


def _asks(led: list[str]) -> bool:
    """Whether these words ask: ``which gives`` and ``which simplifies to`` go on with what was said."""
    return any(a in words.QUESTIONS and not (a == "which" and b in words.RELATIVE) for a, b in pairwise([*led, ""]))


def _for(sentence: Sentence) -> bool:
    """Whether ``for`` names values that letters are tried at: not so in ``solving for x``."""
    low = [item.text.lower() if item.kind == "word" else "" for item in sentence.items]
    for i, word in enumerate(low):
        if word == "for" and not (
            set(low[max(i - 3, 0) : i]) & words.SOLVED and _letter(sentence.items[i + 1 : i + 3])
        ):
            return True
    return False


def _letter(items: tuple[Item, ...]) -> bool:
    """Whether a letter stands there, and no relation after it."""
    lone = bool(items) and items[0].expr is not None and isinstance(items[0].expr.term, Sym)
    return lone and not (len(items) > 1 and items[1].kind == "rel")


def has_letters(link: Link) -> bool:
    """Return whether a letter or a named quantity stands in the link."""
    return bool(free_names(link.left.term, link.right.term))
