"""A judged chain as a piece of HTML for notebooks: no script, every text escaped, the look of the report's page."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from itertools import groupby
from typing import Any

from verifier.chain import name_of
from verifier.records.record import record
from verifier.records.views.record_view import Sheet, sheet
from verifier.records.views.why import short

MOST_TEXT = 20_000
"""Most characters of one text that are shown."""

SIGN = {"proved": "✓", "refuted": "✗", "unknown": "?", "set": "◇"}
STEP = {"correct": "✓", "checked": "○", "incorrect": "✗", "estimated": "~", "unjudged": "·"}
_STANDING = ("refuted", "unknown", "proved", "set")


def style() -> str:
    """Return the style of a chain, which pages and notebooks share."""
    return files("verifier.records").joinpath("chain.css").read_text(encoding="utf-8")


def fragment(judged: Any) -> str:
    """Return a judged chain as HTML that can stand in another page.

    Raises: BadInput on one made by hand whose parts do not fit together.
    """
    return f'<div class="vf"><style>{style()}</style>{body(judged)}</div>'


def body(judged: Any) -> str:
    """Return the same for a page that has the style already. Raises: as ``fragment``."""
    return of_record(record(judged))


def of_record(data: Any) -> str:
    """Return what a record says, for a page that has the style. Raises: BadInput on what does not fit together."""
    return "".join(_parts(sheet(data)))


def _parts(shown: Sheet) -> Iterator[str]:
    problem = {"text": shown["problem"], "looks": shown["looks"], "claims": [], "unread": []}
    name = name_of(shown["id"], shown["place"]) or "Problem"
    yield f'<div class="vf-problem"><b>{safe(name)}</b>{"".join(_painted(problem))}</div>'
    yield from map(_translation, shown["translations"])
    for step in shown["steps"]:
        yield f'<section class="vf-step vf-{step["state"]}">'
        yield f'<div class="vf-tag"><i>{step["index"]}</i>{STEP[step["state"]]} {safe(step["word"])}</div>'
        yield f'<div class="vf-text">{"".join(_painted(step))}</div>'
        if step["claims"]:
            yield f'<div class="vf-claims">{"".join(map(_claim, step["claims"]))}</div>'
        yield from (f'<div class="vf-note">! {safe(one)}</div>' for one in step["notes"])
        yield from (f'<div class="vf-note">! {safe(one["text"])} (evidence only)</div>' for one in step["findings"])
        yield from _repair(step)
        yield "</section>"
    yield f'<p class="vf-end">{safe(shown["end"])}</p>'
    for step in shown["steps"]:
        said = (f"Look at step {step['index']}: {one}" for one in step["excused"])
        yield from (f'<p class="vf-end">{safe(one)}</p>' for one in said)
    if shown["final"] is not None:
        yield f'<p class="vf-end">{safe(shown["final"]["line"])}</p>'
    if shown["repair"] is not None:
        told = ". ".join((shown["repair"]["state"], *shown["repair"]["answers"]))
        yield f'<p class="vf-end">Repair: {safe(told)}</p>'
    if shown["alarm"] is not None:
        yield f'<p class="vf-alarm">ALARM: {safe(shown["alarm"])}</p>'


def _translation(one: Sheet) -> str:
    """Return what a translation says of the problem: names, facts, and what is asked."""
    rows = "".join(f"<tr><th>{safe(a)}</th><td>{safe(b)}</td><td>{safe(c)}</td></tr>" for a, b, c, _ in one["rows"])
    aside = "" if one["aside"] is None else f'<p class="vf-note">! {safe(one["aside"])}</p>'
    return f'{aside}<details><summary>{safe(one["title"])}</summary><table class="vf-rows">{rows}</table></details>'


def _repair(step: Sheet) -> Iterator[str]:
    """Yield a step as repaired, where it is: what goes, what comes, and what proves it then."""
    done = step["repair"]
    if done is None:
        return
    yield f'<div class="vf-repair"><b>As repaired: {STEP[done["state"]]} {safe(done["word"])}</b>'
    if done["changes"]:
        text, at = step["text"], 0
        yield '<div class="vf-text">'
        for start, end, put in done["changes"]:
            yield safe(text[at:start][:MOST_TEXT])
            yield from (
                f"<{tag}>{safe(part)}</{tag}>" for tag, part in (("del", text[start:end]), ("ins", put)) if part
            )
            at = end
        yield f"{safe(text[at:][:MOST_TEXT])}</div>"
    yield from (f'<div class="vf-note">{safe(one)}</div>' for one in done["mends"])
    yield from (f'<div class="vf-note">Not repaired: {safe(one)}</div>' for one in done["stuck"])
    if done["changes"] and done["claims"]:
        yield f'<div class="vf-claims">{"".join(map(_claim, done["claims"]))}</div>'
    yield "</div>"


def _painted(step: Sheet) -> Iterator[str]:
    """Yield the step's text with its claims underlined and its unread words grey."""
    text = step["text"][:MOST_TEXT]
    covers: list[Sheet | bool | None] = [None] * len(text)
    for start, end in step["unread"]:
        covers[start:end] = [True] * len(covers[start:end])
    for claim in sorted(step["claims"], key=lambda one: -_STANDING.index(one["state"])):
        start, end = claim["span"]
        covers[start:end] = [claim] * len(covers[start:end])
    looks = _looks(step["looks"], len(text))
    for _, run in groupby(range(len(text)), lambda i: (id(covers[i]), looks[i])):
        places = list(run)
        part, cover = safe(text[places[0] : places[-1] + 1]), covers[places[0]]
        if "vf-hidden" in looks[places[0]]:
            continue
        if looks[places[0]]:
            part = f'<span class="{looks[places[0]]}">{part}</span>'
        if isinstance(cover, dict):
            yield f'<span class="vf-mark vf-{cover["state"]}" title="{safe(cover["why"])}">{part}</span>'
        else:
            yield f'<span class="vf-unread">{part}</span>' if cover else part
    if len(step["text"]) > MOST_TEXT:
        yield f" ... and {len(step['text']) - MOST_TEXT} more characters"


