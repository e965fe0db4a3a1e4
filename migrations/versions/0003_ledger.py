"""Inbox and outbox: what Slack told us, and what we owe Slack.

Revision ID: 0003
Revises: 0002
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_NOW = sa.text("clock_timestamp()")


def upgrade() -> None:
    """The inbox and the outbox."""
    op.create_table(
        "inbox",
        sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
        sa.Column("event_id", sa.Text, nullable=False, unique=True),
        sa.Column("team", sa.Text, nullable=False),
        sa.Column("channel", sa.Text, nullable=False, server_default=""),
        sa.Column("message_ts", sa.Text),
        sa.Column("thread_ts", sa.Text),
        sa.Column("sender", sa.Text, nullable=False, server_default=""),
        sa.Column("payload", JSONB, nullable=False),
        sa.Column("state", sa.Text, nullable=False, server_default="received"),
        sa.Column("decision", sa.Text, nullable=False, server_default=""),
        sa.Column("run_id", sa.Text),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False, server_default=_NOW),
        sa.Column("routed_at", sa.DateTime(timezone=True)),
        # Slack tells of one mention twice, under two event ids; the message is the same.
        sa.UniqueConstraint("team", "channel", "message_ts", name="inbox_message"),
        sa.CheckConstraint("state in ('received', 'routed')", name="inbox_state"),
    )
    op.create_index("inbox_thread", "inbox", ["team", "channel", "thread_ts"])
    op.create_index(
        "inbox_unrouted", "inbox", ["id"], postgresql_where=sa.text("state = 'received'")
    )
    op.create_table(
        "outbox",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("id", sa.BigInteger, sa.Identity(), nullable=False, unique=True),
        sa.Column("run_id", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("part", sa.Text, nullable=False),
        sa.Column("team", sa.Text, nullable=False),
        sa.Column("channel", sa.Text, nullable=False),
        sa.Column("thread_ts", sa.Text, nullable=False),
        sa.Column("operation", sa.Text, nullable=False),
        sa.Column("body", JSONB, nullable=False),
        sa.Column("priority", sa.SmallInteger, nullable=False),
        sa.Column("state", sa.Text, nullable=False, server_default="pending"),
        sa.Column("revision", sa.Integer, nullable=False, server_default="1"),
        sa.Column("sent_revision", sa.Integer, nullable=False, server_default="0"),
        sa.Column("slack_ts", sa.Text),
        sa.Column("generation", sa.SmallInteger, nullable=False, server_default="0"),
        sa.Column("plainness", sa.SmallInteger, nullable=False, server_default="0"),
        sa.Column("attempts", sa.Integer, nullable=False, server_default="0"),
        sa.Column("next_attempt_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("error", sa.Text, nullable=False, server_default=""),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=_NOW),
        sa.Column("sent_at", sa.DateTime(timezone=True)),
        sa.CheckConstraint(
            "state in ('pending', 'sending', 'unsure', 'sent', 'failed')", name="outbox_state"
        ),
        sa.CheckConstraint(
            "operation in ('post', 'react', 'unreact', 'ephemeral')", name="outbox_operation"
        ),
    )
    op.create_index(
        "outbox_due",
        "outbox",
        ["priority", "id"],
        postgresql_where=sa.text("state in ('pending', 'sending', 'unsure')"),
    )
    op.create_index("outbox_message", "outbox", ["team", "channel", "slack_ts"])
    op.create_index("outbox_run", "outbox", ["run_id"])


def downgrade() -> None:
    op.drop_table("outbox")
    op.drop_table("inbox")
