"""Obstacles: what keeps a formula that is refuted from being held against its step: it may be a test, an option, a
wish, or stand among words and marks that were not understood."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from verifier.checkers.evaluate import shown
from verifier.kernel.expr import Head, Sym, free_names
from verifier.mathtext.guards.guard import Abstention, Guard
from verifier.mathtext.lexicon import words
from verifier.readers.exact.discourse.roles import bound, clause_words, denies
from verifier.readers.exact.discourse.sentences import Link, Sentence
from verifier.readers.exact.guards.table import GUARDS
from verifier.readers.exact.items.items import Item

_CONTRADICTING = frozenset("⊥↯⇐※✗✘❌☒⨯")
_SIGNS = frozenset("+-−–*/=<>×÷·∗^|&")  # the empty text is no sign


_REMAINDERS = frozenset({"remainder", "remainders", "mod", "modulo"})


@dataclass(frozen=True, slots=True)
class Hurdle:
    """What stands in the way of an accusation: where, why, and whether only formulas that it touches are hurt."""

    at: int
    why: Abstention
    local: bool = False


def tests(vocabulary: frozenset[str]) -> bool:
    """Return whether these words put a value to the test, so that a closed equation may stand there to fail."""
    return bool(vocabulary & words.TESTS) or bool(vocabulary & words.PLUGS and vocabulary & words.TESTED)


def test_obstacles(sentence: Sentence, link: Link, tested: bool, denied: bool) -> list[Abstention]:
    """Return why a false formula may stand here on purpose: a test, a contradiction reached, a wish.

    ``tested``: the text so far puts something to the test; ``denied``: some sentence of the text denies something.
    """
    found = []
    items, start = sentence.items, link.start
    clause = set(clause_words(sentence, start))
    low = [item.text.lower() for item in items[:start] if item.kind == "word"]
    everything = {item.text.lower() for item in items if item.kind == "word"}
    affirmed = not denied and _affirmed(sentence, link, everything)
    put = (tested or everything & words.ASKING) and link.position == 0
    if (put or everything & words.TESTS) and not affirmed:
        found.append(GUARDS["test"]())
    told = any(other.start != start for other in sentence.links) or any(
        item.kind in ("marker", "paren") or item.text == ":" or (item.kind == "word" and not words.inert(item.text))
        for item in items
    )
    grounds = bool(clause & words.GROUNDS) and not (denied or put or free_names(link.left.term, link.right.term))
    if link.relation not in (Head.EQ, Head.APPROX) and (told or denied) and not (affirmed or grounds):
        found.append(GUARDS["inequality-test"]())
    equation = link.relation is Head.EQ and link.position == 0
    if equation and everything & words.PLUGS and not link.left.term.free and shown(link.right.term) is None:
        found.append(GUARDS["value-put-in"]())
    counted = any(a in ("choices", "options") and b in ("of", "for") for a, b in pairwise(low)) and _computed(link)
    if everything & {"choice", "choices", "option", "options"} and link.position == 0 and not counted:
        found.append(GUARDS["option"]())
    if free_names(link.left.term, link.right.term) and everything & words.PLACES:
        found.append(GUARDS["value-on-graph"]())
    if free_names(link.left.term, link.right.term) and _after(items, link.end)[:1] in _GIVING:
        found.append(GUARDS["value-tried"]())
    if isinstance(link.left.term, Sym) and not link.right.term.free and _leads_on(items, link.end):
        found.append(GUARDS["value-tried"]())
    if _aimed(items[:start], low) or any(pair in _ASIDES for pair in pairwise([*low, *_after(items, link.end)])):
        found.append(GUARDS["sought-or-guessed"]())
    if {*_after(items, link.end), *items[link.to].text.lower().replace("(", " ").split()} & _COUNTED_IN:
        found.append(GUARDS["counted-in"]())
    if _corrected(items, link):
        found.append(GUARDS["arrow-corrects"]())
    if clause & {"consider", "compare"} or (
        clause & {"take", "look"} and clause & {"equation", "sentence", "expression", "statement"}
    ):
        found.append(GUARDS["mentioned"]())
    if any(item.kind == "word" and item.text in ("OR", "AND", "XOR", "NOT") for item in items):
        found.append(GUARDS["logic-signs"]())
    if (link.right.units | set(_after(items, link.end)[:1])) & words.MONTHS:
        found.append(GUARDS["day-of-month"]())
    wishes = words.WISHES if denied or not _computed(link) else words.WISHES - words.NEEDING
    if clause & wishes:
        found.append(GUARDS["wanted"]())
    if any(a == "to" and b in ("work", "hold", "be", "satisfy") for a, b in pairwise(low)):
        found.append(GUARDS["condition"]())
    if (
        start > 1
        and link.position == 0
        and items[start - 1].text in (":", ")", ".")
        and len(items[start - 2].text) == 1
        and items[start - 2].text.isalpha()
    ):
        found.append(GUARDS["option"]())
    if start and items[start - 1].kind == "marker" and items[start - 1].text == "option":
        found.append(GUARDS["option"]())
    return found


_ASIDES = frozenset(
    {("off", "by"), ("at", "first"), ("up", "to"), ("the", "question")}
    | {("had", who) for who in ("i", "we", "you", "he", "she", "it", "they", "there")}
)
"""Two words beside a formula after which it may be denied, taken back or only supposed."""


_GIVING = [[word] for word in ("gives", "yields", "makes", "leads", "produces", "implies", "means", "results", "would")]
"""What a value that is tried does, one word each."""


_COUNTED_IN = frozenset({"including", "excluding", "counting", "except", "excepting", "besides", "without"})
"""Words after a computation that may add to it, or take away: ``12 + 5 = 18 including the driver``."""


def _corrected(items: tuple[Item, ...], link: Link) -> bool:
    """Whether an arrow leads from a result to another number: ``12 + 5 = 18 -> 17``."""
    after = items[link.end + 1 : link.end + 3]
    if len(after) < 2 or after[0].kind != "link" or after[1].expr is None or shown(link.right.term) is None:
        return False
    goes_on = any(item.kind in ("rel", "link") for item in items[link.end + 3 : link.end + 4])
    return shown(after[1].expr.term) is not None and not goes_on


def _leads_on(items: tuple[Item, ...], last: int) -> bool:
    """Whether an arrow or a colon stands after a formula, and something after that: ``x = 4 → 3x + 5 = 17``."""
    after = items[last + 1] if last + 2 < len(items) else None
    return after is not None and (after.kind == "link" or after.text == ":")


def _after(items: tuple[Item, ...], last: int) -> list[str]:
    return [item.text.lower() for item in items[last + 1 :] if item.kind == "word"]


def _aimed(before: tuple[Item, ...], low: list[str]) -> bool:
    """Whether the words before a formula say that it is to be found: ``Show that``, ``Goal:``, ``To prove``."""
    to = any(a == "to" and b in words.AIMS for a, b in pairwise(low))
    colon = any(item.text == ":" for item in before) and bool(set(low) & words.AIMS)
    return to or colon or bool(low and low[0] in words.AIMS)


def _affirmed(sentence: Sentence, link: Link, everything: set[str]) -> bool:
    """Whether the sentence goes on to say that the formula holds: ``2 + 4 = 7, which is true``."""
    after = {item.text.lower() for item in sentence.items[link.end + 1 :] if item.kind == "word"}
    return bool(after & words.AFFIRMING) and not everything & (words.HYPOTHESES | words.ASKING | words.WISHES)


def _computed(link: Link) -> bool:
    """Whether the link is a computation without letters and its result, or the next line of it: nobody wishes for what
    is worked out."""
    closed = not free_names(link.left.term, link.right.term)
    return closed and link.relation is Head.EQ and link.left.compound


def hurdles_of(sentence: Sentence, known: Callable[[str], bool]) -> list[Hurdle]:
    """Return what in the sentence keeps its formulas from settling a step incorrect: words not known, marks not read.

    ``known`` says of a word whether the problem's own story knows it.
    """
    barred = words.TAKEBACK | words.MODES | (words.ROUNDING - words.EXACT) | words.DENIALS | words.ODD
    found: list[Hurdle] = []
    for i, item in enumerate(sentence.items):
        low = item.text.lower()
        if item.kind == "bad" and not _dash(sentence.items, i):
            open_ended = _modal(item.text) or _joins(sentence.items, i) or item.text in _CONTRADICTING
            found.append(Hurdle(i, GUARDS["unread-mark"](repr(item.text[:20])), not open_ended))
        elif item.kind == "word" and denies(item) and all(bound(sentence, i, link.start) for link in sentence.links):
            continue
        elif item.kind == "word" and low in barred:
            found.append(Hurdle(i, _barring(low)(repr(low)), low == "than"))
        elif item.kind == "word" and low in words.TESTS:
            continue  # weighed with the formula
        elif item.kind == "word" and i not in sentence.labels and not _harmless(item, i, known):
            affirms = low in words.AFFIRMING and any(link.end < i for link in sentence.links)
            found += [] if affirms else [Hurdle(i, GUARDS["unread-word"](repr(low)))]
    return found


def _barring(low: str) -> Guard:
    """The guard of a word that bars."""
    if low in _REMAINDERS:
        return GUARDS["word-of-remainder"]
    return GUARDS["word-of-rounding"] if low in words.ROUNDING else GUARDS["unread-word"]


def hurts(hurdle: Hurdle, sentence: Sentence, link: Link) -> bool:
    """Return whether a hurdle stands in the way of this link: anywhere, or if it is local, in the link's own stretch
    of the sentence."""
    if not hurdle.local:
        return True
    first, last = (hurdle.at + 1, link.start) if hurdle.at < link.start else (link.end + 1, hurdle.at)
    if hurdle.at in range(link.start, link.end + 1):
        return True
    between = sentence.items[first:last]
    if sentence.items[hurdle.at].kind == "word":
        return not any(item.kind in ("punct", "break", "link") for item in between)
    return not any(item.kind in ("punct", "break", "link", "word", "rel", "marker") for item in between)


def _dash(items: tuple[Item, ...], i: int) -> bool:
    """Whether a mark is a dash before a clause that begins anew: ``(2, 4, 6) - This works``."""
    after = items[i + 1] if i + 1 < len(items) else None
    begins = after is not None and after.kind == "word" and after.text[:1].isupper() and words.inert(after.text)
    return items[i].text in ("-", "–", "—") and items[i].space and begins and after is not None and after.space


def _joins(items: tuple[Item, ...], i: int) -> bool:
    """Whether a mark that was not read begins or ends with a sign that may carry a formula on from another line."""
    text, after = items[i].text.strip(), items[i + 1] if i + 1 < len(items) else None
    hyphen = text[-1:] == "-" and text[:1].isdigit() and after is not None and after.kind == "word" and not after.space
    return text[:1] in _SIGNS or (text[-1:] in _SIGNS and not hyphen)


def _modal(text: str) -> bool:
    """Whether a mark that was not read may change what equality means, or stand for two signs at once."""
    return any(sign in text for sign in ("≡", "≢", "mod", "equiv", "cong", "±", "∓", "\\pm", "\\mp", "oplus", "otimes"))


def _harmless(item: Item, i: int, known: Callable[[str], bool]) -> bool:
    low = item.text.lower()
    if words.inert(low) or words.narrative(low) or low in words.RELATIONS | words.EXACT or known(low):
        return True
    if low in words.HYPOTHESES or low in words.DEFINITIONS or low in words.RECALLS or low in ("and", "or", "ordinal"):
        return True  # these give the role
    if low.endswith("'s") and (known(low[:-2]) or words.narrative(low[:-2])):
        return True
    if item.text.isupper() and item.text.isalpha() and 1 < len(item.text) < 5 and item.text not in ("OR", "XOR", "AND"):
        return True  # points named by capitals: BC, PQRS
    return (
        i > 0 and item.text[:1].isupper() and item.text[1:].islower() and len(item.text) > 2 and item.region <= 0
    )  # a name
