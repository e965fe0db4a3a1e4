"""Treatments that a message tells by a cycle, a count of cycles or "PD" alone, and what is none."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from names.clinical.values import Therapy

TOLD = (
    ("65F NSCLC, pembro mono C6, PR\nStop pembro?", "current pembrolizumab"),
    ("NSCLC MET ex14 skip\ncapmatinib C3, edema G3\nTepotinib instead?", "current capmatinib"),
    ("48M lung, RET fusion, selpercatinib C10, ALT 6x ULN, HTN\nhold?", "current selpercatinib"),
    ("DLBCL R-CHOP C3, HBV DNA 2000, ALT 180", "current rituximab"),
    ("74M, UC bladder\nEV C4: rash G3\nhold EV?", "current enfortumab vedotin"),
    ("HER2+ EBC, T-DM1 C5, continue?", "current trastuzumab emtansine"),
    ("HER2+ EBC, residual dz after TCHP, T-DM1 C5, plt 68", "current trastuzumab emtansine"),
    ("RCC. progressed on sunitinib, nivolumab C2", "current nivolumab"),
    ("HER2+ BC, TCHP x6, residual disease\nT-DM1?", "given docetaxel"),
    ("Rectal ca cT3N2\nSCRT -> CAPOX x6, cCR", "given capecitabine"),
    ("mCRPC MSI-H, PD abi + docetaxel\npembro?", "progressed abiraterone"),
    ("RCC, PD ipi/nivo, cabo since 3/25", "progressed ipilimumab"),
    ("NSCLC, PD carbo/pem, next?", "progressed carboplatin"),
    ("GIST, imatinib 400 -> 800 -> PD", "progressed imatinib"),
    ("GIST, sunitinib 37.5 mg PD", "progressed sunitinib"),
    ("RCC, lenvatinib 24->14 mg, PD", "progressed lenvatinib"),
)
NOT_TOLD = (
    "NSCLC: pembro C6 dose?",
    "NSCLC, pembro C6?",
    "NSCLC, PD-L1 80%, start pembro C1",
    "BC HER2+, start TCHP x6",
    "BC HER2+: plan TCHP C1 Monday",
    "DLBCL, R-CHOP C1 tomorrow",
    "UC, EV C1, due next week",
    "CRC KRAS wt: FOLFOX C4 vs FOLFOX C12",
    "DLBCL protocol: R-CHOP C1-C6",
    "DLBCL R-CHOP C1, C2, C3",
    "mCRC FOLFOX C5, SD, PD in liver 3 months later",
    "NSCLC, if pembro C3, TSH check",
    "NSCLC not on pembro C6",
    "NSCLC pembro C2, premed?",
    "mBC HER2+ T-DXd C8, ILD G2, off",
    "BC, TCHP x6?",
    "NSCLC, PD, osimertinib?",
    "NSCLC, CT PD docetaxel planned",
    "NSCLC, at PD osimertinib continued",
    "HCC, PD lenva started",
    "HCC, PD lenva, started 3/24",
    "NSCLC, PD docetaxel.",
    "NSCLC, if PD docetaxel",
    "GIST, imatinib 400 -> 800, SD",
    "GIST, imatinib 400 mg -> PD?",
    "GIST, imatinib 400 mg, PD rule: 800",
    "GIST if imatinib 400 mg PD, 800 mg",
    "CML, imatinib 400 -> dasatinib 100, PD",
    "RCC, lenvatinib 14 mg until PD",
)


def treatments_of(text: str) -> list[tuple[str, str]]:
    facts = read_fact_sheet((Message(text),)).facts
    values = [fact.value for fact in facts if not fact.rule]
    return [(each.outcome, " ".join(each.drugs)) for each in values if isinstance(each, Therapy)]


@pytest.mark.parametrize(("text", "told"), TOLD)
def test_what_is_told_in_haste(text: str, told: str) -> None:
    outcome, drug = told.split(" ", 1)
    found = treatments_of(text)
    assert [how for how, drugs in found if drugs.startswith(drug)] == [outcome], found


@pytest.mark.parametrize("text", NOT_TOLD)
def test_what_is_not_told(text: str) -> None:
    found = [how for how, _ in treatments_of(text) if how in ("current", "given", "progressed")]
    assert found == []
