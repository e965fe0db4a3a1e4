"""The staging tables, as migrations/versions/0001_staging.py and 0005_gatherings.py make them."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

metadata = sa.MetaData()

documents = sa.Table(
    "documents",
    metadata,
    sa.Column("silo", sa.Text, primary_key=True),
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("version", sa.Text, primary_key=True),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("metadata", JSONB, nullable=False),
    sa.Column("summary", sa.Text, nullable=False),
    sa.Column("url", sa.Text, nullable=False),
    sa.Column("effective_date", sa.Text, nullable=False),
    sa.Column("sha256", sa.Text, nullable=False),
    sa.Column("fingerprint", sa.Text, nullable=False),
    sa.Column("path", sa.Text, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("superseded_by", sa.Text),
    sa.Column("error", sa.Text),
    sa.Column("recipe", sa.Text, nullable=False),
    sa.Column("staged_at", sa.DateTime(timezone=True)),
    sa.Column("changed_at", sa.DateTime(timezone=True)),
    sa.Column("indexed_at", sa.DateTime(timezone=True)),
    sa.Column("raw", sa.Text, nullable=False),
    sa.Column("source", sa.Text, nullable=False),
    sa.Column("notice", sa.Text, nullable=False),
    sa.Column("replaces", sa.Text, nullable=False),
)

staged_files = sa.Table(
    "staged_files",
    metadata,
    sa.Column("silo", sa.Text, primary_key=True),
    sa.Column("path", sa.Text, primary_key=True),
    sa.Column("sha256", sa.Text, nullable=False),
    sa.Column("error", sa.Text),
    sa.Column("read_at", sa.DateTime(timezone=True)),
    sa.Column("read_as", sa.Text, nullable=False, server_default=""),
)

gatherings = sa.Table(
    "gatherings",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("source", sa.Text, nullable=False),
    sa.Column("silo", sa.Text, nullable=False),
    sa.Column("request", JSONB, nullable=False),
    sa.Column("cursor", sa.Text, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("records", sa.Integer, nullable=False),
    sa.Column("total", sa.Integer),
    sa.Column("problems", JSONB, nullable=False),
    sa.Column("error", sa.Text, nullable=False),
    sa.Column("started_at", sa.DateTime(timezone=True)),
    sa.Column("changed_at", sa.DateTime(timezone=True)),
    sa.Column("finished_at", sa.DateTime(timezone=True)),
)

summaries = sa.Table(
    "summaries",
    metadata,
    sa.Column("silo", sa.Text, primary_key=True),
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("version", sa.Text, primary_key=True),
    sa.Column("focus", sa.Text, primary_key=True),
    sa.Column("writer", sa.Text, primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("made_at", sa.DateTime(timezone=True)),
)

CURRENT = ("staged", "indexed")
"""States of the version that is or should be searched."""
