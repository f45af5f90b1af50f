"""Which process reward model a name stands for: ``none``, ``default``, ``shape``, ``KIND:MODEL`` for published ones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from verifier.estimators.model import Placement, PrmUnavailable, ProcessRewardModel

KINDS = ("qwen", "math-shepherd", "skywork", "rlhflow", "trl", "reasoneval", "implicit", "orm", "own")
"""The kinds of models: published ones, outcome models, and folders that ``verifier train`` made."""

EXPECTED = f"expected --prm none, default, shape, or KIND:PATH_OR_HUB_ID with KIND one of {', '.join(KINDS)}"

Progress = Callable[[str, float], None]
"""Told what is being done, and which share of that is done, from 0 to 1."""


def model_of(prm: str | ProcessRewardModel | None) -> ProcessRewardModel | None:
    """Return a model as it is, or the one of this name (as for ``--prm``); None for ``none`` and None.

    Raises: PrmUnavailable, which says what to change."""
    return chosen(prm) if isinstance(prm, str) else prm


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
    if spec == "shape":
        from verifier.estimators.own.encoder import load as load_shape

        return load_shape(progress)
    if kind not in KINDS or not where:
        raise PrmUnavailable(f"{EXPECTED}, got {spec!r:.80}", usage=True)
    if kind == "own":
        from verifier.estimators.own.encoder import load_folder
        from verifier.estimators.own.outcome import OUTCOME, load_outcome

        outcome = (Path(where) / OUTCOME).is_file()
        return load_outcome(Path(where), progress) if outcome else load_folder(Path(where), progress)
    from verifier.estimators.published.adapters import load_published

    return load_published(kind, where, placement or Placement())
