"""Style augmentation: right chains written as language models write: steps joined, headed, numbered, introduced.

None of it changes what a step claims, so the labels stay.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

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
