"""Reads the server's replies without most of what its client makes of each object.

A search brings some hundred objects, of which a name, a score and one text are wanted. The client
makes ten times as much of each, which takes longer than the server does. Its queries are built and
sent as ever; where a later client reads its replies by other methods, these are read as it does.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from weaviate.collections import CollectionAsync

_READERS = (
    "_result_to_query_return",
    "_result_to_query_or_groupby_return",
    "_result_to_generative_return",
)


@dataclass(frozen=True, slots=True)
class FoundObject:
    """An object of a reply, as the client's own have it."""

    properties: Mapping[str, Any]
    """Texts and numbers."""
    metadata: Any
    """With ``score`` and ``distance``."""


@dataclass(frozen=True, slots=True)
class FoundObjects:
    """A reply."""

    objects: Sequence[FoundObject]


def quick_queries(collection: CollectionAsync[Any, Any]) -> Any:
    """The queries of the collection, whose objects have texts and numbers only, and no vectors."""
    queries = copy.copy(collection.query)
    for reader in _READERS:
        if hasattr(queries, reader):
            setattr(queries, reader, _read)
    return queries


def _read(reply: Any, _options: Any) -> FoundObjects:
    return FoundObjects(
        [
            FoundObject(_properties(each.properties.non_ref_props.fields), each.metadata)
            for each in reply.results
        ]
    )


def _properties(fields: Any) -> dict[str, Any]:
    found = {}
    for name, value in fields.items():
        kind = value.WhichOneof("kind")
        found[name] = None if kind == "null_value" else getattr(value, kind)
    return found
