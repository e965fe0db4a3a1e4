"""The made documents: rows are told as they stand, and nothing is made up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from evals.documents.apart.cases import LAYOUTS as LAYOUTS_APART
from evals.documents.apart.cases import documents_apart, texts_apart
from evals.documents.cases import LAYOUTS, MadeDocument
from evals.documents.command import is_met
from evals.documents.scoring import score_document
from evals.documents.texts import read_texts
from retrieval.ingestion.readers import read_attachment


def _made(text: str, layout: str) -> MadeDocument:
    apart = layout in LAYOUTS_APART
    suffix, write = (LAYOUTS_APART if apart else LAYOUTS)[layout]
    told = (texts_apart() if apart else read_texts())[text]
    return MadeDocument(f"{text}-{layout}{suffix}", layout, told, write(told))


@pytest.mark.parametrize(
    ("text", "layout"),
    [
        ("limits", "shaded"),
        ("limits", "turned"),
        ("infusions", "sideways"),
        ("kidney-doses", "lettered"),
        ("premedication", "scanned"),
        ("kidney-doses", "by-hand"),
        ("kidney-doses", "intranet"),
        ("sequencing", "sheets"),
        # Heads over several lines, with short rules and without any line.
        ("efficacy", "columns"),
        ("efficacy", "turned"),
        ("infusions", "shaded"),
        # Cells over several columns or rows.
        ("kidney-doses", "figures"),
        ("premedication", "turned"),
        # Names between rows, and tables that go on in the next column.
        ("adverse-events", "columns"),
        # Rows told by shades only, the last without one.
        ("sequencing", "shaded"),
        ("dose-levels", "rows-ruled"),
        ("board-list", "lines-down"),
        ("board-list", "lying"),
        ("dose-levels", "areas"),
        ("infusion-bags", "framed"),
        ("lab-ranges", "filtered"),
        ("response", "centred"),
    ],
)
def test_rows_are_exact_and_no_sentence_is_made_up(text: str, layout: str) -> None:
    made = _made(text, layout)
    score = score_document(made, read_attachment(made.name, made.written.content))
    lost = (score.lost_rows, score.false_rows, score.cut_sentences, score.invented)
    assert lost == ((), (), (), ())
    assert score.rows >= 7
    assert not score.pages_wrong
    assert is_met([score])


def test_ten_documents_are_kept_apart() -> None:
    made = list(documents_apart())
    assert len(made) == 10
    assert {each.layout for each in made} == set(LAYOUTS_APART)
    assert not set(LAYOUTS_APART) & set(LAYOUTS)
    assert not set(texts_apart()) & set(read_texts())


def test_a_lost_row_a_joined_sentence_and_an_untold_picture_are_told() -> None:
    made = _made("kidney-doses", "intranet")
    text = read_attachment(made.name, made.written.content)
    row = "| Velomicin | 75 % | 100 % | 50 % |"
    text = text.replace("| Velomicin | 100 % | 75 % | 50 % |", row)
    text = text.replace("hold for adults only.\n\n", "hold for adults only and ")
    score = score_document(made, text)
    assert score.lost_rows == ("| Velomicin | 100% | 75% | 50% |",)
    assert score.false_rows == ("| Velomicin | 75% | 100% | 50% |",)
    assert len(score.invented) == 1
    assert not is_met([score])
    pictures = replace(made, written=replace(made.written, pictures=(2,)))
    assert score_document(pictures, text).pages_wrong
