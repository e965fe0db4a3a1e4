"""When was looked last what has changed for a followed case."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("open_cases", sa.Column("looked_at", sa.DateTime(timezone=True)))


def downgrade() -> None:
    op.drop_column("open_cases", "looked_at")
