"""The way through the terms of a request: one after the other, page by page, up to the limit.

The cursor says which term is under way, where its source stands in it, and how many records were
handed out. It holds no term, so it may be logged.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import asdict, dataclass, replace

from retrieval.errors import RequestInvalid
from retrieval.ingestion.problems import Problem
from retrieval.ingestion.sources.access.json_fields import iso_date, text, whole_number
from retrieval.ingestion.sources.contract import HarvestRequest, Page, Record


@dataclass(frozen=True, slots=True, kw_only=True)
class TermPage:
    """What a source found for one term, from where it stood on."""

    records: tuple[Record, ...] = ()
    retraction_targets: tuple[Record, ...] = ()
    """Records marked by one that was asked for, as a retracted article by its notice. They are
    handed out even when they were before, and do not count against the limit."""
    problems: tuple[Problem, ...] = ()
    next_place: str = ""
    """Where to go on within the term; empty when the term is done."""
    total: int | None = None


@dataclass(frozen=True, slots=True)
class _Place:
    term: int = 0
    at: str = ""
    taken: int = 0


_RETRACTION_TARGET = -1
"""In place of the term by which a record was seen."""

Fetch = Callable[[str, str, int | None], Awaitable[TermPage]]
"""Term, where to go on in it, and how many records are still wanted at most."""


async def paginate(request: HarvestRequest, cursor: str, fetch: Fetch) -> AsyncIterator[Page]:
    """The pages of a request after the cursor."""
    terms = _terms(request)
    place: _Place | None = _place(cursor, len(terms))
    seen: dict[str, int] = {}
    while place is not None:
        remaining = None if request.limit is None else request.limit - place.taken
        term_page = await fetch(terms[place.term], place.at, remaining)
        marks = {record.document.id for record in term_page.retraction_targets}
        records, doubles = _once(term_page.records[:remaining], seen, place.term)
        seen |= dict.fromkeys(marks, _RETRACTION_TARGET)
        place = _after(place, term_page, len(terms), request.limit)
        yield Page(
            records=(
                *(one for one in records if one.document.id not in marks),
                *term_page.retraction_targets,
            ),
            cursor="" if place is None else json.dumps(asdict(place)),
            total=_total(term_page.total, request.limit) if len(terms) == 1 else None,
            problems=(*term_page.problems, *doubles),
        )


def join_neighbours(
    terms: tuple[str, ...], as_id: Callable[[str], str], size: int
) -> tuple[str, ...]:
    """Terms with neighbouring identifiers joined by commas, so that many are asked for at once.
    ``as_id`` gives the identifier in a term, or an empty text."""
    batches: list[tuple[str, int]] = []
    for term in terms:
        found = as_id(term)
        last, count = batches[-1] if batches else ("", 0)
        if found and 0 < count < size:
            batches[-1] = (f"{last},{found}", count + 1)
        else:
            batches.append((found or term, 1 if found else 0))
    return tuple(joined for joined, _ in batches)


def distinct_terms(request: HarvestRequest) -> HarvestRequest:
    """The request without the terms that stand in it twice."""
    return replace(request, terms=tuple(dict.fromkeys(term.strip() for term in request.terms)))


def _terms(request: HarvestRequest) -> tuple[str, ...]:
    if not request.terms or not all(request.terms):
        raise RequestInvalid("Say what to fetch for: search words or identifiers.")
    if request.limit is not None and request.limit < 1:
        raise RequestInvalid("The limit must be at least 1.")
    if request.since and len(iso_date(request.since)) != len("2025-01-31"):
        raise RequestInvalid("The day to begin with is written like 2025-01-31.")
    return request.terms


def _place(cursor: str, terms: int) -> _Place:
    if not cursor:
        return _Place()
    try:
        given = json.loads(cursor)
    except ValueError:
        given = None
    term, taken = whole_number(text(given, "term")), whole_number(text(given, "taken"))
    if term is None or taken is None or term >= terms:
        raise RequestInvalid("The place to go on from is not one of this request; start it anew.")
    return _Place(term, text(given, "at"), taken)


def _after(place: _Place, term_page: TermPage, terms: int, limit: int | None) -> _Place | None:
    remaining = None if limit is None else limit - place.taken
    taken = place.taken + len(term_page.records[:remaining])
    if limit is not None and taken >= limit:
        return None
    if term_page.next_place:
        return _Place(place.term, term_page.next_place, taken)
    return _Place(place.term + 1, "", taken) if place.term + 1 < terms else None


def _once(
    records: tuple[Record, ...], seen: dict[str, int], term: int
) -> tuple[list[Record], list[Problem]]:
    """Records that were not handed out yet. The same record found by two terms is nothing to
    report; twice by one term is."""
    fresh: list[Record] = []
    doubles: list[Problem] = []
    for record in records:
        name = record.document.id
        if name not in seen:
            seen[name] = term
            fresh.append(record)
        elif seen[name] == term:
            doubles.append(Problem(name, "came more than once; the first was taken"))
    return fresh, doubles


def _total(total: int | None, limit: int | None) -> int | None:
    if total is None or limit is None:
        return total
    return min(total, limit)


def state(at: str) -> dict[str, str]:
    """What a source put into its place: names and texts. Damaged ones read as empty."""
    try:
        given = json.loads(at) if at else {}
    except ValueError:
        given = {}
    return {name: text(value) for name, value in given.items()} if isinstance(given, dict) else {}


def place(**values: str | int) -> str:
    """A place within a term, for :func:`state` to read."""
    return json.dumps(values)
