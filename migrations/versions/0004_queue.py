"""The queue: procrastinate's own schema, as the installed release ships it.

A later release of procrastinate brings its own migrations; each becomes a revision here.

Revision ID: 0004
Revises: 0003
"""

from __future__ import annotations

from alembic import op
from procrastinate.schema import SchemaManager

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # The driver's own cursor: the schema is many statements, and its text has colons and percents.
    cursor = op.get_bind().connection.cursor()
    cursor.execute(SchemaManager.get_schema())


def downgrade() -> None:
    """Remove all that procrastinate made: tables, functions and types."""
    op.execute(
        """
        DROP TABLE procrastinate_events, procrastinate_periodic_defers, procrastinate_jobs,
            procrastinate_workers CASCADE
        """
    )
    op.execute(
        """
        DO $$
        DECLARE found regprocedure;
        BEGIN
            FOR found IN
                SELECT oid::regprocedure FROM pg_proc
                WHERE proname LIKE 'procrastinate\\_%'
                    AND pronamespace = current_schema()::regnamespace
            LOOP
                EXECUTE 'DROP FUNCTION ' || found || ' CASCADE';
            END LOOP;
        END $$
        """
    )
    op.execute("DROP TYPE procrastinate_job_to_defer_v1")
    op.execute("DROP TYPE procrastinate_job_event_type")
    op.execute("DROP TYPE procrastinate_job_status")
