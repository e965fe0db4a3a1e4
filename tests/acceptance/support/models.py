"""Two providers of language models, and one that reads, reasons and errs as told."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.scripted_provider import Call, Reply, Say, scripted_provider

MODELS = {"openai": "openai:gpt-4o-mini", "anthropic": "anthropic:claude-sonnet-4-6"}
_DOSE = re.compile(r"\[(c\d+)\][^\n\[]*recommended dose of olaparib[^\n\[]*300 mg")


def settings_for(provider: str, url: str) -> dict[str, str]:
    """What a stack needs to think with this provider's model."""
    return {
        "CURBSIDE_MODEL": MODELS[provider],
        "CURBSIDE_MODEL_URL": f"{url}/v1" if provider == "openai" else url,
        "OPENAI_API_KEY": "test",
        "ANTHROPIC_API_KEY": "test",
    }


@dataclass
class Reasoner:
    """Two steps of two searches each, whose documents it is shown whole, then an answer. One of its
    sentences has another number than its quote, twice. Which of its calls it is follows from the
    request alone, so calls may come side by side or again."""

    asked: Counter[str] = field(default_factory=Counter)

    def __call__(self, request: dict[str, Any]) -> Reply:
        names = {_name(tool) for tool in request.get("tools", ())}
        if names:
            return self._think(request["messages"])
        words = _words(request["messages"])
        if "Write each of these again" in words:
            self.asked["repair"] += 1
            return Say(f"2: Olaparib tablets are given at 450 mg twice daily. {_key(words)}")
        self.asked["answer"] += 1
        given = "Olaparib tablets are given at {} mg twice daily, with or without food."
        lines = [f"{given.format(dose)} {_key(words)}" for dose in (300, 450)]
        return Say("\n".join([*lines, "Not found: the dose in children."]))

    def _think(self, messages: list[dict[str, Any]]) -> Reply:
        step = 1 + sum(message["role"] == "assistant" for message in messages)
        self.asked[f"think {step}"] += 1
        if step > 2:
            return Say("READY. It rests on the label.")
        first, second = (
            ("search_drug_information", "search_pharmgkb"),
            ("search_clinical_trials", "search_landmark_trials"),
        )[step - 1]
        calls = ((first, {"query": "olaparib dose"}), (second, {"query": "olaparib tablets"}))
        return Call(calls, text=f"I look at two sources, number {step}.")


def _key(prompt: str) -> str:
    """The key, in brackets, of the quote on the dose."""
    found = _DOSE.search(prompt)
    assert found is not None
    return f"[{found[1]}]"


def _name(tool: dict[str, Any]) -> str:
    return str(tool.get("name") or tool["function"]["name"])


def _words(messages: list[dict[str, Any]]) -> str:
    """All text of the messages, in either protocol."""
    contents = [message["content"] for message in messages]
    return "\n".join(
        content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)
        for content in contents
    ) or json.dumps(contents)  # fmt: skip


@contextmanager
def reasoning_provider(brain: Callable[[dict[str, Any]], Reply] | None = None) -> Iterator[str]:
    """The address of a provider that reasons, in a thread of its own."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    serving = scripted_provider()
    try:
        provider = asyncio.run_coroutine_threadsafe(serving.__aenter__(), loop).result(10)
        provider.brain = brain or Reasoner()
        yield provider.url
        asyncio.run_coroutine_threadsafe(serving.__aexit__(None, None, None), loop).result(10)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
