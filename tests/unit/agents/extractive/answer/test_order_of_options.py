"""In which order options are heard: what is made for the time after what was had comes first."""

from __future__ import annotations

import pytest

from agents.extractive.answer.sentences import line_of_statement
from agents.extractive.answer.wording import excluded_options
from agents.turns import Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary
from tests.unit.agents.extractive.conftest import document as library_document
from tests.unit.agents.extractive.one_statement import document, sorted_out

PROSTATE = (
    "Niraparib plus abiraterone is indicated for metastatic castration-resistant prostate cancer"
    " with a BRCA2 mutation.\n\n"
    "Rucaparib is indicated for metastatic castration-resistant prostate cancer with a BRCA2"
    " mutation after androgen receptor pathway inhibitors."
)
BREAST = (
    "Fulvestrant is indicated for metastatic HR-positive, HER2-negative breast cancer.\n\n"
    "Anastrozole is indicated for metastatic HR-positive breast cancer.\n\n"
    "Fulvestrant plus ribociclib is indicated for metastatic HR-positive, HER2-negative breast"
    " cancer.\n\n"
    "Palbociclib plus an aromatase inhibitor is indicated for metastatic HR-positive,"
    " HER2-negative breast cancer."
)
COLON = (
    "Panitumumab is indicated for KRAS wild-type metastatic colorectal cancer after progression on"
    " oxaliplatin and after irinotecan.\n\n"
)
LATER = "Regorafenib is indicated for KRAS wild-type metastatic colorectal cancer."


def drugs_in_order(question: str, text: str) -> list[tuple[str, ...]]:
    (selected,) = sorted_out(question, document(text))
    return [each.drugs for each in selected.answers]


def test_a_partner_of_the_class_that_failed_is_no_option_by_itself() -> None:
    question = "mCRPC, BRCA2 mutated, progressed on enzalutamide. Which treatment?"
    assert drugs_in_order(question, PROSTATE) == [("rucaparib",)]


def test_without_the_class_both_are_heard_or_hang() -> None:
    question = "mCRPC, BRCA2 mutated, no prior ARPI. Which treatment?"
    assert drugs_in_order(question, PROSTATE) == [("niraparib", "abiraterone")]


def test_what_asks_for_a_treatment_that_was_had_comes_before_what_asks_for_none() -> None:
    text = (
        "Lapatinib is indicated for HER2-positive metastatic breast cancer.\n\n"
        "Tucatinib is indicated for HER2-positive metastatic breast cancer after pertuzumab."
    )
    question = "HER2-positive metastatic breast cancer, progressed on pertuzumab. Options?"
    assert drugs_in_order(question, text) == [("tucatinib",), ("lapatinib",)]


WITH_LINE = (
    "Osimertinib alone is indicated for {line}metastatic non-small cell lung cancer with EGFR"
    " L858R.\n\n"
    "Osimertinib plus pemetrexed is indicated for first-line treatment of metastatic non-small"
    " cell lung cancer with EGFR L858R.\n\n"
    "Amivantamab plus lazertinib is indicated for first-line treatment of metastatic non-small"
    " cell lung cancer with EGFR L858R."
)


@pytest.mark.parametrize(
    ("line", "place"), [("first-line treatment of ", 0), ("", 2)], ids=["for the line", "for any"]
)
def test_two_regimens_with_one_lead_drug_are_two_options(line: str, place: int) -> None:
    text = WITH_LINE.format(line=line)
    found = drugs_in_order("EGFR L858R metastatic NSCLC, first line?", text)
    assert found.index(("osimertinib",)) == place
    assert {("osimertinib", "pemetrexed"), ("amivantamab", "lazertinib")} < set(found)


def test_a_drug_alone_stands_behind_the_regimens_of_its_class() -> None:
    found = drugs_in_order("HR-positive HER2-negative mBC, which treatment?", BREAST)
    assert set(found[:2]) == {("fulvestrant", "ribociclib"), ("palbociclib",)}
    assert set(found[2:]) == {("fulvestrant",), ("anastrozole",)}


def test_a_drug_that_was_not_told_among_those_that_were_keeps_an_option_back() -> None:
    question = (
        "KRAS wild-type metastatic colorectal cancer, progressed on oxaliplatin. Which treatment?"
    )
    assert drugs_in_order(question, COLON + LATER) == [("regorafenib",)]


@pytest.mark.parametrize("had", ["oxaliplatin", "FOLFOX"])
def test_where_it_is_the_only_one_it_says_what_it_hangs_on(had: str) -> None:
    question = f"KRAS wild-type metastatic colorectal cancer, progressed on {had}. Which treatment?"
    (selected,) = sorted_out(question, document(COLON))
    (option,) = selected.answers
    assert line_of_statement(option, selected).startswith("Only with prior irinotecan: Panitumumab")


def test_what_is_made_for_this_time_stands_for_the_drug() -> None:
    question = "mCRPC, BRCA2 mutated, progressed on enzalutamide. Which treatment?"
    text = (
        "Rucaparib was approved by the FDA for BRCA2-mutated metastatic castration-resistant"
        " prostate cancer.\n\n"
    )
    found = drugs_in_order(question, text + PROSTATE)
    (selected,) = sorted_out(question, document(text + PROSTATE))
    assert found[0] == ("rucaparib",)
    assert "after androgen receptor pathway inhibitors" in selected.answers[0].words


