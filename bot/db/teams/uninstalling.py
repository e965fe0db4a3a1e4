"""What goes when a workspace takes the app out: its tokens at once, and everything that was said
there. What is left of its runs without words has the age that the settings give it."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from agents.journal.entry import ENDINGS
from agents.memory.redactions import mark
from agents.memory.tables import runs
from bot.db.inbox import NOT_INSTALLED
from bot.db.schema.tables import (
    channel_setting_changes,
    channel_settings,
    digests,
    homes,
    inbox,
    open_cases,
    outbox,
    told_case_changes,
    told_sources,
)
from bot.db.teams.installations import Installations
from retrieval.sql import Database

_OF_TEAM = (
    homes,
    channel_settings,
    channel_setting_changes,
    digests,
    open_cases,
    told_case_changes,
    told_sources,
)


async def revoke(
    database: Database, installations: Installations, team: str, before: datetime
) -> bool:
    """The token of an installation that was made before counts no more. What was said stays: the
    workspace may install the app again. False if it has done so."""
    async with database.transaction() as connection:
        return await installations.remove(connection, team, before)


async def uninstall(
    database: Database, installations: Installations, team: str, before: datetime
) -> bool:
    """The app was taken out of the workspace: tokens, settings and words go. False, and nothing
    goes, if it was installed again since. Runs lose their words as soon as they have ended: a
    worker looks every two seconds."""
    async with database.transaction() as connection:
        if not await installations.remove(connection, team, before):
            return False
        await forget_team(connection, team)
    return True


async def forget_team(connection: AsyncConnection, team: str) -> None:
    """Mark the words of all runs of a workspace to go, and take what else is known of it."""
    of_team = select(runs.c.run_id).where(runs.c.team == team)
    await mark(connection, of_team, "forgotten")
    await connection.execute(
        update(runs)
        .where(runs.c.team == team, runs.c.state.not_in(ENDINGS))
        .values(stop_requested_by=func.coalesce(runs.c.stop_requested_by, "app_uninstalled"))
    )
    for table in _OF_TEAM:
        await connection.execute(delete(table).where(table.c.team == team))
    await connection.execute(
        update(inbox)
        .where(inbox.c.team == team, inbox.c.state == "received")
        .values(
            state="routed",
            decision=f"ignored: {NOT_INSTALLED}",
            routed_at=func.clock_timestamp(),
        )
    )
    await connection.execute(
        update(inbox).where(inbox.c.team == team).values(payload={}, sender="")
    )
    await connection.execute(
        update(outbox)
        .where(outbox.c.team == team, outbox.c.state.not_in(("sent", "sending")))
        .values(state="failed", error=NOT_INSTALLED)
    )
    await connection.execute(update(outbox).where(outbox.c.team == team).values(body={}))
