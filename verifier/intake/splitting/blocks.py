"""The blocks of a text as Markdown has them: headings, paragraphs, displayed formulas, items, tables, code, quotes."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from markdown_it.token import Token

from verifier.mathtext.formulas import Region, masked, regions
from verifier.mathtext.markdown import ended, lines_of, parsed

Kind = Literal["heading", "paragraph", "formula", "item", "other", "rule"]


@dataclass(frozen=True, slots=True)
class Block:
    """A block from ``start`` up to ``end``. ``number``: of an item in a numbered list, else 0; ``level``: of a heading,
    or how deep an item's list stands; ``list``: which list an item is of."""

    kind: Kind
    start: int
    end: int
    number: int = 0
    level: int = 0
    list: int = 0


@dataclass(frozen=True, slots=True)
class Blocks:
    """A text whose lines end with ``\\n``, the same with a letter for each character of a formula, and its blocks."""

    text: str
    hidden: str
    all: tuple[Block, ...]


def blocks(text: str) -> Blocks:
    """Return the blocks of a text, in order."""
    text = ended(text)
    found = regions(text)
    hidden = masked(text, found)
    bare = (_bare(block, text) for block in _blocks(parsed(hidden), lines_of(hidden)))
    made = [_with_formula(block, text, found) for block in bare]
    return Blocks(text, hidden, tuple(made))


def _bare(block: Block, text: str) -> Block:
    """The block without the blank lines that follow it."""
    return replace(block, end=block.start + len(text[block.start : block.end].rstrip()))


def _with_formula(block: Block, text: str, found: list[Region]) -> Block:
    """The block, as a formula where it is one and nothing else."""
    first, last = (bisect_left(found, place, key=lambda one: one.start) for place in (block.start, block.end))
    inside = [one for one in found[first:last] if one.end <= block.end]
    if block.kind != "paragraph" or not inside:
        return block
    rest, at = "", block.start
    for one in inside:
        rest, at = rest + text[at : one.start], one.end
    alone = not (rest + text[at : block.end]).strip(" \n\t.,;:*")
    return Block("formula", block.start, block.end) if alone and any(one.displayed for one in inside) else block


def _blocks(tokens: list[Token], lines: list[int]) -> Iterator[Block]:
    numbered, lists, inside = 0, 0, -1
    for token in tokens:
        if token.type in ("bullet_list_open", "ordered_list_open") and token.level == 0:
            lists += 1
        if token.type in ("bullet_list_close", "ordered_list_close") and token.level == 0:
            inside = -1
        if token.map is None or (inside >= 0 and token.type != "list_item_open"):
            continue
        start, end = lines[token.map[0]], lines[token.map[1]] - 1
        if token.type == "list_item_open" and token.level == 1:
            numbered = int(token.info) if token.info.isdigit() else 0
            inside = token.level
            yield Block("item", start, end, numbered, list=lists)
        elif token.level:
            continue
        elif token.type == "heading_open":
            yield Block("heading", start, end, level=int(token.tag[1:]))
        elif token.type == "paragraph_open":
            yield Block("paragraph", start, end)
        elif token.type == "hr":
            yield Block("rule", start, end)
        elif token.type in ("table_open", "fence", "blockquote_open"):
            yield Block("other", start, end)
