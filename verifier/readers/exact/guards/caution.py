"""Caution: what keeps a formula from being decided (doubts), refuted (qualms), or held against its step (obstacles)."""

from __future__ import annotations

from typing import Final

from verifier.kernel.expr import Dec, Expr, Head, Int, Node, Sym
from verifier.mathtext.characters import digit
from verifier.mathtext.guards.guard import Abstention
from verifier.mathtext.guards.notation import SOFT
from verifier.mathtext.lexicon import words
from verifier.mathtext.notation.shapes import proper
from verifier.readers.exact.discourse.roles import has_letters
from verifier.readers.exact.discourse.sentences import Link, Sentence
from verifier.readers.exact.guards.quantities.shares import may_tell_share
from verifier.readers.exact.guards.table import GUARDS
from verifier.readers.exact.items.items import Item

_ARTICLES: Final = frozenset({"a", "A", "I"})


def qualms_of(sentence: Sentence, link: Link) -> list[Abstention]:
    """Return why the left side of a chain may begin in the words before it, so that no refutation is believed."""
    start, soft = link.start, sorted(one for one in link.left.doubts | link.right.doubts if one.code in SOFT)
    if may_tell_share(sentence, link):
        soft.append(GUARDS["share-as-amount"]())
    if any(_open_sum(sentence.items[i].text) for i in (link.at, link.to)):
        soft.append(GUARDS["open-sum"]())
    if link.at != start:
        return soft
    why = _described(sentence, start)
    return soft if why is None else [*soft, why]


def is_led(sentence: Sentence, link: Link) -> bool:
    """Return whether nothing before a chain can belong to it: an edge stands there, or a word that only leads to it."""
    items, start = sentence.items, link.start
    if start == 0 or items[start - 1].kind in ("break", "link", "marker", "rel"):
        return True
    before = items[start - 1]
    if before.kind == "punct":
        return before.text in ",:.;"
    leads = words.inert(before.text) or before.text.lower() in words.LEADING
    ended = any(other.end == start - 2 for other in sentence.links)
    return before.kind == "word" and leads and (ended or not (start > 1 and items[start - 2].kind in ("expr", "bad")))


def is_rewriting(sentence: Sentence, link: Link) -> bool:
    """Return whether the sentence says that the left side is rewritten as the right one: ``Expand: L = R``.

    ``Expanding gives L = R`` and ``Expanding L = R gives ...`` speak of an equation, ``To expand L = R`` of an aim.
    """
    items = sentence.items
    lead = [item.text.lower() for item in items[: link.start] if item.kind == "word"]
    if any(item.kind not in ("word", "punct", "marker", "break") for item in items[: link.start]) or not lead:
        return False
    follows = {item.text.lower() for item in items[link.end + 1 :] if item.kind == "word"}
    others = any(other.start != link.start and has_letters(other) for other in sentence.links)
    plain = all(words.inert(word) for word in lead) and not set(lead) & {"to", "equation", "equations"}
    plain = plain and bool(set(lead) & words.REWRITING)
    return plain and not others and not follows - words.INERT_AFTER


def is_told(sentence: Sentence, link: Link) -> bool:
    """Return whether the words that lead to a formula say that an expression, not an equation, is rewritten as it
    stands: ``We factor the quadratic polynomial as follows: L = R``.
    """
    items = sentence.items
    lead = [item.text.lower() for item in items[: link.start] if item.kind == "word"]
    follows = {item.text.lower() for item in items[link.end + 1 :] if item.kind == "word"}
    alone = not any(other.start != link.start for other in sentence.links) and not follows - words.INERT_AFTER
    known = all(words.inert(word) or words.narrative(word) for word in lead)
    return alone and known and bool(set(lead) & words.REWRITTEN) and not set(lead) & words.SETTING_UP


