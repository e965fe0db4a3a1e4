import pytest

from retrieval.records.contract import NoRecord, RecordsFound
from retrieval.records.genes.facts import gene_document
from retrieval.records.genes.source import GeneRecords
from retrieval.records.genes.table import genes_named, symbols_near
from retrieval.records.tasks import read_lookup


def symbols(name: str) -> list[str]:
    return [gene.symbol for gene in genes_named(name)]


@pytest.mark.parametrize(
    ("name", "symbol"),
    [
        ("SRY", "SRY"),
        ("sry", "SRY"),
        ("CD20", "MS4A1"),
        ("LMP10", "PSMB10"),
        ("HER2", "ERBB2"),
        ("ENSG00000215251", "FASTKD5"),
        ("hgnc:3430", "ERBB2"),
        ("7157", "TP53"),
        ("A2MR", "LRP1"),
    ],
)
def test_a_gene_is_found_by_any_of_its_names(name: str, symbol: str) -> None:
    assert symbols(name) == [symbol]


@pytest.mark.parametrize(
    "name", ["XYZ", "ERBB22", "ERBB9", "", " ", "gene with protein product", "|HER2|", "7q34", "é"]
)
def test_what_is_no_name_finds_no_neighbour(name: str) -> None:
    assert genes_named(name) == ()


def test_a_symbol_is_never_taken_for_the_alias_of_another_gene() -> None:
    assert symbols("NAT1") == ["NAT1"]
    assert set(symbols("TRAP")) == {"ACP5", "CD40LG", "SCYL1"}


def test_a_gene_is_a_document_whose_statements_are_its_sentences() -> None:
    (gene,) = genes_named("SRY")
    document = gene_document(gene)
    told = {
        each.id.rpartition("-")[0]: document.text[slice(*each.spans[0])]
        for each in document.statements
    }
    assert told["symbol"] == "SRY is the approved symbol of HGNC:11311, sex determining region Y."
    assert told["location"] == (
        "SRY lies on chromosome Y, band Yp11.2 (GRCh38 chrY:2786855-2787682, reverse strand)."
    )
    assert told["other_assembly"].startswith("In GRCh37, SRY lies at chrY:2654896-2655740")
    assert "HGNC:11311; NCBI Gene 6736; Ensembl ENSG00000184895" in told["identifiers"]
    assert document.url.endswith("HGNC:11311")
    assert all(each.record.startswith("https://") for each in document.statements)
    assert gene_document(gene).version == document.version


async def look_up(question: str) -> RecordsFound | NoRecord:
    lookup = read_lookup(question)
    assert lookup is not None
    outcome = await GeneRecords().look_up(lookup)
    assert isinstance(outcome, RecordsFound | NoRecord)
    return outcome


async def test_an_ambiguous_name_gives_all_it_stands_for() -> None:
    held = await look_up("official symbol of TRAP")
    assert isinstance(held, RecordsFound)
    assert held.remark == "TRAP is ambiguous: it stands for ACP5, CD40LG, SCYL1."
    assert len(held.documents) == 3


async def test_a_symbol_that_is_an_alias_elsewhere_says_so() -> None:
    held = await look_up("which chromosome is NAT1 on?")
    assert isinstance(held, RecordsFound)
    assert "also another name of EIF4G2" in held.remark


async def test_an_unknown_name_is_nothing() -> None:
    assert await look_up("is XYZ a protein coding gene?") == NoRecord(
        "The gene table holds no gene that is or was called XYZ."
    )


@pytest.mark.parametrize(
    ("name", "near"),
    [("BRFA", "BRAF"), ("egrf", "EGFR"), ("TPS3", "TP53"), ("C1ORF1122", "C1orf122")],
)
def test_symbols_written_almost_so_are_proposed_and_never_taken(name: str, near: str) -> None:
    assert symbols_near(name)[0] == near
    assert genes_named(name) == ()


@pytest.mark.parametrize("name", ["", "A", "QQQQQQ", "tumour", "B" * 5_000, "BR AF", "BRÄF"])
def test_what_is_near_no_symbol_gets_none(name: str) -> None:
    assert symbols_near(name) == ()
