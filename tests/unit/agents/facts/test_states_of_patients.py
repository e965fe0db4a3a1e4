"""Pregnancy and a transplanted organ are read as states of the patient, however they are worded:
an option that was offered without them was dangerous."""

from __future__ import annotations

import pytest

from agents.extractive.question.permission import says_permission
from agents.facts.read_sheet import Message, read_fact_sheet
from names.clinical.values import Condition, Population


@pytest.mark.parametrize(
    ("text", "pregnant"),
    [
        ("HER2+ breast ca dx in pregnancy 2nd trimester, herceptin?", True),
        ("breast ca in pregnancy, triple neg, KEYNOTE-522 regimen ok?", True),
        ("melanoma diagnosed during pregnancy, dab/tram?", True),
        ("TNBC, third-trimester. pembro?", True),
        ("currently expecting, 20 wks, HER2+ BC. pertuzumab?", True),
        ("gestational breast cancer 24w, HER2 pos", True),
        ("CML in pregnancy: dasatinib?", True),
        ("what about pregnancy on T-DM1?", False),
        ("is tamoxifen safe in pregnancy?", False),
        ("The report says that olaparib is safe in pregnancy.", False),
        ("Tamoxifen is contraindicated in pregnancy. Dose of letrozole?", False),
        ("Breast cancer in pregnancy, 20 weeks. Chemo was given, tamoxifen avoided.", True),
        ("currently expecting results of the NGS, NSCLC", False),
    ],
)
def test_a_tumour_in_pregnancy(text: str, pregnant: bool) -> None:
    found = read_fact_sheet([Message(text=text)]).of(Population)
    assert any(each.pregnancy == "pregnant" for each in found) is pregnant


@pytest.mark.parametrize(
    ("text", "transplanted"),
    [
        ("liver tx pt, MSI-H crc, keytruda ok?", True),
        ("heart tx pt, melanoma BRAF wt, pembrolizumab?", True),
        ("pt w/ cardiac transplant and MSI-H endometrial ca dostarlimab ok", True),
        ("post transplant pt (liver) NSCLC PD-L1 80% pembro", True),
        ("lung tx recipient, melanoma", True),
        ("pembro in pt w/ prior liver tx??", True),
        ("HCC, prior liver transplant, atezo/bev?", True),
        ("HCC, sorafenib prior to liver transplant?", False),
        ("s/p lung tx, melanoma, nivo?", True),
        ("pancreatic transplant 2015, NSCLC", True),
        ("HCC, bridge to liver transplant, atezo/bev?", False),
        ("HCC listed for liver tx, durvalumab?", False),
        ("NSCLC, lung tx planned? PD-L1 80%", False),
        ("HCC, awaiting liver transplantation", False),
    ],
)
def test_a_transplanted_organ(text: str, transplanted: bool) -> None:
    found = read_fact_sheet([Message(text=text)]).of(Condition)
    assert (Condition(name="transplant") in found) is transplanted


def test_whether_the_regimen_of_a_trial_may_be_given() -> None:
    assert says_permission("breast ca in pregnancy, KEYNOTE-522 regimen ok?")
    assert not says_permission("KEYNOTE-522 overall survival")


@pytest.mark.parametrize(
    ("text", "polarity"),
    [
        ("DLBCL, HBsAg neg, anti-HBc pos, HBV DNA neg, rituximab ok?", "present"),
        ("DLBCL, anti-HBc positive, HBsAg negative, rituximab ok?", "present"),
        ("DLBCL, HBsAg negative, anti-HBc negative, rituximab ok?", "absent"),
    ],
)
def test_one_positive_test_of_hepatitis_b_is_not_denied_by_another(
    text: str, polarity: str
) -> None:
    found = read_fact_sheet([Message(text=text)]).of(Condition)
    assert [each.polarity for each in found if each.name == "hepatitis B"] == [polarity]
