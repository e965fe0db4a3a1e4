"""Indications of a MOAlmanac dump become one document each; terms, dates and limits narrow it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from retrieval.errors import RequestInvalid
from retrieval.ingestion.sources.catalogue import SOURCES, SourceAccess
from retrieval.ingestion.sources.contract import HarvestRequest, Page

ROW = {
    "id": "ind:fda.zorbix:0",
    "document_id": "doc:fda.zorbix",
    "indication": "Zorbix is indicated for adults with EGFR-mutated example cancer.",
    "initial_approval_url": "https://www.accessdata.fda.gov/zorbix.pdf",
    "raw_biomarkers": "EGFR-mutated",
    "raw_cancer_type": "example cancer",
    "raw_therapeutics": "Zorbix (zorbitinib)",
}
LABEL = {
    "id": "doc:fda.zorbix",
    "drug_name_brand": "Zorbix",
    "drug_name_generic": "zorbitinib",
    "publication_date": "2024-05-06",
}


def dump(folder: Path, rows: list[Any]) -> Path:
    (folder / "documents.json").write_text(json.dumps([LABEL]))
    path = folder / "indications.json"
    path.write_text(json.dumps(rows))
    return path


async def pages(path: Path | None, cursor: str = "", **asked: Any) -> list[Page]:
    source = SOURCES["moalmanac"].open(SourceAccess())
    request = HarvestRequest(silo="indications", file=path, **asked)
    found = [page async for page in source.pages(request, cursor)]
    await source.close()
    return found


async def test_an_indication_becomes_a_document_in_the_labels_words(tmp_path: Path) -> None:
    (page,) = await pages(dump(tmp_path, [ROW]))
    (record,) = page.records
    document = record.document
    assert document.title == "Zorbix (zorbitinib): example cancer, EGFR-mutated"
    assert ROW["indication"] in document.text
    assert (document.date, document.facets.drugs) == ("2024-05-06", ("zorbitinib",))
    assert document.organisation.startswith("FDA label")
    assert page.cursor == ""


async def test_terms_dates_and_limits_narrow_it(tmp_path: Path) -> None:
    path = dump(tmp_path, [ROW | {"id": f"ind:fda.zorbix:{number}"} for number in range(3)])
    for asked, count in (
        ({"terms": ("ZORBITINIB",)}, 3),
        ({"terms": ("other",)}, 0),
        ({"since": "2025-01-01"}, 0),
        ({"limit": 2}, 2),
    ):
        found = await pages(path, **asked)
        assert sum(len(page.records) for page in found) == count


async def test_it_goes_on_after_the_cursor(tmp_path: Path) -> None:
    path = dump(tmp_path, [ROW | {"id": f"ind:fda.zorbix:{number}"} for number in range(120)])
    first, second = await pages(path)
    (again,) = await pages(path, cursor=first.cursor)
    assert [len(page.records) for page in (first, second)] == [100, 20]
    assert again.records == second.records


async def test_a_row_without_words_is_a_problem_and_a_wrong_file_is_refused(tmp_path: Path) -> None:
    (page,) = await pages(dump(tmp_path, [ROW | {"indication": ""}, "text"]))
    assert len(page.problems) == 2
    (tmp_path / "indications.json").write_text("{}")
    for path in (tmp_path / "indications.json", tmp_path / "none.json", None):
        with pytest.raises(RequestInvalid):
            await pages(path)
