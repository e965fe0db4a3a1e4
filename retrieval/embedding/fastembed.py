"""Embedding models in ONNX through fastembed, from files on this machine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from tokenizers import Tokenizer

from retrieval.embedding.contract import Vectors
from retrieval.embedding.minilm.embedder import open_tokenizer
from retrieval.embedding.unit_rows import unit_rows
from retrieval.errors import EmbedderUnavailable
from retrieval.providers import local_models

try:
    from fastembed import TextEmbedding
    from fastembed.common.model_description import ModelSource, PoolingType

    from retrieval.providers.fastembed import load_model
except ImportError as error:
    detail = "Run `pip install 'curbside[fastembed]'`: the package fastembed is missing."
    raise EmbedderUnavailable(detail) from error

TEXTS_AT_ONCE = 8
"""On a processor, larger batches are slower: more of them is filling. Chosen by hand."""
_SERVICE = "fastembed"


class FastEmbedder:
    """Embeds with a model that fastembed knows, or with any sentence model in ONNX that lies in
    the models folder. Safe to use from several threads."""

    def __init__(self, model: str, models_folder: Path | None = None) -> None:
        """Raises :class:`EmbedderUnavailable`."""
        self._model = load_model(
            TextEmbedding, model, models_folder, add=_add, unavailable=EmbedderUnavailable
        )
        loaded: Any = self._model.model
        folder = Path(loaded._model_dir)
        self._checksum = local_models.checksum(folder / loaded.model_description.model_file)
        self._name = model
        self._dimensions = int(self._model.embedding_size)
        self._window = local_models.window(folder)
        self._tokenizer: Tokenizer = open_tokenizer(folder / "tokenizer.json")

    @property
    def name(self) -> str:
        return f"fastembed:{self._name}@{self._dimensions}:{self._checksum}"

    @property
    def dimensions(self) -> int:
        return self._dimensions

    @property
    def window(self) -> int:
        return self._window

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """Texts beyond the window are cut; chunk them first."""
        vectors = np.empty((len(texts), self._dimensions), np.float32)
        if not texts:
            return vectors
        order = sorted(range(len(texts)), key=lambda number: len(texts[number]))
        rows = self._model.passage_embed(
            [texts[number] for number in order], batch_size=TEXTS_AT_ONCE
        )
        vectors[order] = self._unit_rows(rows, len(texts))
        return vectors

    def embed_query(self, text: str) -> Vectors:
        row: Vectors = self._unit_rows(self._model.query_embed(text), 1)[0]
        return row

    def count_tokens(self, text: str) -> int:
        """Tokens of the text alone; the model adds two of its own."""
        return len(self._tokenizer.encode(text, add_special_tokens=False).ids)

    def token_spans(self, text: str) -> tuple[tuple[int, int], ...]:
        return tuple(self._tokenizer.encode(text, add_special_tokens=False).offsets)

    def close(self) -> None:
        """The session goes with the object: onnxruntime has no other way."""

    def _unit_rows(self, rows: Iterable[object], texts: int) -> Vectors:
        try:
            found = list(rows)
        except Exception as error:
            detail = f"The model {self._name} failed on a text."
            raise EmbedderUnavailable(detail) from error
        return unit_rows(found, texts, self._dimensions, f"{_SERVICE} with {self._name}")


def _add(model: str, folder: Path) -> None:
    """Tell fastembed of a model that it does not know. How the vectors of the tokens become one
    stands beside the model, as sentence-transformers writes it; else it is their mean."""
    file = local_models.onnx_file(folder)
    size = local_models.read_json_object(folder / "config.json").get("hidden_size")
    if not file or not isinstance(size, int):
        detail = f"The folder of {model} needs onnx/model.onnx and a config.json with its size."
        raise EmbedderUnavailable(detail)
    pooling = local_models.read_json_object(folder / "1_Pooling" / "config.json")
    TextEmbedding.add_custom_model(
        model,
        pooling=PoolingType.CLS if pooling.get("pooling_mode_cls_token") else PoolingType.MEAN,
        normalization=True,
        sources=ModelSource(hf=model),
        dim=size,
        model_file=file,
    )
