"""Workspaces that installed the app, and installations that were begun, as slack-sdk has them; the
columns of tokens are wide enough for encrypted ones."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

_OPTIONAL = (
    "enterprise_id",
    "enterprise_name",
    "team_id",
    "team_name",
    "bot_token",
    "bot_id",
    "bot_user_id",
    "bot_scopes",
    "bot_refresh_token",
)


def upgrade() -> None:
    """The two tables."""
    op.create_table(
        "slack_bots",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("client_id", sa.Text, nullable=False),
        sa.Column("app_id", sa.Text, nullable=False),
        *(sa.Column(name, sa.Text) for name in _OPTIONAL),
        sa.Column("bot_token_expires_at", sa.DateTime),
        sa.Column("is_enterprise_install", sa.Boolean, nullable=False),
        sa.Column("installed_at", sa.DateTime, nullable=False),
    )
    op.create_index("slack_bots_team", "slack_bots", ["client_id", "team_id"])
    op.create_table(
        "slack_oauth_states",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("expire_at", sa.DateTime, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("slack_oauth_states")
    op.drop_table("slack_bots")
