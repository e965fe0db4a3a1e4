"""One PostgreSQL for everything that keeps rows: its pool of connections and its failures."""

from retrieval.sql.database import (
    END_WHEN_IDLE,
    Database,
    DriverConnection,
    driver_of,
    driver_url,
    open_database,
    sync_engine,
)
from retrieval.sql.errors import translate_database_errors

__all__ = [
    "END_WHEN_IDLE",
    "Database",
    "DriverConnection",
    "driver_of",
    "driver_url",
    "open_database",
    "sync_engine",
    "translate_database_errors",
]
