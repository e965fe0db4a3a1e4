"""LangChain's client of OpenAI's protocols, with what it leaves out.

It drops a refusal that is streamed, so that a model which declines halfway would seem to have
answered. It drops ``reasoning_content``, in which servers of one's own hand out what a model
thought; some refuse a conversation in which it does not come back with the calls of that model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from langchain_core.language_models import LanguageModelInput
from langchain_core.messages import AIMessage
from langchain_core.outputs import ChatGenerationChunk, ChatResult
from langchain_core.utils import secret_from_env
from langchain_openai import ChatOpenAI
from pydantic import Field, PrivateAttr

from agents.llm.conversation.messages import REASONING

_NO_WORDS = "…"


class WholeChatOpenAI(ChatOpenAI):
    """The client; its messages keep refusals and thoughts in ``additional_kwargs``."""

    _wants_thoughts: bool = PrivateAttr(default=False)

    def learn_from(self, error: Exception) -> bool:
        """Whether the server has refused a conversation for thoughts that are not in it, as when
        another model began it: from now on what that model said stands in their place."""
        is_meant = REASONING in str(error)
        self._wants_thoughts = self._wants_thoughts or is_meant
        return is_meant

    def _create_chat_result(
        self, response: Any, generation_info: dict[str, Any] | None = None
    ) -> ChatResult:
        result = super()._create_chat_result(response, generation_info)
        told = response if isinstance(response, Mapping) else response.model_dump(warnings=False)
        for generation, choice in zip(result.generations, told["choices"], strict=True):
            _keep(generation.message.additional_kwargs, choice["message"])
        return result

    def _convert_chunk_to_generation_chunk(
        self,
        chunk: dict[str, Any],
        default_chunk_class: type,
        base_generation_info: dict[str, Any] | None,
    ) -> ChatGenerationChunk | None:
        made = super()._convert_chunk_to_generation_chunk(
            chunk, default_chunk_class, base_generation_info
        )
        if made is not None:
            for choice in chunk.get("choices") or ():
                _keep(made.message.additional_kwargs, choice.get("delta") or {})
        return made

    def _get_request_payload(
        self, input_: LanguageModelInput, *, stop: list[str] | None = None, **kwargs: Any
    ) -> dict[str, Any]:
        payload: dict[str, Any] = super()._get_request_payload(input_, stop=stop, **kwargs)
        written = self._convert_input(input_).to_messages()
        thoughts = [m.additional_kwargs.get(REASONING) for m in written if isinstance(m, AIMessage)]
        if (any(thoughts) or self._wants_thoughts) and "messages" in payload:
            sent = (each for each in payload["messages"] if each["role"] == "assistant")
            for message, thought in zip(sent, thoughts, strict=True):
                said = (message.get("content") or _NO_WORDS) if self._wants_thoughts else ""
                if message.get("tool_calls") or said:
                    message[REASONING] = thought or said
        return payload


class ChatDeepSeek(WholeChatOpenAI):
    """DeepSeek's server, which speaks OpenAI's protocol with thoughts (api-docs.deepseek.com)."""

    openai_api_key: Any = Field(
        alias="api_key", default_factory=secret_from_env("DEEPSEEK_API_KEY")
    )
    openai_api_base: str | None = Field(alias="base_url", default="https://api.deepseek.com")

    def _get_request_payload(
        self, input_: LanguageModelInput, *, stop: list[str] | None = None, **kwargs: Any
    ) -> dict[str, Any]:
        payload = super()._get_request_payload(input_, stop=stop, **kwargs)
        if "max_completion_tokens" in payload:
            payload["max_tokens"] = payload.pop("max_completion_tokens")
        return payload


def _keep(kept: dict[str, Any], told: Mapping[str, Any]) -> None:
    for name in ("refusal", REASONING):
        if told.get(name):
            kept[name] = told[name]
