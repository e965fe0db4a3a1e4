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
    UniqueConstraint("number", name="runs_number_key"),
    Index("runs_thread_idx", "team", "channel", "thread", "number"),
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
