"""Which changes of cited documents a thread was told of."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

_NOW = sa.text("clock_timestamp()")


def upgrade() -> None:
    op.create_table(
        "told_sources",
        sa.Column("team", sa.Text, primary_key=True),
        sa.Column("channel", sa.Text, primary_key=True),
        sa.Column("thread", sa.Text, primary_key=True),
        sa.Column("silo", sa.Text, primary_key=True),
        sa.Column("document", sa.Text, primary_key=True),
        sa.Column("change", sa.Text, primary_key=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False, server_default=_NOW),
    )
    op.create_index("documents_changed", "documents", ["changed_at"])


def downgrade() -> None:
    op.drop_index("documents_changed", "documents")
    op.drop_table("told_sources")
