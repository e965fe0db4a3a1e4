"""Block Kit's limits: what Slack would refuse about the blocks of a message. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workspace.wire import JsonObject

MOST_BLOCKS = 50


@dataclass(frozen=True, slots=True)
class Problem:
    """Slack's error name and the lines of `response_metadata.messages`."""

    error: str
    messages: tuple[str, ...] = ()


def problem_of(blocks: Sequence[JsonObject], surface: str = "message") -> Problem | None:
    """Why Slack would refuse these blocks, or None."""
    if len(blocks) > MOST_BLOCKS:
        return Problem(
            "invalid_blocks", ("[ERROR] no more than 50 items allowed [json-pointer:/blocks]",)
        )
    return None
