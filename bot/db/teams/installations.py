"""The installations of the app, one a workspace, as slack-sdk stores them, with encrypted tokens.

Only the bot's token is kept: no token of a person is ever asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

from slack_sdk.oauth.installation_store import Bot, Installation
from slack_sdk.oauth.installation_store.async_installation_store import AsyncInstallationStore
from slack_sdk.oauth.installation_store.sqlalchemy import (
    AsyncSQLAlchemyInstallationStore,
    SQLAlchemyInstallationStore,
)
from slack_sdk.oauth.state_store.sqlalchemy import AsyncSQLAlchemyOAuthStateStore
from sqlalchemy import delete, func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.elements import ColumnElement

from retrieval.sql import Database, translate_database_errors

STATE_SECONDS = 600
"""How long somebody may take on Slack's page: what Slack's own libraries set."""
_LOCK = text("select pg_advisory_xact_lock(hashtext('slack token of ' || :team))")
_OLD_STATES = text(
    "delete from slack_oauth_states where expire_at < timezone('utc', clock_timestamp())"
)


class Cipher(Protocol):
    """Makes a token unreadable for whoever has only the database."""

    def encrypt(self, team: str, token: str | None) -> str | None: ...

    def decrypt(self, team: str, stored: str | None) -> str | None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class InstalledTeam:
    """A workspace in which the app is installed, without its token."""

    team: str
    name: str
    installed_at: datetime
    expires_at: datetime | None


class Installations(AsyncInstallationStore):
    """Where slack-bolt's OAuth flow puts what Slack gives, and where everybody reads it."""

    def __init__(self, database: Database, client_id: str, cipher: Cipher) -> None:
        self._database = database
        self._store = AsyncSQLAlchemyInstallationStore(client_id, database.engine)
        self._bots = self._store.bots.c
        self._cipher = cipher

    async def async_save(self, installation: Installation) -> None:
        """The app was installed, for the first time or again."""
        await self.async_save_bot(installation.to_bot())

    async def async_save_bot(self, bot: Bot) -> None:
        """Keep the tokens; earlier ones of the workspace go."""
        stored = self._with_tokens(bot, self._cipher.encrypt)
        with translate_database_errors():
            await self._store.async_save_bot(stored)
        async with self._database.statements() as connection:
            newest = select(func.max(self._bots.id)).where(*self._is_of(bot.team_id))
            await connection.execute(
                delete(self._store.bots)
                .where(*self._is_of(bot.team_id))
                .where(self._bots.id < newest.scalar_subquery())
            )

    async def async_find_bot(
        self,
        *,
        enterprise_id: str | None,
        team_id: str | None,
        is_enterprise_install: bool | None = False,
    ) -> Bot | None:
        """The bot of a workspace, as slack-bolt asks for it."""
        return await self.find(team_id or "")

    async def async_delete_bot(self, *, enterprise_id: str | None, team_id: str | None) -> None:
        """Its token counts no more."""
        async with self._database.statements() as connection:
            await connection.execute(delete(self._store.bots).where(*self._is_of(team_id)))

    async def find(self, team: str) -> Bot | None:
        """The bot of a workspace, whichever organisation this belongs to."""
        query = select(self._store.bots).where(*self._is_of(team))
        async with self._database.statements() as connection:
            found = await connection.execute(query.order_by(self._bots.id.desc()).limit(1))
            row = found.mappings().first()
        if row is None:
            return None
        # The columns hold UTC without saying so, which slack-sdk reads as the time of this place.
        times = {name: _in_utc(row[name]) for name in ("installed_at", "bot_token_expires_at")}
        bot = SQLAlchemyInstallationStore.build_bot_entity({**row, **times})
        return self._with_tokens(bot, self._cipher.decrypt)

    async def teams(self) -> tuple[InstalledTeam, ...]:
        """All workspaces that installed the app."""
        query = select(self._store.bots).where(self._bots.client_id == self._store.client_id)
        async with self._database.statements() as connection:
            rows = (await connection.execute(query.order_by(self._bots.id))).all()
        return tuple(
            InstalledTeam(
                team=row.team_id,
                name=row.team_name or "",
                installed_at=row.installed_at.replace(tzinfo=UTC),
                expires_at=_in_utc(row.bot_token_expires_at),
            )
            for row in rows
        )

    async def encrypt_again(self) -> int:
        """Encrypt every token with the first key; how many."""
        teams = await self.teams()
        for each in teams:
            bot = await self.find(each.team)
            if bot is not None:
                await self.async_save_bot(bot)
        return len(teams)

    async def remove(self, connection: AsyncConnection, team: str, before: datetime) -> bool:
        """Take the installation of a workspace that was made before; False if it has a newer
        one."""
        await connection.execute(
            delete(self._store.bots)
            .where(*self._is_of(team))
            .where(self._bots.installed_at < before.astimezone(UTC).replace(tzinfo=None))
        )
        left = await connection.execute(select(self._bots.id).where(*self._is_of(team)))
        return left.first() is None

    def _is_of(self, team: str | None) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
        return (self._bots.client_id == self._store.client_id, self._bots.team_id == team)

    @staticmethod
    def _with_tokens(bot: Bot, change: Callable[[str, str | None], str | None]) -> Bot:
        team = str(bot.team_id)
        values = bot.to_dict_for_copying()
        for name in ("bot_token", "bot_refresh_token"):
            values[name] = change(team, values.get(name))
        return Bot(**values)


def _in_utc(time: datetime | None) -> datetime | None:
    return None if time is None else time.replace(tzinfo=UTC)


def install_states(database: Database) -> AsyncSQLAlchemyOAuthStateStore:
    """The states of installations that were begun: each counts once."""
    return AsyncSQLAlchemyOAuthStateStore(STATE_SECONDS, database.engine)


async def lock_token(connection: AsyncConnection, team: str) -> None:
    """Wait until no other process refreshes the token of this workspace: a refresh token counts
    once. Held until the transaction ends."""
    await connection.execute(_LOCK, {"team": team})


async def forget_old_states(database: Database) -> None:
    """Installations that were begun and never finished."""
    async with database.statements() as connection:
        await connection.execute(_OLD_STATES)
