"""Calls to chat models: retries, a fallback, and provider errors in our own words."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from langchain.chat_models import init_chat_model
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage

from agents.errors import (
    ModelAnswerInvalid,
    ModelError,
    ModelMisconfigured,
    ModelUnavailable,
)
from agents.llm.calls.outcomes import failure_of, model_error, whole_message
from agents.llm.conversation.messages import for_model
from agents.llm.egress import hide_outgoing, restore_incoming, restore_text, with_marked_tags
from retrieval.privacy.hiding import HiddenWords
from retrieval.retry import RetryPolicy
from retrieval.retry.retrying import AsyncSleep, call_with_retries_async

RETRIES = RetryPolicy(attempts=3, first_pause=1.0, longest_pause=30.0, requested_at_most=30.0)
"""Chosen by hand: the reader sees that the model is waited for, and a fallback is next in turn."""


@dataclass(frozen=True, slots=True)
class NamedModel:
    """A chat model and the name it was opened by."""

    name: str
    chat: BaseChatModel
    is_trusted: bool = False
    """Whether it is the hospital's own: nothing is hidden from it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallSettings:
    """How models are called. None leaves it to the provider."""

    seconds: float = 60.0
    """Time limit of one call."""
    max_tokens: int | None = None
    """Tokens that one call may write."""
    temperature: float | None = None
    effort: str | None = None
    """How long a reasoning model thinks: its provider's word, such as ``low``."""
    calls: int = 8
    """Calls that one model is asked at the same time."""

    def options(self) -> dict[str, Any]:
        """What is set, by LangChain's names."""
        named = {
            "max_tokens": self.max_tokens,
            "temperature": self.temperature,
            "reasoning_effort": self.effort,
        }
        return {name: value for name, value in named.items() if value is not None}


UNTUNED = CallSettings()


def open_model(
    name: str,
    *,
    base_url: str | None,
    seconds: float,
    is_trusted: bool = False,
    tuning: CallSettings = UNTUNED,
) -> NamedModel:
    """Open ``provider:model``. Retries are ours, so the client makes none; of what *tuning* sets it
    gets what it has a field for. Raises :class:`agents.errors.ModelMisconfigured`."""
    if ":" not in name:
        raise ModelMisconfigured("CURBSIDE_MODEL must look like provider:model.")
    options: dict[str, Any] = {"max_retries": 0, "timeout": seconds}
    if base_url:
        options["base_url"] = base_url
    try:
        chat = _client(name, options)
        taken = {key: each for key, each in tuning.options().items() if key in _fields(chat)}
        if taken:
            chat = _client(name, {**options, **taken})
        return NamedModel(name, chat, is_trusted)
    except ImportError as error:
        package = f"langchain-{name.partition(':')[0].replace('_', '-')}"
        raise ModelMisconfigured(f"Install the package {package}.") from error
    except Exception as error:
        raise ModelMisconfigured(f"The provider of {name} could not be set up.") from error


def _client(name: str, options: dict[str, Any]) -> BaseChatModel:
    provider, _, model = name.partition(":")
    if provider not in {"openai", "deepseek"}:
        opened: BaseChatModel = init_chat_model(name, **options)
        return opened
    from agents.llm.calls.openai_client import ChatDeepSeek, WholeChatOpenAI

    client = ChatDeepSeek if provider == "deepseek" else WholeChatOpenAI
    return client(model=model, **options)


def _fields(chat: BaseChatModel) -> frozenset[str]:
    return frozenset(type(chat).model_fields)


