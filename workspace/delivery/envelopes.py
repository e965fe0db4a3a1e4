"""How payloads to the app differ on the wire."""

from __future__ import annotations

from workspace.json_types import JsonObject


def envelope_type(payload: JsonObject) -> str:
    """`events_api`, `slash_commands` or `interactive`; a command is the only one without a type."""
    if "type" not in payload:
        return "slash_commands"
    return "events_api" if payload["type"] == "event_callback" else "interactive"
