"""A trained network as a folder that ``verifier.estimators.own.encoder`` runs without torch."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import torch

from verifier.estimators.calibrate import CALIBRATION, Calibration
from verifier.estimators.own.encoder import CARD, GRAPH, TRAINED, own_name
from verifier.estimators.own.weights import digest
from verifier.outputs import write_text
from verifier.training.networks.network import StepScorer


def ship(network: StepScorer, folder: Path, name: str, card: dict[str, Any], calibration: Calibration | None) -> None:
    """Write the model into ``folder``: changes of the encoder, head, graph, card and calibration.

    Raises: OSError, ValueError when the network is not a MiniLM encoder.
    """
    from onnx import save_model
    from safetensors.numpy import save_file

    from verifier.training.networks.graph import graph

    folder.mkdir(parents=True, exist_ok=True)
    save_file(changes(network), folder / TRAINED)
    save_model(graph(), folder / GRAPH)
    said = {"name": name, "sha256": digest(folder / TRAINED), **card}
    write_text(folder / CARD, json.dumps(said, indent=1, ensure_ascii=False) + "\n")
    if calibration is not None:
        text = json.dumps(calibration.to_json(), indent=1) + "\n"
        write_text(folder / CALIBRATION, text)


def changes(network: StepScorer) -> dict[str, np.ndarray[Any, Any]]:
    """Return what training changed, under the graph's names, matrices as a product takes them: low-rank additions and
    whole matrices as float16, the head as float32. Raises: ValueError on a body that is no BERT."""
    if network.causal:
        raise ValueError("expected a BERT encoder: only its graph can run without torch")
    found: dict[str, np.ndarray[Any, Any]] = {}
    scale = _scale(network)
    found |= _unstandardized(network)
    for name, weight in network.named_parameters():
        if not weight.requires_grad:
            continue
        array = weight.detach().float().numpy()
        place, _, rest = name.partition(".")
        if name in found:
            continue
        if place == "head":
            found[name] = array.T.copy() if array.ndim == 2 else array.copy()
            continue
        theirs = rest.removeprefix("base_model.model.")
        if ".lora_A." in theirs or ".lora_B." in theirs:
            target = own_name(theirs.split(".lora_")[0] + ".weight")
            if target is None:
                continue
            first = ".lora_A." in theirs
            part = array.T * (scale if first else 1.0)
            found[f"{target.removesuffix('.weight')}.lora_{'a' if first else 'b'}"] = part.astype(np.float16).copy()
        elif (own := own_name(theirs)) is not None:
            whole = array.T if array.ndim == 2 and own.startswith("layer") else array
            found[own] = (whole[0] if own == "embeddings.kind" else whole).astype(np.float16).copy()
    return found


def _unstandardized(network: StepScorer) -> dict[str, np.ndarray[Any, Any]]:
    """The head's first layer with its standardizing taken into its weights: the graph sees states as they are."""
    head = network.head
    with torch.no_grad():
        weight, bias = head.inner.weight.double().clone(), head.inner.bias.double().clone()
        width = head.center.numel()
        weight[:, :width] /= head.spread.double()
        bias -= weight[:, :width] @ head.center.double()
    return {"head.inner.weight": weight.float().numpy().T.copy(), "head.inner.bias": bias.float().numpy()}


def _scale(network: StepScorer) -> float:
    """What peft multiplies its low-rank products with."""
    for part in network.body.modules():
        scaling = getattr(part, "scaling", None)
        if isinstance(scaling, dict) and scaling:
            return float(next(iter(scaling.values())))
    return 1.0


def restore(network: StepScorer, checkpoint: Path) -> dict[str, float]:
    """Put the weights of a checkpoint into the network, and return the figures it had. Raises: OSError, ValueError."""
    state = torch.load(checkpoint, weights_only=True)
    network.load_state_dict(state["weights"], strict=False)
    return dict(state["row"])
