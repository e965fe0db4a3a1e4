from __future__ import annotations

import codecs
import io
import random
from pathlib import Path

import docx
import pytest

from retrieval.errors import DocumentUnreadable
from retrieval.ingestion.readers import files as readers
from retrieval.ingestion.readers import read_attachment, read_file
from tests.unit.retrieval.ingestion.files import pdf, word_document, zipped

PAGE = """<!doctype html><html><head><meta charset="iso-8859-1"><title>A &amp; B</title>
<style>p {}</style><script>alert(1)</script></head><body><nav>menu</nav>
<h2>Dose of <i>olaparib</i></h2><p>Take 300&nbsp;mg
twice.</p><ul><li>whole<li>daily</ul>
<table><tr><th>Drug<th>Dose</tr><tr><td>X</td><td>5 mg</td></tr>
</table><p>M\xe9ni\xe8re<br>second line</p><footer>imprint</footer></body></html>"""


def refusal(name: str, content: bytes) -> str:
    with pytest.raises(DocumentUnreadable) as caught:
        read_attachment(name, content)
    return caught.value.detail


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.txt", "Dose \u202egm 001\u202c."),
        ("a.md", "Dose \u2067gm 001\u2069."),
        ("a.html", "<p>Dose &#x202e;gm 001."),
        ("a.csv", "Dose \u202dgm 001.\n"),
    ],
)
def test_words_are_shown_in_the_order_that_they_have(name: str, content: str) -> None:
    assert "Dose gm 001." in read_attachment(name, content.encode())


def test_what_nobody_sees_is_neither_in_the_words_nor_in_the_title_of_a_file() -> None:
    page = "<title>Dose \u202egm 001</title><p>CrCl 4&#xfe0f;0 mL/min, ola&shy;parib 10&#x2063;0 mg"
    found = read_file("page.html", page.encode())
    assert (found.title, found.text) == ("Dose gm 001", "CrCl 40 mL/min, olaparib 100 mg")
    assert read_file("1\u200f0 - 20\u200f.txt", b"x").title == "10 - 20"


@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.html", "a.csv"])
def test_hyphens_and_spaces_of_word_processors_are_stored_as_plain_ones(name: str) -> None:
    content = "PD\u2011L1\u2010high: 240\u00a0mg.\n"
    assert "PD-L1-high: 240 mg." in read_attachment(name, content.encode())


def test_html_keeps_its_blocks_and_loses_what_nobody_reads() -> None:
    found = read_file("page.html", PAGE.encode("latin-1"))
    assert found.title == "A & B"
    assert found.text == (
        "## Dose of olaparib\n\nTake 300 mg twice.\n\n- whole\n- daily\n\n"
        "| Drug | Dose |\n| X | 5 mg |\n\nMénière\nsecond line"
    )


@pytest.mark.parametrize(
    "page",
    [
        "<details><summary>Level 1</summary>25 mg</details>",
        "<fieldset><legend>Level 1</legend>25 mg</fieldset>",
        "Level 1<address>25 mg</address>", "Level 1<hr>25 mg", "<menu>Level 1<li>25 mg</menu>",
        "<select><option>Level 1<option>25 mg</select>",
        "<button>Level 1</button><button>25 mg</button>", "Level 1<img src=arrow.png>25 mg",
        "<dose-level>Level 1</dose-level><dose-value>25 mg</dose-value>",
        "<table><tr><td><details><summary>Level 1</summary>25 mg</details></table>",
        "<h2><dose-level>Level 1</dose-level>25 mg</h2>",
    ],
)  # fmt: skip
def test_boxes_of_a_page_do_not_join_their_words(page: str) -> None:
    text = read_file("page.html", page.encode()).text
    assert "125" not in text
    assert "25 mg" in text


MERGED = b"""<table><tr><th rowspan="2">Allergy</th><th colspan="2">Dose</th></tr>
<tr><th>eGFR 20 or above</th><th>eGFR below 20</th></tr>
<tr><td colspan="3">Adults</td></tr>
<tr><td>None</td><td>4 g</td><td>2 g</td></tr></table>
<dl><dt>Day unit</dt><dd>07:30 to 19:00</dd><dt>Pharmacy</dt><dd>08:00 to 17:45</dd></dl>"""


def test_html_says_the_words_of_a_merged_cell_in_every_column_it_reaches() -> None:
    assert read_attachment("page.html", MERGED) == (
        "| Allergy | Dose | Dose |\n| Allergy | eGFR 20 or above | eGFR below 20 |\n"
        "| Adults |\n| None | 4 g | 2 g |\n\n"
        "- Day unit: 07:30 to 19:00\n- Pharmacy: 08:00 to 17:45"
    )


@pytest.mark.parametrize("span", ["99999999", "-1", "x", "0"])
def test_html_takes_no_absurd_span(span: str) -> None:
    page = f'<table><tr><td colspan="{span}">a</td><td>b</td></tr></table>'
    assert read_attachment("page.html", page.encode()).count("a") <= 40


def test_word_says_the_words_of_a_merged_cell_in_every_column_it_reaches() -> None:
    document = docx.Document()
    table = document.add_table(rows=3, cols=3)
    for row, words in zip(table.rows, ("Drug Dose -", "- First Later", "X 5 4"), strict=True):
        for cell, word in zip(row.cells, words.split(), strict=True):
            cell.text = word if word != "-" else ""
    table.cell(0, 1).merge(table.cell(0, 2))
    table.cell(0, 0).merge(table.cell(1, 0))
    content = io.BytesIO()
    document.save(content)
    assert read_attachment("rules.docx", content.getvalue()) == (
        "| Drug | Dose | Dose |\n| Drug | First | Later |\n| X | 5 | 4 |"
    )


