"""The gene table is made from public records; here from a few rows in their form."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from evals.genomics.tables import gene_rows

HGNC = """\
hgnc_id\tsymbol\tname\tstatus\talias_symbols\tprev_symbols\tncbi_gene_id\tensembl_gene_id\tlocus_type
HGNC:1\tAAA1\talpha one\tApproved\tAlias1, Alias2\tOLD1\t11\tENSG1\tgene with protein product
HGNC:2\tBBB~withdrawn\tsymbol withdrawn, see [HGNC:1](/x)\tSymbol Withdrawn\t\t\t\t\tunknown
HGNC:3\tCCC\tgone\tEntry Withdrawn\t\t\t\t\tunknown
"""
ENSEMBL = """\
ensgene\tentrez\tsymbol\tchr\tstart\tend\tstrand\tbiotype\tdescription\tmain_assembly
ENSG1\t11\tAAA1\t5\t{start}\t{end}\t-1\tprotein_coding\talpha one\t1
ENSG2\tNA\tRP11-1.1\t5\t10\t20\t1\tlincRNA\tNA\t1
ENSG3\tNA\tPATCH\tHSCHR5\t10\t20\t1\tlincRNA\tNA\t0
"""
BANDS = """\
CHR\tfrom\tto\tarm\tstyle
5\t0\t1000\tp12\tgneg
5\t1000\t2000\tq11\tgneg
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "gene_reference" / "shared"
    folder.mkdir(parents=True)

    def write(name: str, text: str) -> None:
        (folder / name).write_bytes(gzip.compress(text.encode()))

    write("hgnc_2024-07.tsv.gz", HGNC)
    write("ensembl_genes_grch38.tsv.gz", ENSEMBL.format(start=900, end=1100))
    write("ensembl_genes_grch37.tsv.gz", ENSEMBL.format(start=800, end=1000))
    (tmp_path / "cytoBand.txt").write_text(BANDS, encoding="utf-8")
    return tmp_path


def test_a_row_joins_names_places_and_band(data: Path) -> None:
    approved, named_by_ensembl = gene_rows(data, data / "cytoBand.txt")
    assert approved == (
        *("AAA1", "HGNC:1", "alpha one", "|Alias1|Alias2|", "|BBB|OLD1|", "11", "ENSG1"),
        *("gene with protein product", "5:900-1100:-1", "5:800-1000:-1", "5p12-q11", ""),
    )
    assert named_by_ensembl[:2] == ("RP11-1.1", "")
    assert named_by_ensembl[7:] == ("lincRNA", "5:10-20:1", "5:10-20:1", "5p12", "")
