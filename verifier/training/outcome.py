"""Training an outcome model: final answers teach a small head on the frozen encoder."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from verifier.estimators.calibrate import expected_error
from verifier.estimators.own.encoder import CARD, frozen
from verifier.estimators.own.layout import Floats
from verifier.estimators.own.outcome import OUTCOME, features
from verifier.estimators.own.weights import digest
from verifier.estimators.ranking import auc
from verifier.outputs import write_text
from verifier.training.data.examples import Example
from verifier.training.fit import Item
from verifier.training.frozen import with_states
from verifier.training.recipe import drawn, items_of, parted

LONGEST = 384
"""Tokens of a solution that is learnt from."""

STRENGTHS = (1e-4, 1e-3, 1e-2)
"""Inverse penalties of the weights that are tried; what tells the held-back problems best is kept."""

Say = Callable[[str], None]


def train_outcome(
    folder: Path, name: str, examples: Sequence[Example], say: Say, limit: int | None = None
) -> dict[str, Any]:
    """Fit the head, put the model into ``folder``, and return its figures on the problems held back.

    What the encoder makes of the solutions is kept in ``folder``, so a killed run goes on. Raises: ValueError where no
    right or no wrong solution is among the examples or among those held back; OSError.
    """
    from safetensors.numpy import save_file
    from sklearn.linear_model import LogisticRegression

    known = [example for example in drawn(examples, limit) if example.targets[-1] is not None]
    sides = [_encoded(part, folder, say) for part in parted(known)]
    if any(len(set(truth.tolist())) < 2 for _, truth in sides):
        raise ValueError("expected right and wrong final answers to learn from, among the problems held back too")
    (rows, truth), held = sides
    center, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-3
    fits = [LogisticRegression(C=c, max_iter=500).fit((rows - center) / spread, truth) for c in STRENGTHS]
    tried = [_loss(fit.predict_proba((held[0] - center) / spread)[:, 1], held[1]) for fit in fits]
    best = int(np.argmin(tried))
    weights = (fits[best].coef_[0] / spread).astype(np.float32)
    bias = float(fits[best].intercept_[0] - center @ weights)
    folder.mkdir(parents=True, exist_ok=True)
    save_file({"weights": weights, "bias": np.array([bias], np.float32)}, folder / OUTCOME)
    figures = _figures(held[0] @ weights + bias, held[1])
    card = {"name": name, "sha256": digest(folder / OUTCOME), "solutions": len(truth), "held back": figures}
    card |= {"penalty": 1 / STRENGTHS[best]}
    write_text(folder / CARD, json.dumps(card, indent=1) + "\n")
    return figures


def _encoded(examples: Sequence[Example], folder: Path, say: Say) -> tuple[Floats, Floats]:
    """What is known of whole solutions: N x features, and N outcomes."""
    model = frozen()
    items = items_of(examples, model.form, LONGEST, say)
    done = with_states(
        model, items, folder / "run" / "states", lambda n, total: say(f"{n} of {total} solutions encoded")
    )
    rows = [_last(item) for item in done]
    return np.array(rows, np.float32), np.array([item.targets[-1] > 0.5 for item in done], np.float32)


def _last(item: Item) -> Floats:
    assert item.states is not None
    row: Floats = features(item.states, item.window.shape)[-1]
    return row


def _loss(told: Floats, truth: Floats) -> float:
    told = np.clip(told, 1e-6, 1 - 1e-6)
    return float(-(truth * np.log(told) + (1 - truth) * np.log(1 - told)).mean())


def _figures(odds: Floats, truth: Floats) -> dict[str, float]:
    scores, right = [float(s) for s in 1 / (1 + np.exp(-odds))], [bool(t) for t in truth]
    found = {"solutions": float(len(right)), "right": sum(right) / len(right), "auc": auc(scores, right) or 0.0}
    return {name: round(value, 4) for name, value in {**found, "ece": expected_error(scores, right) or 0.0}.items()}
