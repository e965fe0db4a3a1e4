"""The type of Slack's JSON, which has no fixed shape."""

from __future__ import annotations

from typing import Any

JsonObject = dict[str, Any]
"""One JSON object. Messages, events, views and blocks travel through as the client sent them."""
