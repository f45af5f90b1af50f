"""A formal chain as a person reads it at a terminal: text and translation side by side, quotes marked in the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from verifier.report.formal.view import FormalSheet, Given, Name, Quote, Remark, Said, Shown, StepView, one_each
from verifier.report.terminal_text import Glyph, lines, safe

WIDEST: Final = 150  # cells of a line that are used
NARROW: Final = 72  # cells below which text and translation stand one below the other
_COLOURS: Final = ("cyan", "magenta", "green", "yellow", "blue", "bright_red")


def show(sheet: FormalSheet, console: Console) -> None:
    """Print a chain: its problem beside the vocabulary, the facts, and each step beside its statements.

    Raises:
        OSError: where the reader is gone.
    """
    drawn = _Drawing(console)
    console.print(Text(safe(_title(sheet)), "bold"), soft_wrap=True)
    for remark in drawn.remarks(sheet.remarks, drawn.width):
        console.print(remark, soft_wrap=True)
    drawn.table("problem", "vocabulary", [(drawn.problem(sheet), drawn.names(sheet.names))])
    drawn.table("facts of the problem", "what they say", [*map(drawn.fact, sheet.facts), drawn.asked(sheet)])
    drawn.table("steps", "what they state", map(drawn.step, sheet.steps))
    console.print()


def _title(sheet: FormalSheet) -> str:
    sample = f", translation {sheet.sample + 1}" if sheet.sample else ""
    by = f", by {sheet.by}" if sheet.by else ""
    return f"{sheet.id}{sample}{by}{' (an earlier draft of the language)' if sheet.older else ''}"


Block = list[Text]
"""Lines that fit a column."""


class _Drawing:
    """Lines for two columns of a console, or for one where it is narrow."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._plain = console.color_system is None or console.no_color
        self.width = max(24, min(console.width, WIDEST))
        self.beside = self.width >= NARROW
        self.left = (self.width - 7) // 2 if self.beside else self.width - 4
        self.right = self.width - 7 - self.left if self.beside else self.left

    def table(self, left: str, right: str, rows: Iterable[tuple[Block, Block]]) -> None:
        """Print rows of two blocks with their headings; nothing where there are none."""
        table = Table(box=box.SQUARE, show_lines=True, border_style="dim", header_style="dim")
        heads = (left, right) if self.beside else (", ".join(filter(None, (left, right))),)
        for head, width in zip(heads, (self.left, self.right), strict=False):
            table.add_column(head, width=width, no_wrap=True)
        for one, other in rows:
            cells = (one, other) if self.beside else ([*one, *([Text()] if one and other else []), *other],)
            table.add_row(*(Text("\n").join(cell) for cell in cells))
        if table.row_count:
            self._console.print(table)

    def problem(self, sheet: FormalSheet) -> Block:
        """The problem with the quotes of the facts marked."""
        return self._marked(sheet.problem or "(its text is not there)", sheet.quotes())

    def names(self, names: Sequence[Name]) -> Block:
        """The vocabulary, a name a line."""
        found: Block = []
        for one in names:
            called = f"({', '.join(one.args)})" if one.args else ""
            unit = f" [{one.unit}]" if one.unit else ""
            by = ", named by the chain" if one.by_chain else ""
            told = f"{one.name}{called}: {one.type}{unit}{f', {one.means}' if one.means else ''}{by}"
            first, *rest = self._wrapped(told, self.right, indent="  ")
            first.stylize("bold", 0, len(one.name))
            found += [first, *rest]
            if one.body is not None:
                found += self.expression(one.body, self.right, (), "  = ")
            found += self.remarks(one.remarks, self.right)
        return found

    def fact(self, fact: Given) -> tuple[Block, Block]:
        """A fact: its words, and what it says."""
        words = f'"{fact.quote.text}"' if fact.quote.text else "(no words)"
        said = [line for one in fact.said for line in self.expression(one, self.right, ())]
        label = self._label(fact.quote, fact.kind or "fact")
        head = Text(f"{safe(fact.id)} ", "dim") + label
        return [head, *self._wrapped(words, self.left)], [*said, *self.remarks(fact.remarks, self.right)]

    def asked(self, sheet: FormalSheet) -> tuple[Block, Block]:
        """What the problem asks for."""
        asked = [line for one, remarks in sheet.asks for line in self.expression(one, self.right, remarks)]
        return [Text("asked", "dim")], asked or [Text("(nothing that can be said)", "dim")]

    def step(self, step: StepView) -> tuple[Block, Block]:
        """A step: its text with the quotes marked, and its statements."""
        text = [Text(f"step {step.index}", "dim")]
        unread = [Quote("", span, "·") for span in step.unread]
        quotes = one_each(one.quote for one in step.statements)
        text += self._marked(step.text or "(its text is not there)", [*unread, *quotes])
        said = [line for one in step.statements for line in self._statement(one)]
        return text, [*(said or [Text("(states nothing)", "dim")]), *self.remarks(step.remarks, self.right)]

    def _statement(self, one: Said) -> Block:
        found = [self._label(one.quote, f"{one.role} {one.note}".strip())]
        for said in one.said:
            found += self.expression(said, self.right, (), "  ")
        for word, others in (("or", one.alternatives), ("besides", one.besides)):
            for said in chain.from_iterable(others):
                found += self.expression(said, self.right, (), f"  {word}: ")
        if one.guards:
            found += self._wrapped(f"  guards: {', '.join(one.guards)}", self.right, style="dim")
        return found + self.remarks(one.remarks, self.right)

    def _label(self, quote: Quote, word: str) -> Text:
        """The letter that names a quote, in its colour, and a word; a quote that stands nowhere has no letter."""
        label = quote.label if quote.span is not None else "-"
        shown = Text(safe(f"{label} "), f"bold {_colour(label)}")
        return shown + Text("".join(glyph.shown for glyph in next(lines(word, _unmarked, self.right - 4))), "dim")

    def expression(self, one: Shown, width: int, remarks: Sequence[Remark], indent: str = "") -> Block:
        """An expression in readable text; one that could not be read as it was written, with a sign."""
        if one.error:
            found = self._wrapped(f"{indent}✗ {one.text}", width, indent=" " * len(indent), style="bold red")
        else:
            found = self._wrapped(indent + one.plain, width, indent=" " * (len(indent) + 2))
        return [*found, *self.remarks(remarks, width)]

    def remarks(self, remarks: Sequence[Remark], width: int) -> Block:
        """Findings, a sign before each: ``!!`` an error, ``!`` a warning."""
        found: Block = []
        for one in remarks:
            sign, style = ("!!", "bold red") if one.severity == "error" else ("!", "yellow")
            found += self._wrapped(f"{sign} {one.code}: {one.message}", width, indent="   ", style=style)
        return found

    def _wrapped(self, text: str, width: int, *, indent: str = "", style: str = "") -> Block:
        rows = list(lines(text, _unmarked, width))
        if len(rows) > 1 and indent:  # the first line is the widest
            first = "".join(glyph.shown for glyph in rows[0])
            rest = text[len(rows[0]) :].lstrip() if all(len(one.shown) == 1 for one in rows[0]) else ""
            if rest:
                below = lines(rest, _unmarked, max(8, width - len(indent)))
                return [Text(first, style), *(Text(indent + _joined(row), style) for row in below)]
        return [Text(_joined(row), style) for row in rows]

    def _marked(self, text: str, quotes: Sequence[Quote]) -> Block:
        """A text with quotes in colour or, where there is none, their letters below."""
        covers = _covers(text, quotes)
        found: Block = []
        for row in lines(text, lambda i: covers[i], self.left):
            line = Text()
            for glyph in row:
                quote = None if glyph.mark is None else quotes[glyph.mark]
                line.append(glyph.shown, "" if quote is None else _style(quote))
            found.append(line)
            if self._plain and any(glyph.mark is not None for glyph in row):
                found.append(Text("".join(_below(row, quotes)).rstrip()))
        return found


def _unmarked(place: int) -> None:
    return None


def _joined(row: list[Glyph]) -> str:
    return "".join(glyph.shown for glyph in row)


def _style(quote: Quote) -> str:
    return "dim" if quote.label == "·" else f"underline {_colour(quote.label)}"


def _colour(label: str) -> str:
    return _COLOURS[(sum(map(ord, label)) - ord("a")) % len(_COLOURS)] if label.isalpha() else "red"


def _covers(text: str, quotes: Sequence[Quote]) -> list[int | None]:
    """For every character the shortest quote that covers it."""
    covers: list[int | None] = [None] * len(text)
    sized = [(quote.span[1] - quote.span[0], i, quote.span) for i, quote in enumerate(quotes) if quote.span is not None]
    for _, i, (start, end) in sorted(sized, reverse=True):
        covers[start:end] = [i] * len(covers[start:end])
    return covers


def _below(row: list[Glyph], quotes: Sequence[Quote]) -> Iterator[str]:
    for glyph in row:
        yield (" " if glyph.mark is None else quotes[glyph.mark].label[:1]) * glyph.cells
