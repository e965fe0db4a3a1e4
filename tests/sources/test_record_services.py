"""Services of records on loopback: what they hold, and that nothing they do is an error."""

from __future__ import annotations

import json
import random
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from retrieval.ingestion.sources.access.http import RequestPace
from retrieval.records.contract import (
    NoRecord,
    NotAsked,
    RecordOutcome,
    RecordsFound,
    RecordSource,
    ServiceAway,
)
from retrieval.records.opening import cards_of, open_sources
from retrieval.records.service_names import SERVICES
from retrieval.records.services.access.service import RETRIES, Reach
from retrieval.records.tasks import read_lookup
from tests.conftest import DATA
from tests.sources.server import Answer, Loopback, loopback

FIXTURES = DATA / "api_fixtures/shared/biomcp"
GENE = {
    "uid": "673",
    "name": "BRAF",
    "description": "B-Raf proto-oncogene",
    "currentid": "",
    "chromosome": "7",
    "maplocation": "7q34",
    "otheraliases": "BRAF1, RAFB1",
    "otherdesignations": "",
    "summary": "A kinase.",
    "organism": {"taxid": 9606},
}
SNP = {
    "uid": "1799853",
    "snp_id": 1799853,
    "chr": "10",
    "chrpos": "10:94942290",
    "genes": [{"name": "CYP2C9"}],
    "spdi": "NC_000010.11:94942289:C:T",
    "fxn_class": "missense_variant",
}
MYVARIANT = {
    "_id": "chr10:g.94942290C>T",
    "chrom": "10",
    "dbsnp": {"gene": {"symbol": "CYP2C9"}},
    "gnomad_exome": {"af": {"af": 0.0965}},
}
OMIM = [
    {"uid": "120435", "oid": "#120435", "title": "LYNCH SYNDROME 1; LYNCH1", "locus": ""},
    {"uid": "609309", "oid": "*609309", "title": "MutS HOMOLOG 2; MSH2", "locus": "2p21"},
    {"uid": "1", "oid": "*1", "title": "SHUGOSHIN-LIKE 1; SGOL1", "locus": ""},
]
CLINVAR = {
    "uid": "12351",
    "accession": "VCV000012351",
    "title": "NM_000546.6(TP53):c.215C>G",
    "germline_classification": {
        "description": "Benign",
        "review_status": "reviewed by expert panel",
    },
}
HGNC = {
    "hgnc_id": "HGNC:7315",
    "symbol": "MS4A1",
    "name": "membrane spanning 4-domains A1",
    "status": "Approved",
    "location": "11q12.2",
    "prev_symbol": ["CD20"],
}
ENSEMBL = {
    "id": "ENSG00000157764",
    "display_name": "BRAF",
    "seq_region_name": "7",
    "start": 140719327,
    "end": 140924929,
    "assembly_name": "GRCh38",
    "biotype": "protein_coding",
}
REPORT = """\
Status=READY
Sequences producing significant alignments:
>CP1.1 Eukaryotic synthetic construct chromosome 15
Length=10

 Score = 237
 Identities = 29/29 (100%), Gaps = 0/29 (0%)
Sbjct  1  ATTC  29

>NM_000001.1 Homo sapiens made up gene (MADE1), transcript variant 2, mRNA
Length=10

 Score = 237
 Identities = 29/29 (100%), Gaps = 0/29 (0%)
Sbjct  1  ATTC  29

>NC_000015.10 Homo sapiens chromosome 15, GRCh38.p14 Primary Assembly
Length=10

 Score = 237
 Identities = 29/29 (100%), Gaps = 0/29 (0%)
Sbjct  91950805  ATTC  91950833
"""
SEQUENCE = "ATTCTGCCTTTAGTAATTTGATGACAGAG"


class Pauses:
    def __init__(self) -> None:
        self.waited: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.waited.append(seconds)


def reach(server: Loopback, pauses: Pauses | None = None, hours: float = 24.0) -> Reach:
    return Reach(
        addresses=dict.fromkeys(("ncbi", *SERVICES), server.url),
        pacing=RequestPace(pauses or Pauses(), spaced=False, retries=RETRIES),
        hours=hours,
    )


SourceOf = Callable[[str, Reach], RecordSource]


@pytest.fixture
async def source_of() -> AsyncIterator[SourceOf]:
    """Opens services by name, and closes them in the end."""
    opened: list[RecordSource] = []

    def source_of(name: str, reached: Reach) -> RecordSource:
        opened.extend(open_sources((name,), reached))
        return opened[-1]

    yield source_of
    for source in opened:
        await source.close()


