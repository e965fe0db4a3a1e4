"""Cohere Rerank through its own client."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any

import cohere
import httpx
from cohere.core.request_options import RequestOptions

from retrieval.documents import Document
from retrieval.embedding.cohere import trouble
from retrieval.errors import RerankerUnavailable
from retrieval.reranking.contract import Reranked
from retrieval.retry import RERANKING, Patience, Trouble

DEPTH = 50
SPANS = 5
"""At most, of one document."""
_WITH_SPANS = 5
"""Rerank models say which stretches mattered from this version on."""
_VERSION = re.compile(r"-v(\d+)")
_SERVICE = "Cohere Rerank"
_KEY = "COHERE_API_KEY"

Pause = Callable[[float], Awaitable[None]]


class CohereReranker:
    """Scores with a Rerank model of Cohere, one request for a search."""

    depth = DEPTH

    def __init__(
        self,
        model: str,
        *,
        api_key: str,
        url: str = "",
        patience: Patience = RERANKING,
        pause: Pause = asyncio.sleep,
    ) -> None:
        """Raises :class:`RerankerUnavailable`."""
        if not api_key:
            raise RerankerUnavailable(f"Set {_KEY} to re-rank with Cohere.")
        self._model = model
        self._patience = patience
        self._pause = pause
        self._http = httpx.AsyncClient(timeout=patience.seconds)
        self._client = cohere.AsyncClientV2(
            api_key,
            base_url=url.rstrip("/") or None,
            max_retries=0,
            httpx_client=self._http,
            log_warning_experimental_features=False,
        )

    @property
    def name(self) -> str:
        return f"cohere:{self._model}"

    async def rerank(self, query: str, documents: Sequence[Document]) -> tuple[Reranked, ...]:
        """One per document, in the order given. Raises :class:`RerankerUnavailable`."""
        if not documents:
            return ()
        attempt = 1
        while True:
            answer = await self._asked(query, documents)
            if not isinstance(answer, Trouble):
                return _ordered(answer, documents)
            wait = self._patience.pause(attempt, answer)
            if wait is None:
                raise RerankerUnavailable(answer.sentence(_SERVICE, self._model, _KEY))
            await self._pause(wait)
            attempt += 1

    async def close(self) -> None:
        """Let the connections go. Closing twice is fine."""
        await self._http.aclose()

    async def _asked(self, query: str, documents: Sequence[Document]) -> object:
        """The results, or the :class:`Trouble`."""
        options: dict[str, Any] = {}
        if _tells_spans(self._model):
            options["relevant_spans"] = cohere.RerankRelevantSpans(mode="enabled", max_spans=SPANS)
        try:
            answer = await self._client.rerank(
                model=self._model,
                query=query,
                documents=[f"{_head(document)}{document.text}" for document in documents],
                request_options=RequestOptions(timeout=self._patience.seconds, max_retries=0),
                **options,
            )
        except Exception as error:  # noqa: BLE001 - the client raises what its parsing meets
            return trouble(error)
        return getattr(answer, "results", None)


def _head(document: Document) -> str:
    """What stands before the text: the model judges the title too."""
    return f"{document.title}\n"


def _tells_spans(model: str) -> bool:
    version = _VERSION.search(model)
    return version is not None and int(version[1]) >= _WITH_SPANS


def _ordered(results: object, documents: Sequence[Document]) -> tuple[Reranked, ...]:
    """In the order of the documents. Raises unless every document has one score."""
    try:
        found = {
            result.index: Reranked(
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
