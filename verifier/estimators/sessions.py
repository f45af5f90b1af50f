"""Sessions of onnxruntime over graphs that hold no weights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from verifier.processes import call_in_forks, end_without_destructors, keep_forever


class Session:
    """A session of onnxruntime, which is made again in a fork: the threads of the parent's are not there."""

    def __init__(self, graph: Path, weights: Mapping[str, npt.NDArray[Any]], threads: int) -> None:
        """``weights``: by name. ``threads``: as many as are worth it where 0.

        Raises: OSError; RuntimeError where the graph and the weights do not fit.
        """
        import onnxruntime

        self._graph, self._threads = graph.read_bytes(), threads
        self._weights = {
            name: onnxruntime.OrtValue.ortvalue_from_numpy(np.ascontiguousarray(one)) for name, one in weights.items()
        }
        self._session: Any = self._made()
        self.inputs = frozenset(one.name for one in self._session.get_inputs())
        call_in_forks(self._begin)

    def run(self, outputs: Sequence[str], inputs: Mapping[str, Any]) -> list[Any]:
        """Return outputs by name. Raises: as onnxruntime."""
        self._session = self._session or self._made()
        return list(self._session.run(list(outputs), dict(inputs)))

    def _made(self) -> Any:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        options.intra_op_num_threads = self._threads
        options.add_external_initializers(list(self._weights), list(self._weights.values()))
        return onnxruntime.InferenceSession(self._graph, options, providers=["CPUExecutionProvider"])

    def _begin(self) -> None:
        keep_forever(self._session)
        end_without_destructors()
        self._session = None
