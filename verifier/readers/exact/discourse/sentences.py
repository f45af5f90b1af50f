"""Sentences: tokens to items (expressions, relations, words, marks), items to sentences, sentences to chains of
relations."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from verifier.kernel.expr import MAX_NESTING, MAX_NODES, Expr, ExprTooLarge, Head, Int, Node, Sym
from verifier.kernel.functions import RELATIONS
from verifier.mathtext.guards import notation as guards
from verifier.mathtext.lexicon import words
from verifier.mathtext.lexicon.measures import MONTHS, factor
from verifier.mathtext.lexicon.signs import MATRICES, Kind
from verifier.mathtext.notation.analysis import antiderived
from verifier.mathtext.notation.frames import PlacedExpr
from verifier.mathtext.notation.notation import MAYBE_FUNCTIONS, read_in_text
from verifier.mathtext.notation.vectors import array_places, read_array
from verifier.mathtext.numerals import Token
from verifier.readers.exact.items.items import Item, ItemKind, modulus_after, spelled_out, with_remainders
from verifier.readers.exact.items.markers import marker
from verifier.readers.exact.items.moduli import (
    DIVISIBILITY,
    divisibility,
    read_modulus,
    remainder,
    spelled_divisibility,
)
from verifier.readers.exact.patterns.reader import described


def measured(items: list[Item]) -> list[Item]:
    """Return the items, with a quantity in two units as one expression, and ``there are 60 minutes in an hour`` as the
    relation that it states."""
    made: list[Item] = []
    i = 0
    while i < len(items):
        width = _joined(items, i)
        if width:
            made.append(_sum(items, i, i + width))
        else:
            made.append(items[i])
        i += width + 1
        if _told(made) and (held := _held(made[-1], items[i : i + 4])) is not None:
            made += held[0]
            i += held[1]
    return made


def _joined(items: list[Item], i: int) -> int:
    """How many items on the finer part of a quantity stands: less than one of the coarser unit, right behind it or
    after *and*; 0 for none."""
    width = 2 if i + 2 < len(items) and items[i + 1].text.lower() == "and" else 1
    if i + width >= len(items):
        return 0
    coarse, fine = items[i].expr, items[i + width].expr
    if coarse is None or fine is None or not (isinstance(coarse.term, Int) and isinstance(fine.term, Int)):
        return 0
    times = factor(coarse.units, fine.units) if {items[i].region, items[i + width].region} == {0} else None
    if times is None or times <= 1 or fine.term.value >= times or items[i].text.startswith("$"):
        return 0
    return width


def _sum(items: list[Item], i: int, last: int) -> Item:
    """The two parts as one quantity. What stands before a relation may be only its second part."""
    first, second = items[i].expr, items[last].expr
    assert first is not None and second is not None
    times = factor(first.units, second.units)
    assert times is not None
    term = Node(Head.ADD, (Node(Head.MUL, (first.term, Int(int(times)))), second.term))
    led = last + 1 < len(items) and items[last + 1].kind == "rel" and not all(map(_leads, items[:i]))
    doubts = first.doubts | second.doubts | ({guards.CONVERSION()} if led else set())
    expr = PlacedExpr(term, first.start, second.end, second.units, doubts)
    return replace(items[i], text=f"{items[i].text} {items[last].text}", end=items[last].end, expr=expr)


def _leads(item: Item) -> bool:
    return (
        item.kind in ("break", "marker", "link") or item.text == "," or (item.kind == "word" and words.inert(item.text))
    )


def _told(made: list[Item]) -> bool:
    """Whether the items end with ``there are 60 minutes``."""
    if len(made) < 3 or made[-1].expr is None or not isinstance(made[-1].expr.term, Int) or made[-1].region:
        return False
    return [item.text.lower() for item in made[-3:-1]] == ["there", "are"]


def _held(count: Item, after: list[Item]) -> tuple[list[Item], int] | None:
    """What is said to hold so many, as a relation and its right side, and how many items that takes; None where it is
    no unit or month, or where more is said of it."""
    said = [item.text.lower() if item.kind == "word" else "" for item in after] + [""] * 3
    units = count.expr.units if count.expr is not None else frozenset()
    days = units == {"day"} and count.expr is not None and count.expr.term in (Int(28), Int(29), Int(30), Int(31))
    month = days and after[1:2] != [] and after[1].text[:1].isupper()  # 4 days: those on which she works
    if said[0] == "in" and said[1] in MONTHS and month:
        last, term = 1, Node(Head.MUL, (Int(1), Int(MONTHS[said[1]])))
    elif said[0] == "in" and said[1] in _ONE and factor(held := frozenset({words.lemma(said[2])}), units) is not None:
        last, term, units = 2, Node(Head.MUL, (Int(1), Int(1))), held
    else:
        return None
    follows = after[last + 1] if last + 1 < len(after) else None
    if follows is not None and not (follows.kind in ("punct", "break") or follows.text.lower() in _GOING_ON):
        return None
    end = after[last].end
    sign = replace(after[0], kind="rel", text="=", end=after[0].end)
    whole = replace(after[1], kind="expr", end=end, expr=PlacedExpr(term, after[1].start, end, units))
    return [sign, whole], last + 1


_ONE = frozenset({"a", "an", "one", "each", "every"})
_GOING_ON = frozenset({"and", "so", "but", "then", "we"})


MAX_LINKS = 300
"""Most relations that are read of one sentence."""

MAX_ITEMS = 1_000
"""Most words, expressions and marks of a sentence of which relations are read: all of it is looked at for each."""

MAX_RETRY, MAX_OPEN = 80, 30
"""Most tokens, and brackets in a row, of what could not be read as an expression and is read again as prose."""


@dataclass(frozen=True, slots=True)
class Link:
    """Two neighbours of a chain ``a = b = c``:

    ``position`` counts links from 0; ``at`` and ``to`` are item indices of both sides, ``start`` and ``end`` of the
    whole chain.
    """

    relation: Head
    left: PlacedExpr
    right: PlacedExpr
    position: int
    at: int
    to: int
    start: int
    end: int
    modular: bool = False  # remainders are compared, or divisibility is claimed
    choice: bool = False  # one of several equations holds, says it: their product is zero

    @property
    def based(self) -> bool:
        """Whether both sides are numerals that name their bases, so that no word about bases changes them."""
        return bool(self.left.base and self.right.base)

    @property
    def told(self) -> bool:
        """Whether a remainder is told, or digits that remainders are: words about remainders are read then."""
        return self.right.remainder or self.based


@dataclass(frozen=True, slots=True)
class Sentence:
    """Items ``first`` up to, not including, ``last``; ``mark`` is what ended it."""

    items: tuple[Item, ...]
    mark: str
    links: tuple[Link, ...]
    loose: frozenset[int]  # indices of relation items that joined nothing readable
    labels: frozenset[int]  # indices of words that name the left side of a relation
    lead: Item | None = None  # what ended the line before, when no mark did and no formula


def free_letters(tokens: list[Token]) -> frozenset[str]:
    """Return the letters that stand somewhere without a bracket right after them, and are no names of functions by
    custom."""
    found = set()
    for i, here in enumerate(tokens, 1):
        if here.kind in _LETTERS and (here.kind is Kind.SYM or len(here.text) == 1):
            after = tokens[i] if i < len(tokens) else None
            if after is None or after.kind is not Kind.OPEN or after.text != "(" or after.space:
                found.add(here.text)
    return frozenset(found) - MAYBE_FUNCTIONS


_LETTERS: Final = (Kind.SYM, Kind.WORD)
"""What a letter may be a token of."""


def itemize(tokens: list[Token], text: str, numbers: frozenset[str] = frozenset()) -> list[Item]:
    """Return the items of a token list, in order. ``numbers``: letters that are known to be numbers."""
    items: list[Item] = []
    free = free_letters(tokens) | numbers
    arrays = array_places(tokens)
    i = 0
    while i < len(tokens):
        width, clarity = marker(tokens, i, items)
        if width:
            items.append(_item("marker", clarity, tokens[i], tokens[i + width - 1]))
            i += width
            continue
        i = _next_item(items, tokens, i, text, free, arrays)
    return described(_join_lines(with_remainders(spelled_out(measured(items)))))


def _item(kind: ItemKind, text: str, first: Token, last: Token | None = None, expr: PlacedExpr | None = None) -> Item:
    return Item(kind, text, first.start, (last or first).end, first.region, first.space, expr)


_PLAIN: dict[Kind, ItemKind] = {
    Kind.REL: "rel",
    Kind.PUNCT: "punct",
    Kind.BREAK: "break",
    Kind.LINK: "link",
    Kind.CLOSE: "paren",
    Kind.BAD: "bad",
    Kind.CALC: "bad",
}


def _subject(items: list[Item]) -> bool:
    """Whether a number ends the items that by itself may be what is divided: not ``16 balls whose number`` and not the
    last of ``a number divisible by 2 and 3``."""
    last = items[-1] if items else None
    if last is None or last.expr is None or last.expr.units:
        return False
    before = items[-2].text.lower() if len(items) > 1 and items[-2].kind == "word" else ""
    if before in ("and", "or"):
        return len(items) > 3 and items[-3].kind == "expr" and items[-4].kind == "rel"
    return before not in ("by", "both", "of", "to", "than", "with", "from")


def _next_item(
    items: list[Item], tokens: list[Token], i: int, text: str, free: frozenset[str], arrays: frozenset[int]
) -> int:
    here = tokens[i]
    if here.kind in _PLAIN:
        items.append(_item(_PLAIN[here.kind], here.text, here))
        return i + 1
    width = _spelled_relation(items, tokens, i)
    if not width and (width := _relative_clause(items, tokens, i)):
        items.pop()
    if width:
        items.append(_item("rel", "=", here, tokens[i + width - 1]))
        return i + width
    sign, width = spelled_divisibility(tokens, i) if _subject(items) else ("", 0)
    if width:
        items.append(_item("rel", sign, here, tokens[i + width - 1]))
        return i + width
    found = read_modulus(tokens, i, text, free) if items and items[-1].kind == "expr" else None
    if found is not None:
        _with_modulus(items, found[0], found[2], here, tokens[found[1] - 1])
        return found[1]
    related = bool(items) and items[-1].kind == "rel"
    found_array = read_array(tokens, i, text, free, related) if i in arrays else None
    expr, after = found_array or read_in_text(tokens, i, text, free)
    if expr is not None:
        items.append(
            Item("expr", text[expr.start : expr.end], here.start, tokens[after - 1].end, here.region, here.space, expr)
        )
        return after
    if here.kind is Kind.OPEN and here.text in MATRICES:
        after = next(
            (k + 1 for k in range(i, len(tokens)) if tokens[k].kind is Kind.CLOSE and tokens[k].text == here.text),
            after,
        )
        items.append(_item("bad", text[here.start : tokens[after - 1].end][:80], here, tokens[after - 1]))
        return after
    # What was tried so far is not tried again from every bracket: reading stays linear.
    far = after - i > MAX_RETRY or (after - i > MAX_OPEN and all(one.kind is Kind.OPEN for one in tokens[i:after]))
    if here.kind is Kind.WORD and after == i + 1:
        items.append(_item("word", here.text, here))
        return i + 1
    if here.kind is Kind.OPEN and not far:
        items.append(_item("paren", here.text, here))
        return i + 1
    items.append(_item("bad", text[here.start : tokens[after - 1].end][:80], here, tokens[after - 1]))
    return after


def _with_modulus(items: list[Item], modulus: PlacedExpr, bracketed: bool, here: Token, last: Token) -> None:
    """Take in a modulus: of the congruence that stands before it, or of the number before it (``17 mod 5``)."""
    before, number = items[-2] if len(items) > 1 else None, items[-1]
    if bracketed or (before is not None and before.text == "≡"):
        items.append(_item("modulus", "mod", here, last, modulus))
    elif number.expr is not None and number.expr.term.depth < MAX_NESTING:
        items[-1] = replace(number, expr=remainder(number.expr, modulus), end=last.end)


def _spelled_relation(items: list[Item], tokens: list[Token], i: int) -> int:
    """``equals``, ``is equal to``, and ``is`` between a computation and a number."""
    if not items or items[-1].expr is None or tokens[i].kind is not Kind.WORD:
        return 0
    spelled = [t.text.lower() if t.kind is Kind.WORD else "" for t in tokens[i : i + 3]]
    if spelled[:1] == ["equals"]:
        return 1
    if spelled == ["is", "equal", "to"]:
        return 3
    if items[-1].region > 0 or any(t.region > 0 for t in tokens[i + 1 : i + 3]):
        return 0  # what "is" says of a formula is said of what it stands for
    return 1 if spelled[:1] == ["is"] and _number_ends(tokens, i + 1) and _computed(items[-1]) else 0


def _relative_clause(items: list[Item], tokens: list[Token], i: int) -> int:
    """``3 * 4 pens, which is 12 pens.``: the tokens of the relation that a comma and a relative clause make."""
    if tokens[i].text.lower() != "which" or len(items) < 2 or items[-1].text != "," or i + 1 == len(tokens):
        return 0
    width = _spelled_relation(items[:-1], tokens, i + 1)
    plain = bool(width) and _number_ends(tokens, i + 1 + width) and _computed(items[-2])
    return 1 + width if plain and items[-2].expr is not None and not items[-2].expr.term.free else 0


def _computed(item: Item) -> bool:
    """Whether the item is a computation for certain, no range and no fraction."""
    term = item.expr.term if item.expr is not None else None
    return isinstance(term, Node) and (
        term.head in (Head.ADD, Head.MUL) or (term.head is Head.SUB and " - " in item.text)
    )


def _number_ends(tokens: list[Token], i: int) -> bool:
    """Whether a number stands there with what it counts, and then the sentence or its part ends."""
    i += i < len(tokens) and tokens[i].kind is Kind.MONEY
    if i >= len(tokens) or tokens[i].kind is not Kind.NUM:
        return False
    end = i + 1
    while end < len(tokens) and end - i < 4 and tokens[end].kind is Kind.WORD and words.may_be_unit(tokens[end].text):
        end += 1
    return end == len(tokens) or tokens[end].kind in (Kind.PUNCT, Kind.BREAK)


def _join_lines(items: list[Item]) -> list[Item]:
    """Part formulas set side by side; drop line breaks before a relation sign: ``x = 3 + 4 \\\\ = 7`` is one chain."""
    kept: list[Item] = []
    for item in items:
        if item.kind == "expr" and kept and kept[-1].kind == "expr" and 0 < kept[-1].region != item.region > 0:
            kept.append(Item("break", "\\\\", item.start, item.start, item.region, True))
        if item.kind == "rel":
            while kept and kept[-1].kind == "break":
                kept.pop()
        kept.append(item)
    return kept


def sentences(items: list[Item]) -> list[Sentence]:
    """Return the sentences of the items.

    A formula set on its own line belongs to the sentence that leads to it.
    """
    found: list[Sentence] = []
    start = 0
    for i, item in enumerate(items):
        after = items[i + 1] if i + 1 < len(items) else None
        stop = (
            item.kind == "punct"
            and item.text in ".?;"
            and (after is None or after.space or after.region != item.region)
        )
        stop = stop and not (
            item.text == "." and i and items[i - 1].kind == "bad" and items[i - 1].text[-1:] in "+-*/="
        )
        stop = stop or (item.text == "\n" and item.kind == "break" and _line_ends(items, i))
        stop = stop or (
            item.kind == "expr"
            and item.text.endswith("!")
            and after is not None
            and after.kind == "word"
            and after.text[:1].isupper()
        )
        if stop or after is None:
            lead = _lead(items, start, found)
            found.append(_sentence(tuple(items[start : i + 1]), item.text if stop else "", lead))
            start = i + 1
    return found


def _line_ends(items: list[Item], i: int) -> bool:
    before = items[i - 1] if i else None
    after = items[i + 1] if i + 1 < len(items) else None
    leads = before is not None and before.kind == "punct" and before.text in ":,"
    return not (leads and after is not None and after.region > 0)


def _lead(items: list[Item], start: int, found: list[Sentence]) -> Item | None:
    """The last item of the line before a sentence that begins on a new line, unless it ended a formula."""
    if start < 2 or items[start - 1].kind != "break":
        return None
    ended = found[-1].links and found[-1].links[-1].to == len(found[-1].items) - 2
    return None if ended else items[start - 2]


def _sentence(items: tuple[Item, ...], mark: str, lead: Item | None) -> Sentence:
    links: list[Link] = []
    loose: set[int] = set()
    labels: set[int] = set()
    most = MAX_LINKS if len(items) <= MAX_ITEMS else 0
    for i, item in enumerate(items):
        if item.kind != "rel":
            continue
        left, at = _left_side(items, i, labels)
        right = items[i + 1].expr if i + 1 < len(items) else None
        try:
            made = None if left is None or right is None or len(links) >= most else _related(items, i, left, right)
        except ExprTooLarge:
            made = None
        if made is None or not _fit(made[1].term, made[2].term):
            loose.add(i)
            continue
        relation, left, right, modular = made
        position = links[-1].position + 1 if links and links[-1].to == at else int(not items[at].text)
        start = links[-1].start if links and links[-1].to == at else at
        links.append(Link(relation, left, right, position, at, i + 1, start, i + 1, modular))
    return Sentence(items, mark, tuple(_with_ends(links)), frozenset(loose), frozenset(labels), lead)


def _fit(*sides: Expr) -> bool:
    """Whether a relation between these sides, and what else is made of them, is within the bounds of expressions."""
    return all(side.size < MAX_NODES // 2 - 10 and side.depth < MAX_NESTING - 10 for side in sides)


def _related(
    items: tuple[Item, ...], i: int, left: PlacedExpr, right: PlacedExpr
) -> tuple[Head, PlacedExpr, PlacedExpr, bool] | None:
    """The relation that item ``i`` makes between its sides, and whether it speaks of remainders."""
    sign = items[i].text
    if (left.rows or right.rows) and (sign != "=" or list(map(len, left.rows)) != list(map(len, right.rows))):
        return None
    if left.integral or right.integral:
        pair = antiderived(left, right) if sign == "=" else None
        return None if pair is None else (Head.EQ, *pair, False)
    if sign == "=" and left.everywhere and left.term.free != right.term.free:
        right = replace(right, doubts=right.doubts | {guards.VAGUE()})  # a derivative set to zero, or taken somewhere
    if sign == "≡":
        modulus = modulus_after(items, i + 2)
        return None if modulus is None else (Head.EQ, remainder(left, modulus), remainder(right, modulus), True)
    if sign in DIVISIBILITY and " plus " in f" {items[i + 1].text} ":
        return None  # 12 is a multiple of 5 plus 2
    if sign in DIVISIBILITY:
        relation, term = divisibility(sign, left, right)
        return relation, term, replace(right, term=Int(0)), True
    return (RELATIONS[sign], left, right, right.remainder) if sign in RELATIONS else None


def _with_ends(links: list[Link]) -> list[Link]:
    """The links, each with the end of its chain."""
    ends = {link.start: link.to for link in links}  # the last link of a chain comes last
    return [replace(link, end=ends[link.start]) for link in links]


def _left_side(items: tuple[Item, ...], i: int, labels: set[int]) -> tuple[PlacedExpr | None, int]:
    """The expression before a relation, or the words there as one named quantity (``Total cost = 3 + 4``)."""
    if i == 0:
        return None, 0
    if items[i - 1].kind == "modulus":
        return items[i - 2].expr, i - 2
    if items[i - 1].expr is not None:
        return items[i - 1].expr, i - 1
    first = i
    while first > 0 and items[first - 1].kind == "word":
        first -= 1
    if first == i or i - first > 8 or (first > 0 and items[first - 1].kind not in ("punct", "break", "marker", "link")):
        return None, 0
    labels.update(range(first, i))
    name = " ".join(item.text.lower() for item in items[first:i])
    return PlacedExpr(Sym(name), items[first].start, items[i - 1].end, label=True), first
