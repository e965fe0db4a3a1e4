"""Letters that nobody sees on a page are not read: in the colour of what lies below them, of no
size or no colour, beside the page. What may be seen is read."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import docx
import pytest
from docx.enum.text import WD_COLOR_INDEX
from docx.oxml import parse_xml
from docx.shared import Pt, RGBColor
from pypdf import PdfReader, PdfWriter

from retrieval.ingestion.readers import read_attachment
from tests.unit.retrieval.ingestion.drawn_tables import Drawing, drawn

WORDS = "Give 900 mg."
W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
WHITE = RGBColor(255, 255, 255)


@pytest.mark.parametrize(
    "page",
    [
        "<p style='color: white'>X</p>",
        "<font color='#FEFEFE'>X</font>",
        "<p style='color:rgb(255,255,255)'><b>X</b></p>",
        "<p style='color:#fff !important; color:#000'>X</p>",
        "<p style='color: rgba(0, 0, 0, 0)'>X</p>",
        "<div style='background: #036'><p style='color: #003366'>X</p></div>",
        "<table bgcolor=navy><tr><td style='color:navy'>X</table>",
        "<p style='font-size:0'><b>X</b></p>",
        "<p style='font: 0/0 a'>X</p>",
        "<p style='font-size: 1px'>X</p>",
        "<p style='opacity:0'>X</p>",
        "<p style='position:absolute; left:-9999px'>X</p>",
        "<p style='text-indent:-900px'>X</p>",
        "<p style='clip: rect(0 0 0 0)'>X</p>",
        "<p style='clip-path: inset(100%)'>X</p>",
        "<p style='width:1px;height:1px;overflow:hidden'>X</p>",
        "<style>.x { color: #fff }</style><p class=x>X</p>",
        "<style>body { background: #eee; color: #222 } p.x { color: #eee }</style><p class=x>X</p>",
        "<style>#x { font-size: 0 }</style><p id=x>X</p>",
        "<style>.x { opacity: 0 }</style><p class=x>X</p>",
        "<style>.x { position: fixed; top: -3000px }</style><p class=x>X</p>",
        "<link rel=stylesheet href=a.css><p style='color:#fff; background:#fff'>X</p>",
        "<link rel=stylesheet href=a.css><p style='font-size:0'>X</p>",
    ],
)
def test_letters_that_a_page_does_not_show_are_not_read(page: str) -> None:
    page = f"<p>First.</p>{page.replace('X', WORDS)}<p>Last.</p>"
    text = read_attachment("a.html", page.encode())
    assert [each for each in text.split("\n") if each.strip(" |")] == ["First.", "Last."]


@pytest.mark.parametrize(
    "page",
    [
        "<p style='background:#036;color:#fff'>X</p>",
        "<table><tr bgcolor='#003366'><td><font color=white>X</font></table>",
        "<style>th { background: #036; color: #fff }</style><table><tr><th>X</table>",
        "<style>.a { background: url(a) } p { color: #fff }</style><div class=a><p>X</p></div>",
        "<style>.b .a { background: #000 }</style><div class=a><p style='color:#fff'>X</p></div>",
        "<link rel=stylesheet href=a.css><p class=a style='color:#fff'>X</p>",
        "<ul style='font-size:0'><li style='font-size:16px'>X</ul>",
        "<style>.a { font-size: 0 } .b { font-size: 14px }</style><p class=a><b class=b>X</b></p>",
        "<script src=a.js></script><p style='opacity:0'>X</p>",
        "<p style='opacity:0; animation: in 1s forwards'>X</p>",
        "<style>.a { opacity: 0 } .a:hover { opacity: 1 }</style><p class=a>X</p>",
        "<style>.a { color: #fff } .a:hover { color: #000 }</style><p class=a>X</p>",
        "<p style='color:transparent; background:linear-gradient(red,blue); "
        "background-clip:text'>X</p>",
        "<p style='color:#fff; text-shadow:0 0 2px #000'>X</p>",
        "<div style='position:relative'><img src=a><b style='color:#fff'>X</b></div>",
        "<body bgcolor=black text=white><p>X</p>",
        "<style>@media (prefers-color-scheme: dark) { body { color: #fff } }</style><p>X</p>",
        "<style>html { background: #123 } body { color: #fff }</style><p>X</p>",
        "<p style='text-indent:-2em; margin-left:-15px'>X</p>",
        "<p style='max-height:0; overflow:hidden'>X</p>",
        "<p style='font:bold 10pt Arial; color:#ccc'>X</p>",
    ],
)
def test_letters_that_a_page_may_show_are_read(page: str) -> None:
    assert WORDS in read_attachment("a.html", page.replace("X", WORDS).encode())


def _shade(fill: str) -> Any:
    return parse_xml(f'<w:shd {W} w:val="clear" w:color="auto" w:fill="{fill}"/>')


def _cell(document: Any, fill: str, style: str | None = None) -> Any:
    cell = document.add_table(1, 2, style).cell(0, 1)
    if fill:
        cell._tc.get_or_add_tcPr().append(_shade(fill))
    return cell.paragraphs[0].add_run(WORDS)


def _styled(document: Any) -> Any:
    style = document.styles.add_style("Base", 1)
    style.font.color.rgb = WHITE
    document.styles.add_style("Upper", 1).base_style = style
    return document.add_paragraph(style="Upper").add_run(WORDS)


def _on_paper(document: Any) -> Any:
    return document.add_paragraph().add_run(WORDS)


def _white(run: Any) -> None:
    run.font.color.rgb = WHITE


def _shaded(run: Any) -> None:
    _white(run)
    run._r.rPr.append(_shade("1F3864"))


def _marked(run: Any) -> None:
    _white(run)
    run.font.highlight_color = WD_COLOR_INDEX.DARK_BLUE


def _outlined(run: Any) -> None:
    _white(run)
    run.font.outline = True


def _small(run: Any) -> None:
    run.font.size = Pt(1)


def _as_it_is(run: Any) -> None:
    pass


@pytest.mark.parametrize(
    ("place", "change", "is_seen"),
    [
        (_on_paper, _white, False),
        (_on_paper, _small, False),
        (_styled, _as_it_is, False),
        (lambda document: _cell(document, ""), _white, False),
        (lambda document: _cell(document, "FEFEFE"), _white, False),
        (_on_paper, _as_it_is, True),
        (_on_paper, _shaded, True),
        (_on_paper, _marked, True),
        (_on_paper, _outlined, True),
        (lambda document: _cell(document, "1F3864"), _white, True),
        (lambda document: _cell(document, "", "Medium Shading 1 Accent 1"), _white, True),
    ],
)
def test_letters_of_a_word_file_are_read_where_they_are_seen(
    place: Callable[[Any], Any], change: Callable[[Any], None], is_seen: bool
) -> None:
    document = docx.Document()
    document.add_paragraph("First.")
    change(place(document))
    content = io.BytesIO()
    document.save(content)
    text = read_attachment("a.docx", content.getvalue())
    assert text.startswith("First.")
    assert (WORDS in text) is is_seen


SAY = f"BT /F1 9 Tf 72 600 Td ({WORDS}) Tj ET"
DARK = "0 0 .5 rg 50 580 400 50 re f"
PICTURE = "q 500 0 0 60 50 580 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x01 EI Q"


@pytest.mark.parametrize(
    ("orders", "is_seen"),
    [
        (f"1 g {SAY}", False),
        (f".99 1 1 rg {SAY}", False),
        (f"0 0 0 0 k {SAY}", False),
        (f"/DeviceGray cs 1 sc {SAY}", False),
        (f"{DARK} {SAY}", False),
        (f"3 Tr {SAY}", False),
        (f"BT /F1 1 Tf .3 0 0 .3 72 600 Tm ({WORDS}) Tj ET", False),
        (f"1 0 0 1 3000 0 cm {SAY}", False),
        (f"{PICTURE} 1 0 0 1 0 -200 cm 3 Tr {SAY}", False),
        (f"BT /F1 9 Tf 9 TL 72 600 Td 1 g ({WORDS}) ' ET", False),
        (SAY, True),
        (f"{DARK} 1 g {SAY}", True),
        (f"0 0 .5 rg 50 580 m 450 580 l 450 630 l 50 630 l h f 1 g {SAY}", True),
        (f"{DARK} q 300 0 9 9 re W n 1 g 0 0 595 842 re f Q 1 g {SAY}", True),
        (f"{PICTURE} 3 Tr {SAY}", True),
        (f"q 1 g {SAY} Q {PICTURE}", True),
        (f"2 Tr 1 g {SAY}", True),
        (f"1 g 0 0 595 842 re f 1 0 0 rg {SAY}", True),
    ],
)
def test_letters_of_a_pdf_are_read_where_they_are_seen(orders: str, is_seen: bool) -> None:
    page = Drawing()
    page.prose(800, "First line.")
    page.orders.append(f"q {orders} Q")
    page.prose(100, "Last line.")
    text = read_attachment("a.pdf", drawn(page))
    assert "First line." in text
    assert "Last line." in text
    assert (WORDS in text) is is_seen


def test_a_scan_is_read_by_the_words_without_colour_below_its_pages() -> None:
    page = Drawing()
    page.orders.append("3 Tr")
    page.prose(800, "First line.", "Last line.")
    assert read_attachment("a.pdf", drawn(page)).split("\n") == ["First line.", "Last line."]


def test_a_protected_file_that_opens_without_a_word_is_read_alike() -> None:
    page = Drawing()
    page.prose(800, "First line.")
    page.orders.append(f"1 g {SAY}")
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(drawn(page))))
    writer.encrypt("", "owner", algorithm="RC4-128")
    content = io.BytesIO()
    writer.write(content)
    assert read_attachment("a.pdf", content.getvalue()) == "First line."


@pytest.mark.parametrize("selector", ["a" * 4000, "a" * 4000 + "!", ".a" * 2000, "a-" * 2000])
def test_a_long_name_in_a_sheet_is_read_at_once(selector: str) -> None:
    page = f"<style>{selector} {{ color: red }}</style><p style='color: #000'>{WORDS}</p>"
    assert read_attachment("a.html", page.encode()) == WORDS
