"""Who and what a new workspace holds: one team, three people, one app, three channels."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from workspace.model.json_types import JsonObject

TEAM: JsonObject = {"id": "T0CURBSIDE", "name": "Tumor board (local)", "domain": "curbside-local"}

PEOPLE = (
    ("U0ANA", "ana", "Ana Ruiz", "Oncologist"),
    ("U0BEN", "ben", "Ben Okafor", "Pathologist"),
    ("U0CHEN", "chen", "Chen Li", "Pharmacist"),
)

CHANNELS = (
    ("C0TUMORBOARD", "tumor-board", "Cases for the board"),
    ("C0LOOKUPS", "drug-gene-lookups", "Quick look-ups of drugs, genes and trials"),
    ("C0REVIEW", "reasoning-review", "Where reasoning is reviewed"),
)

MANIFEST = Path(__file__).parents[1] / "manifest.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class App:
    """The one app installed in the workspace, with its secrets and what it may do."""

    app_id: str = "A0CURBSIDE"
    bot_id: str = "B0CURBSIDE"
    user: str = "U0CURBSIDE"
    """The user id of the bot user."""
    name: str = "Curbside"
    bot_token: str = "xoxb-local"  # noqa: S105 (a token of the local workspace, no secret)
    app_token: str = "xapp-local"  # noqa: S105
    signing_secret: str = "local-signing-secret"  # noqa: S105
    scopes: frozenset[str] = frozenset()
    bot_events: frozenset[str] = frozenset()
    """Subscribed events by manifest name, e.g. `message.channels`."""


def app_of(manifest: Path = MANIFEST, **secrets: str) -> App:
    """The app that a manifest describes; `secrets` override the tokens."""
    declared = json.loads(manifest.read_text(encoding="utf-8"))
    return App(
        name=declared["display_information"]["name"],
        scopes=frozenset(declared["oauth_config"]["scopes"]["bot"]),
        bot_events=frozenset(declared["settings"]["event_subscriptions"]["bot_events"]),
        **secrets,
    )


def people(app: App) -> list[JsonObject]:
    """The users of a new workspace, the bot user last."""
    users = [_user(ident, name, real, title) for ident, name, real, title in PEOPLE]
    bot = _user(app.user, app.name.lower(), app.name, "")
    bot["is_bot"] = True
    bot["profile"] |= {"api_app_id": app.app_id, "bot_id": app.bot_id, "always_active": True}
    return [*users, bot]


def channels(app: App, created: int) -> list[tuple[JsonObject, list[str]]]:
    """The channels of a new workspace, each with its members (everybody, bot included)."""
    members = [*(person[0] for person in PEOPLE), app.user]
    return [
        (channel(ident, name, purpose=purpose, creator=PEOPLE[0][0], created=created), members)
        for ident, name, purpose in CHANNELS
    ]


def channel(ident: str, name: str, *, purpose: str, creator: str, created: int) -> JsonObject:
    """A public channel as Slack describes one."""
    return {
        "id": ident,
        "name": name,
        "name_normalized": name,
        "is_channel": True,
        "is_group": False,
        "is_im": False,
        "is_mpim": False,
        "is_private": False,
        "is_archived": False,
        "is_general": False,
        "is_shared": False,
        "is_ext_shared": False,
        "is_org_shared": False,
        "created": created,
        "creator": creator,
        "context_team_id": TEAM["id"],
        "topic": {"value": "", "creator": "", "last_set": 0},
        "purpose": {"value": purpose, "creator": creator, "last_set": created},
    }


def direct_channel(ident: str, user: str, created: int) -> JsonObject:
    """A direct conversation between the bot and a user."""
    return {
        "id": ident,
        "user": user,
        "is_im": True,
        "is_channel": False,
        "is_group": False,
        "is_mpim": False,
        "is_private": True,
        "is_archived": False,
        "is_org_shared": False,
        "created": created,
        "context_team_id": TEAM["id"],
    }


def _user(ident: str, name: str, real_name: str, title: str) -> JsonObject:
    return {
        "id": ident,
        "team_id": TEAM["id"],
        "name": name,
        "real_name": real_name,
        "deleted": False,
        "is_bot": False,
        "is_app_user": False,
        "is_admin": False,
        "is_owner": False,
        "is_restricted": False,
        "is_ultra_restricted": False,
        "tz": "Etc/UTC",
        "tz_label": "Coordinated Universal Time",
        "tz_offset": 0,
        "updated": 0,
        "profile": {
            "real_name": real_name,
            "display_name": name,
            "title": title,
            "email": f"{name}@example.org",
            "team": TEAM["id"],
        },
    }
