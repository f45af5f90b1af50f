"""Style augmentation: right chains written as language models write: steps joined, headed, numbered, introduced, or in
the Markdown and LaTeX of today's models.

None of it changes what a step claims, so the labels stay.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from verifier.records.views.difference import pieces
from verifier.training.data.equations import equations, sole_numeral

_OPENINGS = (
    "To solve this problem, ",
    "First, we note that ",
    "Next, ",
    "Now, ",
    "Therefore, ",
    "We know that ",
    "So, ",
    "Then, ",
    "Let's see: ",
    "From the above, ",
)
_HEADS = ("**Step {n}:** ", "Step {n}: ", "### Step {n}\n", "{n}. ", "**{n}.** ")
_REMARKS = (
    " This follows from what is given.",
    " Let's go on with the next step.",
    " We use this below.",
    " Now let us continue.",
    " We can check this.",
)


def dressed(steps: Sequence[str], dice: random.Random) -> tuple[str, ...]:
    """Return the steps, often joined into longer ones, often headed or introduced."""
    texts = _joined(list(steps), dice) if dice.random() < 0.5 else list(steps)
    head = dice.choice(_HEADS) if dice.random() < 0.35 else ""
    chatty = dice.random() < 0.4
    return tuple(_dress(text, n, head, chatty, dice) for n, text in enumerate(texts, 1))


def _joined(texts: list[str], dice: random.Random) -> list[str]:
    """Neighbours joined at random places."""
    out = [texts[0]]
    mark = dice.choice((" ", "\n", " "))
    for text in texts[1:]:
        if dice.random() < 0.45 and len(out[-1]) < 900:
            out[-1] = out[-1].rstrip() + ("" if out[-1].rstrip()[-1:] in ".:;!?$" else ".") + mark + text
        else:
            out.append(text)
    return out


def _dress(text: str, number: int, head: str, chatty: bool, dice: random.Random) -> str:
    if chatty and dice.random() < 0.4 and text[:1].isupper() and text[1:2].islower():
        opening = dice.choice(_OPENINGS)
        text = opening + (text if text.split(" ", 1)[0].istitle() and dice.random() < 0.3 else _lower(text))
    if chatty and dice.random() < 0.25:
        text += ("" if text.rstrip()[-1:] in ".:;!?$" else ".") + dice.choice(_REMARKS)
    return head.format(n=number) + text


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


_SIGNS: Final = {"*": "\\times", "x": "\\times", "×": "\\times", "/": "\\div", "÷": "\\div"}
_FORMULAS = ("\\( {} \\)", "\\({}\\)", "${}$", "\\[ {} \\]")
_TITLES = (
    "### Step {n}: {title}\n",
    "**Step {n}: {title}**\n",
    "{n}. **{title}:** ",
    "## {title}\n\n",
    "**{title}.** ",
)
_NAMES = (
    "Set up",
    "Work it out",
    "Find the amount",
    "Compute",
    "Combine",
    "Use what is known",
    "Continue",
    "Next part",
)
_LAST = ("Final answer", "Conclusion", "Answer")


def modern(steps: Sequence[str], seed: int) -> tuple[str, ...]:
    """Return the steps with Markdown headings, formulas in LaTeX, and what was found in bold, the last of it boxed.

    What becomes of a step depends on its text, its place and ``seed`` alone: two chains that begin alike look alike.
    Steps that hold LaTeX already keep their formulas.
    """
    dice = random.Random(seed)
    title, formula, bold = dice.choice(_TITLES), dice.choice(_FORMULAS), dice.random() < 0.5
    found = []
    for n, text in enumerate(steps, 1):
        last = n == len(steps)
        own = random.Random(f"{seed}/{n}")
        head = title.format(n=n, title=own.choice(_LAST if last else _NAMES))
        body = text if "\\" in text or "$" in text else _formulas(text, formula, own.random() < 0.5, bold and not last)
        found.append(head + (_boxed(body) if last else body))
    return tuple(found)


def _formulas(text: str, formula: str, fractions: bool, bold: bool) -> str:
    """The text with its right equations in LaTeX."""
    for one in reversed(equations(text)):
        if not _bare(text[one.start : one.end]):
            continue
        left, result = _latex(text[one.start : one.end].strip(), fractions), one.result.text
        told = formula.format(f"{left} = {result}")
        after = text[one.result.end :]
        text = text[: one.start] + (f"{told}, which is **{result}**" if bold and after[:1] == " " else told) + after
    return text


def _bare(expression: str) -> bool:
    """Whether an expression is of numerals, signs and brackets alone."""
    return all(piece in _SIGNS or piece[0].isdecimal() or piece in " +-()%" for piece in pieces(expression))


def _latex(expression: str, fractions: bool) -> str:
    parts = [_SIGNS.get(piece, piece) for piece in pieces(expression) if piece.strip()]
    if fractions and len(parts) == 3 and parts[1] == "\\div":
        return f"\\frac{{{parts[0]}}}{{{parts[2]}}}"
    return " ".join(parts).replace("( ", "(").replace(" )", ")").replace(" \\%", "\\%").replace(" %", "\\%")


def _boxed(text: str) -> str:
    """The text with its last number in a box, where it stands outside of formulas and alone."""
    site = sole_numeral(text)
    if site is None:
        return text
    return f"{text[: site.start]}\\(\\boxed{{{site.text}}}\\){text[site.end :]}"
