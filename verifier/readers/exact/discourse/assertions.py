"""Assertions: the shapes of sentences in which people assert a result.

A refuted formula is held against its step only where its sentence fits one of these frames; elsewhere it is evidence.
What a sentence does besides (it denies, tests, wishes, quotes, asks) is for the role of the formula and its guards. One
registry: each frame with a code, what it says, texts that it fits, and texts of the same words that it does not fit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from verifier.mathtext.lexicon import words
from verifier.readers.exact.discourse.operations import told
from verifier.readers.exact.discourse.sentences import Link, Sentence
from verifier.readers.exact.items.items import Item


@dataclass(frozen=True, slots=True)
class Setting:
    """What stands around a chain of relations: ``lead`` before it in its clause, ``near`` right before it, after the
    last comma or colon; ``tail`` after it up to the next mark. ``known`` tells the words of the problem's story."""

    sentence: Sentence
    link: Link
    lead: tuple[Item, ...]
    near: tuple[Item, ...]
    tail: tuple[Item, ...]
    known: Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Frame:
    """A shape in which a result is asserted. ``fits`` and ``fails``: texts whose first formula has it, and has not."""

    code: str
    says: str
    has: Callable[[Setting], bool]
    fits: tuple[str, ...]
    fails: tuple[str, ...]


def frame_of(sentence: Sentence, link: Link, known: Callable[[str], bool]) -> str:
    """Return the code of the first frame that a chain of relations has in its sentence, or nothing."""
    setting = setting_of(sentence, link, known)
    return next((frame.code for frame in FRAMES if frame.has(setting)), "")


def setting_of(sentence: Sentence, link: Link, known: Callable[[str], bool]) -> Setting:
    """Return what stands around a chain."""
    items = sentence.items
    first = max((i + 1 for i in range(link.start) if _parts(items[i])), default=0)
    first = max([first, *(other.end + 1 for other in sentence.links if other.end < link.start)])
    comma = max((i + 1 for i in range(first, link.start) if items[i].text in (",", ":")), default=first)
    stop = min((other.start for other in sentence.links if other.start > link.end), default=len(items))
    last = next((i for i in range(link.end + 1, stop) if _parts(items[i]) or items[i].text == ","), stop)
    return Setting(
        sentence, link, items[first : link.start], items[comma : link.start], items[link.end + 1 : last], known
    )


def _parts(item: Item) -> bool:
    """Whether an item parts clauses: what stands before it does not lead to what stands after it."""
    return item.kind in ("break", "link", "marker") or (item.kind == "punct" and item.text in ".;?") or item.text == "|"


def _line(at: Setting) -> bool:
    return not _spoken(at.lead) and not _spoken(at.tail)


def _connected(at: Setting) -> bool:
    covered = told(at.lead)
    plain = all(i in covered or _joining(item) for i, item in enumerate(at.lead))
    return plain and all(map(_joining, at.tail))


def _named(at: Setting) -> bool:
    return bool(at.near) and _word(at.near[-1]) in _COPULAS | _NAMING and len(_spoken(at.near)) > 1


def _labelled(at: Setting) -> bool:
    if at.link.left.label or at.link.left.worded:
        return True
    colon = at.sentence.items[at.link.start - 1] if at.link.start else None
    return colon is not None and colon.text == ":" and bool(_spoken(at.lead))


def _got(at: Setting) -> bool:
    said = [word for item in at.near[-3:] if (word := _word(item))]
    return any(word in _GETTING for word in said)


def _grounded(at: Setting) -> bool:
    return bool(at.near) and _word(at.near[-1]) in words.GROUNDS | {"as"}


def _story(at: Setting) -> bool:
    return all(
        item.kind in ("punct", "expr", "modulus")
        or words.inert(word := _word(item))
        or words.narrative(word)
        or word in words.RELATIONS | words.EXACT | words.FUNCTION_WORDS
        or at.known(word)
        for item in (*at.lead, *at.tail)
    )


def _listed(at: Setting) -> bool:
    """Whether another formula stands right before it, with nothing but a comma or *and* between."""
    items, i = at.sentence.items, at.link.start - 1
    while i >= 0 and (items[i].text in (",", ":", "(") or _word(items[i]) in ("and", "so", "then", "also")):
        i -= 1
    return i >= 0 and i < at.link.start - 1 and any(other.end == i for other in at.sentence.links)


def _aside(at: Setting) -> bool:
    before = at.sentence.items[at.link.start - 1] if at.link.start else None
    return before is not None and before.kind == "paren"


