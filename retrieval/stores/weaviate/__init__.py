"""The silo store for a team: one Weaviate, or a cluster. The only place that knows Weaviate."""

from retrieval.stores.weaviate.address import Address
from retrieval.stores.weaviate.store import WeaviateStore

__all__ = ["Address", "WeaviateStore"]
