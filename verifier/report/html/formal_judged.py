"""Chains judged by their translations as one HTML file: text and translations side by side, with what was decided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from verifier.report.formal.sheet import Decided, JudgedFormalSheet, JudgedStepSheet, TranslationSheet
from verifier.report.formal.view import Said, Shown
from verifier.report.html.formal import expression, framed, label_of, marked, quoting, setting, visible

SIGN: Final = {"proved": "✓", "refuted": "✗", "unknown": "?", "independent": "~"}
MARK: Final = {"correct": "✓", "incorrect": "✗", "checked": "○", "open": "·"}


def page(sheets: Sequence[JudgedFormalSheet], katex: tuple[str, str] | None) -> Iterator[str]:
    """Yield the parts of the page. ``katex``: its script and style, where mathematics is to be typeset."""
    articles = ("".join(_chain(sheet, number)) for number, sheet in enumerate(sheets))
    return framed("Which steps hold?", [_link(*one) for one in enumerate(sheets)], articles, katex)


def _link(number: int, sheet: JudgedFormalSheet) -> str:
    return f'<li><a href="#chain-{number}">{visible(sheet.id)}</a> <small>{_told(sheet)}</small></li>'


def _told(sheet: JudgedFormalSheet) -> str:
    settled = sum(step.state in ("correct", "incorrect") for step in sheet.steps)
    known, error = sheet.first_error is not None, f"first error: step {sheet.first_error}; "
    first = "" if not known else "every step holds; " if sheet.first_error == -1 else error
    return f"{first}settled: {settled} of {len(sheet.steps)} steps"


def _chain(sheet: JudgedFormalSheet, number: int) -> Iterator[str]:
    yield f'<article id="chain-{number}"><h2>{visible(sheet.id)}</h2><p class="by">{_told(sheet)}</p>'
    yield f'<div class="text">{visible(sheet.problem)}</div>'
    for place, one in enumerate(sheet.translations, 1):
        yield from _setting(one, place)
    yield "<h3>Steps</h3>"
    for step in sheet.steps:
        yield from _step(step, sheet)
    yield "</article>\n"


def _setting(one: TranslationSheet, place: int) -> Iterator[str]:
    told = [one.sheet.by and f"by {one.sheet.by}", "given" if one.given else "", "" if one.counts else "does not count"]
    note = f' <small class="none">{visible(", ".join(filter(None, told)))}</small>' if any(told) else ""
    aside = "" if one.set_aside is None else f'<p class="remark error">set aside: {visible(one.set_aside)}</p>'
    yield f'<details class="translation"><summary>Translation [{place}]{note}</summary>{aside}'
    yield from setting(one.sheet)
    yield "</details>"
    yield aside


def _step(step: JudgedStepSheet, sheet: JudgedFormalSheet) -> Iterator[str]:
    shown = [(i, one) for i, one in enumerate(sheet.translations, 1) if one.set_aside is None and one.states]
    quotes = [said.quote for said in shown[0][1].sheet.steps[step.index].statements] if shown else []
    yield (
        f'<section class="pair step"><div><b class="number">{step.index}</b><div>'
        f'<div class="text">{marked(step.text, quotes)}</div>'
        f'<p class="judged {step.state}">{MARK[step.state]} {visible(step.word)}</p>'
    )
    if step.finding:
        yield f'<p class="remark error finding">! {visible(step.finding)}</p>'
    if step.differs:
        yield f'<p class="remark differs">! translations differ: {visible(step.differs)}</p>'
    yield from (f'<p class="remark failed">! {visible(one)}</p>' for one in step.failed)
    if step.estimate:
        yield f'<p class="remark estimate">≈ {visible(step.estimate)}</p>'
    yield "</div></div><div>"
    for place, one in shown:
        yield "".join(_statements(one, step.index, place if len(shown) > 1 else 0, lit=one is shown[0][1]))
    yield "</div></section>"


def _statements(one: TranslationSheet, index: int, place: int, *, lit: bool) -> Iterator[str]:
    name = f'<b class="place">[{place}]</b> ' if place else ""
    statements = one.sheet.steps[index].statements
    for number, said in enumerate(statements):
        decided = [_decided(shown, one.decided.get(f"s{index}.{number}.{k}")) for k, shown in enumerate(said.said)]
        yield _statement(said, name, "".join(decided), lit=lit)
    if not statements:
        yield f'<div class="said">{name}<i class="none">states nothing</i></div>'


def _statement(said: Said, name: str, decided: str, *, lit: bool) -> str:
    label = f"{label_of(said.quote)} " if lit else ""  # the marked words are those of the first translation
    note = f" <small>{visible(said.note)}</small>" if said.note else ""
    return (
        f'<div class="said" tabindex="0"{quoting(said.quote) if lit else ""}>{name}{label}'
        f'<span class="role role-{said.role}">{said.role}</span>{note} {decided}</div>'
    )


def _decided(shown: Shown, one: Decided | None) -> str:
    if one is None:
        return expression(shown)
    why = f' <small class="why">{visible(one.why)}</small>' if one.why else ""
    rests = ", ".join(_rest(*rest) for rest in one.rests_on)
    from_ = f' <small class="rests">from {rests}</small>' if rests else ""
    sign = f'<b class="verdict {one.verdict}" title="{one.verdict}">{SIGN[one.verdict]}</b>'
    return f'<div class="decided">{sign} {expression(shown)}{from_}{why}</div>'


def _rest(id: str, words: str, is_model: bool) -> str:
    model = ' <span class="model">(model)</span>' if is_model else ""
    quote = f' <q title="{visible(words)}">{visible(_short(words))}</q>' if words else ""
    return f"<code>{visible(id)}</code>{model}{quote}"


def _short(words: str) -> str:
    return words if len(words) <= 60 else f"{words[:57]}..."
