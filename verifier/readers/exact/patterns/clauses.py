"""Where a clause may begin and end, so that what is described in it is described whole."""

from __future__ import annotations

from collections.abc import Sequence

from verifier.readers.exact.items.items import Item

IS = frozenset({"is", "equals", "are", "was"})
ALSO = frozenset(("also", "then", "thus", "therefore", "simply", "just", "indeed", "exactly", "precisely", "clearly"))
_ENDS = frozenset(
    ("because", "since", "so", "as", "and", "but", "which", "while", "whereas", "where", "hence", "thus", "therefore")
)
_OPENING = frozenset(
    ("so", "thus", "therefore", "hence", "now", "then", "because", "since", "but", "while", "whereas", "where", "that",
     "finally", "lastly", "if", "suppose", "assume", "whether", "indeed", "clearly", "note", "notice", "see", "know",
     "means", "implies")
)  # fmt: skip


def opens(items: Sequence[Item], i: int) -> bool:
    """Return whether a clause may begin with item ``i``."""
    before = items[i - 1] if i else None
    if before is None or before.kind in ("break", "marker", "link"):
        return True
    if before.kind == "punct":
        number_before = i > 1 and items[i - 2].expr is not None
        return before.text in ".;:" or (before.text == "," and not (number_before and items[i].expr is not None))
    return before.kind == "word" and (before.text.lower() in _OPENING or _and(items, i - 1))


def _and(items: Sequence[Item], i: int) -> bool:
    """Whether item ``i`` is an ``and`` after a clause that ends with what something is: ``... is 6, and``."""
    end = i - (i > 0 and items[i - 1].text == ",")
    if items[i].text.lower() != "and" or end < 2 or items[end - 1].expr is None:
        return False
    verb = items[end - 2]
    return verb.kind == "rel" or (verb.kind == "word" and verb.text.lower() in IS | ALSO)


def closes(items: Sequence[Item], i: int) -> bool:
    """Return whether a clause may end before item ``i``."""
    after = items[i] if i < len(items) else None
    if after is None or after.kind in ("break", "link", "rel"):
        return True
    return after.text in (".", ",", ";", "?") or (after.kind == "word" and after.text.lower() in _ENDS)
