"""A service that answers with another gene than was asked for is told as one that is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from retrieval.records.contract import RecordOutcome, RecordsFound, ServiceAway
from retrieval.records.services.access.service import Reach
from retrieval.records.services.ensembl import EnsemblService
from retrieval.records.services.hgnc import HgncService
from retrieval.records.tasks import read_lookup


class FixedAnswer:
    """A client whose service says the same to everybody."""

    def __init__(self, answer: Any) -> None:
        self._answer = answer

    async def get_json(self, path: str) -> Any:
        return self._answer


async def _looked_up(
    service: HgncService | EnsemblService, answer: Any, words: str
) -> RecordOutcome:
    service._service = FixedAnswer(answer)  # type: ignore[assignment]
    lookup = read_lookup(words)
    assert lookup is not None
    return await service.look_up(lookup)


def _of_hgnc(symbol: str, *aliases: str) -> dict[str, Any]:
    gene = {
        "symbol": symbol, "alias_symbol": list(aliases), "hgnc_id": "HGNC:7315",
        "status": "Approved", "location": "11q12.2",
    }  # fmt: skip
    return {"response": {"numFound": 1, "docs": [gene]}}


@pytest.mark.parametrize(("symbol", "is_right"), [("MS4A1", True), ("KRAS", False)])
async def test_hgnc_must_bear_the_name_that_was_looked_for(symbol: str, is_right: bool) -> None:
    answer = _of_hgnc(symbol, *(["CD20"] if is_right else []))
    for words in ("official symbol of CD20", "official symbol of MS4A1"):
        found = await _looked_up(HgncService(Reach()), answer, words)
        if is_right:
            assert isinstance(found, RecordsFound)
        else:
            assert found == ServiceAway("HGNC answered with another gene than the one asked for.")


@pytest.mark.parametrize(
    ("name", "symbol", "is_right"),
    [("CD20", "MS4A1", True), ("BRAF", "BRAF", True), ("BRAF", "KRAS", False)],
)
async def test_ensembl_must_answer_with_a_gene_of_that_name(
    name: str, symbol: str, is_right: bool
) -> None:
    answer = {
        "display_name": symbol, "id": "ENSG00000157764", "seq_region_name": "7",
        "start": 140719327, "end": 140924929, "strand": -1, "biotype": "protein_coding",
        "assembly_name": "GRCh38",
    }  # fmt: skip
    found = await _looked_up(EnsemblService(Reach()), answer, f"chromosome location of {name}")
    assert isinstance(found, RecordsFound) == is_right
