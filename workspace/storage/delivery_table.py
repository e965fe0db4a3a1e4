"""Events that the app has not acknowledged yet."""

from __future__ import annotations

import json

from workspace.json_types import JsonObject
from workspace.storage.database import WorkspaceDatabase


class DeliveryTable:
    """The table `delivery`."""

    def __init__(self, database: WorkspaceDatabase) -> None:
        self._database = database

    def put(self, delivery_id: str, body: JsonObject) -> None:
        """Store a delivery; one that is stored again keeps its place in the order."""
        self._database.execute(
            "insert into delivery (id, body) values (?, ?)"
            " on conflict (id) do update set body = excluded.body",
            delivery_id,
            json.dumps(body),
        )

    def all(self) -> list[JsonObject]:
        """The deliveries, oldest first."""
        return self._database.bodies("select body from delivery order by position")

    def remove(self, delivery_id: str) -> None:
        self._database.execute("delete from delivery where id = ?", delivery_id)
