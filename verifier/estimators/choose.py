"""Which process reward model a name stands for: ``none``, ``default``, or ``KIND:MODEL``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from verifier.estimators.model import Placement, PrmUnavailable, ProcessRewardModel
from verifier.estimators.published.conventions import LAYS

KINDS = (*LAYS, "orm", "own", "critic")
"""The kinds of models: published ones, outcome models, folders that ``verifier train`` made, and language models as
critics."""

EXPECTED = (
    "expected --prm none, default, the NAME of a profile in [tool.verifier.models], or KIND:MODEL with KIND one of "
    f"{', '.join(KINDS)} and MODEL a folder or a name on the hub, vllm:URL#MODEL or sglang:URL#MODEL, for a critic "
    "openai:MODEL or hf:PATH"
)

Progress = Callable[[str, float], None]
"""Told what is being done, and which share of that is done, from 0 to 1."""


def model_of(prm: str | ProcessRewardModel | None) -> ProcessRewardModel | None:
    """Return a model as it is, or the one of this name (as for ``--prm``); None for ``none`` and None.

    Raises: PrmUnavailable, which says what to change."""
    return chosen(prm) if isinstance(prm, str) else prm


def told(model: ProcessRewardModel | None) -> Iterator[str]:
    """Yield in words what a model was asked, and what that took; nothing of a model of this process."""
    say: Callable[[], Iterator[str]] | None = getattr(model, "told", None)
    if model is not None and say is not None:
        yield from (f"{model.name}: {line}" for line in say())


def chosen(
    spec: str, placement: Placement | None = None, progress: Progress = lambda stage, share: None
) -> ProcessRewardModel | None:
    """Return the model that ``spec`` names, None for ``none``. Raises: PrmUnavailable, which says what to change."""
    kind, _, where = spec.partition(":")
    if spec == "none":
        return None
    if spec == "default":
        from verifier.estimators.surprisal.surprisal import load

        return load(progress)
    if kind not in KINDS or not where:
        raise PrmUnavailable(f"{EXPECTED}, got {spec!r:.80}", usage=True)
    if kind == "own":
        from verifier.estimators.surprisal.tuned_layers import load_folder

        return load_folder(Path(where), progress)
    how = placement or Placement()
    if kind == "critic":
        from verifier.estimators.asked.critic import load_critic

        return load_critic(where, how.wire)
    if "://" in where:
        from verifier.estimators.asked.served import load_served

        return load_served(kind, where, how.wire)
    from verifier.estimators.published.adapters import load_published

    return load_published(kind, where, how)
