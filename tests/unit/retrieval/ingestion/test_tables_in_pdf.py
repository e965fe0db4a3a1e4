"""Tables of PDF files keep their rows and heads."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.checking.citations import citation_of
from agents.turns import Pointer
from retrieval.derivation.segments import segments
from retrieval.ingestion.readers import read_attachment, read_documents
from tests.unit.retrieval.ingestion.documents_with_tables import DOSE_ROWS, made_documents
from tests.unit.retrieval.ingestion.drawn_tables import Drawing, drawn

MADE = made_documents()


@pytest.mark.parametrize("drawing", MADE)
def test_rows_and_heads_are_kept_and_the_words_around_them_told_once(drawing: str) -> None:
    made = MADE[drawing]
    text = read_attachment("a.pdf", made.content)
    assert [line for line in text.split("\n") if line.startswith("|")] == list(made.rows)
    assert {line: text.count(line) for line in made.prose} == dict.fromkeys(made.prose, 1)


def test_a_row_of_the_next_page_has_its_head_and_is_cited_with_that_page() -> None:
    (document,) = read_documents("genes", Path("a.pdf"), MADE["over two pages"].content)
    quoted = {
        document.text[slice(*each.claim)]: [document.text[slice(*span)] for span in each.context]
        for each in segments(document.text)
    }
    assert quoted["Do not give; discuss with pharmacy"] == ["CrCl 30-59 mL/min", "Oberplatin"]
    cited = citation_of(Pointer(ref=document.ref, text=DOSE_ROWS[-1]), [document])
    assert cited is not None
    assert cited.page == "2"


def test_a_list_is_no_table_and_a_first_row_of_values_no_head() -> None:
    page = Drawing()
    for number, words in enumerate(("Ask first.", "Take 2 tablets.", "Then wait 3 hours.")):
        page.say(50, 780 - 12 * number, "\x95")
        page.say(70, 780 - 12 * number, words)
    for number, words in enumerate(("40 mg", "30 mg", "20 mg")):
        page.say(50, 700 - 12 * number, f"{60 - 10 * number} to {69 - 10 * number}")
        page.say(150, 700 - 12 * number, words)
        page.say(250, 700 - 12 * number, f"{number + 1} hours")
    text = read_attachment("a.pdf", drawn(page))
    assert "|" not in text
    assert "Take 2 tablets." in text


def test_a_drawing_of_very_many_lines_is_read_as_lines() -> None:
    page = Drawing()
    page.prose(780, "Figure 1")
    for number in range(3_200):
        page.rule(50, number % 700, 500, number % 700 + number / 10)
    assert read_attachment("a.pdf", drawn(page)) == "Figure 1"


def test_a_sign_without_a_letter_is_shown_as_missing_and_a_bar_in_a_cell_parts_none() -> None:
    page = Drawing()
    page.table(780, (100, 100), (("Drug", "Given on"), ("Velomicin", "day 1|8")))
    page.orders.append("BT /F1 9 Tf 50 600 Td (Ask if the count is \x07 50.) Tj ET")
    text = read_attachment("a.pdf", drawn(page))
    assert text.split("\n\n") == [
        "| Drug | Given on |\n| Velomicin | day 1¦8 |",
        "Ask if the count is \N{REPLACEMENT CHARACTER} 50.",
    ]
