"""Roles: what a sentence does with a formula (asserts, gives, defines, supposes, denies, recalls, asks), and what
stands in the way of a refutation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from verifier.kernel.claim import Relation
from verifier.kernel.term import App, Dec, Int, Op, Sym, Term, letters
from verifier.reading import words
from verifier.reading.sentences import Item, Link, Sentence

Role = Literal["asserted", "given", "defined", "supposed", "denied", "recalled", "asked"]

_BOUNDARY = frozenset({",", ":", ";", ".", "?"})


def clause_words(sentence: Sentence, at: int) -> list[str]:
    """Return the words of the clause that leads to item ``at``, in lower case. Fails: never."""
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

    Where words of several roles meet, the least binding wins. Fails: never.
    """
    everything = {item.text.lower() for item in sentence.items if item.kind == "word"}
    chain_start = _chain_start(sentence, link)
    clause = set(clause_words(sentence, chain_start))
    lettered = bool(link.left.label or link.right.label or _has_letters(link))
    if sentence.mark == "?" or (clause & words.QUESTIONS and lettered):
        return "asked"
    if everything & words.DENIALS or any(word.endswith("n't") for word in everything):
        return "denied"
    if clause & words.HYPOTHESES or (lettered and everything & words.HYPOTHESES):
        return "supposed"
    if clause & words.DEFINITIONS or (lettered and everything & (words.DEFINITIONS - {"where"})):
        return "defined"
    if lettered and link.left.label and link.position == 0:
        return "defined"
    if everything & {"given", "according"}:
        return "given"
    if lettered and everything & (words.RECALLS | {"using"}) and not everything & words.IDENTITIES:
        return "recalled"
    if lettered and everything & words.CHECKING:
        return "supposed"
    return "asserted"


def _has_letters(link: Link) -> bool:
    return bool(letters(link.left.term, link.right.term))


def _chain_start(sentence: Sentence, link: Link) -> int:
    """The item where the chain of relations that holds this link begins."""
    by_end = {other.to: other for other in sentence.links}
    while link.position > 0 and link.at in by_end:
        link = by_end[link.at]
    return link.at


def qualms_of(sentence: Sentence, link: Link) -> list[str]:
    """Return why the left side of a chain may begin in the words before it, so that no refutation is believed.

    Fails: never.
    """
    start = _chain_start(sentence, link)
    if link.at != start:
        return []
    why = _begins_earlier(sentence, start)
    return [why] if why else []


def doubts_of(sentence: Sentence, link: Link) -> list[str]:
    """Return why this link cannot be trusted to be read as it was meant: what touches it, and what its sides carry.

    Fails: never.
    """
    found = sorted(link.left.doubts | link.right.doubts)
    items = sentence.items
    start = _chain_start(sentence, link)
    before = items[start - 1] if start else None
    if before is not None and (why := _touches(before, items[start], left=True)):
        found.append(why)
    if why := _glued(items, start):
        found.append(why)
    if (
        start > 1
        and before is not None
        and before.text == "of"
        and items[start - 2].text.lower() not in words.HEADS
        and not _lettered(items[start])
    ):
        found.append("'of' stands before the formula")
    ratio = not items[start].space or any(item.text.lower() == "ratio" for item in items)
    if before is not None and before.text == ":" and start > 1 and items[start - 2].kind == "expr" and ratio:
        found.append("a ratio, a time or a list number stands before the formula")
    if start > 1 and before is not None and before.text == "," and _splits_number(items[start - 2], items[start]):
        found.append("a comma may stand inside a number")
    chain = {other.relation for other in sentence.links if _chain_start(sentence, other) == start}
    if link.relation is Relation.APPROX and chain & _ORDER:
        found.append("an approximation inside a chain of inequalities")
    if link.right.share and not link.left.share:
        found.append("the right side is a share of something")
    last = _chain_end(sentence, link)
    after = items[last + 1] if last + 1 < len(items) else None
    if after is not None and (why := _touches(after, after, left=False)):
        found.append(why)
    if after is not None and (why := _continues(items, last)):
        found.append(why)
    if (
        after is not None
        and after.text == ":"
        and last + 2 < len(items)
        and items[last + 2].kind == "expr"
        and not items[last + 2].space
    ):
        found.append("a ratio or a time stands after the formula")
    if any(item.kind == "word" and item.text.lower() in ("or", "and/or") for item in items) and _has_letters(link):
        found.append("one of several cases")
    return found


def _continues(items: tuple[Item, ...], last: int) -> str | None:
    """Whether the words after a chain make another number of its last side:

    ``= 5 more than 2``, ``= 1/3 of the cake``.
    """
    low = items[last + 1].text.lower()
    side = items[last].expr
    if items[last + 1].kind != "word" or low not in words.COMPARING or side is None:
        return None
    if low == "of":
        return "a share of what follows" if not side.units else None
    for item in items[last + 2 :]:
        if item.kind in ("punct", "break", "link", "marker"):
            return None
        if item.kind == "expr":
            return f"the word {low!r} after the formula compares it with another number"
    return None


