"""Settings of channels, who changed them, and which runs came with a file of Slack."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_NOW = sa.text("clock_timestamp()")


def upgrade() -> None:
    op.create_table(
        "run_files",
        sa.Column("team", sa.Text, primary_key=True),
        sa.Column("file_id", sa.Text, primary_key=True),
        sa.Column("run_id", sa.Text, primary_key=True),
    )
    op.create_table(
        "channel_settings",
        sa.Column("team", sa.Text, primary_key=True),
        sa.Column("channel", sa.Text, primary_key=True),
        # What differs from the settings of the environment, by name.
        sa.Column("chosen", JSONB, nullable=False),
    )
    op.create_table(
        "channel_setting_changes",
        sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
        sa.Column("team", sa.Text, nullable=False),
        sa.Column("channel", sa.Text, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False, server_default=_NOW),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("setting", sa.Text, nullable=False),
        sa.Column("before", JSONB),
        sa.Column("after", JSONB),
    )
    op.create_index("channel_changes", "channel_setting_changes", ["team", "channel", "id"])
    op.create_index("runs_of_channel", "runs", ["team", "channel", "opened_at"])


def downgrade() -> None:
    op.drop_index("runs_of_channel", "runs")
    op.drop_table("channel_setting_changes")
    op.drop_table("channel_settings")
    op.drop_table("run_files")
