"""Cohere's embedding models through its own client."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Literal

import cohere
import httpx
import numpy as np
from cohere.core.request_options import RequestOptions
from cohere.v2.raw_client import OMIT

from retrieval.embedding import token_counts
from retrieval.embedding.contract import Vectors
from retrieval.embedding.unit_rows import unit_rows
from retrieval.errors import EmbedderUnavailable
from retrieval.providers.cohere import KEY, client_options, failure_of
from retrieval.providers.failure_sentences import failure_sentence
from retrieval.retry import RetryPolicy
from retrieval.retry.retrying import Sleep, call_with_retries

TEXTS_PER_REQUEST = 96
"""The provider takes no more; its client does not cut."""
CHARACTERS_PER_REQUEST = 400_000
"""Chosen by hand: about half a megabyte."""
WINDOW = 8_192
"""Embed v4 reads 128,000 tokens, but 96 such texts would be a request of 40 MB."""
WINDOW_V3 = 512
"""Tokens, of the models before."""
DIMENSIONS = 1536
_SERVICE = "Cohere"
QUERY_RETRIES = RetryPolicy(attempts=2, longest_pause=0.5, longest_requested=0.5, try_seconds=2.0)
"""Two tries and the pause take 4.5 s: they end before a silo's five seconds do, so that the
embedder is named as the cause and not the silo."""
INGEST_RETRIES = RetryPolicy(
    attempts=5, longest_pause=30.0, longest_requested=30.0, try_seconds=60.0
)
"""Chosen by hand: nobody waits for an ingestion, and a quota by the minute is back after 30 s
mostly."""
InputType = Literal["search_document", "search_query"]


class CohereEmbedder:
    """Embeds with a model of Cohere. Safe to use from several threads.

    Its name is the model's with the length of the vectors: an index of another length is another
    index."""

    def __init__(
        self,
        model: str,
        dimensions: int | None = None,
        *,
        api_key: str,
        url: str = "",
        retries: tuple[RetryPolicy, RetryPolicy] = (QUERY_RETRIES, INGEST_RETRIES),
        sleep: Sleep = time.sleep,
    ) -> None:
        """``retries`` for a query and for documents. Raises :class:`EmbedderUnavailable`."""
        if not api_key:
            raise EmbedderUnavailable(f"Set {KEY} to embed with Cohere.")
        self._older = "v3" in model
        if self._older and dimensions is not None:
            raise EmbedderUnavailable(f"{model} has vectors of one length only; leave out the @.")
        self._model = model
        self._dimensions = dimensions or _default_dimensions(model)
        self._query_retries, self._ingest_retries = retries
        self._sleep = sleep
        self._http = httpx.Client(timeout=self._ingest_retries.try_seconds)
        self._client = cohere.ClientV2(httpx_client=self._http, **client_options(api_key, url))

    @property
    def name(self) -> str:
        return f"cohere:{self._model}@{self._dimensions}"

    @property
    def dimensions(self) -> int:
        return self._dimensions

    @property
    def window(self) -> int:
        """In tokens as :mod:`retrieval.embedding.token_counts` counts them."""
        return token_counts.usable(WINDOW_V3 if self._older else WINDOW)

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        rows = [
            row
            for batch in batches(texts)
            for row in self._embed(batch, "search_document", self._ingest_retries)
        ]
        return np.array(rows, np.float32).reshape(len(texts), self._dimensions)

    def embed_query(self, text: str) -> Vectors:
        row: Vectors = self._embed([text], "search_query", self._query_retries)[0]
        return row

    def count_tokens(self, text: str) -> int:
        return token_counts.count_tokens(text)

    def token_spans(self, text: str) -> tuple[tuple[int, int], ...]:
        return token_counts.token_spans(text)

    def close(self) -> None:
        """Let the connections go. Closing twice is fine."""
        self._http.close()

    def _embed(self, texts: Sequence[str], kind: InputType, retries: RetryPolicy) -> Vectors:
        try:
            answer = call_with_retries(
                lambda: self._request(texts, kind, retries.try_seconds),
                retries,
                failure_of,
                self._sleep,
            )
        except Exception as error:  # noqa: BLE001 - the client raises what its parsing meets
            failure = failure_of(error)
        else:
            return unit_rows(answer, len(texts), self._dimensions, _SERVICE)
        # Raised out here: the client's error may quote the request, and is not kept.
        raise EmbedderUnavailable(failure_sentence(failure, _SERVICE, self._model, KEY))

    def _request(self, texts: Sequence[str], kind: InputType, seconds: float) -> object:
        """What stands for the vectors in the answer."""
        answer = self._client.embed(
            model=self._model,
            input_type=kind,
            texts=list(texts),
            embedding_types=["float"],
            output_dimension=OMIT if self._older else self._dimensions,
            truncate="END",
            request_options=RequestOptions(timeout=seconds, max_retries=0),
        )
        return getattr(getattr(answer, "embeddings", None), "float_", None)


def batches(texts: Sequence[str]) -> Iterator[list[str]]:
    """The texts in order, in requests that the provider takes."""
    batch: list[str] = []
    size = 0
    for text in texts:
        full = len(batch) == TEXTS_PER_REQUEST or size + len(text) > CHARACTERS_PER_REQUEST
        if batch and full:
            yield batch
            batch, size = [], 0
        batch.append(text)
        size += len(text)
    if batch:
        yield batch


def _default_dimensions(model: str) -> int:
    """How long the model's vectors are when nothing is asked for."""
    if "v3" not in model:
        return DIMENSIONS
    return 384 if "light" in model else 1024
