"""Markdown, as markdown-it-py parses it: the blocks of a text, and the text with its marks blanked out.

Formulas are no Markdown: before the parse, letters stand in for them. Places are those of the text, since every mark is
replaced by as many blanks. What a page would show as a link, as HTML or as code by its indentation is arithmetic here:
``[2](3)``, ``a < b``, a formula set in.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.emphasis import tokenize
from markdown_it.token import Token

from verifier.mathtext.formulas import masked, regions

_MARKS: Final = ("*", "_", "`", "#", "|", ">", "[^")
_PLACE: Final = "place"
_EMPHASIS: Final = {"em_open": (0, 1), "em_close": (0, 1), "strong_open": (-1, 1), "strong_close": (0, 2)}
"""Where the marks of emphasis begin and end, seen from the place that was noted."""
_CODE: Final = "\ufffc"
"""Stands for every character of a program, and for the sign of a quotation: what is unknown, and stays unread."""
_PLAIN: Final = frozenset({"", "text", "txt", "math", "latex", "tex", "markdown", "md", "plaintext"})
"""What a fence may be marked with that holds no program."""


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("zero", {"maxNesting": 20})
    parser.enable(["heading", "hr", "list", "blockquote", "fence", "table", "emphasis", "backticks", "escape"])
    parser.inline.ruler.at("emphasis", _placed)
    parser.inline.ruler2.enableOnly(["balance_pairs", "emphasis"])
    return parser


def _placed(state: StateInline, silent: bool) -> bool:
    """The rule of emphasis, which besides notes where each mark stands, and leaves signs of arithmetic alone."""
    if state.src[state.pos] not in "*_":  # it is asked at every sign: a run of others is not walked through from each
        return False
    at, end = state.pos, state.pos
    while end < state.posMax and state.src[end] == state.src[at]:
        end += 1
    if state.src[at] == "*" and not silent and _operator(state.src, at, end):
        state.pending += state.src[at:end]
        state.pos = end
        return True
    found = tokenize(state, silent)
    if found and not silent:
        for place, token in zip(range(at, end), state.tokens[at - end :], strict=True):
            token.meta[_PLACE] = place
    return found


def _operator(src: str, at: int, end: int) -> bool:
    """Whether asterisks are a sign of arithmetic: they join ``2*3``, ``2**3`` and ``)*(``, and part ``3 * 4``."""
    stop, after = at - 1, src[end : end + 1]
    while stop >= 0 and src[stop] == " ":
        stop -= 1
    before, tight = src[stop] if stop >= 0 else "", stop == at - 1
    if end - at > 2 or not (before.isalnum() or before in (")", "]", "}")):
        return False
    if tight:
        return after.isalnum() or after in ("(", "[", "-", "\\", "√")
    word = before.isalpha() and (before in "aI" or (stop > 0 and src[stop - 1].isalpha()))
    return end - at == 1 and not word and (after.isalnum() or after == "(")


def parsed(text: str) -> list[Token]:
    """Return markdown-it's tokens of a text in which letters stand for formulas, and every line ends with ``\\n``."""
    return _parser().parse(text)


def lines_of(text: str) -> list[int]:
    """Return where the lines of a text begin, and where it ends."""
    starts = [0]
    while (end := text.find("\n", starts[-1])) >= 0:
        starts.append(end + 1)
    return [*starts, len(text) + 1]


def ended(text: str) -> str:
    """Return the text with every line's end as ``\\n``, and every place as it was."""
    return (
        text.replace("\r\n", " \n").replace("\r", "\n").replace("\0", "\ufffd")
        if "\r" in text or "\0" in text
        else text
    )


@lru_cache(maxsize=64)
def unmarked(text: str) -> str:
    """Return the text with blanks for the marks of headings, emphasis, code and notes, and the ends of lines for what
    parts the cells of a table; as long as it was. Programs set as code and quotation signs become blanks."""
    if not any(mark in text for mark in _MARKS):
        return text
    hidden = masked(ended(text), regions(ended(text)))
    shown = list(text)
    lines = lines_of(hidden)
    for place, sign in _changes(parsed(hidden), hidden, lines):
        if shown[place] not in "\r\n":
            shown[place] = sign
    return "".join(shown)


def _changes(tokens: list[Token], text: str, lines: list[int]) -> Iterator[tuple[int, str]]:
    """Places of marks, each with what stands there instead."""
    table: list[int] | None = None
    for token in tokens:
        match token.type:
            case "table_open":
                table = token.map
                yield from () if table is None else _cells(text, lines, *table)
            case "table_close":
                table = None
            case "inline" if token.map is not None and table is None:
                yield from _inline(token, text, lines)
            case "heading_open" if token.map is not None:
                yield from _heading(text, *_line(text, lines, token.map[0]))
            case "fence" if token.map is not None:
                yield from _fence(token, text, lines)
            case "blockquote_open" if token.map is not None:
                yield from _quote(text, lines, *token.map)
            case _:
                pass


def _line(text: str, lines: list[int], number: int) -> tuple[int, int]:
    """Where a line begins and ends."""
    return lines[number], min(lines[number + 1] - 1, len(text))


def _inline(token: Token, text: str, lines: list[int]) -> Iterator[tuple[int, str]]:
    """The marks of emphasis and of code in a paragraph or a heading."""
    assert token.map is not None
    offset, places = 0, dict[int, int]()
    for number, part in enumerate(token.content.split("\n"), token.map[0]):
        if number + 1 >= len(lines):
            return
        start, end = _line(text, lines, number)
        at = text.rfind(part, start, end) if part else start
        if at < 0:
            return  # the parser changed the line, as where tabs are set out: its marks stay
        places |= {offset + i: at + i for i in range(len(part))}
        offset += len(part) + 1
    yield from ((places[at], " ") for at in _marks(token.children or (), token.content) if at in places)


def _marks(children: list[Token] | tuple[()], content: str) -> Iterator[int]:
    """Places in an inline text of what marks emphasis and code."""
    at = 0
    for child in children:
        if child.type in _EMPHASIS:
            place = child.meta[_PLACE]
            yield from range(place + _EMPHASIS[child.type][0], place + _EMPHASIS[child.type][1])
        elif child.type == "code_inline":
            opens = content.find(child.markup, at)
            closes = content.find(child.markup, opens + len(child.markup) + 1) if opens >= 0 else -1
            if closes < 0:
                return
            at = closes + len(child.markup)
            yield from (*range(opens, opens + len(child.markup)), *range(closes, at))


def _heading(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    """The number signs around a heading."""
    while start < end and text[start] in " \t#*-+>0123456789.":
        if text[start] == "#":
            yield start, " "
        start += 1
    while end > start and text[end - 1] in " #":
        end -= 1
        if text[end] == "#":
            yield end, " "


def _fence(token: Token, text: str, lines: list[int]) -> Iterator[tuple[int, str]]:
    """The marks around code, and the code, where it is a program's."""
    assert token.map is not None
    first, last = token.map[0], token.map[1] - 1
    yield from ((place, " ") for place in range(*_line(text, lines, first)))
    closed = text[slice(*_line(text, lines, last))].strip().strip("`~") == "" and last > first
    if closed:
        yield from ((place, " ") for place in range(*_line(text, lines, last)))
    if token.info.strip().lower() not in _PLAIN:
        for number in range(first + 1, last + (not closed)):
            yield from ((place, _CODE) for place in range(*_line(text, lines, number)) if not text[place].isspace())


def _quote(text: str, lines: list[int], first: int, last: int) -> Iterator[tuple[int, str]]:
    """The signs before the lines of a quotation, beside which nothing is decided: it may be somebody else's. In the
    middle of a paragraph one before a number is a relation."""
    fresh = first == 0 or not text[slice(*_line(text, lines, first - 1))].strip()
    for number in range(first, last):
        start, end = _line(text, lines, number)
        while start < end and text[start] in " \t>":
            after = text[start + 1 : end].lstrip(" \t>")[:1]
            if text[start] == ">" and (fresh or not (after.isdigit() or after in ("-", "="))):
                yield start, _CODE
            start += 1


def _cells(text: str, lines: list[int], first: int, last: int) -> Iterator[tuple[int, str]]:
    """The strokes between the cells of a table, the row under its head, and the marks inside each cell."""
    for number in range(first, last):
        start, end = _line(text, lines, number)
        if number == first + 1:
            yield from ((place, " ") for place in range(start, end))
            continue
        bars = [at for at in range(start, end) if text[at] == "|" and text[at - 1 : at] != "\\"]
        yield from ((bar, "\n") for bar in bars)
        for begins, stops in zip([start, *(bar + 1 for bar in bars)], [*bars, end], strict=True):
            cell = text[begins:stops]
            inline = _parser().parseInline(cell)[0].children or []
            yield from ((begins + at, " ") for at in _marks(inline, cell))
