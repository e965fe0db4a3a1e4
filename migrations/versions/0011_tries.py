"""How often events and runs were begun that no process brought to an end."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "unfinished_tries",
        sa.Column("key", sa.Text, primary_key=True),
        # The last row of the run's journal: a try that wrote more does not count against the next.
        sa.Column("progress", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column(
            "at",
            sa.DateTime(timezone=True),
            nullable=False,
            server_default=sa.text("clock_timestamp()"),
        ),
    )


def downgrade() -> None:
    op.drop_table("unfinished_tries")