def _carried(at: Setting) -> bool:
    before = at.sentence.items[at.link.start - 1] if at.link.start else None
    return at.link.position > 0 or (before is not None and before.kind == "rel")


def _spoken(items: tuple[Item, ...]) -> list[Item]:
    return [item for item in items if item.kind not in ("punct", "break", "marker", "link", "modulus")]


def _word(item: Item) -> str:
    return item.text.lower() if item.kind == "word" else ""


def _joining(item: Item) -> bool:
    word = _word(item)
    lists = (words.REWORKING, words.BALANCING, words.CONCLUDING, words.BETWEEN, words.LEADING, words.INERT_AFTER)
    return item.kind in ("punct", "link", "modulus") or words.inert(word) or any(word in one for one in lists)


_COPULAS: Final = frozenset({"is", "are", "was", "were", "be", "equals", "becomes", "being", "remains", "totals", "="})
_NAMING: Final = frozenset(
    {"of", "by", "as", "to", "that", "about", "only", "then", "exactly", "therefore", "thus", "now"}
)
_GETTING: Final = frozenset(
    ("bought", "buys", "calculate", "compute", "contains", "contributes", "cost", "costs", "cover", "covers", "do",
     "earn", "earned", "earns", "evaluates", "find", "found", "gave", "get", "gets", "getting", "give", "gives",
     "giving", "got", "had", "has", "have", "having", "holds", "leave", "leaves", "leaving", "left", "lasts", "lose",
     "made", "make", "makes", "making", "need", "needed", "needs", "obtain", "obtained", "obtains", "owes", "paid",
     "pay", "pays", "produce", "produces", "ran", "read", "reads", "receives", "requires", "runs", "save", "saves",
     "score", "scored", "scores", "see", "sells", "shows", "sold", "spend", "spends", "spent", "sums", "take",
     "takes", "taking", "total", "totals", "travel", "travels", "use", "used", "uses", "walks", "weighs", "worked",
     "works", "yield", "yielding", "yields")
)  # fmt: skip
"""Verbs of getting and of what the people of stories do with amounts."""

FRAMES: Final = (
    Frame(
        "CHAIN",
        "a later link of a chain, which goes on from the one before",
        _carried,
        ("Whatever = 12 + 5 = 17.", "Zorks: 10 + 7 = 12 + 5 = 17"),
        ("Whatever 12 + 5 = 17.",),
    ),
    Frame("LINE", "a formula alone in its line", _line, ("12 + 5 = 17", "- 12 + 5 = 17."), ("Perhaps 12 + 5 = 17",)),
    Frame(
        "CONNECTED",
        "words that only join formulas, and a formula",
        _connected,
        ("So 12 + 5 = 17.", "Simplifying, we get 12 + 5 = 17.", "Subtracting 9 from both sides, x = 3."),
        ("Suppose Ann wrote 12 + 5 = 17.",),
    ),
    Frame(
        "LABELLED",
        "a name, and the formula that it names",
        _labelled,
        ("Total: 12 + 5 = 17", "**Cost of pens:** 12 + 5 = 17", "Total cost = 12 + 5 = 17"),
        ("Ann hates 12 + 5 = 17",),
    ),
    Frame(
        "NAMED",
        "what something is, was or comes to",
        _named,
        ("The perimeter is 12 + 5 = 17.", "The number of ways to seat them is 12 + 5 = 17."),
        ("The teacher frowned at 12 + 5 = 17.",),
    ),
    Frame(
        "GOT",
        "a verb of getting, and what is got",
        _got,
        ("Zork then earns 12 + 5 = 17 dollars.", "Which altogether makes 12 + 5 = 17."),
        ("The board behind him shimmered 12 + 5 = 17.",),
    ),
    Frame(
        "GROUND",
        "the ground of what follows",
        _grounded,
        ("Since 12 + 5 = 17, the sum is odd.",),
        ("Unlike 12 + 5 = 17, the sum is odd.",),
    ),
    Frame(
        "LISTED",
        "a formula next to another one",
        _listed,
        ("x = 3, and 12 + 5 = 17.",),
        ("x = 3 whenever 12 + 5 = 17.",),
    ),
    Frame("ASIDE", "a formula in brackets", _aside, ("They pay all of it (12 + 5 = 17).",), ("They pay 12 + 5 = 17",)),
    Frame(
        "STORY",
        "words of the problem's story, and a formula",
        _story,
        ("Ann and Tom together 12 + 5 = 17 apples.",),
        ("Zorks frobnicate 12 + 5 = 17 apples.",),
    ),
)
"""Every shape in which a result is asserted, the plainest first."""
