"""The opening of a Home, as Slack sends it. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.incoming.payloads.incoming import Incoming

HOME_TAB = "home"
OPENED = "app_home_opened"


def read_opening(payload: Mapping[str, Any], event: Mapping[str, Any]) -> Incoming:
    """Who opened which tab. Only the Home tab is ours to fill."""
    tab = str(event.get("tab", ""))
    return Incoming(
        kind="home" if tab == HOME_TAB else "other",
        event_id=str(payload.get("event_id", "")),
        team=str(payload.get("team_id", "")),
        at=str(event.get("event_ts", "")),
        channel=str(event.get("channel", "")),
        direct=True,
        user=str(event.get("user", "")),
        name=tab,
    )


def without_view(payload: Mapping[str, Any]) -> Mapping[str, Any]:
    """The payload without the page that stood there: it is made anew."""
    event: Mapping[str, Any] = payload.get("event") or {}
    if event.get("type") != OPENED:
        return payload
    return {**payload, "event": {name: each for name, each in event.items() if name != "view"}}
