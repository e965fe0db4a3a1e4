"""All dimensions of a text together, in order, with places in the text as it stands."""

from __future__ import annotations

from names.clinical.reading import read_clinical
from names.clinical.values import Line, Marker, Setting, Therapy, Tumour

CASE = "46 yo, HER2+ MBC, 3 prior lines (THP, T-DM1, T-DXd), pd on T-DXd, gBRCA negative. Options?"


def test_a_case_is_read_in_order_with_its_places() -> None:
    found = read_clinical(CASE)
    assert [each.start for each in found] == sorted(each.start for each in found)
    said = {CASE[each.start : each.end] for each in found}
    assert {"HER2+", "MBC", "THP", "T-DM1", "T-DXd", "gBRCA negative", "3 prior lines"} <= said


def test_each_dimension_is_there() -> None:
    values = [each.value for each in read_clinical(CASE)]
    assert Marker(name="HER2", state="positive") in values
    assert Marker(name="BRCA1", polarity="absent", origin="germline") in values
    assert Tumour(name="breast cancer") in values
    assert Setting(name="metastatic") in values
    assert Line(first=4, last=4) in values
    assert Therapy(drugs=("trastuzumab deruxtecan",), outcome="progressed") in values


def test_what_is_only_asked_about_was_not_had() -> None:
    values = [each.value for each in read_clinical("after erlotinib: switch to osimertinib?")]
    assert values == [Therapy(drugs=("erlotinib",))]
