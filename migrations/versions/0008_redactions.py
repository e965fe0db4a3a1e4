"""Runs whose words are to be taken out, or were."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Why its words are to be taken out as soon as it has ended.
    op.add_column("runs", sa.Column("redact_for", sa.Text))
    op.add_column("runs", sa.Column("redacted_at", sa.DateTime(timezone=True)))
    op.create_index(
        "runs_to_redact", "runs", ["number"],
        postgresql_where=sa.text("redact_for is not null and redacted_at is null"),
    )  # fmt: skip
    op.create_index(
        "runs_kept", "runs", ["ended_at"], postgresql_where=sa.text("redacted_at is null")
    )
    op.create_index("runs_forks", "runs", ["forked_from"])
    op.create_index(
        "journal_files", "journal", ["at"],
        postgresql_where=sa.text(
            "kind in ('question', 'fact') and payload->'attachments' <> '[]'::jsonb"
            " and not payload ? 'redacted'"
        ),
    )  # fmt: skip


def downgrade() -> None:
    op.drop_index("journal_files", "journal")
    op.drop_index("runs_forks", "runs")
    op.drop_index("runs_kept", "runs")
    op.drop_index("runs_to_redact", "runs")
    op.drop_column("runs", "redacted_at")
    op.drop_column("runs", "redact_for")
