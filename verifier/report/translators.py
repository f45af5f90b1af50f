"""The translator that a user asked for, and what it took."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from verifier.judging.from_words import Ratios, Translating
from verifier.report.exits import complain
from verifier.translating.model import Spent, TranslatorUnavailable


@dataclass(frozen=True, slots=True)
class Speaker:
    """What a user asked of a translator. ``spec``: none, openai:MODEL or hf:PATH; ``budget``: most tokens."""

    spec: str = "none"
    trust: bool = False
    samples: int = 3
    budget: int | None = None
    answers: Path | None = None
    offline: bool = False
    ratios: str = "1.5,0.5"
    proofs: int = 0


NOBODY = Speaker()
"""No translator, which is the default."""


def speaking(wanted: Speaker, stack: ExitStack) -> Translating | None:
    """Return how to translate, None for ``none``; when ``stack`` closes, it is said what that took.

    *Fails:* TranslatorUnavailable, which says what to change.
    """
    if wanted.spec == "none":
        if wanted.trust:
            raise TranslatorUnavailable("--trust-translator needs --translator openai:MODEL or hf:PATH", usage=True)
        return None
    if wanted.trust and wanted.samples < 2:
        raise TranslatorUnavailable("--trust-translator needs two samples at least that agree", usage=True)
    from verifier.translating.choose import Wish, chosen

    model = chosen(Wish(wanted.spec, wanted.answers, wanted.offline, wanted.budget), stack)
    stack.callback(_say, model.name, model.spent)
    return Translating(model, wanted.samples, wanted.trust, _ratios(wanted.ratios), wanted.proofs)


def _ratios(text: str) -> Ratios:
    try:
        proved, refuted = map(float, text.split(","))
        return Ratios(proved, refuted)
    except ValueError as error:
        raise TranslatorUnavailable(f"expected --translator-ratios as two numbers: {error}", usage=True) from error


def _say(name: str, spent: Spent) -> None:
    complain(
        f"{name}: {spent.asked} questions, {spent.answered_before} answered before, {spent.failed} without an answer; "
        f"{spent.read} tokens read, {spent.written} written"
    )
    for why, times in sorted(spent.why.items(), key=lambda pair: (-pair[1], pair[0]))[:3]:
        complain(f"{name}: no answer, {times} times: {why}")
