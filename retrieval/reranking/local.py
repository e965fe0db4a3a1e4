"""A cross-encoder of the BERT family from a folder, in numpy, with nothing to install: MS MARCO
MiniLM, MedCPT's and their like."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from threadpoolctl import threadpool_limits
from tokenizers import Tokenizer

from retrieval.documents import Document
from retrieval.embedding.minilm.bert import Encoder, ScoreHead
from retrieval.embedding.minilm.embedder import open_tokenizer
from retrieval.embedding.minilm.local import shape_of, window_of
from retrieval.embedding.minilm.weights import read_any_weights
from retrieval.errors import EmbedderUnavailable, RerankerUnavailable
from retrieval.reranking.contract import RerankedDocument
from retrieval.reranking.short_window import text_to_read

DEPTH = 10
"""Half of what fastembed's cross-encoders see, which are faster: a person waits. Chosen by hand."""
READ_CHARACTERS = 1_000
"""Of a document. Chosen by hand, for the same reason: half of what a window of 512 tokens holds."""
THREADS = 4
"""At most: beyond the machine's cores they only disturb each other. Chosen by hand."""
DIGEST_CHARACTERS = 16
"""Of the weights' SHA-256 in the name. Chosen by hand: enough to tell two models apart."""


class LocalReranker:
    """Scores each pair of query and document with a BERT. Safe to use from several threads."""

    depth = DEPTH

    def __init__(
        self, encoder: Encoder, head: ScoreHead, tokenizer: Tokenizer, *, name: str, window: int
    ) -> None:
        """``window``: tokens of a pair that are read; the tokeniser must cut to it."""
        self._encoder, self._head, self._tokenizer = encoder, head, tokenizer
        self._name, self.window = name, window
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="reranker")
        # As the embedder does, and for its reasons.
        threadpool_limits(limits=1, user_api="blas")

    @property
    def name(self) -> str:
        return f"local:{self._name}"

    async def rerank(
        self, query: str, documents: Sequence[Document]
    ) -> tuple[RerankedDocument, ...]:
        """One per document, in the order given. Raises :class:`RerankerUnavailable`."""
        return await asyncio.to_thread(self._judge, query, documents)

    async def close(self) -> None:
        """Let the threads go. Closing twice is fine."""
        self._pool.shutdown(wait=True)

    def _judge(self, query: str, documents: Sequence[Document]) -> tuple[RerankedDocument, ...]:
        scores = self.scores(
            query, [text_to_read(each, query, READ_CHARACTERS) for each in documents]
        )
        if any(score != score for score in scores):
            raise RerankerUnavailable(f"The model {self._name} gave no score for a document.")
        return tuple(RerankedDocument(score) for score in scores)

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        """A figure for each text; higher is better."""
        pairs = self._tokenizer.encode_batch([(query, text) for text in texts])
        # One pair for each product: attention over a long pair is dearer than what is shared.
        judged = self._pool.map(
            lambda pair: self._head(self._encoder.first_states([pair.ids], [pair.type_ids])), pairs
        )
        return [float(score) for (score,) in judged]


def open_local_reranker(folder: Path) -> LocalReranker:
    """Blocking: reads the weights. Raises :class:`RerankerUnavailable` with what the folder
    lacks."""
    if not folder.is_dir():
        raise RerankerUnavailable(f"{folder} is no folder. Give one that holds model.safetensors.")
    try:
        encoder, head, digest = _load(folder)
        window = min(window_of(folder), encoder.positions)
        tokenizer = open_tokenizer(folder / "tokenizer.json")
    except EmbedderUnavailable as error:
        raise RerankerUnavailable(error.detail) from error
    # The longer one loses its end, as in the library with which such models are trained.
    tokenizer.enable_truncation(window, strategy="longest_first")
    name = f"{folder.resolve().name}:{window}:{digest[:DIGEST_CHARACTERS]}"
    return LocalReranker(encoder, head, tokenizer, name=name, window=window)


@cache
def _load(folder: Path) -> tuple[Encoder, ScoreHead, str]:
    """Once in a process, whoever opens the model again."""
    digest, tensors = read_any_weights(folder / "model.safetensors")
    try:
        encoder, head = Encoder(tensors, shape_of(folder, "cls")), ScoreHead(tensors)
    except KeyError as error:
        detail = f"{folder}: its weights lack {error.args[0]}. Only cross-encoders of BERT work."
        raise RerankerUnavailable(detail) from error
    except ValueError as error:
        detail = f"{folder}: a re-ranker gives one figure for a pair, this one {error.args[0]}."
        raise RerankerUnavailable(detail) from error
    return encoder, head, digest
