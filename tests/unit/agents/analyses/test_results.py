"""The numbers of an answer are those that the code printed; what a model is told of a table."""

from __future__ import annotations

import base64

import pytest

from agents.analyses.card_words import card_words, words_of_file
from agents.analyses.pictures import picture
from agents.analyses.results import fill_answer, results_of
from agents.llm.analysing.telling import run_words
from agents.turns.computing.code_runs import CodeRun
from agents.turns.computing.drawings import ComputedAnalysis, Drawing
from bot.rendering.answer.pictures import code_blocks
from retrieval.tables.tables_in_text import tables_of

PRINTED = (
    "noise 7\nRESULT n_used = 1,204\nRESULT rho = 0.4267\nRESULT arms = A, B\nRESULT bad name = 1\n"
)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Of {n_used} rows rho is {rho} in {arms}.", "Of 1,204 rows rho is 0.4267 in A, B."),
        ("Rho is about 0.43, or 42.7 percent.", "Rho is about 0.43, or 42.7 percent."),
        ("Of 1,204 rows, as asked for grade 3.", "Of 1,204 rows, as asked for grade 3."),
        ("Rho is 0.44.", ""),
        ("The p-value is {p}.", ""),
        ("Of 1204 rows 12 were left out.", ""),
    ],
)
def test_a_sentence_stands_if_its_numbers_were_printed(line: str, told: str) -> None:
    filled = fill_answer(line, PRINTED, "grade 3?")
    assert filled.sentences == ((told,) if told else ())
    assert bool(filled.left_out) is not bool(told)


def test_results_have_names_and_the_last_counts() -> None:
    assert dict(results_of(f"{PRINTED}RESULT rho = 0.5")) == {
        "n_used": "1,204", "rho": "0.5", "arms": "A, B",
    }  # fmt: skip
    assert results_of(f"RESULT ids = {'7, ' * 900}")["ids"].endswith("… (cut)")


ROWS = "| patient | age |\n| Ida Holm | 71 |\n| Per Lund | 64 |"


def test_a_table_of_several_patients_is_told_without_its_rows() -> None:
    told = words_of_file(ROWS)
    assert "- age | number | 0 missing | 2 different" in told
    assert "Holm" not in told
    assert "71" not in told
    assert words_of_file("Letter on Ida Holm") == "Letter on Ida Holm"
    assert words_of_file("| marker | value |\n| LDH | 300 |") == "| marker | value |\n| LDH | 300 |"
    assert "64 to 71" not in card_words(tables_of(ROWS), is_open=False)


def test_of_an_error_only_words_of_the_code_are_told() -> None:
    complaint = (
        'Traceback (most recent call last):\n  File "/sandbox/code.py", line 2, in <module>\n'
        "ValueError: could not convert 'Ida Holm' in age\n"
    )
    run = CodeRun(language="python", inputs=(), ending="ran", status=1, complaint=complaint)
    told = run_words(run, "float(row['age'])", is_open=False)
    assert told.splitlines()[1:] == ["in line 2 of the code", "ValueError: … … … '… …' … age"]
    assert "Ida Holm" in run_words(run, "", is_open=True)


def test_of_results_names_and_kinds_are_told_if_the_code_has_the_name() -> None:
    printed = "RESULT mean = 61\nRESULT Ida = 3\nRESULT share = nan\n"
    run = CodeRun(language="python", inputs=(), ending="ran", printed=printed)
    told = run_words(run, "print('RESULT mean =', m); print('RESULT share =', s)", is_open=False)
    assert told.splitlines()[1:] == ["- result mean: a number", "- result share: holds no value"]


def test_a_picture_of_code_is_shown_as_it_is_and_what_was_printed_below() -> None:
    drawing = Drawing(
        title="t", across="", alt_text="a", drawn_from="rows", png=base64.b64encode(b"x").decode()
    )
    assert picture(drawing) == b"x"
    (_, printed) = code_blocks([ComputedAnalysis(title="t", file="f", code="1", printed="a `b`")])
    assert "a 'b'" in str(printed)
