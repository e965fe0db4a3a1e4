"""What opens embedding models: ours, Cohere's, fastembed's and those that LangChain knows."""

from retrieval.embedding.contract import ClosableEmbedder
from retrieval.embedding.opening import is_hosted, open_embedder

__all__ = ["ClosableEmbedder", "is_hosted", "open_embedder"]
