"""What the translator that a user asked for took."""

from __future__ import annotations

from contextlib import ExitStack

from verifier.judging.from_words import Translating
from verifier.judging.level import WARNING
from verifier.judging.options import UNMEASURED, Translator
from verifier.judging.translators import asked_for, translating
from verifier.report.exit_codes import complain
from verifier.translating.model import Spent


def speaking(wanted: Translator, stack: ExitStack) -> Translating | None:
    """Return how to translate, None for nobody; when ``stack`` closes, it is said what that took.

    Raises: TranslatorUnavailable, which says what to change.
    """
    model = asked_for(wanted, stack)
    if model is None:
        return None
    stack.callback(say, model.name, model.spent)
    if wanted.trust == UNMEASURED:
        complain(f"{model.name} settles steps: {WARNING}")
    return translating(wanted, model)


def say(name: str, spent: Spent) -> None:
    """Say what a run took from a translator. Raises: OSError when the reader is gone."""
    for line in spent.told(name):
        complain(line)
