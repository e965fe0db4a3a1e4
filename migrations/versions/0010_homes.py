"""Who has opened their Home, and the outbox publishes it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_NOW = sa.text("clock_timestamp()")
_BEFORE = "operation in ('post', 'react', 'unreact', 'ephemeral')"
_SINCE = "operation in ('post', 'react', 'unreact', 'ephemeral', 'home')"


def upgrade() -> None:
    op.create_table(
        "homes",
        sa.Column("team", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False, server_default=_NOW),
    )
    op.create_index("runs_of_asker", "runs", ["team", "asker", "number"])
    op.drop_constraint("outbox_operation", "outbox")
    op.create_check_constraint("outbox_operation", "outbox", _SINCE)


def downgrade() -> None:
    op.execute("delete from outbox where operation = 'home'")
    op.drop_constraint("outbox_operation", "outbox")
    op.create_check_constraint("outbox_operation", "outbox", _BEFORE)
    op.drop_index("runs_of_asker", "runs")
    op.drop_table("homes")
