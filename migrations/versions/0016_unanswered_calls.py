"""When a post was called that may still arrive, and when to look whether it did after it was sent
again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("called_at", "twins_at"):
        op.add_column("outbox", sa.Column(name, sa.DateTime(timezone=True)))
    op.add_column(
        "outbox", sa.Column("twin_looks", sa.SmallInteger, nullable=False, server_default="0")
    )
    op.create_index(
        "outbox_twins", "outbox", ["twins_at"], postgresql_where=sa.text("twins_at is not null")
    )


def downgrade() -> None:
    op.drop_index("outbox_twins", "outbox")
    for name in ("called_at", "twins_at", "twin_looks"):
        op.drop_column("outbox", name)
