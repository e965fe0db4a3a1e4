"""Which messages went to Slack as one, where many waited for a channel."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("outbox", sa.Column("joined", sa.Text))
    op.create_index(
        "outbox_joined", "outbox", ["joined"], postgresql_where=sa.text("joined is not null")
    )


def downgrade() -> None:
    op.drop_index("outbox_joined", "outbox")
    op.drop_column("outbox", "joined")
