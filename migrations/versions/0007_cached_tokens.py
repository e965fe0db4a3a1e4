"""What of a call's input came from the provider's cache, and what that cost."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    none = sa.Column("cached_tokens", sa.Integer, nullable=False, server_default="0")
    op.add_column("journal", none)
    op.add_column("journal", sa.Column("cached_price_usd", sa.Double))


def downgrade() -> None:
    op.drop_column("journal", "cached_price_usd")
    op.drop_column("journal", "cached_tokens")
