"""Pharmacogenomics from ClinPGx (PharmGKB): annotations of dosing guidelines, of drug labels and
of variants (clinical annotations, with a level of evidence from 1A to 4).

``api.clinpgx.org/v1/data/guidelineAnnotation`` and ``/label`` take ``relatedGenes.symbol`` or
``relatedChemicals.name``, ``/clinicalAnnotation`` takes ``location.genes.symbol``; ``view=max``
brings the text; at most two requests a second (api.clinpgx.org). The content is CC BY-SA 4.0 and
every document names its page.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from typing import Any

from retrieval.documents import Document, Facets, Identifier
from retrieval.errors import SourceFailed
from retrieval.ingestion.problems import Problem
from retrieval.ingestion.readers.web.page import html_text
from retrieval.ingestion.sources.access.http import SourceRefused
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

_KINDS = (
    ("guidelineAnnotation", "Guideline annotation"),
    ("label", "Drug label annotation"),
    ("clinicalAnnotation", "Clinical annotation"),
)
_CLINICAL = "Clinical annotation"
_SYMBOL = re.compile(r"(?=[A-Z0-9-]*\d)[A-Z][A-Z0-9-]*|DPYD|TPMT|HLA-[A-Z0-9]+|VKORC1|[A-Z]{4,7}")
_LEVEL = re.compile(r"1A|1B|2A|2B|3|4")
"""ClinPGx's levels, the highest first, as public programs that read its annotations name them."""
_LICENCE = "ClinPGx content, CC BY-SA 4.0."


class ClinPgx(ServiceSource):
    """Annotations by gene symbol (in capitals) or drug name. ``since`` keeps what has a later
    date of its own."""

    name = "clinpgx"
    service_name = "ClinPGx"
    default_address = "https://api.clinpgx.org/v1"
    per_second = 1.8

    async def pages(self, request: HarvestRequest, cursor: str = "") -> AsyncIterator[Page]:
        """Annotations of the request after the cursor: of each term first guidelines, then
        labels, then clinical annotations."""
        request = distinct_terms(request)

        async def fetch(term: str, where: str, remaining: int | None) -> TermPage:
            at_kind = int(state(where).get("kind", "0") or 0)
            term_page = await self._fetch(term.strip(), _KINDS[at_kind], request)
            more = at_kind + 1 < len(_KINDS)
            next_place = place(kind=at_kind + 1) if more else ""
            return TermPage(
                records=term_page.records, problems=term_page.problems, next_place=next_place
            )

        async for page in paginate(request, cursor, fetch):
            yield page

    async def _fetch(self, term: str, kind: tuple[str, str], request: HarvestRequest) -> TermPage:
        resource, said = kind
        by_gene = "location.genes.symbol" if said == _CLINICAL else "relatedGenes.symbol"
        asked = {by_gene: term} if _SYMBOL.fullmatch(term) else {
            "relatedChemicals.name": term.lower()
        }  # fmt: skip
        try:
            answer = await self._service.get_json(f"data/{resource}", view="max", **asked)
        except SourceRefused as refused:
            # ClinPGx says 404 when nothing fits.
            if refused.status == 404:
                return TermPage()
            raise
        if not isinstance(at(answer, "data"), list):
            raise SourceFailed("ClinPGx answered without a list of annotations.")
        made = [
            _clinical(each, request) if said == _CLINICAL else _record(each, said, request)
            for each in list_at(answer, "data")
        ]
        return TermPage(
            records=tuple(one for one in made if isinstance(one, Record)),
            problems=tuple(one for one in made if isinstance(one, Problem)),
        )


