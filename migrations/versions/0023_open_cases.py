"""Cases that people want to hear of in the morning, and what each was told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

_NOW = sa.text("clock_timestamp()")


def _thread() -> tuple[sa.Column[str], ...]:
    return tuple(
        sa.Column(name, sa.Text, primary_key=True) for name in ("team", "channel", "thread")
    )


def upgrade() -> None:
    op.create_table(
        "open_cases",
        *_thread(),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False, server_default=_NOW),
        sa.Column("told_until", sa.DateTime(timezone=True)),
    )
    op.create_table(
        "told_case_changes",
        *_thread(),
        sa.Column("silo", sa.Text, primary_key=True),
        sa.Column("document", sa.Text, primary_key=True),
        sa.Column("change", sa.Text, primary_key=True),
    )
    op.create_index("documents_staged", "documents", ["staged_at"])


def downgrade() -> None:
    op.drop_index("documents_staged", "documents")
    op.drop_table("told_case_changes")
    op.drop_table("open_cases")
