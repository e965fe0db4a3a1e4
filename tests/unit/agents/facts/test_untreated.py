"""What "untreated" says: it takes the thread's treatments back, and no treatment was had."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.untreated import therapies_of
from names.clinical.values import Line, Therapy

BEFORE = Message("mCRC BRAF V600E, pd on FOLFIRI + bevacizumab. Next?", "earlier question")


def test_who_is_untreated_now_has_failed_on_nothing() -> None:
    sheet = read_fact_sheet((BEFORE, Message("what if he's untreated, 1L?")))
    assert not sheet.of(Therapy)
    assert sheet.of(Line) == (Line(first=1, last=1),)


def test_another_follow_up_keeps_what_was_had() -> None:
    sheet = read_fact_sheet((BEFORE, Message("and with liver metastases?")))
    assert [each.outcome for each in sheet.of(Therapy)]


@pytest.mark.parametrize(
    ("said", "setting"),
    [
        ("63F metastatic NSCLC, untreated. First line?", "metastatic"),
        ("63F metastatic NSCLC, treatment-naive. First line?", ""),
        ("63F metastatic NSCLC, no prior systemic therapy. First line?", ""),
        ("63F early breast cancer, untreated. What now?", ""),
    ],
)
def test_who_is_untreated_has_had_none(said: str, setting: str) -> None:
    sheet = read_fact_sheet((Message(said),))
    assert therapies_of(sheet) == (Therapy(outcome="not given", setting=setting),)


@pytest.mark.parametrize(
    "said",
    [
        "63F metastatic NSCLC. First line?",
        "63F newly diagnosed metastatic NSCLC. First line?",
        "63F metastatic NSCLC, first line, never treated with immunotherapy. Options?",
        "63F metastatic NSCLC, untreated brain metastases, progressed on osimertinib. Next?",
    ],
)
def test_a_line_that_is_only_counted_says_nothing_of_treatments(said: str) -> None:
    sheet = read_fact_sheet((Message(said),))
    assert therapies_of(sheet) == sheet.of(Therapy)


def test_a_treatment_around_surgery_stands_beside_it() -> None:
    said = "63F metastatic breast cancer, untreated, relapsed on adjuvant letrozole. First line?"
    had = therapies_of(read_fact_sheet((Message(said),)))
    assert {each.outcome for each in had} == {"progressed", "not given"}


@pytest.mark.parametrize("word", ["not", "isn't", "no longer", "not really", "never"])
@pytest.mark.parametrize("state", ["treatment naive", "treatment-naive", "untreated"])
def test_who_is_not_untreated_is_in_no_first_line(word: str, state: str) -> None:
    sheet = read_fact_sheet((Message(f"NSCLC, {word} {state}, EGFR L858R"),))
    assert sheet.of(Line) == (Line(first=2, last=None),)
    assert all(each.outcome != "not given" for each in therapies_of(sheet))


@pytest.mark.parametrize("text", ["not fit, untreated", "never smoker, treatment-naive"])
def test_another_denial_leaves_the_first_line(text: str) -> None:
    assert read_fact_sheet((Message(f"NSCLC, {text}"),)).of(Line) == (Line(first=1, last=1),)


NOTHING_HAD = (
    "has had no systemic therapy yet",
    "treatment-naive",
    "drug-naive",
    "no systemic therapy so far",
    "hasn't been treated",
    "hasn't started any treatment",
    "not had any systemic treatment",
    "no previous lines",
    "systemic therapy: none",
    "not yet on treatment",
    "has had no treatment for her cancer",
)


@pytest.mark.parametrize("words", NOTHING_HAD)
def test_who_has_had_nothing_is_in_the_first_line(words: str) -> None:
    assert read_fact_sheet((Message(f"CRC, {words}. What first?"),)).of(Line) == (
        Line(first=1, last=1),
    )


@pytest.mark.parametrize("words", NOTHING_HAD)
def test_what_failed_counts_beside_it_and_both_are_pointed_out(words: str) -> None:
    sheet = read_fact_sheet((Message(f"CRC, progressed on FOLFOX. She {words}. What next?"),))
    assert next(each.outcome for each in sheet.of(Therapy)) == "progressed"
    assert not [each for each in sheet.of(Line) if each.first == 1]
    assert [each for each in sheet.contradictions if "Please say which is right" in each.sentence]


@pytest.mark.parametrize("words", NOTHING_HAD)
def test_what_is_taken_back_later_is_pointed_out(words: str) -> None:
    later = Message(f"she {words}. What first?")
    sheet = read_fact_sheet((BEFORE, later))
    assert not [each for each in sheet.of(Therapy) if each.outcome == "progressed"]
    assert [each for each in sheet.contradictions if "was said, now" in each.sentence]


@pytest.mark.parametrize(
    "text",
    [
        "CRC, no treatment since FOLFOX. Next?",
        "CRC, no treatment for 6 months after FOLFOX. Next?",
        "CRC, had no systemic therapy for 2 years, progressed on FOLFOX. Next?",
        "CRC, no further treatment, progressed on FOLFOX. Next?",
        "CRC, untreated brain metastases, on FOLFOX. Next?",
        "CRC, never responded to treatment, FOLFOX. Next?",
        "CRC, no active treatment at present, FOLFOX completed. Next?",
        "metastatic CRC, untreated, had adjuvant FOLFOX in 2019. First line?",
    ],
)
def test_a_pause_contradicts_nothing(text: str) -> None:
    sheet = read_fact_sheet((Message(text),))
    assert sheet.of(Therapy)
    assert not sheet.contradictions


def test_a_drug_beside_the_tumour_is_no_treatment_of_it() -> None:
    sheet = read_fact_sheet((Message("CLL, on apixaban, treatment-naive. First line?"),))
    assert sheet.of(Line) == (Line(first=1, last=1),)
    assert not sheet.contradictions


@pytest.mark.parametrize(
    "words",
    [
        "never exposed to docetaxel",
        "not yet exposed to docetaxel",
        "has never been exposed to docetaxel",
        "docetaxel-unexposed",
        "yet to receive docetaxel",
    ],
)
def test_what_somebody_was_not_exposed_to_was_not_had(words: str) -> None:
    had = read_fact_sheet((Message(f"mCRPC, {words}, PD on enzalutamide. Next?"),)).of(Therapy)
    assert Therapy(drugs=("docetaxel",), outcome="not given") in had


@pytest.mark.parametrize(
    "text",
    [
        "HER2+ MBC first line, LVEF 60, treatment naive",
        "treatment-naive HER2+ MBC, first line?",
        "ALK+ NSCLC stage IV, 1L, never treated",
    ],
)
def test_a_counted_line_does_not_hide_that_nothing_was_had(text: str) -> None:
    told = therapies_of(read_fact_sheet([Message(text)]))
    assert [each.outcome for each in told] == ["not given"]