FIRST_LINE = (
    "Palbociclib with letrozole is recommended as first-line treatment of metastatic HR-positive,"
    " HER2-negative breast cancer.\n\n"
)
AFTER_ENDOCRINE = (
    "Alpelisib plus fulvestrant is indicated for metastatic HR-positive, HER2-negative,"
    " PIK3CA-mutated breast cancer after progression on endocrine therapy.\n\n"
)
FOR_GENE = (
    "Inavolisib is indicated for first-line treatment of metastatic HR-positive, HER2-negative,"
    " PIK3CA-mutated breast cancer.\n\n"
)
REMARK = "Testing of tissue finds PIK3CA mutations in metastatic breast cancer.\n\n"
OF_GENE = "PIK3CA mutated HR+ HER2- mbc first line?"


def test_where_no_option_for_the_gene_fits_that_of_the_whole_line_is_heard() -> None:
    (selected,) = sorted_out(OF_GENE, document(FIRST_LINE + AFTER_ENDOCRINE))
    assert [each.drugs[0] for each in selected.answers] == ["palbociclib"]
    assert [each.drugs[0] for each in selected.undecided] == ["alpelisib"]


def test_an_option_for_the_gene_takes_the_place_of_that_of_the_whole_line() -> None:
    assert drugs_in_order(OF_GENE, FIRST_LINE + FOR_GENE) == [("inavolisib",)]


def test_a_remark_takes_the_place_of_no_option() -> None:
    (selected,) = sorted_out(OF_GENE, document(REMARK + AFTER_ENDOCRINE))
    assert ("alpelisib", "fulvestrant") in [each.drugs for each in selected.answers]


def test_what_is_approved_for_the_marker_and_comes_too_early_is_named() -> None:
    text = (
        "Sotorasib is indicated for KRAS G12C-mutated metastatic non-small cell lung cancer as"
        " second-line treatment."
    )
    (selected,) = sorted_out("KRAS G12C NSCLC, first line?", document(text))
    (told,) = excluded_options(selected)
    assert (told.option, told.reason) == (
        "sotorasib",
        "holds for second line; here: first line",
    )


LABEL = "Dabrafenib plus trametinib is indicated for metastatic melanoma with BRAF V600E."
ADVICE = "For metastatic melanoma, nivolumab is recommended and preferred to a BRAF inhibitor."


@pytest.mark.parametrize(
    ("question", "heard"),
    [
        ("metastatic melanoma BRAF V600E, treatment naive. what first?", True),
        ("melanoma stage IV, BRAF V600E mutated, which options?", True),
        ("melanoma stage IV, BRAF V600E, pd on nivolumab, which options?", False),
        ("metastatic melanoma NRAS Q61R, which options?", False),
    ],
)
async def test_advice_that_weighs_the_drugs_for_the_gene_comes_first(
    question: str, heard: bool
) -> None:
    pages = [
        library_document("drug_information", "d", "Dabrafenib", f"## Indications\n\n{LABEL}\n"),
        library_document("asco_guidelines", "m", "ASCO: melanoma", f"## Advice\n\n{ADVICE}\n"),
    ]
    ending = await Conversation(FakeLibrary(pages)).ask(question)
    said = [each.text for each in ending.sentences] if isinstance(ending, Answer) else [""]
    assert ("is recommended and preferred" in said[0]) is heard


LUNG = (
    "Docetaxel is indicated for metastatic non-small cell lung cancer after platinum-based"
    " chemotherapy.\n\n"
    "Sotorasib is indicated for metastatic non-small cell lung cancer with KRAS G12C."
)


@pytest.mark.parametrize(
    ("question", "drugs"),
    [
        ("NSCLC KRAS G12V, pd on carboplatin/pemetrexed. What now?", [("docetaxel",)]),
        ("NSCLC KRAS G12C, pd on carboplatin/pemetrexed. What now?", [("sotorasib",)]),
        ("NSCLC KRAS G12V, untreated. Options?", []),
    ],
)
def test_after_what_failed_an_option_for_any_gene_is_heard(
    question: str, drugs: list[tuple[str, ...]]
) -> None:
    assert drugs_in_order(question, LUNG) == drugs


NEXT = (
    "Pertuzumab plus trastuzumab is indicated for first-line treatment of metastatic HER2-positive"
    " breast cancer.\n\n"
    "Trastuzumab deruxtecan is indicated for metastatic HER2-positive breast cancer after"
    " trastuzumab."
)


@pytest.mark.parametrize(
    ("question", "offered"),
    [
        ("HER2+ mBC on pertuzumab + trastuzumab, next?", [("trastuzumab deruxtecan",)]),
        ("HER2+ mBC on trastuzumab next?", [("trastuzumab deruxtecan",)]),
        ("HER2+ mBC on goserelin, options?", [("pertuzumab", "trastuzumab")]),
    ],
)
def test_what_comes_next_is_for_after_what_goes_on(
    question: str, offered: list[tuple[str, ...]]
) -> None:
    assert drugs_in_order(question, NEXT) == offered


async def test_what_goes_on_is_refused_with_a_reason_that_is_found_again() -> None:
    text = "## Indications\n\nImatinib is indicated for unresectable or metastatic GIST.\n"
    page = library_document("drug_information", "i", "Imatinib", text, drugs=["imatinib"])
    ending = await Conversation(FakeLibrary([page])).ask("metastatic GIST on imatinib, next?")
    assert isinstance(ending, Answer)
    assert [each.option for each in ending.excluded] == ["imatinib"]
    assert all(each.verified for each in ending.sentences)
