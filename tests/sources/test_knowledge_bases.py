"""CIViC, HGNC, RxNorm, ClinPGx: what they send becomes documents, what is odd a line."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from retrieval.errors import RequestInvalid, SourceFailed
from retrieval.ingestion.sources.contract import HarvestRequest
from retrieval.ingestion.sources.drugs.rxnorm import RxNorm
from retrieval.ingestion.sources.genomics.civic import Civic
from retrieval.ingestion.sources.genomics.clinpgx import ClinPgx
from retrieval.ingestion.sources.genomics.hgnc import Hgnc
from tests.sources.gather import UNHURRIED, gather
from tests.sources.server import Answer, Asked, Loopback, loopback


@pytest.fixture
async def server() -> AsyncIterator[Loopback]:
    async with loopback() as running:
        yield running


def item(number: int, **more: Any) -> dict[str, Any]:
    return {
        "id": number,
        "description": f"In a made-up trial, item {number} answered to madeupinib.",
        "evidenceType": "PREDICTIVE",
        "evidenceLevel": "B",
        "evidenceDirection": "SUPPORTS",
        "evidenceRating": 4,
        "significance": "SENSITIVITYRESPONSE",
        "therapyInteractionType": "COMBINATION",
        "molecularProfile": {"name": "PIK3CA H1047R"},
        "disease": {"name": "Breast Cancer"},
        "therapies": [{"name": "Madeupinib"}, {"name": "Fulvestrant"}],
        "source": {"citationId": "90000001", "citation": "Nobody et al.", "sourceType": "PUBMED"},
    } | more


def assertion(number: int, **more: Any) -> dict[str, Any]:
    return {
        "id": number,
        "summary": "PIK3CA H1047R in made-up breast cancer answers to madeupinib.",
        "description": "A longer account of the same.",
        "assertionType": "PREDICTIVE",
        "assertionDirection": "SUPPORTS",
        "significance": "SENSITIVITYRESPONSE",
        "ampLevel": "TIER_I_LEVEL_A",
        "therapyInteractionType": None,
        "regulatoryApproval": True,
        "fdaCompanionTest": False,
        "molecularProfile": {"name": "PIK3CA H1047R"},
        "disease": {"name": "Breast Cancer"},
        "therapies": [{"name": "Madeupinib"}],
        "nccnGuideline": {"name": "Made-up Cancer"},
        "nccnGuidelineVersion": "1.2025",
        "evidenceItems": [{"id": 7}, {"id": 8}],
    } | more


def civic_service(
    items: list[dict[str, Any]], assertions: list[dict[str, Any]] | None = None
) -> Any:
    """GraphQL that pages by the place of an item, of the one field that a query asks for."""

    def answer(asked: Asked) -> Any:
        sent = json.loads(asked.body)
        field = "assertions" if "assertions(" in sent["query"] else "evidenceItems"
        held = (assertions or []) if field == "assertions" else items
        start = int(sent["variables"]["after"] or 0)
        nodes = held[start : start + sent["variables"]["first"]]
        end = start + len(nodes)
        info = {"endCursor": str(end), "hasNextPage": end < len(held)}
        return {"data": {field: {"totalCount": len(held), "pageInfo": info, "nodes": nodes}}}

    return answer


async def test_civic_hands_out_evidence_with_its_level_and_source(server: Loopback) -> None:
    server.on("/graphql", civic_service([item(7)]), method="POST")
    request = HarvestRequest(silo="variant_evidence", terms=("PIK3CA",))
    (record,) = (await gather(Civic(server.url, pacing=UNHURRIED), request)).records
    document = record.document
    assert (document.id, document.facets.evidence_level) == ("civic-eid-7", "B")
    assert document.facets.genes == ("PIK3CA",)
    assert document.facets.drugs == ("madeupinib", "fulvestrant")
    assert "supports sensitivity or response to Madeupinib plus Fulvestrant" in document.text
    assert "PMID 90000001" in document.text
    assert document.url.endswith("/evidence_items/7")
    sent = json.loads(server.asked[0].body)["variables"]
    assert sent["profile"] == "PIK3CA"


async def test_civic_hands_out_assertions_with_their_amp_tier(server: Loopback) -> None:
    made = [assertion(3), assertion(4, ampLevel="TIER_III", nccnGuideline=None, evidenceItems=[])]
    server.on(
        "/graphql", civic_service([item(7)], [*made, assertion(5, ampLevel="NA")]), method="POST"
    )
    request = HarvestRequest(silo="variant_evidence", terms=("PIK3CA",))
    got = await gather(Civic(server.url, pacing=UNHURRIED), request)
    assert got.ids == ["civic-eid-7", "civic-aid-3", "civic-aid-4", "civic-aid-5"]
    first, second, third = (record.document for record in got.records[1:])
    assert first.facets.evidence_level == "A"
    assert first.facets.drugs == ("madeupinib",)
    assert first.url.endswith("/assertions/3")
    for said in (
        "PIK3CA H1047R in made-up breast cancer answers to madeupinib.",
        "AMP/ASCO/CAP category: Tier I - Level A.",
        "NCCN guideline named: Made-up Cancer, version 1.2025.",
        "CIViC notes a regulatory approval.",
        "It rests on EID7, EID8.",
    ):
        assert said in first.text
    assert "companion" not in first.text
    assert "AMP/ASCO/CAP category: Tier III." in second.text
    assert second.facets.evidence_level == ""
    assert "AMP" not in third.text
    assert "NCCN" not in second.text


@pytest.mark.parametrize(
    ("nature", "status"),
    [
        ("Retraction", "retracted"),
        ("Expression of Concern", "concern"),
        ("Correction", "corrected"),
        ("Reinstatement", "current"),
        ("something else", "current"),
    ],
)
async def test_what_civic_notes_of_a_publication_is_said_first(
    server: Loopback, nature: str, status: str
) -> None:
    source = item(7)["source"] | {"retractionNature": nature}
    server.on("/graphql", civic_service([item(7, source=source), item(8)]), method="POST")
    request = HarvestRequest(silo="variant_evidence", terms=("PIK3CA",))
    noted, plain = (await gather(Civic(server.url, pacing=UNHURRIED), request)).records
    assert noted.status == status
    told = f"CIViC notes of the publication that this rests on: {nature}."
    assert noted.notice == told
    assert noted.document.text.startswith(told)
    assert (plain.status, plain.notice) == ("current", "")


async def test_civic_goes_on_within_its_assertions(server: Loopback) -> None:
    made = [assertion(n) for n in range(150)]
    server.on("/graphql", civic_service([item(7)], made), method="POST")
    request = HarvestRequest(silo="variant_evidence")
    first = await gather(Civic(server.url, pacing=UNHURRIED), request, pages=2)
    rest = await gather(Civic(server.url, pacing=UNHURRIED), request, first.cursors[-1])
    assert first.ids + rest.ids == ["civic-eid-7", *(f"civic-aid-{n}" for n in range(150))]
    assert len(rest.ids) == 50


async def test_an_odd_assertion_is_a_line_and_the_rest_goes_through(server: Loopback) -> None:
    for key in ("molecularProfile", "disease", "therapies", "ampLevel", "evidenceItems"):
        for value in (None, [], {}, 3, "x"):
            made = [assertion(3) | {key: value}, assertion(4, summary="", description=None)]
            server.first("/graphql", civic_service([], made), method="POST")
            request = HarvestRequest(silo="variant_evidence", terms=("PIK3CA",))
            got = await gather(Civic(server.url, pacing=UNHURRIED), request)
            assert got.ids == ["civic-aid-3"]
            assert got.reasons == {"civic-aid-4": "holds no statement."}


async def test_civic_goes_on_where_it_was(server: Loopback) -> None:
    server.on("/graphql", civic_service([item(n) for n in range(250)]), method="POST")
    request = HarvestRequest(silo="variant_evidence")
    first = await gather(Civic(server.url, pacing=UNHURRIED), request, pages=1)
    rest = await gather(Civic(server.url, pacing=UNHURRIED), request, first.cursors[-1])
    assert len(first.ids) == 100
    assert first.ids + rest.ids == [f"civic-eid-{n}" for n in range(250)]


@pytest.mark.parametrize(
    ("changed", "path"),
    [({"description": None}, "civic-eid-7"), ({"id": None}, "civic"), ({"id": []}, "civic")],
)
async def test_an_odd_item_is_a_line_and_the_rest_goes_through(
    server: Loopback, changed: dict[str, Any], path: str
) -> None:
    server.on("/graphql", civic_service([item(7) | changed, item(8)]), method="POST")
    request = HarvestRequest(silo="variant_evidence", terms=("PIK3CA",))
    found = await gather(Civic(server.url, pacing=UNHURRIED), request)
    assert found.ids == ["civic-eid-8"]
    assert list(found.reasons) == [path]


@pytest.mark.parametrize(
    "key", ["molecularProfile", "disease", "therapies", "source", "evidenceLevel", "significance"]
)
async def test_an_item_may_lack_anything_but_its_number_and_words(
    server: Loopback, key: str
) -> None:
    for value in (None, [], {}, 3, "x"):
        server.first("/graphql", civic_service([item(7) | {key: value}]), method="POST")
        request = HarvestRequest(silo="variant_evidence", terms=("PIK3CA",))
        assert (await gather(Civic(server.url, pacing=UNHURRIED), request)).ids == ["civic-eid-7"]


@pytest.mark.parametrize("body", ["<html>busy</html>", {"errors": [{"message": "x"}]}, "[1"])
async def test_an_answer_that_is_none_is_a_failure(server: Loopback, body: Any) -> None:
    server.on("/graphql", body, method="POST")
    with pytest.raises(SourceFailed):
        await gather(
            Civic(server.url, pacing=UNHURRIED), HarvestRequest(silo="genes", terms=("A",))
        )


async def test_too_many_requests_are_waited_out(server: Loopback) -> None:
    busy = Answer("slow down", 429, {"Retry-After": "1"})
    server.on("/graphql", busy, civic_service([item(7)]), method="POST")
    request = HarvestRequest(silo="variant_evidence", terms=("PIK3CA",))
    assert (await gather(Civic(server.url, pacing=UNHURRIED), request)).ids == ["civic-eid-7"]


GENE = {
    "hgnc_id": "HGNC:99999",
    "symbol": "MADE1",
    "name": "made-up gene 1",
    "status": "Approved",
    "alias_symbol": ["MDE"],
    "prev_symbol": ["OLD1"],
    "location": "1p36",
    "date_modified": "2024-02-03",
}


def genes(*docs: dict[str, Any]) -> dict[str, Any]:
    return {"response": {"numFound": len(docs), "docs": list(docs)}}


async def test_hgnc_hands_out_a_gene_with_its_other_names(server: Loopback) -> None:
    server.on("/fetch/symbol/MADE1", genes(GENE))
    server.on("/fetch/*/NONE1", genes())
    request = HarvestRequest(silo="genes", terms=("MADE1", "NONE1", "MADE1"))
    found = await gather(Hgnc(server.url, pacing=UNHURRIED), request)
    (record,) = found.records
    assert (record.document.id, record.document.version) == ("hgnc-99999", "2024-02-03")
    assert "also called MDE" in record.document.text
    assert "Earlier symbols are OLD1" in record.document.text
    assert found.reasons == {"hgnc:NONE1": "is no approved symbol, earlier symbol or alias."}
    assert server.asked[0].headers["accept"] == "application/json"


async def test_hgnc_is_asked_for_earlier_symbols_and_aliases_too(server: Loopback) -> None:
    server.on("/fetch/prev_symbol/OLD1", genes(GENE))
    server.on("/fetch/alias_symbol/MDE", genes(GENE | {"hgnc_id": "HGNC:99998", "symbol": "MADE2"}))
    server.on("/fetch/*", genes())
    request = HarvestRequest(silo="genes", terms=("OLD1", "MDE"))
    found = await gather(Hgnc(server.url, pacing=UNHURRIED), request)
    assert found.ids == ["hgnc-99999", "hgnc-99998"]
    assert not found.problems


async def test_hgnc_finds_any_name_of_a_gene_in_its_table(tmp_path: Path) -> None:
    table = tmp_path / "hgnc_complete_set.txt"
    table.write_text(
        "hgnc_id\tsymbol\tname\tstatus\talias_symbol\tprev_symbol\n"
        'HGNC:99999\tMADE1\tmade-up gene 1\tApproved\t"MDE|MDF"\tOLD1\n'
        "HGNC:99998\tMADE2\tmade-up gene 2\tApproved\t\t\n"
    )
    for term in ("made1", "MDF", "OLD1"):
        request = HarvestRequest(silo="genes", file=table, terms=(term,))
        assert (await gather(Hgnc(), request)).ids == ["hgnc-99999"]


async def test_hgnc_since_keeps_what_changed_later(server: Loopback) -> None:
    server.on("/fetch/symbol/MADE1", genes(GENE))
    request = HarvestRequest(silo="genes", terms=("MADE1",), since="2024-02-04")
    assert (await gather(Hgnc(server.url, pacing=UNHURRIED), request)).ids == []


async def test_rxnorm_hands_out_the_names_of_a_drug(server: Loopback) -> None:
    server.on("/rxcui.json", {"idGroup": {"rxnormId": ["9000002"]}}, when={"name": "Madeupix"})
    server.on("/rxcui.json", {"idGroup": {}})
    groups = [
        {"tty": "IN", "conceptProperties": [{"rxcui": "9000001", "name": "madeupinib"}]},
        {"tty": "BN", "conceptProperties": [{"rxcui": "9000002", "name": "Madeupix"}]},
        {"tty": "SCD"},
    ]
    server.on("/rxcui/9000002/allrelated.json", {"allRelatedGroup": {"conceptGroup": groups}})
    request = HarvestRequest(silo="drug_information", terms=("Madeupix", "Nonsense"))
    found = await gather(RxNorm(server.url, pacing=UNHURRIED), request)
    (record,) = found.records
    assert record.document.id == "rxcui-9000001"
    assert "Brand names of madeupinib: Madeupix." in record.document.text
    assert found.reasons == {"rxnorm:Nonsense": "is no name that RxNorm knows."}


def annotation(number: int, **more: Any) -> dict[str, Any]:
    return {
        "id": f"PA{number}",
        "name": f"Annotation {number} for madeupinib and MADE1",
        "source": "CPIC",
        "relatedGenes": [{"symbol": "MADE1"}],
        "relatedChemicals": [{"name": "Madeupinib"}],
        "summaryMarkdown": {"html": "<p>Poor metabolizers get <b>half</b> the dose.</p>"},
        "textMarkdown": {"html": "<ul><li>First.</li><li>Second.</li></ul>"},
        "history": [{"date": "2023-05-06T00:00:00"}],
    } | more


async def test_clinpgx_hands_out_guidelines_and_labels(server: Loopback) -> None:
    server.on("/data/guidelineAnnotation", {"data": [annotation(1), annotation(2, name="")]})
    server.on("/data/*", Answer({"status": "fail"}, 404))
    request = HarvestRequest(silo="pharmgkb", terms=("MADE1",))
    found = await gather(ClinPgx(server.url, pacing=UNHURRIED), request)
    (record,) = found.records
    assert (record.document.id, record.document.date) == ("clinpgx-pa1", "2023-05-06")
    assert "Poor metabolizers get half the dose." in record.document.text
    assert "CC BY-SA" in record.document.text
    assert found.reasons == {"clinpgx-pa2": "holds no text."}
    assert server.asked[0].query["relatedGenes.symbol"] == "MADE1"


def clinical(number: int, **more: Any) -> dict[str, Any]:
    return {
        "id": number,
        "accessionId": str(number),
        "levelOfEvidence": {"term": "1A"},
        "types": ["Toxicity"],
        "location": {"genes": [{"symbol": "MADE1"}], "rsid": "rs99", "displayName": "rs99"},
        "relatedChemicals": [{"name": "Madeupinib"}],
        "allelePhenotypes": [
            {"allele": "AA", "phenotype": "Patients with AA may have more toxicity."},
            {"allele": "AG", "phenotype": "In between.", "limitedEvidence": True},
        ],
        "history": [{"date": "2024-05-06T00:00:00"}],
    } | more


async def test_clinpgx_hands_out_clinical_annotations_with_their_level(server: Loopback) -> None:
    odd = clinical(12, levelOfEvidence={"term": "5Z"})
    server.on("/data/clinicalAnnotation",
              {"data": [clinical(11), odd, clinical(13, allelePhenotypes=None)]})  # fmt: skip
    server.on("/data/*", Answer({"status": "fail"}, 404))
    request = HarvestRequest(silo="pharmgkb", terms=("MADE1",))
    found = await gather(ClinPgx(server.url, pacing=UNHURRIED), request)
    (record,) = found.records
    document = record.document
    assert (document.id, document.facets.evidence_level) == ("clinpgx-ca-11", "1A")
    assert (document.facets.genes, document.facets.drugs) == (("MADE1",), ("madeupinib",))
    assert document.title == "rs99: madeupinib"
    for said in (
        "Clinical annotation on toxicity of rs99; level of evidence 1A (ClinPGx).",
        "AA: Patients with AA may have more toxicity.",
        "AG: In between. ClinPGx calls the evidence for this limited.",
        "CC BY-SA",
    ):
        assert said in document.text
    assert found.reasons == {
        "clinpgx-ca-12": "has a level of evidence that is not known.",
        "clinpgx-ca-13": "holds no text.",
    }
    assert server.asked[-1].query["location.genes.symbol"] == "MADE1"


@pytest.mark.parametrize(
    "key", ["levelOfEvidence", "types", "location", "relatedChemicals", "history", "accessionId"]
)
async def test_a_clinical_annotation_may_lack_anything_but_its_number_and_words(
    server: Loopback, key: str
) -> None:
    server.on("/data/guidelineAnnotation", {"data": []})
    server.on("/data/label", {"data": []})
    for value in (None, [], {}, 3):
        server.first("/data/clinicalAnnotation", {"data": [clinical(11) | {key: value}]})
        request = HarvestRequest(silo="pharmgkb", terms=("MADE1",))
        found = await gather(ClinPgx(server.url, pacing=UNHURRIED), request)
        assert len(found.ids) == 1, (key, value)


async def test_clinpgx_asks_for_a_drug_by_its_name(server: Loopback) -> None:
    server.on("/data/*", {"data": []})
    request = HarvestRequest(silo="pharmgkb", terms=("Madeupinib",))
    assert (await gather(ClinPgx(server.url, pacing=UNHURRIED), request)).ids == []
    assert [one.query["relatedChemicals.name"] for one in server.asked] == ["madeupinib"] * 3


async def test_a_request_without_terms_is_refused(server: Loopback) -> None:
    for source in (Hgnc(server.url), RxNorm(server.url), ClinPgx(server.url)):
        with pytest.raises(RequestInvalid):
            await gather(source, HarvestRequest(silo="genes"))
