"""What a scripted provider can say, whichever protocol it is asked in."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Say:
    """Answer with text."""

    text: str
    thinking: str = ""
    """What a reasoning model thought before, in the field that its protocol has for it."""


@dataclass(frozen=True)
class Call:
    """Answer with tool calls: (name, arguments); arguments given as text are sent as they are."""

    calls: tuple[tuple[str, dict[str, Any] | str], ...]
    text: str = ""
    thinking: str = ""


@dataclass(frozen=True)
class Fail:
    """Answer with an error."""

    status: int
    code: str = "server_error"
    message: str = "scripted failure"
    retry_after: float | None = None


@dataclass(frozen=True)
class Breaks:
    """Begin to answer, then tell of an error within the stream; without a stream, fail so."""

    text: str = ""
    code: str = "server_error"
    status: int = 500


@dataclass(frozen=True)
class Hang:
    """Do not answer for so long, seconds."""

    seconds: float


@dataclass(frozen=True)
class Refuse:
    """Decline; perhaps after it has begun to answer."""

    after: str = ""


@dataclass(frozen=True)
class Filtered:
    """The provider's filter ends what the model says."""

    text: str = ""


@dataclass(frozen=True)
class CutOff:
    """Stream this text, then drop the connection."""

    text: str


@dataclass(frozen=True)
class TooLong:
    """Say this and stop at the limit of the length; ``window``: of the model's whole context."""

    text: str
    window: bool = False


Reply = Say | Call | Fail | Breaks | Hang | Refuse | Filtered | CutOff | TooLong
OVERFLOW_OPENAI = Fail(400, "context_length_exceeded", "The maximum context length is 8 tokens")
OVERFLOW_ANTHROPIC = Fail(400, "invalid_request_error", "prompt is too long: 300000 tokens")
OVERLOADED = Fail(529, "overloaded_error", "Overloaded")


def words_of(reply: Reply) -> str:
    """The text of an answer, as far as it comes."""
    match reply:
        case Refuse(after=text):
            return text
        case Fail() | Hang():
            return ""
    return reply.text


def thinking_of(reply: Reply) -> str:
    """What was thought before."""
    return reply.thinking if isinstance(reply, Say | Call) else ""


def calls_of(reply: Reply) -> list[tuple[str, dict[str, Any] | str]]:
    """The tool calls of an answer."""
    return list(reply.calls) if isinstance(reply, Call) else []


def as_text(arguments: dict[str, Any] | str) -> str:
    """Arguments as OpenAI's protocols send them."""
    return arguments if isinstance(arguments, str) else json.dumps(arguments)


def pieces(text: str) -> list[str]:
    """A text as it is streamed."""
    return [text[start : start + 12] for start in range(0, len(text), 12)]
