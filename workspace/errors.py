"""Refusals: as Slack does, the Web API answers `{"ok": false, "error": …}` with status 200."""

from __future__ import annotations

from typing import Any, NoReturn


class SlackRefusal(Exception):
    """The workspace refused a call, with Slack's own error name."""

    def __init__(self, error: str, **details: Any) -> None:
        super().__init__(error)
        self.error = error
        self.details = details
        """Further fields of the response, such as `needed` and `provided`."""


def refuse(error: str, **details: Any) -> NoReturn:
    """Refuse the call with this error name."""
    raise SlackRefusal(error, **details)


def refuse_arguments(*messages: str) -> NoReturn:
    """Refuse malformed arguments, saying which, as Slack does in `response_metadata`."""
    lines = [f"[ERROR] {message}" for message in messages]
    refuse("invalid_arguments", response_metadata={"messages": lines})
