"""Questions that records answer, as whole runs of the core."""

from __future__ import annotations

import pytest

from agents.turns import Abstention, Answer
from retrieval.declaration.record_cards import RecordCard
from retrieval.records.contract import Lookup, NotAsked, RecordFact, RecordOutcome, RecordsFound
from retrieval.records.genes.source import GeneRecords
from retrieval.records.library import RecordSources
from retrieval.records.record_documents import RecordHead, record_document
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary
from tests.unit.retrieval.records.in_memory import RecordsInMemory


@pytest.fixture
def thread(library: FakeLibrary) -> Conversation:
    sources = RecordSources((GeneRecords(),), RecordsInMemory())
    return Conversation(sources.beside(library))


async def said(thread: Conversation, question: str) -> list[str]:
    ending = await thread.ask(question)
    assert isinstance(ending, Answer)
    assert all(each.verified for each in ending.sentences)
    assert all(each.keys for each in ending.sentences)
    return [each.text for each in ending.sentences]


async def test_the_place_of_a_gene_is_told_from_its_record(thread: Conversation) -> None:
    (line,) = await said(thread, "which chromosome is SRY on?")
    assert line.startswith("SRY lies on chromosome Y, band Yp11.2")
    assert thread.searched == ["search_gene_table"], "nothing else is asked"


class LynchSyndrome:
    """A source that knows the genes of one disease."""

    card = RecordCard(name="ncbi_omim", title="OMIM", use_when="Genes.", example="genes of it")
    is_shipped = False

    async def look_up(self, lookup: Lookup) -> RecordOutcome:
        if lookup.task.name != "disease_genes":
            return NotAsked("It holds diseases.")
        head = RecordHead(
            source="ncbi_omim", id="lynch", title="Lynch", url="https://example.org",
            organisation="OMIM", date="2026",
        )  # fmt: skip
        sentence = "Gene entries that OMIM finds under Lynch syndrome: MLH1, MSH2."
        fact = RecordFact("disease_genes", "MLH1, MSH2", sentence, "https://example.org", "OMIM")
        return RecordsFound((record_document(head, [fact]),))

    async def close(self) -> None:
        """Nothing is held open."""


async def test_what_the_first_record_gives_is_looked_up_in_turn(library: FakeLibrary) -> None:
    sources = RecordSources((GeneRecords(), LynchSyndrome()), RecordsInMemory())
    thread = Conversation(sources.beside(library))
    lines = await said(thread, "Where are the genes related to Lynch syndrome located?")
    assert [line.split(",")[0] for line in lines] == [
        "Gene entries that OMIM finds under Lynch syndrome: MLH1",
        "MLH1 lies on chromosome 3",
        "MSH2 lies on chromosome 2",
    ]
    assert thread.searched == ["search_ncbi_omim", "search_gene_table", "search_gene_table"]


async def test_an_alias_is_told_with_what_shows_it(thread: Conversation) -> None:
    symbol, shown = await said(thread, "which gene does LMP10 mean?")
    assert symbol.startswith("PSMB10 is the approved symbol of HGNC:9538")
    assert "LMP10" in shown


async def test_an_ambiguous_alias_gives_its_candidates(thread: Conversation) -> None:
    lines = await said(thread, "official symbol of TRAP?")
    told = [line.partition(" is the approved symbol")[0] for line in lines if "approved" in line]
    assert sorted(told) == ["ACP5", "CD40LG", "SCYL1"]
    ending = thread.views[-1].ending
    assert isinstance(ending, Answer)
    assert "TRAP is ambiguous: it stands for ACP5, CD40LG, SCYL1." in ending.note


async def test_an_unknown_gene_is_a_gap_and_no_neighbour(thread: Conversation) -> None:
    ending = await thread.ask("is XYZ a protein coding gene?")
    assert isinstance(ending, Abstention)
    assert ending.gap.name == "a gene's record on whether the gene codes for a protein: XYZ"
    assert ending.tried == ("Gene table",)


async def test_a_record_beside_a_clinical_question_answers_its_own_part(
    thread: Conversation,
) -> None:
    ending = await thread.ask("Which chromosome is BRCA2 on? And the dose of olaparib?")
    assert isinstance(ending, Answer)
    parts = {each.part: each.text for each in ending.sentences}
    assert parts[0].startswith("BRCA2 lies on chromosome 13")
    assert "olaparib" in parts[1].lower() or "mg" in parts[1]


@pytest.mark.parametrize(
    "question", ["What does BRCA2 mutation mean for treatment?", "olaparib dose in BRCA2 carriers"]
)
async def test_a_clinical_question_on_a_gene_asks_no_record(
    thread: Conversation, question: str
) -> None:
    await thread.ask(question)
    assert "search_gene_table" not in thread.searched


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        (
            "what is the cytoband of MYC and which chromosome is TP53 on?",
            ["MYC lies on chromosome 8", "TP53 lies on chromosome 17"],
        ),
        (
            "chromosome of BRCA1 and BRCA2",
            ["BRCA1 lies on chromosome 17", "BRCA2 lies on chromosome 13"],
        ),
        (
            "which chromosome is ALK on and what are its aliases?",
            ["ALK lies on chromosome 2", "Aliases of ALK: "],
        ),
        (
            "aliases and location of BRCA1",
            ["Aliases of BRCA1: ", "Previous", "BRCA1 lies on chromosome 17"],
        ),
    ],
)
async def test_everything_that_is_asked_of_records_is_told(
    thread: Conversation, question: str, begins: list[str]
) -> None:
    lines = await said(thread, question)
    wanted = [each for each in begins if each != "Previous" or any("Previous" in e for e in lines)]
    assert [line[: len(each)] for line, each in zip(lines, wanted, strict=True)] == wanted
    ending = thread.views[-1].ending
    assert isinstance(ending, Answer)
    assert not ending.not_found


async def test_what_is_asked_beside_a_record_is_said_to_be_left_out(thread: Conversation) -> None:
    (line,) = await said(thread, "which chromosome is SRY on and who discovered it?")
    assert line.startswith("SRY lies on chromosome Y")
    ending = thread.views[-1].ending
    assert isinstance(ending, Answer)
    assert any("who discovered" in each for each in ending.not_found)


async def test_an_older_assembly_is_told_where_it_is_asked_for(thread: Conversation) -> None:
    older, newer = await said(thread, "where does the gene EGFR lie in hg19?")
    assert older.startswith("In GRCh37, EGFR lies at chr7:55086714-")
    assert "GRCh38" in newer


async def test_a_record_of_a_service_that_is_not_asked_is_a_gap_that_says_so(
    thread: Conversation,
) -> None:
    ending = await thread.ask("gene of rs113488022?")
    assert isinstance(ending, Abstention)
    assert ending.gap.name == "a variant's record on the gene of the variant: rs113488022"
    assert "dbSNP" in ending.gap.detail
    assert "CURBSIDE_RECORDS" in ending.gap.detail


async def test_a_gap_does_not_repeat_a_whole_sequence(thread: Conversation) -> None:
    ending = await thread.ask(f"place of the DNA sequence {'ACGT' * 50}")
    assert isinstance(ending, Abstention)
    assert ending.gap.name.startswith("a record of alignments on where the sequence lies: ACGTACGT")
    assert len(ending.gap.name) < 130
