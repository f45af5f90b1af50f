"""The ONNX graph of our own models: a BERT encoder under block-causal attention, and a head.

The graph holds no weights. Those of the pretrained encoder come from its own file, those that training made from the
model's folder; ``verifier.estimators.own.encoder`` puts both in. So a model is small, and runs without torch.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from onnx import ModelProto, TensorProto

from verifier.estimators.shape import FEATURES
from verifier.training.networks.network import HIDDEN, SMALL
from verifier.training.networks.nodes import Nodes, external, value

EPSILON = 1e-12
LAYERS, WIDTH, HEADS, INNER = 6, 384, 12, 1536
"""Of all-MiniLM-L6-v2."""


def graph(head: bool = True, vocabulary: int = 30522, positions: int = 512) -> ModelProto:
    """Return the model: ``ids``, ``segments``, ``places`` (T), ``pool`` (S x T), ``ends`` (S) to ``states`` (S x 2W);
    with a head, which takes ``shape`` (S x F) beside them, also to ``hazards`` (S, log-odds).
    """
    build = _Build()
    build.encoder()
    build.states()
    inputs = [
        *(value(name, TensorProto.INT64, ["T"]) for name in ("ids", "segments", "places")),
        value("pool", TensorProto.FLOAT, ["S", "T"]),
        value("ends", TensorProto.INT64, ["S"]),
    ]
    outputs = [value("states", TensorProto.FLOAT, ["S", 2 * WIDTH])]
    shapes = dict(shapes_of(vocabulary, positions))
    if head:
        build.head()
        inputs.append(value("shape", TensorProto.FLOAT, ["S", len(FEATURES)]))
        outputs.insert(0, value("hazards", TensorProto.FLOAT, ["S"]))
        shapes |= dict(_of_head())
    weights = [external(name, shape) for name, shape in shapes.items()]
    return build.model("step scorer" if head else "encoder", inputs, outputs, weights)


def shapes_of(vocabulary: int, positions: int) -> Iterator[tuple[str, Sequence[int]]]:
    """Yield the name and shape of each weight of the encoder; matrices are as a product takes them (in x out)."""
    yield "embeddings.word", (vocabulary, WIDTH)
    yield "embeddings.place", (positions, WIDTH)
    yield "embeddings.kind", (WIDTH,)
    yield from _norm("embeddings.norm")
    for layer in range(LAYERS):
        for name in ("query", "key", "value", "out"):
            yield from _linear(f"layer.{layer}.{name}", WIDTH, WIDTH)
        yield from _linear(f"layer.{layer}.up", WIDTH, INNER)
        yield from _linear(f"layer.{layer}.down", INNER, WIDTH)
        yield from _norm(f"layer.{layer}.norm1")
        yield from _norm(f"layer.{layer}.norm2")


def _of_head() -> Iterator[tuple[str, Sequence[int]]]:
    yield from _linear("head.inner", 2 * WIDTH + len(FEATURES), HIDDEN)
    yield from _linear("head.outer", HIDDEN, 1)
    yield from _linear("head.small", len(FEATURES), SMALL)
    yield from _linear("head.last", SMALL, 1)


def _linear(name: str, inputs: int, outputs: int) -> Iterator[tuple[str, Sequence[int]]]:
    yield f"{name}.weight", (inputs, outputs)
    yield f"{name}.bias", (outputs,)


def _norm(name: str) -> Iterator[tuple[str, Sequence[int]]]:
    yield f"{name}.weight", (WIDTH,)
    yield f"{name}.bias", (WIDTH,)


class _Build(Nodes):
    """The nodes of the encoder and of the head."""

    def encoder(self) -> None:
        words = self.op("Gather", "embeddings.word", "ids")
        places = self.op("Gather", "embeddings.place", "places")
        state = self.op("Add", self.op("Add", words, places), "embeddings.kind")
        state = self.norm("embeddings.norm", state)
        mask = self.mask()
        for layer in range(LAYERS):
            state = self.layer(f"layer.{layer}", state, mask)
        self.state = state

    def mask(self) -> str:
        """T x T: 0 where a token sees another, else a large negative number."""
        mine = self.op("Unsqueeze", "segments", self.ints("axis1", [1]))
        theirs = self.op("Unsqueeze", "segments", self.ints("axis0", [0]))
        return self.op(
            "Where", self.op("LessOrEqual", theirs, mine), self.number("zero", 0.0), self.number("no", -1e30)
        )

    def layer(self, name: str, state: str, mask: str) -> str:
        query, key, value = (self.split(self.linear(f"{name}.{part}", state)) for part in ("query", "key", "value"))
        weights = self.op("MatMul", query, self.op("Transpose", key, perm=[0, 2, 1]))
        scaled = self.op("Mul", weights, self.number("scale", (WIDTH // HEADS) ** -0.5))
        seen = self.op("MatMul", self.op("Softmax", self.op("Add", scaled, mask), axis=-1), value)
        joined = self.op("Reshape", self.op("Transpose", seen, perm=[1, 0, 2]), self.ints("flat", [0, WIDTH]))
        state = self.norm(f"{name}.norm1", self.op("Add", self.linear(f"{name}.out", joined), state))
        inner = self.op("Gelu", self.linear(f"{name}.up", state))
        return self.norm(f"{name}.norm2", self.op("Add", self.linear(f"{name}.down", inner), state))

    def split(self, state: str) -> str:
        """T x WIDTH to HEADS x T x WIDTH / HEADS."""
        parted = self.op("Reshape", state, self.ints("heads", [0, HEADS, WIDTH // HEADS]))
        return self.op("Transpose", parted, perm=[1, 0, 2])

    def states(self) -> None:
        last, mean = self.op("Gather", self.state, "ends"), self.op("MatMul", "pool", self.state)
        self.named("states", "Concat", last, mean, axis=1)

    def head(self) -> None:
        inner = self.op("Gelu", self.linear("head.inner", self.op("Concat", "states", "shape", axis=1)))
        small = self.op("Gelu", self.linear("head.small", "shape"))
        hazards = self.op("Add", self.linear("head.outer", inner), self.linear("head.last", small))
        self.named("hazards", "Squeeze", hazards, self.ints("axis1", [1]))

    def linear(self, name: str, state: str) -> str:
        return self.op("Add", self.op("MatMul", state, f"{name}.weight"), f"{name}.bias")

    def norm(self, name: str, state: str) -> str:
        return self.op("LayerNormalization", state, f"{name}.weight", f"{name}.bias", axis=-1, epsilon=EPSILON)
