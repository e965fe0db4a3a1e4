"""A first thought that searches nothing, asked for once more."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from langchain_core.messages import BaseMessage, HumanMessage

from agents.errors import ModelError
from agents.llm.calls.usage import total_usage
from agents.prompts import load_prompt
from agents.turns import Thought


async def asked_to_search(
    thought: Thought, ask: Callable[[BaseMessage], Awaitable[Thought]]
) -> Thought:
    """The thought after the model was told that nothing was searched yet; the first one where it
    does not search then either, or fails."""
    prompt = load_prompt("reasoning/unsearched")
    try:
        again = await ask(HumanMessage(prompt.render().strip()))
    except ModelError:
        return thought
    usage = total_usage(thought.usage, again.usage)
    if not again.actions:
        # Whoever asks the person twice is to be answered.
        return replace(again if again.gap else thought, usage=usage)
    return replace(again, usage=usage, prompt_sha=f"{again.prompt_sha[:8]}{prompt.sha[:8]}")
