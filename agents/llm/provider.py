"""Calls to chat models: retries, a fallback, and provider errors in our own words."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from langchain.chat_models import init_chat_model
from langchain_core import exceptions as provider_errors
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage

from agents.errors import (
    ContextTooLong,
    ModelAnswerInvalid,
    ModelError,
    ModelMisconfigured,
    ModelRefused,
    ModelUnavailable,
)
from retrieval.retry import CallFailure, RetryPolicy, retry_after
from retrieval.retry.retrying import AsyncSleep, call_with_retries_async

RETRIES = RetryPolicy(attempts=3, first_pause=1.0, longest_pause=30.0, requested_at_most=30.0)
"""Chosen by hand: the reader sees that the model is waited for, and a fallback is next in turn."""
Answered = TypeVar("Answered")


@dataclass(frozen=True, slots=True)
class NamedModel:
    """A chat model and the name it was opened by."""

    name: str
    chat: BaseChatModel


def open_model(name: str, *, base_url: str | None, seconds: float) -> NamedModel:
    """Open ``provider:model``. Retries are ours, so the client makes none. Raises
    :class:`agents.errors.ModelMisconfigured`."""
    if ":" not in name:
        raise ModelMisconfigured("CURBSIDE_MODEL must look like provider:model.")
    options: dict[str, Any] = {"max_retries": 0, "timeout": seconds}
    if base_url:
        options["base_url"] = base_url
    try:
        return NamedModel(name, init_chat_model(name, **options))
    except ImportError as error:
        package = f"langchain-{name.partition(':')[0].replace('_', '-')}"
        raise ModelMisconfigured(f"Install the package {package}.") from error
    except Exception as error:
        raise ModelMisconfigured(f"The provider of {name} could not be set up.") from error


class Provider:
    """The model that answers, and the one that answers when it is down."""

    def __init__(
        self,
        model: NamedModel,
        fallback: NamedModel | None = None,
        *,
        sleep: AsyncSleep = asyncio.sleep,
    ) -> None:
        self._models = (model,) if fallback is None else (model, fallback)
        self._sleep = sleep

    @property
    def name(self) -> str:
        return self._models[0].name

    async def call(
        self, messages: Sequence[BaseMessage], tools: Sequence[dict[str, Any]] = ()
    ) -> tuple[AIMessage, str]:
        """The model's message and the name of the model that wrote it. Raises
        :class:`agents.errors.ModelError`."""

        async def ask(chat: BaseChatModel) -> AIMessage:
            runnable = chat.bind_tools(tools) if tools else chat
            answered = await runnable.ainvoke(list(messages))
            return _validate_message(answered)

        return await self._first_that_answers(ask)

    async def stream(
        self,
        messages: Sequence[BaseMessage],
        on_text: Callable[[str], Awaitable[None]],
    ) -> tuple[AIMessage, str]:
        """As :meth:`call`, without tools; ``on_text`` gets the text so far as it grows, and an
        empty text when a broken stream starts again."""

        async def ask(chat: BaseChatModel) -> AIMessage:
            await on_text("")
            whole: AIMessageChunk | None = None
            async for chunk in _chunks(chat, messages):
                whole = chunk if whole is None else whole + chunk
                await on_text(whole.text)
            if whole is None:
                raise ModelAnswerInvalid
            return _validate_message(whole)

        return await self._first_that_answers(ask)

    async def _first_that_answers(
        self, ask: Callable[[BaseChatModel], Awaitable[AIMessage]]
    ) -> tuple[AIMessage, str]:
        failure: ModelError = ModelUnavailable()
        for model in self._models:
            try:
                return await self._with_retries(ask, model.chat), model.name
            except (ModelUnavailable, ModelMisconfigured) as error:
                failure = error
        raise failure

    async def _with_retries(
        self, ask: Callable[[BaseChatModel], Awaitable[AIMessage]], chat: BaseChatModel
    ) -> AIMessage:
        try:
            return await call_with_retries_async(
                lambda: ask(chat), RETRIES, _failure_of, self._sleep
            )
        except ModelError:
            raise
        except Exception as error:
            raise _model_error(error) from error


async def _chunks(
    chat: BaseChatModel, messages: Sequence[BaseMessage]
) -> AsyncIterator[AIMessageChunk]:
    async for chunk in chat.astream(list(messages)):
        if isinstance(chunk, AIMessageChunk):
            yield chunk


def _validate_message(message: object) -> AIMessage:
    """The message, unless the model refused. Raises :class:`agents.errors.ModelRefused`, and
    :class:`agents.errors.ModelAnswerInvalid` for what is no message of a model."""
    if not isinstance(message, AIMessage):
        raise ModelAnswerInvalid
    refused = message.additional_kwargs.get("refusal")
    reason = message.response_metadata.get("stop_reason")
    finish = message.response_metadata.get("finish_reason")
    if refused or reason == "refusal" or finish == "content_filter":
        raise ModelRefused
    return message


def _model_error(error: Exception) -> ModelError:
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


def _is_overflow(error: Exception) -> bool:
    """Whether the request was too long. LangChain's client knows some wordings; self-hosted
    servers and newer clients have others."""
    return (
        isinstance(error, provider_errors.ContextOverflowError)
        or getattr(error, "code", None) == "context_length_exceeded"
        or "maximum context length" in str(error)
    )


def _is_passing(error: Exception) -> bool:
    """Whether the same call may succeed later. A stream that breaks off raises the error of the
    HTTP library below the provider's client; those are known by the name of their family."""
    if isinstance(error, provider_errors.ModelError):
        return error.is_retryable
    return any(parent.__name__ == "TransportError" for parent in type(error).__mro__)


def _failure_of(error: Exception) -> CallFailure | None:
    """What the retry policy needs to know; None when the same call would fail again."""
    if isinstance(error, ModelError) or not _is_passing(error):
        return None
    response = getattr(error, "response", None)
    return CallFailure(retry_after=retry_after(getattr(response, "headers", None)))
