"""A chat model as an evaluation asks it: every reply is kept, so that nothing is asked twice."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage

from agents.errors import ModelAnswerInvalid, ModelError, ModelRefused
from agents.llm.calls.usage import usage_of
from evals.running.errors import MeasurementFailed

AT_ONCE = 4
"""Calls in flight. Chosen by hand: providers allow so many to a new account."""


class Model(Protocol):
    """A chat model, as :class:`agents.llm.calls.provider.Provider` is one."""

    @property
    def name(self) -> str: ...

    async def call(self, messages: Sequence[BaseMessage]) -> tuple[AIMessage, str]: ...


@dataclass(frozen=True, slots=True)
class ChatReply:
    """What a model said, and what it took. A refusal and an unreadable reply have no text."""

    text: str
    tokens: int
    cost_usd: float | None


class Chat:
    """Asks a model, or remembers what it said to the same words."""

    def __init__(self, model: Model, kept: Path) -> None:
        self._model = model
        self._kept = kept
        self._found = _read(kept)

    @property
    def name(self) -> str:
        return self._model.name

    async def ask(self, prompt: str) -> ChatReply:
        """The reply to one prompt. Raises :class:`MeasurementFailed` when the model is down or
        not set up: what was answered before stays kept."""
        key = hashlib.sha256(f"{self.name}\x1f{prompt}".encode()).hexdigest()
        if key not in self._found:
            self._found[key] = await self._ask(prompt)
            self._write(key)
        return self._found[key]

    async def _ask(self, prompt: str) -> ChatReply:
        try:
            message, model = await self._model.call([HumanMessage(prompt)])
        except (ModelRefused, ModelAnswerInvalid):
            return ChatReply("", 0, None)
        except ModelError as error:
            raise MeasurementFailed(error.sentence) from error
        usage = usage_of(message, model)
        tokens = usage.input_tokens + usage.output_tokens
        return ChatReply(message.text, tokens, usage.cost_usd)

    def _write(self, key: str) -> None:
        self._kept.parent.mkdir(parents=True, exist_ok=True)
        with self._kept.open("a", encoding="utf-8") as file:
            row = {"key": key, **asdict(self._found[key])}
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


async def ask_all(
    chat: Chat, prompts: Sequence[str], count: Callable[[int], None]
) -> list[ChatReply]:
    """The replies, in order, some asked at a time. Raises :class:`MeasurementFailed`."""
    done, turn = 0, asyncio.Semaphore(AT_ONCE)

    async def one(prompt: str) -> ChatReply:
        nonlocal done
        async with turn:
            reply = await chat.ask(prompt)
        done += 1
        count(done)
        return reply

    return await asyncio.gather(*map(one, prompts))


def _read(kept: Path) -> dict[str, ChatReply]:
    """Replies by key; a last line that was cut off is left out."""
    found: dict[str, ChatReply] = {}
    if kept.is_file():
        for line in kept.read_text(encoding="utf-8").split("\n"):
            try:
                row = json.loads(line)
            except ValueError:
                continue
            key = row.pop("key")
            found[key] = ChatReply(**row)
    return found