def test_html_nested_without_end_is_read_all_the_same() -> None:
    assert "needle" in read_attachment("deep.html", b"<div>" * 5_000 + b"needle")


def test_a_pdf_is_read_page_by_page() -> None:
    found = read_file("report.pdf", pdf("HER2 positive", "Grade 3", title="Pathology"))
    assert found.title == "Pathology"
    assert found.text == "HER2 positive\n\n\f\nGrade 3"


def test_a_pdf_that_only_its_owner_may_change_is_read() -> None:
    assert read_attachment("r.pdf", pdf("readable", owner="secret")) == "readable"


def test_a_word_document_keeps_headings_items_and_tables_in_order() -> None:
    found = read_file("notes.docx", word_document())
    assert found.title == "Board notes"
    assert found.text == (
        "## Findings\n\nHER2 was positive.\n\n- First point\n\n"
        "| Drug | Dose |\n| Olaparib | 300 mg |\n\nAfter the table."
    )


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252"])
def test_text_is_read_in_the_encodings_people_use(encoding: str) -> None:
    assert read_attachment("a.txt", "Ménière – 5 µg\r\nnext".encode(encoding)) == (
        "Ménière – 5 µg\nnext"
    )


@pytest.mark.parametrize("mark", ["utf-8-sig", "utf-16-le", "utf-16-be", "utf-32-le"])
def test_bytes_behind_a_mark_that_say_nothing_are_no_text(mark: str) -> None:
    chance = random.Random(1)
    signs = "".join(map(chr, chance.choices([*range(0x20, 0xD800), *range(0xE000, 0xFFFE)], k=300)))
    given = {
        "utf-8-sig": b"\xef\xbb\xbf{\x00\x01\x02}",
        "utf-16-le": codecs.BOM_UTF16_LE + signs.encode("utf-16-le"),
        "utf-16-be": codecs.BOM_UTF16_BE + "a\x01b\x00c".encode("utf-16-be"),
        "utf-32-le": codecs.BOM_UTF32_LE + "\x02\x03".encode("utf-32-le"),
    }[mark]
    with pytest.raises(DocumentUnreadable, match="is not a text file"):
        read_attachment("a.txt", given)


def test_marked_text_with_bullets_of_word_and_other_scripts_is_text() -> None:
    text = "Befund: HER2 positiv, ER 90 %, PR 10 %, Ki-67 30 %\n" * 9 + "\uf0b7 乳癌\n\uf0b7 рак"
    assert read_attachment("a.txt", text.encode("utf-16")).startswith("Befund")


def test_the_content_decides_when_the_name_is_wrong() -> None:
    assert read_attachment("really-a.txt", pdf("inside")) == "inside"


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        (
            "scan.png",
            b"\x89PNG\r\n\x1a\n...",
            "scan.png is an image, and I cannot read images yet.",
        ),
        ("photo.txt", b"\xff\xd8\xff\xe0JFIF", "photo.txt is an image"),
        ("x.heic", b"....", "x.heic is an image"),
        ("old.doc", b"\xd0\xcf\x11\xe0....", "Save it as DOCX, PDF or text."),
        ("t.xlsx", zipped(a=b"b"), "t.xlsx is damaged or not a spreadsheet."),
        ("t.xlsm", zipped(a=b"b"), "t.xlsm is a spreadsheet or slides"),
        ("all.zip", zipped(a=b"b"), "Attach the files inside one by one."),
        ("nameless", zipped(a=b"b"), "nameless is an archive"),
        ("talk.mp3", b"ID3...", "I cannot listen"),
        ("data.bin", b"\x00\x01\x02\x03", "data.bin is not a text file"),
        ("a.txt", b" \n ", "a.txt is empty."),
        ("b.html", b"<script>x()</script>", "b.html holds no text."),
        ("broken.pdf", b"%PDF-1.7 and then nothing", "broken.pdf is damaged or not a PDF."),
        ("broken.docx", b"PK\x03\x04 nothing", "broken.docx is damaged or not a Word document."),
        ("other.docx", zipped(a=b"b"), "other.docx is damaged or not a Word document."),
        ("empty.pdf", pdf(""), "only pictures of pages (a scan)"),
        (
            "locked.pdf",
            pdf("secret", password="pass"),
            "locked.pdf is protected by a password. Save a copy without the password",
        ),
        ("bomb.docx", zipped(a=b"\x00" * 30_000_000), "unpacks to far more than its size"),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence_that_helps(
    name: str, content: bytes, sentence: str
) -> None:
    assert sentence in refusal(name, content)


def test_a_refusal_never_shows_the_folder_of_the_file() -> None:
    assert refusal("/home/ana/private/scan.png", b"\x89PNG").startswith("scan.png is")


def test_sizes_are_limited() -> None:
    assert "larger than 32 MB" in refusal("big.txt", b"a" * (readers.MAX_BYTES + 1))
    assert "too much text" in refusal("long.txt", b"a" * (readers.MAX_CHARACTERS + 1))


def test_a_file_on_disk_is_read_or_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("words")
    assert read_file(tmp_path / "a.txt").text == "words"
    with pytest.raises(DocumentUnreadable, match=r"none\.txt cannot be opened"):
        read_file(tmp_path / "none.txt")


@pytest.mark.parametrize("seed", range(30))
def test_damaged_pdfs_are_refused_or_read_but_never_crash(seed: int) -> None:
    content = bytearray(pdf("some words here", "and more"))
    for place in range(seed, len(content), 37 + seed):
        content[place] = (content[place] * 7 + seed) % 256
    try:
        read_attachment("r.pdf", b"%PDF-1.4\n" + bytes(content[9:]))
    except DocumentUnreadable:
        return
