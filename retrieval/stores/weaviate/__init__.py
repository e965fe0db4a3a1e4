"""The silo store for a team: one Weaviate, or a cluster. The only place that knows Weaviate."""

from retrieval.stores.weaviate.address import WeaviateAddress
from retrieval.stores.weaviate.store import WeaviateStore

__all__ = ["WeaviateAddress", "WeaviateStore"]
