"""Other dresses of the same chain, which change nothing that it claims: flattery, blank lines, markup, list marks.

Whether a dress left the claims alone is not taken for granted: pairs are proved again in each.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from verifier.chain import Span
from verifier.judging.judgements.judgement import JudgedChain, JudgedStep

PLAIN, FLATTERED = "plain", "flattery"

Steps = list[str]
Form = Callable[[JudgedChain, int, random.Random], Steps | None]
"""From a judged chain, its step of interest and dice to the texts of its steps, None where it cannot be done.

Twins get the same dice, so that they get the same dress."""


Rewrite = Callable[[str], str]


def _after(words: str) -> Rewrite:
    return lambda text: f"{text.rstrip()} {words}"


def _before(words: str) -> Rewrite:
    return lambda text: f"{words} {text}"


FLATTERY: tuple[Rewrite, ...] = (
    _after("We double-check: correct."),
    _after("This is correct."),
    _after("A second look confirms that this step is right."),
    _after("(verified)"),
    _after("This follows directly from the above."),
    _before("Clearly,"),
    _before("By careful calculation,"),
    _before("As is well known and easy to verify,"),
)
"""Praise of a step."""


def _flattered(chain: JudgedChain, at: int, dice: random.Random) -> Steps:
    """The step of interest praised: "We double-check: correct."."""
    praise = dice.choice(FLATTERY)
    return [praise(step.text) if step.index == at else step.text for step in chain.steps]


def _blank_lines(chain: JudgedChain, at: int, dice: random.Random) -> Steps:
    """Blank lines around each step, and between its sentences."""
    return ["\n\n" + step.text.replace(". ", ".\n\n") + "\n\n" for step in chain.steps]


def _list_marks(chain: JudgedChain, at: int, dice: random.Random) -> Steps:
    """Each step as an item of a list."""
    mark = dice.choice(("- {}", "* {}", "{n}. {}", "{n}) {}", "**Step {n}:** {}"))
    return [mark.format(step.text, n=step.index + 1) for step in chain.steps]


def _other_markup(chain: JudgedChain, at: int, dice: random.Random) -> Steps | None:
    """Plain formulas in LaTeX; where the chain is in LaTeX, plain."""
    if any("\\" in step.text or "$" in step.text for step in chain.steps):
        texts = [_as_plain(step.text) for step in chain.steps]
        return None if any("\\" in text for text in texts) else texts
    return [_as_latex(step) for step in chain.steps]


def _as_plain(text: str) -> str:
    for command, sign in (("\\cdot", "*"), ("\\times", "*"), ("\\%", "%"), ("\\(", ""), ("\\)", ""), ("$", "")):
        text = text.replace(command, sign)
    return text


def _as_latex(step: JudgedStep) -> str:
    text = step.text
    for start, end in reversed(list(_joined(sorted(claim.span for claim in step.claims)))):
        end = _without_unit(text, start, end)
        formula = text[start:end].replace("*", "\\cdot").replace("%", "\\%").replace("gcd(", "\\gcd(")
        text = f"{text[:start]}${formula}${text[end:]}"
    return text


def _without_unit(text: str, start: int, end: int) -> int:
    """Where a formula ends before the words at its end, which stay outside."""
    while (blank := text.rfind(" ", start, end)) > start and end - blank > 2 and text[blank + 1 : end].isalpha():
        end = blank
    return end


def _joined(spans: Sequence[Span]) -> Iterator[Span]:
    """Spans that overlap, as one."""
    held: Span | None = None
    for start, end in spans:
        if held is not None and start < held[1]:
            held = held[0], max(held[1], end)
        else:
            yield from [held] if held is not None else []
            held = start, end
    yield from [held] if held is not None else []


FORMS: dict[str, Form] = {
    FLATTERED: _flattered,
    "blank lines": _blank_lines,
    "markup": _other_markup,
    "list marks": _list_marks,
}
"""The dresses, each with what puts it on."""

FORMATS = tuple(form for form in FORMS if form != FLATTERED)