def _looks(found: Sequence[tuple[int, int, str]], length: int) -> list[str]:
    """Return for each character the classes of how Markdown has it shown."""
    looks = [""] * length
    for start, end, look in found:
        for at in range(start, min(end, length)):
            looks[at] = f"{looks[at]} vf-{look}".strip()
    return looks


def _claim(claim: Sheet) -> str:
    role = "" if claim["role"] == "asserted" else f" ({claim['role']})"
    rows = "".join(f"<dt>{name}</dt><dd><pre>{safe(said)}</pre></dd>" for name, said in _facts(claim))
    said = claim["said"] if "quotes" in claim else short(" ".join(claim["text"].split()))
    return (
        f'<details class="vf-claim vf-{claim["state"]}"><summary><span class="vf-sign">{SIGN[claim["state"]]}</span>'
        f"{safe(claim.get('by', ''))} <b>{safe(said)}</b>{role}: {safe(claim['why'])}</summary>"
        f"<dl>{rows}</dl></details>"
    )


def _facts(claim: Sheet) -> Iterator[tuple[str, str]]:
    """Yield what is known of a claim, each under its name."""
    yield "as written", claim["text"]
    if "checker" in claim:
        yield "as read", claim["said"]
    for one in claim.get("alarm", [claim] if "checker" in claim else []):
        yield "proof" if one["shows"] == "true" else "refutation", f"checked by {one['checker']} {one['version']}"
        if one["point"]:
            yield "at the point", ", ".join(f"{name} = {value}" for name, value in one["point"])
        if one["sides"]:
            yield "both sides", " and ".join(one["sides"])
        if one["lean"]:
            yield "Lean", one["lean"]
    if claim["rests"]:
        yield "rests on", ", ".join(claim["rests"])


def safe(text: str) -> str:
    """Return ``text`` escaped, what cannot be seen or turns the text around it by its code point."""
    return "".join(map(_one, text))


def _one(char: str) -> str:
    shown = char.isprintable() or char in "\n\t" or unicodedata.category(char) == "Zs"
    return escape(char) if shown else f"&lt;U+{ord(char):04X}&gt;"
