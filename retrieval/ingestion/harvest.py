"""From a public source into the staging table: killed anywhere, it goes on where it was."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace

from retrieval.derivation.derive import with_statements
from retrieval.documents import Document
from retrieval.errors import RequestInvalid, SourceFailed
from retrieval.ingestion.problems import Problem
from retrieval.ingestion.sources.contract import HarvestRequest, Page, Source
from retrieval.ingestion.staging import Staging
from retrieval.text.invisible import readable

LAST = "last"
"""As ``since``: the day on which the last finished run began."""


@dataclass(frozen=True, slots=True)
class HarvestProgress:
    """How far a run is, in records."""

    source: str
    done: int
    total: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HarvestReport:
    """What a run of a source did, in documents."""

    source: str
    silo: str
    new: int
    """New or changed."""
    unchanged: int
    problems: tuple[Problem, ...]
    resumed: bool
    """Whether it went on where an earlier try had stopped."""
    error: str
    """Why it stopped before its end; empty when it did not."""
    can_go_on: bool
    """Whether the same command may get further: the source failed, not the request."""


async def harvest(
    source: Source,
    request: HarvestRequest,
    *,
    staging: Staging,
    progress: Callable[[HarvestProgress], None],
    role: str = "",
) -> HarvestReport:
    """Stage what the source has for the request. A page and the place after it are stored in one
    transaction, so that every record is staged once, whatever happens. A source that fails leaves
    what it brought; calling again with the same request goes on. ``role`` is that of the silo.
    Raises
    :class:`retrieval.errors.SiloUnavailable`."""
    if request.since == LAST:
        since = await staging.last_harvest_day(source.name, request.silo)
        request = replace(request, since=since)
    run = await staging.begin_harvest(source.name, request)
    done, new, unchanged = run.records, 0, 0
    problems: list[Problem] = list(run.problems) if run.cursor else []
    error, can_go_on = "", True
    try:
        async for page in source.pages(request, run.cursor):
            page = await asyncio.to_thread(_with_statements, page, role)
            staged = await staging.stage_page(run, page)
            new, unchanged = new + staged.new, unchanged + staged.unchanged
            problems += staged.problems
            done += len(page.records)
            progress(HarvestProgress(source.name, done, page.total))
    except (SourceFailed, RequestInvalid) as failure:
        error, can_go_on = failure.detail, isinstance(failure, SourceFailed)
    await staging.end_harvest(run, error)
    return HarvestReport(
        source=source.name,
        silo=request.silo,
        new=new,
        unchanged=unchanged,
        problems=tuple(problems),
        resumed=bool(run.cursor),
        error=error,
        can_go_on=can_go_on,
    )


def _with_statements(page: Page, role: str) -> Page:
    """The page as it is read, with the statements of its documents. Blocking."""
    records = (
        replace(record, document=with_statements(_as_read(record.document), role))
        for record in page.records
    )
    return replace(page, records=tuple(records))


def _as_read(document: Document) -> Document:
    """The document without what nobody sees in its words. No source states spans of them."""
    return replace(
        document,
        title=readable(document.title),
        text=readable(document.text),
        organisation=readable(document.organisation),
    )
