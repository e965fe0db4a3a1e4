"""A state that is told behind as of before does not take the place of today's."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from names.clinical.values import Marker, Tumour


@pytest.mark.parametrize(
    ("text", "polarity"),
    [
        ("HER2- (previously HER2+)", "absent"),
        ("HER2+ (previously HER2-)", "present"),
        ("HER2 neg on rebiopsy, initially HER2 pos", "absent"),
        ("HER2 negative now, HER2 positive before", "absent"),
        ("HER2- 2023, HER2+ 2019", "absent"),
        ("HER2+ 2019, HER2- 2023", "absent"),
        ("initially HER2 pos, HER2 neg on rebiopsy", "absent"),
    ],
)
def test_the_later_state_counts(text: str, polarity: str) -> None:
    sheet = read_fact_sheet([Message(text=f"breast cancer, {text}")])
    markers = [m for m in sheet.of(Marker) if (m.name, m.state) == ("HER2", "positive")]
    assert [m.polarity for m in markers] == [polarity]
    assert not sheet.contradictions


def test_without_a_time_both_are_told() -> None:
    sheet = read_fact_sheet([Message(text="breast cancer, HER2+. Report: HER2-")])
    assert sheet.contradictions


def test_a_prostate_cancer_that_became_resistant_is_no_longer_sensitive() -> None:
    for text in ("mHSPC → mCRPC on ADT", "mHSPC 2019, now mCRPC", "mCRPC (was mHSPC in 2019)"):
        tumours = {each.name for each in read_fact_sheet([Message(text)]).of(Tumour)}
        assert tumours == {"castration-resistant prostate cancer"}, text


def test_what_is_no_longer_there_is_no_finding() -> None:
    assert not read_fact_sheet([Message("was HER2-positive, no longer")]).of(Marker)
    facts = read_fact_sheet([Message("MSI-high no longer, retested MSS")]).of(Marker)
    assert [(each.name, each.polarity) for each in facts] == [("MSI", "absent")]
