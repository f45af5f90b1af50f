"""Broken lines: where a side of a relation may be a fragment of a formula, because the rest stands in another line or
was not read, or because the text was damaged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from verifier.checkers.evaluate import shown
from verifier.mathtext.lexicon import words
from verifier.mathtext.torn import torn
from verifier.readers.exact.guards.table import GUARDS
from verifier.readers.exact.items.items import Item
from verifier.readers.exact.reading import NOTHING, Ending, Formula

_CARRYING = ("+", "-", "−", "–", "±", "∓", "·", "×", "*", "/", "÷", "^", "\\cdot", "\\times", "\\div", "\\pm", "\\mp")
_BULLETS = "-+*×/"
_TELLING = frozenset({"is", "are", "was", "were", "be"})


def ending(items: list[Item], text: str) -> Ending:
    """Return what a text ends with. Nothing of a text that was torn is an expression."""
    last = next((i for i in reversed(range(len(items))) if items[i].kind not in ("punct", "break")), -1)
    if last < 0:
        return NOTHING
    chains = _Chains(items)
    item, unmarked = items[last], all(one.kind == "break" or one.text in ",:" for one in items[last + 1 :])
    whole = item.expr is not None and item.region > 0 and shown(item.expr.term) is None and _is_whole(chains, last)
    sure = whole and not _is_broken_start(items, chains.starts[last], text) and not torn(text)
    return Ending(item.expr if sure else None, unmarked and item.kind in ("expr", "bad"))


@dataclass(frozen=True, slots=True)
class Fragments:
    """Places of the text: ``starts``, where a left side begins that may be a fragment; ``lefts``, where one ends;
    ``carried``, where a side begins or ends that may be carried on."""

    starts: frozenset[int]
    lefts: frozenset[int]
    carried: frozenset[int]


def fragments(items: list[Item], text: str, before: Ending) -> Fragments:
    """Return where sides of the relations may be fragments; ``before``: what the text before ended with."""

    def places(found: Callable[[int], bool]) -> Iterator[tuple[int, int]]:
        for i, item in enumerate(items):
            if item.expr is not None and found(i):
                yield item.expr.start, item.expr.end

    chains = _Chains(items)
    leading = {i for i, item in enumerate(items) if item.expr is not None and _leads_on(chains, i, text)}
    listed: dict[int, bool] = {}
    ends = {chains.ends[i] for i, item in enumerate(items) if item.expr is not None}
    carried = {at: _is_carried_on(items, at, text, listed) for at in ends}
    return Fragments(
        frozenset(start for start, _ in places(lambda i: _is_broken_start(items, i, text))),
        frozenset(end for _, end in places(lambda i: i in leading and _is_second(chains, i))),
        frozenset(end for _, end in places(lambda i: carried[chains.ends[i]]))
        | frozenset(end for _, end in places(lambda i: i in leading))
        | frozenset(start for start, _ in places(lambda i: _may_go_on(items, i, text, before, listed))),
    )


def guarded_lines(formula: Formula, found: Fragments) -> Formula:
    """Return the formula, not to be decided where its left side may be a fragment, and not to be refuted where it may
    be carried on."""
    left, right = formula.left, formula.right
    if (formula.position == 0 and left.start in found.starts) or left.end in found.lefts:
        return replace(formula, doubts=(*formula.doubts, GUARDS["fragment"]()))
    if found.carried & {left.start, left.end, right.end}:
        return replace(formula, qualms=(*formula.qualms, GUARDS["carried-on"]()))
    return formula


def _before(items: list[Item], i: int) -> int:
    """The item before an item, line breaks aside; -1 for none."""
    i -= 1
    while i >= 0 and items[i].kind == "break":
        i -= 1
    return i


def _on_another_line(first: Item, second: Item, text: str) -> bool:
    """Whether the second item stands in another line than the first, or in another formula."""
    gap = text[first.end : second.start]
    return "\n" in gap or "\\\\" in gap or "\\n" in gap or 0 < first.region != second.region > 0


def _signed(item: Item) -> bool:
    """Whether an item begins with a sign that may join it to what stands before."""
    return item.kind in ("expr", "bad") and item.text.startswith(_CARRYING)


def _is_broken_start(items: list[Item], i: int, text: str) -> bool:
    """Whether what stands before an expression, in the line before or behind a mark, may be part of it."""
    item, at = items[i], _before(items, i)
    if at < 0 or not item.text:
        return False
    last = items[at]
    if last.kind == "punct" and last.text in ".?;!":
        earlier = _before(items, at)
        asked = last.text in ".?" and last.region == item.region > 0
        return asked or (earlier >= 0 and items[earlier].kind == "bad")
    if not _on_another_line(last, item, text):
        return False
    joined = _signed(item) or item.text.startswith(("(", "\\left("))
    return last.kind == "bad" or (last.kind == "expr" and joined and _is_first(items, at))


def _is_carried_on(items: list[Item], i: int, text: str, listed: dict[int, bool]) -> bool:
    """Whether the line under an expression begins with a sign that may go on with it."""
    after = i + 1
    while after < len(items) and items[after].kind == "break":
        after += 1
    if after >= len(items) or not _on_another_line(items[i], items[after], text):
        return False
    follows = items[after + 1] if after + 1 < len(items) else None
    if _bullet(items[after], text) and follows is not None:
        return follows.kind in ("expr", "bad") and not _is_listed(items, after, text, listed)
    return _signed(items[after]) or items[after].kind == "bad"


def _bullet(item: Item, text: str) -> str:
    """The sign of a list marker that may be a sign of arithmetic; empty for none."""
    sign = text[item.start : item.end][:1]
    return sign if item.kind == "marker" and item.text == "doubtful" and sign and sign in _BULLETS else ""


def _may_go_on(items: list[Item], i: int, text: str, before: Ending, listed: dict[int, bool]) -> bool:
    """Whether an expression begins with a sign of arithmetic, perhaps a list marker, after a line that ended open."""
    if i and _bullet(items[i - 1], text):
        at = _before(items, i - 1)
        opened = before.open if at < 0 else items[at].kind in ("expr", "bad", "paren", "marker")
        return opened and not _is_listed(items, i - 1, text, listed)
    at = _before(items, i)
    return at >= 0 and _signed(items[i]) and items[at].kind == "expr" and _on_another_line(items[at], items[i], text)


def _is_listed(items: list[Item], i: int, text: str, listed: dict[int, bool]) -> bool:
    """Whether a list marker stands in a list of the same markers that a colon leads to. ``listed``: what is known of
    other markers, so that a list is gone through once."""
    if i not in listed:
        listed[i] = _leads_to(items, i, text, listed)
    return listed[i]


def _leads_to(items: list[Item], i: int, text: str, listed: dict[int, bool]) -> bool:
    sign = _bullet(items[i], text)
    for at in range(i - 1, -1, -1):
        if items[at].kind == "break":
            continue
        if items[at + 1].kind == "break":  # the end of a line
            led = at + 2 < len(items) and items[at].text == ":"
            if led:
                return True
        starts = at == 0 or items[at - 1].kind == "break"
        if starts and _bullet(items[at], text) != sign:
            return False
        if starts and at in listed:
            return listed[at]
    return False


class _Chains:
    """Where the chain of relations begins and ends that goes through each item, and what stands before it."""

    def __init__(self, items: list[Item]) -> None:
        self.items = items
        self.starts, self.ends = list(range(len(items))), list(range(len(items)))
        for i in range(2, len(items)):
            if items[i - 1].kind == "rel" and items[i - 2].expr is not None:
                self.starts[i] = self.starts[i - 2]
        for i in range(len(items) - 3, -1, -1):
            if items[i + 1].kind == "rel" and items[i + 2].expr is not None:
                self.ends[i] = self.ends[i + 2]
        self._before: dict[int, list[Item]] = {}
        self._has_before: dict[int, bool] = {}

    def before(self, i: int) -> list[Item]:
        """Return the items before an item in its line, or since the arrow or the end of a sentence in it, backwards."""
        if i not in self._before:
            found, at = list[Item](), i - 1
            while at >= 0 and not _parts(self.items[at]):
                found.append(self.items[at])
                at -= 1
            self._before[i] = found
        return self._before[i]

    def has_before(self, i: int) -> bool:
        """Return whether an expression, or what was not read, is among these."""
        if i not in self._has_before:
            self._has_before[i] = any(one.kind in ("expr", "bad", "paren") for one in self.before(i))
        return self._has_before[i]


def _parts(item: Item) -> bool:
    return item.kind in ("break", "link") or (item.kind == "punct" and item.text in (".", ";"))


def _is_first(items: list[Item], i: int) -> bool:
    return not (i > 1 and items[i - 1].kind == "rel" and items[i - 2].expr is not None)


def _is_second(chains: _Chains, i: int) -> bool:
    """Whether a chain begins with an expression, and another one, or what was not read, stands in its line before."""
    return _is_first(chains.items, i) and chains.has_before(i)


def _is_whole(chains: _Chains, i: int) -> bool:
    """Whether the chain that an expression ends is all that its line holds, but for words that only lead to it."""
    line = chains.before(chains.starts[i])
    if not line or line[0].kind == "rel":
        return True
    told = line[0].text == ":" or line[0].text.lower() in _TELLING
    inert = all(one.kind in ("punct", "marker") or _leads(one) for one in line)
    return inert or (told and not any(one.kind in ("expr", "bad", "paren") for one in line))


def _leads(item: Item) -> bool:
    low = item.text.lower()
    return item.kind == "word" and words.inert(low) and low not in words.JOINING | words.BEFORE


def _leads_on(chains: _Chains, i: int, text: str) -> bool:
    """Whether a relation at the beginning of the next line takes an expression as its left side that is not all of its
    line."""
    items = chains.items
    after = items[i + 1] if i + 1 < len(items) else None
    if after is None or after.kind != "rel" or not items[i].text or not _on_another_line(items[i], after, text):
        return False
    if _is_first(items, i):
        return not _is_whole(chains, i)
    line = chains.before(chains.starts[i])
    return bool(line) and line[0].kind != "rel" and chains.has_before(chains.starts[i])
