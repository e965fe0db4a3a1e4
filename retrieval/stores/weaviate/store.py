"""The silo store in Weaviate, under the same contract as the embedded one."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from retrieval.documents import Document, DocumentRef
from retrieval.errors import DocumentUnknown, SiloUnavailable
from retrieval.stores.contract import EmbeddedDocument, Hit, StoreQuery
from retrieval.stores.vector_checks import index_mismatch, vector_length
from retrieval.stores.weaviate import schema, searching
from retrieval.stores.weaviate.address import WeaviateAddress
from retrieval.stores.weaviate.batches import BATCH_OBJECTS, write_batches
from retrieval.stores.weaviate.connection import Connection
from retrieval.stores.weaviate.schema import CollectionInfo
from retrieval.stores.weaviate.silo_sizes import SiloSizes

if TYPE_CHECKING:
    from weaviate import WeaviateAsyncClient
    from weaviate.collections import CollectionAsync

INDEX_CHECK_SECONDS = 0.1
"""Between two looks whether vectors are indexed. Chosen by hand."""
LONGEST_REASON = 200
"""Characters that are told of a refusal. Chosen by hand: two lines of a terminal."""


class WeaviateStore:
    """All silos in one Weaviate. Any number of processes may read and write it.

    The connection is opened when it is first needed. A write that fails half way may have
    written some of its documents; writing them again, as ingestion does, mends that. ``embedder``
    is the name of what makes the vectors; a silo remembers whose it holds and raises
    :class:`retrieval.errors.IndexMismatch` for another's."""

    def __init__(self, address: WeaviateAddress, *, embedder: str) -> None:
        self._address = address
        self._embedder = embedder
        self._connection = Connection(address)
        self._known: dict[str, CollectionInfo] = {}
        self._sizes = SiloSizes()

    async def upsert(self, silo: str, documents: Sequence[EmbeddedDocument]) -> None:
        """Write the documents; of equal ids the last counts."""
        latest = {embedded.document.id: embedded for embedded in documents}
        if not latest:
            return
        held = await self._ensure_collection(silo, tuple(latest.values()))
        act = uuid.uuid4().hex
        for batch in write_batches(tuple(latest.values())):
            objects = [
                made
                for embedded in batch
                for made in schema.objects(silo, embedded, self._embedder, act)
            ]
            await self._insert(silo, objects)
        self._sizes.forget(silo)
        if held.chunked:
            await self._remove_other_parts(silo, tuple(latest), act)

    async def delete(self, silo: str, ids: Sequence[str]) -> int:
        """Remove the documents and say how many there were."""
        if not ids or await self._collection_info(silo) is None:
            return 0
        own = schema.parts_of(ids) & schema.first_parts()
        found = await self._connection.call(
            lambda client: self._of(client, silo).aggregate.over_all(filters=own, total_count=True)
        )
        await self._connection.retry_write(
            lambda client: self._of(client, silo).data.delete_many(where=schema.parts_of(ids))
        )
        return int(found.total_count or 0)

    async def reset_if_embedder_changed(self, silo: str) -> bool:
        """Empty the silo when it holds another embedder's vectors; True when it did."""
        held = await self._collection_info(silo, fresh=True)
        if held is None or held.embedder == self._embedder:
            return False
        await self._connection.retry_write(
            lambda client: client.collections.delete(self._name(silo)),
        )
        self._known.pop(silo, None)
        return True

    async def wait_until_indexed(self, silo: str) -> None:
        """Wait until the vectors that were written are indexed; the server does that a little
        later. Raises :class:`SiloUnavailable` when it takes longer than ``write_seconds``."""
        if await self._collection_info(silo) is None:
            return
        looks = int(self._address.write_seconds / INDEX_CHECK_SECONDS)
        for _ in range(looks):
            if not await self._unindexed_vectors(silo):
                return
            await asyncio.sleep(INDEX_CHECK_SECONDS)
        detail = f"Weaviate still indexes what was written to {silo}; searches may miss some of it."
        raise SiloUnavailable(detail)

    async def search(self, silo: str, query: StoreQuery) -> tuple[Hit, ...]:
        """Rank the silo's documents, best first; ties by id. Empty when the silo is."""
        held = await self._collection_info(silo)
        if held is None or query.limit < 1:
            return ()
        self._check(silo, held, query)
        size = None
        if held.chunked and query.fusion == "learned":
            packed = held.packed
            size = await self._connection.call(
                lambda client: self._sizes.size(self._of(client, silo), silo, packed)
            )
        asked = searching.CollectionQuery(
            query, silo, held.chunked, held.packed, size, self._sizes.average(silo)
        )
        found = await self._search_collection(silo, asked)
        if found is None:
            # Another process wrote the first chunks, or made the silo anew, since we looked.
            held = await self._collection_info(silo, fresh=True)
            if held is None:
                return ()
            self._check(silo, held, query)
            found = await self._search_collection(silo, replace(asked, chunked=True)) or ()
        return found

    async def document(self, ref: DocumentRef) -> Document:
        """The stored document, or :class:`retrieval.errors.DocumentUnknown`."""
        found = None
        if await self._collection_info(ref.silo) is not None:
            head = schema.object_id(ref.silo, ref.id, 0)
            found = await self._connection.call(
                lambda client: self._of(client, ref.silo).query.fetch_object_by_id(
                    head, return_properties=["body"]
                )
            )
        if found is not None:
            document = schema.document_from(dict(found.properties))
            if document.version == ref.version:
                return document
        detail = f"{ref.silo}: {ref.id}, version {ref.version}."
        raise DocumentUnknown(detail)

    async def count(self, silo: str) -> int:
        """How many documents the silo holds."""
        if await self._collection_info(silo) is None:
            return 0
        found = await self._connection.call(
            lambda client: self._of(client, silo).aggregate.over_all(
                filters=schema.first_parts(), total_count=True
            )
        )
        return int(found.total_count or 0)

    async def fingerprints(self, silo: str) -> Mapping[str, str]:
        """Id and content digest of every document of the silo."""
        pages = self._pages(silo, ["document", "part", "fingerprint"], vectors=False)
        return {
            str(each.properties["document"]): str(each.properties["fingerprint"])
            async for page in pages
            for each in page
            if each.properties["part"] == 0
        }

    async def export(self, silo: str) -> AsyncIterator[EmbeddedDocument]:
        """Every document with its vectors. Documents come in no order."""
        held = await self._collection_info(silo, fresh=True)
        if held is not None and held.embedder != self._embedder:
            raise index_mismatch(silo, held.embedder, self._embedder)
        parts: dict[str, dict[int, Any]] = {}
        documents: dict[str, Document] = {}
        async for page in self._pages(silo, ["document", "part", "body"], vectors=True):
            for each in page:
                name, part = str(each.properties["document"]), int(each.properties["part"])
                parts.setdefault(name, {})[part] = each.vector[schema.VECTOR]
                if part == 0:
                    documents[name] = schema.document_from(each.properties)
        for name, document in documents.items():
            rows = [parts[name][part] for part in sorted(parts[name])]
            yield EmbeddedDocument(document, np.array(rows, np.float32))

    async def server(self) -> str:
        """What answers, in words."""
        meta = await self._connection.call(lambda client: client.get_meta())
        nodes = await self._connection.call(lambda client: client.cluster.nodes())
        healthy = sum(node.status == "HEALTHY" for node in nodes)
        return f"Weaviate {meta.get('version', '')}, {healthy} of {len(nodes)} nodes healthy"

    async def close(self) -> None:
        """Let go of the connection. Closing twice is fine."""
        await self._connection.close()

    async def _unindexed_vectors(self, silo: str) -> int:
        """How many vectors wait for their index."""
        nodes = await self._connection.call(
            lambda client: client.cluster.nodes(self._name(silo), output="verbose")
        )
        return sum(shard.vector_queue_length for node in nodes for shard in node.shards or ())

    async def _search_collection(
        self, silo: str, asked: searching.CollectionQuery
    ) -> tuple[Hit, ...] | None:
        try:
            found = await self._connection.call(
                lambda client: searching.search(self._of(client, silo), asked)
            )
        except SiloUnavailable:
            if await self._collection_info(silo, fresh=True) is None:
                return ()
            raise
        if found is None:
            return None
        if any(embedder != self._embedder for embedder in found.embedders):
            return None
        if found.words is not None:
            self._sizes.learn(silo, found.words)
        return found.hits

    def _check(self, silo: str, held: CollectionInfo, query: StoreQuery) -> None:
        if held.embedder != self._embedder or query.vector.shape != (held.dimensions,):
            raise index_mismatch(silo, held.embedder, self._embedder)

    async def _collection_info(self, silo: str, *, fresh: bool = False) -> CollectionInfo | None:
        """What the silo's collection says of itself; None when there is none."""
        if fresh:
            self._known.pop(silo, None)
        if silo not in self._known:
            found = await self._connection.call(
                lambda client: self._read_collection_info(client, silo)
            )
            if found is None:
                return None
            self._known[silo] = found
        return self._known[silo]

    async def _read_collection_info(
        self, client: WeaviateAsyncClient, silo: str
    ) -> CollectionInfo | None:
        if not await client.collections.exists(self._name(silo)):
            return None
        config = await self._of(client, silo).config.get(simple=True)
        return schema.collection_info(config.description)

    async def _ensure_collection(
        self, silo: str, documents: Sequence[EmbeddedDocument]
    ) -> CollectionInfo:
        """Make the collection unless it is there, and note when documents get chunks."""
        dimensions = vector_length(silo, documents)
        chunked = any(len(embedded.vectors) > 1 for embedded in documents)
        held = await self._collection_info(silo, fresh=silo not in self._known)
        if held is None:
            held = CollectionInfo(self._embedder, dimensions, chunked)
            await self._create_collection(silo, held)
            held = await self._collection_info(silo, fresh=True) or held
        if held.embedder != self._embedder or held.dimensions != dimensions:
            raise index_mismatch(silo, held.embedder, self._embedder)
        if not held.packed:
            await self._add_figures(silo)
        now = replace(held, chunked=held.chunked or chunked, packed=True)
        if now != held:
            description = schema.description_of(now)
            await self._connection.retry_write(
                lambda client: self._of(client, silo).config.update(description=description)
            )
            self._known[silo] = now
        return now

    async def _add_figures(self, silo: str) -> None:
        """Let the collection, which an older version made, keep packed figures."""

        async def add(client: WeaviateAsyncClient) -> None:
            """Add the property; that it is there already is no error."""
            config = self._of(client, silo).config
            held = await config.get()
            if all(each.name != schema.FIGURES for each in held.properties):
                await config.add_property(schema.kept_text(schema.FIGURES))

        await self._connection.retry_write(add)

    async def _create_collection(self, silo: str, held: CollectionInfo) -> None:
        async def make(client: WeaviateAsyncClient) -> None:
            """Create it; that it is there already is no error."""
            try:
                await client.collections.create(
                    **schema.collection_config(self._address, silo, held)
                )
            except Exception:
                # Another process, or our own earlier try, may have made it just now.
                if not await client.collections.exists(self._name(silo)):
                    raise

        await self._connection.retry_write(make)

    async def _insert(self, silo: str, objects: Sequence[Any]) -> None:
        async def insert(client: WeaviateAsyncClient) -> None:
            """Write all objects. Raises :class:`SiloUnavailable` when the server took only some or
            none, with its first reason."""
            from weaviate.exceptions import WeaviateInsertManyAllFailedError

            try:
                answered = await self._of(client, silo).data.insert_many(objects)
                refused = [str(each.message) for each in answered.errors.values()]
            except WeaviateInsertManyAllFailedError as error:
                refused = [str(error.message)] * len(objects)
            if refused:
                detail = (
                    f"Weaviate did not take {len(refused)} of {len(objects)} objects:"
                    f" {refused[0][:LONGEST_REASON]}"
                )
                raise SiloUnavailable(detail)

        await self._connection.retry_write(insert)

    async def _remove_other_parts(self, silo: str, ids: Sequence[str], act: str) -> None:
        """Parts that the documents had before and were not written in this act."""
        from weaviate.classes.query import Filter

        stale = schema.parts_of(ids) & Filter.by_property("written").not_equal(act)
        await self._connection.retry_write(
            lambda client: self._of(client, silo).data.delete_many(where=stale)
        )

    async def _pages(
        self, silo: str, properties: list[str], *, vectors: bool
    ) -> AsyncIterator[Sequence[Any]]:
        """All objects of the silo, some at a time."""
        if await self._collection_info(silo) is None:
            return
        after: uuid.UUID | None = None
        while True:
            found = await self._connection.call(
                lambda client, start=after: self._of(client, silo).query.fetch_objects(  # type: ignore[misc]
                    limit=BATCH_OBJECTS * 5,
                    after=start,
                    return_properties=properties,
                    include_vector=vectors,
                )
            )
            if not found.objects:
                return
            yield found.objects
            after = found.objects[-1].uuid

    def _name(self, silo: str) -> str:
        return schema.collection_name(self._address, silo)

    def _of(self, client: WeaviateAsyncClient, silo: str) -> CollectionAsync[Any, Any]:
        return client.collections.use(self._name(silo), skip_argument_validation=True)