def doubts_of(sentence: Sentence, link: Link) -> list[Abstention]:
    """Return why this link cannot be trusted to be read as it was meant: what touches it, and what its sides carry."""
    found = sorted(one for one in link.left.doubts | link.right.doubts if one.code not in SOFT)
    items = sentence.items
    start = link.start
    before = items[start - 1] if start else None
    if before is not None and not link.position and (why := _touches(before, items[start], left=True)):
        found.append(why)  # f''(8) = 3 · 4 = 13: what the first side is does not matter to the others
    if before is not None and before.kind == "marker" and before.text == "open":
        found.append(GUARDS["label-or-factor"]())
    if (why := _glued(items, start)) and not (link.position and why.of(GUARDS["touches"])):
        found.append(why)
    if (
        start > 1
        and before is not None
        and before.text == "of"
        and items[start - 2].text.lower() not in (words.BEARERS if _lettered(items[start]) else words.HEADS)
    ):
        found.append(GUARDS["of-before"]())
    if before is not None and before.text == ":" and start > 1 and _ratio(sentence, link):
        found.append(GUARDS["ratio-before"]())
    if article(items, start, link.end):
        found.append(GUARDS["article-or-letter"]())
    if start > 1 and before is not None and before.text == "," and _splits_number(items[start - 2], items[start]):
        found.append(GUARDS["comma-in-number"]())
    if before is not None and before.kind == "paren" and before.text == "(" and unclosed(items, start, link.end):
        found.append(GUARDS["bracket-not-closed"]())
    chain = {other.relation for other in sentence.links if other.start == start}
    if link.relation is Head.APPROX and chain & _ORDER:
        found.append(GUARDS["approximation-in-chain"]())
    if link.right.share and not link.left.share:
        found.append(GUARDS["share-on-the-right"]())
    last = link.end
    after = items[last + 1] if last + 1 < len(items) else None
    if after is not None and (why := _touches(after, after, left=False)):
        found.append(why)
    if after is not None and after.text == "or" and last + 2 < len(items) and items[last + 2].text in words.BOUNDING:
        found.append(GUARDS["bound-after"]())
    if after is not None and after.text == "of" and not link.right.units:
        found.append(GUARDS["share-of-next"]())
    if after is not None and (why := _continues(items, last)):
        found.append(why)
    if after is not None and after.text == ":" and last + 2 < len(items) and items[last + 2].kind == "expr":
        colons = before is not None and before.text == ":"
        if colons or not items[last + 2].space:
            found.append(GUARDS["ratio-after"]())
    if why := _broken_line(sentence, start):
        found.append(why)
    if link.right.rows and _another_list(items, last):
        found.append(GUARDS["one-of-cases"]())
    ors = [i for i, item in enumerate(items) if item.kind == "word" and item.text.lower() in ("or", "and/or")]
    if ors and has_letters(link) and not (link.choice and all(link.start < i < link.end for i in ors)):
        found.append(GUARDS["one-of-cases"]())
    return found


def _another_list(items: tuple[Item, ...], last: int) -> bool:
    """Whether another list follows: ``(x, y) = (1, 2), (3, 4)``."""
    after = [item.text for item in items[last + 1 : last + 3]]
    return after in ([",", "("], ["and", "("])


def _ratio(sentence: Sentence, link: Link) -> bool:
    """Whether the colon before a chain may stand inside a ratio or a time, and not between a name and its value."""
    items, start = sentence.items, link.start
    named, colon, first = items[start - 2 : start + 1]
    if named.kind != "expr" or (start > 2 and items[start - 3].text.lower() in words.LABELS and first.space):
        return False
    if colon.region <= 0 and min(named.region, first.region) > 0:
        return False  # \\(429 \\cdot 21\\): \\[429 \\cdot 21 = 9009\\]
    wide = first.expr is not None and not _single(first.expr.term)
    told = any(item.kind == "word" and item.text.lower() in words.RATIOS for item in items)
    led = any(other.to == start - 2 for other in sentence.links) or _lettered(named) or _no_hour(named, first)
    led = led or (start > 2 and items[start - 3].text.lower() == "by")
    led = led or (first.expr is not None and isinstance(first.expr.term, Sym))  # from steps 1 and 2: v2 = 3 * 4
    set_off = first.space and colon.start == named.end and wide
    return not (set_off and (_counted(named) or (led and not told)))


def _counted(named: Item) -> bool:
    """Whether a number before a colon counts something, and so is no hour and no side of a ratio: ``in 3 boxes:``."""
    return named.expr is not None and bool(named.expr.units - words.MEASURES)


def _no_hour(named: Item, first: Item) -> bool:
    """Whether a number before a colon is an amount, or what follows is no minutes, so that both are no time of day and
    no score: ``$0.08: $5.52 / $0.08``, ``8: 807 / 8``."""
    if named.expr is None or not isinstance(named.expr.term, Int | Dec) or named.expr.units - words.CURRENCY:
        return False
    long = len(first.text) > 2 and digit(first.text[:3])
    return bool(named.expr.units) or long or first.region > 0 >= named.region


def _continues(items: tuple[Item, ...], last: int) -> Abstention | None:
    """Whether the words after a chain make another number of its last side:

    ``= 5 more than 2``, ``= 1/3 of the cake``.
    """
    low = items[last + 1].text.lower()
    side = items[last].expr
    if items[last + 1].kind != "word" or low not in words.COMPARING or side is None:
        return None
    if low == "to":
        score = last + 2 < len(items) and items[last + 2].kind == "expr"
        return GUARDS["score-after"]() if score else None
    if low == "of":
        return GUARDS["share-of-next"]() if not side.units else None
    return None


def _glued(items: tuple[Item, ...], start: int) -> Abstention | None:
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
        return GUARDS["touches"](repr(before.text[:20]))
    joined = before.kind in ("word", "paren") and (
        before.region == first.region or max(before.region, first.region) <= 0
    )
    signed = first.text[:1] in "-−" and not (before.kind == "word" and words.inert(before.text))
    loose = first.text[:2] in ("- ", "− ", "– ") and (first.region <= 0 or before.kind == "marker")
    dashed = loose and start > 0 and before.kind in ("marker", "punct", "word", "paren")  # Step 2 - 5 + 3 = 8
    if first.text[:1] == "+" or (joined and signed) or dashed:
        return GUARDS["sign-at-start"]()
    return None


