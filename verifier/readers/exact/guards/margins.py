"""What stands right beside a chain of relations, and may belong to it."""

from __future__ import annotations

from typing import Final

from verifier.kernel.expr import Sym
from verifier.readers.exact.items.items import Item

_ARTICLES: Final = frozenset({"a", "A", "I"})


def multiplied(last: Item, after: Item) -> bool:
    """Return whether words inside the formula stand right after its closing bracket: ``(1/2)\\text{Total Area}``."""
    closed = last.text.rstrip().endswith((")", "]"))
    return closed and after.kind == "word" and after.region < 0 and after.start - last.end == len("\\text{")


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
