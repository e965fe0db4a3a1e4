"""The tokens of clients. A token is drawn by lot and shown once; here stands its hash."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert

from bot.db.schema.tables import program_tokens
from retrieval.sql import Database

START = "curbside_"
"""With which tokens begin, so that scanners for secrets find them."""
_STALE = text("interval '10 minutes'")
"""How old the note of the last use may become. Chosen by hand: not every request writes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenRecord:
    """What is known of a token, without the token."""

    id: str
    client: str
    made_at: datetime
    used_at: datetime | None
    revoked_at: datetime | None


async def make_token(database: Database, client: str) -> str:
    """A new token of the client, which nobody can read again."""
    token = START + secrets.token_urlsafe(32)
    row = {"id": secrets.token_hex(4), "client": client, "sha256": _hash(token)}
    async with database.transaction() as connection:
        await connection.execute(insert(program_tokens).values(**row))
    return token


async def client_of_token(database: Database, token: str) -> str:
    """Whose token this is; empty for one that does not hold."""
    table = program_tokens
    is_it = (table.c.sha256 == _hash(token)) & table.c.revoked_at.is_(None)
    now = func.clock_timestamp()
    async with database.transaction() as connection:
        found = await connection.execute(select(table.c.client).where(is_it))
        client: str = found.scalar_one_or_none() or ""
        is_stale = or_(table.c.used_at.is_(None), table.c.used_at < now - _STALE)
        if client:
            await connection.execute(update(table).where(is_it, is_stale).values(used_at=now))
    return client


async def tokens_that_hold(database: Database) -> int:
    """How many tokens there are that are not revoked."""
    count = select(func.count()).where(program_tokens.c.revoked_at.is_(None))
    async with database.statements() as connection:
        return int((await connection.execute(count)).scalar_one())


async def tokens_of_all(database: Database) -> Sequence[TokenRecord]:
    """All tokens that were ever made, the oldest first."""
    table = program_tokens
    columns = (table.c.id, table.c.client, table.c.made_at, table.c.used_at, table.c.revoked_at)
    async with database.statements() as connection:
        found = await connection.execute(select(*columns).order_by(table.c.made_at))
        return [TokenRecord(**row._mapping) for row in found]


async def revoke_tokens(database: Database, named: str) -> Sequence[str]:
    """Revoke the token of this id, or all of a client; the ids of those that held until now."""
    table = program_tokens
    async with database.transaction() as connection:
        gone = await connection.execute(
            update(table)
            .where(or_(table.c.id == named, table.c.client == named), table.c.revoked_at.is_(None))
            .values(revoked_at=func.clock_timestamp())
            .returning(table.c.id)
        )
        return list(gone.scalars())


def _hash(token: str) -> str:
    """A token has 256 bits of chance, so nothing slower is needed."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()
