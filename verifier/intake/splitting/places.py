"""Where the steps of a solution stand in its text: splitting leaves out numbers, blanks and tags, and moves nothing."""

from __future__ import annotations

from collections.abc import Sequence

from verifier.chain import Span
from verifier.intake.splitting.thinking import parted


def places(text: str, steps: Sequence[str]) -> list[Span | None]:
    """Return where each step stands in the text that it was split from, as code points; None where it is not found.

    Blanks are overlooked. What a model thought before it answered is passed over, unless the steps begin there.
    """
    solid = [i for i, char in enumerate(text) if not char.isspace()]
    packed = "".join(text[i] for i in solid)
    answer = _packed(parted(text).answer)
    begin = packed.rfind(answer) if answer else 0
    if steps and packed.find(_packed(steps[0]), max(begin, 0)) < 0:
        begin = 0
    found: list[Span | None] = []
    at = max(begin, 0)
    for step in steps:
        place = _place(packed, step, at)
        if place is None:
            found.append(None)
            continue
        start, at = place
        found.append((solid[start], solid[at - 1] + 1))
    return found


def _place(packed: str, step: str, at: int) -> Span | None:
    """The first place of a step from there on: of the whole, or from its first line to its last."""
    whole = _packed(step)
    if not whole:
        return None
    if (start := packed.find(whole, at)) >= 0:
        return start, start + len(whole)
    first, *_, last = [line for line in map(_packed, step.splitlines()) if line] * 2
    start = packed.find(first, at)
    end = packed.find(last, start + len(first)) if start >= 0 and first != last else start
    return None if start < 0 or end < 0 else (start, end + len(last))


def _packed(text: str) -> str:
    return "".join(text.split())
