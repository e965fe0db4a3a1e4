"""The stored files: their descriptions and their bytes."""

from __future__ import annotations

import json

from workspace.json_types import JsonObject
from workspace.storage.database import WorkspaceDatabase


class FileTable:
    """The table `file`. A deleted file keeps its id, so that messages can show a tombstone."""

    def __init__(self, database: WorkspaceDatabase) -> None:
        self._database = database

    def put(self, body: JsonObject, content: bytes | None = None) -> None:
        """Store a file's description; `content` None keeps the bytes stored before."""
        self._database.execute(
            "insert into file (id, body, content) values (?, ?, ?) on conflict (id) do update"
            " set body = excluded.body, content = coalesce(excluded.content, content)",
            body["id"],
            json.dumps(body),
            content,
        )

    def get(self, file_id: str) -> JsonObject | None:
        query = "select body from file where id = ? and not deleted"
        return self._database.body(query, file_id)

    def get_deleted(self, file_id: str) -> JsonObject | None:
        """The description of a file that was deleted."""
        return self._database.body("select body from file where id = ? and deleted", file_id)

    def all(self) -> list[JsonObject]:
        """The descriptions, newest first."""
        return self._database.bodies("select body from file where not deleted order by rowid desc")

    def content(self, file_id: str) -> bytes | None:
        """The bytes; None if they have not arrived or the file is deleted."""
        query = "select content from file where id = ? and not deleted"
        row = self._database.execute(query, file_id).fetchone()
        return None if row is None or row[0] is None else bytes(row[0])

    def remove(self, file_id: str) -> None:
        self._database.execute("update file set deleted = 1, content = null where id = ?", file_id)
