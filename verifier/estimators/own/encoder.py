"""A small encoder under block-causal attention, on onnxruntime: as it is, and with what ``verifier train`` made of it.

A model's folder holds what training made (``trained.safetensors``: low-rank additions to the encoder's matrices, or
whole matrices, and the head), the graph, the calibration and the card; the pretrained encoder is fetched once.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import cast

import numpy as np

from verifier.chain import Chain
from verifier.estimators.calibrate import CALIBRATION, Calibration
from verifier.estimators.model import PrmUnavailable
from verifier.estimators.own import weights
from verifier.estimators.own.layout import Floats, Format, Window, encoding, windows
from verifier.estimators.own.steps import OwnModel
from verifier.estimators.sessions import Session

FROZEN = Path(__file__).parent.parent / "shipped" / "encoder.onnx"
TRAINED, GRAPH, CARD = "trained.safetensors", "graph.onnx", "card.json"
CONTEXT = 512


def frozen(progress: weights.Progress = lambda stage, share: None, threads: int = 0) -> Encoder:
    """Return the pretrained encoder as it is. ``threads``: as many as are worth it where 0. Raises: PrmUnavailable."""
    encoder = weights.encoder(progress)
    try:
        return Encoder(encoder, FROZEN, threads=threads)
    except (OSError, ValueError) as error:
        raise PrmUnavailable(f"{encoder}: the encoder is damaged ({error}); install the package again") from error


def load_folder(folder: Path, progress: weights.Progress = lambda stage, share: None, threads: int = 0) -> EncoderModel:
    """Return the model that training put into ``folder``. Raises: PrmUnavailable."""
    missing = [name for name in (TRAINED, GRAPH, CARD) if not (folder / name).is_file()]
    if missing:
        raise PrmUnavailable(f"{folder}: expected a trained model with {', '.join(missing)}", usage=True)
    try:
        card = json.loads((folder / CARD).read_text(encoding="utf-8"))
        if (found := weights.digest(folder / TRAINED)) != card["sha256"]:
            raise ValueError(f"the sha256 of {TRAINED} is {found:.12}..., expected {card['sha256']:.12}...")
        place = folder / CALIBRATION
        calibration = Calibration.read(place) if place.is_file() else Calibration()
        return EncoderModel(folder, weights.encoder(progress), str(card["name"]), calibration, threads)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise PrmUnavailable(f"{folder}: the model is damaged ({error}); train it anew") from error


class Encoder:
    """The encoder, with what training changed where it did."""

    def __init__(self, encoder: Path, graph: Path, trained: Path | None = None, threads: int = 0) -> None:
        """Raises: PrmUnavailable, OSError, ValueError on damaged files."""
        self.form = form_of(encoder)
        self._session = Session(graph, merged(encoder / "model.safetensors", trained), threads)

    def states(self, window: Window) -> Floats:
        """Return S x 2W: of each part, the state at its separator and the mean of its states."""
        return self.run("states", window)

    def run(self, output: str, window: Window) -> Floats:
        """Return an output of the graph by its name."""
        inputs = {
            "ids": window.ids,
            "segments": window.segments,
            "places": np.arange(len(window.ids), dtype=np.int64),
            "pool": window.pool,
            "ends": window.ends,
            "shape": window.shape,
        }
        needed = {name: array for name, array in inputs.items() if name in self._session.inputs}
        return cast(Floats, self._session.run([output], needed)[0])


class EncoderModel(OwnModel):
    """Scores chains one by one, each in one pass where it fits: so a score depends on no other chain of the batch."""

    def __init__(self, folder: Path, encoder: Path, name: str, calibration: Calibration, threads: int = 0) -> None:
        """Raises: PrmUnavailable, OSError, ValueError on damaged files."""
        super().__init__(folder, name, calibration)
        self.encoder = Encoder(encoder, folder / GRAPH, folder / TRAINED, threads)

    def raw(self, chain: Chain) -> list[float]:
        """Return, for each step, the probability that it is right where all before it is, before calibration."""
        alive = np.zeros(len(chain.steps))
        for window in windows(chain, self.encoder.form):
            hazards = self.encoder.run("hazards", window)
            for step, fresh, hazard in zip(window.steps, window.fresh, hazards, strict=True):
                alive[step] -= np.logaddexp(0.0, hazard) if fresh else 0.0
        return [float(share) for share in np.exp(alive)]


def form_of(encoder: Path) -> Format:
    """Return how the encoder's tokens are laid out. Raises: PrmUnavailable."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(encoder / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()

    opening, closing = tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")
    if opening is None or closing is None:
        raise ValueError("expected the tokenizer of a BERT model, with [CLS] and [SEP]")
    return Format(encoding(tokenizer), (opening,), closing, CONTEXT)


PARTS = {
    "attention.self.query": "query",
    "attention.self.key": "key",
    "attention.self.value": "value",
    "attention.output.dense": "out",
    "attention.output.LayerNorm": "norm1",
    "intermediate.dense": "up",
    "output.dense": "down",
    "output.LayerNorm": "norm2",
}
"""The parts of a layer, as BERT's files call them and as the graph does."""


def own_name(theirs: str) -> str | None:
    """Return the graph's name of a weight of BERT, None where the graph has no such weight."""
    fixed = {
        "embeddings.word_embeddings.weight": "embeddings.word",
        "embeddings.position_embeddings.weight": "embeddings.place",
        "embeddings.token_type_embeddings.weight": "embeddings.kind",
        "embeddings.LayerNorm.weight": "embeddings.norm.weight",
        "embeddings.LayerNorm.bias": "embeddings.norm.bias",
    }
    if theirs in fixed:
        return fixed[theirs]
    if not theirs.startswith("encoder.layer."):
        return None
    number, _, rest = theirs.removeprefix("encoder.layer.").partition(".")
    part, _, kind = rest.rpartition(".")
    return f"layer.{number}.{PARTS[part]}.{kind}" if part in PARTS else None


def merged(encoder: Path, trained: Path | None) -> dict[str, Floats]:
    """Return every weight of the graph: the encoder's, with what training changed, if any. Raises: OSError,
    ValueError."""
    from safetensors import SafetensorError
    from safetensors.numpy import load_file

    try:
        theirs, changes = load_file(encoder), {} if trained is None else load_file(trained)
    except SafetensorError as error:
        raise ValueError(str(error)) from error
    arrays: dict[str, Floats] = {}
    for name, array in theirs.items():
        own = own_name(name)
        if own is not None:
            arrays[own] = array.T if array.ndim == 2 and own.startswith("layer") else array
    arrays["embeddings.kind"] = arrays["embeddings.kind"][0]
    for name, array in changes.items():
        if name.endswith(".lora_a"):
            target = name.removesuffix(".lora_a")
            both = array.astype(np.float32) @ changes[f"{target}.lora_b"].astype(np.float32)
            arrays[f"{target}.weight"] = arrays[f"{target}.weight"] + both
        elif not name.endswith(".lora_b"):
            arrays[name] = array
    return {name: np.ascontiguousarray(array, dtype=np.float32) for name, array in arrays.items()}
