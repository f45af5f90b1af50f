"""A judged chain as a person reads it at a glance: judgements in the margin, claims marked in place, reasons below.
Reads without colour too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

from rich.console import Console
from rich.text import Text

from verifier.chain import Chain, name_of
from verifier.judging.judgements.judgement import JudgedChain, JudgedClaim, JudgedStep, Unjudgement
from verifier.judging.judgements.reasons import WORD
from verifier.records.views.ending import show_estimate
from verifier.records.views.why import answered, not_held, why
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
    """Print the problem, each step with its claims, and a summary. Raises: OSError when the reader is gone."""
    width = max(20, min(console.width, WIDEST) - MARGIN)
    plain = console.color_system is None or console.no_color
    problem = [styled(row, ()) for row in lines(judged.chain.problem, lambda _: None, width)]
    rows = [*headed(title_of(judged.chain), problem)]
    for step in judged.steps:
        rows += [Text(), *_step(step, width, plain)]
    for row in [*rows, Text(), *_summary(judged)]:
        console.print(row, soft_wrap=True, highlight=False)
    if plain:
        console.print(
            Text("✓ proved  ✗ refuted  ? unknown  ◇ set up, not claimed  · unread  ! strange (evidence only)"),
            soft_wrap=True,
        )


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


def _step(step: JudgedStep, width: int, plain: bool) -> Iterator[Text]:
    states = [_state(claim) for claim in step.claims]
    body: list[Text] = []
    for row in lines(step.text, _marks(step, states), width):
        body.append(styled(row, states))
        if plain and any(glyph.mark is not None for glyph in row):
            body.append(Text(underlined(row, states)))
    yield from beside(_title(step), body)
    for claim, state in zip(step.claims, states, strict=True):
        sign = f"{SIGN[state]} "
        for row in lines(why(claim), lambda _: None, width - len(sign)):
            yield Text(" " * MARGIN + sign + "".join(glyph.shown for glyph in row), COLOUR[state].split()[-2])
            sign = "  "
    yield from quiet([f"! {safe(found.text)}" for found in step.findings], width)


def quiet(remarks: list[str], width: int) -> Iterator[Text]:
    """Yield the ledger's findings, dimmed: evidence, not a verdict."""
    for remark in remarks:
        for row in lines(remark, lambda _: None, width):
            yield Text(" " * MARGIN + "".join(glyph.shown for glyph in row), "dim")


def _title(step: JudgedStep) -> Text:
    sign, word, colour = judged_as(step)
    return Text(f"{step.index:>3}  ").append(f"{sign} {word}", colour)


def judged_as(step: JudgedStep) -> tuple[str, str, str]:
    """Return a step's judgement as a sign, a word and a colour."""
    if step.correct is not None:
        told = "restated" if step.adds is False else "correct"
        return ("✓", told, "bold green") if step.correct else ("✗", "incorrect", "bold red")
    if step.kind == "estimated" and step.score is not None:
        return "~", show_estimate(step.score), "magenta"
    reason = next(r for r in Unjudgement if r.value == step.reason)
    if reason is Unjudgement.NOT_SETTLED and step.checked:
        return "○", "restated" if step.adds is False else "checked", "green"
    return "·", WORD[reason], "yellow"


def _state(claim: JudgedClaim) -> str:
    if claim.state == "unknown" and claim.role in ("given", "defined", "supposed", "asked"):
        return "set"
    return claim.state


def _marks(step: JudgedStep, states: list[str]) -> Callable[[int], int | None]:
    """Return what covers each character that is shown: the index of a claim, ``UNREAD``, or nothing."""
    covers: list[int | None] = [None] * min(len(step.text), MAX_SHOWN)
    for start, end in step.unread:
        covers[start:end] = [UNREAD] * len(covers[start:end])
    for index in sorted(range(len(states)), key=lambda i: -STANDING.index(states[i])):
        start, end = step.claims[index].span
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


def _not_held(judged: JudgedChain) -> Iterator[Text]:
    """Yield the refuted claims that settle nothing: each is a thing to look at."""
    found = [(step.index, claim) for step in judged.steps for claim in step.excused]
    for index, claim in found[:MOST_NOT_HELD]:
        yield Text(safe(f"Look at step {index}: {not_held(claim.text, claim.excuse)}"), "yellow")
    if len(found) > MOST_NOT_HELD:
        yield Text(f"Look at {len(found) - MOST_NOT_HELD} more claims that are refuted, not held against their steps")


def _summary(judged: JudgedChain) -> Iterator[Text]:
    if judged.contradictions:
        yield Text(
            "ALARM: a claim was both proved and refuted: a checker is broken. Please report this input.", "bold red"
        )
    if judged.chain.split is not None and judged.chain.place is None:  # a caller gave one text for the steps
        yield Text(f"The text was split into {len(judged.steps)} steps ({judged.chain.split})", "dim")
    found = in_short(judged)
    yield Text(found.text, SHORT[found.outcome])
    yield from _not_held(judged)
    yield from of_answer(judged)


def of_answer(judged: JudgedChain) -> Iterator[Text]:
    """Yield what is said of the final answer, and what is strange in the whole chain."""
    if judged.final is not None and judged.chain.answer is not None:
        colours = {"equal": "green", "different": "bold yellow", "could not tell": "yellow"}
        yield Text(safe(answered(judged.final, judged.chain.answer)), colours[judged.final.state])
    for finding in judged.findings:
        yield Text(f"! {safe(finding.text)}", "dim")
    if judged.alarm is not None:
        yield Text(f"ALARM: {safe(judged.alarm)}", "bold red")
