"""The tables of the memory. ``runs.last_seq`` and ``runs.last_hash`` are the head of the chain."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    DateTime,
    Double,
    ForeignKey,
    Identity,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB

metadata = MetaData()

runs = Table(
    "runs",
    metadata,
    Column("run_id", Text, primary_key=True),
    Column("number", BigInteger, Identity(always=True), nullable=False),
    Column("team", Text, nullable=False),
    Column("channel", Text, nullable=False),
    Column("thread", Text, nullable=False),
    Column("asker", Text, nullable=False),
    Column("question", JSONB, nullable=False),
    Column("state", Text, nullable=False, server_default="open"),
    Column("last_seq", Integer, nullable=False, server_default="0"),
    Column("last_hash", Text, nullable=False, server_default=""),
    Column("lease_holder", Text),
    Column("lease_until", DateTime(timezone=True)),
    Column("stop_requested_by", Text),
    Column("opened_at", DateTime(timezone=True), nullable=False, server_default=text("now()")),
    Column("ended_at", DateTime(timezone=True)),
    # Of a fork: whose rows up to which are the first of its journal.
    Column("forked_from", Text, ForeignKey("runs.run_id")),
    Column("forked_at", Integer),
    # Why its words are to be taken out once it has ended, and when they were.
    Column("redact_for", Text),
    Column("redacted_at", DateTime(timezone=True)),
    UniqueConstraint("number", name="runs_number_key"),
    Index("runs_thread_idx", "team", "channel", "thread", "number"),
    Index("runs_forks", "forked_from"),
    Index("runs_of_channel", "team", "channel", "opened_at"),
    Index("runs_of_asker", "team", "asker", "number"),
    Index(
        "runs_to_redact",
        "number",
        postgresql_where=text("redact_for is not null and redacted_at is null"),
    ),
    Index("runs_kept", "ended_at", postgresql_where=text("redacted_at is null")),
)

journal = Table(
    "journal",
    metadata,
    Column("run_id", Text, ForeignKey("runs.run_id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("call_id", Text, nullable=False, server_default=""),
    Column("payload", JSONB, nullable=False),
    Column("model", Text, nullable=False, server_default=""),
    Column("prompt_sha", Text, nullable=False, server_default=""),
    Column("input_tokens", Integer, nullable=False, server_default="0"),
    Column("output_tokens", Integer, nullable=False, server_default="0"),
    Column("input_price_usd", Double),
    Column("output_price_usd", Double),
    Column("cached_tokens", Integer, nullable=False, server_default="0"),
    Column("cached_price_usd", Double),
    Column("latency_ms", Integer, nullable=False, server_default="0"),
    Column("at", DateTime(timezone=True), nullable=False),
    Column("prev_hash", Text, nullable=False),
    Column("hash", Text, nullable=False),
    Index(
        "journal_call_key",
        "run_id",
        "kind",
        "call_id",
        unique=True,
        postgresql_where=text("call_id <> ''"),
    ),
    Index(
        "journal_files",
        "at",
        postgresql_where=text(
            "kind in ('question', 'fact') and payload->'attachments' <> '[]'::jsonb"
            " and not payload ? 'redacted'"
        ),
    ),
)

turns = Table(
    "turns",
    metadata,
    Column("run_id", Text, ForeignKey("runs.run_id"), primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("team", Text, nullable=False),
    Column("channel", Text, nullable=False),
    Column("thread", Text, nullable=False),
    Column("question", Text, nullable=False),
    Column("answer", Text, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("at", DateTime(timezone=True), nullable=False),
    Index("turns_thread_idx", "team", "channel", "thread", "number"),
)

written_extractors = Table(
    "written_extractors",
    metadata,
    Column("source", Text, primary_key=True),
    Column("form", Text, primary_key=True),
    Column("code", Text, nullable=False),
    Column("model", Text, nullable=False),
    Column("prompt_sha", Text, nullable=False),
    Column("written_at", DateTime(timezone=True), nullable=False, server_default=text("now()")),
)
