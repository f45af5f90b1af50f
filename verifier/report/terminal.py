"""A judged chain as a person reads it at a glance: judgements in the margin, claims marked in place, reasons below.
Reads without colour too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from rich.console import Console
from rich.text import Text

from verifier.chain import Chain, name_of
from verifier.judging.agreeing.trusting import AtLevel
from verifier.judging.judgements.judgement import JudgedChain, Reading
from verifier.kernel.verdict import Unknown
from verifier.records.record import record
from verifier.records.views.record_view import Sheet, sheet
from verifier.records.views.why import short
from verifier.report.summary import Outcome, in_short
from verifier.report.terminal_text import MAX_SHOWN, Glyph, lines, safe

MARGIN = 22
"""Cells left of a step's text: its number, its sign, its judgement."""

WIDEST = 120
"""Most cells of a line that are used."""

MOST_NOT_HELD = 8
"""Most refuted claims that the summary names one by one."""

UNREAD = -1

SIGN = {"refuted": "✗", "unknown": "?", "proved": "✓", "set": "◇", "unread": "·"}
COLOUR = {
    "refuted": "bold red underline",
    "unknown": "yellow underline",
    "proved": "green underline",
    "set": "cyan underline",
    "unread": "dim",
}
STANDING = ("refuted", "unknown", "proved", "set")
"""What is shown where claims overlap: the first of these."""

STEP = {
    "correct": ("✓", "bold green"),
    "checked": ("○", "green"),
    "incorrect": ("✗", "bold red"),
    "estimated": ("~", "magenta"),
    "unjudged": ("·", "yellow"),
}
"""The sign and the colour of a step, by its state."""

SHORT = {
    Outcome.WRONG: "bold red",
    Outcome.PROBABLY_WRONG: "magenta",
    Outcome.NO_ERROR: "green",
    Outcome.HOLDS: "bold green",
    Outcome.ESTIMATED: "magenta",
    Outcome.UNDECIDED: "yellow",
    Outcome.UNREAD: "yellow",
    Outcome.NO_CHAIN: "yellow",
}
"""The colour of what came of a chain."""


def show(judged: JudgedChain, console: Console) -> None:
    """Print the problem, each step with its claims and the statements of its translations, and a summary.

    Raises:
        OSError: when the reader is gone.
    """
    shown = viewed(judged)
    width = max(20, min(console.width, WIDEST) - MARGIN)
    plain = console.color_system is None or console.no_color
    problem = [styled(row, ()) for row in lines(judged.chain.problem, lambda _: None, width)]
    rows = [*headed(title_of(judged.chain), problem)]
    for step in shown["steps"]:
        rows += [Text(), *_step(step, _how(judged, step), width, plain)]
    for row in [*rows, Text(), *_summary(judged, shown)]:
        console.print(row, soft_wrap=True, highlight=False)
    if plain:
        console.print(
            Text("✓ proved  ✗ refuted  ? unknown  ◇ set up, not claimed  · unread  ! strange (evidence only)"),
            soft_wrap=True,
        )


def viewed(judged: JudgedChain) -> Sheet:
    """Return what is shown of a judged chain, with the reasons of unknown claims, which a record does not hold."""
    shown = sheet(record(judged))
    for step, row in zip(judged.steps, shown["steps"], strict=True):
        for claim, told in zip(step.claims, row["claims"], strict=False):  # statements of translations follow
            if isinstance(claim.verdict, Unknown) and claim.verdict.detail:
                told["why"] = claim.verdict.detail
    return shown


def title_of(chain: Chain) -> str:
    """Return what heads a chain: its id and its place; of one without either, that a problem follows."""
    return safe(name_of(chain.id, chain.place) or "Problem")


