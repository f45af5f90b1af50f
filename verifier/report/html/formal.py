"""Formal chains as one HTML file: text and translation side by side, mathematics typeset, quotes marked in the text.

The page reads without scripts; its own script typesets, and shows which words a statement quotes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib.resources import files
from itertools import pairwise
from typing import Final

from verifier.records.views.notebook_html import style
from verifier.report.formal.view import FormalSheet, Given, Name, Quote, Remark, Said, Shown, StepView
from verifier.report.html.page import policy
from verifier.report.terminal_text import glyph

COLOURS: Final = 6
"""Colours of quotes in the style."""


def page(sheets: Sequence[FormalSheet], katex: tuple[str, str] | None) -> Iterator[str]:
    """Yield the parts of the page. ``katex``: its script and style, where mathematics is to be typeset."""
    articles = ("".join(_chain(sheet, number)) for number, sheet in enumerate(sheets))
    return framed("Formal chains", list(_links(sheets)), articles, katex)


def framed(title: str, links: Sequence[str], articles: Iterable[str], katex: tuple[str, str] | None) -> Iterator[str]:
    """Yield the parts of a page of articles, with its styles and scripts, and links to the articles."""
    home = files("verifier.report.html")
    own, script = (home.joinpath(f"formal.{kind}").read_text(encoding="utf-8") for kind in ("css", "js"))
    styles = [style(), own, *([katex[1]] if katex else [])]
    scripts = [*([katex[0]] if katex else []), script]
    yield (
        '<!doctype html>\n<html lang="en" class="vf"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy(scripts, styles)}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="referrer" content="no-referrer"><title>{visible(title)}</title>\n'
    )
    yield from (f"<style>{one}</style>\n" for one in styles)
    yield f'</head><body><header><h1>{visible(title)}</h1><span class="gap"></span>'
    yield '<button id="math" type="button" aria-pressed="true" hidden>Typeset</button> '
    yield '<button id="theme" type="button">Dark or light</button></header>\n'
    if len(links) > 1:
        yield f'<nav aria-label="Chains"><ol>{"".join(links)}</ol></nav>\n'
    yield "<main>\n"
    yield from articles
    yield "</main>\n"
    yield from (f"<script>{one}</script>\n" for one in scripts)
    yield "</body></html>\n"


def _links(sheets: Sequence[FormalSheet]) -> Iterator[str]:
    for number, sheet in enumerate(sheets):
        count = sum(1 for _ in _all_remarks(sheet))
        found = f" <small>{count} finding{'s' * (count != 1)}</small>" if count else ""
        yield f'<li><a href="#chain-{number}">{visible(_title(sheet))}</a>{found}</li>'


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
    yield f'<article id="chain-{number}"><h2>{visible(_title(sheet))}</h2>'
    told = [f"by {sheet.by}" if sheet.by else "", "an earlier draft of the language" if sheet.older else ""]
    if any(told):
        yield f'<p class="by">{visible(", ".join(filter(None, told)))}</p>'
    yield from remarks_of(sheet.remarks)
    yield from setting(sheet)
    yield "<h3>Steps</h3>"
    yield from map(_step, sheet.steps)
    yield "</article>\n"


def setting(sheet: FormalSheet) -> Iterator[str]:
    """Yield the problem beside the vocabulary, the facts, and what is asked."""
    problem = marked(sheet.problem, sheet.quotes()) if sheet.problem else '<i class="none">its text is not there</i>'
    yield f'<section class="pair"><div><h3>Problem</h3><div class="text">{problem}</div></div>'
    yield f'<div><h3>Vocabulary</h3><dl class="names">{"".join(map(_name, sheet.names))}</dl></div></section>'
    yield "<h3>Facts of the problem</h3>"
    yield from map(_fact, sheet.facts)
    asked = "".join(expression(one) + "".join(remarks_of(remarks)) for one, remarks in sheet.asks)
    yield f'<section class="pair"><div><b>Asked</b></div><div>{asked or _NOTHING}</div></section>'


_NOTHING: Final = '<i class="none">nothing that can be said</i>'


def _name(one: Name) -> str:
    called = f"({', '.join(one.args)})" if one.args else ""
    unit = f" <small>[{visible(one.unit)}]</small>" if one.unit else ""
    by = ' <small class="none">named by the chain</small>' if one.by_chain else ""
    body = "" if one.body is None else f" = {expression(one.body)}"
    remarks = "".join(remarks_of(one.remarks))
    return (
        f"<dt><code>{visible(one.name + called)}</code> <small>{visible(one.type)}</small></dt>"
        f"<dd>{visible(one.means)}{unit}{by}{body}{remarks}</dd>"
    )


def _fact(fact: Given) -> str:
    quote = f"<q>{visible(fact.quote.text)}</q>" if fact.quote.text else '<i class="none">no words</i>'
    said = "".join(map(expression, fact.said))
    remarks = "".join(remarks_of(fact.remarks))
    return (
        f'<section class="pair"{quoting(fact.quote)}><div>{label_of(fact.quote)} <code>{visible(fact.id)}</code> '
        f"<small>{visible(fact.kind)}</small> {quote}</div><div>{said}{remarks}</div></section>"
    )


def _step(step: StepView) -> str:
    quotes = [one.quote for one in step.statements]
    text = marked(step.text, quotes, step.unread) if step.text else '<i class="none">its text is not there</i>'
    said = "".join(map(_statement, step.statements)) or '<i class="none">states nothing</i>'
    return (
        f'<section class="pair step"><div><b class="number">{step.index}</b><div class="text">{text}</div></div>'
        f"<div>{said}{''.join(remarks_of(step.remarks))}</div></section>"
    )


def _statement(one: Said) -> str:
    note = f" <small>{visible(one.note)}</small>" if one.note else ""
    said = "".join(map(expression, one.said))
    other = "".join(
        f'<div class="other"><small>{word}</small> {"".join(map(expression, reading))}</div>'
        for word, readings in (("or", one.alternatives), ("besides", one.besides))
        for reading in readings
    )
    guards = f'<small class="none">guards: {visible(", ".join(one.guards))}</small>' if one.guards else ""
    return (
        f'<div class="said" tabindex="0"{quoting(one.quote)}>{label_of(one.quote)} '
        f'<span class="role role-{one.role}">{one.role}</span>{note} {said}{other}{guards}'
        f"{''.join(remarks_of(one.remarks))}</div>"
    )


def expression(one: Shown) -> str:
    """An expression: what the page typesets in the place of readable text; as it was written where it is unread."""
    if one.error:
        return f'<code class="unread" title="{visible(one.error)}">✗ {visible(one.text)}</code>'
    tex = f' data-tex="{escape(one.latex)}"' if one.latex else ""
    return f'<span class="math"{tex} title="{visible(one.text)}">{visible(one.plain)}</span>'


def remarks_of(remarks: Iterable[Remark]) -> Iterator[str]:
    """Yield findings as paragraphs."""
    for one in remarks:
        sign = "‼" if one.severity == "error" else "!"
        yield f'<p class="remark {one.severity}">{sign} <b>{visible(one.code)}</b> {visible(one.message)}</p>'


def quoting(quote: Quote) -> str:
    """The attribute by which a statement finds its words."""
    return f' data-quote="{quote.label}"' if quote.span is not None else ""


def label_of(quote: Quote) -> str:
    """Return the letter of a quote."""
    if quote.span is None:
        return '<b class="label lost" title="its words do not stand in the text">-</b>'
    return f'<b class="label c{_colour(quote.label)}">{quote.label}</b>'


def _colour(label: str) -> int:
    return (sum(map(ord, label)) - ord("a")) % COLOURS


def marked(text: str, quotes: Sequence[Quote], unread: Sequence[tuple[int, int]] = ()) -> str:
    """A text with its quotes marked; where they overlap, the colour is that of the shortest."""
    spans = {quote.label: quote.span for quote in quotes if quote.span is not None}
    cuts = sorted({0, len(text), *(end for span in (*spans.values(), *unread) for end in span if end < len(text))})
    return "".join(_piece(text, start, end, spans, unread) for start, end in pairwise(cuts))


def _piece(
    text: str, start: int, end: int, spans: dict[str, tuple[int, int]], unread: Sequence[tuple[int, int]]
) -> str:
    over = sorted((b - a, label) for label, (a, b) in spans.items() if a <= start and end <= b)
    words = visible(text[start:end])
    if any(a <= start and end <= b for a, b in unread):
        words = f'<span class="vf-unread">{words}</span>'
    if not over:
        return words
    begins = " ".join(label for _, label in over if spans[label][0] == start)
    labels = " ".join(label for _, label in over)
    return f'<span class="quote c{_colour(over[0][1])}" data-in="{labels}" data-begins="{begins}">{words}</span>'


def visible(text: str) -> str:
    """A text escaped; what cannot be seen or turns the text around it by its code point."""
    return "".join(char if char == "\n" else escape(glyph(char).shown) for char in text)
