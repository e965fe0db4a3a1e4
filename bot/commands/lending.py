"""A data folder and a database for a measurement to use up, lent to commands of other packages."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bot import postgres
from bot.demo.run import LOCAL_TOKENS
from bot.migrating import migrate
from bot.settings import environment_with


@dataclass(frozen=True, slots=True)
class Ground:
    """What is lent. Everything in it is gone when it is given back."""

    home: Path
    database_url: str
    environment: Mapping[str, str]
    """For our own processes: this folder, this database, no model, the local workspace's tokens."""


@contextmanager
def throwaway() -> Iterator[Ground]:
    """Lend a fresh data folder with a migrated database of its own."""
    with tempfile.TemporaryDirectory(prefix="curbside-") as folder:
        home = Path(folder)
        with postgres.lent(home) as server:
            migrate(server.url)
            environment = environment_with(
                CURBSIDE_HOME=folder, DATABASE_URL=server.url, CURBSIDE_MODEL="", **LOCAL_TOKENS
            )
            yield Ground(home, server.url, environment)
