"""What turns text into vectors, whoever does it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
"""Shape (n, dimensions), rows of unit length."""


class Embedder(Protocol):
    """Embeds documents and queries into one space."""

    @property
    def name(self) -> str:
        """Name, variant and checksum; an index remembers it and refuses another."""
        ...

    @property
    def dimensions(self) -> int: ...

    @property
    def window(self) -> int:
        """How many tokens of a text are read; the rest must be chunked."""
        ...

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """One unit vector per text. Blocking: call it in a thread."""
        ...

    def embed_query(self, text: str) -> Vectors:
        """Shape (dimensions,). Blocking, a few milliseconds."""
        ...

    def count_tokens(self, text: str) -> int: ...


class IngestEmbedder(Embedder, Protocol):
    """An embedder that says where its tokens stand, so that long texts can be cut by them."""

    def token_spans(self, text: str) -> tuple[tuple[int, int], ...]: ...


class ClosableEmbedder(IngestEmbedder, Protocol):
    """An embedder that holds threads, files or connections."""

    def close(self) -> None:
        """Let go of them. Closing twice is fine."""
        ...
