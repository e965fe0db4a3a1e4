"""Small ONNX models with their tokenisers, written byte by byte: a hub is not there for tests.

Protocol buffers are fields of (number, wire type, content); the numbers are those of ``onnx.proto``
(https://github.com/onnx/onnx/blob/main/onnx/onnx.proto).
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from retrieval.embedding.minilm.embedder import installed_folder

FLOAT, INT64 = 1, 7
WIDTH = 16
WINDOW = 64

Matrix = NDArray[np.float32]


def number(field: int, value: int) -> bytes:
    return varint(field << 3) + varint(value)


def part(field: int, content: bytes | str) -> bytes:
    data = content.encode() if isinstance(content, str) else content
    return varint(field << 3 | 2) + varint(len(data)) + data


def varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes((*out, value))


def node(kind: str, inputs: Sequence[str], output: str, attributes: bytes = b"") -> bytes:
    said = b"".join(part(1, name) for name in inputs)
    return part(1, said + part(2, output) + part(4, kind) + attributes)


def integer(name: str, value: int) -> bytes:
    return part(5, part(1, name) + number(3, value) + number(20, 2))


def constant(name: str, values: NDArray[np.float32] | NDArray[np.int64]) -> bytes:
    kind = FLOAT if values.dtype == np.float32 else INT64
    shape = b"".join(number(1, size) for size in values.shape)
    return part(5, shape + number(2, kind) + part(8, name) + part(9, values.tobytes()))


def value(field: int, name: str, kind: int, shape: Sequence[str | int]) -> bytes:
    sizes = b"".join(
        part(1, part(2, size) if isinstance(size, str) else number(1, size)) for size in shape
    )
    return part(field, part(1, name) + part(2, part(1, number(1, kind) + part(2, sizes))))


def model(nodes: bytes, constants: bytes, inputs: Sequence[str], output: bytes) -> bytes:
    asked = b"".join(value(11, name, INT64, ("batch", "length")) for name in inputs)
    graph = nodes + part(2, "tiny") + constants + asked + output
    return number(1, 8) + part(7, graph) + part(8, part(1, "") + number(2, 17))


def embedder(table: Matrix) -> bytes:
    """A vector per token: its row of the table. fastembed makes their mean."""
    nodes = node("Gather", ("table", "input_ids"), "last_hidden_state")
    shown = value(12, "last_hidden_state", FLOAT, ("batch", "length", table.shape[1]))
    return model(nodes, constant("table", table), ("input_ids",), shown)


def cross_encoder(table: Matrix) -> bytes:
    """A score per pair: how near the sum of the one text's rows is to the other's."""
    nodes = b"".join(
        (
            node("Gather", ("table", "input_ids"), "rows"),
            node("Cast", ("token_type_ids",), "second", integer("to", FLOAT)),
            node("Cast", ("attention_mask",), "seen", integer("to", FLOAT)),
            node("Sub", ("seen", "second"), "first"),
            node("Unsqueeze", ("first", "last"), "of_first"),
            node("Unsqueeze", ("second", "last"), "of_second"),
            node("Mul", ("rows", "of_first"), "left_rows"),
            node("Mul", ("rows", "of_second"), "right_rows"),
            node("ReduceSum", ("left_rows", "middle"), "left", integer("keepdims", 0)),
            node("ReduceSum", ("right_rows", "middle"), "right", integer("keepdims", 0)),
            node("Mul", ("left", "right"), "both"),
            node("ReduceSum", ("both", "middle"), "logits", integer("keepdims", 1)),
        )
    )
    constants = (
        constant("table", table)
        + constant("last", np.array([2], np.int64))
        + constant("middle", np.array([1], np.int64))
    )
    shown = value(12, "logits", FLOAT, ("batch", 1))
    return model(nodes, constants, ("input_ids", "attention_mask", "token_type_ids"), shown)


def table(seed: int = 7) -> Matrix:
    """A row per token of MiniLM's vocabulary, drawn once; marks and fillers count for nothing."""
    rows = np.random.default_rng(seed).standard_normal((30_522, WIDTH), dtype=np.float32)
    rows[:1012] *= 0.001
    return rows


def write(folder: Path, content: bytes) -> None:
    """The model's folder as fastembed wants it."""
    (folder / "onnx").mkdir(parents=True)
    (folder / "onnx" / "model.onnx").write_bytes(content)
    shutil.copy(installed_folder() / "tokenizer.json", folder)
    settings = {"model_max_length": WINDOW, "pad_token": "[PAD]", "max_length": 128}
    (folder / "tokenizer_config.json").write_text(json.dumps(settings))
    (folder / "special_tokens_map.json").write_text(json.dumps({"pad_token": "[PAD]"}))
    (folder / "config.json").write_text(json.dumps({"hidden_size": WIDTH, "pad_token_id": 0}))
