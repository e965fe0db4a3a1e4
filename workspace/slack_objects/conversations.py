"""Slack's conversation objects: channels and direct conversations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from workspace.json_types import JsonObject

ConversationType = Literal["channel", "group", "im", "mpim"]
Posting = Literal["", "read_only", "thread_only", "non_threadable"]
"""What people other than the one who made a channel may not write there: anything, what is no
reply, a reply."""


def conversation_type(channel: JsonObject) -> ConversationType:
    """`channel` (public), `group` (private), `im` (direct) or `mpim` (direct, of several people),
    as in an event's `channel_type`."""
    if channel.get("is_im"):
        return "im"
    if channel.get("is_mpim"):
        return "mpim"
    return "group" if channel.get("is_private") else "channel"


def new_channel(
    channel_id: str,
    name: str,
    *,
    team: str,
    creator: str,
    created: int,
    is_private: bool = False,
) -> JsonObject:
    """A channel; `created` is in seconds since the epoch."""
    return {
        "id": channel_id,
        "name": name,
        "name_normalized": name,
        "is_channel": True,
        "is_group": False,
        "is_im": False,
        "is_mpim": False,
        "is_private": is_private,
        "is_archived": False,
        "is_frozen": False,
        "is_general": False,
        "is_shared": False,
        "is_ext_shared": False,
        "is_org_shared": False,
        "is_pending_ext_shared": False,
        "created": created,
        "creator": creator,
        "context_team_id": team,
        "topic": {"value": "", "creator": "", "last_set": 0},
        "purpose": {"value": "", "creator": "", "last_set": 0},
    }


def direct_channel(channel_id: str, user: str, created: int, team: str) -> JsonObject:
    """A direct conversation between the bot and a user; `created` in seconds since the epoch."""
    return {
        "id": channel_id,
        "user": user,
        "is_im": True,
        "is_channel": False,
        "is_group": False,
        "is_mpim": False,
        "is_private": True,
        "is_archived": False,
        "is_org_shared": False,
        "created": created,
        "context_team_id": team,
    }


def group_direct_channel(
    channel_id: str, names: Sequence[str], *, team: str, creator: str, created: int
) -> JsonObject:
    """A direct conversation of several people; `names` are their user names."""
    name = f"mpdm-{'--'.join(names)}-1"
    channel = new_channel(
        channel_id, name, team=team, creator=creator, created=created, is_private=True
    )
    told = f"Group messaging with: {' '.join(f'@{each}' for each in names)}"
    purpose = {"value": told, "creator": creator, "last_set": created}
    return {**channel, "is_channel": False, "is_mpim": True, "purpose": purpose}