def headed(title: str, body: list[Text]) -> Iterator[Text]:
    """Yield ``body`` with ``title`` in the margin of its first line, or where it is too long on a line above."""
    if len(title) <= MARGIN - 2:
        yield from beside(Text(title, "bold"), body)
        return
    yield Text(title, "bold")
    yield from (row for row in beside(Text(), body) if row.plain.strip())


def _how(judged: JudgedChain, step: Sheet) -> str:
    """Return by which reading a step is settled, or would be; empty where there is none but its text."""
    if step["state"] not in ("correct", "incorrect"):
        return str(step["word"].partition("; ")[2])
    by = step["word"].partition(" ")[2]
    if judged.steps[step["index"]].reading is not Reading.TRANSLATED:
        return by and f"{step['state']} {by}"
    if isinstance(judged.trust, AtLevel):
        side = judged.trust.level.approvals if step["state"] == "correct" else judged.trust.level.accusations
        return f"{step['state']} {by}, at a level of {side.bound:.2%}"
    return f"{step['state']} {by}, by translations that agree"


def _step(step: Sheet, how: str, width: int, plain: bool) -> Iterator[Text]:
    states = [claim["state"] for claim in step["claims"]]
    body: list[Text] = []
    for row in lines(step["text"], _marks(step, states), width):
        body.append(styled(row, states))
        if plain and any(glyph.mark is not None for glyph in row):
            body.append(Text(underlined(row, states)))
    sign, colour = STEP[step["state"]]
    word = step["state"] if how and step["state"] in ("correct", "incorrect") else step["word"].partition("; ")[0]
    yield from beside(Text(f"{step['index']:>3}  ").append(f"{sign} {word}", colour), body)
    for claim, names in _grouped(step["claims"]):
        state = claim["state"]
        role = "" if claim["role"] == "asserted" else f" ({claim['role']})"
        by_text = f"{_written(claim)}{role}: {claim['why']}"
        told = f"{claim['said']}{role}: {claim['brief']}" if "brief" in claim else by_text
        said = f"{SIGN[state]} {names}{told}"
        for number, row in enumerate(lines(said, lambda _: None, width - 2)):
            yield Text(" " * MARGIN + "  " * (number > 0) + text_of(row), COLOUR[state].split()[-2])
    quotes = dict.fromkeys(one for claim in step["claims"] for one in claim.get("quotes", ()))
    yield from quiet([", ".join(quotes)] * bool(quotes), width)
    notes = [*step["notes"], *(one["text"] for one in step["findings"])]
    yield from quiet([*[how] * bool(how), *(f"! {safe(one)}" for one in notes)], width)


def _written(claim: Sheet) -> str:
    """Return a claim as it is written in the text, on one line."""
    return short(" ".join(claim["text"].split()))


def _grouped(claims: Sequence[Sheet]) -> Iterator[tuple[Sheet, str]]:
    """Yield claims and whose statements they are; what several translations state and decide alike is one."""
    several = any("quotes" in claim for claim in claims)
    names: dict[tuple[str, ...], list[str]] = {}
    first: dict[tuple[str, ...], Sheet] = {}
    for claim in claims:
        key = tuple(claim[name] for name in (("said", "role", "state", "why") if "brief" in claim else ("id",)))
        first.setdefault(key, claim)
        names.setdefault(key, []).append(claim.get("by", "[text]" if several else ""))
    for key, claim in first.items():
        yield claim, "".join(f"{name} " for name in names[key] if name)


def text_of(row: list[Glyph]) -> str:
    """Return a line as it is printed."""
    return "".join(glyph.shown for glyph in row)


def quiet(remarks: list[str], width: int) -> Iterator[Text]:
    """Yield remarks, dimmed: evidence, not a verdict."""
    for remark in remarks:
        for row in lines(remark, lambda _: None, width):
            yield Text(" " * MARGIN + text_of(row), "dim")


