"""In which way each file was read that was taken in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("staged_files", sa.Column("read_as", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("staged_files", "read_as")
