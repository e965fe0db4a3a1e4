"""What is struck out holds no longer, and is not read, nor what nobody is shown."""

from __future__ import annotations

import io
from typing import Any

import docx
import openpyxl
import pytest
from docx.enum.style import WD_STYLE_TYPE
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles import Font

from retrieval.ingestion.readers import read_attachment


@pytest.mark.parametrize(
    ("old", "sheet"),
    [
        ("<s>100 mg</s>", ""),
        ("<del>100 mg</del>", ""),
        ("<strike>100 mg</strike>", ""),
        ("<span style='color: red; TEXT-DECORATION: line-through'>100 mg</span>", ""),
        ("<span role=deletion>100 mg</span>", ""),
        ("<span hidden>100 mg</span>", ""),
        ("<b style='Display : NONE'><i style='display:none'>100</i> mg</b>", ""),
        ("<span style='color:red; visibility: hidden'>100 mg</span>", ""),
        ("<span class=old>100 mg</span>", ".new, .old { text-decoration: line-through red; }"),
        ("<b class='dose old'>100 mg</b>", ".old, p.new { color: red; DISPLAY: none }"),
        ("<b id=draft>100 <i class=x>mg</i></b>", "#draft,.x{display:none}"),
        ("<b class=x>100 mg</b>", "@media screen { .x { visibility: hidden } }"),
        ("<b class=x>100 mg</b>", "@font-face{src:url(a)} /* } */ b.x{display:none!important}"),
    ],
)
def test_a_page_is_read_without_it(old: str, sheet: str) -> None:
    row = f"<tr><td>Velomicin<td>{old} 75 mg"
    page = f"<style>{sheet}</style><p>Dose: {old} 75 mg.</p><table><tr><th>a<th>b{row}</table>"
    text = read_attachment("a.html", page.encode())
    assert text.split("\n\n") == ["Dose: 75 mg.", "| a | b |\n| Velomicin | 75 mg |"]


def test_other_lines_and_sheets_leave_words_alone() -> None:
    page = "<style>b { text-decoration: underline } {line-through</style><b>100 mg</b> <u>daily</u>"
    assert read_attachment("a.html", page.encode()) == "100 mg daily"


def test_what_a_page_shows_later_or_in_another_place_is_read() -> None:
    page = (
        "<style>@media print { .screen { display: none } }</style><p class=screen>100 mg</p>"
        "<p hidden=until-found>75 mg</p><p style='content-visibility:hidden'>50 mg</p>"
        "<details><summary>More</summary>25 mg</details>"
    )
    assert read_attachment("a.html", page.encode()).split() == (
        ["100", "mg", "75", "mg", "50", "mg", "More", "25", "mg"]
    )


SHEET = "<style>.x { display: none }</style>"


@pytest.mark.parametrize(
    "page",
    [
        f"{SHEET}<style>@media (min-width: 600px) {{ .x {{ display: block }} }}</style>",
        f"{SHEET}<style>.open .x {{ display: block }}</style>",
        f"{SHEET}<script>show('x')</script>",
        f"{SHEET}<script src=a.js></script>",
        f"{SHEET}<button onclick='show(\"x\")'>More</button>",
        "<style media=print>.x { display: none }</style>",
        "<style>@media (max-width: 600px) { .x { display: none } }</style>",
        "<style>@supports (a: b) { .x { display: none } }</style>",
        "<style>.x { display: none; display: block }</style>",
        "<style>.y { .x { display: none } }</style>",
        "<style>.y .x { display: none } .x:empty { display: none }</style>",
    ],
)
def test_what_a_page_may_show_is_read(page: str) -> None:
    assert "100 mg" in read_attachment("a.html", f"{page}<p class=x>100 mg</p>".encode())
    shown = f"{SHEET}<p class=x style='display: block'>100 mg</p>"
    assert read_attachment("a.html", shown.encode()) == "100 mg"


def test_a_word_file_is_read_without_it() -> None:
    document = docx.Document()
    style: Any = document.styles.add_style("Old", WD_STYLE_TYPE.CHARACTER)
    style.font.strike = True
    table = document.add_table(1, 2)
    for place in (document.add_paragraph("Dose: "), table.cell(0, 1).paragraphs[0]):
        place.add_run("100 mg ").font.strike = True
        place.add_run("90 mg ").font.double_strike = True
        place.add_run("80 mg ", "Old")
        place.add_run("78 mg ").font.hidden = True
        kept = place.add_run("75 mg")
        kept.font.strike = False
    table.cell(0, 0).text = "Velomicin"
    content = io.BytesIO()
    document.save(content)
    text = read_attachment("a.docx", content.getvalue())
    assert sorted(text.split("\n\n")) == ["Dose: 75 mg", "| Velomicin | 75 mg |"]


def test_a_sheet_is_read_without_it() -> None:
    book = openpyxl.Workbook()
    sheet: Any = book.active
    sheet.append(["Drug", "Old", "Dose"])
    sheet.append(["Velomicin", 100])
    sheet["B2"].font = Font(strike=True)
    sheet["D2"] = 90
    sheet["D2"].number_format = ";;;"
    sheet["C2"] = CellRichText(TextBlock(InlineFont(strike=True), "100 "), "75 mg")
    content = io.BytesIO()
    book.save(content)
    text = read_attachment("a.xlsx", content.getvalue())
    assert text.split("\n")[-1] == "| Velomicin | | 75 mg |".replace("| |", "|  |")


@pytest.mark.parametrize("name", ["a.md", "a.markdown"])
def test_markdown_is_read_without_it(name: str) -> None:
    text = "Dose: ~~100 mg~~ 75 mg, <del>daily</del> weekly.\n\n| ~~a~~ | b |\n\n```\n~~code~~\n```"
    read = read_attachment(name, text.encode())
    assert " ".join(read.split()) == "Dose: 75 mg, weekly. | | b | ``` ~~code~~ ```"


@pytest.mark.parametrize(
    "text",
    [
        "Give ~~ 5 mg or ~~ 6 mg.",
        "About ~5 to ~10 mg.",
        "One ~~begins.\n\nAnother~~ ends.",
        "~~~\nDose <s>x</s>\n~~~",
    ],
)
def test_what_is_no_mark_of_markdown_stays(text: str) -> None:
    assert read_attachment("a.md", text.encode()) == text
    assert "~~100~~" in read_attachment("a.txt", b"Dose ~~100~~ 75")
