"""When each problem of an ingestion was noted, and whether all documents of its stage have it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

_NOW = sa.text("clock_timestamp()")
_TABLE = "ingestion_problems"


def upgrade() -> None:
    op.add_column(
        _TABLE,
        sa.Column("noted_at", sa.DateTime(timezone=True), nullable=False, server_default=_NOW),
    )
    op.add_column(
        _TABLE, sa.Column("of_all", sa.Boolean, nullable=False, server_default=sa.false())
    )


def downgrade() -> None:
    op.drop_column(_TABLE, "of_all")
    op.drop_column(_TABLE, "noted_at")
