"""The signed heads of journals."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "head_signatures",
        sa.Column(
            "run_id", sa.Text, sa.ForeignKey("runs.run_id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("signature", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("head_signatures")
