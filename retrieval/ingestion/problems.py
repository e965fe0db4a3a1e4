"""What a file gave, and what reports of ingestion say about it."""

from __future__ import annotations

from dataclasses import dataclass

from retrieval.documents import Document

_ENDS = '.!?…”")'


@dataclass(frozen=True, slots=True)
class Problem:
    """A file that could not be taken in, or not as it should be, with a plain sentence."""

    path: str
    reason: str
    """Told behind the path; ends as a sentence does, however it was given."""
    taken: bool = False
    """Whether it was taken in all the same."""

    def __post_init__(self) -> None:
        if self.reason and self.reason[-1] not in _ENDS:
            object.__setattr__(self, "reason", f"{self.reason}.")


@dataclass(frozen=True, slots=True)
class SoundPart:
    """What a file holds, and a plain sentence for each of its lines that is not sound."""

    documents: tuple[Document, ...]
    refused: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    """What of it was not read, though the rest was taken in; each a plain sentence."""
