"""The translator that options name, opened."""

from __future__ import annotations

from contextlib import ExitStack

from verifier.judging.from_words import Ratios, Recorded, Translating
from verifier.judging.level import trust_in
from verifier.judging.options import Translator
from verifier.translating.choose import Wish, chosen
from verifier.translating.model import Counted, LanguageModel, TranslatorUnavailable


def told(by: Translating | Recorded | Translator | None, stack: ExitStack, lean: bool) -> Translating | Recorded | None:
    """Return how a judge translates that was told so, by options too: what these open, ``stack`` closes. ``lean``: it
    uses Lean. Raises: TranslatorUnavailable, also where trust is not of this translator."""
    if isinstance(by, Translator):
        model = asked_for(by, stack)
        by = None if model is None else translating(by, model)
    if isinstance(by, Translating):
        by.hold(lean)
    return by


def asked_for(wanted: Translator, stack: ExitStack) -> Counted | None:
    """Return the model that is asked, which ``stack`` closes; None where there is nobody.

    Raises: TranslatorUnavailable, which says what to change.
    """
    if wanted.nobody:
        if wanted.trust is not None:
            raise TranslatorUnavailable("trust is in a translator: expected one, openai:MODEL or hf:PATH", usage=True)
        return None
    return chosen(Wish(wanted.spec, wanted.answers, wanted.offline, wanted.budget), stack)


def translating(wanted: Translator, model: LanguageModel) -> Translating:
    """Return how ``model`` translates, by the options. Raises: TranslatorUnavailable."""
    trust = None if wanted.trust is None else trust_in(wanted.trust, wanted.at_least)
    return Translating(model, wanted.samples, trust, _ratios(wanted.ratios), wanted.proofs)


def _ratios(text: str) -> Ratios:
    try:
        proved, refuted = map(float, text.split(","))
        return Ratios(proved, refuted)
    except ValueError as error:
        raise TranslatorUnavailable(f"expected --translator-ratios as two numbers: {error}", usage=True) from error
