"""The JSON of Slack's wire, which has no fixed shape: blocks, messages and events are objects."""

from __future__ import annotations

from typing import Any

JsonObject = dict[str, Any]
"""One JSON object. Messages, events, views and blocks travel through as the client sent them."""
