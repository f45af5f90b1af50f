"""The ONNX graphs of SmolLM2-135M: a Llama decoder, and what each next token costs. Matrices have eight bits a weight.

The graphs hold no weights; ``verifier.estimators.surprisal.decoder`` puts them in, under the names that GGUF gives
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from onnx import ModelProto, NodeProto, TensorProto, ValueInfoProto, helper

OPSET = 20
MICROSOFT = "com.microsoft"
"""The domain of what onnxruntime adds to ONNX."""


class Nodes:
    """Nodes, and the constants they use. What adds a node returns the name of what it computes."""

    def __init__(self) -> None:
        self.nodes: list[NodeProto] = []
        self.constants: list[TensorProto] = []

    def op(self, kind: str, *inputs: str, **attributes: Any) -> str:
        """Add a node with one output."""
        name = f"n{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], **attributes))
        return name

    def named(self, name: str, kind: str, *inputs: str, **attributes: Any) -> None:
        """Add a node whose output is one of the graph's."""
        self.nodes.append(helper.make_node(kind, list(inputs), [name], **attributes))

    def ints(self, name: str, values: list[int]) -> str:
        """Add a constant of integers, once."""
        if all(constant.name != name for constant in self.constants):
            self.constants.append(helper.make_tensor(name, TensorProto.INT64, [len(values)], values))
        return name

    def model(
        self, title: str, inputs: list[ValueInfoProto], outputs: list[ValueInfoProto], weights: list[TensorProto]
    ) -> ModelProto:
        """Return the graph."""
        made = helper.make_graph(self.nodes, title, inputs, outputs, [*weights, *self.constants])
        domains = {"", *(node.domain for node in self.nodes)}
        opsets = [helper.make_opsetid(domain, 1 if domain else OPSET) for domain in sorted(domains)]
        found = helper.make_model(made, opset_imports=opsets, producer_name="verifier")
        found.ir_version = 9
        return found


def value(name: str, kind: int, shape: Sequence[str | int]) -> ValueInfoProto:
    """Return an input or output."""
    return helper.make_tensor_value_info(name, kind, shape)


def external(name: str, shape: Sequence[int], kind: int = TensorProto.FLOAT) -> TensorProto:
    """Return a weight that is put in when the graph is loaded."""
    tensor = TensorProto(name=name, data_type=kind, dims=shape, data_location=TensorProto.EXTERNAL)
    tensor.external_data.add(key="location", value="weights")
    return tensor


LAYERS, WIDTH, INNER, HEADS, SHARED, TURNED, VOCABULARY = 30, 576, 1536, 9, 3, 64, 49152
"""``SHARED``: heads of keys and values, each for three of queries; ``TURNED``: numbers of a head, in pairs that are
turned by their place."""

MIDDLE = 18
"""Layers after which states are told too: what they know of a step is the most that small heads find."""

BLOCK = 32
"""Weights that share a scale."""

EPSILON = 1e-5
EXACTNESS = 4
"""Of products, as onnxruntime counts: what is multiplied is rounded to eight bits too, with a scale for each block."""


