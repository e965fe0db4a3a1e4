"""Add what live sources need: raw records, retractions, the state of each run, summaries."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def _text(name: str) -> sa.Column[object]:
    return sa.Column(name, sa.Text, nullable=False, server_default="")


def upgrade() -> None:
    """Where each source goes on, and what is kept of its records."""
    for name in ("raw", "source", "notice", "replaces"):
        op.add_column("documents", _text(name))
    op.create_table(
        "gatherings",
        # Digest of source and request: the same command goes on where it was.
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("silo", sa.Text, nullable=False),
        sa.Column("request", JSONB, nullable=False),
        _text("cursor"),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("records", sa.Integer, nullable=False, server_default="0"),
        sa.Column("total", sa.Integer),
        sa.Column("problems", JSONB, nullable=False, server_default="[]"),
        _text("error"),
        sa.Column(
            "started_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()
        ),
        sa.Column(
            "changed_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()
        ),
        sa.Column("finished_at", sa.DateTime(timezone=True)),
        sa.CheckConstraint(
            "state in ('running', 'failed', 'finished')", name="gatherings_state_known"
        ),
    )
    op.create_index("gatherings_source_idx", "gatherings", ["source", "silo"])
    op.create_table(
        "summaries",
        sa.Column("silo", sa.Text, primary_key=True),
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("version", sa.Text, primary_key=True),
        sa.Column("focus", sa.Text, primary_key=True),
        # Name of the extractive method, or of the model with the prompt's digest.
        sa.Column("writer", sa.Text, primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column(
            "made_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()
        ),
    )


def downgrade() -> None:
    op.drop_table("summaries")
    op.drop_table("gatherings")
    for name in ("raw", "source", "notice", "replaces"):
        op.drop_column("documents", name)
