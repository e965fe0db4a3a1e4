"""Regulatory indications from a dump of the Molecular Oncology Almanac, given by path.

``indications.json`` of github.com/vanallenlab/moalmanac-db (``referenced/``) is a list of rows with
the words of labels of five agencies; ``documents.json`` beside it names drug and day of each label.
Its licence allows research only, so nothing of it is shipped: a hospital takes it in for itself.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

from retrieval.documents import Document, Facets
from retrieval.errors import RequestInvalid
from retrieval.ingestion.problems import Problem
from retrieval.ingestion.sources.access.json_fields import iso_date, text
from retrieval.ingestion.sources.contract import HarvestRequest, Page, Record

AGENCIES = {
    "fda": "FDA",
    "ema": "EMA",
    "hse": "HSE (Ireland)",
    "hc": "Health Canada",
    "hpra": "HPRA (Ireland)",
}
"""Who approved, by the first part of a row's id (``ind:fda.verzenio:0``)."""
PER_PAGE = 100
"""Rows a page; chosen by hand, as for the tables: small enough to be staged in one go."""


class Moalmanac:
    """One document for each indication, in the label's words. Terms narrow the file to these
    drugs; ``since`` keeps labels of that day or later."""

    @property
    def name(self) -> str:
        return "moalmanac"

    async def pages(self, request: HarvestRequest, cursor: str = "") -> AsyncIterator[Page]:
        """Indications of the file after the cursor, which counts rows. Raises
        :class:`RequestInvalid` without a file."""
        if request.file is None:
            raise RequestInvalid("It is read from a file: give --file indications.json.")
        rows, labels = _rows(request.file), _labels(request.file.with_name("documents.json"))
        start, taken = int(cursor) if cursor.isdecimal() else 0, 0
        wanted = {term.strip().casefold() for term in request.terms}
        for first in range(start, max(len(rows), start + 1), PER_PAGE):
            records: list[Record] = []
            problems: list[Problem] = []
            for number, row in enumerate(rows[first : first + PER_PAGE], start=first + 1):
                if request.limit is not None and taken >= request.limit:
                    break
                label = labels.get(text(row, "document_id"), {})
                if not _is_asked_for(label, wanted, request.since):
                    continue
                found = _record(row, label, request.silo)
                if found is None:
                    where = f"{request.file.name} row {number}"
                    problems.append(Problem(where, "an indication without an id or words."))
                    continue
                records.append(found)
                taken += 1
            full = request.limit is not None and taken >= request.limit
            last = full or first + PER_PAGE >= len(rows)
            following = "" if last else str(first + PER_PAGE)
            yield Page(records=tuple(records), cursor=following, problems=tuple(problems))
            if last:
                return

    async def close(self) -> None:
        """There is nothing to let go of."""


def _rows(path: Path) -> list[Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise RequestInvalid(f"{path.name} cannot be read as JSON.") from error
    if not isinstance(found, list):
        raise RequestInvalid(f"{path.name} is not a list: give indications.json of moalmanac-db.")
    return found


def _labels(path: Path) -> Mapping[str, Mapping[str, Any]]:
    """The labels by their ids; none when the file is not there."""
    rows = _rows(path) if path.is_file() else []
    return {text(row, "id"): row for row in rows if isinstance(row, dict)}


def _is_asked_for(label: Mapping[str, Any], wanted: set[str], since: str) -> bool:
    names = {text(label, key).casefold() for key in ("drug_name_brand", "drug_name_generic")}
    dated = text(label, "publication_date")
    return (not wanted or bool(wanted & names)) and (not since or dated >= since)


def _record(row: Any, label: Mapping[str, Any], silo: str) -> Record | None:
    name, words = text(row, "id"), text(row, "indication")
    if not name or not words:
        return None
    agency = AGENCIES.get(name.removeprefix("ind:").partition(".")[0], "")
    drug = text(label, "drug_name_generic")
    therapy = text(row, "raw_therapeutics") or drug
    about = ", ".join(filter(None, (text(row, "raw_cancer_type"), text(row, "raw_biomarkers"))))
    dated = iso_date(text(label, "publication_date"))
    document = Document(
        silo=silo,
        id=f"moalmanac-{name.removeprefix('ind:').replace(':', '-')}",
        version=dated or "undated",
        title=f"{therapy}: {about}" if about else therapy,
        text=f"# {therapy}: {about}\n\n## Indication ({agency})\n\n{words}",
        url=text(row, "initial_approval_url"),
        organisation=f"{agency} label, recorded by MOAlmanac (research use only)".strip(),
        date=dated,
        facets=Facets(drugs=(drug.lower(),) if drug else ()),
        facts_from=(f"moalmanac_db:indications/{name}",),
    )
    return Record(document=document, raw=json.dumps(row, ensure_ascii=False, sort_keys=True))