def _marks(step: Sheet, states: list[str]) -> Callable[[int], int | None]:
    """Return what covers each character that is shown: the index of a claim, ``UNREAD``, or nothing."""
    covers: list[int | None] = [None] * min(len(step["text"]), MAX_SHOWN)
    for start, end in step["unread"]:
        covers[start:end] = [UNREAD] * len(covers[start:end])
    for index in sorted(range(len(states)), key=lambda i: -STANDING.index(states[i])):
        start, end = step["claims"][index]["span"]
        covers[start:end] = [index] * len(covers[start:end])
    return covers.__getitem__


def _at(glyph: Glyph, states: list[str] | tuple[()]) -> str | None:
    if glyph.mark is None:
        return None
    return "unread" if glyph.mark == UNREAD else states[glyph.mark]


def styled(row: list[Glyph], states: list[str] | tuple[()]) -> Text:
    """Return a line in the styles of the states of its marks; ``UNREAD`` is a mark of its own."""
    text = Text()
    for style, run in groupby(row, lambda glyph: _style(glyph, states)):
        text.append("".join(glyph.shown for glyph in run), style)
    return text


def _style(glyph: Glyph, states: list[str] | tuple[()]) -> str | None:
    state = _at(glyph, states)
    return "reverse dim" if glyph.strange else COLOUR[state] if state else None


def underlined(row: list[Glyph], states: list[str]) -> str:
    """Return the line that marks, in place, what stands above it: a sign where a claim begins, then dashes."""
    out, last = "", None
    for glyph in row:
        state = _at(glyph, states)
        if state is None or (state == "unread" and glyph.blank):
            out += " " * glyph.cells
        elif state == "unread":
            out += SIGN[state] * glyph.cells
        else:
            out += (SIGN[state] if glyph.mark != last else "─") * min(1, glyph.cells) + "─" * (glyph.cells - 1)
        last = glyph.mark
    return out.rstrip()


def beside(title: Text, body: list[Text]) -> Iterator[Text]:
    """Yield ``body`` with ``title`` in the margin of its first line."""
    for row in body:
        title.pad_right(max(1, MARGIN - title.cell_len))
        yield title.append_text(row)
        title = Text()


def _not_held(shown: Sheet) -> Iterator[Text]:
    """Yield the refuted claims that settle nothing: each is a thing to look at."""
    found = [(step["index"], said) for step in shown["steps"] for said in step["excused"]]
    for index, said in found[:MOST_NOT_HELD]:
        yield Text(safe(f"Look at step {index}: {said}"), "yellow")
    if len(found) > MOST_NOT_HELD:
        yield Text(f"Look at {len(found) - MOST_NOT_HELD} more claims that are refuted, not held against their steps")


def _summary(judged: JudgedChain, shown: Sheet) -> Iterator[Text]:
    if judged.contradictions:
        yield Text(
            "ALARM: a claim was both proved and refuted: a checker is broken. Please report this input.", "bold red"
        )
    if judged.chain.split is not None and judged.chain.place is None:  # a caller gave one text for the steps
        yield Text(f"The text was split into {len(judged.steps)} steps ({judged.chain.split})", "dim")
    for one in shown["translations"]:
        if one["aside"] is not None:
            yield Text(safe(one["aside"]), "yellow")
    found = in_short(judged)
    yield Text(found.text, SHORT[found.outcome])
    if judged.trust is not None:
        settled = sum(step.kind == "settled" for step in judged.steps)
        decided, every = judged.decided
        yield Text(f"Settled: {settled} of {len(judged.steps)} steps; decided: {decided} of {every} statements")
    yield from _not_held(shown)
    if shown["final"] is not None:
        colours = {"equal": "green", "different": "bold yellow", "could not tell": "yellow"}
        yield Text(safe(shown["final"]["line"]), colours[shown["final"]["state"]])
    for finding in shown["findings"]:
        yield Text(f"! {safe(finding['text'])}", "dim")
    if shown["alarm"] is not None:
        yield Text(f"ALARM: {safe(shown['alarm'])}", "bold red")
