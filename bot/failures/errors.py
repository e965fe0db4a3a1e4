"""The failures of the bot that are not a channel's business. The docstring is the message.

BotError
├── BatchLineInvalid
├── RunNotFound
└── (the Slack edge adds its own)
"""

from __future__ import annotations

from retrieval.errors import sentence_of


class BotError(Exception):
    """The bot failed."""

    def __init__(self, detail: str = "") -> None:
        super().__init__(f"{sentence_of(type(self))} {detail}".strip())


class BatchLineInvalid(BotError):
    """The batch file is not one JSON object with a question per line."""


class RunNotFound(BotError):
    """No run has this id; `curbside runs` lists the newest."""
