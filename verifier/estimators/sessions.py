"""Sessions of onnxruntime over graphs that hold no weights."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt


def session(graph: Path, weights: Mapping[str, npt.NDArray[Any]], threads: int) -> Any:
    """Return a session of the graph with these weights, by name. ``threads``: as many as are worth it where 0.

    Raises: OSError; RuntimeError where the graph and the weights do not fit.
    """
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    options.intra_op_num_threads = threads
    held = {name: onnxruntime.OrtValue.ortvalue_from_numpy(np.ascontiguousarray(a)) for name, a in weights.items()}
    options.add_external_initializers(list(held), list(held.values()))
    return onnxruntime.InferenceSession(graph.read_bytes(), options, providers=["CPUExecutionProvider"])