def body(layers: int = LAYERS, middle: int | None = MIDDLE) -> ModelProto:
    """Return the decoder of so many layers: ``embedded`` (1 x T x W), ``last`` (1, T - 1), ``total`` (T) and the
    cosines and sines of turns by place (C x 32) to ``states`` (1 x T x W), and ``middle``, the states after so many
    layers, if any."""
    build = _Build()
    state = "embedded"
    for layer in range(layers):
        if layer == middle:
            build.named("middle", "Identity", state)
        state = build.layer(f"blk.{layer}", state)
    build.named("states", "SimplifiedLayerNormalization", state, build.vector("output_norm.weight"), **_NORM)
    inputs = [
        value("embedded", TensorProto.FLOAT, [1, "T", WIDTH]),
        value("last", TensorProto.INT32, [1]),
        value("total", TensorProto.INT32, []),
        *(value(name, TensorProto.FLOAT, ["C", TURNED // 2]) for name in ("cosines", "sines")),
    ]
    told = ("states",) if middle is None else ("states", "middle")
    outputs = [value(name, TensorProto.FLOAT, [1, "T", WIDTH]) for name in told]
    return build.model("decoder", inputs, outputs, build.weights)


def nats() -> ModelProto:
    """Return what tokens cost: ``states`` (P x W) and ``following`` (P x 1) to ``nats`` (P x 1), the negative logarithm
    of the probability of each token that follows."""
    build = _Build()
    logits = build.product("token_embd.weight", "states", WIDTH, VOCABULARY, zeros=False)
    total = build.op("ReduceLogSumExp", logits, build.ints("last axis", [-1]), keepdims=1)
    build.named("nats", "Sub", total, build.op("GatherElements", logits, "following", axis=-1))
    inputs = [value("states", TensorProto.FLOAT, ["P", WIDTH]), value("following", TensorProto.INT64, ["P", 1])]
    return build.model("nats", inputs, [value("nats", TensorProto.FLOAT, ["P", 1])], build.weights)


_NORM = {"axis": -1, "epsilon": EPSILON, "stash_type": 1}


class _Build(Nodes):
    """The nodes, and the weights they ask for."""

    def __init__(self) -> None:
        super().__init__()
        self.weights: list[TensorProto] = []

    def layer(self, name: str, state: str) -> str:
        seen = self.op("SimplifiedLayerNormalization", state, self.vector(f"{name}.attn_norm.weight"), **_NORM)
        state = self.op("Add", state, self.attention(name, seen))
        seen = self.op("SimplifiedLayerNormalization", state, self.vector(f"{name}.ffn_norm.weight"), **_NORM)
        gate, up = (self.product(f"{name}.ffn_{part}.weight", seen, WIDTH, INNER) for part in ("gate", "up"))
        inner = self.op("Mul", self.op("QuickGelu", gate, domain=MICROSOFT, alpha=1.0), up)  # with 1 it is SiLU
        return self.op("Add", state, self.product(f"{name}.ffn_down.weight", inner, INNER, WIDTH))

    def attention(self, name: str, seen: str) -> str:
        small = WIDTH // HEADS * SHARED
        query, key, given = (
            self.product(f"{name}.attn_{part}.weight", seen, WIDTH, size)
            for part, size in (("q", WIDTH), ("k", small), ("v", small))
        )
        mixed = self.op(
            "GroupQueryAttention",
            *(query, key, given, "", "", "last", "total", "cosines", "sines"),  # nothing is kept of earlier calls
            domain=MICROSOFT,
            num_heads=HEADS,
            kv_num_heads=SHARED,
            do_rotary=1,
            rotary_interleaved=1,  # GGUF has the pairs of a head side by side
        )
        return self.product(f"{name}.attn_output.weight", mixed, WIDTH, WIDTH)

    def product(self, name: str, state: str, width: int, rows: int, zeros: bool = True) -> str:
        """The product with a matrix of ``rows`` x ``width``, as
        ``verifier.estimators.surprisal.quantized`` gives it."""
        blocks = width // BLOCK
        parts = [self.weight(name, (rows, blocks, BLOCK), TensorProto.UINT8)]
        parts += [self.weight(f"{name}.scales", (rows, blocks))]
        parts += [self.weight(f"{name}.zeros", (rows, blocks), TensorProto.UINT8)] if zeros else []
        sizes = {"K": width, "N": rows, "bits": 8, "block_size": BLOCK, "accuracy_level": EXACTNESS}
        return self.op("MatMulNBits", state, *parts, domain=MICROSOFT, **sizes)

    def vector(self, name: str) -> str:
        return self.weight(name, (WIDTH,))

    def weight(self, name: str, shape: Sequence[int], kind: int = TensorProto.FLOAT) -> str:
        self.weights.append(external(name, shape, kind))
        return name
