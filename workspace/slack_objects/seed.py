"""Who and what a new workspace holds: three people, the bot user and three channels."""

from __future__ import annotations

from typing import Literal

from workspace.json_types import JsonObject
from workspace.slack_objects.app import App
from workspace.slack_objects.conversations import new_channel

Guest = Literal["", "multi", "single"]
"""No guest, or one of several channels or of a single one, to which they are invited."""

PEOPLE = (
    ("U0ANA", "ana", "Ana Ruiz", "Oncologist"),
    ("U0BEN", "ben", "Ben Okafor", "Pathologist"),
    ("U0CHEN", "chen", "Chen Li", "Pharmacist"),
)
"""User id, user name, full name and title."""

CHANNELS = (
    ("C0TUMORBOARD", "tumor-board", "Cases for the board"),
    ("C0LOOKUPS", "drug-gene-lookups", "Quick look-ups of drugs, genes and trials"),
    ("C0REVIEW", "reasoning-review", "Where reasoning is reviewed"),
)
"""Channel id, name and purpose."""


def seed_users(app: App) -> list[JsonObject]:
    """The users of a new workspace, the bot user last."""
    team = str(app.team["id"])
    users = [new_user(*person, team=team) for person in PEOPLE]
    bot = new_user(app.user, app.name.lower(), app.name, "", team=team)
    bot["is_bot"] = True
    bot["profile"] |= {"api_app_id": app.app_id, "bot_id": app.bot_id, "always_active": True}
    return [*users, bot]


def seed_channels(app: App, created: int) -> list[tuple[JsonObject, list[str]]]:
    """The channels of a new workspace, each with its members: everybody, and the bot if it was
    installed from the beginning; else somebody has to invite it."""
    members = [*(person[0] for person in PEOPLE), *([app.user] if app.bot_token else [])]
    creator = PEOPLE[0][0]
    return [
        (
            new_channel(
                channel_id,
                name,
                team=str(app.team["id"]),
                creator=creator,
                created=created,
            )
            | {"purpose": {"value": purpose, "creator": creator, "last_set": created}},
            members,
        )
        for channel_id, name, purpose in CHANNELS
    ]


def new_user(
    user_id: str, name: str, real_name: str, title: str, *, team: str, guest: Guest = ""
) -> JsonObject:
    """A person, or a guest of the workspace."""
    return {
        "id": user_id,
        "team_id": team,
        "name": name,
        "real_name": real_name,
        "deleted": False,
        "is_bot": False,
        "is_app_user": False,
        "is_admin": False,
        "is_owner": False,
        "is_restricted": guest != "",
        "is_ultra_restricted": guest == "single",
        "tz": "Etc/UTC",
        "tz_label": "Coordinated Universal Time",
        "tz_offset": 0,
        "updated": 0,
        "profile": {
            "real_name": real_name,
            "display_name": name,
            "title": title,
            "email": f"{name}@example.org",
            "team": team,
        },
    }
