"""A run may be a fork of another: it goes on behind one of its rows."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("runs", sa.Column("forked_from", sa.Text, sa.ForeignKey("runs.run_id")))
    op.add_column("runs", sa.Column("forked_at", sa.Integer))


def downgrade() -> None:
    op.drop_column("runs", "forked_at")
    op.drop_column("runs", "forked_from")
