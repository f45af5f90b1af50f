"""Which language model a name stands for: ``openai:MODEL`` or ``hf:PATH``; and what a user may choose besides."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from verifier.http import Patience
from verifier.translating.answers import Remembered, default_file
from verifier.translating.endpoint import Endpoint
from verifier.translating.local import LocalModel, name_of
from verifier.translating.model import Counted, LanguageModel, Spent, TranslatorUnavailable


@dataclass(frozen=True, slots=True)
class Wish:
    """What was asked for. ``answers``: the file that keeps answers, None for the user's own; ``offline``: replay only.

    ``budget``: most tokens of the run; prices are per million tokens."""

    spec: str
    answers: str | Path | None = None
    offline: bool = False
    budget: int | None = None
    price_read: float = 0.0
    price_written: float = 0.0
    seconds: float = 120.0


def chosen(wish: Wish, stack: ExitStack) -> Counted:
    """Return the model that a wish names, which ``stack`` closes. Fails: TranslatorUnavailable."""
    kind, colon, rest = wish.spec.partition(":")
    if kind not in ("openai", "hf") or not colon or not rest:
        raise TranslatorUnavailable(f"expected openai:MODEL or hf:PATH, got {wish.spec!r:.80}", usage=True)
    model: LanguageModel | None = None
    # Offline a model need not be there: its name as records have it, hf:NAME@DIGEST, will do.
    name = wish.spec if kind == "openai" or not Path(rest).exists() else name_of(Path(rest))
    if not wish.offline:
        if kind == "openai":
            model = endpoint = Endpoint(rest, patience=Patience(seconds=wish.seconds))
            stack.callback(endpoint.close)
        else:
            model = LocalModel(rest, name)
    kept = Remembered(Path(wish.answers) if wish.answers else default_file(), model, name)
    stack.callback(kept.close)
    return Counted(kept, Spent(wish.budget, wish.price_read, wish.price_written))
