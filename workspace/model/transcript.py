"""The whole conversation as plain rows, for tests, demonstrations and comparison."""

from __future__ import annotations

from workspace.model.json_types import JsonObject
from workspace.model.workspace import Workspace


def transcript(workspace: Workspace) -> list[JsonObject]:
    """Every stored message, oldest first, with its channel; files and replies are filled in."""
    return [
        {"channel": channel, **workspace.complete(channel, body)}
        for channel, body in workspace.state.all_messages()
    ]
