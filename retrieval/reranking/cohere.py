"""Cohere Rerank through its own client."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Sequence
from typing import Any

import cohere
import httpx
from cohere.core.request_options import RequestOptions

from retrieval.documents import Document
from retrieval.errors import RerankerUnavailable
from retrieval.providers.cohere import KEY, client_options, failure_of
from retrieval.providers.failure_sentences import failure_sentence
from retrieval.reranking.contract import RerankedDocument
from retrieval.retry import RetryPolicy
from retrieval.retry.retrying import AsyncSleep, call_with_retries_async

DEPTH = 50
"""Documents of a first search that are ordered anew. Chosen by hand: one call takes them all."""
SPANS = 5
"""At most, of one document. Chosen by hand: a card shows a few passages."""
_WITH_SPANS = 5
"""Rerank models say which stretches mattered from this version on."""
_VERSION = re.compile(r"-v(\d+)")
_SERVICE = "Cohere Rerank"
RETRIES = RetryPolicy(attempts=2, longest_pause=0.5, longest_requested=0.5, try_seconds=4.0)
"""Chosen by hand: a person waits, and without a re-ranker the silo's own order is shown."""


class CohereReranker:
    """Scores with a Rerank model of Cohere, one request for a search."""

    depth = DEPTH

    def __init__(
        self,
        model: str,
        *,
        api_key: str,
        url: str = "",
        retries: RetryPolicy = RETRIES,
        sleep: AsyncSleep = asyncio.sleep,
    ) -> None:
        """Raises :class:`RerankerUnavailable`."""
        if not api_key:
            raise RerankerUnavailable(f"Set {KEY} to re-rank with Cohere.")
        self._model = model
        self._retries = retries
        self._sleep = sleep
        self._http = httpx.AsyncClient(timeout=retries.try_seconds)
        self._client = cohere.AsyncClientV2(httpx_client=self._http, **client_options(api_key, url))

    @property
    def name(self) -> str:
        return f"cohere:{self._model}"

    async def rerank(
        self, query: str, documents: Sequence[Document]
    ) -> tuple[RerankedDocument, ...]:
        """One per document, in the order given. Raises :class:`RerankerUnavailable`."""
        if not documents:
            return ()
        try:
            answer = await call_with_retries_async(
                lambda: self._request(query, documents), self._retries, failure_of, self._sleep
            )
        except Exception as error:  # noqa: BLE001 - the client raises what its parsing meets
            failure = failure_of(error)
        else:
            return _in_order(answer, documents)
        # Raised out here: the client's error may quote the request, and is not kept.
        raise RerankerUnavailable(failure_sentence(failure, _SERVICE, self._model, KEY))

    async def close(self) -> None:
        """Let the connections go. Closing twice is fine."""
        await self._http.aclose()

    async def _request(self, query: str, documents: Sequence[Document]) -> object:
        options: dict[str, Any] = {}
        if _returns_spans(self._model):
            options["relevant_spans"] = cohere.RerankRelevantSpans(mode="enabled", max_spans=SPANS)
        answer = await self._client.rerank(
            model=self._model,
            query=query,
            documents=[f"{_head(document)}{document.text}" for document in documents],
            request_options=RequestOptions(timeout=self._retries.try_seconds, max_retries=0),
            **options,
        )
        return getattr(answer, "results", None)


def _head(document: Document) -> str:
    """What stands before the text: the model judges the title too."""
    return f"{document.title}\n"


def _returns_spans(model: str) -> bool:
    version = _VERSION.search(model)
    return version is not None and int(version[1]) >= _WITH_SPANS


def _in_order(results: object, documents: Sequence[Document]) -> tuple[RerankedDocument, ...]:
    """In the order of the documents. Raises unless every document has one score."""
    try:
        found = {
            result.index: RerankedDocument(
                float(result.relevance_score),
                _spans(result.relevant_spans or (), documents[result.index]),
            )
            for result in results  # type: ignore[attr-defined]
        }
        return tuple(found[number] for number in range(len(documents)))
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        detail = f"{_SERVICE} sent an answer that cannot be read."
        raise RerankerUnavailable(detail) from error


def _spans(stated: Iterable[Any], document: Document) -> tuple[tuple[int, int], ...]:
    """In the document's text; what lies in the title or beyond the end is cut off."""
    shift, end = len(_head(document)), len(document.text)
    cut = ((max(span.start - shift, 0), min(span.end - shift, end)) for span in stated)
    return tuple((first, last) for first, last in cut if first < last)
