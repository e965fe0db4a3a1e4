"""Links to messages, as Slack's "Copy link" gives them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.failures.errors import NoMessageLink

_LINK = re.compile(
    r"https?://[^/\s]+/archives/([A-Z0-9]+)/p(\d{10})(\d{6})(?:\?(?:[^#\s]*&)?thread_ts=([\d.]+))?"
)


@dataclass(frozen=True, slots=True)
class MessageLink:
    """Where a message is."""

    channel: str
    ts: str
    thread_ts: str
    """The first message of its thread; empty if the link does not say it."""


def read_message_link(link: str) -> MessageLink:
    """The message that a link leads to. Raises :class:`bot.failures.errors.NoMessageLink`."""
    found = _LINK.match(link.strip())
    if found is None:
        raise NoMessageLink
    channel, seconds, fraction, thread_ts = found.groups("")
    return MessageLink(channel, f"{seconds}.{fraction}", thread_ts)
