"""What the calls of a run cost, in tokens, and how much of each a provider may have cached."""

from __future__ import annotations

import json
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from tests.scripted_provider import Call, Reply, Say

VOCABULARY = "o200k_base"
"""Of OpenAI's models since GPT-4o. Other providers' count a little otherwise."""
PER_MESSAGE = 4
"""Tokens that OpenAI adds around a message: role and limits."""
LEAST_CACHED, CACHED_BY = 1024, 128
"""OpenAI caches a prefix from so many tokens on, in such pieces; Anthropic's least is the same."""


@dataclass(frozen=True)
class CallCount:
    """One call of a model."""

    given: int
    """Tokens of the request: tools and messages."""
    written: int
    cached_in_run: int
    """Tokens at its beginning that an earlier call of the run began with, too."""
    cached: int
    """The same, of any earlier call."""


@dataclass(frozen=True)
class RunCount:
    """All calls of a run."""

    calls: tuple[CallCount, ...]

    @property
    def given(self) -> int:
        return sum(each.given for each in self.calls)

    @property
    def written(self) -> int:
        return sum(each.written for each in self.calls)

    @property
    def share_in_run(self) -> float:
        return sum(each.cached_in_run for each in self.calls) / self.given

    @property
    def share(self) -> float:
        return sum(each.cached for each in self.calls) / self.given


class Counter:
    """Counts the calls of runs, one run after the other."""

    def __init__(self) -> None:
        self._before: list[list[int]] = []

    def count(self, requests: Sequence[dict[str, Any]], replies: Sequence[Reply]) -> RunCount:
        """The calls of the next run."""
        of_run: list[list[int]] = []
        calls: list[CallCount] = []
        for request, reply in zip(requests, replies, strict=True):
            sent = _tokens_of(request)
            calls.append(
                CallCount(
                    given=len(sent) + PER_MESSAGE * len(request["messages"]),
                    written=_written(reply),
                    cached_in_run=_cached(sent, of_run),
                    cached=_cached(sent, [*self._before, *of_run]),
                )
            )
            of_run.append(sent)
        self._before += of_run
        return RunCount(tuple(calls))


def _cached(sent: Sequence[int], before: Sequence[Sequence[int]]) -> int:
    longest = max((_shared(sent, each) for each in before), default=0)
    return longest // CACHED_BY * CACHED_BY if longest >= LEAST_CACHED else 0


def _shared(first: Sequence[int], second: Sequence[int]) -> int:
    pairs = zip(first, second, strict=False)
    same = (place for place, (one, other) in enumerate(pairs) if one != other)
    return next(same, min(len(first), len(second)))


def _tokens_of(request: dict[str, Any]) -> list[int]:
    """Tools, then the messages: so they stand before a model."""
    tools = request.get("tools", [])
    tokens = list(_encode(_compact([tool["function"] for tool in tools]))) if tools else []
    for message in request["messages"]:
        calls = [call["function"] for call in message.get("tool_calls") or ()]
        content = message["content"] or ""
        words = content if isinstance(content, str) else _compact(content)
        tokens += _encode(f"{message['role']}\n{words}")
        tokens += _encode(_compact(calls)) if calls else ()
    return tokens


def _written(reply: Reply) -> int:
    match reply:
        case Call(calls=calls, text=text):
            return len(_encode(text)) + len(_encode(_compact(calls)))
        case Say(text=text):
            return len(_encode(text))
        case _:
            return 0


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@cache
def _encoding() -> Any:
    with warnings.catch_warnings():
        # It reads its vocabulary by a function that Python 3.11 calls outdated.
        warnings.simplefilter("ignore", DeprecationWarning)
        import bpe_openai
    return bpe_openai.get_encoding(VOCABULARY)


@cache
def _encode(text: str) -> tuple[int, ...]:
    return tuple(_encoding().encode(text))