async def look_up(source: RecordSource, question: str) -> RecordOutcome:
    lookup = read_lookup(question)
    assert lookup is not None
    return await source.look_up(lookup)


def summaries(*records: dict[str, Any]) -> dict[str, Any]:
    uids = [record["uid"] for record in records]
    return {"result": {"uids": uids, **{record["uid"]: record for record in records}}}


def serve_all(server: Loopback) -> None:
    for database, found in (("gene", [GENE]), ("omim", OMIM), ("clinvar", [CLINVAR])):
        ids = [one["uid"] for one in found]
        answer = {"esearchresult": {"count": str(len(ids)), "idlist": ids}}
        server.on("/esearch.fcgi", answer, when={"db": database})
        server.on("/esummary.fcgi", summaries(*found), when={"db": database})
    server.on("/esummary.fcgi", summaries(SNP), when={"db": "snp"})
    server.on("/fetch/symbol/CD20", {"response": {"docs": []}})
    server.on("/fetch/alias_symbol/CD20", {"response": {"docs": []}})
    server.on("/fetch/prev_symbol/CD20", {"response": {"docs": [HGNC]}})
    server.on("/lookup/symbol/homo_sapiens/BRAF", ENSEMBL)
    match = {"position": "chr7:140719337-140924929", "posName": "BRAF (ENST1.1) from GENCODE"}
    tracks = [{"name": "knownGene", "matches": [match]}]
    server.on("/search", {"positionMatches": tracks}, when={"search": "BRAF"})
    server.on("/blast/Blast.cgi", "    RID = ABC123\n", when={"CMD": "Put"})
    server.on("/blast/Blast.cgi", "Status=WAITING", REPORT, when={"CMD": "Get"})
    node = {
        "id": 1409,
        "description": "Vemurafenib works.",
        "evidenceLevel": "A",
        "significance": "SENSITIVITYRESPONSE",
        "molecularProfile": {"name": "BRAF V600E"},
        "disease": {"name": "Melanoma"},
    }
    items = {"totalCount": 100, "nodes": [node]}
    server.on("/graphql", {"data": {"evidenceItems": items}}, method="POST")
    server.on("/query", {"hits": [MYVARIANT]})


ASKED = [
    ("ncbi_gene", "which chromosome is BRAF on?", "BRAF lies on chromosome 7, 7q34, in NCBI Gene."),
    ("ncbi_gene", "official symbol of RAFB1", "BRAF is the symbol of NCBI Gene 673"),
    ("ncbi_gene", "function of the gene BRAF", "NCBI Gene on BRAF: A kinase."),
    ("ncbi_snp", "which gene is rs1799853 in?", "dbSNP places rs1799853 in the gene CYP2C9."),
    ("ncbi_snp", "what is rs1799853?", "rs1799853 lies on chromosome 10, at 10:94942290 in GRCh38"),
    ("ncbi_clinvar", "ClinVar classification of rs1042522", "as Benign (reviewed by expert panel)"),
    ("ncbi_omim", "genes related to Lynch syndrome", "under Lynch syndrome: MSH2, SGO1."),
    ("hgnc", "official symbol of CD20", "MS4A1 is the approved symbol of HGNC:7315"),
    ("ensembl", "which chromosome is BRAF on?", "GRCh38 chr7:140719327-140924929"),
    ("ensembl", "is BRAF a protein-coding gene?", "BRAF is a protein-coding gene in Ensembl"),
    ("ucsc", "which chromosome is BRAF on?", "UCSC places BRAF at chr7:140719337-140924929"),
    ("myvariant", "frequency of rs1799853", "in gnomAD exomes, as MyVariant.info has it: 0.0965"),
    ("civic", "CIViC evidence on BRAF V600E", "CIViC EID1409 (level A) on BRAF V600E, Melanoma"),
    ("blast", f"place of the DNA sequence {SEQUENCE}", "at chr15:91950805-91950833"),
    ("blast", f"gene of the DNA sequence {SEQUENCE}", "are of the gene MADE1."),
    ("blast", f"organism of the DNA sequence {SEQUENCE}", "is of Homo sapiens."),
]


