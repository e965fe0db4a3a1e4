"""The tokens of programs that ask over HTTP. Of a token itself only its hash is kept."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

_NOW = sa.text("clock_timestamp()")


def upgrade() -> None:
    op.create_table(
        "program_tokens",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("client", sa.Text, nullable=False),
        sa.Column("sha256", sa.Text, nullable=False, unique=True),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False, server_default=_NOW),
        sa.Column("used_at", sa.DateTime(timezone=True)),
        sa.Column("revoked_at", sa.DateTime(timezone=True)),
    )


def downgrade() -> None:
    op.drop_table("program_tokens")
