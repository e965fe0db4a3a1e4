"""The line that a question asks about is not the line of a treatment that is over."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from names.clinical.values import Line

FIRST, SECOND, THIRD = (Line(first=n, last=n) for n in (1, 2, 3))


@pytest.mark.parametrize(
    "question",
    [
        "HCC CP A, first line atezo/bev PD, next?",
        "NSCLC EGFR ex19, 1st line osimertinib, PD after 14 mo, what now?",
        "mCRC first-line FOLFOX/bev, progression at 9 months, next line?",
        "melanoma first line ipi/nivo stopped for colitis, BRAF V600E, options?",
        "first line therapy was FOLFIRINOX, PD; pancreas, next?",
        "First-line chemotherapy: gemcitabine + cisplatin, PD. Bladder cancer, options?",
    ],
)
def test_after_a_first_line_that_failed_comes_the_second(question: str) -> None:
    parsed = parse_text(question)
    assert [part.line for part in parsed.parts] == [None]
    assert parsed.sheet.of(Line) == (SECOND,)


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("first line osimertinib in EGFR L858R NSCLC?", FIRST),
        ("NSCLC EGFR L858R: is osimertinib approved first line?", FIRST),
        ("mCRC after 1L FOLFOX, 2L options?", SECOND),
        ("NSCLC EGFR L858R. 1L osimertinib (PD), 2L amivantamab?", SECOND),
        ("second line treatment with docetaxel, PD. third line in NSCLC?", THIRD),
    ],
)
def test_a_line_that_is_asked_for_stays(question: str, line: Line) -> None:
    assert [part.line for part in parse_text(question).parts] == [line]


@pytest.mark.parametrize(
    "question",
    [
        "planned first line therapy: osimertinib",
        "eligible for first-line treatment with osimertinib",
    ],
)
def test_the_line_of_a_plan_is_the_patients(question: str) -> None:
    assert parse_text(f"EGFR L858R NSCLC. {question}").sheet.of(Line) == (FIRST,)
