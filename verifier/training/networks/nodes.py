"""Nodes of an ONNX graph in the making, whose weights are put in when it is loaded."""

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