def _record(each: Any, said: str, request: HarvestRequest) -> Record | Problem | None:
    number, title = text(each, "id"), text(each, "name")
    if not re.fullmatch(r"PA\d+", number):
        return Problem("clinpgx", "an annotation without an accession number.")
    body = "\n\n".join(
        part
        for part in (
            _plain(text(each, "summaryMarkdown", "html")),
            _plain(text(each, "textMarkdown", "html")),
            _plain(text(each, "prescribingMarkdown", "html")),
        )
        if part
    )
    if not title or not body:
        return Problem(f"clinpgx-{number.lower()}", "holds no text.")
    changed = _latest_change(each)
    if request.since and changed and changed < request.since:
        return None
    genes = [text(one, "symbol") for one in list_at(each, "relatedGenes")]
    drugs = [text(one, "name").lower() for one in list_at(each, "relatedChemicals")]
    source = text(each, "source")
    by = f"{said} of {source}." if source else f"{said}."
    document = Document(
        silo=request.silo,
        id=f"clinpgx-{number.lower()}",
        version=changed or text(each, "version") or "undated",
        title=title,
        text=f"{by}\n\n{body}\n\n{_LICENCE}",
        url=f"https://www.clinpgx.org/{_page(said)}/{number}",
        organisation=f"ClinPGx, {source}" if source else "ClinPGx",
        date=changed,
        facets=Facets(
            genes=tuple(gene for gene in genes if gene),
            drugs=tuple(drug for drug in drugs if drug),
            identifiers=(Identifier("clinpgx", number),),
        ),
        facts_from=(f"clinpgx:{number}",),
    )
    return Record(document=document, raw=json.dumps(each, ensure_ascii=False, sort_keys=True))


def _clinical(each: Any, request: HarvestRequest) -> Record | Problem | None:
    """What is known of the carriers of each allele or genotype, with the level of evidence."""
    number = text(each, "accessionId") or text(each, "id")
    if not re.fullmatch(r"(?:PA)?\d{1,12}", number):
        return Problem("clinpgx", "a clinical annotation without an accession number.")
    level = text(each, "levelOfEvidence", "term").upper()
    if level and not _LEVEL.fullmatch(level):
        return Problem(f"clinpgx-ca-{number.lower()}", "has a level of evidence that is not known.")
    carriers = [line for one in list_at(each, "allelePhenotypes") if (line := _carriers(one))]
    if not carriers:
        return Problem(f"clinpgx-ca-{number.lower()}", "holds no text.")
    changed = _latest_change(each)
    if request.since and changed and changed < request.since:
        return None
    place = at(each, "location")
    genes = [symbol for one in list_at(place, "genes") if (symbol := text(one, "symbol"))]
    drugs = [
        name.lower() for one in list_at(each, "relatedChemicals") if (name := text(one, "name"))
    ]
    variant = text(place, "displayName") or text(place, "rsid")
    title = text(each, "name") or f"{variant or ', '.join(genes)}: {', '.join(drugs)}"
    kinds = ", ".join(kind for kind in texts(each, "types") if kind).lower()
    told = f"; level of evidence {level}" if level else "; no level of evidence stated"
    on = f" on {kinds}" if kinds else ""
    first = f"{_CLINICAL}{on} of {variant or ', '.join(genes) or 'a variant'}{told} (ClinPGx)."
    document = Document(
        silo=request.silo,
        id=f"clinpgx-ca-{number.lower()}",
        version=changed or text(each, "version") or "undated",
        title=title,
        text="\n\n".join([first, *carriers, _LICENCE]),
        url=f"https://www.clinpgx.org/clinicalAnnotation/{number}",
        organisation="ClinPGx",
        date=changed,
        facets=Facets(
            genes=tuple(dict.fromkeys(genes)),
            drugs=tuple(dict.fromkeys(drugs)),
            evidence_level=level,
            identifiers=(Identifier("clinpgx", number),),
        ),
        facts_from=(f"clinpgx:{number}",),
    )
    return Record(document=document, raw=json.dumps(each, ensure_ascii=False, sort_keys=True))


def _carriers(one: Any) -> str:
    """One allele or genotype and what it means, as ClinPGx has it."""
    allele, phenotype = text(one, "allele"), text(one, "phenotype")
    if not allele or not phenotype:
        return ""
    limited = (
        " ClinPGx calls the evidence for this limited."
        if (at(one, "limitedEvidence") is True)
        else ""
    )
    return f"{allele}: {phenotype}{limited}"


def _page(said: str) -> str:
    return "guidelineAnnotation" if said.startswith("Guideline") else "labelAnnotation"


def _latest_change(each: Any) -> str:
    """The latest date that the annotation states of itself."""
    dates = [iso_date(text(one, "date")) for one in list_at(each, "history")]
    return max((day for day in dates if day), default="")


def _plain(html: str) -> str:
    """Words of the markup, a paragraph, item or row each on its own."""
    return html_text("annotation", html.encode())[1] if html.strip() else ""
