"""What the embedder and the re-ranker of Cohere share: the client's options and its errors."""

from __future__ import annotations

from typing import TypedDict

import httpx
from cohere.core.api_error import ApiError

from retrieval.retry import CallFailure, retry_after

KEY = "COHERE_API_KEY"
"""The setting that holds the key."""


class ClientOptions(TypedDict):
    """Arguments of both of Cohere's clients."""

    api_key: str
    base_url: str | None
    max_retries: int
    log_warning_experimental_features: bool


def client_options(api_key: str, url: str) -> ClientOptions:
    """For a client that makes every call once; ``url`` is empty for Cohere's own address."""
    return {
        "api_key": api_key,
        "base_url": url.rstrip("/") or None,
        "max_retries": 0,
        "log_warning_experimental_features": False,
    }


def failure_of(error: Exception) -> CallFailure:
    """What an error of the client means. Nothing of its text is kept: it may quote the request."""
    if isinstance(error, httpx.TimeoutException):
        return CallFailure(timed_out=True)
    if isinstance(error, httpx.HTTPError | OSError):
        return CallFailure()
    status = error.status_code if isinstance(error, ApiError) else None
    if isinstance(error, ApiError) and status is not None and status >= 400:
        return CallFailure(status, retry_after(error.headers))
    return CallFailure(unreadable=True)
