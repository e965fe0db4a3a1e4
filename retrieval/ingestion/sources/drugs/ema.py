"""Medicines of the European Union from the list that the EMA publishes: indication and status.

Facts this stands on: public programs that read ``medicines-output-medicines_json-report_en.json``
(a list, or an object whose ``data`` is one; names of fields below; days as DD/MM/YYYY). The EMA
publishes it twice a day. It is one file: a run asks once, and narrows it by itself.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from retrieval.documents import Document, Facets
from retrieval.errors import RequestInvalid, SourceFailed
from retrieval.ingestion.problems import Problem
from retrieval.ingestion.sources.access.http import MOST_BYTES
from retrieval.ingestion.sources.access.json_fields import at, iso_date, list_at, text, texts
from retrieval.ingestion.sources.access.pagination import (
    TermPage,
    distinct_terms,
    paginate,
    place,
    state,
)
from retrieval.ingestion.sources.access.service_source import ServiceSource
from retrieval.ingestion.sources.contract import HarvestRequest, Page, Record

_LIST = "https://www.ema.europa.eu/en/medicines/download-medicine-data"
_FILE = "medicines-output-medicines_json-report_en.json"
_PAGE = 50
"""Medicines at once. Chosen by hand."""
_ALL = "*"
"""In place of a term, where none narrows the list."""
_NUMBER = re.compile(r"EMEA/H/[A-Z]{1,2}/[0-9]{3,8}(?:/[0-9A-Z]{1,8})?")
_DAY = re.compile(r"(\d{2})/(\d{2})/(\d{4})")
_NAMES = (
    "name_of_medicine",
    "international_non_proprietary_name_common_name",
    "active_substance",
)
_AUTHORISED = "authorised"
_MARKS = {
    "conditional_approval": "Conditional approval: data are still owed.",
    "exceptional_circumstances": "Authorised under exceptional circumstances.",
    "additional_monitoring": "Under additional monitoring.",
}
"""What the list says with yes or no, and an authorisation is not to be read without."""
_ABOUT = (
    "This is the EMA's list of medicines, not the product information: doses, warnings and adverse"
    " reactions stand there."
)


class Ema(ServiceSource):
    """Medicines for people by name, common name or active substance; without terms all of the
    list, which may also be a downloaded file. ``since`` keeps what the EMA changed since then."""

    name = "ema"
    service_name = "EMA"
    default_address = "https://www.ema.europa.eu/en/documents/report"
    per_second = 0.5
    seconds = 60.0
    """For one answer. Chosen by hand: it is the whole list."""
    _listed: list[Any] | None = None

    async def pages(self, request: HarvestRequest, cursor: str = "") -> AsyncIterator[Page]:
        """The medicines of the request after the cursor. Raises :class:`RequestInvalid` for a file
        that is not this list."""
        request = distinct_terms(request) if request.terms else replace(request, terms=(_ALL,))

        async def fetch(term: str, where: str, remaining: int | None) -> TermPage:
            wanted = [each for each in await self._list(request) if _is_named(each, term)]
            start = int(state(where).get("row", "0") or 0)
            size = min(_PAGE, remaining or _PAGE)
            made = [_read(each, request) for each in wanted[start : start + size]]
            return TermPage(
                records=tuple(one for one in made if isinstance(one, Record)),
                problems=tuple(one for one in made if isinstance(one, Problem)),
                next_place=place(row=start + size) if start + size < len(wanted) else "",
                total=len(wanted),
            )

        async for page in paginate(request, cursor, fetch):
            yield page

    async def _list(self, request: HarvestRequest) -> list[Any]:
        if self._listed is None:
            if request.file is not None:
                answer = await asyncio.to_thread(_content_of, request.file)
            else:
                answer = await self._service.get_json(_FILE)
            found = answer if isinstance(answer, list) else at(answer, "data")
            if not isinstance(found, list):
                raise SourceFailed("EMA answered without a list of medicines.")
            self._listed = found
        return self._listed


def _content_of(path: Path) -> Any:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise RequestInvalid(f"{path.name} is longer than {MOST_BYTES >> 20} MB.")
        return json.loads(path.read_bytes())
    except FileNotFoundError as error:
        raise RequestInvalid(f"There is no file {path.name}.") from error
    except (OSError, ValueError, RecursionError) as error:
        raise RequestInvalid(f"{path.name} cannot be read as JSON.") from error


def _is_named(each: Any, term: str) -> bool:
    """Whether the term is a whole word, or several, of one of a medicine's names."""
    if text(each, "category").lower() not in ("human", ""):
        return False
    if term == _ALL:
        return True
    wanted = f" {' '.join(_words(term))} "
    return any(wanted in f" {' '.join(_words(text(each, name)))} " for name in _NAMES)


