"""Genes from the HUGO Gene Nomenclature Committee: by any symbol, or from its complete set.

The REST service answers ``/fetch/symbol/X`` (and ``prev_symbol``, ``alias_symbol``) as JSON when
asked for it and bears ten requests a second (www.genenames.org/help/rest). The complete set is a
table with the same columns, in which several values of a cell are separated by ``|``. HGNC's data
are free of restrictions (CC0).
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from typing import Any
from urllib.parse import quote

from retrieval.documents import Document, Facets, Identifier
from retrieval.errors import RequestInvalid, SourceFailed
from retrieval.ingestion.problems import Problem
from retrieval.ingestion.sources.access.json_fields import at, iso_date, list_at, text, texts
from retrieval.ingestion.sources.access.pagination import TermPage, distinct_terms, paginate
from retrieval.ingestion.sources.access.service_source import ServiceSource
from retrieval.ingestion.sources.access.shared_services import (
    HGNC_ADDRESS,
    HGNC_PAGE,
    HGNC_PER_SECOND,
)
from retrieval.ingestion.sources.access.table_source import table_pages
from retrieval.ingestion.sources.contract import HarvestRequest, Page, Record

_BY_NAME = ("symbol", "prev_symbol", "alias_symbol")
"""Fields in which a name is looked for; the first that has it counts."""


class Hgnc(ServiceSource):
    """Approved genes. Terms are symbols, earlier symbols or aliases, of which all genes come that
    have it; with a file, only these of it, or all without any. ``since`` keeps genes whose entry
    was changed from that day on."""

    name = "hgnc"
    service_name = "HGNC"
    default_address = HGNC_ADDRESS
    per_second = HGNC_PER_SECOND
    headers = (("Accept", "application/json"),)

    async def pages(self, request: HarvestRequest, cursor: str = "") -> AsyncIterator[Page]:
        """Genes of the request after the cursor."""
        if request.file is not None:
            wanted = {term.strip().upper() for term in request.terms}

            def make_record(row: Mapping[str, str]) -> Record | Problem | None:
                gene = _as_service_row(row)
                if wanted and wanted.isdisjoint(_names(gene)):
                    return None
                return _record(gene, request)

            async for page in table_pages(request, cursor, make_record):
                yield page
            return
        request = distinct_terms(request)

        async def fetch(term: str, where: str, remaining: int | None) -> TermPage:
            return await self._fetch(term, request)

        async for page in paginate(request, cursor, fetch):
            yield page

    async def _fetch(self, term: str, request: HarvestRequest) -> TermPage:
        symbol = term.strip()
        if not symbol:
            raise RequestInvalid("A gene symbol needs letters.")
        genes: list[Any] = []
        for field in _BY_NAME:
            answer = await self._service.get_json(f"fetch/{field}/{quote(symbol, safe='')}")
            if not isinstance(at(answer, "response", "docs"), list):
                raise SourceFailed("HGNC answered without a list of genes.")
            if genes := list_at(answer, "response", "docs"):
                break
        if not genes:
            why = "is no approved symbol, earlier symbol or alias."
            return TermPage(problems=(Problem(f"hgnc:{symbol}", why),))
        found = [_record(gene, request) for gene in genes]
        return TermPage(
            records=tuple(one for one in found if isinstance(one, Record)),
            problems=tuple(one for one in found if isinstance(one, Problem)),
        )


def _names(gene: Any) -> set[str]:
    """Every symbol that a gene has or had, in capitals."""
    others = [*texts(gene, "prev_symbol"), *texts(gene, "alias_symbol")]
    return {name.upper() for name in (text(gene, "symbol"), *others) if name}


def _as_service_row(row: Mapping[str, str]) -> dict[str, Any]:
    """A row of the table as the service would send it."""
    several = {"alias_symbol", "prev_symbol", "alias_symbols", "prev_symbols", "uniprot_ids"}
    renamed = {"alias_symbols": "alias_symbol", "prev_symbols": "prev_symbol",
               "ncbi_gene_id": "entrez_id"}  # fmt: skip
    separators = ("|", ",")
    fields: dict[str, Any] = {}
    for key, cell in row.items():
        value: Any = cell.strip('"')
        if key in several:
            mark = next((mark for mark in separators if mark in value), "|")
            value = [part.strip() for part in value.split(mark) if part.strip()]
        fields[renamed.get(key, key)] = value
    return fields


def _record(gene: Any, request: HarvestRequest) -> Record | Problem | None:
    number, symbol, name = (text(gene, key) for key in ("hgnc_id", "symbol", "name"))
    digits = number.removeprefix("HGNC:")
    if not digits.isdecimal() or not symbol:
        return Problem("hgnc", "a gene without an HGNC id or a symbol.")
    if text(gene, "status") not in ("", "Approved"):
        return None
    changed = iso_date(text(gene, "date_modified"))
    if request.since and changed and changed < request.since:
        return None
    document = Document(
        silo=request.silo,
        id=f"hgnc-{digits}",
        version=changed or "undated",
        title=f"{symbol} ({name})" if name else symbol,
        text=_text(gene, symbol, name, number),
        url=f"{HGNC_PAGE}{number}",
        organisation="HGNC",
        date=changed,
        facets=Facets(genes=(symbol,), identifiers=(Identifier("hgnc", number),)),
        facts_from=(f"hgnc:{number}",),
    )
    return Record(document=document, raw=json.dumps(gene, ensure_ascii=False, sort_keys=True))


def _text(gene: Any, symbol: str, name: str, number: str) -> str:
    lines = [f"{symbol} is the approved symbol of the gene {name or symbol} ({number})."]
    for key, said in (
        ("alias_symbol", "It is also called"),
        ("prev_symbol", "Earlier symbols are"),
        ("alias_name", "Other names are"),
    ):
        if found := texts(gene, key):
            lines.append(f"{said} {', '.join(found)}.")
    for key, said in (
        ("location", "Its place on the chromosomes is"),
        ("locus_type", "Its type is"),
        ("entrez_id", "Its NCBI Gene id is"),
        ("ensembl_gene_id", "Its Ensembl id is"),
    ):
        if value := text(gene, key):
            lines.append(f"{said} {value}.")
    if groups := texts(gene, "gene_group"):
        lines.append(f"It belongs to {', '.join(groups)}.")
    return "\n\n".join(lines)
