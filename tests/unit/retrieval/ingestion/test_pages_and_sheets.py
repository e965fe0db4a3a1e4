"""Pages of PDF files, and the rows of spreadsheets."""

from __future__ import annotations

import io
import zipfile
from datetime import date
from pathlib import Path

import openpyxl
import pytest

from agents.checking.citations import citation_of
from agents.endings.provenance import source_words
from agents.turns import Pointer
from retrieval.errors import DocumentUnreadable
from retrieval.ingestion.folders.validate_folder import validate_folder
from retrieval.ingestion.readers import read_attachment, read_documents
from retrieval.ingestion.reading_apart import ReaderProcesses
from retrieval.text.pages import join_pages, pages_at, without_text
from retrieval.text.sentences import split
from tests.unit.retrieval.ingestion.files import pdf

DOSE = "The dose of olaparib was reduced to 200 mg twice daily."


def test_a_quote_of_a_pdf_is_cited_with_its_page() -> None:
    (document,) = read_documents("genes", Path("a.pdf"), pdf("First page here.", "", DOSE))
    cited = citation_of(Pointer(ref=document.ref, text=DOSE), [document])
    assert cited is not None
    assert cited.page == "3"
    assert source_words(cited)[-1] == "p. 3"
    (other,) = read_documents("genes", Path("b.md"), f"# B\n\n{DOSE}".encode())
    cited = citation_of(Pointer(ref=other.ref, text=DOSE), [other])
    assert cited is not None
    assert cited.page == ""


def test_a_sentence_over_a_page_break_stays_one_and_no_other_is_joined() -> None:
    text = join_pages(
        ["It was given to patients with", "impaired renal function.", "Table 1", "X."]
    )
    told = [text[span.start : span.end] for span in split(text)]
    assert [" ".join(each.split()) for each in told] == [
        "It was given to patients with impaired renal function.",
        "Table 1",
        "X.",
    ]
    first, *_, last = split(text)
    assert pages_at(text, first.start, first.end) == "1–2"
    assert pages_at(text, last.start, last.end) == "4"
    assert pages_at("No pages.", 0, 2) == ""


def test_pages_without_text_are_named(tmp_path: Path, readers: ReaderProcesses) -> None:
    assert without_text(read_attachment("a.pdf", pdf("One", "", "Three", ""))) == (
        "Pages 2 and 4 hold"
    )
    assert without_text(read_attachment("a.pdf", pdf("", "Two"))) == "Page 1 holds"
    assert without_text(read_attachment("a.pdf", pdf("One", "Two"))) == ""
    assert without_text(join_pages(["One", *[""] * 20])) == "20 pages, from page 2 on, hold"
    silo = tmp_path / "own" / "genes"
    silo.mkdir(parents=True)
    (silo / "a.pdf").write_bytes(pdf("One", ""))
    _, problems = validate_folder(tmp_path / "own", frozenset({"genes"}), readers)
    assert "Page 2 holds no text: pictures of pages are not read." in [
        problem.reason for problem in problems if problem.taken
    ]


def workbook() -> bytes:
    book = openpyxl.Workbook()
    labs = book.active
    labs.title = "Labs"
    for row in (
        ("Laboratory of 12 May", None, None),
        ("Test", "Value", "Date"),
        ("HbA1c", 0.072, date(2026, 5, 12)),
        ("Creatinine", 1.4, None),
        (None, None, None),
        ("Platelets", "=SUM(1,2)", None),
    ):
        labs.append(row)
    labs["B3"].number_format = "0.0%"
    labs.merge_cells("A1:C1")
    labs.merge_cells("C3:C4")
    hidden = book.create_sheet("Hidden")
    hidden.append(("not seen",))
    hidden.sheet_state = "hidden"
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def test_a_spreadsheet_keeps_its_rows_heads_and_merged_cells() -> None:
    assert read_attachment("a.xlsx", workbook()) == (
        "## Labs\n\n| Laboratory of 12 May |\n| Test | Value | Date |\n"
        "| HbA1c | 7.2% | 2026-05-12 |\n| Creatinine | 1.4 | 2026-05-12 |\n| Platelets |"
    )


def test_a_spreadsheet_that_ends_nowhere_is_refused() -> None:
    book = openpyxl.Workbook()
    book.active["XFD1048576"] = "x"
    target = io.BytesIO()
    book.save(target)
    with pytest.raises(DocumentUnreadable, match="more than 20000 rows"):
        read_attachment("a.xlsx", target.getvalue())


def test_a_merge_over_the_whole_sheet_is_refused_before_its_cells_are_made() -> None:
    book = openpyxl.Workbook()
    book["Sheet"]["A1"] = "x"
    book["Sheet"].merge_cells("A1:B2")
    target, small = io.BytesIO(), io.BytesIO()
    book.save(small)
    with zipfile.ZipFile(small) as packed, zipfile.ZipFile(target, "w") as copy:
        for part in packed.namelist():
            copy.writestr(part, packed.read(part).replace(b"A1:B2", b"A1:XFD1048576"))
    assert "x" in read_attachment("small.xlsx", small.getvalue())
    with pytest.raises(DocumentUnreadable, match="merges more cells"):
        read_attachment("wide.xlsx", target.getvalue())


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_a_table_of_text_keeps_its_rows(separator: str) -> None:
    rows = [["Test", "Value", "Unit"], ["HbA1c", "7.2", "%"], ["Hb", "11.9", "g/dl"]]
    content = "\r\n".join(separator.join(row) for row in rows).encode()
    assert read_attachment("a.csv", content) == (
        "| Test | Value | Unit |\n| HbA1c | 7.2 | % |\n| Hb | 11.9 | g/dl |"
    )


def test_comments_of_a_table_of_text_stand_above_and_below_it() -> None:
    content = b"# lab: A; B\n# sample: 7\nGene;VAF\nKRAS;12,5\nTP53;3\n# MSI: MSS\n"
    assert read_attachment("a.csv", content) == (
        "lab: A; B\nsample: 7\n\n| Gene | VAF |\n| KRAS | 12.5 |\n| TP53 | 3 |\n\nMSI: MSS"
    )
    heads = b"# lab: A\n#Gene,VAF\nKRAS,12\n"
    assert read_attachment("a.csv", heads) == "lab: A\n\n| Gene | VAF |\n| KRAS | 12 |"
    numbers = b"#,Gene\n1,KRAS\n"
    assert read_attachment("a.csv", numbers) == "| # | Gene |\n| 1 | KRAS |"


def test_a_cell_of_text_without_end_is_refused() -> None:
    with pytest.raises(DocumentUnreadable, match="no table"):
        read_attachment("a.csv", b'a,b\n"' + b"x" * 200_000)
