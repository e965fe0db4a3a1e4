"""From an empty data folder through `curbside ingest SOURCE` to an answer that cites what came."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.db.server.own_postgres import running_server, stop
from bot.settings import environment_with
from tests.forking import Child, run_module, start_module
from tests.sources.pubmed_server import Entrez, Paper
from tests.sources.server import Answer, Asked, Loopback, loopback

FOUND = "Patients with BRCA1 mutation had a median survival of 11.2 months on olaparib."


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    """An empty data folder whose PostgreSQL stays up."""
    with running_server(tmp_path / "home", options=("fsync=off",)):
        yield tmp_path / "home"
    stop(tmp_path / "home")


@pytest.fixture
async def server() -> AsyncIterator[Loopback]:
    async with loopback() as running:
        yield running


class Desk:
    """The command line over one data folder and one service."""

    def __init__(self, home: Path, server: Loopback) -> None:
        sources = ("pubmed", "clinicaltrials", "openfda", "civic", "hgnc", "clinpgx", "rxnorm")
        given = {
            "CURBSIDE_HOME": str(home),
            "CURBSIDE_SOURCE_ADDRESSES": json.dumps(dict.fromkeys(sources, server.url)),
            "DATABASE_URL": "",
            "COLUMNS": "200",
        }
        self._environment = environment_with(**given)
        self._folder = home.parent

    def start(self, *words: str) -> Child:
        return start_module("bot", *words, env=self._environment, cwd=self._folder)

    async def run(self, *words: str, code: int = 0) -> Any:
        """What the command printed as JSON."""
        done = await asyncio.to_thread(
            run_module, "bot", *words, "--json", env=self._environment, cwd=self._folder
        )
        assert done.returncode == code, done.stderr
        return json.loads(done.stdout)

    async def staged(self, silo: str) -> int:
        held = (await self.run("ingest", "status"))["silos"]
        return sum(each["indexed"] + each["staged"] for each in held if each["silo"] == silo)


@pytest.fixture
def desk(home: Path, server: Loopback) -> Desk:
    return Desk(home, server)


def paper(number: int, text: str = "Nothing to do with the question.", links: str = "") -> Paper:
    return Paper(
        pmid=90_000_000 + number,
        created=date(2020, 1, 1) + timedelta(days=number),
        abstract=f"<AbstractText>{text}</AbstractText>",
        links=links,
    )


async def test_an_article_of_pubmed_is_cited_and_a_retracted_one_says_so(
    desk: Desk, server: Loopback
) -> None:
    entrez = Entrez([paper(1, FOUND), paper(2)])
    entrez.serve(server)
    report = await desk.run("ingest", "pubmed", "olaparib")
    assert (report["sources"][0]["new"], report["silos"]["written"]) == (2, 2)
    again = await desk.run("ingest", "pubmed", "olaparib")
    assert (again["sources"][0]["unchanged"], again["silos"]["written"]) == (2, 0)
    question = "What was the median survival on olaparib with BRCA1 mutation?"
    answer = await desk.run("ask", question)
    assert "11.2 months" in answer["answer"]
    assert answer["citations"][0]["document_id"] == "pmid-90000001"
    entrez.papers[0] = paper(1, FOUND, links=RETRACTED)
    assert (await desk.run("ingest", "pubmed", "olaparib"))["silos"]["written"] == 1
    assert "retracted" in json.dumps(await desk.run("ask", question)).lower()


RETRACTED = (
    '<CommentsCorrections RefType="RetractionIn"><RefSource>J Made Up Oncol. 2021</RefSource>'
    '<PMID Version="1">90000099</PMID></CommentsCorrections>'
)


async def test_a_trial_and_a_label_are_cited(desk: Desk, server: Loopback) -> None:
    criteria = "Inclusion Criteria:\n\n* Women with breast cancer and BRCA1 mutation."
    study = {
        "identificationModule": {"nctId": "NCT90000001", "briefTitle": "Olaparib made-up trial"},
        "statusModule": {"lastUpdatePostDateStruct": {"date": "2025-02-03"}},
        "descriptionModule": {"briefSummary": "Olaparib is tried in BRCA1 breast cancer."},
        "eligibilityModule": {"eligibilityCriteria": criteria},
    }
    server.on("/studies", {"studies": [{"protocolSection": study}], "totalCount": 1})
    label = {
        "set_id": "00000000-0000-0000-0000-000000000001",
        "version": "7",
        "effective_time": "20240131",
        "dosage_and_administration": ["2 DOSAGE The starting dose of madeupinib is 70 mg daily."],
        "openfda": {"brand_name": ["MADEUPIX"], "generic_name": ["MADEUPINIB"]},
    }
    server.on("/drug/label.json", {"meta": {"results": {"total": 1}}, "results": [label]})
    await desk.run("ingest", "clinicaltrials", "NCT90000001")
    await desk.run("ingest", "openfda", "madeupinib")
    answer = await desk.run("ask", "What is the starting dose of madeupinib?")
    assert "70 mg" in answer["answer"]
    assert answer["citations"][0]["silo"] == "drug_information"
    for question in (
        "Which patients are eligible for the trial of olaparib in breast cancer?",
        "Which patients are eligible for the trial NCT90000001?",
    ):
        answer = await desk.run("ask", question)
        assert {one["document_id"] for one in answer["citations"]} == {"nct90000001"}, question


async def test_variants_genes_genotypes_and_names_are_taken_in_and_cited(
    desk: Desk, server: Loopback, tmp_path: Path
) -> None:
    item = {
        "id": 90000007,
        "description": "PIK3CA H1047R was sensitive to alpelisib in a made-up breast cancer trial.",
        "evidenceType": "PREDICTIVE",
        "evidenceLevel": "B",
        "evidenceDirection": "SUPPORTS",
        "significance": "SENSITIVITYRESPONSE",
        "molecularProfile": {"name": "PIK3CA H1047R"},
        "disease": {"name": "Breast Cancer"},
        "therapies": [{"name": "Alpelisib"}],
        "source": {"citationId": "90000001", "citation": "Nobody", "sourceType": "PUBMED"},
    }
    page = {"totalCount": 1, "pageInfo": {"hasNextPage": False}, "nodes": [item]}
    none = {"totalCount": 0, "pageInfo": {"hasNextPage": False}, "nodes": []}
    found = {"data": {"evidenceItems": page, "assertions": none}}
    server.on("/graphql", found, method="POST")
    gene = {"hgnc_id": "HGNC:1101", "symbol": "BRCA2", "name": "BRCA2 DNA repair associated",
            "status": "Approved", "alias_symbol": ["FAD"]}  # fmt: skip
    server.on("/fetch/symbol/BRCA2", {"response": {"docs": [gene]}})
    advice = "<p>In DPYD poor metabolizers capecitabine should be avoided.</p>"
    annotation = {"id": "PA90000001", "name": "Made-up annotation for capecitabine and DPYD",
                  "source": "CPIC", "relatedGenes": [{"symbol": "DPYD"}],
                  "relatedChemicals": [{"name": "capecitabine"}],
                  "summaryMarkdown": {"html": advice}}  # fmt: skip
    server.on("/data/guidelineAnnotation", {"data": [annotation]})
    for resource in ("label", "clinicalAnnotation"):
        server.on(f"/data/{resource}", Answer({"status": "fail"}, 404))
    server.on("/rxcui.json", {"idGroup": {"rxnormId": ["90000001"]}})
    brand = {"tty": "BN", "conceptProperties": [{"rxcui": "90000002", "name": "Madeupix"}]}
    server.on("/rxcui/90000001/allrelated.json", {"allRelatedGroup": {"conceptGroup": [brand]}})
    table = tmp_path / "vocabulary.csv"
    table.write_text("DrugBank ID,Common name,Synonyms\nDB90000,Madeupinib,MUP-1\n")
    for words in (
        ("civic", "PIK3CA"),
        ("hgnc", "BRCA2"),
        ("clinpgx", "DPYD"),
        ("rxnorm", "Madeupix"),
        ("drugbank", "--file", str(table)),
    ):
        report = await desk.run("ingest", *words)
        assert report["sources"][0]["new"] == 1, words
    for question, document in (
        ("Is PIK3CA H1047R sensitive to alpelisib in breast cancer?", "civic-eid-90000007"),
        ("What is the BRCA2 gene?", "hgnc-1101"),
        ("capecitabine in a DPYD poor metabolizer?", "clinpgx-pa90000001"),
    ):
        answer = await desk.run("ask", question)
        assert answer["citations"], (question, answer["gap"])
        assert answer["citations"][0]["document_id"] == document, question


async def test_a_killed_run_goes_on_and_stages_every_article_once(
    desk: Desk, server: Loopback
) -> None:
    entrez = Entrez([paper(number) for number in range(1, 451)])
    entrez.serve(server)
    reached = asyncio.Event()

    def second_page(asked: Asked) -> Answer:
        if asked.query.get("retstart", "0") != "0" and not reached.is_set():
            reached.set()
            return Answer("late", 503, seconds=30)
        return entrez.fetch(asked)

    server.first("/efetch.fcgi", second_page)
    process = desk.start("ingest", "pubmed", "olaparib")
    async with asyncio.timeout(60):
        await reached.wait()
    process.kill()
    process.wait()
    assert 0 < await desk.staged("pubmed") < 450
    report = await desk.run("ingest", "pubmed", "olaparib")
    assert report["sources"][0]["resumed"]
    assert report["sources"][0]["unchanged"] == 0
    assert await desk.staged("pubmed") == report["silos"]["held"] == 450


async def test_a_service_that_is_down_fails_the_command_and_two_at_once_do_no_harm(
    desk: Desk, server: Loopback
) -> None:
    entrez = Entrez([paper(number) for number in range(1, 4)])
    server.on("/esearch.fcgi", Answer("gone", 404))
    failed = await desk.run("ingest", "pubmed", "olaparib", code=1)
    assert failed["sources"][0]["error"]
    server.rules.clear()
    entrez.serve(server)
    both = await asyncio.gather(*(desk.run("ingest", "pubmed", "olaparib") for _ in range(2)))
    assert [each["silos"]["held"] for each in both] == [3, 3]
    assert await desk.staged("pubmed") == 3
