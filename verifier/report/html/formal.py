"""Formal chains as one HTML file: text and translation side by side, mathematics typeset, quotes marked in the text.

The page reads without scripts; its own script typesets, and shows which words a statement quotes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib.resources import files
from itertools import pairwise
from typing import Final

from verifier.judging.records.notebook_html import style
from verifier.report.formal_view import FormalSheet, Given, Name, Quote, Remark, Said, Shown, StepView
from verifier.report.html.page import policy
from verifier.report.terminal_text import glyph

COLOURS: Final = 6
"""Colours of quotes in the style."""


def page(sheets: Sequence[FormalSheet], katex: tuple[str, str] | None) -> Iterator[str]:
    """Yield the parts of the page. ``katex``: its script and style, where mathematics is to be typeset."""
    home = files("verifier.report.html")
    own, script = (home.joinpath(f"formal.{kind}").read_text(encoding="utf-8") for kind in ("css", "js"))
    styles = [style(), own, *([katex[1]] if katex else [])]
    scripts = [*([katex[0]] if katex else []), script]
    yield (
        '<!doctype html>\n<html lang="en" class="vf"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy(scripts, styles)}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="referrer" content="no-referrer"><title>Formal chains</title>\n'
    )
    yield from (f"<style>{one}</style>\n" for one in styles)
    yield '</head><body><header><h1>Formal chains</h1><span class="gap"></span>'
    yield '<button id="math" type="button" aria-pressed="true" hidden>Typeset</button> '
    yield '<button id="theme" type="button">Dark or light</button></header>\n'
    if len(sheets) > 1:
        yield f'<nav aria-label="Chains"><ol>{"".join(_links(sheets))}</ol></nav>\n'
    yield "<main>\n"
    for number, sheet in enumerate(sheets):
        yield "".join(_chain(sheet, number))
    yield "</main>\n"
    yield from (f"<script>{one}</script>\n" for one in scripts)
    yield "</body></html>\n"


def _links(sheets: Sequence[FormalSheet]) -> Iterator[str]:
    for number, sheet in enumerate(sheets):
        count = sum(1 for _ in _all_remarks(sheet))
        found = f" <small>{count} finding{'s' * (count != 1)}</small>" if count else ""
        yield f'<li><a href="#chain-{number}">{_text(_title(sheet))}</a>{found}</li>'


def _title(sheet: FormalSheet) -> str:
    return f"{sheet.id}, translation {sheet.sample + 1}" if sheet.sample else sheet.id


def _all_remarks(sheet: FormalSheet) -> Iterator[Remark]:
    yield from sheet.remarks
    for _, remarks in sheet.asks:
        yield from remarks
    for name in sheet.names:
        yield from name.remarks
    for fact in sheet.facts:
        yield from fact.remarks
    for step in sheet.steps:
        yield from step.remarks
        for said in step.statements:
            yield from said.remarks


def _chain(sheet: FormalSheet, number: int) -> Iterator[str]:
    yield f'<article id="chain-{number}"><h2>{_text(_title(sheet))}</h2>'
    told = [f"by {sheet.by}" if sheet.by else "", "an earlier draft of the language" if sheet.older else ""]
    if any(told):
        yield f'<p class="by">{_text(", ".join(filter(None, told)))}</p>'
    yield from _remarks(sheet.remarks)
    problem = _marked(sheet.problem, sheet.quotes()) if sheet.problem else '<i class="none">its text is not there</i>'
    yield f'<section class="pair"><div><h3>Problem</h3><div class="text">{problem}</div></div>'
    yield f'<div><h3>Vocabulary</h3><dl class="names">{"".join(map(_name, sheet.names))}</dl></div></section>'
    yield "<h3>Facts of the problem</h3>"
    yield from map(_fact, sheet.facts)
    asked = "".join(_expression(one) + "".join(_remarks(remarks)) for one, remarks in sheet.asks)
    yield f'<section class="pair"><div><b>Asked</b></div><div>{asked or _NOTHING}</div></section>'
    yield "<h3>Steps</h3>"
    yield from map(_step, sheet.steps)
    yield "</article>\n"


_NOTHING: Final = '<i class="none">nothing that can be said</i>'


def _name(one: Name) -> str:
    called = f"({', '.join(one.args)})" if one.args else ""
    unit = f" <small>[{_text(one.unit)}]</small>" if one.unit else ""
    by = ' <small class="none">named by the chain</small>' if one.by_chain else ""
    body = "" if one.body is None else f" = {_expression(one.body)}"
    remarks = "".join(_remarks(one.remarks))
    return (
        f"<dt><code>{_text(one.name + called)}</code> <small>{_text(one.type)}</small></dt>"
        f"<dd>{_text(one.means)}{unit}{by}{body}{remarks}</dd>"
    )


def _fact(fact: Given) -> str:
    quote = f"<q>{_text(fact.quote.text)}</q>" if fact.quote.text else '<i class="none">no words</i>'
    said = "".join(map(_expression, fact.said))
    return (
        f'<section class="pair"{_quoting(fact.quote)}><div>{_label(fact.quote)} <code>{_text(fact.id)}</code> '
        f"<small>{_text(fact.kind)}</small> {quote}</div><div>{said}{''.join(_remarks(fact.remarks))}</div></section>"
    )


def _step(step: StepView) -> str:
    quotes = [one.quote for one in step.statements]
    text = _marked(step.text, quotes, step.unread) if step.text else '<i class="none">its text is not there</i>'
    said = "".join(map(_statement, step.statements)) or '<i class="none">states nothing</i>'
    return (
        f'<section class="pair step"><div><b class="number">{step.index}</b><div class="text">{text}</div></div>'
        f"<div>{said}{''.join(_remarks(step.remarks))}</div></section>"
    )


def _statement(one: Said) -> str:
    note = f" <small>{_text(one.note)}</small>" if one.note else ""
    said = "".join(map(_expression, one.said))
    other = "".join(
        f'<div class="other"><small>or</small> {"".join(map(_expression, reading))}</div>'
        for reading in one.alternatives
    )
    guards = f'<small class="none">guards: {_text(", ".join(one.guards))}</small>' if one.guards else ""
    return (
        f'<div class="said" tabindex="0"{_quoting(one.quote)}>{_label(one.quote)} '
        f'<span class="role role-{one.role}">{one.role}</span>{note} {said}{other}{guards}'
        f"{''.join(_remarks(one.remarks))}</div>"
    )


def _expression(one: Shown) -> str:
    """An expression: what the page typesets in the place of readable text; as it was written where it is unread."""
    if one.error:
        return f'<code class="unread" title="{_text(one.error)}">✗ {_text(one.text)}</code>'
    tex = f' data-tex="{escape(one.latex)}"' if one.latex else ""
    return f'<span class="math"{tex} title="{_text(one.text)}">{_text(one.plain)}</span>'


def _remarks(remarks: Iterable[Remark]) -> Iterator[str]:
    for one in remarks:
        sign = "‼" if one.severity == "error" else "!"
        yield f'<p class="remark {one.severity}">{sign} <b>{_text(one.code)}</b> {_text(one.message)}</p>'


def _quoting(quote: Quote) -> str:
    """The attribute by which a statement finds its words."""
    return f' data-quote="{quote.label}"' if quote.span is not None else ""


def _label(quote: Quote) -> str:
    if quote.span is None:
        return '<b class="label lost" title="its words do not stand in the text">-</b>'
    return f'<b class="label c{_colour(quote.label)}">{quote.label}</b>'


def _colour(label: str) -> int:
    return (sum(map(ord, label)) - ord("a")) % COLOURS


def _marked(text: str, quotes: Sequence[Quote], unread: Sequence[tuple[int, int]] = ()) -> str:
    """A text with its quotes marked; where they overlap, the colour is that of the shortest."""
    spans = {quote.label: quote.span for quote in quotes if quote.span is not None}
    cuts = sorted({0, len(text), *(end for span in (*spans.values(), *unread) for end in span if end < len(text))})
    return "".join(_piece(text, start, end, spans, unread) for start, end in pairwise(cuts))


def _piece(
    text: str, start: int, end: int, spans: dict[str, tuple[int, int]], unread: Sequence[tuple[int, int]]
) -> str:
    over = sorted((b - a, label) for label, (a, b) in spans.items() if a <= start and end <= b)
    words = _text(text[start:end])
    if any(a <= start and end <= b for a, b in unread):
        words = f'<span class="vf-unread">{words}</span>'
    if not over:
        return words
    begins = " ".join(label for _, label in over if spans[label][0] == start)
    labels = " ".join(label for _, label in over)
    return f'<span class="quote c{_colour(over[0][1])}" data-in="{labels}" data-begins="{begins}">{words}</span>'


def _text(text: str) -> str:
    """A text escaped; what cannot be seen or turns the text around it by its code point."""
    return "".join(char if char == "\n" else escape(glyph(char).shown) for char in text)
