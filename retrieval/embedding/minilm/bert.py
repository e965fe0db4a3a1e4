"""The forward pass of a BERT that embeds or judges pairs, in numpy, without padding or masks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]

Pooling = Literal["mean", "cls"]
SMALLEST_LENGTH = np.float32(1e-12)
"""Of a vector before it is brought to unit length: one of zeros stays as it is."""
ATTENTION_CHUNK = 262_144
"""Values of attention worked on at once, for the same reason as below."""
FEW_TOKENS = 96
"""Up to so many, as a query has, a product with the weights on the left needs less time than one
with the weights on the right: two thirds for 8 to 16 tokens, 65 to 90 % for 32; of thousands, as
documents have, it needs more (measured)."""
GELU_CHUNK = 65_536
"""Values worked on at once, so that the temporaries stay in the second-level cache."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """What the weights of a model do not say, from its own configuration."""

    layers: int
    heads: int
    epsilon: float
    pooling: Pooling
    """Whether the vector of a text is the mean of its tokens, or that of the first one."""


@dataclass(frozen=True, slots=True)
class _Norm:
    weight: Array
    bias: Array
    epsilon: np.float32

    def __call__(self, x: Array) -> Array:
        x -= x.mean(axis=1, keepdims=True)
        variance = np.einsum("ij,ij->i", x, x)[:, None] / np.float32(x.shape[1])
        x /= np.sqrt(variance + self.epsilon)
        x *= self.weight
        x += self.bias
        return x


@dataclass(frozen=True, slots=True)
class _Linear:
    weight: Array
    """Shape (outputs, inputs), contiguous, as the file has it."""
    bias: Array

    def __call__(self, x: Array) -> Array:
        """From (tokens, inputs) to (tokens, outputs), bit for bit the same both ways."""
        if len(x) > FEW_TOKENS:
            product: Array = x @ self.weight.T
        else:
            product = (self.weight @ x.T).T
        product += self.bias
        return product


@dataclass(frozen=True, slots=True)
class _Layer:
    qkv: _Linear
    """Query, key and value side by side; 1/sqrt(head) is folded into the query."""
    attended: _Linear
    attended_norm: _Norm
    up: _Linear
    down: _Linear
    out_norm: _Norm


class Encoder:
    """Token numbers in, unit vectors out."""

    def __init__(self, tensors: Mapping[str, NDArray[np.generic]], shape: Shape) -> None:
        """Raises KeyError when a tensor is missing."""
        named = {name.removeprefix("bert."): tensor for name, tensor in tensors.items()}
        weights = {n: t.astype(np.float32, copy=False) for n, t in named.items() if t.ndim < 3}
        # Half of the file; a text reads a few of its rows.
        self._words = weights["embeddings.word_embeddings.weight"]
        types = weights["embeddings.token_type_embeddings.weight"]
        self._positions: Array = weights["embeddings.position_embeddings.weight"] + types[0]
        # Of a model that knows one type alone, the second text of a pair is like the first.
        self._second: Array = types[-1] - types[0]
        self._shape = shape
        self._norm = _norm(weights, "embeddings.LayerNorm", shape)
        self._layers = tuple(_layer(weights, number, shape) for number in range(shape.layers))

    @property
    def dimensions(self) -> int:
        return int(self._words.shape[1])

    @property
    def positions(self) -> int:
        """Tokens that have a place."""
        return len(self._positions)

    def embed(self, texts: Sequence[Sequence[int]]) -> Array:
        """A row for each text. Give texts in order of length: equal ones share a product."""
        x, lengths = self._states(texts)
        return _pool(x, lengths, self._shape.pooling)

    def first_states(self, pairs: Sequence[Sequence[int]], types: Sequence[Sequence[int]]) -> Array:
        """The state of the first token of each pair of texts, as it leaves the last layer.
        ``types``: 0 for each token of the first text, 1 for those of the second. In order of
        length, as above."""
        x, lengths = self._states(pairs, np.concatenate([np.asarray(each) for each in types]))
        first: Array = x[_offsets(lengths)]
        return first

    def _states(
        self, texts: Sequence[Sequence[int]], types: NDArray[np.int64] | None = None
    ) -> tuple[Array, NDArray[np.int64]]:
        """A row for each token of all texts, and how many each text has."""
        lengths = np.array([len(text) for text in texts])
        tokens = np.concatenate([np.asarray(text, np.int64) for text in texts])
        positions = np.concatenate([np.arange(length) for length in lengths])
        x = self._words[tokens] + self._positions[positions]
        if types is not None:
            x[types == 1] += self._second
        x = self._norm(x)
        for layer in self._layers:
            _apply_layer(layer, x, lengths, self._shape.heads)
        return x, lengths


def _apply_layer(layer: _Layer, x: Array, lengths: NDArray[np.int64], heads: int) -> None:
    """In place."""
    attended = _attention(np.ascontiguousarray(layer.qkv(x)), lengths, heads)
    x += layer.attended(attended)
    layer.attended_norm(x)
    widened = layer.up(x)
    _apply_gelu((widened if widened.flags.c_contiguous else widened.T).reshape(-1))
    x += layer.down(widened)
    layer.out_norm(x)


def _attention(qkv: Array, lengths: NDArray[np.int64], heads: int) -> Array:
    """A row for each token. Equally long texts share a product, few enough to stay in cache."""
    result = np.empty((len(qkv), qkv.shape[1] // 3), np.float32)
    for start, count, length in _runs(lengths):
        together = max(1, ATTENTION_CHUNK // (heads * length * length))
        for first in range(0, count, together):
            texts = min(together, count - first)
            part = slice(start + first * length, start + (first + texts) * length)
            result[part] = _attend_over_heads(qkv[part], texts, length, heads)
    return result


def _attend_over_heads(qkv: Array, texts: int, length: int, heads: int) -> Array:
    hidden = qkv.shape[1] // 3
    # (texts, length, 3, heads, head) -> 3 x (texts, heads, length, head)
    query, key, value = qkv.reshape(texts, length, 3, heads, hidden // heads).transpose(
        2, 0, 3, 1, 4
    )
    weights = np.matmul(query, key.transpose(0, 1, 3, 2))
    weights -= weights.max(axis=-1, keepdims=True)
    np.exp(weights, out=weights)
    mixed = np.matmul(weights, value)
    mixed /= weights.sum(axis=-1, keepdims=True)
    merged: Array = mixed.transpose(0, 2, 1, 3).reshape(texts * length, hidden)
    return merged


def _runs(lengths: NDArray[np.int64]) -> Iterator[tuple[int, int, int]]:
    """(first token, number of texts, their length) of each run of equal lengths."""
    start = first = 0
    for number in range(1, len(lengths) + 1):
        if number == len(lengths) or lengths[number] != lengths[first]:
            count, length = number - first, int(lengths[first])
            yield start, count, length
            start += count * length
            first = number


def _apply_gelu(values: Array) -> None:
    """In place, exact GELU with the error function of Abramowitz and Stegun 7.1.26."""
    for start in range(0, len(values), GELU_CHUNK):
        x = values[start : start + GELU_CHUNK]
        z = np.abs(x)
        z *= np.float32(0.7071067811865476)
        t = 1 / (1 + np.float32(0.3275911) * z)
        poly = np.float32(1.061405429) * t
        for coefficient in (-1.453152027, 1.421413741, -0.284496736, 0.254829592):
            poly += np.float32(coefficient)
            poly *= t
        np.multiply(z, z, out=z)
        np.negative(z, out=z)
        np.exp(z, out=z)
        poly *= z
        erf = np.copysign(1 - poly, x)
        erf += 1
        erf *= np.float32(0.5)
        x *= erf


class ScoreHead:
    """What makes one figure of a pair's first token, as BERT has it for classification."""

    def __init__(self, tensors: Mapping[str, NDArray[np.generic]]) -> None:
        """Raises KeyError when a tensor is missing, ValueError for more figures than one."""
        named = {name.removeprefix("bert."): tensor for name, tensor in tensors.items()}
        wanted = [f"{part}.{each}" for part in ("pooler.dense", "classifier")
                  for each in ("weight", "bias")]  # fmt: skip
        weights = {name: named[name].astype(np.float32, copy=False) for name in wanted}
        self._pooler = _linear(weights, "pooler.dense")
        self._classifier = _linear(weights, "classifier")
        if len(self._classifier.bias) != 1:
            raise ValueError(len(self._classifier.bias))

    def __call__(self, states: Array) -> Array:
        """A figure for each row; higher is better, of any size."""
        return self._classifier(np.tanh(self._pooler(states)))[:, 0]


