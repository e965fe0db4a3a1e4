"""The failures of retrieval. The docstring is the message.

RetrievalError
├── DatabaseUnavailable
├── SiloUnknown
├── SiloUnavailable
│   └── StoreDamaged
├── DocumentUnknown
├── DocumentUnreadable
├── FolderInvalid
├── EmbedderUnavailable
├── RerankerUnavailable
├── ModelFileUnreached
├── ModelFileRefused
├── IndexMismatch
├── SourceFailed
├── RequestInvalid
└── DeclarationInvalid
"""

from __future__ import annotations


def sentence_of(kind: type[BaseException]) -> str:
    """The first paragraph of a failure's docstring, on one line: what people read about it."""
    return " ".join((kind.__doc__ or "").strip().split("\n\n")[0].split())


class RetrievalError(Exception):
    """Retrieval failed."""

    def __init__(self, detail: str = "") -> None:
        sentence = sentence_of(type(self))
        super().__init__(f"{sentence} {detail}".strip())
        self.detail = detail


class DatabaseUnavailable(RetrievalError):
    """The database does not answer: check DATABASE_URL, or leave it empty to use our own."""


class SiloUnknown(RetrievalError):
    """No silo of this name is declared."""


class SiloUnavailable(RetrievalError):
    """The silo did not answer."""


class StoreDamaged(SiloUnavailable):
    """The file of the embedded store in the data folder is damaged; delete it and ingest again
    (`curbside ingest`). `curbside doctor` names it."""


class DocumentUnknown(RetrievalError):
    """The silo holds no such document in this version."""


class DocumentUnreadable(RetrievalError):
    """The file could not be read as a document."""


class FolderInvalid(RetrievalError):
    """A folder of documents holds a sub-folder for each silo, and the documents in them."""


class EmbedderUnavailable(RetrievalError):
    """The embedder cannot be used: it is not installed, not reachable, or not the right one."""


class RerankerUnavailable(RetrievalError):
    """The re-ranker did not answer."""


class ModelFileUnreached(RetrievalError):
    """The model's file did not come; run the command again to go on from here."""


class ModelFileRefused(RetrievalError):
    """The model's file was not taken."""


class IndexMismatch(RetrievalError):
    """The index was built by another embedder; ingest again or switch back."""


class SourceFailed(RetrievalError):
    """The source did not give what was asked for; run the command again to go on from here."""


class RequestInvalid(RetrievalError):
    """The source cannot serve this request."""


class SummariserUnavailable(RetrievalError):
    """The summary was not written; the document goes in without it, the next run tries again."""

    def __init__(self, detail: str = "", *, for_all: bool = False) -> None:
        super().__init__(detail)
        self.for_all = for_all
        """Whether the next document would fare no better."""


class DeclarationInvalid(RetrievalError):
    """What a file states is not valid."""
