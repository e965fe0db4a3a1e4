"""Cohere's embedding models through its own client."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

import cohere
import httpx
import numpy as np
from cohere.core.api_error import ApiError
from cohere.core.request_options import RequestOptions
from cohere.v2.raw_client import OMIT

from retrieval.embedding import token_counts
from retrieval.embedding.contract import Vectors
from retrieval.embedding.unit_rows import unit_rows
from retrieval.errors import EmbedderUnavailable
from retrieval.retry import INGESTING, SEARCHING, Patience, Trouble, retry_after

TEXTS_PER_REQUEST = 96
"""The provider takes no more; its client does not cut."""
CHARACTERS_PER_REQUEST = 400_000
WINDOW = 8_192
"""Embed v4 reads 128,000 tokens, but 96 such texts would be a request of 40 MB."""
WINDOW_V3 = 512
DIMENSIONS = 1536
_SERVICE = "Cohere"
_KEY = "COHERE_API_KEY"

Pause = Callable[[float], None]
Kind = Literal["search_document", "search_query"]


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
        patience: tuple[Patience, Patience] = (SEARCHING, INGESTING),
        pause: Pause = time.sleep,
    ) -> None:
        """``patience`` for a query and for documents. Raises :class:`EmbedderUnavailable`."""
        if not api_key:
            raise EmbedderUnavailable(f"Set {_KEY} to embed with Cohere.")
        self._older = "v3" in model
        if self._older and dimensions is not None:
            raise EmbedderUnavailable(f"{model} has vectors of one length only; leave out the @.")
        self._model = model
        self._dimensions = dimensions or _usual(model)
        self._searching, self._ingesting = patience
        self._pause = pause
        self._http = httpx.Client(timeout=self._ingesting.seconds)
        self._client = cohere.ClientV2(
            api_key,
            base_url=url.rstrip("/") or None,
            max_retries=0,
            httpx_client=self._http,
            log_warning_experimental_features=False,
        )

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
            for row in self._embedded(batch, "search_document", self._ingesting)
        ]
        return np.array(rows, np.float32).reshape(len(texts), self._dimensions)

    def embed_query(self, text: str) -> Vectors:
        row: Vectors = self._embedded([text], "search_query", self._searching)[0]
        return row

    def count_tokens(self, text: str) -> int:
        return token_counts.count_tokens(text)

    def token_spans(self, text: str) -> tuple[tuple[int, int], ...]:
        return token_counts.token_spans(text)

    def close(self) -> None:
        """Let the connections go. Closing twice is fine."""
        self._http.close()

    def _embedded(self, texts: Sequence[str], kind: Kind, patience: Patience) -> Vectors:
        attempt = 1
        while True:
            answer = self._asked(texts, kind, patience.seconds)
            if not isinstance(answer, Trouble):
                return unit_rows(answer, len(texts), self._dimensions, _SERVICE)
            wait = patience.pause(attempt, answer)
            if wait is None:
                raise EmbedderUnavailable(answer.sentence(_SERVICE, self._model, _KEY))
            self._pause(wait)
            attempt += 1

    def _asked(self, texts: Sequence[str], kind: Kind, seconds: float) -> object:
        """What stands for the vectors in the answer, or the :class:`Trouble`."""
        try:
            answer = self._client.embed(
                model=self._model,
                input_type=kind,
                texts=list(texts),
                embedding_types=["float"],
                output_dimension=OMIT if self._older else self._dimensions,
                truncate="END",
                request_options=RequestOptions(timeout=seconds, max_retries=0),
            )
        except Exception as error:  # noqa: BLE001 - the client raises what its parsing meets
            return trouble(error)
        return getattr(getattr(answer, "embeddings", None), "float_", None)


def trouble(error: Exception) -> Trouble:
    """What an error of the client means. Nothing of its text is kept: it may quote the request."""
    if isinstance(error, httpx.TimeoutException):
        return Trouble(late=True)
    if isinstance(error, httpx.HTTPError | OSError):
        return Trouble()
    status = error.status_code if isinstance(error, ApiError) else None
    if isinstance(error, ApiError) and status is not None and status >= 400:
        return Trouble(status, retry_after(error.headers))
    return Trouble(unreadable=True)


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


def _usual(model: str) -> int:
    """How long the model's vectors are when nothing is asked for."""
    if "v3" not in model:
        return DIMENSIONS
    return 384 if "light" in model else 1024