@pytest.mark.parametrize(("name", "question", "said"), ASKED)
async def test_a_service_says_what_it_holds(
    name: str, question: str, said: str, source_of: SourceOf
) -> None:
    async with loopback() as server:
        serve_all(server)
        source = source_of(name, reach(server))
        outcome = await look_up(source, question)
    assert isinstance(outcome, RecordsFound), outcome
    document = outcome.documents[0]
    assert said in document.text
    assert outcome.raw, "what the service sent is kept"
    assert all(each.record.startswith("http") for each in document.statements)


async def test_an_answer_is_given_again_with_its_age_and_asked_for_once(
    source_of: SourceOf,
) -> None:
    async with loopback() as server:
        serve_all(server)
        source = source_of("ensembl", reach(server))
        first = await look_up(source, "which chromosome is BRAF on?")
        again = await look_up(source, "which chromosome is BRAF on?")
        assert len(server.asked) == 1
        old = source_of("ensembl", reach(server, hours=0.0))
        await look_up(old, "which chromosome is BRAF on?")
        await look_up(old, "which chromosome is BRAF on?")
        assert len(server.asked) == 3
    assert isinstance(first, RecordsFound)
    assert isinstance(again, RecordsFound)
    assert first.documents == again.documents
    assert "answered this 0.0 hours ago" in again.remark


async def test_the_same_bytes_give_the_same_version(source_of: SourceOf) -> None:
    async with loopback() as server:
        serve_all(server)
        versions = set()
        for _ in range(2):
            outcome = await look_up(source_of("hgnc", reach(server)), "official symbol of CD20")
            assert isinstance(outcome, RecordsFound)
            versions |= {each.version for each in outcome.documents}
    assert len(versions) == 1


async def test_a_service_says_what_it_has_more(source_of: SourceOf) -> None:
    async with loopback() as server:
        serve_all(server)
        outcome = await look_up(source_of("civic", reach(server)), "CIViC evidence on BRAF V600E")
    assert isinstance(outcome, RecordsFound)
    assert outcome.remark == "CIViC has 99 more records; they are not shown."


async def test_who_asks_is_told_to_ncbi_and_other_words_are_not(source_of: SourceOf) -> None:
    async with loopback() as server:
        serve_all(server)
        source = source_of("ncbi_gene", reach(server))
        await look_up(source, "which chromosome is BRAF on?")
    assert [each.query.get("tool") for each in server.asked] == ["curbside", "curbside"]
    assert server.asked[0].query["term"] == "BRAF AND human[Organism]"


async def test_blast_waits_as_ncbi_asks(source_of: SourceOf) -> None:
    pauses = Pauses()
    async with loopback() as server:
        serve_all(server)
        source = source_of("blast", reach(server, pauses))
        await look_up(source, f"organism of the DNA sequence {SEQUENCE}")
    assert pauses.waited == [15.0, 60.0]


async def test_what_is_not_there_is_nothing(source_of: SourceOf) -> None:
    async with loopback() as server:
        server.on("/lookup/symbol/homo_sapiens/XYZ", Answer({"error": "No valid lookup"}, 400))
        server.on("/esearch.fcgi", {"esearchresult": {"count": "0", "idlist": []}})
        for name in ("ensembl", "ncbi_gene"):
            outcome = await look_up(source_of(name, reach(server)), "which chromosome is XYZ on?")
            assert isinstance(outcome, NoRecord), name


async def test_what_it_is_not_for_it_is_not_asked(source_of: SourceOf) -> None:
    async with loopback() as server:
        outcome = await look_up(source_of("civic", reach(server)), "which chromosome is BRAF on?")
        assert isinstance(outcome, NotAsked)
        assert not server.asked


BROKEN: list[Callable[[random.Random], Any]] = [
    lambda chance: b"",
    lambda chance: b"<html>maintenance</html>",
    lambda chance: b"{" * 50_000,
    lambda chance: json.dumps(chance.choice([None, 7, "x", [], {}, [[]], True])).encode(),
    lambda chance: bytes(chance.randrange(256) for _ in range(200)),
    lambda chance: json.dumps(_damaged(summaries(GENE, SNP), chance)).encode(),
    lambda chance: json.dumps(_damaged({"response": {"docs": [HGNC]}}, chance)).encode(),
    lambda chance: json.dumps(_damaged(ENSEMBL, chance)).encode(),
    lambda chance: json.dumps({"esearchresult": _damaged({"idlist": ["1"]}, chance)}).encode(),
    lambda chance: json.dumps(
        {"positionMatches": [{"matches": [None, 3, {"posName": 9}]}]}
    ).encode(),
]