def _pool(x: Array, lengths: NDArray[np.int64], pooling: Pooling) -> Array:
    offsets = _offsets(lengths)
    if pooling == "cls":
        pooled: Array = x[offsets]
    else:
        sums = np.add.reduceat(x, offsets, axis=0)
        pooled = (sums / lengths[:, None]).astype(np.float32, copy=False)
    length = np.linalg.norm(pooled, axis=1, keepdims=True)
    unit: Array = pooled / np.maximum(length, SMALLEST_LENGTH)
    return unit.astype(np.float32, copy=False)


def _offsets(lengths: NDArray[np.int64]) -> list[int]:
    """Where each text begins."""
    return [0, *np.cumsum(lengths)[:-1].tolist()]


def _layer(weights: Mapping[str, Array], number: int, shape: Shape) -> _Layer:
    at = f"encoder.layer.{number}"
    return _Layer(
        qkv=_query_key_value(weights, f"{at}.attention.self", shape.heads),
        attended=_linear(weights, f"{at}.attention.output.dense"),
        attended_norm=_norm(weights, f"{at}.attention.output.LayerNorm", shape),
        up=_linear(weights, f"{at}.intermediate.dense"),
        down=_linear(weights, f"{at}.output.dense"),
        out_norm=_norm(weights, f"{at}.output.LayerNorm", shape),
    )


def _query_key_value(weights: Mapping[str, Array], at: str, heads: int) -> _Linear:
    head = len(weights[f"{at}.query.bias"]) // heads
    scale = np.float32(head**-0.5)
    weight, bias = (
        np.concatenate(
            [weights[f"{at}.query.{part}"] * scale]
            + [weights[f"{at}.{name}.{part}"] for name in ("key", "value")]
        )
        for part in ("weight", "bias")
    )
    return _Linear(weight, bias)


def _linear(weights: Mapping[str, Array], at: str) -> _Linear:
    return _Linear(weights[f"{at}.weight"], weights[f"{at}.bias"])


def _norm(weights: Mapping[str, Array], at: str, shape: Shape) -> _Norm:
    weight, bias = weights[f"{at}.weight"], weights[f"{at}.bias"]
    return _Norm(weight, bias, np.float32(shape.epsilon))
