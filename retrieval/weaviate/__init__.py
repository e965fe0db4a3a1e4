"""The silo store for a team: one Weaviate, or a cluster. The only place that knows Weaviate."""

from retrieval.weaviate.address import Address
from retrieval.weaviate.store import WeaviateStore

__all__ = ["Address", "WeaviateStore"]