def _described(sentence: Sentence, start: int) -> Abstention | None:
    """Whether the words before a chain make a label or another number of what it begins with: ``The blue 4 = 3 + 2``,
    ``1 and 1/4 cup =``."""
    items = sentence.items
    first = items[start]
    before = items[start - 1] if start else first
    if first.expr is None or first.expr.label or first.expr.worded or before.kind != "word":
        return None
    if max(before.region, first.region) <= 0 and _range(first):
        return GUARDS["range-or-label"]()
    article, single = before.text.lower() in ("a", "an", "the"), _single(first.expr.term)
    spelled = items[start + 1].text == "=" and items[start + 1].end - items[start + 1].start > 2  # "is equal to"
    named = single and (spelled or article or not words.inert(before.text))
    second = start > 1 and items[start - 2].kind == "expr" and first.region <= 0
    parted = any(link.to == start - 2 for link in sentence.links) and not single
    joined = second and before.text.lower() in words.JOINING and not parted
    return GUARDS["described-number"]() if named or joined else None


def _range(item: Item) -> bool:
    """Whether the item reads ``1-2``, as in "Weeks 1-2": two numerals, rising, with no space between."""
    first, dash, second = item.text.partition("-")
    return bool(dash) and digit(first) and digit(second) and len(first + second) < 20 and int(first) < int(second)


def _single(term: Expr) -> bool:
    """A numeral, or a proper fraction of numerals."""
    if isinstance(term, Node) and term.head in (Head.NEG, Head.PERCENT):
        return _single(term.args[0])
    return isinstance(term, Int | Dec) or proper(term)


def _single_item(item: Item) -> bool:
    return item.expr is not None and _single(item.expr.term)


def _lettered(item: Item) -> bool:
    return item.expr is not None and bool(item.expr.term.free)


_ORDER = frozenset({Head.LT, Head.LE, Head.GT, Head.GE})


def _splits_number(before: Item, after: Item) -> bool:
    """Whether two numerals parted by a comma may be one: ``14, 400 / 80``."""
    return (
        before.expr is not None
        and isinstance(before.expr.term, Int)
        and not before.expr.units
        and digit(after.text[:3])
    )


def _touches(item: Item, edge: Item, left: bool) -> Abstention | None:
    low = item.text.lower()
    if item.kind in ("expr", "bad") or (item.kind == "paren" and item.text in ")]}|" and left and not edge.space):
        return GUARDS["touches"](repr(item.text[:20]))
    if item.kind == "word":
        if left and (low in words.BEFORE or words.uncounted(low)):
            return GUARDS["word-before"](repr(low))
        if not left and (low in words.AFTER or words.uncounted(low)):
            return GUARDS["word-after"](repr(low))
    return None


def _broken_line(sentence: Sentence, start: int) -> Abstention | None:
    """Whether the line before, which ends without a mark, may hold the beginning of the formula."""
    lead, items = sentence.lead, sentence.items
    at_start = all(item.kind in ("break", "marker") for item in items[:start])
    if lead is None or not at_start:
        return None
    own = items[start].region > 0 and items[start].region != lead.region  # a formula of its own in the typesetting
    if own and lead.region > 0:
        return None
    joining = words.JOINING - words.SETTING if own and not _single_item(items[start]) else words.JOINING
    word = lead.kind == "word" and lead.text.lower() in joining | words.BEFORE
    return GUARDS["line-before"]() if lead.kind in ("expr", "bad", "rel") or word else None


def unclosed(items: tuple[Item, ...], start: int, last: int) -> bool:
    """Return whether the bracket before a chain stays open, or stands right after an expression: ``(1/3)(54 = 18``."""
    closed = any(item.kind == "paren" and item.text == ")" for item in items[last + 1 :])
    return not closed or (start > 1 and items[start - 2].kind == "expr" and not items[start - 1].space)


def article(items: tuple[Item, ...], start: int, last: int) -> bool:
    """Return whether the word ``a`` or ``I`` beside a chain may be a letter of it: ``A B = B A``, ``A x = b``."""
    before, after = items[start - 1] if start else None, items[last + 1] if last + 1 < len(items) else None
    first = items[start].expr
    if before is not None and before.text in _ARTICLES and before.kind == "word":
        return first is not None and isinstance(first.term, Sym) and not first.label
    follows = items[last + 2] if last + 2 < len(items) else None
    ends = follows is None or follows.kind != "word"
    return after is not None and after.kind == "word" and after.text in _ARTICLES and ends


def _open_sum(text: str) -> bool:
    """Return whether something is added outside of brackets after the sign of a sum: ``\\sum_{i=1}^{4} i^2 + 1``."""
    sign = max(text.rfind("\\sum"), text.rfind("∑"), text.rfind("\\prod"))
    depth = 0
    for c in text[sign:] if sign >= 0 else "":
        depth += (c in "([{") - (c in ")]}")
        if depth == 0 and c in "+-−":
            return True
    return False