class Provider:
    """The model that answers, and the one that answers when it is down."""

    def __init__(
        self,
        model: NamedModel,
        fallback: NamedModel | None = None,
        *,
        sleep: AsyncSleep = asyncio.sleep,
        calls: int = UNTUNED.calls,
    ) -> None:
        self._models = (model,) if fallback is None else (model, fallback)
        # Many searches of many runs would ask at once for more tokens than an account may have.
        self._slots = asyncio.Semaphore(calls)
        self._sleep = sleep

    @property
    def name(self) -> str:
        return self._models[0].name

    @property
    def is_trusted(self) -> bool:
        """Whether whatever answers is the hospital's own."""
        return all(model.is_trusted for model in self._models)

    async def call(
        self,
        messages: Sequence[BaseMessage],
        tools: Sequence[dict[str, Any]] = (),
        *,
        hiding: HiddenWords | None = None,
    ) -> tuple[AIMessage, str]:
        """The model's message and the name of the model that wrote it. ``hiding`` knows the names
        of the thread; without it only what patterns find is hidden. Raises
        :class:`agents.errors.ModelError`."""
        hidden = hiding or HiddenWords()

        async def ask(model: NamedModel) -> AIMessage:
            runnable = model.chat.bind_tools(tools) if tools else model.chat
            answered = await runnable.ainvoke(await _messages_to_send(model, messages, hidden))
            return _message_received(model, answered, hidden)

        return await self._first_that_answers(ask)

    async def stream(
        self,
        messages: Sequence[BaseMessage],
        on_text: Callable[[str], Awaitable[None]],
        *,
        hiding: HiddenWords | None = None,
    ) -> tuple[AIMessage, str]:
        """As :meth:`call`, without tools; ``on_text`` gets the text so far as it grows, and an
        empty text when a broken stream starts again. Raises as that does."""
        hidden = hiding or HiddenWords()

        async def ask(model: NamedModel) -> AIMessage:
            """One stream of one model, joined into a whole message."""
            await on_text("")
            whole: AIMessageChunk | None = None
            async for chunk in _chunks(model, await _messages_to_send(model, messages, hidden)):
                whole = chunk if whole is None else whole + chunk
                await on_text(restore_text(whole.text, hidden))
            if whole is None:
                raise ModelAnswerInvalid
            return _message_received(model, whole, hidden)

        return await self._first_that_answers(ask)

    async def _first_that_answers(
        self, ask: Callable[[NamedModel], Awaitable[AIMessage]]
    ) -> tuple[AIMessage, str]:
        failure: ModelError = ModelUnavailable()
        for model in self._models:
            try:
                return await self._with_retries(ask, model), model.name
            except (ModelUnavailable, ModelMisconfigured) as error:
                failure = error
        raise failure

    async def _with_retries(
        self,
        ask: Callable[[NamedModel], Awaitable[AIMessage]],
        model: NamedModel,
        *,
        has_learned: bool = False,
    ) -> AIMessage:
        """The model's message, asked for again as the policy says, and once more where its server
        has told what it wants otherwise."""

        async def ask_with_slot() -> AIMessage:
            async with self._slots:
                return await ask(model)

        try:
            return await call_with_retries_async(ask_with_slot, RETRIES, failure_of, self._sleep)
        except ModelError:
            raise
        except Exception as error:
            learn = getattr(model.chat, "learn_from", None)
            if has_learned or learn is None or not learn(error):
                raise model_error(error) from error
        return await self._with_retries(ask, model, has_learned=True)


async def _messages_to_send(
    model: NamedModel, messages: Sequence[BaseMessage], hiding: HiddenWords
) -> list[BaseMessage]:
    """What the model is sent. In a thread: long evidence takes a moment to look through."""
    if not model.is_trusted:
        messages = await asyncio.to_thread(hide_outgoing, messages, hiding)
    return for_model(model.name, with_marked_tags(messages))


def _message_received(model: NamedModel, message: object, hiding: HiddenWords) -> AIMessage:
    whole = whole_message(message)
    return restore_incoming(whole, HiddenWords() if model.is_trusted else hiding)


async def _chunks(model: NamedModel, sent: list[BaseMessage]) -> AsyncIterator[AIMessageChunk]:
    async for chunk in model.chat.astream(sent):
        if isinstance(chunk, AIMessageChunk):
            yield chunk
