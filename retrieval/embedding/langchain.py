"""Every embedding model that LangChain's ``init_embeddings`` can open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Any

import numpy as np
from langchain.embeddings import init_embeddings

from retrieval.embedding import token_counts
from retrieval.embedding.contract import Vectors
from retrieval.embedding.unit_rows import unit_rows
from retrieval.errors import EmbedderUnavailable
from retrieval.providers.failure_sentences import failure_sentence
from retrieval.retry import CallFailure

WINDOWS: Mapping[str, int] = {
    "openai": 8_191,
    "azure_openai": 8_191,
    "mistralai": 8_192,
    "google_genai": 2_048,
    "google_vertexai": 2_048,
}
WINDOW = 512
"""For every other provider: what the smallest models in use read."""
TEXTS_PER_REQUEST = 96
"""Chosen by hand: what Cohere takes; the others take more."""
SECONDS = 30.0
"""For one request. Chosen by hand."""
_OPENAI = frozenset(("openai", "azure_openai"))
_KNOWN = {"text-embedding-3-small": 1536, "text-embedding-3-large": 3072}


class LangChainEmbedder:
    """Embeds with ``provider:model``. Safe to use from several threads.

    Its name is what the setting says, with the length of the vectors if that was asked for. The
    provider's own key variable is read by its package, for instance OPENAI_API_KEY."""

    def __init__(
        self, provider: str, model: str, dimensions: int | None = None, *, url: str = ""
    ) -> None:
        """Asks the provider nothing yet. Raises :class:`EmbedderUnavailable`."""
        self._provider, self._model = provider, model
        stated = "" if dimensions is None else f"@{dimensions}"
        self._name = f"{provider}:{model}{stated}"
        self._length = dimensions or _KNOWN.get(model)
        self._probing = Lock()
        options = _options(provider, dimensions, url)
        try:
            self._embeddings = init_embeddings(model, provider=provider, **options)
        except ImportError as error:
            detail = f"Run `pip install {_package(provider)}`: {provider} needs it."
            raise EmbedderUnavailable(detail) from error
        # Each provider's package checks its own options, and some quote the key.
        except Exception:  # noqa: BLE001
            raise EmbedderUnavailable(_not_set_up(provider)) from None

    @property
    def name(self) -> str:
        return self._name

    @property
    def dimensions(self) -> int:
        """Asks the provider once when neither the setting nor the model's name tells."""
        with self._probing:
            if self._length is None:
                self._length = len(self._embed(["length"], query=False)[0])
            return self._length

    @property
    def window(self) -> int:
        """In tokens as :mod:`retrieval.embedding.token_counts` counts them."""
        return token_counts.usable(WINDOWS.get(self._provider, WINDOW))

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        if not texts:
            return np.zeros((0, self.dimensions), np.float32)
        parts = [
            self._embed(texts[start : start + TEXTS_PER_REQUEST], query=False)
            for start in range(0, len(texts), TEXTS_PER_REQUEST)
        ]
        return np.concatenate(parts)

    def embed_query(self, text: str) -> Vectors:
        row: Vectors = self._embed([text], query=True)[0]
        return row

    def count_tokens(self, text: str) -> int:
        return token_counts.count_tokens(text)

    def token_spans(self, text: str) -> tuple[tuple[int, int], ...]:
        return token_counts.token_spans(text)

    def close(self) -> None:
        """The connections go with the object: LangChain's models have no other way."""

    def _embed(self, texts: Sequence[str], *, query: bool) -> Vectors:
        try:
            if query:
                rows: object = [self._embeddings.embed_query(texts[0])]
            else:
                rows = self._embeddings.embed_documents(list(texts))
        # Every provider's package has errors of its own; what they say may quote the key.
        except Exception as error:  # noqa: BLE001
            failure = _failure_of(error)
            key = "its key in the environment"
            detail = failure_sentence(failure, self._provider, self._model, key)
            raise EmbedderUnavailable(detail) from None
        return unit_rows(rows, len(texts), self._length, self._provider)


def _options(provider: str, dimensions: int | None, url: str) -> dict[str, Any]:
    options: dict[str, Any] = {}
    if url:
        options["base_url"] = url
    if dimensions is not None:
        options["dimensions"] = dimensions
    if provider in _OPENAI:
        # Its own counting would download a vocabulary; texts are cut to the window before.
        options |= {"check_embedding_ctx_length": False, "timeout": SECONDS, "max_retries": 2}
    return options


def _failure_of(error: Exception) -> CallFailure:
    status = getattr(error, "status_code", None)
    if isinstance(status, int):
        return CallFailure(status)
    kinds = " ".join(kind.__name__ for kind in type(error).__mro__)
    if "Timeout" in kinds:
        return CallFailure(timed_out=True)
    reached = isinstance(error, TypeError | ValueError | KeyError | AttributeError | IndexError)
    return CallFailure(unreadable=reached)


def _package(provider: str) -> str:
    """The package that LangChain asks for, from its list of providers."""
    usual = {"azure_openai": "openai", "bedrock": "aws", "google_genai": "google-genai"}
    return f"langchain-{usual.get(provider, provider).replace('_', '-')}"


def _not_set_up(provider: str) -> str:
    return (
        f"{provider} could not be set up: it is no provider that LangChain knows, its key is not"
        " in the environment, or it takes no option that was given."
    )
