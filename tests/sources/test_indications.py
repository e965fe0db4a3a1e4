"""Tables of indications become one statement for each regimen, with for whom it holds."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from names.clinical.values import Marker
from retrieval.documents import Document
from retrieval.errors import RequestInvalid
from retrieval.ingestion.sources.catalogue import SOURCES, SourceAccess
from retrieval.ingestion.sources.contract import HarvestRequest, Page

WORDS = (
    "Verzenio is a kinase inhibitor indicated in combination with fulvestrant for the treatment of"
    " adults with HR-positive, HER2-negative advanced breast cancer with disease progression"
    " following endocrine therapy."
)
URL = "https://www.accessdata.fda.gov/drugsatfda_docs/label/2023/208716s010s011lbl.pdf"


def row(number: int, markers: list[str], **others: Any) -> dict[str, Any]:
    return {
        "_id": f"r-{number}",
        "disease": "advanced invasive breast carcinoma",
        "biomarkers": markers,
        "therapy": ["Fulvestrant", "Abemaciclib"],
        "text": f"if a patient has cancer. indication: {WORDS} approval url: {URL}",
        **others,
    }


async def pages(path: Path | None, cursor: str = "", **asked: Any) -> list[Page]:
    source = SOURCES["indications"].open(SourceAccess())
    request = HarvestRequest(silo="indications", file=path, **asked)
    found = [page async for page in source.pages(request, cursor)]
    await source.close()
    return found


def written(folder: Path, rows: list[Any], name: str = "records.jsonl") -> Path:
    path = folder / name
    path.write_text("".join(json.dumps(each) + "\n" for each in rows))
    return path


async def documents(path: Path, **asked: Any) -> list[Document]:
    return [r.document for page in await pages(path, **asked) for r in page.records]


async def test_rows_that_differ_in_one_marker_are_one_statement(tmp_path: Path) -> None:
    rows = [row(1, ["ER positive", "HER2-negative"]), row(2, ["PR positive", "HER2-negative"])]
    (document,) = await documents(written(tmp_path, rows))
    (statement,) = document.statements
    assert statement.drugs == ("abemaciclib", "fulvestrant"), "the drug of the label stands first"
    rules = {frozenset((m.name, m.polarity) for m in r.any_of) for r in statement.applies.requires}
    assert rules == {
        frozenset((("ER", "present"), ("PR", "present"))),
        frozenset((("HER2", "absent"),)),
    }
    assert (statement.jurisdiction, statement.as_of, statement.record) == ("US", "2023", URL)


async def test_the_sentence_names_the_regimen_and_for_whom_in_the_words_of_the_record(
    tmp_path: Path,
) -> None:
    (document,) = await documents(written(tmp_path, [row(1, ["ER positive", "HER2-negative"])]))
    text = document.text[slice(*document.statements[0].spans[0])]
    assert text == (
        "Abemaciclib plus fulvestrant is indicated (FDA, 2023) for the treatment of adults with"
        " HR-positive, HER2-negative advanced breast cancer with disease progression following"
        " endocrine therapy."
    )
    assert document.kind == "digest"


async def test_a_row_without_words_tells_tumour_and_markers(tmp_path: Path) -> None:
    (document,) = await documents(written(tmp_path, [row(1, ["BRAF p.V600E"], text="")]))
    assert "is indicated in advanced invasive breast carcinoma with BRAF p.V600E." in document.text


async def test_a_marker_that_no_reader_knows_is_still_asked_for(tmp_path: Path) -> None:
    (document,) = await documents(written(tmp_path, [row(1, ["Zorb score >= 3"])]))
    (rule,) = document.statements[0].applies.requires
    assert rule.any_of == (Marker(name="Zorb score >= 3", state="positive"),)


async def test_tables_in_csv_and_gzip_are_read_and_bad_rows_are_told(tmp_path: Path) -> None:
    table = tmp_path / "list.csv"
    table.write_text(
        "regimen,tumour,biomarkers,indication,date\n"
        "olaparib + bevacizumab,ovarian cancer,HRD,For maintenance treatment of adults.,2024-05\n"
        ",ovarian cancer,HRD,,\n"
    )
    (page,) = await pages(table)
    assert [each.reason for each in page.problems] == ["it names no regimen."]
    assert page.records[0].document.statements[0].drugs == ("olaparib", "bevacizumab")
    packed = tmp_path / "list.jsonl.gz"
    with gzip.open(packed, "wt") as file:
        file.write(json.dumps(row(1, ["ER positive"])) + "\n")
    assert len(await documents(packed)) == 1


async def test_terms_and_dates_narrow_it_and_pages_go_on(tmp_path: Path) -> None:
    names = ["melanoma", "glioma", "lung cancer"]
    rows = [row(n, ["BRAF p.V600E"], disease=name, text="") for n, name in enumerate(names)]
    path = written(tmp_path, rows)
    assert len(await documents(path, terms=("glioma",))) == 1
    assert len(await documents(path, terms=("abemaciclib",))) == 3
    assert not await documents(path, since="2025")
    (again,) = await pages(path, cursor="2")
    assert len(again.records) == 1


async def test_a_wrong_file_is_refused_in_a_sentence(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text("[]\n")
    for path in (None, tmp_path / "none.jsonl", wrong):
        with pytest.raises(RequestInvalid):
            await pages(path)
