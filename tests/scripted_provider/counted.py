"""The tokens of a call, as each protocol counts them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Counted:
    """The tokens of one call."""

    given: int = 100
    """All that was read, from the cache or not."""
    written: int = 20
    """With what was thought."""
    cached: int = 0
    """Of those given, how many were read from the cache."""
    stored: int = 0
    """Of those given, how many were put into the cache."""
    thought: int = 0
    """Of those written, how many were thought."""

    def for_chat(self) -> dict[str, Any]:
        return {
            "prompt_tokens": self.given,
            "completion_tokens": self.written,
            "total_tokens": self.given + self.written,
            "prompt_tokens_details": {
                "cached_tokens": self.cached,
                "cache_write_tokens": self.stored,
            },
            "completion_tokens_details": {"reasoning_tokens": self.thought},
        }

    def for_responses(self) -> dict[str, Any]:
        return {
            "input_tokens": self.given,
            "output_tokens": self.written,
            "total_tokens": self.given + self.written,
            "input_tokens_details": {
                "cached_tokens": self.cached,
                "cache_write_tokens": self.stored,
            },
            "output_tokens_details": {"reasoning_tokens": self.thought},
        }

    def for_anthropic(self) -> dict[str, Any]:
        """There, what was read from the cache and put into it is counted apart."""
        return {
            "input_tokens": self.given - self.cached - self.stored,
            "output_tokens": self.written,
            "cache_read_input_tokens": self.cached,
            "cache_creation_input_tokens": self.stored,
            "cache_creation": {
                "ephemeral_5m_input_tokens": self.stored,
                "ephemeral_1h_input_tokens": 0,
            },
        }
