"""Splitting a text into steps: at numbers and headings, by Markdown's blocks, by paragraphs, lines or sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal

from verifier.intake.splitting.auto import by_sense
from verifier.intake.splitting.blocks import Blocks, blocks
from verifier.intake.splitting.numbers import by_number, without_marker
from verifier.intake.splitting.sentences import sentences
from verifier.intake.splitting.thinking import Thinking, parted

Splitting = Literal["auto", "markdown", "lines", "sentences", "paragraphs", "steps"]
"""How a text is split: ``auto`` by what belongs together, ``markdown`` by its blocks, ``steps`` at ``Step k`` and
numbers, or else by paragraphs."""


def split(text: str, how: Splitting = "auto", thinking: Thinking = "skip") -> list[str]:
    """Return the steps of a solution's text in order, numbering removed, none empty: how every command and reward parts
    a text into steps. ``thinking``: whether what stands between ``<think>`` and ``</think>``, or tags like these, is
    left out, or comes first. Raises: TypeError on what is no string; ValueError on another way to split.

    >>> split("Step 1: 2 + 3 = 5." + chr(10) + "Step 2: So it is 5.")
    ['2 + 3 = 5.', 'So it is 5.']
    """
    if not isinstance(text, str):
        raise TypeError(f"expected a string, got {type(text).__name__}")
    if how not in _WAYS:
        raise ValueError(f"expected a way to split among {', '.join(_WAYS)}, got {how!r}")
    found = parted(text)
    parts = [found.answer] if thinking == "skip" else [found.thinking, found.answer]
    return [step for part in parts if part for step in steps_of(part, how)]


def steps_of(text: str, how: Splitting) -> list[str]:
    """Return the steps of a text without thinking; of one without a letter or a digit the whole."""
    steps = (step.strip() for step in _WAYS[how](blocks(text)))
    return [step for step in steps if any(map(str.isalnum, step))] or [whole for whole in [text.strip()] if whole]


def _markdown(found: Blocks) -> list[str]:
    """Every block, each item by itself, and a heading with the block that it heads."""
    steps: list[str] = []
    heading = ""
    for block in found.all:
        piece = found.text[block.start : block.end]
        piece = without_marker(piece) if block.kind == "item" else piece
        if block.kind == "heading":
            heading += piece + "\n"
        elif block.kind != "rule":
            steps.append(heading + piece)
            heading = ""
    return [*steps, heading]


def _lines(found: Blocks) -> list[str]:
    """Every line; a formula set over several lines is one."""
    return [without_marker(found.text[start:end]) for start, end in _cut(found, "\n")]


def _paragraphs(found: Blocks) -> list[str]:
    """What blank lines part."""
    steps, at = [], 0
    lines = _cut(found, "\n")
    for start, end in [*lines, (len(found.text), len(found.text))]:
        if not found.text[start:end].strip():
            steps.append(found.text[at:start])
            at = end
    return [*steps, found.text[at:]]


def _cut(found: Blocks, mark: str) -> list[tuple[int, int]]:
    places = [at for at, c in enumerate(found.hidden) if c == mark]
    return list(zip([0, *(at + 1 for at in places)], [*places, len(found.text)], strict=True))


def _sentences(found: Blocks) -> list[str]:
    """Every sentence; a heading, an item and a paragraph end one."""
    steps = []
    for block in found.all:
        text, hidden = found.text[block.start : block.end], found.hidden[block.start : block.end]
        steps += [text[start:end] for start, end in sentences(text, hidden)] if block.kind != "rule" else []
    return list(map(without_marker, steps))


_WAYS: Final[Mapping[Splitting, Callable[[Blocks], list[str]]]] = {
    "auto": by_sense,
    "markdown": _markdown,
    "lines": _lines,
    "sentences": _sentences,
    "paragraphs": _paragraphs,
    "steps": lambda found: by_number(found.text) or _paragraphs(found),
}
