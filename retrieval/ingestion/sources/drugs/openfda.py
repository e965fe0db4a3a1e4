"""Labels of drugs through openFDA: US prescribing information by name or set id.

Facts this stands on: open.fda.gov/apis (query syntax; 240 requests a minute, 1,000 a day without
and 120,000 with a key; a search without hits is answered with status 404 and code NOT_FOUND),
/apis/paging (skip and limit reach 26,000 hits: skip at most 25,000) and /apis/drug/label. openFDA
says of itself that it must not be relied on for decisions about medical care; each document says
so and links to the label at DailyMed. The data are in the public domain (CC0).
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from typing import Any

from retrieval.documents import Document, Facets, Identifier
from retrieval.errors import RequestInvalid, SourceFailed
from retrieval.ingestion.problems import Problem
from retrieval.ingestion.sources.access.http import POLITE, RequestPace, SourceRefused
from retrieval.ingestion.sources.access.json_fields import (
    at,
    iso_date,
    list_at,
    text,
    texts,
    whole_number,
)
from retrieval.ingestion.sources.access.pagination import (
    TermPage,
    distinct_terms,
    paginate,
    place,
    state,
)
from retrieval.ingestion.sources.access.service_source import ServiceSource
from retrieval.ingestion.sources.access.shared_services import DAILYMED_PAGE
from retrieval.ingestion.sources.contract import HarvestRequest, Page, Record
from retrieval.ingestion.sources.drugs.openfda_tables import with_tables

MOST_SKIPPED = 25_000
"""Hits that openFDA passes over at most."""
_PAGE = 20
"""Labels are long: 20 of them are some megabytes. Chosen by hand."""
_SET_ID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE)
_FIELD = re.compile(r"[a-z_.]+:\S")
_SUBSECTION = re.compile(r"(?<=\S) (?=\d{1,2}\.\d{1,2} [A-Z])")
_SECTIONS = (
    ("boxed_warning", "Boxed warning"),
    ("recent_major_changes", "Recent major changes"),
    ("indications_and_usage", "Indications and usage"),
    ("dosage_and_administration", "Dosage and administration"),
    ("dosage_forms_and_strengths", "Dosage forms and strengths"),
    ("contraindications", "Contraindications"),
    ("warnings_and_cautions", "Warnings and precautions"),
    ("warnings", "Warnings"),
    ("precautions", "Precautions"),
    ("adverse_reactions", "Adverse reactions"),
    ("drug_interactions", "Drug interactions"),
    ("use_in_specific_populations", "Use in specific populations"),
    ("pregnancy", "Pregnancy"),
    ("lactation", "Lactation"),
    ("nursing_mothers", "Nursing mothers"),
    ("pediatric_use", "Paediatric use"),
    ("geriatric_use", "Geriatric use"),
    ("renal_impairment", "Renal impairment"),
    ("hepatic_impairment", "Hepatic impairment"),
    ("overdosage", "Overdosage"),
    ("description", "Description"),
    ("clinical_pharmacology", "Clinical pharmacology"),
    ("mechanism_of_action", "Mechanism of action"),
    ("pharmacodynamics", "Pharmacodynamics"),
    ("pharmacokinetics", "Pharmacokinetics"),
    ("pharmacogenomics", "Pharmacogenomics"),
    ("clinical_studies", "Clinical studies"),
    ("active_ingredient", "Active ingredient"),
    ("purpose", "Purpose"),
    ("do_not_use", "Do not use"),
    ("ask_doctor", "Ask a doctor"),
    ("stop_use", "Stop use"),
    ("information_for_patients", "Information for patients"),
)
_DISCLAIMER = (
    "From openFDA, which is not meant for decisions about medical care; the label in force is at "
    "DailyMed."
)


class _Unusable(Exception):
    """A label that cannot be taken in; the text says why."""


class OpenFDA(ServiceSource):
    """Drug labels. A term is a generic, brand or substance name, a set id, or a search in
    openFDA's own syntax (``openfda.pharm_class_epc:"Kinase Inhibitor"``). ``since`` asks for
    labels that took effect from that day on."""

    name = "openfda"
    service_name = "openFDA"
    default_address = "https://api.fda.gov"
    per_second = 3.5

    def __init__(
        self,
        address: str | None = None,
        *,
        contact: str = "",
        api_key: str = "",
        pacing: RequestPace = POLITE,
    ) -> None:
        super().__init__(address, contact=contact, pacing=pacing)
        self._key = api_key or None

    async def pages(self, request: HarvestRequest, cursor: str = "") -> AsyncIterator[Page]:
        """The labels of the request after the cursor, the newest first, at most 20 a page."""
        request = distinct_terms(request)

        async def fetch(term: str, where: str, remaining: int | None) -> TermPage:
            offset = whole_number(state(where).get("offset", "")) or 0
            size = min(_PAGE, remaining or _PAGE)
            answer = await self._labels(_search(term, request.since), offset, size)
            return _term_page(answer, request.silo, offset, size)

        async for page in paginate(request, cursor, fetch):
            yield page

    async def _labels(self, search: str, offset: int, size: int) -> Any:
        try:
            answer = await self._service.get_json(
                "drug/label.json",
                search=search,
                sort="effective_time:desc",
                skip=offset,
                limit=size,
                api_key=self._key,
            )
        except SourceRefused as refused:
            if _says_nothing_found(refused):
                return {"results": []}
            raise
        if not isinstance(at(answer, "results"), list):
            raise SourceFailed("openFDA answered without a list of labels.")
        return answer


def _says_nothing_found(refused: SourceRefused) -> bool:
    try:
        answer = json.loads(refused.body)
    except (ValueError, RecursionError):
        return False
    return refused.status == 404 and text(answer, "error", "code") == "NOT_FOUND"


def _search(term: str, since: str) -> str:
    words = term.strip().replace("\\", " ").strip()
    if _SET_ID.fullmatch(words):
        search = f'set_id:"{words.lower()}"'
    elif _FIELD.match(words):
        search = f"({words})"
    else:
        quoted = words.replace('"', " ").strip()
        if not quoted:
            raise RequestInvalid("A drug name needs letters.")
        fields = ("generic_name", "brand_name", "substance_name")
        named = " OR ".join(f'openfda.{field}:"{quoted}"' for field in fields)
        search = f"({named})"
    days = f" AND effective_time:[{since.replace('-', '')} TO 30000101]" if since else ""
    return search + days


def _term_page(answer: Any, silo: str, offset: int, size: int) -> TermPage:
    labels = list_at(answer, "results")
    records: list[Record] = []
    problems: list[Problem] = []
    for label in labels:
        try:
            records.append(_record(label, silo))
        except _Unusable as why:
            number = text(label, "set_id").lower()
            problems.append(Problem(f"setid-{number}" if number else "openfda", str(why)))
    total = whole_number(text(answer, "meta", "results", "total"))
    reached = offset + size
    more = bool(labels) and reached < (total or 0)
    if more and reached > MOST_SKIPPED:
        gone = f"has {total} labels for this and hands out {reached}; narrow the search by --since"
        problems.append(Problem("openfda", gone))
        more = False
    return TermPage(
        records=tuple(records),
        problems=tuple(problems),
        next_place=place(offset=reached) if more else "",
        total=total,
    )


def _record(label: Any, silo: str) -> Record:
    number = text(label, "set_id").lower()
    if not _SET_ID.fullmatch(number):
        raise _Unusable("a label without a set id")
    sections = _sections(label)
    if not sections:
        raise _Unusable("holds no text")
    drug = at(label, "openfda")
    effective = _day(text(label, "effective_time"))
    revision = text(label, "version")
    told = [_DISCLAIMER, f"Set id {number}, version {revision or 'not stated'}."]
    if effective:
        told.append(f"In effect since {effective}.")
    document = Document(
        silo=silo,
        id=f"setid-{number}",
        version=revision or effective or "undated",
        title=_title(drug, number),
        text="\n\n".join([*sections, f"## About this record\n\n{' '.join(told)}"]) + "\n",
        url=f"{DAILYMED_PAGE}{number}",
        organisation=next(iter(texts(drug, "manufacturer_name")), "openFDA"),
        date=effective,
        facets=_facets(drug, number),
        facts_from=(f"openfda:drug/label/{number}",),
    )
    return Record(document=document, raw=json.dumps(label, ensure_ascii=False))


def _sections(label: Any) -> list[str]:
    """The sections there are, their tables row by row. What an earlier one holds already, as the
    section on special populations holds that on pregnancy, is not said twice."""
    said: list[str] = []
    sections: list[str] = []
    for name, heading in _SECTIONS:
        body = " ".join(" ".join(texts(label, name)).split())
        if body and not any(body in earlier for earlier in said):
            said.append(body)
            told = with_tables(_SUBSECTION.sub("\n\n", body), texts(label, f"{name}_table"))
            sections.append(f"## {heading}\n\n{told}")
    return sections


def _title(drug: Any, number: str) -> str:
    brand = next(iter(texts(drug, "brand_name")), "")
    generic = next(iter(texts(drug, "generic_name")), "").lower()
    if brand and generic and brand.lower() != generic:
        return f"{brand} ({generic}): US prescribing information"
    return f"{brand or generic or number}: US prescribing information"


def _facets(drug: Any, number: str) -> Facets:
    names = [*texts(drug, "generic_name"), *texts(drug, "substance_name")]
    rxcuis = [Identifier("rxcui", one) for one in texts(drug, "rxcui")]
    return Facets(
        drugs=tuple(dict.fromkeys(name.lower() for name in names)),
        identifiers=(Identifier("setid", number), *rxcuis),
    )


def _day(compact: str) -> str:
    """``20240131`` as an ISO date."""
    whole = compact if whole_number(compact) is not None else ""
    return iso_date(f"{whole[:4]}-{whole[4:6]}-{whole[6:8]}") if len(whole) == 8 else ""
