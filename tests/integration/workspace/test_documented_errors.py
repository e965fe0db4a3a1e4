"""Errors that Slack documents of a method and that something can bring about: each is brought
about once, and what is not counted as such is no error of ours to claim."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.integration.workspace.conftest import ANA, BOARD, BOT, say
from tests.integration.workspace.everything import BEN, FORM
from tests.integration.workspace.test_documented_methods import (
    NOWHERE,
    Caller,
    call_with,
    caller,
    emulated,
)
from workspace.model.interaction_tokens import TRIGGER_SECONDS
from workspace.model.messages.reactions import MOST_KINDS, MOST_OF_ONE
from workspace.model.messages.scheduled import MOST_SCHEDULED
from workspace.slack_objects.app import CLIENT_ID, CLIENT_SECRET, app_from_manifest
from workspace.web_api.documented_methods import absent_errors

__all__ = ["caller"]
GENERATED, PROVOKED, DOCUMENTED = 52, 235, 426
"""Pairs of a method that is here and one of its documented errors: those that the tests made from
the table bring about, with those here, and all. Why no call brings the rest about stands in
``absent_errors.tsv``; a test that needs one plans it."""
NO_CHANNEL = "C0NOWHERE"
POSTING = ("read_only", "thread_only", "non_threadable")
BAD_CHUNK = {"type": "blocks", "blocks": [{"type": "nothing"}]}
LONG = "x" * 4_001
BAD_BLOCKS = [{"type": "nothing"}]
CHUNK = {"markdown_text": "x"}
METADATA = {"event_type": "x", "event_payload": {"k": "x" * 9_000}}
SECTION = {"type": "section", "text": {"type": "mrkdwn", "text": "x" * 3_000}}
HOME = {"type": "home", "blocks": [{"type": "divider"}]}
TO_ANA = {"recipient_user_id": ANA, "recipient_team_id": "T0CURBSIDE"}
Wrong = tuple[str, dict[str, Any], str]


async def arrange(caller: Caller) -> dict[str, str]:
    """What the wrong calls are about: messages, channels, views and files."""
    slack = caller.slack.workspace
    posted = await caller.call("chat.postMessage", {"channel": BOARD, "text": "x"})
    made = await caller.call("conversations.create", {"name": "made"})
    await caller.call("views.publish", {"user_id": ANA, "view": HOME})
    slack.conversations.storage.directory.put_channel(
        slack.conversations.get(BOARD) | {"id": "C0OLD", "name": "old", "is_archived": True}
    )
    slack.storage.directory.add_member("C0OLD", BOT)
    other = slack.memberships.create("of-people", creator=ANA)
    await caller.call(
        "reactions.add", {"channel": BOARD, "timestamp": posted["ts"], "name": "eyes"}
    )
    spent = slack.tokens.issue_trigger_id(ANA)
    view = await caller.call(
        "views.open", {"trigger_id": spent, "view": FORM | {"external_id": "e"}}
    )
    return await arrange_more(caller, posted["ts"]) | {
        "ours": posted["ts"],
        "theirs": say(caller.slack, "hello")["ts"],
        "made": made["channel"]["id"],
        "foreign": other["id"],
        "spent": spent,
        "view": view["view"]["id"],
        "trigger": slack.tokens.issue_trigger_id(ANA),
        "group": slack.conversations.open_group([BOT, ANA, BEN])["id"],
        "file": slack.files.add(BOT, "a.txt", b"x")["id"],
    }


async def arrange_streams(caller: Caller) -> dict[str, str]:
    """Streams in a channel that the app has left and in one that is archived, one that a person
    stopped, and messages with as many reactions as there may be."""
    slack, at = caller.slack.workspace, {}
    for place in ("left", "archived"):
        made = await caller.call("conversations.create", {"name": place})
        at[place] = made["channel"]["id"]
        slack.memberships.enter(at[place], ANA)
        at[f"streamed_{place}"] = await begin_stream(caller, at[place])
    left = await caller.call("conversations.leave", {"channel": at["left"]})
    assert left["ok"], left
    archived = slack.conversations.get(at["archived"]) | {"is_archived": True}
    slack.conversations.storage.directory.put_channel(archived)
    at["stopped"] = await begin_stream(caller, BOARD)
    slack.streams.stop_in(BOARD, slack.history.message(BOARD, at["stopped"])["thread_ts"])
    at |= {"reacted": say(caller.slack, "x")["ts"], "motley": say(caller.slack, "y")["ts"]}
    for number in range(MOST_KINDS):
        if number < MOST_OF_ONE:
            slack.reactions.add(BOARD, at["reacted"], f"r{number}", user=BOT)
        person = (ANA, BEN, "U0CHEN")[number // MOST_OF_ONE]
        slack.reactions.add(BOARD, at["motley"], f"r{number}", user=person)
    for _ in range(MOST_SCHEDULED):
        later = {"channel": BOARD, "text": "x", "post_at": 1_800_005_000}
        assert (await caller.call("chat.scheduleMessage", later))["ok"]
    return at


async def arrange_restricted(caller: Caller) -> dict[str, str]:
    """A channel for each kind of posting permission, made by a person, each with a thread and a
    stream of before."""
    slack, at = caller.slack.workspace, {}
    for posting in POSTING:
        channel = slack.memberships.create(posting.replace("_", "-"), creator=ANA)
        at[posting] = channel["id"]
        slack.storage.directory.add_member(channel["id"], BOT)
        at[f"streamed_{posting}"] = await begin_stream(caller, channel["id"])
        restricted = slack.conversations.get(channel["id"]) | {f"is_{posting}": True}
        slack.conversations.storage.directory.put_channel(restricted)
    return at


async def begin_stream(caller: Caller, channel: str) -> str:
    """A stream that goes on in a thread of this channel."""
    root = (await caller.call("chat.postMessage", {"channel": channel, "text": "x"}))["ts"]
    begun = {"channel": channel, "thread_ts": root, **TO_ANA, **CHUNK}
    return str((await caller.call("chat.startStream", begun))["ts"])


async def arrange_more(caller: Caller, root: str) -> dict[str, str]:
    """A stream, views on each other, trigger ids of other times, what is of people."""
    slack = caller.slack.workspace
    late, late_too = (slack.tokens.issue_trigger_id(ANA) for _ in range(2))
    slack.clock.advance(TRIGGER_SECONDS + 1)
    for _ in range(2):
        trigger = slack.tokens.issue_trigger_id(ANA)
        other = await caller.call("views.push", {"trigger_id": trigger, "view": FORM})
        assert other["ok"]
    begun = {"channel": BOARD, "thread_ts": root, **TO_ANA, **CHUNK}
    opened = {"trigger_id": slack.tokens.issue_trigger_id("U0CHEN"), "view": FORM}
    assert (await caller.call("views.open", opened))["ok"]
    guest = slack.people.add("gil", "Gil Roe", guest="single")["id"]
    slack.memberships.invite(BOARD, [guest], by=ANA)
    file = slack.files.add(ANA, "b.txt", b"x")["id"]
    gone = slack.files.add(BOT, "c.txt", b"x")["id"]
    assert (await caller.call("files.delete", {"file": gone}))["ok"]
    say(caller.slack, "with a file", file_ids=(file,))
    return (
        await arrange_streams(caller)
        | await arrange_restricted(caller)
        | {
            "streamed": (await caller.call("chat.startStream", begun))["ts"],
            "late": late,
            "late_too": late_too,
            "fourth": slack.tokens.issue_trigger_id(ANA),
            "pushed": slack.tokens.issue_trigger_id("U0CHEN"),
            "pushed_too": slack.tokens.issue_trigger_id("U0CHEN"),
            "of_ben": slack.tokens.issue_trigger_id(BEN),
            "guest": guest,
            "of_ana": file,
            "large": slack.tokens.issue_trigger_id(ANA),
            "gone": gone,
            "other_view": other["view"]["id"],
        }
    )


def of_chat(at: dict[str, str]) -> list[Wrong]:
    here = {"channel": BOARD}
    ours, theirs = {**here, "ts": at["ours"]}, {**here, "ts": at["theirs"]}
    nobody = {**here, "user": ANA, "text": "x"}
    return [
        ("chat.postMessage", here, "no_text"),
        ("chat.postMessage", {**here, "blocks": BAD_BLOCKS}, "invalid_blocks"),
        ("chat.postMessage", {"channel": at["foreign"], "text": "x"}, "not_in_channel"),
        ("chat.postMessage", {"channel": "C0OLD", "text": "x"}, "is_archived"),
        ("chat.postMessage", {**here, "text": "x", "metadata": METADATA}, "metadata_too_large"),
        ("chat.postMessage", {**here, "text": "x", "markdown_text": "x"}, "markdown_text_conflict"),
        (
            "chat.postMessage",
            {**here, "text": "x", "metadata": {"a": 1}},
            "invalid_metadata_format",
        ),
        ("chat.postMessage", {**here, "blocks": [SECTION] * 5}, "msg_blocks_too_long"),
        (
            "chat.startStream",
            {**here, "thread_ts": at["ours"], **CHUNK},
            "missing_recipient_user_id",
        ),
        (
            "chat.startStream",
            {**here, "thread_ts": at["ours"], "recipient_user_id": ANA, **CHUNK},
            "missing_recipient_team_id",
        ),
        (
            "chat.startStream",
            {"channel": at["foreign"], "thread_ts": at["ours"], **TO_ANA, **CHUNK},
            "not_in_channel",
        ),
        (
            "chat.startStream",
            {**here, "thread_ts": at["ours"], **TO_ANA, "chunks": [{"type": "x"}]},
            "invalid_chunks",
        ),
        (
            "chat.startStream",
            {"channel": "C0OLD", "thread_ts": at["ours"], **TO_ANA, **CHUNK},
            "is_archived",
        ),
        ("chat.postEphemeral", {**here, "user": ANA}, "no_text"),
        (
            "chat.postEphemeral",
            {**here, "channel": at["foreign"], "user": ANA, "text": "x"},
            "not_in_channel",
        ),
        ("chat.postEphemeral", {**nobody, "blocks": BAD_BLOCKS}, "invalid_blocks"),
        ("chat.postEphemeral", {**nobody, "channel": at["made"]}, "user_not_in_channel"),
        ("chat.postEphemeral", {**nobody, "channel": "C0OLD"}, "is_archived"),
        ("chat.update", ours, "no_text"),
        ("chat.update", {**ours, "text": LONG}, "msg_too_long"),
        ("chat.update", {**ours, "blocks": BAD_BLOCKS}, "invalid_blocks"),
        ("chat.update", {**theirs, "text": "x"}, "cant_update_message"),
        ("chat.update", {**here, "ts": NOWHERE["ts"], "text": "x"}, "message_not_found"),
        ("chat.delete", theirs, "cant_delete_message"),
        ("chat.delete", {**here, "ts": NOWHERE["ts"]}, "message_not_found"),
        ("chat.scheduleMessage", {**here, "text": "x", "post_at": 5}, "time_in_past"),
        ("chat.scheduleMessage", {**here, "text": "x", "post_at": 9_999_999_999}, "time_too_far"),
        ("chat.scheduleMessage", {**here, "post_at": 1_800_000_600}, "no_text"),
        ("chat.appendStream", {**ours, **CHUNK}, "message_not_in_streaming_state"),
        ("chat.appendStream", {**theirs, **CHUNK}, "message_not_owned_by_app"),
        ("chat.stopStream", ours, "message_not_in_streaming_state"),
        ("chat.stopStream", theirs, "message_not_owned_by_app"),
    ]


def of_content(_: dict[str, str]) -> list[Wrong]:
    """What every method that takes the content of a message refuses about it."""
    many = [{"text": "x"}] * 101
    both = {"text": "x", "markdown_text": "x"}
    new, private = {"channel": BOARD, "text": "x"}, {"channel": BOARD, "user": ANA, "text": "x"}
    methods = {"chat.postMessage": new, "chat.postEphemeral": private}
    wrong: list[Wrong] = []
    for method, given in methods.items():
        wrong += [
            (method, {**given, "blocks": "x"}, "invalid_blocks_format"),
            (method, {**given, "attachments": many}, "too_many_attachments"),
        ]
    schema = {"metadata": {"event_type": "x", "event_payload": "x"}}
    long = {"channel": BOARD, "user": ANA, "markdown_text": "x" * 12_001}
    return [
        *wrong,
        ("chat.postMessage", {**new, **schema}, "invalid_metadata_schema"),
        ("chat.postEphemeral", {**private, "attachments": "x"}, "invalid_attachments"),
        ("chat.postEphemeral", {**private, **both}, "markdown_text_conflict"),
        ("chat.postEphemeral", long, "msg_too_long"),
    ]


def of_changed_content(at: dict[str, str]) -> list[Wrong]:
    """The same of chat.update, and what is streamed."""
    ours: dict[str, Any] = {"channel": BOARD, "ts": at["ours"], "text": "x"}
    schema = {"event_type": "x", "event_payload": "x"}
    wrong: dict[str, dict[str, Any]] = {
        "invalid_blocks_format": {"blocks": "x"},
        "invalid_attachments": {"attachments": "x"},
        "too_many_attachments": {"attachments": [{"text": "x"}] * 101},
        "markdown_text_conflict": {"markdown_text": "x"},
        "invalid_metadata_format": {"metadata": {"a": 1}},
        "invalid_metadata_schema": {"metadata": schema},
        "metadata_too_large": {"metadata": METADATA},
    }
    changed: list[Wrong] = [
        ("chat.update", {**ours, **each}, error) for error, each in wrong.items()
    ]
    streamed = {"channel": BOARD, "ts": at["streamed"], "text": "x"}
    return [*changed, ("chat.update", streamed, "streaming_state_conflict")]


def of_triggers(at: dict[str, str]) -> list[Wrong]:
    """A stack of three views, and a trigger id that nobody used in time."""
    return [
        ("views.push", {"trigger_id": at["fourth"], "view": FORM}, "push_limit_reached"),
        ("views.push", {"trigger_id": at["of_ben"], "view": FORM}, "not_found"),
        ("views.open", {"trigger_id": at["late"], "view": FORM}, "expired_trigger_id"),
        ("views.push", {"trigger_id": at["late_too"], "view": FORM}, "expired_trigger_id"),
    ]


def of_conversations(at: dict[str, str]) -> list[Wrong]:
    made, foreign = {"channel": at["made"]}, {"channel": at["foreign"]}
    long_name = "x" * 81
    return [
        ("conversations.create", {"name": "made"}, "name_taken"),
        ("conversations.create", {"name": "A B"}, "invalid_name_specials"),
        ("conversations.create", {"name": "--"}, "invalid_name_punctuation"),
        ("conversations.create", {"name": long_name}, "invalid_name_maxlength"),
        ("conversations.invite", {"channel": BOARD, "users": ANA}, "already_in_channel"),
        ("conversations.invite", {**made, "users": BOT}, "cant_invite_self"),
        ("conversations.invite", {**made, "users": "U0NOWHERE"}, "user_not_found"),
        ("conversations.invite", {**foreign, "users": BEN}, "not_in_channel"),
        ("conversations.invite", {"channel": "C0OLD", "users": BEN}, "is_archived"),
        ("conversations.join", {"channel": "C0OLD"}, "is_archived"),
        ("conversations.history", {"channel": BOARD, "cursor": "x"}, "invalid_cursor"),
        ("conversations.history", {"channel": BOARD, "oldest": "x"}, "invalid_ts_oldest"),
        ("conversations.history", {"channel": BOARD, "latest": "x"}, "invalid_ts_latest"),
        ("conversations.history", foreign, "not_in_channel"),
        (
            "conversations.replies",
            {"channel": BOARD, "ts": at["ours"], "cursor": "x"},
            "invalid_cursor",
        ),
        (
            "conversations.replies",
            {"channel": BOARD, "ts": at["ours"], "oldest": "x"},
            "invalid_ts_oldest",
        ),
        (
            "conversations.replies",
            {"channel": BOARD, "ts": at["ours"], "latest": "x"},
            "invalid_ts_latest",
        ),
        ("conversations.list", {"cursor": "x"}, "invalid_cursor"),
        ("conversations.list", {"types": "x"}, "invalid_types"),
        ("conversations.members", {"channel": BOARD, "cursor": "x"}, "invalid_cursor"),
        ("conversations.invite", {**made, "users": ","}, "no_user"),
        (
            "conversations.invite",
            {"channel": at["group"], "users": "U0CHEN"},
            "method_not_supported_for_channel_type",
        ),
        ("conversations.join", {"channel": at["group"]}, "method_not_supported_for_channel_type"),
        ("conversations.open", {}, "users_list_not_supplied"),
        ("conversations.open", {"users": ",".join(f"U{n}" for n in range(9))}, "too_many_users"),
        ("conversations.open", {"users": "U0NOWHERE"}, "user_not_found"),
        ("users.conversations", {"types": "x"}, "invalid_types"),
        ("users.conversations", {"cursor": "x"}, "invalid_cursor"),
        ("users.list", {"cursor": "x"}, "invalid_cursor"),
        ("users.lookupByEmail", {"email": "nobody@example.org"}, "users_not_found"),
    ]


def of_the_rest(at: dict[str, str]) -> list[Wrong]:
    ours = {"channel": BOARD, "timestamp": at["ours"]}
    again = {"trigger_id": at["spent"], "view": FORM}
    known = {"client_id": CLIENT_ID, "client_secret": CLIENT_SECRET}
    secret = {"client_id": "x", "client_secret": "x", "code": "x"}
    return [
        ("reactions.add", {**ours, "name": "eyes"}, "already_reacted"),
        ("reactions.add", {**ours, "name": "no such name"}, "invalid_name"),
        ("reactions.remove", {**ours, "name": "tada"}, "no_reaction"),
        ("reactions.remove", {**ours, "name": "no such name"}, "invalid_name"),
        ("views.open", again, "exchanged_trigger_id"),
        ("views.update", {"view_id": at["view"], "view": FORM, "hash": "0.x"}, "hash_conflict"),
        ("reactions.add", {"name": "eyes", "channel": BOARD, "timestamp": "x"}, "bad_timestamp"),
        ("reactions.get", {"channel": BOARD}, "no_item_specified"),
        ("reactions.add", {"name": "eyes"}, "no_item_specified"),
        (
            "views.open",
            {"trigger_id": at["trigger"], "view": FORM | {"external_id": "e"}},
            "duplicate_external_id",
        ),
        ("views.open", {"trigger_id": "1.2.abc", "view": FORM}, "invalid_trigger_id"),
        ("views.push", {"trigger_id": "1.2.abc", "view": FORM}, "invalid_trigger_id"),
        ("views.push", again, "exchanged_trigger_id"),
        ("views.publish", {"user_id": ANA, "view": HOME, "hash": "0.x"}, "hash_conflict"),
        ("files.completeUploadExternal", {"files": [{"id": "F0NO"}]}, "file_not_found"),
        (
            "files.completeUploadExternal",
            {"files": [{"id": at["file"]}], "channel_id": at["foreign"]},
            "not_in_channel",
        ),
        ("files.delete", {"file": at["of_ana"]}, "cant_delete_file"),
        (
            "files.getUploadURLExternal",
            {"filename": "a.png", "length": 1, "alt_txt": "x" * 1_001},
            "alt_txt_too_large",
        ),
        ("conversations.invite", {"channel": at["made"], "users": at["guest"]}, "ura_max_channels"),
        ("oauth.v2.access", secret, "invalid_client_id"),
        ("oauth.v2.access", {**secret, "client_id": CLIENT_ID}, "bad_client_secret"),
        ("oauth.v2.access", {**known, "code": "x"}, "invalid_code"),
        ("oauth.v2.access", {**known, "grant_type": "x"}, "invalid_grant_type"),
        (
            "oauth.v2.access",
            {**known, "grant_type": "refresh_token", "refresh_token": "x"},
            "invalid_refresh_token",
        ),
    ]


def of_scheduling(at: dict[str, str]) -> list[Wrong]:
    """What is refused about the content of a message that is to be posted later."""
    given: dict[str, Any] = {"channel": BOARD, "text": "x", "post_at": 1_800_000_600}
    wrong: dict[str, dict[str, Any]] = {
        "invalid_blocks": {"blocks": BAD_BLOCKS},
        "invalid_blocks_format": {"blocks": "x"},
        "invalid_metadata_format": {"metadata": {"a": 1}},
        "invalid_metadata_schema": {"metadata": {"event_type": "x", "event_payload": "x"}},
        "metadata_too_large": {"metadata": METADATA},
        "too_many_attachments": {"attachments": [{"text": "x"}] * 101},
        "markdown_text_conflict": {"markdown_text": "x"},
        "msg_too_long": {"text": "", "markdown_text": "x" * 12_001},
        "not_in_channel": {"channel": at["foreign"]},
        "is_archived": {"channel": "C0OLD"},
        "invalid_time": {"post_at": "soon"},
    }
    return [("chat.scheduleMessage", {**given, **each}, error) for error, each in wrong.items()]


def of_streams(at: dict[str, str]) -> list[Wrong]:
    """What is refused about the parts of a stream, and about whom it is for."""
    begun = {"channel": BOARD, "thread_ts": at["ours"], **TO_ANA, **CHUNK}
    running = {"channel": BOARD, "ts": at["streamed"]}
    schema = {"event_type": "x", "event_payload": "x"}
    return [
        ("chat.startStream", {**begun, "recipient_user_id": "U0NOWHERE"}, "user_not_found"),
        ("chat.startStream", {**begun, "recipient_team_id": "T0NOWHERE"}, "team_not_found"),
        ("chat.appendStream", {**running, "chunks": [{"type": "x"}]}, "invalid_chunks"),
        ("chat.stopStream", {**running, "chunks": [{"type": "x"}]}, "invalid_chunks"),
        ("chat.stopStream", {**running, "blocks": BAD_BLOCKS}, "invalid_blocks"),
        ("chat.stopStream", {**running, "metadata": {"a": 1}}, "invalid_metadata_format"),
        ("chat.stopStream", {**running, "metadata": schema}, "invalid_metadata_schema"),
        ("chat.stopStream", {**running, "metadata": METADATA}, "metadata_too_large"),
    ]


def of_stream_blocks(at: dict[str, str]) -> list[Wrong]:
    """Blocks in a stream that are too long, or more than a message has."""
    begun = {"channel": BOARD, "thread_ts": at["ours"], **TO_ANA}
    running = {"channel": BOARD, "ts": at["streamed"]}
    long = [{"type": "blocks", "blocks": [SECTION] * 5}]
    many: list[Any] = [{"type": "blocks", "blocks": [{"type": "divider"}] * 51}]
    return [
        ("chat.startStream", {**begun, "chunks": long}, "msg_blocks_too_long"),
        ("chat.appendStream", {**running, "chunks": long}, "msg_blocks_too_long"),
        ("chat.stopStream", {**running, "chunks": long}, "msg_blocks_too_long"),
        ("chat.startStream", {**begun, "chunks": many}, "msg_blocks_too_many"),
        ("chat.appendStream", {**running, "chunks": many}, "msg_blocks_too_many"),
        ("chat.stopStream", {**running, "blocks": many[0]["blocks"]}, "msg_blocks_too_many"),
        ("chat.startStream", {**begun, "chunks": [BAD_CHUNK]}, "invalid_blocks"),
        ("chat.appendStream", {**running, "chunks": [BAD_CHUNK]}, "invalid_blocks"),
    ]


def of_places_left(at: dict[str, str]) -> list[Wrong]:
    """Streams that began where the app is no member any more, or where nobody may write."""
    wrong: list[Wrong] = []
    for method in ("chat.appendStream", "chat.stopStream"):
        for place, error in (("left", "not_in_channel"), ("archived", "is_archived")):
            running = {"channel": at[place], "ts": at[f"streamed_{place}"], **CHUNK}
            wrong.append((method, running, error))
    return [
        *wrong,
        ("chat.appendStream", {"channel": BOARD, "ts": at["stopped"], **CHUNK}, "stopped_by_user"),
    ]


def of_posting_permissions(at: dict[str, str]) -> list[Wrong]:
    """What is written where only some may write, or only in or outside threads."""
    wrong: list[Wrong] = []
    for posting in POSTING:
        error = f"restricted_action_{posting}_channel"
        root = "" if posting == "thread_only" else at[f"streamed_{posting}"]
        new = {"channel": at[posting], "text": "x", **({"thread_ts": root} if root else {})}
        later = {**new, "post_at": 1_800_000_600}
        wrong += [("chat.postMessage", new, error), ("chat.scheduleMessage", later, error)]
        if not root:
            continue
        grown = {"channel": at[posting], "ts": root, **CHUNK}
        begun = {"channel": at[posting], "thread_ts": root, **TO_ANA, **CHUNK}
        wrong += [
            ("chat.startStream", begun, error),
            ("chat.appendStream", grown, error),
            ("chat.stopStream", grown, error),
        ]
    private = {"channel": at["read_only"], "user": ANA, "text": "x"}
    return [*wrong, ("chat.postEphemeral", private, "restricted_action")]


def of_amounts(at: dict[str, str]) -> list[Wrong]:
    """What goes beyond a limit."""
    many = {"channel": BOARD, "timestamp": at["reacted"]}
    kinds = {"channel": BOARD, "timestamp": at["motley"]}
    later = {"channel": BOARD, "text": "x", "post_at": 1_800_005_000}
    return [
        ("reactions.add", {**many, "name": "eyes"}, "too_many_reactions"),
        ("reactions.add", {**kinds, "name": "eyes"}, "too_many_emoji"),
        ("chat.scheduleMessage", later, "restricted_too_many"),
        ("files.getUploadURLExternal", {"filename": "a", "length": 2**31},
         "file_upload_size_restricted"),
        ("files.getUploadURLExternal", {"filename": "a", "length": 2**21, "snippet_type": "text"},
         "snippet_too_large"),
    ]  # fmt: skip


def of_other_teams_and_kinds(at: dict[str, str]) -> list[Wrong]:
    large = [{"type": "section", "text": {"type": "mrkdwn", "text": "x" * 3_000}}] * 100
    return [
        ("team.info", {"team": "T0NOWHERE"}, "team_not_found"),
        ("bots.info", {"team_id": "T0NOWHERE"}, "team_not_found"),
        ("files.list", {"types": "x"}, "unknown_type"),
        ("views.push", {"trigger_id": at["pushed"], "view": FORM | {"external_id": "e"}},
         "duplicate_external_id"),
        ("views.push", {"trigger_id": at["pushed_too"], "view": FORM | {"blocks": large}},
         "view_too_large"),
    ]  # fmt: skip


def of_lists(_: dict[str, str]) -> list[Wrong]:
    """Pages that are asked for with a length that no page has."""
    wrong: list[Wrong] = []
    for method in ("conversations.list", "conversations.members", "users.conversations"):
        given = {"channel": BOARD} if method == "conversations.members" else {}
        wrong += [(method, {**given, "limit": limit}, "invalid_limit") for limit in (-1, 1_001)]
    return wrong


def of_views(at: dict[str, str]) -> list[Wrong]:
    """Views that are too large, or named as another one is."""
    # Of text in blocks that are each allowed.
    section = {"type": "section", "text": {"type": "mrkdwn", "text": "x" * 3_000}}
    large = [section] * 100
    named = FORM | {"external_id": "e"}
    return [
        ("views.open", {"trigger_id": at["large"], "view": FORM | {"blocks": large}},
         "view_too_large"),
        ("views.update", {"view_id": at["view"], "view": FORM | {"blocks": large}},
         "view_too_large"),
        ("views.publish", {"user_id": ANA, "view": HOME | {"blocks": large}}, "view_too_large"),
        ("views.update", {"view_id": at["other_view"], "view": named}, "duplicate_external_id"),
    ]  # fmt: skip


def of_reactions_and_files(at: dict[str, str]) -> list[Wrong]:
    ours = {"channel": BOARD, "timestamp": at["ours"]}
    nowhere = {"channel": BOARD, "timestamp": NOWHERE["ts"]}
    wrong: list[Wrong] = []
    of_files = ("reactions.get", "reactions.remove")
    for method, name in (("reactions.get", {}), ("reactions.remove", {"name": "eyes"})):
        wrong += [
            (method, {**nowhere, **name}, "message_not_found"),
            (method, {**ours, **name, "channel": NO_CHANNEL}, "channel_not_found"),
            (method, {**ours, **name, "timestamp": "x"}, "bad_timestamp"),
        ]
    return [
        *wrong,
        *((method, {"file": "F0NOWHERE", "name": "eyes"}, "file_not_found") for method in of_files),
        *(
            (method, {"file_comment": "Fc0NOWHERE", "name": "eyes"}, "file_comment_not_found")
            for method in of_files
        ),
        ("reactions.add", {"channel": "C0OLD", "timestamp": at["ours"], "name": "eyes"},
         "is_archived"),
        ("files.info", {"file": at["gone"]}, "file_deleted"),
        ("files.delete", {"file": at["gone"]}, "file_deleted"),
        ("files.completeUploadExternal",
         {"files": [{"id": at["file"]}], "channel_id": NO_CHANNEL}, "channel_not_found"),
        ("files.completeUploadExternal",
         {"files": [{"id": at["file"]}], "channel_id": BOARD, "blocks": BAD_BLOCKS},
         "invalid_blocks"),
        ("bots.info", {"bot": "B0NOWHERE"}, "bot_not_found"),
    ]  # fmt: skip


async def of_messages_tab() -> set[tuple[str, str]]:
    """What the methods that write answer in the own conversations of an app without that tab."""
    app = replace(app_from_manifest(), has_messages=False)
    got = set()
    async with call_with(app.scopes, app) as caller:
        direct = caller.slack.workspace.conversations.open_direct(ANA, BOT)["id"]
        message = {"channel": direct, "text": "x"}
        grown = {"channel": direct, "ts": NOWHERE["ts"], "thread_ts": NOWHERE["ts"], **CHUNK}
        for method, given in (
            ("chat.postMessage", message),
            ("chat.postEphemeral", {**message, "user": ANA}),
            ("chat.startStream", grown),
            ("chat.appendStream", grown),
            ("chat.stopStream", grown),
        ):
            got.add((method, str((await caller.call(method, given)).get("error"))))
    return got


async def of_more(caller: Caller, at: dict[str, str]) -> set[tuple[str, str]]:
    """A home named as another one, an archived channel, a reply that is shown in the channel, and
    files that are added or shared."""
    named = HOME | {"external_id": "same"}
    answer = await caller.call("views.publish", {"user_id": BEN, "view": named})
    assert answer["ok"], answer
    reply = {"channel": BOARD, "text": "x", "thread_ts": at["ours"]}
    old = {"channel": BOARD, "ts": (await caller.call("chat.postMessage", reply))["ts"]}
    shown = await caller.call("chat.update", {**old, "reply_broadcast": True})
    assert shown["message"]["subtype"] == "thread_broadcast"
    carries = await caller.call("chat.update", {**old, "file_ids": [at["file"]]})
    assert [each["id"] for each in carries["message"]["files"]] == [at["file"]]
    root = {"channel": BOARD, "ts": at["ours"]}
    many = {"files": [{"id": at["file"]}], "channels": ",".join([BOARD] * 101)}
    got = set()
    for method, given, error in (
        ("views.publish", {"user_id": ANA, "view": named}, "duplicate_external_id"),
        ("team.info", {"domain": "example"}, "team_not_on_enterprise"),
        ("chat.update", {"channel": at["archived"], "ts": at["streamed_archived"], "text": "x"},
         "is_inactive"),
        ("chat.update", {**root, "reply_broadcast": True}, "cant_broadcast_message"),
        ("chat.update", {**old, "reply_broadcast": True, "text": "y"},
         "no_dual_broadcast_content_update"),
        ("chat.update", {**old, "file_ids": ["F0NOWHERE"]}, "file_not_found"),
        ("chat.update", {**old, "file_ids": [at["gone"]]}, "file_deleted"),
        ("files.completeUploadExternal", many, "channels_limit_exceeded"),
    ):  # fmt: skip
        answer = await caller.call(method, given)
        assert answer.get("error") == error, (method, answer)
        got.add((method, error))
    return got


async def of_redirects() -> set[tuple[str, str]]:
    """What is answered where a code is redeemed with another address than the page led back to."""
    app = replace(app_from_manifest(), redirect_urls=("http://127.0.0.1:9/back",))
    async with call_with(app.scopes, app) as caller:
        page = f"/oauth/v2/authorize?client_id={CLIENT_ID}&scope=chat:write&state=s"
        form = {"team": "T0CURBSIDE", "user": ANA, "decision": "allow"}
        async with caller.session.post(page, data=form, allow_redirects=False) as answer:
            code = parse_qs(urlsplit(answer.headers["Location"]).query)["code"][0]
        known = {"client_id": CLIENT_ID, "client_secret": CLIENT_SECRET, "code": code}
        other = {**known, "redirect_uri": "http://127.0.0.1:9/elsewhere"}
        return {("oauth.v2.access", str((await caller.call("oauth.v2.access", other))["error"]))}


async def of_home_tab() -> set[tuple[str, str]]:
    """What is answered to an app that publishes a home without that tab."""
    app = replace(app_from_manifest(), has_home=False)
    async with call_with(app.scopes, app) as caller:
        answer = await caller.call("views.publish", {"user_id": ANA, "view": HOME})
    return {("views.publish", str(answer.get("error")))}


async def generated(caller: Caller) -> set[tuple[str, str]]:
    """The documented errors that the tests made from the table bring about: an argument is missing,
    or names nothing."""
    got = set()
    for each in emulated():
        complete = caller.complete(each)
        tried = [{**complete, name: ""} for name in each.required]
        named = NOWHERE.keys() & {*each.required, *each.optional}
        tried += [{**complete, name: NOWHERE[name]} for name in named]
        for arguments in tried:
            kept = {name: value for name, value in arguments.items() if value != ""}
            error = str((await caller.call(each.name, kept)).get("error"))
            got |= {(each.name, error)} if error in each.errors else set()
    return got


async def test_each_documented_error_that_can_be_brought_about_is(caller: Caller) -> None:
    at = await arrange(caller)
    documented = {each.name: each.errors for each in emulated()}
    got, wrong = set(), []
    families = (
        of_triggers, of_content, of_changed_content, of_chat, of_conversations, of_the_rest,
        of_scheduling, of_streams, of_lists, of_views, of_reactions_and_files,
        of_posting_permissions, of_stream_blocks, of_places_left, of_amounts,
        of_other_teams_and_kinds,
    )  # fmt: skip
    for method, arguments, error in (one for family in families for one in family(at)):
        answer = await caller.call(method, arguments)
        if answer.get("error") != error:
            wrong.append(f"{method} {error}: {answer.get('error', 'ok')}")
        elif error not in documented[method]:
            wrong.append(f"{method} {error}: not documented")
        else:
            got.add((method, error))
    assert wrong == []
    of_tab = await of_messages_tab()
    assert {error for _, error in of_tab} == {"messages_tab_disabled"}
    of_home = await of_home_tab()
    assert of_home == {("views.publish", "not_enabled")}
    got |= of_tab | of_home | await of_more(caller, at) | await of_redirects()
    before = await generated(caller)
    produced = {(each.name, error) for each in emulated() for error in each.produced}
    assert sorted(before | got) == sorted(produced), "the column of the table"
    counted = (len(before), len(before | got), sum(map(len, documented.values())))
    assert counted == (GENERATED, PROVOKED, DOCUMENTED)


async def test_each_other_documented_error_has_its_reason_and_is_answered_where_planned(
    caller: Caller,
) -> None:
    why, answered = absent_errors(), 0
    missing = {error for each in emulated() for error in each.errors if error not in each.produced}
    assert missing == why.keys()
    assert all(why.values())
    for each in emulated():
        for error in each.errors:
            plan = {"kind": "error", "methods": [each.name], "error": error}
            async with caller.session.post("/_control/faults", json=plan) as planned:
                assert planned.status == 200
            told = await caller.call(each.name, caller.complete(each))
            assert told == {"ok": False, "error": error}
            answered += 1
    assert answered == DOCUMENTED


async def test_the_coverage_tells_why_an_error_is_absent(caller: Caller) -> None:
    async with caller.session.get("/_control/coverage") as answer:
        told = {each["name"]: each for each in (await answer.json())["methods"]}
    posted = told["chat.postMessage"]
    assert posted["absent"].keys() == set(posted["errors"]) - set(posted["produced"])
    assert "locks threads" in posted["absent"]["restricted_action_thread_locked"]
    assert told["pins.add"]["absent"] == {}
