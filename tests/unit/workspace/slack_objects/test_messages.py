"""Message objects and the events they cause."""

from __future__ import annotations

import pytest

from workspace.slack_objects import events, messages
from workspace.slack_objects.app import App, app_from_manifest

CHANNEL = {"id": "C1", "is_private": False}
DIRECT = {"id": "D1", "is_im": True}


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("TMB < 10 & MSI > 3", "TMB &lt; 10 &amp; MSI &gt; 3"),
        ("<@U0CURBSIDE> p<0.05", "<@U0CURBSIDE> p&lt;0.05"),
        ("see <https://example.org/a?b=1|this>", "see <https://example.org/a?b=1|this>"),
        ("<!here> <#C0LOOKUPS|look-ups>", "<!here> <#C0LOOKUPS|look-ups>"),
        ("<script>", "&lt;script&gt;"),
    ],
)
def test_what_is_typed_is_stored_with_entities(typed: str, stored: str) -> None:
    assert messages.escape_text(typed) == stored


def test_blocks_get_ids_that_stay_the_same() -> None:
    blocks = [{"type": "divider"}, {"type": "divider", "block_id": "mine"}]
    first = messages.with_ids(blocks, "1.0")
    assert first == messages.with_ids(blocks, "1.0")
    assert first[1]["block_id"] == "mine"
    assert len(first[0]["block_id"]) == 5


def test_a_reaction_is_given_once_and_taken_back() -> None:
    once = messages.with_reaction({"ts": "1.0"}, "eyes", "U1")
    assert once is not None
    assert messages.with_reaction(once, "eyes", "U1") is None
    assert messages.without_reaction(once, "eyes", "U2") is None
    assert messages.without_reaction(once, "eyes", "U1") == {"ts": "1.0"}


def test_a_root_counts_its_replies() -> None:
    root = {"ts": "1.0"}
    replies = [
        {"ts": "2.0", "user": "U1"},
        {"ts": "3.0", "user": "U2"},
        {"ts": "4.0", "user": "U1"},
    ]
    fields = messages.thread_fields(root, replies)
    assert (fields["reply_count"], fields["reply_users"]) == (3, ["U1", "U2"])
    assert fields["latest_reply"] == "4.0"
    assert messages.thread_fields(root, []) == {}


def test_only_somebody_elses_mention_in_a_channel_is_a_mention() -> None:
    app = App()
    said = messages.person_message("U0ANA", f"<@{app.user}> hi", "1.0")
    mention = events.app_mention(said | {"files": [{}]}, CHANNEL, app)
    assert mention is not None
    assert (mention["type"], mention["ts"], mention["channel"]) == ("app_mention", "1.0", "C1")
    assert "files" not in mention
    assert events.app_mention(said, DIRECT, app) is None
    assert events.app_mention(messages.person_message("U0ANA", "hi", "1.0"), CHANNEL, app) is None
    own = messages.app_message(app, f"I am <@{app.user}>", "1.0")
    assert events.app_mention(own, CHANNEL, app) is None


def test_an_event_needs_its_subscription_and_its_scope() -> None:
    message = events.message_posted(messages.person_message("U0ANA", "hi", "1.0"), CHANNEL)
    both = {
        "bot_events": frozenset({"message.channels"}),
        "scopes": frozenset({"channels:history"}),
    }
    assert events.is_wanted(App(**both), message)
    assert not events.is_wanted(App(**(both | {"scopes": frozenset()})), message)
    assert not events.is_wanted(App(**(both | {"bot_events": frozenset()})), message)
    direct = events.message_posted(messages.person_message("U0ANA", "hi", "1.0"), DIRECT)
    assert not events.is_wanted(App(**both), direct)


def test_events_carry_metadata_and_no_counters() -> None:
    message = messages.app_message(App(), "x", "1.0") | {
        "metadata": {"event_type": "x", "event_payload": {}},
        "reply_count": 3,
    }
    event = events.message_posted(message, CHANNEL)
    assert event["metadata"] == {"event_type": "x", "event_payload": {}}
    assert "reply_count" not in event
    assert (event["channel_type"], event["event_ts"]) == ("channel", "1.0")


def test_the_shipped_manifest_subscribes_to_what_the_bot_needs() -> None:
    app = app_from_manifest()
    assert {"app_mention", "message.channels", "message.im", "reaction_added"} <= app.bot_events
    assert "chat:write" in app.scopes
