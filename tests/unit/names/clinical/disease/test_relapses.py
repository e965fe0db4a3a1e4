"""Disease that came back after a systemic treatment is in its second line or a later one."""

from __future__ import annotations

import pytest

from names.clinical.treatment.lines import read_lines_of_treatment
from names.clinical.values import Line

LATER = Line(first=2, last=None)


@pytest.mark.parametrize(
    ("text", "later"),
    [
        ("platinum sensitive relapse HGSOC, BRCA wt", True),
        ("HGSOC, 1st relapse 14 mo after carboplatin", True),
        ("ovarian ca platinum-resistant", True),
        ("recurrence of high-grade serous ovarian cancer", True),
        ("multiple myeloma first relapse", True),
        ("AML relapse", True),
        ("ovarian cancer, relapsed, BRCA1 mutated", True),
        ("HGSOC, recurrent", True),
        ("ovarian ca relapsed, maintenance?", True),
        ("ovarian cancer, recurrent or metastatic", False),
        ("no relapse of ovarian cancer", False),
        ("risk of relapse in AML", False),
        ("ovarian cancer recurrence risk", False),
        ("prevent relapse of CLL", False),
        ("not platinum-resistant", False),
    ],
)
def test_a_relapse_is_a_later_line(text: str, later: bool) -> None:
    assert (LATER in [found.value for found in read_lines_of_treatment(text)]) is later


@pytest.mark.parametrize(
    ("text", "later"),
    [
        ("previously treated KRAS G12C-mutated lung cancer", True),
        ("pretreated metastatic disease", True),
        ("previously untreated disease", False),
        ("previously treated with surgery", False),
        ("previously treated brain metastases", False),
        ("endocrine-pretreated breast cancer", False),
    ],
)
def test_disease_that_was_treated_is_in_a_later_line(text: str, later: bool) -> None:
    found = [each.value for each in read_lines_of_treatment(text)]
    assert (LATER in found) is later


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("CML, two prior TKIs", [Line(first=3, last=None)]),
        ("CML after 2 TKIs", [Line(first=3, last=None)]),
        ("CML, one prior TKI", [Line(first=2, last=None)]),
        ("CML, imatinib had failed. which of the two TKIs next?", []),
        ("two TKIs are approved", []),
    ],
)
def test_inhibitors_that_were_had_are_lines(text: str, lines: list[Line]) -> None:
    assert [each.value for each in read_lines_of_treatment(text)] == lines
