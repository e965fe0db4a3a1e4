"""Add the memory: runs, their journals, and the turns of each thread."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Runs, and the rows of their journals."""
    op.create_table(
        "runs",
        sa.Column("run_id", sa.Text, primary_key=True),
        sa.Column("number", sa.BigInteger, sa.Identity(always=True), nullable=False),
        sa.Column("team", sa.Text, nullable=False),
        sa.Column("channel", sa.Text, nullable=False),
        sa.Column("thread", sa.Text, nullable=False),
        sa.Column("asker", sa.Text, nullable=False),
        sa.Column("question", JSONB, nullable=False),
        sa.Column("state", sa.Text, nullable=False, server_default="open"),
        sa.Column("last_seq", sa.Integer, nullable=False, server_default="0"),
        sa.Column("last_hash", sa.Text, nullable=False, server_default=""),
        sa.Column("lease_holder", sa.Text),
        sa.Column("lease_until", sa.DateTime(timezone=True)),
        sa.Column("stop_requested_by", sa.Text),
        sa.Column(
            "opened_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.text("now()")
        ),
        sa.Column("ended_at", sa.DateTime(timezone=True)),
        sa.UniqueConstraint("number", name="runs_number_key"),
    )
    op.create_index("runs_thread_idx", "runs", ["team", "channel", "thread", "number"])
    op.create_table(
        "journal",
        sa.Column("run_id", sa.Text, sa.ForeignKey("runs.run_id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("call_id", sa.Text, nullable=False, server_default=""),
        sa.Column("payload", JSONB, nullable=False),
        sa.Column("model", sa.Text, nullable=False, server_default=""),
        sa.Column("prompt_sha", sa.Text, nullable=False, server_default=""),
        sa.Column("input_tokens", sa.Integer, nullable=False, server_default="0"),
        sa.Column("output_tokens", sa.Integer, nullable=False, server_default="0"),
        sa.Column("input_price_usd", sa.Double),
        sa.Column("output_price_usd", sa.Double),
        sa.Column("latency_ms", sa.Integer, nullable=False, server_default="0"),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("prev_hash", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
    )
    op.create_index(
        "journal_call_key",
        "journal",
        ["run_id", "kind", "call_id"],
        unique=True,
        postgresql_where=sa.text("call_id <> ''"),
    )
    op.create_table(
        "turns",
        sa.Column("run_id", sa.Text, sa.ForeignKey("runs.run_id"), primary_key=True),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("team", sa.Text, nullable=False),
        sa.Column("channel", sa.Text, nullable=False),
        sa.Column("thread", sa.Text, nullable=False),
        sa.Column("question", sa.Text, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("turns_thread_idx", "turns", ["team", "channel", "thread", "number"])


def downgrade() -> None:
    op.drop_table("turns")
    op.drop_table("journal")
    op.drop_table("runs")
