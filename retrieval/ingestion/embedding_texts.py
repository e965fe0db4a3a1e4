"""What is embedded of a document, and the document with its vectors."""

from __future__ import annotations

from collections.abc import Sequence

from retrieval.declaration.cards import Chunks
from retrieval.documents import Document
from retrieval.embedding.contract import IngestEmbedder
from retrieval.stores.contract import EmbeddedDocument
from retrieval.text.chunks import chunk_spans

SPECIAL_TOKENS = 2
"""Marks of begin and end that embedders set around each text."""
LEAST_CHUNK = 32
"""Tokens. Under a title that fills the window, a chunk is cut off rather than made smaller still.
Chosen by hand: about one sentence."""


def embedded_documents(
    documents: Sequence[Document], embedder: IngestEmbedder, chunks: Chunks
) -> tuple[EmbeddedDocument, ...]:
    """The documents with their vectors: of the whole where it fits the window, else of its
    chunks, each under the title; and of the summary if there is one. Blocking."""
    texts = [embedded_texts(document, embedder, chunks) for document in documents]
    vectors = embedder.embed_documents([text for several in texts for text in several])
    ends = [0]
    for several in texts:
        ends.append(ends[-1] + len(several))
    return tuple(
        EmbeddedDocument(document, vectors[ends[number] : ends[number + 1]])
        for number, document in enumerate(documents)
    )


def embedded_texts(document: Document, embedder: IngestEmbedder, chunks: Chunks) -> list[str]:
    """What is embedded of a document, at least one text."""
    tokens = embedder.token_spans(document.text)
    title = embedder.count_tokens(document.title)
    room = embedder.window - SPECIAL_TOKENS - title
    if len(tokens) <= room:
        texts = [f"{document.title}\n{document.text}"]
    else:
        size = max(min(chunks.tokens, room), LEAST_CHUNK)
        spans = chunk_spans(tokens, size, min(chunks.overlap, size // 2))
        texts = [f"{document.title}\n{document.text[start:end]}" for start, end in spans]
    return [*texts, document.summary] if document.summary else texts
