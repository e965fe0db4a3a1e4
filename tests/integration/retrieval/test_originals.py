"""Originals take the place of digests that rest on the same record, and give it back."""

from __future__ import annotations

from dataclasses import replace

from retrieval.documents import Document, DocumentRef, Facets, Identifier
from retrieval.ingestion.harvest import harvest
from retrieval.ingestion.originals import step_back
from retrieval.ingestion.sources.contract import HarvestRequest, Record
from retrieval.ingestion.staging import Staging
from retrieval.statements.model import Statement
from tests.integration.retrieval.test_harvest import Scripted

REQUEST = HarvestRequest(silo="pubmed", terms=("made-up",))
PMID = "28578601"
DIGEST = Document(
    silo="landmark_trials",
    id="olympiad",
    version="1",
    title="OlympiAD",
    text="It was so. It was other.",
    kind="digest",
    statements=(
        Statement(
            id="a",
            kind="result",
            spans=((0, 10),),
            record=f"https://pubmed.ncbi.nlm.nih.gov/{PMID}/",
            stated=("spans", "record"),
        ),
        Statement(
            id="b",
            kind="result",
            spans=((11, 24),),
            record=f"pubmed_oncology_abstracts:{PMID}",
            stated=("spans", "record"),
        ),
    ),
)
BOTH = DIGEST.statements
ORIGINAL = Document(
    silo="pubmed",
    id=PMID,
    version="1",
    title="An abstract",
    text="The words of the source.",
    url=f"https://pubmed.ncbi.nlm.nih.gov/{PMID}/",
    facets=Facets(identifiers=(Identifier("pmid", PMID),)),
)


async def bring(staging: Staging, document: Document, *supersedes: str) -> None:
    page = [Record(document=document, raw="{}", supersedes=supersedes)]
    await harvest(Scripted([page]), REQUEST, staging=staging, progress=lambda now: None)


async def stage(staging: Staging, document: Document) -> None:
    await staging.stage(document.silo, "corpus/landmark_trials/a.yaml", "digest", [document])


async def searched(staging: Staging) -> list[str]:
    return [current.id for current in await staging.current("landmark_trials")]


async def test_a_digest_steps_back_as_a_whole_and_comes_back(staging: Staging) -> None:
    await stage(staging, DIGEST)
    assert await step_back(staging) == frozenset()
    await bring(staging, ORIGINAL)
    assert await step_back(staging) == {"landmark_trials"}
    assert await searched(staging) == []
    assert await step_back(staging) == frozenset()
    (tally,) = [each for each in await staging.tallies() if each.silo == "landmark_trials"]
    assert (tally.superseded, tally.behind_originals) == (1, 1)

    other = replace(ORIGINAL, id="7", url="https://example.org/7", facets=Facets())
    await bring(staging, other, PMID)
    assert await step_back(staging) == {"landmark_trials"}
    assert await searched(staging) == ["olympiad"]
    assert (await staging.document(DIGEST.ref)).statements == BOTH


async def test_only_the_statements_that_rest_on_the_record_step_back(staging: Staging) -> None:
    mixed = replace(DIGEST, statements=(BOTH[0], replace(BOTH[1], record="https://example.org/b")))
    await stage(staging, mixed)
    await bring(staging, ORIGINAL)
    assert await step_back(staging) == {"landmark_trials"}
    assert await searched(staging) == ["olympiad"]
    first, second = (await staging.document(DIGEST.ref)).statements
    assert (first.currency, first.superseded_by) == ("superseded", f"original pubmed/{PMID}")
    assert second == mixed.statements[1]


async def test_a_digest_whose_file_is_gone_does_not_come_back(staging: Staging) -> None:
    await stage(staging, DIGEST)
    await bring(staging, ORIGINAL)
    await step_back(staging)
    await staging.forget_files("landmark_trials", ["corpus/landmark_trials/a.yaml"])
    await bring(staging, replace(ORIGINAL, id="7", facets=Facets(), url="https://e.org"), PMID)
    assert await step_back(staging) == frozenset()
    assert await searched(staging) == []
    assert (await staging.document(DocumentRef("landmark_trials", "olympiad", "1"))).kind


async def test_words_that_a_hospital_took_in_push_no_digest_back(staging: Staging) -> None:
    await stage(staging, DIGEST)
    await staging.stage("pubmed", "own/pubmed/a.md", "digest", [ORIGINAL])
    assert await step_back(staging) == frozenset()
