"""The tables of the bot, as the migrations ``0003`` and later make them."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Identity,
    Integer,
    MetaData,
    Table,
    Text,
)
from sqlalchemy.dialects.postgresql import JSONB

metadata = MetaData()

inbox = Table(
    "inbox",
    metadata,
    Column("id", BigInteger, Identity(), primary_key=True),
    Column("event_id", Text),
    Column("team", Text),
    Column("channel", Text),
    Column("message_ts", Text),
    Column("thread_ts", Text),
    Column("sender", Text),
    Column("payload", JSONB),
    Column("state", Text),
    Column("decision", Text),
    Column("run_id", Text),
    Column("received_at", DateTime(timezone=True)),
    Column("routed_at", DateTime(timezone=True)),
)

outbox = Table(
    "outbox",
    metadata,
    Column("key", Text, primary_key=True),
    Column("id", BigInteger, Identity()),
    Column("run_id", Text),
    Column("seq", Integer),
    Column("part", Text),
    Column("team", Text),
    Column("channel", Text),
    Column("thread_ts", Text),
    Column("operation", Text),
    Column("body", JSONB),
    Column("priority", Integer),
    Column("state", Text),
    Column("revision", Integer),
    Column("sent_revision", Integer),
    Column("slack_ts", Text),
    Column("generation", Integer),
    Column("plainness", Integer),
    Column("attempts", Integer),
    Column("next_attempt_at", DateTime(timezone=True)),
    Column("error", Text),
    Column("created_at", DateTime(timezone=True)),
    Column("sent_at", DateTime(timezone=True)),
    Column("file", JSONB(none_as_null=True)),
    Column("called_at", DateTime(timezone=True)),
    Column("twins_at", DateTime(timezone=True)),
    Column("twin_looks", Integer),
    Column("stream", JSONB(none_as_null=True)),
    Column("stray_stream", Boolean),
)

program_tokens = Table(
    "program_tokens",
    metadata,
    Column("id", Text, primary_key=True),
    Column("client", Text),
    Column("sha256", Text),
    Column("made_at", DateTime(timezone=True)),
    Column("used_at", DateTime(timezone=True)),
    Column("revoked_at", DateTime(timezone=True)),
)

run_files = Table(
    "run_files",
    metadata,
    Column("team", Text, primary_key=True),
    Column("file_id", Text, primary_key=True),
    Column("run_id", Text, primary_key=True),
)

channel_settings = Table(
    "channel_settings",
    metadata,
    Column("team", Text, primary_key=True),
    Column("channel", Text, primary_key=True),
    Column("chosen", JSONB),
)

channel_setting_changes = Table(
    "channel_setting_changes",
    metadata,
    Column("id", BigInteger, Identity(), primary_key=True),
    Column("team", Text),
    Column("channel", Text),
    Column("at", DateTime(timezone=True)),
    Column("by", Text),
    Column("setting", Text),
    Column("before", JSONB),
    Column("after", JSONB),
)

homes = Table(
    "homes",
    metadata,
    Column("team", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Column("opened_at", DateTime(timezone=True)),
)

leaders = Table(
    "seats",
    metadata,
    Column("name", Text, primary_key=True),
    Column("generation", Integer),
    Column("beaten_at", DateTime(timezone=True)),
)

closed_links = Table(
    "closed_links",
    metadata,
    Column("run_id", Text, primary_key=True),
    Column("at", DateTime(timezone=True)),
)

head_signatures = Table(
    "head_signatures",
    metadata,
    Column("run_id", Text, primary_key=True),
    Column("seq", Integer),
    Column("signature", Text),
)

ingestion_problems = Table(
    "ingestion_problems",
    metadata,
    Column("queue", Text, primary_key=True),
    Column("path", Text, primary_key=True),
    Column("reason", Text),
    Column("noted_at", DateTime(timezone=True)),
    Column("of_all", Boolean),
)

digests = Table(
    "digests",
    metadata,
    Column("team", Text, primary_key=True),
    Column("channel", Text, primary_key=True),
    Column("told_until", DateTime(timezone=True)),
)

open_cases = Table(
    "open_cases",
    metadata,
    Column("team", Text, primary_key=True),
    Column("channel", Text, primary_key=True),
    Column("thread", Text, primary_key=True),
    Column("by", Text),
    Column("at", DateTime(timezone=True)),
    Column("told_until", DateTime(timezone=True)),
    Column("looked_at", DateTime(timezone=True)),
)

told_case_changes = Table(
    "told_case_changes",
    metadata,
    Column("team", Text, primary_key=True),
    Column("channel", Text, primary_key=True),
    Column("thread", Text, primary_key=True),
    Column("silo", Text, primary_key=True),
    Column("document", Text, primary_key=True),
    Column("change", Text, primary_key=True),
)

told_sources = Table(
    "told_sources",
    metadata,
    Column("team", Text, primary_key=True),
    Column("channel", Text, primary_key=True),
    Column("thread", Text, primary_key=True),
    Column("silo", Text, primary_key=True),
    Column("document", Text, primary_key=True),
    Column("change", Text, primary_key=True),
    Column("at", DateTime(timezone=True)),
)
