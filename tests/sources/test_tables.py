"""Sources that are published as files: read once each row, gone on with, and refused in words."""

from __future__ import annotations

import gzip
import zipfile
from pathlib import Path

import pytest

from retrieval.errors import RequestInvalid, SourceFailed
from retrieval.ingestion.sources.contract import HarvestRequest
from retrieval.ingestion.sources.drugs.drugbank import DrugBank
from retrieval.ingestion.sources.genomics.civic import Civic
from retrieval.ingestion.sources.genomics.hgnc import Hgnc
from retrieval.ingestion.sources.loaders import LoaderSource
from tests.conftest import DATA
from tests.sources.gather import gather

HEAD = "DrugBank ID,Accession Numbers,Common name,CAS,UNII,Synonyms,Standard InChI Key\n"
COMMUNITY = "langchain_community.document_loaders"


def vocabulary(path: Path, count: int) -> Path:
    rows = "".join(f"DB{n:05},,Madeup{n},,,Other{n} | Third{n},\n" for n in range(count))
    path.write_text(HEAD + rows)
    return path


async def test_drugbank_goes_on_where_it_was(tmp_path: Path) -> None:
    file = vocabulary(tmp_path / "drugbank vocabulary.csv", 450)
    request = HarvestRequest(silo="drug_information", file=file)
    first = await gather(DrugBank(), request, pages=1)
    rest = await gather(DrugBank(), request, first.cursors[0])
    assert len(first.ids) == 200
    assert first.ids + rest.ids == [f"drugbank-db{n:05}" for n in range(450)]
    assert "also called Other0, Third0" in first.records[0].document.text


async def test_terms_and_limit_narrow_a_file(tmp_path: Path) -> None:
    file = vocabulary(tmp_path / "v.csv", 450)
    by_synonym = HarvestRequest(silo="drug_information", file=file, terms=("other449",))
    assert (await gather(DrugBank(), by_synonym)).ids == ["drugbank-db00449"]
    limited = HarvestRequest(silo="drug_information", file=file, limit=3)
    assert len((await gather(DrugBank(), limited)).ids) == 3


async def test_a_row_that_repeats_an_id_or_lacks_one_is_a_line(tmp_path: Path) -> None:
    file = vocabulary(tmp_path / "v.csv", 2)
    with file.open("a") as more:
        more.write("DB00001,,Again,,,,\nnonsense,,Name,,,,\n")
    found = await gather(DrugBank(), HarvestRequest(silo="drug_information", file=file))
    assert len(found.ids) == 2
    assert list(found.reasons) == ["v.csv row 3", "v.csv row 4"]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("none.csv", None, "There is no file none.csv"),
        ("latin.csv", HEAD.encode() + b"DB00001,,caf\xe9,,,,\n", "UTF-8"),
        ("other.csv", b"a,b\n1,2\n", "DrugBank ID"),
        ("cut.csv.gz", gzip.compress(HEAD.encode() * 50, mtime=0)[:-30], "cannot be read"),
    ],
    ids=["missing", "not UTF-8", "another table", "cut off"],
)
async def test_a_file_that_is_none_is_said_in_a_sentence(
    tmp_path: Path, name: str, content: bytes | None, said: str
) -> None:
    file = tmp_path / name
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(RequestInvalid, match=said):
        await gather(DrugBank(), HarvestRequest(silo="drug_information", file=file))


async def test_a_zip_is_opened_and_a_zip_without_the_table_refused(tmp_path: Path) -> None:
    inner = vocabulary(tmp_path / "drugbank vocabulary.csv", 3)
    file = tmp_path / "v.zip"
    with zipfile.ZipFile(file, "w") as archive:
        archive.write(inner, "drugbank vocabulary.csv")
    assert len((await gather(DrugBank(), HarvestRequest(silo="genes", file=file))).ids) == 3
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("readme.txt", "nothing")
    with pytest.raises(RequestInvalid, match="no table"):
        await gather(DrugBank(), HarvestRequest(silo="genes", file=file))


async def test_no_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(RequestInvalid, match="--file"):
        await gather(DrugBank(), HarvestRequest(silo="genes"))


@pytest.mark.skipif(not (DATA / "civic_2025-09").is_dir(), reason="the data sets are not here")
async def test_the_released_tables_are_read_whole() -> None:
    folder = DATA / "civic_2025-09" / "shared"
    evidence = folder / "01-Sep-2025-ClinicalEvidenceSummaries.tsv.gz"
    found = await gather(Civic(), HarvestRequest(silo="variant_evidence", file=evidence))
    assert len(found.ids) == len(set(found.ids)) > 4_000
    assert found.problems == []
    assertions = folder / "01-Sep-2025-AssertionSummaries.tsv.gz"
    found = await gather(Civic(), HarvestRequest(silo="variant_evidence", file=assertions))
    assert len(found.ids) > 80
    table = DATA / "gene_reference" / "shared" / "hgnc_2024-07.tsv.gz"
    found = await gather(Hgnc(), HarvestRequest(silo="genes", file=table, terms=("BRCA1", "brca2")))
    assert found.ids == ["hgnc-1100", "hgnc-1101"]


async def test_loaders_of_langchain_are_read(tmp_path: Path) -> None:
    table = tmp_path / "genes.csv"
    table.write_text("gene,says\nMADE1,first words\nMADE2,more words\n")
    loader = LoaderSource(f"{COMMUNITY}:CSVLoader", {"file_path": str(table)})
    found = await gather(loader, HarvestRequest(silo="genes", terms=("x",)))
    assert [record.document.text.split("\n")[0] for record in found.records] == [
        "gene: MADE1", "gene: MADE2",
    ]  # fmt: skip
    assert len(set(found.ids)) == 2
    text = tmp_path / "note.txt"
    text.write_text("A note on madeupinib.")
    loader = LoaderSource(f"{COMMUNITY}:TextLoader", {"file_path": str(text)})
    assert (await gather(loader, HarvestRequest(silo="genes"))).records[
        0
    ].document.title == "note.txt"


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("nonsense", "module:Class"),
        ("no_such_module:Loader", "no module no_such_module"),
        (f"{COMMUNITY}:NoLoader", "has no NoLoader"),
        ("json:JSONDecoder", "no document loader"),
    ],
)
def test_a_loader_that_is_none_is_refused(spec: str, said: str) -> None:
    with pytest.raises(RequestInvalid, match=said):
        LoaderSource(spec, {})


async def test_a_loader_that_fails_is_a_failure_and_wrong_options_are_said(tmp_path: Path) -> None:
    loader = LoaderSource(f"{COMMUNITY}:CSVLoader", {"file_path": str(tmp_path / "none")})
    with pytest.raises(SourceFailed, match="CSVLoader could not load"):
        await gather(loader, HarvestRequest(silo="genes"))
    loader = LoaderSource(f"{COMMUNITY}:CSVLoader", {"nonsense": "1"})
    with pytest.raises(RequestInvalid, match="does not take these options"):
        await gather(loader, HarvestRequest(silo="genes"))
