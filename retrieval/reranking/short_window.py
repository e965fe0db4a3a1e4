"""What a re-ranker with a short window reads of a document. Pure."""

from __future__ import annotations

from retrieval.documents import Document
from retrieval.text.passages import passages

READ_CHARACTERS = 2_000
"""About what a window of 512 tokens holds. Chosen by hand."""
CHARACTERS_OF_A_SENTENCE = 250
"""Of a document too long for the window so many are chosen as it holds. Chosen by hand."""


def text_to_read(document: Document, query: str, characters: int = READ_CHARACTERS) -> str:
    """What is read of a document: all of it, or the title and the sentences that matter, in the
    order in which they stand."""
    if len(document.text) <= characters:
        return f"{document.title}\n{document.text}"
    most = max(1, characters // CHARACTERS_OF_A_SENTENCE)
    chosen = sorted(passages(document, query, limit=most), key=lambda found: found.start)
    excerpt = " ".join(found.text for found in chosen) or document.text
    return f"{document.title}\n{excerpt[:characters]}"
