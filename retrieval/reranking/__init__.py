"""What opens re-rankers: Cohere's, and cross-encoders from a folder or through fastembed."""

from retrieval.reranking.opening import open_reranker

__all__ = ["open_reranker"]
