"""The contract of a source: it hands out records page by page and says where to go on.

A source knows its service and nothing of staging, stores or embedders. Whoever drives it stages
each page together with the page's cursor in one transaction, so that a run that is killed
anywhere goes on where it was, and every document is staged once.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Protocol

from retrieval.documents import Document
from retrieval.ingestion.problems import Problem

PublicationStatus = Literal["current", "corrected", "concern", "retracted"]
"""What the source says of a publication after it appeared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HarvestRequest:
    """What a source is asked for. A request with the same values is the same run."""

    silo: str
    """Where the documents go."""
    terms: tuple[str, ...] = ()
    """In the source's own query language or identifiers; what is accepted, the source says."""
    since: str = ""
    """ISO date: only what changed or appeared on that day or later."""
    limit: int | None = None
    """At most so many records over all terms."""
    file: Path | None = None
    """A file that was downloaded by hand, for sources that are published as files."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A document as a source made it, with what the source sent for it."""

    document: Document
    raw: str
    """The record as received (JSON, XML or a row); kept in staging, never shown as evidence."""
    status: PublicationStatus = "current"
    notice: str = ""
    """What a retraction, correction or concern says of itself: a sentence with its identifier."""
    supersedes: tuple[str, ...] = ()
    """Ids of documents of the same silo that this one replaces."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Some records, and where to go on."""

    records: tuple[Record, ...]
    cursor: str
    """Opaque; handed back to go on after this page. Empty when this was the last one."""
    total: int | None = None
    """How many records the run has in all, when the source says so."""
    problems: tuple[Problem, ...] = field(default=())
    """Records that could not be taken in, one plain sentence each; the rest goes through."""


class Source(Protocol):
    """One public source. All methods raise :class:`retrieval.errors.SourceFailed` (unreachable,
    refused, too many requests for too long, an answer that is not what it should be); the pages
    handed out before stay good."""

    @property
    def name(self) -> str:
        """As on the command line: ``pubmed``."""
        ...

    def pages(self, request: HarvestRequest, cursor: str = "") -> AsyncIterator[Page]:
        """The records of the request after the cursor. Raises
        :class:`retrieval.errors.RequestInvalid` for a request that it cannot serve."""
        ...

    async def close(self) -> None:
        """Let go of connections. Closing twice is fine."""
        ...
