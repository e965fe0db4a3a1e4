"""Who sends: a number that grows with each change, and when its holder was last heard of."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "seats",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("generation", sa.Integer, nullable=False, server_default="0"),
        sa.Column(
            "beaten_at",
            sa.DateTime(timezone=True),
            nullable=False,
            server_default=sa.text("clock_timestamp()"),
        ),
    )
    op.execute("insert into seats (name) values ('sender')")


def downgrade() -> None:
    op.drop_table("seats")
