"""Drug names from the DrugBank open vocabulary, a table that is downloaded by hand.

``drugbank_all_drugbank_vocabulary.csv.zip`` (go.drugbank.com/releases/latest#open-data) is CC0 and
has the columns that are asked for here; synonyms are separated by ``|``.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Mapping

from retrieval.documents import Document, Facets, Identifier
from retrieval.ingestion.problems import Problem
from retrieval.ingestion.sources.access.table_source import table_pages
from retrieval.ingestion.sources.access.tables import require
from retrieval.ingestion.sources.contract import HarvestRequest, Page, Record

_ID = re.compile(r"DB\d{5,}")
_COLUMNS = ("DrugBank ID", "Common name", "Synonyms")


class DrugBank:
    """Drugs with their other names. Terms narrow the file to these names; it has no dates, so
    ``since`` keeps all."""

    @property
    def name(self) -> str:
        return "drugbank"

    async def pages(self, request: HarvestRequest, cursor: str = "") -> AsyncIterator[Page]:
        """Drugs of the file after the cursor."""
        wanted = {term.strip().casefold() for term in request.terms}

        def make_record(row: Mapping[str, str]) -> Record | Problem | None:
            if request.file is not None:
                require(request.file, row, *_COLUMNS)
            return _record(row, wanted, request.silo)

        async for page in table_pages(request, cursor, make_record, member="vocabulary"):
            yield page

    async def close(self) -> None:
        """There is nothing to let go of."""


def _record(row: Mapping[str, str], wanted: set[str], silo: str) -> Record | Problem | None:
    number, name = row["DrugBank ID"], row["Common name"]
    synonyms = [part.strip() for part in row["Synonyms"].split("|") if part.strip()]
    if wanted and not wanted & {each.casefold() for each in (name, number, *synonyms)}:
        return None
    if not _ID.fullmatch(number) or not name:
        return Problem("drugbank", "a row without a DrugBank id or a name.")
    lines = [f"{name} is the drug with the DrugBank accession number {number}."]
    if synonyms:
        lines.append(f"{name} is also called {', '.join(synonyms)}.")
    for column, said in (("CAS", "Its CAS number is"), ("UNII", "Its UNII is")):
        if row.get(column):
            lines.append(f"{said} {row[column]}.")
    document = Document(
        silo=silo,
        id=f"drugbank-{number.lower()}",
        version="open vocabulary",
        title=f"{name} — names",
        text="\n\n".join(lines),
        url=f"https://go.drugbank.com/drugs/{number}",
        organisation="DrugBank open vocabulary (CC0)",
        facets=Facets(drugs=(name.lower(),), identifiers=(Identifier("drugbank", number),)),
        facts_from=(f"drugbank:{number}",),
    )
    raw = json.dumps(dict(row), ensure_ascii=False, sort_keys=True)
    return Record(document=document, raw=raw)
