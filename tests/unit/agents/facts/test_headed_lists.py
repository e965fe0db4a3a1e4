"""Treatments that stand below a head ("Prior: ...") were had; what is asked beside them was not."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from names.clinical.values import Therapy

HAD = frozenset(("given", "progressed", "completed"))


def had(text: str) -> set[str]:
    sheet = read_fact_sheet([Message(text)])
    return {drug for each in sheet.of(Therapy) if each.outcome in HAD for drug in each.drugs}


HEADS = (
    "Prior:",
    "Prior tx:",
    "Prior therapy:",
    "Prior lines:",
    "Previous:",
    "Previous treatment:",
    "Prior systemic therapy:",
    "Treatment history:",
    "Received:",
    "Pretreated:",
    "Past therapies:",
)


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("value", ["LVEF 60, ECOG 1.", "CrCl 45.", "QTcF 440.", ""])
def test_what_stands_below_a_head_was_had(head: str, value: str) -> None:
    text = (
        f"mBC ER+ HER2-. {head} letrozole/palbociclib 22mo, fulvestrant/alpelisib 5mo (PIK3CA"
        f" H1047R), capecitabine. {value} Next line? T-DXd or sacituzumab?"
    )
    drugs = {"letrozole", "palbociclib", "fulvestrant", "alpelisib", "capecitabine"}
    assert had(text) == drugs


@pytest.mark.parametrize(
    ("text", "drugs"),
    [
        ("NSCLC EGFR ex19del. Prior: osi 18mo. Next? Dato-DXd?", {"osimertinib"}),
        (
            "Prior therapy:\n- docetaxel\n- abiraterone\nmCRPC, olaparib?",
            {"docetaxel", "abiraterone"},
        ),
        (
            "mCRPC. Prior: 1. docetaxel 2. abiraterone. PSA 20. olaparib?",
            {"docetaxel", "abiraterone"},
        ),
        ("Hx: docetaxel x6.\nmCRPC, CrCl 30. olaparib?", {"docetaxel"}),
        ("mCRPC. Prior: docetaxel, now olaparib?", {"docetaxel"}),
        (
            "HER2+ mBC, 1L pertuzumab 2L T-DM1. LVEF 60. Options?",
            {"pertuzumab", "trastuzumab emtansine"},
        ),
    ],
)
def test_a_list_ends_where_it_asks(text: str, drugs: set[str]) -> None:
    assert had(text) == drugs


@pytest.mark.parametrize(
    "text",
    [
        "NSCLC. Prior: none. Osimertinib?",
        "NSCLC. Prior: none, osimertinib?",
        "NSCLC. Prior: osimertinib?",
        "Tx: osimertinib?",
        "HER2+ mBC\nTreatment: T-DXd C4\nILD grade 1",
        "EGFR L858R NSCLC\nTx: osimertinib 80 mg daily\nQTc 490",
        "NSCLC, plan 1L: osimertinib",
        "Prior authorisation: osimertinib, which form?",
        "Prior: declined docetaxel. mCRPC, olaparib?",
        "Prior: considered for docetaxel. mCRPC, olaparib?",
        "Previous: no docetaxel. mCRPC, olaparib?",
        "Meds: olaparib, warfarin. INR 4",
        "osimertinib, QTc 510. what next?",
    ],
)
def test_what_is_asked_or_refused_below_a_head_was_not_had(text: str) -> None:
    assert had(text) == set()


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("osimertinib resistance, next line?", "progressed"),
        ("osimertinib resistance due to C797S", "progressed"),
        ("osimertinib resistance mechanisms", ""),
        ("osimertinib - resistance mechansims?", ""),
        ("osimertinib resistance?", ""),
    ],
)
def test_a_resistance_that_is_asked_about_is_not_told(text: str, outcome: str) -> None:
    sheet = read_fact_sheet([Message(text)])
    told = {each.outcome for each in sheet.of(Therapy) if "osimertinib" in each.drugs}
    assert told == ({outcome} if outcome else set())
