from retrieval.outcomes import Data, Empty, Unavailable
from retrieval.records.genes.source import GeneRecords
from retrieval.records.library import RecordLibrary, RecordSources
from tests.fakes import MemorySilos
from tests.sample_documents import document
from tests.unit.retrieval.records.in_memory import RecordsInMemory


def library(archive: RecordsInMemory) -> RecordLibrary:
    silos = MemorySilos((document("pubmed", "1", "alpha"),))
    return RecordSources((GeneRecords(),), archive).beside(silos)


async def test_a_record_is_kept_before_it_is_shown() -> None:
    archive = RecordsInMemory()
    found = await library(archive).search("gene_table", "official symbol of CD20")
    assert isinstance(found, Data)
    assert [each.document.ref for each in found.found] == list(archive.kept)


async def test_what_cannot_be_kept_is_not_shown() -> None:
    archive = RecordsInMemory()
    archive.is_away = True
    outcome = await library(archive).search("gene_table", "official symbol of CD20")
    assert isinstance(outcome, Unavailable)


async def test_a_source_of_records_answers_only_its_questions() -> None:
    outcome = await library(RecordsInMemory()).search("gene_table", "olaparib in breast cancer")
    assert isinstance(outcome, Empty)
    assert "aliases of X" in outcome.reason


async def test_silos_are_searched_as_before() -> None:
    opened = library(RecordsInMemory())
    assert [card.name for card in opened.cards] == ["pubmed", "gene_table"]
    assert isinstance(await opened.search("pubmed", "alpha"), Data)


def test_the_gene_table_asks_no_service() -> None:
    sources = RecordSources((GeneRecords(),), RecordsInMemory())
    assert sources.without_services().sources == sources.sources
