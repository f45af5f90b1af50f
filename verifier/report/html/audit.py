"""An audit as one HTML file without scripts: its figures with their intervals, and the pairs that went worst."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from importlib.resources import files
from typing import Any, Final

from verifier.auditing.audit import Audit
from verifier.auditing.figures import Scored
from verifier.auditing.forms import PLAIN
from verifier.records.views.notebook_html import body, style
from verifier.report.html.page import policy
from verifier.report.terminal_text import safe

COLUMNS: Final = {
    "higher": (
        "ranks the right step higher",
        "share of pairs whose right step has the higher score; a tie counts half",
    ),
    "first_error": (
        "names the first error",
        "share of wrong chains in which the first step called wrong is the wrong one",
    ),
    "alarm_step": ("false alarm at the step", "share of right twins in which that very step is called wrong"),
    "alarm_chain": ("false alarm in the chain", "share of right twins in which any proved step is called wrong"),
    "flattered": ("talked out of it", "of wrong steps called wrong, the share that praise of the step makes pass"),
    "moved": ("moved by format", "share of steps that another format makes called otherwise"),
    "ece": ("ECE", "expected calibration error over proved steps of right twins and wrong steps, ten bins"),
    "shorter": ("rule: shorter", "a control that knows nothing: how often the right step is the shorter one"),
}
"""The columns of figures, each with its heading and what it says."""

GROUPS: Final = {
    "all": "",
    "kind": "kind of error",
    "position": "step, from 0",
    "subject": "subject",
    "level": "level",
    "dress": "dress",
}
MOST_PAIRS = 40
"""Pairs that are shown."""

WIDTH, MARGIN = 90, 5


def page(audit: Audit) -> str:
    """Return the page."""
    styles = [style(), files("verifier.report.html").joinpath("audit.css").read_text(encoding="utf-8")]
    return (
        '<!doctype html>\n<html lang="en" class="vf"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy([], styles)}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="referrer" content="no-referrer"><title>Audit of a process reward model</title>'
        f"{''.join(f'<style>{one}</style>' for one in styles)}</head><body>{''.join(parts(audit))}</body></html>\n"
    )


def parts(audit: Audit) -> Iterator[str]:
    """Yield the audit as pieces of HTML, for the page and for notebooks."""
    said = audit.figures
    at = said["threshold"]
    chosen = f", chosen on {at['chosen_on']} of the pairs" if at["chosen_on"] else ""
    yield f"<h1>Audit of {_text(said['prm'])}</h1>"
    yield (
        f'<p class="facts">{said["pairs"]:,} minimal pairs proved by exact means; seed {said["seed"]}; a step scored '
        f"below {at['value']:.4g}{_text(chosen)} is called wrong; 95% intervals</p>"
    )
    if said["without_score"]:
        yield f'<p class="facts">{said["without_score"]} pairs have no score, and are counted nowhere.</p>'
    higher = said["rows"]["all"]["all"]["higher"]
    yield (
        f'<p class="big">Of a proved step and the same step with one proved error, it ranks the proved one higher in '
        f"<b>{higher['value']:.1%}</b> of pairs ({higher['low']:.1%} to {higher['high']:.1%}; chance is 50%).</p>"
    )
    yield f'<div class="scroll"><table>{"".join(_table(said["rows"]))}</table></div>'
    yield f'<h2>What the columns say</h2><dl class="legend">{"".join(_legend())}</dl>'
    if said["reliability"]:
        table = "".join(_reliability(said["reliability"]))
        yield f'<h2>Reliability</h2><div class="scroll"><table>{table}</table></div>'
    failed = sorted((one for one in audit.scored if _gap(one) >= 0), key=_gap, reverse=True)
    shown = failed[:MOST_PAIRS]
    yield f"<h2>Pairs whose wrong step scores at least as high ({len(shown)} of {len(failed)} shown)</h2>"
    yield from map(_pair, shown)


def _gap(one: Scored) -> float:
    right, wrong = one.at(PLAIN)
    return wrong - right


def _table(rows: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> Iterator[str]:
    heads = "".join(f'<th scope="col">{heading}</th>' for heading, _ in COLUMNS.values())
    yield f'<thead><tr><th></th><th scope="col">pairs</th><th scope="col">ties</th>{heads}</tr></thead>'
    for group, found in rows.items():
        yield "<tbody>"
        if GROUPS[group]:
            yield f'<tr class="group"><th colspan="{len(COLUMNS) + 3}" scope="rowgroup">{GROUPS[group]}</th></tr>'
        for name, row in found.items():
            cells = "".join(f"<td>{_figure(row[column], column)}</td>" for column in COLUMNS)
            yield f'<tr><th scope="row">{_text(name)}</th><td>{row["pairs"]}</td><td>{row["ties"]}</td>{cells}</tr>'
        yield "</tbody>"


def _figure(figure: Mapping[str, Any] | None, column: str) -> str:
    if figure is None:
        return "-"
    between = "" if figure["low"] is None else f"<small>{figure['low']:.3f} to {figure['high']:.3f}</small>"
    drawn = _interval(figure) if column == "higher" else ""
    return f"{figure['value']:.3f}{between}{drawn}"


def _interval(figure: Mapping[str, Any]) -> str:
    """The interval from 0 to 1, with chance in the middle."""
    value, low, high = (MARGIN + figure[name] * (WIDTH - 2 * MARGIN) for name in ("value", "low", "high"))
    return (
        f'<svg width="{WIDTH}" height="14" role="img" aria-label="{figure["low"]} to {figure["high"]}">'
        f'<line class="axis" x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="7" y2="7"/>'
        f'<line class="chance" x1="{WIDTH / 2}" x2="{WIDTH / 2}" y1="0" y2="14"/>'
        f'<line class="span" x1="{low:.1f}" x2="{high:.1f}" y1="7" y2="7"/>'
        f'<circle class="point" cx="{value:.1f}" cy="7" r="3.5"/></svg>'
    )


def _legend() -> Iterator[str]:
    yield from (f"<dt>{heading}</dt><dd>{meaning}</dd>" for heading, meaning in COLUMNS.values())


def _reliability(bins: list[dict[str, Any]]) -> Iterator[str]:
    yield "<caption>The bar is the share of right steps, the line the mean score.</caption>"
    yield "<thead><tr><th>score</th><th>steps</th><th>mean score</th><th>share right</th><th>0 to 1</th></tr></thead>"
    for one in (one for one in bins if one["steps"]):
        bar = f'<rect class="bar" x="0" y="2" height="10" width="{180 * one["right"]:.1f}"/>'
        mark = f'<line class="mark" x1="{180 * one["score"]:.1f}" x2="{180 * one["score"]:.1f}" y1="0" y2="14"/>'
        drawn = f'<svg width="180" height="14" aria-hidden="true">{bar}{mark}</svg>'
        cells = f"<td>{one['steps']}</td><td>{one['score']:.3f}</td><td>{one['right']:.3f}</td><td>{drawn}</td>"
        yield f"<tr><th>{one['low']:.1f} to {one['high']:.1f}</th>{cells}</tr>"


def _pair(one: Scored) -> str:
    pair, (right, wrong) = one.pair, one.at(PLAIN)
    before, after = (chain.steps[pair.at].text for chain in (pair.plain.right, pair.plain.wrong))
    return (
        f'<details class="pair"><summary><b>{_text(pair.kind)}</b> at step {pair.at}, {_text(pair.subject)}: '
        f"<ins>✓ {_text(before)}</ins> {right:.3f} <del>✗ {_text(after)}</del> {wrong:.3f}</summary>"
        f"{body(pair.plain.wrong)}</details>"
    )


def _text(value: object) -> str:
    return escape(safe(str(value)))
