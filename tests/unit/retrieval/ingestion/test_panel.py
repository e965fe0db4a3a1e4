"""The gene panel: 68 genes, each for a reason in the file, in the order that follows."""

from __future__ import annotations

import re

import pytest

from evals.genomics.panel import as_table, by_mean_rank
from evals.genomics.panel import panel as built
from retrieval.declaration.cards import read_cards
from retrieval.ingestion.panel import CRITERIA, FILE, GROUPS, panel, panel_requests
from tests.conftest import DATA


def test_it_has_68_genes_each_with_an_id_and_a_reason() -> None:
    genes = panel()
    assert len(genes) == len({gene.symbol for gene in genes}) == 68
    assert all(re.fullmatch(r"HGNC:\d+", gene.hgnc_id) for gene in genes)
    assert all(gene.groups for gene in genes)
    assert {group for gene in genes for group in gene.groups} == set(GROUPS)


def test_the_order_is_the_mean_rank_over_the_criteria() -> None:
    table = {"A": (5, 0), "B": (3, 3), "C": (0, 1), "D": (0, 0)}
    assert by_mean_rank(table) == ["B", "A", "C", "D"]
    assert by_mean_rank({"B": (1,), "A": (1,)}) == ["A", "B"]


def test_the_file_is_what_the_code_writes() -> None:
    assert as_table(panel()) == FILE.read_text("utf-8")
    assert all(len(gene.counts) == len(CRITERIA) for gene in panel())


@pytest.mark.skipif(not (DATA / "moalmanac_db").is_dir(), reason="the data sets are not here")
def test_the_records_give_the_same_panel_again() -> None:
    assert built(DATA) == panel()


def test_each_source_is_asked_for_what_it_knows() -> None:
    requests = panel_requests(panel(), read_cards(), limit=5)
    asked = {source.name: request for source, request in requests}
    assert asked["hgnc"].terms == tuple(gene.symbol for gene in panel())
    assert "olaparib" in asked["openfda"].terms
    assert set(asked["clinpgx"].terms) < set(asked["hgnc"].terms)
    assert all(request.limit == 5 for request in asked.values())
    assert {request.silo for request in asked.values()} >= {"genes", "variant_evidence", "pubmed"}
