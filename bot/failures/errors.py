"""The failures of the bot that are not a channel's business. The docstring is the message.

BotError
├── BatchLineInvalid
├── DatabaseSilent
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


class DatabaseSilent(BotError):
    """The database does not answer: check DATABASE_URL, or leave it empty to use our own."""


class RunNotFound(BotError):
    """No run has this id; `curbside runs` lists the newest."""
