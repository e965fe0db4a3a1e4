"""Several look-ups in one question."""

import pytest

from retrieval.records.reading_lookups import MOST, not_looked_up, read_lookups
from retrieval.records.tasks import read_lookup

ASKED = [
    ("official symbol of CD20 and of HER2?", [("gene_symbol", "CD20"), ("gene_symbol", "HER2")]),
    ("chromosome of alk and met", [("gene_location", "alk"), ("gene_location", "met")]),
    (
        "NCBI gene id for EGFR, ALK, ROS1",
        [("gene_identifiers", name) for name in ("EGFR", "ALK", "ROS1")],
    ),
    (
        "what is the cytoband of MYC and which chromosome is TP53 on?",
        [("gene_location", "MYC"), ("gene_location", "TP53")],
    ),
    (
        "which chromosome is SRY on? Is it protein-coding?",
        [("gene_location", "SRY"), ("gene_coding", "SRY")],
    ),
    (
        "What are the symbol, aliases and location of p53?",
        [("gene_symbol", "p53"), ("gene_aliases", "p53"), ("gene_location", "p53")],
    ),
    ("where is CDKN2A/B?", [("gene_location", "CDKN2A"), ("gene_location", "CDKN2B")]),
    ("aliases of BRCA1/2", [("gene_aliases", "BRCA1"), ("gene_aliases", "BRCA2")]),
    ("is CD20 the same as MS4A1?", [("gene_symbol", "CD20"), ("gene_symbol", "MS4A1")]),
    ("what is rs1799853 and rs123456?", [("snp", "rs1799853"), ("snp", "rs123456")]),
    # A word behind the list is no gene of it, even if one is called so.
    ("chromosome of BRCA1 and the rest of them", [("gene_location", "BRCA1")]),
    # The look-up of a chain is not taken apart.
    ("function of the gene of rs1799853", [("function_of_snp_gene", "rs1799853")]),
]


@pytest.mark.parametrize(("text", "lookups"), ASKED)
def test_all_that_is_asked_is_read(text: str, lookups: list[tuple[str, str]]) -> None:
    assert [(each.task.name, each.name) for each in read_lookups(text)] == lookups
    assert not_looked_up(text) == ()


@pytest.mark.parametrize(
    "text", ["which chromosome is EGFR on, and olaparib dose?", "what is HER2-low?", ""]
)
def test_what_is_none_alone_is_none_here(text: str) -> None:
    assert read_lookup(text) is None
    assert read_lookups(text) == ()
    assert not_looked_up(text) == ()


def test_what_is_asked_beside_it_is_told() -> None:
    assert not_looked_up("which chromosome is SRY on and who discovered it?") == (
        "who discovered SRY",
    )


def test_what_is_too_much_is_told() -> None:
    names = ["BRCA1", "BRCA2", "TP53", "EGFR", "ALK", "ROS1", "MET"]
    text = f"chromosome of {', '.join(names)}"
    assert [each.name for each in read_lookups(text)] == names[:MOST]
    assert not_looked_up(text) == ("chromosome location of MET",)


def test_what_no_source_is_asked_is_told() -> None:
    asked = "which chromosome is ALK on and what is the function of the gene ALK?"
    assert [each.task.name for each in read_lookups(asked)] == ["gene_location", "gene_function"]
    assert [each.task.name for each in read_lookups(asked, {"gene_table"})] == ["gene_location"]
    assert not_looked_up(asked, {"gene_table"}) == ("function of the gene ALK",)
