"""An aromatase inhibitor before the menopause: it depends on ovarian suppression."""

from __future__ import annotations

import pytest

from names.recognise import recognise
from tests.unit.agents.extractive.conftest import said_to

LABEL = (
    "Anastrozole is indicated for the adjuvant treatment of postmenopausal women with"
    " HR-positive early breast cancer."
)
CLASS = (
    "Palbociclib plus an aromatase inhibitor is indicated for HR-positive, HER2-negative metastatic"
    " breast cancer as initial endocrine-based therapy."
)
EITHER = (
    "Abemaciclib plus tamoxifen or an aromatase inhibitor is indicated for adjuvant treatment of"
    " HR-positive, HER2-negative early breast cancer."
)
OTHER = (
    "Elacestrant is indicated for ESR1-mutated metastatic breast cancer of postmenopausal women."
)


async def test_it_is_shown_with_what_it_depends_on() -> None:
    asked = "38F premenopausal, HR+ early breast cancer, adjuvant. Anastrozole?"
    said = await said_to(asked, LABEL)
    assert said[0] == f"Only with ovarian suppression: {LABEL}"


@pytest.mark.parametrize(
    "asked",
    [
        "38F premenopausal on goserelin, HR+ early breast cancer, adjuvant. Anastrozole?",
        "68F postmenopausal, HR+ early breast cancer, adjuvant. Anastrozole?",
    ],
)
async def test_it_is_shown_plainly_where_that_is_given(asked: str) -> None:
    assert (await said_to(asked, LABEL))[0] == LABEL


async def test_another_drug_for_after_the_menopause_stays_refused() -> None:
    asked = "38F premenopausal, metastatic breast cancer, ESR1 D538G. Elacestrant?"
    said = await said_to(asked, OTHER)
    assert not any(OTHER in each for each in said)


@pytest.mark.parametrize(
    ("who", "before"),
    [
        ("44F premenopausal", "Only with ovarian suppression: "),
        ("49F perimenopausal", "Only with ovarian suppression: "),
        ("66M", "Only with an LHRH agonist: "),
        ("44F premenopausal on Zoladex", ""),
        ("44F premenopausal on leuprolide", ""),
        ("66M on a GnRH analogue", ""),
        ("44F s/p RRSO", ""),
        ("63F postmenopausal", ""),
    ],
)
async def test_a_partner_named_by_its_class_depends_on_it_too(who: str, before: str) -> None:
    asked = f"{who}, HR+ HER2- metastatic breast cancer, first line. Palbociclib?"
    assert (await said_to(asked, CLASS))[0] == f"{before}{CLASS}"


async def test_an_alternative_beside_the_class_does_not() -> None:
    asked = "44F premenopausal, HR+ HER2- early breast cancer, adjuvant. Abemaciclib?"
    assert (await said_to(asked, EITHER))[0] == EITHER


@pytest.mark.parametrize("words", ["OFS", "a GnRH agonist", "LHRH", "ovarian ablation"])
def test_the_class_is_asked_for_in_any_of_its_words(words: str) -> None:
    assert recognise(f"Needs {words}?").names("drug_class") == {"Ovarian function suppression"}


async def test_the_rule_of_another_regimen_does_not_lead_for_its_partner() -> None:
    other = (
        "In pre- and perimenopausal women, and in men, inavolisib, palbociclib and fulvestrant are"
        " combined with an LHRH agonist."
    )
    asked = "66M, HR+ HER2- metastatic breast cancer, first line. Palbociclib?"
    assert (await said_to(asked, other, CLASS))[0] == f"Only with an LHRH agonist: {CLASS}"


DEGRADER = (
    "Palbociclib plus fulvestrant is indicated for HR-positive, HER2-negative metastatic breast"
    " cancer that progressed after endocrine therapy."
)


@pytest.mark.parametrize(
    ("who", "before"),
    [
        ("44F premenopausal", "Only with ovarian suppression: "),
        ("44F premenopausal on goserelin", ""),
        ("63F postmenopausal", ""),
        ("66M", ""),
    ],
)
async def test_fulvestrant_depends_on_it_in_women_alone(who: str, before: str) -> None:
    asked = f"{who}, HR+ HER2- metastatic breast cancer, pd on tamoxifen. Palbociclib/fulvestrant?"
    assert f"{before}{DEGRADER}" in await said_to(asked, DEGRADER)


async def test_the_label_of_one_drug_does_not_narrow_that_of_its_partner() -> None:
    narrow = (
        "Fulvestrant plus palbociclib is indicated for HR-positive, HER2-negative metastatic breast"
        " cancer of postmenopausal women that progressed after endocrine therapy."
    )
    asked = "44F premenopausal on goserelin, HR+ HER2- metastatic breast cancer, pd on tamoxifen."
    assert DEGRADER in await said_to(f"{asked} Palbociclib/fulvestrant?", narrow, DEGRADER)
    assert not any(narrow in each for each in await said_to(f"{asked} Fulvestrant?", narrow))
