"""Add the staging tables: every version of every document, and the files they were read from."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def _moment(name: str, *, always: bool) -> sa.Column[object]:
    default = sa.text("now()") if always else None
    return sa.Column(name, sa.DateTime(timezone=True), nullable=not always, server_default=default)


def upgrade() -> None:
    """The staging table: every version of every document."""
    op.create_table(
        "documents",
        sa.Column("silo", sa.Text, primary_key=True),
        sa.Column("id", sa.Text, primary_key=True),
        # A version never changes its text: quotes of finished answers point at it.
        sa.Column("version", sa.Text, primary_key=True),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("metadata", JSONB, nullable=False),
        sa.Column("summary", sa.Text, nullable=False, server_default=""),
        sa.Column("url", sa.Text, nullable=False, server_default=""),
        sa.Column("effective_date", sa.Text, nullable=False, server_default=""),
        sa.Column("sha256", sa.Text, nullable=False),
        sa.Column("fingerprint", sa.Text, nullable=False),
        sa.Column("path", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("superseded_by", sa.Text),
        sa.Column("error", sa.Text),
        sa.Column("recipe", sa.Text, nullable=False, server_default=""),
        _moment("staged_at", always=True),
        _moment("changed_at", always=True),
        _moment("indexed_at", always=False),
        sa.CheckConstraint(
            "state in ('staged', 'indexed', 'superseded', 'vanished')",
            name="documents_state_known",
        ),
    )
    # At most one version of a document is the current one.
    op.create_index(
        "documents_current_idx",
        "documents",
        ["silo", "id"],
        unique=True,
        postgresql_where=sa.text("state in ('staged', 'indexed')"),
    )
    op.create_index("documents_path_idx", "documents", ["silo", "path"])
    op.create_table(
        "staged_files",
        sa.Column("silo", sa.Text, primary_key=True),
        sa.Column("path", sa.Text, primary_key=True),
        sa.Column("sha256", sa.Text, nullable=False),
        sa.Column("error", sa.Text),
        _moment("read_at", always=True),
    )


def downgrade() -> None:
    op.drop_table("staged_files")
    op.drop_table("documents")
