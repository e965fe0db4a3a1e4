"""A provider of chat models on loopback: it speaks four wire protocols and answers from a script.
The clients are the providers' own, unmodified, and what a provider refuses is refused here, too."""

from __future__ import annotations

from tests.scripted_provider.counted import Counted
from tests.scripted_provider.provider import Scripted, scripted_provider
from tests.scripted_provider.replies import (
    OVERFLOW_ANTHROPIC,
    OVERFLOW_OPENAI,
    OVERLOADED,
    Breaks,
    Call,
    CutOff,
    Fail,
    Filtered,
    Hang,
    Refuse,
    Reply,
    Say,
    TooLong,
)

__all__ = [
    "OVERFLOW_ANTHROPIC",
    "OVERFLOW_OPENAI",
    "OVERLOADED",
    "Breaks",
    "Call",
    "Counted",
    "CutOff",
    "Fail",
    "Filtered",
    "Hang",
    "Refuse",
    "Reply",
    "Say",
    "Scripted",
    "TooLong",
    "scripted_provider",
]