def _words(given: str) -> list[str]:
    return re.findall(r"[^\W_]+", given.casefold())


def _read(each: Any, request: HarvestRequest) -> Record | Problem | None:
    number, brand = text(each, "ema_product_number").upper(), text(each, "name_of_medicine")
    if not _NUMBER.fullmatch(number) or not brand:
        return Problem("ema", "a medicine without a product number or a name.")
    told = f"ema-{number.removeprefix('EMEA/').replace('/', '-').lower()}"
    status = text(each, "medicine_status")
    indication = " ".join(text(each, "therapeutic_indication").split())
    is_authorised = status.lower() == _AUTHORISED
    if is_authorised and not indication:
        return Problem(told, "holds no indication")
    changed = _day(text(each, "last_updated_date")) or _day(text(each, "first_published_date"))
    if request.since and changed and changed < request.since:
        return None
    common = text(each, "international_non_proprietary_name_common_name")
    substances = [name for one in texts(each, "active_substance") for name in _split(one)]
    substances = substances or _split(common)
    areas = [area for one in texts(each, "therapeutic_area_mesh") for area in _split(one, ";")]
    document = Document(
        silo=request.silo,
        id=told,
        version=changed or "undated",
        title=f"{brand} ({common.lower()}): EU medicine" if common else f"{brand}: EU medicine",
        text=_text(each, number, status, indication if is_authorised else ""),
        url=text(each, "medicine_url") or _LIST,
        organisation="EMA",
        date=changed,
        facets=Facets(
            tumour_types=tuple(dict.fromkeys(area.lower() for area in areas)),
            drugs=tuple(dict.fromkeys(one.lower() for one in substances)),
        ),
        facts_from=(f"ema:{number}",),
    )
    return Record(document=document, raw=json.dumps(each, ensure_ascii=False, sort_keys=True))


def _text(each: Any, number: str, status: str, indication: str) -> str:
    """Status first. Of a medicine that is not authorised the indication is not told: it would read
    as one that holds."""
    facts = [f"Status in the European Union: {status or 'not stated'}."]
    facts += [told for name, told in _MARKS.items() if text(each, name).lower() == "yes"]
    if authorised := _day(text(each, "marketing_authorisation_date")):
        facts.append(f"Marketing authorisation: {authorised}.")
    if holder := text(each, "marketing_authorisation_developer_applicant_holder"):
        facts.append(f"Holder: {holder}.")
    if code := text(each, "atc_code_human"):
        facts.append(f"ATC code: {code}.")
    parts = [" ".join(facts)]
    if indication:
        parts.append(f"## Therapeutic indication\n\n{indication}")
    elif list_at(each, "therapeutic_indication"):
        parts.append("It is not authorised, so the indication that the list names is left out.")
    parts.append(f"## About this record\n\n{_ABOUT} Product number {number}.")
    return "\n\n".join(parts) + "\n"


def _split(names: str, marks: str = ";,") -> list[str]:
    return [name for part in re.split(f"[{marks}]", names) if (name := part.strip())]


def _day(given: str) -> str:
    """``31/01/2024`` as an ISO date."""
    found = _DAY.match(given)
    return iso_date(f"{found[3]}-{found[2]}-{found[1]}") if found else ""
