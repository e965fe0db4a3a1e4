"""What opens embedding models: ours, Cohere's, fastembed's and those that LangChain knows."""

from retrieval.embedding.contract import ClosableEmbedder
from retrieval.embedding.opening import open_embedder

__all__ = ["ClosableEmbedder", "open_embedder"]