def _glued(items: tuple[Item, ...], start: int) -> str | None:
    """Whether a mark, a bracket or a sign joins the chain to what stands before it."""
    first = items[start]
    before = items[start - 1] if start else first
    if first.expr is None or first.expr.label:
        return None
    glued = (
        not first.space
        and not (before.kind == "punct" and before.text in ":,")
        and not (before.kind == "paren" and before.text in "([{")
    )
    if start and glued and before.kind in ("word", "punct", "paren", "marker") and before.region == first.region:
        return f"{before.text[:20]!r} touches the formula"
    joined = before.kind in ("word", "paren") and (
        before.region == first.region or max(before.region, first.region) <= 0
    )
    if first.text[:1] == "+" or (joined and first.text[:1] in "-−"):
        return "the formula begins with a sign that may join it to what stands before"
    if before.kind == "punct" and before.text == "." and start:
        return "a point stands before the formula"
    return None


def _begins_earlier(sentence: Sentence, start: int) -> str | None:
    """Whether the left side of a chain may begin in the words before it:

    ``1 and 1/4 cup = ...``, ``90 bulbs at $.50 = ...``.
    """
    items = sentence.items
    first = items[start]
    before = items[start - 1] if start else first
    if first.expr is None or first.expr.label or isinstance(first.expr.term, Sym):
        return None
    if before.kind == "word" and max(before.region, first.region) <= 0 and _range(first):
        return "a range or a label"
    spelled = len(items[start + 1].text) < items[start + 1].end - items[start + 1].start  # "is equal to"
    if before.kind == "word" and (spelled or not words.inert(before.text)) and _single(first.expr.term):
        return "a single number, described by the words before it"
    back = start - 1
    while back >= 0 and items[back].kind == "word" and items[back].text.lower() in words.JOINING:
        back -= 1
    linked = any(back == link.to for link in sentence.links) and not _single(first.expr.term)
    if (
        back < start - 1
        and back >= 0
        and items[back].kind == "expr"
        and max(items[back].region, first.region) <= 0
        and not linked
    ):
        return "a number before the formula may belong to it"
    return None


def _range(item: Item) -> bool:
    """Whether the item reads ``1-2``, as in "Weeks 1-2": two numerals, rising, with no space between."""
    first, dash, second = item.text.partition("-")
    return bool(dash) and first.isdigit() and second.isdigit() and len(first + second) < 20 and int(first) < int(second)


def _single(term: Term) -> bool:
    """A numeral, or a proper fraction of numerals."""
    if isinstance(term, App) and term.op is Op.DIV:
        a, b = term.args
        return isinstance(a, Int) and isinstance(b, Int) and a.value < b.value
    if isinstance(term, App) and term.op in (Op.NEG, Op.PERCENT):
        return _single(term.args[0])
    return isinstance(term, Int | Dec)


def _chain_end(sentence: Sentence, link: Link) -> int:
    by_start = {other.at: other for other in sentence.links if other.position > 0}
    while link.to in by_start:
        link = by_start[link.to]
    return link.to


def _lettered(item: Item) -> bool:
    return item.expr is not None and bool(letters(item.expr.term))


_ORDER = frozenset({Relation.LT, Relation.LE, Relation.GT, Relation.GE})


def _splits_number(before: Item, after: Item) -> bool:
    """Whether two numerals parted by a comma may be one: ``14, 400 / 80``."""
    return (
        before.expr is not None
        and isinstance(before.expr.term, Int)
        and not before.expr.units
        and after.text[:3].isdigit()
    )


def _touches(item: Item, edge: Item, left: bool) -> str | None:
    low = item.text.lower()
    if item.kind in ("expr", "bad") or (item.kind == "paren" and item.text in ")]}|" and left and not edge.space):
        return f"{item.text[:20]!r} touches the formula"
    if item.kind == "word":
        if left and low in words.BEFORE:
            return f"the word {low!r} stands before the formula"
        if not left and low in words.AFTER:
            return f"the word {low!r} stands after the formula"
    return None


def tests(vocabulary: frozenset[str]) -> bool:
    """Return whether these words put a value to the test, so that a closed equation may stand there to fail.

    Fails: never.
    """
    return bool(vocabulary & words.TESTS) or bool(vocabulary & words.PLUGS and vocabulary & words.TESTED)


def obstacles_of(sentence: Sentence, known: Callable[[str], bool]) -> list[str]:
    """Return what in the sentence keeps it from settling a step incorrect: words not known, marks not read.

    ``known`` says of a word whether the problem's own story knows it. Fails: never.
    """
    barred = words.TAKEBACK | words.MODES | words.ROUNDING | words.DENIALS | words.ODD
    found: list[str] = []
    for i, item in enumerate(sentence.items):
        low = item.text.lower()
        if item.kind == "bad":
            found.append(f"{item.text[:20]!r} was not read")
        elif item.kind == "marker" and item.text == "doubtful":
            found.append("a list number before a number")
        elif item.kind == "punct" and item.text in '"`':
            found.append("quotation marks")
        elif item.kind == "word" and low in barred:
            found.append(f"the word {low!r}")
        elif item.kind == "word" and i not in sentence.labels and not _harmless(item, i, known):
            found.append(f"the word {low!r} was not read")
    return found


def _harmless(item: Item, i: int, known: Callable[[str], bool]) -> bool:
    low = item.text.lower()
    if words.inert(low) or words.narrative(low) or low in words.RELATIONS or known(low):
        return True
    if low in words.HYPOTHESES or low in words.DEFINITIONS or low in words.RECALLS or low in ("and", "or", "ordinal"):
        return True  # these give the role
    if low.endswith("'s") and (known(low[:-2]) or words.narrative(low[:-2])):
        return True
    return (
        i > 0 and item.text[:1].isupper() and item.text[1:].islower() and len(item.text) > 2 and item.region <= 0
    )  # a name
