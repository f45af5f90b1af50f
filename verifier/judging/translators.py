"""The translator that a user asks for, as options that every command and every function takes alike."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass

from verifier.judging.from_words import Ratios, Translating
from verifier.judging.level import trust_in
from verifier.translating.choose import Wish, chosen
from verifier.translating.model import Counted, TranslatorUnavailable


@dataclass(frozen=True, slots=True)
class Translator:
    """What translates, and how. ``spec``: ``openai:MODEL``, ``hf:PATH``, or ``none``, which is nobody.

    ``trust``: a file with a measured level, or ``unmeasured``; None: what is translated settles nothing. ``at_least``:
    the precision that the level must show, at 95% confidence. ``samples``: how many independent answers must agree.
    ``budget``: most tokens of a run. ``answers``: the file that keeps answers, None for the user's own. ``offline``:
    replay kept answers, ask nobody. ``ratios``: likelihood ratios of a step found proved and refuted, for its estimate.
    ``proofs``: how often to ask for facts where Lean finds no proof.
    """

    spec: str = "none"
    trust: str | None = None
    at_least: float = 0.95
    samples: int = 3
    budget: int | None = None
    answers: str | None = None
    offline: bool = False
    ratios: str = "1.5,0.5"
    proofs: int = 0

    @property
    def nobody(self) -> bool:
        """Whether nothing is translated."""
        return self.spec == "none"


NOBODY = Translator()
"""No translator, which is the default."""


def asked_for(wanted: Translator, stack: ExitStack) -> Counted | None:
    """Return the model that is asked, which ``stack`` closes; None where there is nobody.

    *Fails:* TranslatorUnavailable, which says what to change.
    """
    if wanted.nobody:
        if wanted.trust is not None:
            raise TranslatorUnavailable("trust is in a translator: expected one, openai:MODEL or hf:PATH", usage=True)
        return None
    return chosen(Wish(wanted.spec, wanted.answers, wanted.offline, wanted.budget), stack)


def translating(wanted: Translator, model: Counted) -> Translating:
    """Return how ``model`` translates, by the options. Fails: TranslatorUnavailable."""
    trust = None if wanted.trust is None else trust_in(wanted.trust, wanted.at_least)
    return Translating(model, wanted.samples, trust, _ratios(wanted.ratios), wanted.proofs)


def _ratios(text: str) -> Ratios:
    try:
        proved, refuted = map(float, text.split(","))
        return Ratios(proved, refuted)
    except ValueError as error:
        raise TranslatorUnavailable(f"expected --translator-ratios as two numbers: {error}", usage=True) from error
