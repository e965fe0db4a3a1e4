"""An embedder of others that is not told who a patient is."""

from __future__ import annotations

from collections.abc import Sequence

from retrieval.embedding.contract import ClosableEmbedder, Vectors
from retrieval.privacy.hiding import without_personal


class PrivateEmbedder:
    """Embeds texts without what is personal. The same index: public documents hold nothing of it.

    Names, lengths and places of tokens are those of the embedder inside."""

    def __init__(self, embedder: ClosableEmbedder) -> None:
        self._embedder = embedder

    @property
    def name(self) -> str:
        return self._embedder.name

    @property
    def dimensions(self) -> int:
        return self._embedder.dimensions

    @property
    def window(self) -> int:
        return self._embedder.window

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        return self._embedder.embed_documents([without_personal(text) for text in texts])

    def embed_query(self, text: str) -> Vectors:
        return self._embedder.embed_query(without_personal(text))

    def count_tokens(self, text: str) -> int:
        return self._embedder.count_tokens(text)

    def token_spans(self, text: str) -> tuple[tuple[int, int], ...]:
        return self._embedder.token_spans(text)

    def close(self) -> None:
        """Let the embedder inside go. Closing twice is fine."""
        self._embedder.close()
