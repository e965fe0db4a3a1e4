"""What channels have chosen, and who changed it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.db.channels.choices import (
    NO_CHOICES,
    Change,
    ChannelChoices,
    changes_between,
    read_stored,
    stored_form,
)
from bot.db.schema.tables import channel_setting_changes, channel_settings
from retrieval.sql import Database

_ONE_AT_A_TIME = text("select pg_advisory_xact_lock(727074, hashtext(:place))")
"""Two people who save a form change one after the other."""


async def choices_of(database: Database, team: str, channel: str) -> ChannelChoices:
    """What a channel has chosen."""
    async with database.statements() as connection:
        return await _read(connection, team, channel)


async def change(
    connection: AsyncConnection, team: str, channel: str, by: str, chosen: ChannelChoices
) -> tuple[Change, ...]:
    """Store what a channel has chosen, and who changed what; what that was."""
    await connection.execute(_ONE_AT_A_TIME, {"place": f"{team}:{channel}"})
    changes = changes_between(await _read(connection, team, channel), chosen)
    place = {"team": team, "channel": channel}
    row = insert(channel_settings).values(**place, chosen=stored_form(chosen))
    await connection.execute(
        row.on_conflict_do_update(
            index_elements=["team", "channel"], set_={"chosen": row.excluded.chosen}
        )
    )
    if changes:
        await connection.execute(
            insert(channel_setting_changes),
            [
                {**place, "by": by, "setting": it.setting, "before": it.before, "after": it.after}
                for it in changes
            ],
        )
    return changes


async def choices_by_team(database: Database, channel: str) -> dict[str, ChannelChoices]:
    """What the channel of this id has chosen, by the team that it is of."""
    async with database.statements() as connection:
        found = await connection.execute(
            select(channel_settings.c.team, channel_settings.c.chosen).where(
                channel_settings.c.channel == channel
            )
        )
        return {row.team: read_stored(row.chosen) for row in found}


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingChange:
    """One change of a setting of a channel, as it was noted."""

    team: str
    at: datetime
    by: str
    setting: str
    before: Any
    after: Any


async def changes_of(database: Database, channel: str, limit: int) -> tuple[SettingChange, ...]:
    """The newest changes of a channel's settings, newest first."""
    table = channel_setting_changes
    async with database.statements() as connection:
        found = await connection.execute(
            select(
                table.c.team, table.c.at, table.c.by, table.c.setting, table.c.before, table.c.after
            )
            .where(table.c.channel == channel)
            .order_by(table.c.id.desc())
            .limit(limit)
        )
        return tuple(SettingChange(**row._mapping) for row in found)


async def _read(connection: AsyncConnection, team: str, channel: str) -> ChannelChoices:
    found = await connection.execute(
        select(channel_settings.c.chosen).where(
            channel_settings.c.team == team, channel_settings.c.channel == channel
        )
    )
    stored = found.scalar_one_or_none()
    return NO_CHOICES if stored is None else read_stored(stored)
