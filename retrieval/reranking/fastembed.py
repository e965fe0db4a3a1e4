"""Cross-encoders in ONNX through fastembed, from files on this machine."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from retrieval.documents import Document
from retrieval.errors import RerankerUnavailable
from retrieval.providers import local_models
from retrieval.reranking.contract import RerankedDocument
from retrieval.reranking.short_window import text_to_read

try:
    from fastembed.common.model_description import ModelSource
    from fastembed.rerank.cross_encoder import TextCrossEncoder

    from retrieval.providers.fastembed import load_model
except ImportError as error:
    detail = "Run `pip install 'curbside[fastembed]'`: the package fastembed is missing."
    raise RerankerUnavailable(detail) from error

DEPTH = 20
"""A pair takes a processor some 20 ms, and a person waits. Chosen by hand."""
PAIRS_AT_ONCE = 8
"""Chosen by hand: few enough that the longest of them does not fill up all the others by much."""


class CrossEncoderReranker:
    """Scores with a cross-encoder that fastembed knows, or with any in ONNX that lies in the
    models folder. Of a document too long for its window it reads the sentences that fit."""

    depth = DEPTH

    def __init__(self, model: str, models_folder: Path | None = None) -> None:
        """Blocking. Raises :class:`RerankerUnavailable`."""
        self._encoder = load_model(
            TextCrossEncoder, model, models_folder, add=_add, unavailable=RerankerUnavailable
        )
        self._name = model

    @property
    def name(self) -> str:
        return f"fastembed:{self._name}"

    async def rerank(
        self, query: str, documents: Sequence[Document]
    ) -> tuple[RerankedDocument, ...]:
        """One per document, in the order given. Raises :class:`RerankerUnavailable`."""
        return await asyncio.to_thread(self._scores, query, documents)

    async def close(self) -> None:
        """The session goes with the object: onnxruntime has no other way."""

    def _scores(self, query: str, documents: Sequence[Document]) -> tuple[RerankedDocument, ...]:
        if not documents:
            return ()
        texts = [text_to_read(document, query) for document in documents]
        try:
            scores = list(self._encoder.rerank(query, texts, batch_size=PAIRS_AT_ONCE))
        except Exception as error:
            detail = f"The model {self._name} failed on a text."
            raise RerankerUnavailable(detail) from error
        if len(scores) != len(documents) or any(score != score for score in scores):
            raise RerankerUnavailable(f"The model {self._name} gave no score for a document.")
        return tuple(RerankedDocument(float(score)) for score in scores)


def _add(model: str, folder: Path) -> None:
    """Tell fastembed of a model that it does not know."""
    file = local_models.onnx_file(folder)
    if not file:
        raise RerankerUnavailable(f"The folder of {model} needs onnx/model.onnx.")
    TextCrossEncoder.add_custom_model(model, sources=ModelSource(hf=model), model_file=file)
