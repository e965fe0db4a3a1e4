"""Who and what a new workspace holds: its people, the bot user and its channels; as they are unless
a file says otherwise."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, get_args

from workspace.json_types import JsonObject
from workspace.slack_objects.app import App
from workspace.slack_objects.conversations import Posting, new_channel
from workspace.slack_objects.manifest import Manifest, ManifestError, read_manifest

Guest = Literal["", "multi", "single", "stranger"]
"""No guest; one of several channels or of a single one, to which they are invited; or somebody of
another organisation (Slack Connect), with whom the channels that they are in are shared."""
ELSEWHERE = "T0ELSEWHERE"
"""The team of strangers."""


@dataclass(frozen=True, slots=True)
class SeedPerson:
    """Somebody of a new workspace."""

    id: str
    name: str
    real_name: str
    title: str = ""
    guest: Guest = ""


@dataclass(frozen=True, slots=True)
class SeedChannel:
    """A channel of a new workspace, with the ids of its people; the bots of the apps are in every
    channel that is not told otherwise."""

    id: str
    name: str
    purpose: str
    people: tuple[str, ...]
    is_private: bool = False
    has_app: bool = True
    posting: Posting = ""
    """What may be written there."""


@dataclass(frozen=True, slots=True)
class Seed:
    """What a new workspace holds."""

    people: tuple[SeedPerson, ...]
    channels: tuple[SeedChannel, ...]


_MOST_APPS = 10
"""Of a workspace: ids carry the number of the app as one digit."""
_SECRETS = {
    "bot_token": "--bot-token",
    "app_token": "--app-token",
    "signing_secret": "--signing-secret",
    "client_id": "--client-id",
}
"""What each app has to itself, and the option that gives it."""

_BOARD = (
    SeedPerson("U0ANA", "ana", "Ana Ruiz", "Oncologist"),
    SeedPerson("U0BEN", "ben", "Ben Okafor", "Pathologist"),
    SeedPerson("U0CHEN", "chen", "Chen Li", "Pharmacist"),
)
_ALL = tuple(each.id for each in _BOARD)
USUAL_SEED = Seed(
    _BOARD,
    (
        SeedChannel("C0TUMORBOARD", "tumor-board", "Cases for the board", _ALL),
        SeedChannel(
            "C0LOOKUPS", "drug-gene-lookups", "Quick look-ups of drugs, genes and trials", _ALL
        ),
        SeedChannel("C0REVIEW", "reasoning-review", "Where reasoning is reviewed", _ALL),
    ),
)


def read_seed(file: Path, app: App) -> tuple[Seed, App]:
    """What a file (JSON, YAML) says a new workspace holds, and the app in its team, with ids made
    of their names. Raises :class:`ManifestError`."""
    told = read_manifest(file)
    seed = _seed_of(told)
    name = told.required_text("team.name")
    ident = _ident(name, "team.name")
    team = {"id": f"T0{ident}", "name": name, "domain": ident.lower()}
    app = _with_own_ids(replace(app, team=team))
    _require_unlike_people(app, seed)
    return seed, app


def place_beside(first: App, others: Sequence[App], seed: Seed) -> tuple[App, ...]:
    """Further apps of the first one's team, with ids made of their names. Raises
    :class:`ManifestError` if two cannot be told apart."""
    if len(others) >= _MOST_APPS:
        raise ManifestError(f"a workspace has at most {_MOST_APPS} apps: leave some out")
    apps = [first]
    for number, each in enumerate(others, 1):
        app = _with_own_ids(replace(each, team=first.team, number=number))
        _require_unlike_people(app, seed)
        for other in apps:
            _require_unlike(other, app)
        apps.append(app)
    return tuple(apps[1:])


def _with_own_ids(app: App) -> App:
    own = _ident(app.name, "display_information.name of the manifest")
    return replace(app, app_id=f"A0{own}", bot_id=f"B0{own}", user=f"U0{own}")


def _require_unlike_people(app: App, seed: Seed) -> None:
    if app.user in {each.id for each in seed.people}:
        raise ManifestError(f"somebody of people has the name of the app, {app.name}: change it")


def _require_unlike(one: App, other: App) -> None:
    """Raises :class:`ManifestError` with what the two apps have in common and must not."""
    if one.user == other.user:
        key = "display_information.name"
        raise ManifestError(f"two apps have the name {other.name} ({key}): change one")
    commands = {str(each["command"]).lower() for each in one.commands}
    for command in (str(each["command"]) for each in other.commands):
        if command.lower() in commands:
            names = f"{one.name} and {other.name}"
            raise ManifestError(
                f"the apps {names} both declare the command {command}: rename one of them"
            )
    for name, option in _SECRETS.items():
        if getattr(other, name) and getattr(one, name) == getattr(other, name):
            names = f"{one.name} and {other.name}"
            raise ManifestError(f"the apps {names} have the same {option}: give each its own")


def _seed_of(told: Manifest) -> Seed:
    people = tuple(_person(one, at) for at, one in enumerate(_entries(told, "people", "real_name")))
    ids = {each.name: each.id for each in people}
    channels = tuple(_channel(one, at, people) for at, one in enumerate(_entries(told, "channels")))
    for key, known in (("people", ids.values()), ("channels", [each.id for each in channels])):
        if len(set(known)) < len(list(told.objects(key))):
            raise ManifestError(f"two of {key} have the same name: change one")
    return Seed(people, channels)


def _entries(told: Manifest, key: str, *wanted: str) -> tuple[JsonObject, ...]:
    found = told.objects(key, "name", *wanted)
    if not found:
        raise ManifestError(f"it lacks the key {key}, a list with at least one of them: add it")
    return found


def _person(one: Mapping[str, object], at: int) -> SeedPerson:
    guest = str(one.get("guest") or "")
    if guest not in get_args(Guest):
        raise ManifestError(f"people[{at}].guest must be multi, single or stranger: change it")
    name = str(one["name"])
    ident = _ident(name, f"people[{at}].name")
    title = str(one.get("title") or "")
    return SeedPerson(f"U0{ident}", name, str(one["real_name"]), title, guest)  # type: ignore[arg-type]


def _channel(one: Mapping[str, object], at: int, people: Sequence[SeedPerson]) -> SeedChannel:
    ids = {each.name: each.id for each in people}
    everybody = [each.name for each in people if not each.guest]
    members = one.get("members", everybody)
    if not isinstance(members, list) or not members or not set(members) <= set(ids):
        raise ManifestError(f"channels[{at}].members must be a list of names of people: change it")
    name = str(one["name"])
    posting = str(one.get("posting") or "")
    if posting not in get_args(Posting):
        words = ", ".join(get_args(Posting)[1:])
        raise ManifestError(f"channels[{at}].posting must be one of {words}: change it")
    return SeedChannel(
        f"C0{_ident(name, f'channels[{at}].name')}",
        name,
        str(one.get("purpose") or ""),
        tuple(ids[each] for each in members),
        is_private=one.get("private") is True,
        has_app=one.get("app", True) is True,
        posting=posting,  # type: ignore[arg-type]
    )


def _ident(name: str, key: str) -> str:
    """A name as it stands in an id."""
    ident = re.sub(r"[^A-Z0-9]", "", name.upper())
    return ident or _refuse_name(key)


def _refuse_name(key: str) -> str:
    raise ManifestError(f"{key} must have a letter or a digit: change it")


def seed_people(app: App, seed: Seed) -> list[JsonObject]:
    """The people of a new workspace."""
    team = str(app.team["id"])
    return [
        new_user(each.id, each.name, each.real_name, each.title, team=team, guest=each.guest)
        for each in seed.people
    ]


def seed_bots(apps: Sequence[App]) -> list[JsonObject]:
    """The bot users of the apps."""
    return [_bot_user(each) for each in apps]


def _bot_user(app: App) -> JsonObject:
    bot = new_user(app.user, app.name.lower(), app.name, "", team=str(app.team["id"]))
    bot["is_bot"] = True
    bot["profile"] |= {"api_app_id": app.app_id, "bot_id": app.bot_id, "always_active": True}
    return bot


def seed_channels(
    apps: Sequence[App], seed: Seed, created: int
) -> list[tuple[JsonObject, list[str]]]:
    """The channels of a new workspace, each with its members, among them the bots that were
    installed from the beginning; else somebody has to invite them."""
    return [_with_members(each, apps, created) for each in seed.channels]


def _with_members(
    each: SeedChannel, apps: Sequence[App], created: int
) -> tuple[JsonObject, list[str]]:
    creator = each.people[0]
    channel = new_channel(
        each.id,
        each.name,
        team=str(apps[0].team["id"]),
        creator=creator,
        created=created,
        is_private=each.is_private,
    )
    purpose = {"value": each.purpose, "creator": creator, "last_set": created}
    bots = [app.user for app in apps if each.has_app and app.bot_token]
    permissions = {f"is_{each.posting}": True} if each.posting else {}
    return channel | permissions | {"purpose": purpose}, [*each.people, *bots]


def new_user(
    user_id: str, name: str, real_name: str, title: str, *, team: str, guest: Guest = ""
) -> JsonObject:
    """A person, a guest of the workspace, or a stranger."""
    own_team = ELSEWHERE if guest == "stranger" else team
    return {
        "id": user_id,
        "team_id": own_team,
        "name": name,
        "real_name": real_name,
        "deleted": False,
        "is_bot": False,
        "is_app_user": False,
        "is_admin": False,
        "is_owner": False,
        "is_restricted": guest in ("multi", "single"),
        "is_ultra_restricted": guest == "single",
        **({"is_stranger": True} if guest == "stranger" else {}),
        "tz": "Etc/UTC",
        "tz_label": "Coordinated Universal Time",
        "tz_offset": 0,
        "updated": 0,
        "profile": {
            "real_name": real_name,
            "display_name": real_name,  # what the page calls them
            "title": title,
            "email": f"{name}@example.org",
            "team": own_team,
        },
    }
