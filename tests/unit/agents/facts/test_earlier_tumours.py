"""A tumour of the past is no second tumour of the patient, and varices are no bleeding yet."""

from __future__ import annotations

import pytest

from agents.facts.display.sheet_line import sheet_line
from agents.facts.read_sheet import Message, read_fact_sheet
from names.clinical.values import Tumour


def _tumours(text: str) -> list[str]:
    sheet = read_fact_sheet([Message(text)])
    return [each.name for each in sheet.of(Tumour) if each.name]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("hx: melanoma. Now AML FLT3-ITD 58M", "acute myeloid leukaemia"),
        ("hx: DCIS 2012. HGSOC stage III BRCA1 mutated", "ovarian cancer"),
        ("prior prostate ca (RT 2015), now DLBCL", "diffuse large B-cell lymphoma"),
        ("PMH: prostate cancer 2010, T2DM. Presents with mRCC", "kidney cancer"),
        ("cured Hodgkin 1995 (mantle RT). Now TNBC", "triple-negative breast cancer"),
        ("AML after prior breast cancer, therapy-related", "acute myeloid leukaemia"),
        ("PMH of melanoma and thyroid cancer, now CLL", "chronic lymphocytic leukaemia"),
    ],
)
def test_a_tumour_of_the_past_is_told_as_such(text: str, named: str) -> None:
    assert _tumours(text) == [named]
    assert "earlier malignancy (“" in sheet_line(read_fact_sheet([Message(text)]))


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("prior CLL transformed to DLBCL", 2),
        ("previous NSCLC, relapsed 2024 as SCLC", 2),
        ("lung cancer and prostate cancer in an old man", 2),
        ("history of NSCLC, EGFR L858R, progressed on osimertinib", 1),
        ("hx of HCC resected 2019, now recurrence in liver", 1),
        ("h/o metastatic melanoma, now CLL", 2),
    ],
)
def test_a_tumour_that_may_go_on_stays(text: str, count: int) -> None:
    assert len(_tumours(text)) == count


def test_untreated_varices_are_told_as_varices() -> None:
    line = sheet_line(
        read_fact_sheet([Message("HCC Child-Pugh A, varices untreated, first line?")])
    )
    assert "varices (weighed as a risk of bleeding)" in line
    assert "· bleeding" not in line
    bleeds = sheet_line(read_fact_sheet([Message("HCC Child-Pugh A, variceal bleed last month")]))
    assert "· bleeding" in bleeds