def _damaged(value: Any, chance: random.Random) -> Any:
    """The value with something of another kind in a place of it."""
    if isinstance(value, dict) and value:
        key = chance.choice(sorted(value))
        return value | {key: _damaged(value[key], chance)}
    if isinstance(value, list) and value:
        return [_damaged(value[0], chance), *value[1:]]
    return chance.choice([None, 3, "", [], {}, [None], {"a": None}, "\x00"])


QUESTIONS = {name: question for name, question, _ in ASKED} | {
    "clingen": "canonical allele of NM_000546.6:c.215C>G"
}


@pytest.mark.parametrize("name", SERVICES)
async def test_malformed_answers_are_never_an_error(name: str, source_of: SourceOf) -> None:
    """Twenty answers for each of eleven services."""
    for seed in range(20):
        chance = random.Random(seed)
        body = BROKEN[seed % len(BROKEN)](chance)
        async with loopback() as server:
            told = Answer(body, chance.choice([200, 200, 200, 404, 500, 429]))
            for method in ("GET", "POST"):
                server.on("/*", told, method=method)
            source = source_of(name, reach(server))
            outcome = await look_up(source, QUESTIONS[name])
        assert isinstance(outcome, RecordsFound | NoRecord | ServiceAway), (seed, outcome)
        if not isinstance(outcome, RecordsFound):
            assert "BRAF" not in outcome.reason or isinstance(outcome, NoRecord)


@pytest.mark.parametrize("name", [name for name in SERVICES if name != "blast"])
async def test_another_form_is_never_told_as_nothing(name: str, source_of: SourceOf) -> None:
    async with loopback() as server:
        for method in ("GET", "POST"):
            server.on("/*", {"found": {"items": [{"gene": "BRAF"}]}}, method=method)
        outcome = await look_up(source_of(name, reach(server)), QUESTIONS[name])
    assert isinstance(outcome, ServiceAway)


async def test_a_service_that_is_down_is_away(source_of: SourceOf) -> None:
    async with loopback() as server:
        reached = reach(server)
    outcome = await look_up(source_of("hgnc", reached), "official symbol of CD20")
    assert isinstance(outcome, ServiceAway)
    assert "HGNC" in outcome.reason


def test_the_card_of_a_service_asks_what_it_is_for() -> None:
    for card in cards_of(SERVICES):
        lookup = read_lookup(card.example)
        assert lookup is not None, card.name
        assert card.name in lookup.task.sources


@pytest.mark.skipif(not FIXTURES.is_dir(), reason="CURBSIDE_DATA holds no recorded answers")
async def test_the_allele_registry_as_it_was_recorded(source_of: SourceOf) -> None:
    folder = FIXTURES / "clingen_allele_registry"
    allele, empty, malformed = (
        json.loads((folder / f"tp53-nm_000546.6-c.215c-g{end}.json").read_text("utf-8"))
        for end in ("", "-empty", "-malformed")
    )
    async with loopback() as server:
        server.on("/allele", allele, when={"hgvs": "NM_000546.6:c.215C>G"})
        server.on("/allele", Answer(empty, 400), Answer(malformed, 400))
        source = source_of("clingen", reach(server))
        held = await look_up(source, "canonical allele of NM_000546.6:c.215C>G")
        first = await look_up(source, "canonical allele of NC_000001.11:g.1A>G")
        second = await look_up(source, "canonical allele of NM_000546.6:c.1A>G")
    assert isinstance(held, RecordsFound)
    assert "CA000072" in held.documents[0].text
    assert "NC_000017.11:g.7676154G>C (GRCh38), NC_000017.10:g.7579472G>C (GRCh37)" in (
        held.documents[0].text
    )
    assert "rs1042522" in held.documents[0].text
    assert isinstance(first, NoRecord)
    assert isinstance(second, NoRecord)


@pytest.mark.skipif(not FIXTURES.is_dir(), reason="CURBSIDE_DATA holds no recorded answers")
async def test_myvariant_as_it_was_recorded(source_of: SourceOf) -> None:
    recorded = json.loads(
        (FIXTURES / "myvariant/get_braf_v600e_grch38_20260806.json").read_text("utf-8")
    )
    async with loopback() as server:
        server.on("/query", {"hits": [recorded]})
        outcome = await look_up(source_of("myvariant", reach(server)), "what is rs113488022?")
    assert isinstance(outcome, RecordsFound)
    assert "chr7:g.140753336A>T on chromosome 7" in outcome.documents[0].text
    assert "Pathogenic" in outcome.documents[0].text
