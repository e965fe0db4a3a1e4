"""The store of one machine: SQLite holds the truth, the indexes in memory are derived from it."""

from retrieval.stores.embedded.store import EmbeddedStore

__all__ = ["EmbeddedStore"]
