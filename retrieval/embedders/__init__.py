"""The doors to embedding models: ours, Cohere's, fastembed's and those that LangChain knows."""

from retrieval.embedders.opening import ClosableEmbedder, open_embedder

__all__ = ["ClosableEmbedder", "open_embedder"]
