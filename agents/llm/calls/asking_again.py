"""A first thought that searches nothing, asked for once more."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from langchain_core.messages import BaseMessage, HumanMessage

from agents.errors import ModelError
from agents.llm.calls.usage import total_usage
from agents.turns import Thought

NOTHING_SEARCHED = (
    "Nothing was searched yet, so nothing can be cited, and what you wrote is not shown. Call now"
    " the tools that should have it, or `declare_gap`."
)


async def asked_to_search(
    thought: Thought, ask: Callable[[BaseMessage], Awaitable[Thought]]
) -> Thought:
    """The thought after the model was told that nothing was searched yet; the first one where it
    does not search then either, or fails."""
    try:
        again = await ask(HumanMessage(NOTHING_SEARCHED))
    except ModelError:
        return thought
    usage = total_usage(thought.usage, again.usage)
    return replace(again if again.actions else thought, usage=usage)
