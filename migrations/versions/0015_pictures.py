"""Which file in Slack holds the picture of a message of ours."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("outbox", sa.Column("file", JSONB))


def downgrade() -> None:
    op.drop_column("outbox", "file")
