"""The failures of the bot that are not a channel's business. The docstring is the message.

BotError
├── BatchLineInvalid
├── RunNotFound
└── (the Slack edge adds its own)
"""

from __future__ import annotations


class BotError(Exception):
    """The bot failed."""

    def __init__(self, detail: str = "") -> None:
        sentence = (type(self).__doc__ or "").strip().splitlines()[0]
        super().__init__(f"{sentence} {detail}".strip())


class BatchLineInvalid(BotError):
    """The batch file is not one JSON object with a question per line."""


class RunNotFound(BotError):
    """No run has this id; `curbside runs` lists the newest."""
