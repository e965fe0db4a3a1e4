"""Everything that is stored, as one value of small parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from workspace.clock import Clock
from workspace.storage.database import WorkspaceDatabase
from workspace.storage.delivery_table import DeliveryTable
from workspace.storage.directory import Directory
from workspace.storage.file_table import FileTable
from workspace.storage.message_table import MessageTable
from workspace.storage.notes import Ids, Notes, Timestamps


@dataclass(frozen=True, slots=True, kw_only=True)
class Storage:
    """The tables of one database."""

    database: WorkspaceDatabase
    directory: Directory
    messages: MessageTable
    files: FileTable
    deliveries: DeliveryTable
    notes: Notes
    ids: Ids
    timestamps: Timestamps

    @classmethod
    def open(cls, path: str, clock: Clock, first_id: int = 0) -> Self:
        """Open a file, or `:memory:`; ids are numbered behind the first. Raises `sqlite3.Error` if
        the file cannot be used."""
        database = WorkspaceDatabase(path)
        notes = Notes(database)
        return cls(
            database=database,
            directory=Directory(database),
            messages=MessageTable(database),
            files=FileTable(database),
            deliveries=DeliveryTable(database),
            notes=notes,
            ids=Ids(notes, first_id),
            timestamps=Timestamps(database, clock),
        )

    def close(self) -> None:
        self.database.close()

    def clear(self) -> None:
        """Forget everything. Timestamps and ids go on from where they were."""
        self.database.clear()
