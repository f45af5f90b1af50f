"""Splitting by sense: what belongs together is one step, and nothing else is in it.

A section under ``Step k`` and an item of a numbered list are steps; so is a paragraph with what stands before and
behind it in the same sentence: its heading, its displayed formulas, the short list that it leads to. A text without
blank lines is a step a line, and one line a step a sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from verifier.intake.splitting.blocks import Block, Blocks
from verifier.intake.splitting.numbers import headed, numbered, without_marker
from verifier.intake.splitting.sentences import goes_on, is_open, sentences

_SHORT: Final = 60
"""Longest item, in characters, of a list that is one thing with what leads to it."""
_SOFT: Final = 0.2
"""Share of line ends inside sentences from which on a text is wrapped, and its lines are no steps."""
_ANSWERS: Final = ("final answer", "the final answer", "answer", "conclusion", "the answer is", "therefore, the answer",
                   "therefore, the final answer", "thus, the answer", "so the answer", "hence, the answer")  # fmt: skip


@dataclass(slots=True)
class _Step:
    """A step in the making: its pieces, and whether what follows belongs to it until another begins."""

    head: str  # how it begins, without the number of a step
    begins: int  # where the text goes on behind that
    end: int
    pieces: int = 1
    section: int = 0  # the level of the heading whose section it is
    waits: bool = False  # a heading, or what leads to something
    formula: bool = False  # a formula stands last
    last: str = ""  # the block that it ends with


def by_sense(found: Blocks) -> list[str]:
    """Return the steps of a text; some may be empty."""
    lone = [block for block in found.all if block.kind not in ("rule", "heading")]
    if len(lone) == 1 and lone[0].kind == "paragraph" and found.all[-1] == lone[0]:
        first = [found.text[block.start : block.end] for block in found.all[:-1]]
        steps = _of_paragraph(found.text[lone[0].start : lone[0].end], found.hidden[lone[0].start : lone[0].end])
        return ["\n".join([*first, steps[0]]), *steps[1:]]
    return _Builder(found).steps()


class _Builder:
    """Blocks one after another, each put to the step that it belongs to."""

    def __init__(self, found: Blocks) -> None:
        self.found = found
        self.made: list[_Step] = []
        self.parted = False  # a rule stands before
        self.numbers = set[int]()  # of the blocks before
        self.highest = 0  # of these
        self.counted = 0  # the number of the last item or heading before
        self.next = _next_items(found.all)
        self.lists = self.short_lists()

    def steps(self) -> list[str]:
        for number, block in enumerate(self.found.all):
            self.put(number, block, self.found.text[block.start : block.end])
            self.numbers.add(block.number)
            self.highest = max(self.highest, block.number)
            self.counted = block.number if block.kind in ("item", "heading") else self.counted
        return [step.head + self.found.text[step.begins : step.end] for step in self.made]

    def new(self, head: str, block: Block, text: str) -> _Step:
        """A step that begins with a block."""
        step = _Step(head, block.end, block.end, last=text)
        self.made.append(step)
        return step

    def on(self, step: _Step, block: Block, text: str) -> None:
        """Go on with a step."""
        step.end, step.last, step.pieces = block.end, text, step.pieces + 1

    def put(self, number: int, block: Block, text: str) -> None:
        """Put a block to the step that it belongs to, or begin one with it."""
        here = self.made[-1] if self.made and not self.parted else None
        self.parted = False
        section = headed(text.split("\n", 1)[0])
        if block.kind == "rule":
            self.parted = True
        elif section is not None and block.kind in ("heading", "paragraph"):
            rest = text.split("\n", 1)[1:]
            step = self.new("\n".join([section[1], *rest]).strip(), block, text)
            step.section, step.waits = block.level or 7, not rest
        elif block.kind == "heading" or _is_bold(text):
            self.heading(here, block, text)
        elif here is None:
            self.begin(block, text, number)
        elif here.waits or (here.section and not _answers(text)) or self.belongs(here, block, text, number):
            self.on(here, block, text)
            here.waits = here.waits and self.leads(text, block, number)
            here.formula = block.kind == "formula"
        else:
            self.begin(block, text, number)

    def heading(self, here: _Step | None, block: Block, text: str) -> None:
        """A heading goes with what it heads; a smaller one stays in its section."""
        level = block.level or 7
        if here is not None and ((here.waits and not here.section) or 0 < here.section < level):
            self.on(here, block, text)
        else:
            found = numbered(text) if block.kind == "heading" else None
            step = self.new(text if found is None else found[1], block, text)
            step.section, step.waits = level if found else 0, True

    def begin(self, block: Block, text: str, number: int) -> None:
        """Begin a step with a block."""
        first = block.number in (0, 1) or block.number - 1 in self.numbers
        step = self.new(without_marker(text) if block.kind == "item" and first else text, block, text)
        step.waits = self.leads(text, block, number)
        step.formula = block.kind == "formula"

    def leads(self, text: str, block: Block, number: int) -> bool:
        """Whether a block leads to the next one: to a table, to code, or to a short list."""
        after = self.found.all[number + 1] if number + 1 < len(self.found.all) else None
        if after is None or block.kind not in ("paragraph", "formula") or not text.rstrip(" *_").endswith(":"):
            return False
        if after.kind == "item":
            return after.list in self.lists
        return after.kind in ("formula", "other")

    def short_lists(self) -> set[int]:
        """The lists of which every item is short, and no sentence."""
        lists, long = set[int](), set[int]()
        for block in self.found.all:
            item = self.found.text[block.start : block.end].strip()
            (lists if len(item) <= _SHORT and "\n" not in item else long).add(block.list)
        return lists - long

    def belongs(self, here: _Step, block: Block, text: str, number: int) -> bool:
        """Whether a block goes on with the sentence, the list or the item before it."""
        before = self.found.all[number - 1]
        if block.kind == "formula":
            return is_open(here.last) or here.formula or goes_on(text)
        if block.kind == "item":
            return before.list == block.list and not here.section and block.list in self.lists and here.pieces > 1
        if here.formula and is_open(here.last) and goes_on(text):
            return True
        if before.list and block.kind in ("paragraph", "other"):
            return self.next[number] == self.highest + 1 > 1
        if self.next[number] == self.counted + 1 > 1:  # between an item and the one with the next number
            return True
        return block.kind == "other" and here.last.rstrip().endswith(":")


def _next_items(blocks: Sequence[Block]) -> list[int]:
    """For each block the number of the next numbered item behind it; 0 where none comes before a heading or a rule."""
    after, found = 0, list[int]()
    for block in reversed(blocks):
        found.append(after)
        after = 0 if block.kind in ("heading", "rule") else block.number or after
    return found[::-1]


def _is_bold(text: str) -> bool:
    """Whether a paragraph is a heading set in bold: a line between the marks of bold, which ends no sentence."""
    bare = text.strip()
    marked = bare.startswith("**") and bare.rstrip(":").endswith("**") and bare.count("**") == 2 and "\n" not in bare
    return marked and not any(sign in bare for sign in "=.!?$") and any(map(str.isalpha, bare))


def _answers(text: str) -> bool:
    """Whether a paragraph gives the final answer of all, and is no part of the section before it."""
    return text.lstrip(" *_#").lower().startswith(_ANSWERS)


def _of_paragraph(text: str, hidden: str) -> list[str]:
    """The steps of a text that is one paragraph: its lines, where it is not wrapped, else its sentences."""
    places = [at for at, c in enumerate(hidden) if c == "\n"]
    lines = [text[start:end] for start, end in zip([0, *(at + 1 for at in places)], [*places, len(text)], strict=True)]
    soft = sum(is_open(a) and goes_on(b) for a, b in pairwise(lines))
    if len(lines) > 1 and soft <= _SOFT * (len(lines) - 1):
        return _joined(lines)
    return [text[start:end] for start, end in sentences(text, hidden)]


def _joined(lines: list[str]) -> list[str]:
    """Lines as steps, those together that are one sentence."""
    steps: list[str] = []
    for line in lines:
        led = (bool(steps) and steps[-1].rstrip().endswith((":", ","))) or goes_on(line)
        found = headed(line) or (None if led else numbered(line))
        if led and steps and found is None:
            steps[-1] += "\n" + line
        else:
            steps.append(without_marker(line) if found is None else found[1])
    return steps
