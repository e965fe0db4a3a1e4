"""Lists in lists of PDF pages: what an inner item says holds for the item that it is in."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import ListFlowable, ListItem, Paragraph, SimpleDocTemplate

from retrieval.ingestion.readers import read_attachment
from retrieval.ingestion.readers.pdf.lists.marks import MOST_DRAWN_SIGNS
from tests.unit.retrieval.ingestion.written_lists import Put, claims_of, pdf_of, told

HOLD, HALF = "Hold the infusion until grade 1.", "Give prednisone 0.5 mg/kg."
STOP, FULL = "Stop the infusion for good.", "Give prednisone 2 mg/kg."
ALL = "Call the organ specialist."
IN_LISTS = {
    HOLD: ("Grade 2",),
    HALF: ("Grade 2",),
    STOP: ("Grade 3",),
    FULL: ("Grade 3",),
    ALL: (),
}


def _list(outer: str, inner: str, left: float = 80.0, step: float = 18.0) -> list[Put]:
    deep = left + step
    return [
        Put(left, "Grade 2", outer), Put(deep, HOLD, inner), Put(deep, HALF, inner),
        Put(left, "Grade 3", outer), Put(deep, STOP, inner), Put(deep, FULL, inner),
        Put(left, ALL, outer),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("outer", "inner"),
    [
        ("\N{BULLET}", "\N{BULLET}"), ("\N{BULLET}", "-"), ("disc", "disc"), ("\N{BULLET}", "o"),
    ],
)  # fmt: skip
def test_inner_items_are_told_with_the_item_that_they_are_in(outer: str, inner: str) -> None:
    assert told([[Put(50, "What to do by grade."), *_list(outer, inner)]]).items() >= (
        IN_LISTS.items()
    )


def test_numbers_that_end_at_one_place_are_of_one_list() -> None:
    signs = iter(("9.", "i.", "ii.", "10.", "i.", "viii.", "11."))
    lines = [
        replace(each, left=each.left - 2 * len(sign), sign="", words=f"{sign} {each.words}")
        for each, sign in zip(_list("", "", step=24), signs, strict=True)
    ]
    assert told([lines]).items() >= IN_LISTS.items()


def test_a_list_goes_on_in_the_next_column_and_on_the_next_page() -> None:
    lines = _list("\N{BULLET}", "\N{BULLET}")
    column = [replace(each, left=each.left + 250) for each in lines[4:]]
    words = [Put(50, "What to do by grade."), *lines[:4]]
    beside = [replace(column[0], up=True), *column[1:], Put(300, "Then go on.", gap=8)]
    assert told([[*words, *beside]]).items() >= {**IN_LISTS, "Then go on.": ()}.items()
    assert told([words, lines[4:]]).items() >= IN_LISTS.items()
    # Pages whose inner margins are wider.
    inner = [replace(each, left=each.left + 20) for each in lines[3:]]
    pages = [words[:-1], [*inner, Put(70, "Then go on.", gap=8)]]
    assert told(pages).items() >= {**IN_LISTS, "Then go on.": ()}.items()


def test_a_note_below_the_page_ends_no_list() -> None:
    lines = _list("\N{BULLET}", "-")
    note = Put(50, "1 Grades are those of an invented scale.", gap=300, size=7)
    pages = [[Put(50, "What to do by grade."), *lines[:5], note], lines[5:]]
    assert told(pages).items() >= IN_LISTS.items()


def test_what_follows_a_list_is_in_none_of_its_items() -> None:
    lines = [*_list("\N{BULLET}", "-")[:-1], Put(50, "Tell the family doctor.")]
    assert told([lines])["Tell the family doctor."] == ()
    more = [*_list("\N{BULLET}", "-")[:6], Put(98, "Taper it over four weeks.", gap=8)]
    assert told([more])["Taper it over four weeks."] == ("Grade 3", FULL)


def test_inner_items_without_a_mark_are_no_rest_of_the_outer_one() -> None:
    lines = [each for each in _list("\N{BULLET}", "", step=36) if each.words not in (HALF, FULL)]
    found = told([[Put(50, "What to do by grade."), *lines]])
    assert (found[HOLD], found[STOP], found[ALL]) == (("Grade 2",), ("Grade 3",), ())


def test_capitals_count_only_where_a_list_is_indented() -> None:
    lines = [
        Put(50, "What to do in a disease of a higher stage, which is told here."),
        Put(70, "I. Above the diaphragm"), Put(100, HOLD, "-"),
        Put(70, "II. Below the diaphragm"), Put(100, STOP, "-"),
        Put(50, "Nobody who had been treated before for a disease of stage", gap=8),
        Put(50, "II. was asked."),
    ]  # fmt: skip
    found = told([lines])
    assert found[HOLD] == ("Above the diaphragm",)
    assert found[STOP] == ("Below the diaphragm",)
    whole = "Nobody who had been treated before for a disease of stage II. was asked."
    assert found[whole] == ()


def test_items_without_a_mark_are_told_by_where_they_begin() -> None:
    assert told([[Put(80, "Act as follows."), *_list("", "")]]).items() >= IN_LISTS.items()
    inside = [Put(50, "Act as follows, and tell it to everybody on the ward."), *_list("", "")]
    assert told([inside]).items() >= IN_LISTS.items()
    broken = [
        Put(80, "Grade 2"),
        Put(98, "Hold the infusion until all that was seen has gone back to"),
        Put(98, "grade 1."), Put(98, HALF), Put(80, "Grade 3"), Put(98, STOP),
    ]  # fmt: skip
    found = told([broken])
    whole = "Hold the infusion until all that was seen has gone back to grade 1."
    assert (found[whole], found[HALF], found[STOP]) == (("Grade 2",), ("Grade 2",), ("Grade 3",))


@pytest.mark.parametrize(
    "lines",
    [
        # Paragraphs whose first line stands to the right.
        [
            Put(50, "Background"), Put(65, "The drug was given to all patients who had been"),
            Put(50, "seen before, and it was stopped when they wished so."),
            Put(65, "Nobody was treated twice, although some of them had"),
            Put(50, "asked for it."),
        ],
        # A title in the middle of the page.
        [
            Put(250, "Protocol"), Put(230, "of a made-up trial"), Put(50, "Patients are asked."),
        ],
        # Cells, not items.
        [
            Put(50, "Drug"), Put(200, "75 mg"), Put(50, "Other"), Put(200, "80 mg"),
        ],
    ],
)  # fmt: skip
def test_other_lines_to_the_right_are_no_lists(lines: list[Put]) -> None:
    text = read_attachment("words.pdf", pdf_of([lines]))
    assert not any(line.lstrip().startswith("-") for line in text.split("\n"))
    assert not any(told([lines]).values())


def test_signs_of_a_face_of_signs_begin_items_and_are_no_column() -> None:
    target = io.BytesIO()
    style = ParagraphStyle("words", fontSize=10)
    items = [[Paragraph("Grade 2", style), _signed(HOLD, HALF, style)],
             [Paragraph("Grade 3", style), _signed(STOP, FULL, style)]]  # fmt: skip
    story = ListFlowable([ListItem(each) for each in items], bulletType="bullet")
    SimpleDocTemplate(target).build([story, Paragraph(ALL, style)])
    text = read_attachment("flowed.pdf", target.getvalue())
    assert "|" not in text
    assert claims_of(text).items() >= IN_LISTS.items()


def _signed(one: str, other: str, style: ParagraphStyle) -> ListFlowable:
    words = [Paragraph(each, style) for each in (one, other)]
    return ListFlowable(words, bulletType="bullet", start="square")


def test_columns_that_begin_at_one_height_are_read_one_after_the_other() -> None:
    left = [
        f"Drug {number} is given to all\nat a dose of {number} mg a day." for number in range(9)
    ]
    right = [
        f"Drug {number} is given to all\nat a dose of {number} mg a day." for number in range(9, 18)
    ]
    lines = [Put(50, each) for each in "\n".join(left).split("\n")]
    beside = [Put(320, each) for each in "\n".join(right).split("\n")]
    # Below its first lines the second column stands a little lower.
    beside[0], beside[3] = replace(beside[0], up=True), replace(beside[3], gap=5)
    lines[0] = replace(lines[0], up=True)
    assert list(told([[*lines, *beside]])) == [each.replace("\n", " ") for each in left + right]


def test_a_page_full_of_dots_is_no_list() -> None:
    dots = [Put(50 + at % 400, "A", "disc") for at in range(MOST_DRAWN_SIGNS + 1)]
    assert "\N{BULLET}" not in read_attachment("dots.pdf", pdf_of([dots]))
