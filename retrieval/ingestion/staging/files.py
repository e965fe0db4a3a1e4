"""The files that were read, and in which way."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from retrieval.ingestion.staging.tables import staged_files


@dataclass(frozen=True, slots=True)
class StagedFile:
    """A file that was read, or tried."""

    silo: str
    path: str
    """``<folder>/<silo>/…``"""
    sha256: str
    error: str | None
    """Why it could not be read, or what of it was refused."""
    read_as: str = ""
    """In which way such files were read when it was; empty where nobody noted it."""


@dataclass(frozen=True, slots=True)
class ReadAs:
    """Files of one silo and suffix that were read in one way."""

    silo: str
    suffix: str
    """``.pdf``"""
    way: str
    files: int


async def ways_of_reading(connection: AsyncConnection) -> tuple[ReadAs, ...]:
    """How many files of each silo and suffix were read in which way, but for those that could not
    be read."""
    file = staged_files.c
    suffix = sa.func.lower(sa.func.coalesce(sa.func.substring(file.path, r"\.[^./]*$"), ""))
    wanted = (
        sa.select(file.silo, suffix, file.read_as, sa.func.count())
        .where(file.error.is_(None))
        .group_by(file.silo, suffix, file.read_as)
        .order_by(file.silo, suffix, file.read_as)
    )
    return tuple(ReadAs(*row) for row in await connection.execute(wanted))
