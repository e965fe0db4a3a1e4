"""Slack's message objects, and pure functions that change them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from workspace.json_types import JsonObject
from workspace.slack_objects.app import TEAM, App
from workspace.slack_objects.rich_text import app_text_blocks, rich_text_blocks

ASSISTANT_THREAD = "assistant_app_thread"
"""The subtype of a message that begins a conversation with an assistant, and the field that holds
its title."""
_WITH_CONTROLS = ("actions", "context_actions")
"""The blocks whose elements are controls."""
_FILE_ID = re.compile(r"\bF[A-Z0-9]{8,}")
_MARKUP = re.compile(r"<(?:[@#!][A-Za-z0-9_^|.\- ]+|(?:https?|mailto):[^<>\s]+)>")


def escape_text(text: str) -> str:
    """`&`, `<` and `>` as entities, except in mentions, channel names and links."""
    parts: list[str] = []
    end = 0
    for match in _MARKUP.finditer(text):
        parts += [_with_entities(text[end : match.start()]), match.group()]
        end = match.end()
    return "".join([*parts, _with_entities(text[end:])])


def person_message(user: str, text: str, ts: str, team: str = TEAM["id"]) -> JsonObject:
    """A message that somebody of a team typed."""
    return {
        "type": "message",
        "user": user,
        "client_msg_id": str(uuid5(NAMESPACE_URL, f"{user}:{ts}")),
        **typed_text_fields(text, ts),
        "team": team,
        "ts": ts,
    }


def team_of_stranger(author: JsonObject) -> JsonObject:
    """What a message in a shared channel says of an author of another organisation."""
    if not author.get("is_stranger"):
        return {}
    return dict.fromkeys(("team", "user_team", "source_team"), author["team_id"])


def typed_text_fields(text: str, seed: str) -> JsonObject:
    """The fields `text` (with entities) and `blocks` (the same, as typed) of a person's message.

    `seed` gives the block its id. An empty text has no block.
    """
    blocks = rich_text_blocks(text, seed)
    return {"text": escape_text(text), **({"blocks": blocks} if blocks else {})}


def app_message(app: App, text: str, ts: str) -> JsonObject:
    """A message that the app posted through the Web API, with the block of its text."""
    blocks = app_text_blocks(text, ts)
    return {
        "type": "message",
        "user": app.user,
        "bot_id": app.bot_id,
        "app_id": app.app_id,
        "text": text,
        "team": app.team["id"],
        "ts": ts,
        "bot_profile": bot_profile(app),
        **({"blocks": blocks} if blocks else {}),
    }


def assistant_thread_root(app: App, ts: str) -> JsonObject:
    """The message that begins a conversation with an assistant."""
    thread = {"title": "", "title_blocks": [], "artifacts": []}
    fields = {"subtype": ASSISTANT_THREAD, ASSISTANT_THREAD: thread, "thread_ts": ts}
    return {**app_message(app, "", ts), "text": "New Assistant Thread", **fields}


def slackbot_message(text: str, ts: str, team: str) -> JsonObject:
    """A message of Slack's own bot, which is in every workspace."""
    who = {"user": "USLACKBOT", "username": "Slackbot"}
    return {"type": "message", **who, "text": text, "team": team, "ts": ts}


def bot_profile(app: App) -> JsonObject:
    """The app's bot as messages show it."""
    return {
        "id": app.bot_id,
        "app_id": app.app_id,
        "name": app.name,
        "deleted": False,
        "updated": 0,
        "icons": {},
        "team_id": app.team["id"],
    }


def with_ids(blocks: Iterable[JsonObject], seed: str) -> list[JsonObject]:
    """The blocks with a block_id and their elements with an action_id, as Slack completes them.

    Those without one get one derived from `seed`: the same blocks and seed give the same ids, so
    an update keeps the ids that buttons carry.
    """
    return [_with_ids(block, f"{seed}:{index}") for index, block in enumerate(blocks)]


def _with_ids(block: JsonObject, seed: str) -> JsonObject:
    completed = {**block, "block_id": block.get("block_id") or _short_id(seed)}
    if "elements" in block and block["type"] in _WITH_CONTROLS:
        parts = enumerate(block["elements"])
        completed["elements"] = [_with_action_id(one, f"{seed}:{index}") for index, one in parts]
    for name in ("accessory", "element"):
        if name in block:
            completed[name] = _with_action_id(block[name], f"{seed}:{name}")
    if "child_blocks" in block:
        completed["child_blocks"] = with_ids(block["child_blocks"], seed)
    return completed


def _with_action_id(element: JsonObject, seed: str) -> JsonObject:
    if element.get("action_id") or element.get("type") == "image":
        return element
    return {**element, "action_id": _short_id(seed)}


def pictures_in(value: Any, pointer: str = "/blocks") -> Iterator[tuple[str, str]]:
    """Where blocks show a file of the workspace, as JSON pointers, and the id of each file."""
    if isinstance(value, list):
        for index, one in enumerate(value):
            yield from pictures_in(one, f"{pointer}/{index}")
    elif isinstance(value, dict):
        for name, part in value.items():
            if name == "slack_file":
                found = _FILE_ID.search(str(part.get("id") or part.get("url")))
                yield f"{pointer}/{name}", found[0] if found else ""
            else:
                yield from pictures_in(part, f"{pointer}/{name}")


def thread_fields(root: JsonObject, replies: list[JsonObject]) -> JsonObject:
    """The fields that a root message shows about its replies; none if there are no replies."""
    if not replies:
        return {}
    authors = list(dict.fromkeys(str(reply["user"]) for reply in replies))
    return {
        "thread_ts": root["ts"],
        "reply_count": len(replies),
        "reply_users_count": len(authors),
        "latest_reply": replies[-1]["ts"],
        "reply_users": authors,
        "is_locked": False,
        "subscribed": False,
    }


def without_metadata(message: JsonObject) -> JsonObject:
    """The message as the Web API returns it unless the caller asks for metadata."""
    return {key: value for key, value in message.items() if key != "metadata"}


def with_reaction(message: JsonObject, name: str, user: str) -> JsonObject | None:
    """The message with one more reaction, or None if this user already gave it."""
    reactions = [dict(one) for one in message.get("reactions", [])]
    reaction = next((one for one in reactions if one["name"] == name), None)
    if reaction is None:
        reaction = {"name": name, "users": [], "count": 0}
        reactions.append(reaction)
    if user in reaction["users"]:
        return None
    reaction["users"] = [*reaction["users"], user]
    reaction["count"] = len(reaction["users"])
    return {**message, "reactions": reactions}


def without_reaction(message: JsonObject, name: str, user: str) -> JsonObject | None:
    """The message with one reaction less, or None if this user had not given it."""
    kept: list[JsonObject] = []
    found = False
    for reaction in message.get("reactions", []):
        users = [one for one in reaction["users"] if reaction["name"] != name or one != user]
        found = found or len(users) < len(reaction["users"])
        if users:
            kept.append({**reaction, "users": users, "count": len(users)})
    if not found:
        return None
    rest = {key: value for key, value in message.items() if key != "reactions"}
    return {**rest, "reactions": kept} if kept else rest


def tombstone(message: JsonObject) -> JsonObject:
    """The message that takes the place of a deleted root whose replies remain."""
    return {
        "type": "message",
        "subtype": "tombstone",
        "hidden": True,
        "user": "USLACKBOT",
        "text": "This message was deleted.",
        "ts": message["ts"],
        "thread_ts": message["ts"],
    }


def _with_entities(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _short_id(seed: str) -> str:
    return uuid5(NAMESPACE_URL, seed).hex[:5]
