"""What stands beside the words of a Word paragraph is read, and raised signs stay raised."""

from __future__ import annotations

import io

import docx
import pytest
from docx.opc.constants import CONTENT_TYPE, RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import parse_xml

from retrieval.ingestion.readers import read_attachment

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
MC = "http://schemas.openxmlformats.org/markup-compatibility/2006"
RAISED = "<w:r><w:rPr><w:vertAlign w:val='superscript'/></w:rPr><w:t>{}</w:t></w:r>"
NOTE = "<w:r><w:footnoteReference w:id='{}'/></w:r>"
BOX = f"""<w:r><mc:AlternateContent xmlns:mc='{MC}'><mc:Choice Requires='wps'><w:txbxContent>{{0}}
</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>{{0}}</w:txbxContent></mc:Fallback>
</mc:AlternateContent></w:r>"""


def run(words: str) -> str:
    return f"<w:r><w:t xml:space='preserve'>{words}</w:t></w:r>"


def paragraph(content: str) -> str:
    return f"<w:p xmlns:w='{W}'>{content}</w:p>"


def text_of(*paragraphs: str, notes: str = "") -> str:
    document = docx.Document()
    for each in paragraphs:
        document.element.body.insert_element_before(parse_xml(each), "w:sectPr")
    if notes:
        blob = f"<w:footnotes xmlns:w='{W}'>{notes}</w:footnotes>".encode()
        where, kind = PackURI("/word/footnotes.xml"), CONTENT_TYPE.WML_FOOTNOTES
        part = Part(where, kind, blob, document.part.package)
        document.part.relate_to(part, RELATIONSHIP_TYPE.FOOTNOTES)
    content = io.BytesIO()
    document.save(content)
    return read_attachment("a.docx", content.getvalue())


def test_notes_follow_the_paragraph_that_refers_to_them_and_are_numbered() -> None:
    notes = "".join(
        f"<w:footnote w:id='{n}'>{paragraph(run(f'Reason {n}.'))}</w:footnote>" for n in (2, 3)
    )
    said = text_of(
        paragraph(run("Give 100 mg") + NOTE.format(3) + run(".")),
        paragraph(run("Stop") + NOTE.format(2) + run(".")),
        notes=notes,
    )
    assert said.split("\n\n") == [
        "Give 100 mg (note 1).", "Note 1: Reason 3.", "Stop (note 2).", "Note 2: Reason 2.",
    ]  # fmt: skip


def test_a_text_box_is_read_once_behind_its_paragraph() -> None:
    boxed = BOX.format(paragraph(run("BOXED WARNING: stop at grade 4.")))
    said = text_of(paragraph(run("Drug A.") + boxed))
    assert said == "Drug A.\n\nBOXED WARNING: stop at grade 4."


@pytest.mark.parametrize(
    ("raised", "shown"), [("9", "10⁹/L"), ("a", "10ᵃ/L"), ("†", "10 (†)/L"), (" ", "10 /L")]
)
def test_raised_signs_do_not_become_digits_of_a_number(raised: str, shown: str) -> None:
    assert text_of(paragraph(run("10") + RAISED.format(raised) + run("/L"))) == shown


def test_of_tracked_changes_the_new_words_are_read() -> None:
    changed = f"<w:del>{run('200')}</w:del><w:ins>{run('100')}</w:ins>"
    assert text_of(paragraph(run("Give ") + changed + run(" mg."))) == "Give 100 mg."


def control(content: str, properties: str = "") -> str:
    return f"<w:sdt xmlns:w='{W}'><w:sdtPr>{properties}</w:sdtPr><w:sdtContent>{content}</w:sdtContent></w:sdt>"  # noqa: E501


def cell(content: str) -> str:
    return f"<w:tc>{paragraph(content)}</w:tc>"


def test_what_stands_in_content_controls_is_read() -> None:
    """Around paragraphs, tables, rows, cells and words; in one another, too."""
    row = f"<w:tr>{cell(run('CrCl 30'))}{control(cell(control(run('250 mg'))))}</w:tr>"
    table = f"<w:tbl xmlns:w='{W}'><w:tr>{cell(run('Renal'))}{cell(run('Dose'))}</w:tr>{{}}</w:tbl>"
    said = text_of(
        control(
            control(paragraph(run("Give ") + control(run("100 mg")) + run("."))) + paragraph("")
        ),
        control(table.format(control(row))),
        paragraph(run("The end.")),
    )
    assert said == "Give 100 mg.\n\n| Renal | Dose |\n| CrCl 30 | 250 mg |\n\nThe end."


def test_what_nobody_filled_in_and_tables_of_contents_say_nothing() -> None:
    unfilled = control(run("Click here to enter text."), "<w:showingPlcHdr/>")
    gallery = "<w:docPartObj><w:docPartGallery w:val='Table of Contents'/></w:docPartObj>"
    said = text_of(
        control(paragraph(run("Dose . . . . 3")), gallery), paragraph(run("Dose:") + unfilled)
    )
    assert said == "Dose:"


def test_the_runs_of_a_cell_make_words_and_its_notes_stand_behind_the_table() -> None:
    """Word parts a word into runs where somebody has typed in it."""
    words = run("olapa") + run("rib 10") + RAISED.format("9") + NOTE.format(2)
    table = f"<w:tbl xmlns:w='{W}'><w:tr>{cell(words)}{cell(run('yes'))}</w:tr></w:tbl>"
    note = f"<w:footnote w:id='2'>{paragraph(run('Not daily.'))}</w:footnote>"
    said = text_of(table, paragraph(run("End.")), notes=note)
    assert said == "| olaparib 10⁹ (note 1) | yes |\n\nNote 1: Not daily.\n\nEnd."


def test_tables_within_a_table_that_lays_out_the_page_are_tables() -> None:
    def table(*rows: tuple[str, ...]) -> str:
        told = "".join(f"<w:tr>{''.join(map(cell, each))}</w:tr>" for each in rows)
        return f"<w:tbl xmlns:w='{W}'>{told}</w:tbl>"

    def with_heading(words: str, inner: str) -> str:
        return f"{paragraph(run(words))}{inner}{paragraph('')}"

    rows = tuple((run(gene), run(share)) for gene, share in (("Gene", "AF"), ("KRAS G12D", "0.38")))
    left, right = with_heading("Variants", table(*rows)), paragraph(run("None."))
    outer = f"<w:tbl xmlns:w='{W}'><w:tr><w:tc>{left}</w:tc><w:tc>{right}</w:tc></w:tr></w:tbl>"
    assert text_of(outer) == "Variants\n\n| Gene | AF |\n| KRAS G12D | 0.38 |\n\nNone."
    long = paragraph(run("A row of a protocol with many words, and a small table beside them."))
    outer = f"<w:tbl xmlns:w='{W}'><w:tr><w:tc>{left}</w:tc><w:tc>{long}</w:tc></w:tr></w:tbl>"
    assert text_of(outer).startswith("| Variants")
