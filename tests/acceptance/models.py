"""Two providers of language models, and one that reads, reasons and errs as told."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.scripted_provider import Call, Reply, Say, scripted_provider

MODELS = {"openai": "openai:gpt-4o-mini", "anthropic": "anthropic:claude-sonnet-4-6"}
_DOCUMENT = re.compile(r'<document number="(\d+)"[^>]*>\n(.*?)\n</document>', re.S)
_SENTENCE = re.compile(r"[^\n]*?[.](?=\s|$)")
INVENTED = "Olaparib cures every patient within 7 days."


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
    """Two steps of two searches each, then an answer. One of its quotes is invented, and one of
    its sentences has another number than its quote. Which of its calls it is follows from the
    request alone, so calls may come side by side or again."""

    asked: Counter[str] = field(default_factory=Counter)

    def __call__(self, request: dict[str, Any]) -> Reply:
        names = {_name(tool) for tool in request.get("tools", ())}
        if "report" in names:
            self.asked["read"] += 1
            return self._read(_words(request["messages"]))
        if names:
            return self._think(request["messages"])
        self.asked["answer"] += 1
        return Say(
            "Olaparib tablets are given at 300 mg twice daily, with or without food. [c1]\n"
            "Olaparib tablets are given at 450 mg twice daily, with or without food. [c1]\n"
            "Not found: the dose in children."
        )

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

    def _read(self, prompt: str) -> Reply:
        insights = []
        for number, text in _DOCUMENT.findall(prompt):
            for sentence in _SENTENCE.findall(text):
                if "recommended dose of olaparib" in sentence and "300 mg" in sentence:
                    quotes = [{"document": int(number), "quote": sentence.strip()}]
                    quotes.append({"document": int(number), "quote": INVENTED})
                    insights.append({"text": "Olaparib: 300 mg twice daily.", "quotes": quotes})
        return Call((("report", {"insights": insights[:1]}),))


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
def reasoning_provider() -> Iterator[str]:
    """The address of a provider that reasons, in a thread of its own."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    serving = scripted_provider()
    try:
        provider = asyncio.run_coroutine_threadsafe(serving.__aenter__(), loop).result(10)
        provider.brain = Reasoner()
        yield provider.url
        asyncio.run_coroutine_threadsafe(serving.__aexit__(None, None, None), loop).result(10)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
