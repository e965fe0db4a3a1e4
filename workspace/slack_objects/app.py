"""A team and an app that is installed in it, as its manifest describes it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from workspace.json_types import JsonObject
from workspace.slack_objects.manifest import Manifest, read_manifest

TEAM: JsonObject = {"id": "T0CURBSIDE", "name": "Tumor board (local)", "domain": "curbside-local"}

CLIENT_ID = "1000000000000.2000000000000"
CLIENT_SECRET = "local-client-secret"  # noqa: S105 (of the local workspace, no secret)

MANIFEST = Path(__file__).parents[1] / "manifest.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class App:
    """The app with its ids, its secrets and what it may do."""

    team: JsonObject = field(default_factory=lambda: dict(TEAM))
    """The team in which it is, or may be, installed."""

    app_id: str = "A0CURBSIDE"
    bot_id: str = "B0CURBSIDE"
    user: str = "U0CURBSIDE"
    """The user id of the bot user."""
    name: str = "Curbside"
    number: int = 0
    """Which of the apps of its workspace it is, counted from 0."""
    bot_token: str = "xoxb-local"  # noqa: S105 (a token of the local workspace, no secret)
    """The token that the team gave before anybody looks; empty: the app is installed by OAuth."""
    app_token: str = "xapp-local"  # noqa: S105
    signing_secret: str = "local-signing-secret"  # noqa: S105
    client_id: str = CLIENT_ID
    client_secret: str = CLIENT_SECRET
    redirect_urls: tuple[str, ...] = ()
    """Where OAuth may lead back to, as the manifest declares them."""
    rotates_tokens: bool = False
    """Whether its tokens expire and are refreshed."""
    scopes: frozenset[str] = frozenset()
    bot_events: frozenset[str] = frozenset()
    """Subscribed events by manifest name, e.g. `message.channels`."""
    commands: tuple[JsonObject, ...] = ()
    """Slash commands as the manifest declares them (command, description, usage_hint, …); none
    without the scope `commands`, which shortcuts need, too."""
    shortcuts: tuple[JsonObject, ...] = ()
    """Shortcuts as the manifest declares them: name, type, callback_id, description."""
    has_home: bool = False
    """Whether the Home tab is enabled."""
    has_messages: bool = True
    """Whether the Messages tab is enabled; else nobody writes in the app's conversations."""
    takes_messages: bool = True
    """Whether people may write there, too."""
    is_assistant: bool = False
    """Whether it is an agent of the older kind (`assistant_view`): each conversation with it is a
    thread."""
    suggested_prompts: tuple[JsonObject, ...] = ()
    """What people are offered to ask in the app's conversation: title and message."""

    def id_for(self, kind: Literal["D", "V"], user: str) -> str:
        """The id of what each person has once with each app: their direct conversation (`D`), their
        home (`V`). Ids of people begin with U0."""
        return f"{kind}{self.number or user[1]}{user[2:]}"

    def key(self, name: str) -> str:
        """Under which a note of this app is stored."""
        return f"{name}@{self.app_id}" if self.number else name


def further_team(name: str, number: int, first: JsonObject = TEAM) -> JsonObject:
    """One more team beside the first; `number` counts from 2."""
    ident, domain = str(first["id"])[2:], f"{first['domain']}-{number}"
    return {"id": f"T{number}{ident}", "name": name, "domain": domain}


_AGENT, _ASSISTANT = "features.agent_view", "features.assistant_view"


def app_from_manifest(manifest: Path = MANIFEST, **secrets: Any) -> App:
    """The app that a manifest file describes; `secrets` override the tokens.

    Raises `ManifestError` if the file cannot be read or says something else than a manifest does.
    """
    declared = read_manifest(manifest)
    commands = declared.objects("features.slash_commands", "command", "description")
    shortcuts = declared.objects("features.shortcuts", "name", "type", "callback_id", "description")
    scopes = frozenset(declared.texts("oauth_config.scopes.bot"))
    may_command = "commands" in scopes
    home = "features.app_home"
    has_messages = declared.flag(f"{home}.messages_tab_enabled", default=True)
    is_read_only = declared.flag(f"{home}.messages_tab_read_only_enabled")
    return App(
        name=declared.required_text("display_information.name"),
        scopes=scopes,
        redirect_urls=declared.texts("oauth_config.redirect_urls"),
        rotates_tokens=declared.flag("settings.token_rotation_enabled"),
        bot_events=frozenset(declared.texts("settings.event_subscriptions.bot_events")),
        commands=commands if may_command else (),
        shortcuts=shortcuts if may_command else (),
        has_home=declared.flag(f"{home}.home_tab_enabled"),
        has_messages=has_messages,
        takes_messages=has_messages and not is_read_only,
        is_assistant=declared.has(_ASSISTANT) and not declared.has(_AGENT),
        suggested_prompts=_prompts(declared, _AGENT) or _prompts(declared, _ASSISTANT),
        **secrets,
    )


def _prompts(declared: Manifest, kind: str) -> tuple[JsonObject, ...]:
    return declared.objects(f"{kind}.suggested_prompts", "title", "message")
