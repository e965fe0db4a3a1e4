"""What the command line lends to a measurement."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol


class Ground(Protocol):
    """A data folder and a migrated database to use up."""

    @property
    def home(self) -> Path: ...

    @property
    def database_url(self) -> str: ...

    @property
    def environment(self) -> Mapping[str, str]:
        """For our own processes that should work there."""
        ...


Lend = Callable[[], AbstractContextManager[Ground]]
