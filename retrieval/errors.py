"""The failures of retrieval. The docstring is the message.

RetrievalError
├── SiloUnknown
├── SiloUnavailable
├── DocumentUnknown
├── DocumentUnreadable
├── EmbedderUnavailable
├── IndexMismatch
└── DeclarationInvalid
"""

from __future__ import annotations


class RetrievalError(Exception):
    """Retrieval failed."""

    def __init__(self, detail: str = "") -> None:
        sentence = (type(self).__doc__ or "").strip().splitlines()[0]
        super().__init__(f"{sentence} {detail}".strip())
        self.detail = detail


class SiloUnknown(RetrievalError):
    """No silo of this name is declared."""


class SiloUnavailable(RetrievalError):
    """The silo did not answer."""


class DocumentUnknown(RetrievalError):
    """The silo holds no such document in this version."""


class DocumentUnreadable(RetrievalError):
    """The file could not be read as a document."""


class EmbedderUnavailable(RetrievalError):
    """The embedding model is not installed or its checksum is wrong."""


class IndexMismatch(RetrievalError):
    """The index was built by another embedder; ingest again or switch back."""


class DeclarationInvalid(RetrievalError):
    """The silo declaration or a document's front matter is not valid."""
