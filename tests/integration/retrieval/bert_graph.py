"""A cross-encoder of the BERT family as an ONNX graph, written node by node from the paper: another
program (onnxruntime) then computes what ours should."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from tests.integration.retrieval.onnxfiles import (
    FLOAT,
    constant,
    integer,
    model,
    node,
    number,
    part,
    value,
    varint,
)

Weights = Mapping[str, NDArray[np.float32]]


def integers(name: str, values: Sequence[int]) -> bytes:
    return part(5, part(1, name) + b"".join(number(8, each) for each in values) + number(20, 7))


def floating(name: str, figure: float) -> bytes:
    return part(5, part(1, name) + varint(2 << 3 | 5) + struct.pack("<f", figure) + number(20, 1))


class Graph:
    """Nodes and constants, in the order in which they were added."""

    def __init__(self, weights: Weights, heads: int, epsilon: float) -> None:
        self.weights, self.heads, self.epsilon = weights, heads, epsilon
        self.nodes, self.constants, self.count = b"", b"", 0

    def add(self, kind: str, *inputs: str, attributes: bytes = b"") -> str:
        self.count += 1
        output = f"{kind}{self.count}"
        self.nodes += node(kind, inputs, output, attributes)
        return output

    def hold(self, values: NDArray[np.float32] | NDArray[np.int64]) -> str:
        self.count += 1
        name = f"held{self.count}"
        self.constants += constant(name, np.ascontiguousarray(values))
        return name

    def linear(self, x: str, at: str) -> str:
        weight = self.hold(self.weights[f"{at}.weight"].T)
        return self.add("Add", self.add("MatMul", x, weight), self.hold(self.weights[f"{at}.bias"]))

    def normed(self, x: str, at: str) -> str:
        scale, bias = (self.hold(self.weights[f"{at}.{each}"]) for each in ("weight", "bias"))
        return self.add(
            "LayerNormalization", x, scale, bias, attributes=floating("epsilon", self.epsilon)
        )

    def embedded(self) -> str:
        rows = [
            self.add("Gather", self.hold(self.weights[f"embeddings.{name}.weight"]), ids)
            for name, ids in (
                ("word_embeddings", "input_ids"),
                ("position_embeddings", "position_ids"),
                ("token_type_embeddings", "token_type_ids"),
            )
        ]
        summed = self.add("Add", self.add("Add", rows[0], rows[1]), rows[2])
        return self.normed(summed, "embeddings.LayerNorm")

    def attended(self, x: str, at: str) -> str:
        hidden = len(self.weights[f"{at}.query.bias"])
        apart = self.hold(np.array([0, 0, self.heads, hidden // self.heads], np.int64))
        parts = [
            self.add("Reshape", self.linear(x, f"{at}.{name}"), apart)
            for name in ("query", "key", "value")
        ]
        query, key, held = (
            self.add("Transpose", each, attributes=integers("perm", order))
            for each, order in zip(parts, ((0, 2, 1, 3), (0, 2, 3, 1), (0, 2, 1, 3)), strict=True)
        )
        size = self.hold(np.array(np.sqrt(hidden / self.heads), np.float32))
        scores = self.add("Div", self.add("MatMul", query, key), size)
        mixed = self.add("MatMul", self.add("Softmax", scores), held)
        back = self.add("Transpose", mixed, attributes=integers("perm", (0, 2, 1, 3)))
        return self.add("Reshape", back, self.hold(np.array([0, 0, hidden], np.int64)))

    def bent(self, x: str) -> str:
        """GELU by its definition."""
        held = {n: self.hold(np.array(n, np.float32)) for n in (0.5, 1.0, np.sqrt(2.0))}
        erf = self.add("Erf", self.add("Div", x, held[np.sqrt(2.0)]))
        return self.add("Mul", self.add("Mul", x, held[0.5]), self.add("Add", erf, held[1.0]))

    def layer(self, x: str, at: str) -> str:
        mixed = self.linear(
            self.attended(x, f"{at}.attention.self"), f"{at}.attention.output.dense"
        )
        x = self.normed(self.add("Add", x, mixed), f"{at}.attention.output.LayerNorm")
        wide = self.bent(self.linear(x, f"{at}.intermediate.dense"))
        down = self.linear(wide, f"{at}.output.dense")
        return self.normed(self.add("Add", x, down), f"{at}.output.LayerNorm")


def cross_encoder(weights: Weights, *, layers: int, heads: int, epsilon: float) -> bytes:
    """Takes token, type and place numbers of one pair, gives ``logits``."""
    graph = Graph(weights, heads, epsilon)
    x = graph.embedded()
    for number_ in range(layers):
        x = graph.layer(x, f"encoder.layer.{number_}")
    first = graph.add("Gather", x, graph.hold(np.array(0, np.int64)), attributes=integer("axis", 1))
    pooled = graph.add("Tanh", graph.linear(first, "pooler.dense"))
    figure = graph.linear(pooled, "classifier")
    graph.nodes += node("Identity", (figure,), "logits")
    inputs = ("input_ids", "token_type_ids", "position_ids")
    return model(graph.nodes, graph.constants, inputs, value(12, "logits", FLOAT, ("batch", 1, 1)))
