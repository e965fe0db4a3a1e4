"""The settings of code that a chat model writes for the tables of a thread."""

from __future__ import annotations

from pydantic import Field
from pydantic_settings import BaseSettings

from bot.setting_types.types import Text, parts_of


class CodeSettings(BaseSettings):
    """Part of :class:`bot.settings.Settings`."""

    code_rounds: int = Field(default=3, ge=0, le=10)
    """How often code of a model is run, reviewed and written again for one question; 0: fixed
    analyses only. Chosen by hand: the first failure is mostly mended at once."""

    result_channels: Text = None
    """Slack channel ids separated by commas, or ``*`` for all: a model of others may be told what
    its code printed of a table, and see its picture; elsewhere it knows names and types alone."""

    model_sees: bool = False
    """Whether the chat model takes pictures: then it reviews what its code drew."""

    def shows_results(self, channel: str) -> bool:
        """Whether a model of others may be told what its code printed of a channel's tables."""
        return not {channel, "*"}.isdisjoint(parts_of(self.result_channels))
