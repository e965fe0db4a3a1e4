"""Code of models that reads answers of records in forms that are not declared."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "written_extractors",
        sa.Column("source", sa.Text, primary_key=True),
        sa.Column("form", sa.Text, primary_key=True),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("model", sa.Text, nullable=False),
        sa.Column("prompt_sha", sa.Text, nullable=False),
        sa.Column(
            "written_at",
            sa.DateTime(timezone=True),
            nullable=False,
            server_default=sa.text("now()"),
        ),
    )


def downgrade() -> None:
    op.drop_table("written_extractors")
