"""What came of a call, on whichever wire: a whole message, a refusal, half an answer, an error."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import httpx
import httpx2
from langchain_core import exceptions as provider_errors
from langchain_core.messages import AIMessage

from agents.errors import (
    ContextTooLong,
    ModelAnswerCutOff,
    ModelAnswerInvalid,
    ModelError,
    ModelMisconfigured,
    ModelRefused,
    ModelUnavailable,
)
from retrieval.retry import CallFailure, retry_after

_REFUSED = frozenset({"refusal", "content_filter"})
_CUT_OFF = frozenset({"length", "max_tokens", "max_output_tokens"})
_WINDOW_FULL = "model_context_window_exceeded"
_STARVED = "insufficient_system_resource"
"""A server that ran out of room while it answered (api-docs.deepseek.com, chat completions)."""
_PASSING = frozenset(
    {
        "api_error",
        "internal_error",
        "internal_server_error",
        "overloaded",
        "overloaded_error",
        "rate_limit_error",
        "rate_limit_exceeded",
        "server_error",
        "server_is_overloaded",
        "service_unavailable",
        "timeout_error",
    }
)
"""Codes and types of errors told within a stream, which has begun with status 200 (the providers'
pages on errors and on streaming)."""
_WORD = re.compile(r"[a-z_]+")


def whole_message(message: object) -> AIMessage:
    """The message, unless the model refused or was cut off. Raises
    :class:`agents.errors.ModelRefused`, :class:`agents.errors.ModelAnswerCutOff`,
    :class:`agents.errors.ContextTooLong`, :class:`agents.errors.ModelUnavailable`, and
    :class:`agents.errors.ModelAnswerInvalid` for what is no message of a model."""
    if not isinstance(message, AIMessage):
        raise ModelAnswerInvalid
    reasons = frozenset(_reasons(message))
    if reasons & _REFUSED or _refuses(message):
        raise ModelRefused
    if _WINDOW_FULL in reasons:
        raise ContextTooLong
    if _STARVED in reasons:
        raise ModelUnavailable
    if reasons & _CUT_OFF:
        raise ModelAnswerCutOff
    return message


def _reasons(message: AIMessage) -> Iterator[str]:
    """Why the model stopped, by each protocol's name for it."""
    told = message.response_metadata
    details = told.get("incomplete_details") or {}
    named = (told.get("stop_reason"), told.get("finish_reason"), details.get("reason"))
    return (reason for reason in named if isinstance(reason, str))


def _refuses(message: AIMessage) -> bool:
    """A refusal is a field in chat completions, and a block of the content in responses."""
    blocks = message.content if isinstance(message.content, list) else ()
    return bool(message.additional_kwargs.get("refusal")) or any(
        isinstance(block, Mapping) and block.get("type") == "refusal" for block in blocks
    )


def model_error(error: Exception) -> ModelError:
    """A provider's error in our own words."""
    if _is_overflow(error):
        return ContextTooLong()
    if isinstance(
        error,
        provider_errors.ModelAuthenticationError
        | provider_errors.ModelPermissionDeniedError
        | provider_errors.ModelNotFoundError,
    ):
        return ModelMisconfigured()
    if _is_passing(error):
        return ModelUnavailable()
    if isinstance(error, provider_errors.ModelInvalidRequestError):
        return ModelMisconfigured("The provider did not accept the request.")
    return ModelAnswerInvalid()


def failure_of(error: Exception) -> CallFailure | None:
    """What the retry policy needs to know; None when the same call would fail again."""
    if isinstance(error, ModelError) or not _is_passing(error):
        return None
    response = getattr(error, "response", None)
    return CallFailure(retry_after=retry_after(getattr(response, "headers", None)))


_TOO_LARGE = 413
"""What a gateway before a model says of a request that is too long."""


def _is_overflow(error: Exception) -> bool:
    """Whether the request was too long. LangChain's client knows some wordings; self-hosted
    servers and newer clients have others."""
    return (
        isinstance(error, provider_errors.ContextOverflowError)
        or getattr(error, "code", None) == "context_length_exceeded"
        or getattr(error, "status_code", None) == _TOO_LARGE
        or "maximum context length" in str(error)
    )


def _is_passing(error: Exception) -> bool:
    """Whether the same call may succeed later. A stream that breaks off raises the error of the
    HTTP library below the provider's client."""
    if isinstance(error, provider_errors.ModelError):
        return error.is_retryable
    if isinstance(error, httpx.TransportError | httpx2.TransportError):
        return True
    return not _PASSING.isdisjoint(_codes(error))


def _codes(error: Exception) -> Iterator[str]:
    """The words by which an error within a stream says what it is. The clients hand it on as it
    came, as a mapping; LangChain's, of OpenAI's responses, only as the text of a ValueError."""
    told = getattr(error, "body", None)
    if isinstance(told, Mapping):
        inner = told.get("error")
        for each in (told, inner if isinstance(inner, Mapping) else {}):
            yield from (str(each.get(name)) for name in ("type", "code"))
    elif type(error) is ValueError:
        yield from _WORD.findall(str(error))
