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
