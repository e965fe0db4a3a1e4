"""How many documents are written to Weaviate at once. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from retrieval.stores.contract import EmbeddedDocument

BATCH_OBJECTS = 200
"""Chosen by hand: a batch that fails is written again as a whole."""
BATCH_CHARACTERS = 8_000_000
"""Far below the 100 MB that one message may have. Chosen by hand."""


def write_batches(documents: Sequence[EmbeddedDocument]) -> list[list[EmbeddedDocument]]:
    """The documents in batches, none too large for one message."""
    batches: list[list[EmbeddedDocument]] = [[]]
    objects = characters = 0
    for embedded in documents:
        size = 3 * len(embedded.document.text) + 4_000 * len(embedded.vectors)
        full = (
            objects + len(embedded.vectors) > BATCH_OBJECTS or characters + size > BATCH_CHARACTERS
        )
        if batches[-1] and full:
            batches.append([])
            objects = characters = 0
        batches[-1].append(embedded)
        objects += len(embedded.vectors)
        characters += size
    return batches
