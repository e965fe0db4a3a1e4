"""Threads as people write them, through the real readers."""

from __future__ import annotations

import pytest

from agents.facts.display.sheet_line import sheet_line
from agents.facts.read_sheet import Message, read_fact_sheet
from tests.unit.agents.facts.phrases import said


def line_of(*texts: str) -> str:
    return sheet_line(read_fact_sheet([said(text, minute) for minute, text in enumerate(texts)]))


CASE = "62F metastatic breast cancer, ER+, HER2 IHC 2+, progressed on letrozole + palbociclib (1L)"


@pytest.mark.parametrize(
    ("texts", "holds", "lacks"),
    [
        ((CASE,), ("woman, 62", "progressed on letrozole + palbociclib (line 1)"), ("IHC 0",)),
        (("9yo boy, ALK+ ALCL",), (": man, 9",), ()),
        (("9yo boy, ALK+ ALCL", "girl not boy, sorry"), (": woman, 9", "ALK"), ()),
        (("34F, 14/40 pregnant", "wait she miscarried last week"), ("not pregnant",), ()),
        (("ALCL in a 12 year old girl",), ("woman, 12",), ()),
        (("TNBC, has a little boy at home",), ("triple-negative",), ("man",)),
        ((CASE, "FISH negative"), ("HER2-low (from",), ("equivocal",)),
        ((CASE, "ISH: amplified"), ("HER2-positive (from",), ("HER2-low",)),
        ((CASE, "no, HER2 0"), ("HER2 0",), ("equivocal", "HER2-low ")),
        ((CASE, "No: HER2 IHC 3+"), ("HER2-positive",), ("equivocal",)),
        ((CASE, "CrCl 44 mL/min, ECOG 2"), ("clearance 44 mL/min", "moderate", "ECOG 2"), ()),
        ((CASE, "PIK3CA wild type, ESR1 mutated"), ("PIK3CA alteration: absent",), ()),
        ((CASE, "Can she get olaparib?"), ("letrozole",), ("olaparib",)),
        ((CASE, "she did not tolerate everolimus"), ("did not tolerate everolimus",), ()),
        ((CASE, "Next case: TNBC, CPS 12"), ("triple-negative", "CPS 12"), ("62", "letrozole")),
        (
            ("T-DXd ILD grade 1, hold?", "and grade 2?", "no sorry it is a pt on everolimus"),
            ("everolimus", "grade 2"),
            ("grade 1",),
        ),
        (
            ("Everolimus stomatitis gr 2?", "what if grade 3?", "correction: she is on alpelisib"),
            ("grade 3",),
            ("grade 2",),
        ),
        (("EGFR L858R NSCLC, 58F", "sorry, EGFR is wild type"), ("EGFR alteration: absent",), ()),
        (("BRCA2 VUS, 58F, ovarian cancer",), ("BRCA2 alteration: of uncertain",), ("present",)),
        (("58F, MSS colorectal cancer, TMB 3",), ("MSS", "not TMB-high (3 mut/Mb)"), ("MSI",)),
        (("58F TNBC, DPYD *2A heterozygous, activity score 1",), ("activity score 1",), ("⚠",)),
        (("58F TNBC after 3 prior lines",), ("line 4",), ()),
        (
            ("58F, relapsed 8 months after completing adjuvant letrozole, bone metastases",),
            ("progressed on letrozole (adjuvant) (from relapsed 8 months",),
            (),
        ),
        (
            ("58F, relapsed 3 years after adjuvant letrozole",),
            ("completed letrozole (adjuvant)",),
            ("progressed on letrozole",),
        ),
        (
            ("62F TNBC, 60 kg, creatinine 1.2 mg/dL",),
            (
                "creatinine clearance 46",
                "moderate renal impairment",
                "(from 62F, 60 kg, creatinine",
            ),
            (),
        ),
        (("62F TNBC, 60 kg", "creatinine 1.2 mg/dL"), ("creatinine clearance 46",), ()),
        (("62F TNBC, 60 kg, creatinine 1.2", "CrCl 70 mL/min"), ("clearance 70",), ("46",)),
        (("58F, CPS 12 TNBC",), ("PD-L1 CPS 12",), ("Child-Pugh",)),
    ],
)
def test_a_thread(texts: tuple[str, ...], holds: tuple[str, ...], lacks: tuple[str, ...]) -> None:
    line = line_of(*texts)
    assert [words for words in holds if words not in line] == [], line
    assert [words for words in lacks if words in line] == [], line


def test_a_reading_that_was_derived_at_once_names_its_rule() -> None:
    sheet = read_fact_sheet([Message("relapsed 8 months after adjuvant letrozole")])
    rules = {fact.rule for fact in sheet.facts if fact.rule}
    assert any("within 12 months of adjuvant endocrine treatment" in rule for rule in rules)


def test_a_long_report_is_read_in_a_moment() -> None:
    report = "HER2-low metastatic breast cancer, ESR1 Y537S, ECOG 1. " * 300
    assert read_fact_sheet([Message(report, "attachment")])


@pytest.mark.parametrize("text", ["She is HER2 0.", "no, HER2 0.", "HER2 0; what next?"])
def test_a_number_may_end_its_sentence(text: str) -> None:
    assert "HER2 0" in line_of("62F TNBC, HER2-low, ECOG 1.", text)
    assert "ECOG 1" in line_of("62F TNBC, HER2-low, ECOG 1.", text)


@pytest.mark.parametrize(
    ("texts", "holds", "lacks"),
    [
        (("NSCLC, ROS1 no, KRAS G12C +",), ("KRAS G12C: present", "ROS1 alteration: absent"), ()),
        (("mTNBC, first line?", "PD-L1 came back 0"), ("PD-L1-negative",), ()),
        (("mTNBC, first line?", "CPS came back 3"), ("CPS 3",), ()),
        (("EGFR del19 NSCLC",), ("exon 19 deletion: present",), ()),
        (("BRCA2 mutation, somatic only",), ("tumour BRCA2",), ()),
        (("ERBB2 L755S not amplified",), ("L755S: present",), ("absent",)),
        (("ER+ breast cancer", "rebiopsy: ER lost"), ("ER-negative",), ("ER-positive",)),
        (("BRAF V600K melanoma", "and G469A?"), ("G469A",), ("V600K: present,",)),
        (("EGFR L858R NSCLC", "and with C797S?"), ("L858R", "C797S"), ()),
        (("mCRPC, pd on enzalutamide", "and in breast cancer?"), ("breast",), ("enzalutamide",)),
        (("pd on FOLFIRI, pancreatic cancer", "sorry, it is gastric"), ("irinotecan",), ()),
        (("DPYD *1/*2A", "that was another pt, hers is *1/*1"), ("normal metaboliser",), ()),
        (("stage IV NSCLC", "brain mets ruled out"), ("metastatic",), ("not metastatic", "(brain")),
        (("mCRC, right sided", "sorry, left-sided"), ("left-sided",), ()),
        (("right-sided breast cancer",), (), ("right",)),
        (("T790M and C797S in trans", "corrected: in cis"), ("variants in cis",), ()),
        (("ovarian cancer, PFI 9 months", "wait, PFI is 3 months"), ("progressed on plat",), ()),
        (("HGSOC, last carboplatin 3 months ago, PD",), ("progressed on carboplatin",), ()),
        (("HGSOC, last platinum 14 months ago, relapse",), (), ("progressed on plat",)),
        (("NSCLC, TPS came back 0", "oops 60"), ("TPS 60%",), ("negative",)),
        (("EGFR L858R NSCLC, first line?", "next pt: same but ex20ins"), ("exon 20",), ("L858R",)),
        (("ER+ HER2- mBC", "rebiopsy TNBC"), ("triple-negative",), ("ER-positive",)),
        (("mTNBC, first line?", "progressed on pembrolizumab"), (), ("line 1",)),
        (("stage II breast cancer", "CT: liver mets"), ("metastatic",), ("stage II",)),
        (("offered palbo but declined", "she did take it, PD"), ("progressed on palbo",), ()),
        (("CYP2D6 *4/*4", "retest: *1/*4"), ("intermediate",), ("poor",)),
        (("EGFR L858R NSCLC on osimertinib",), ("on osimertinib",), ()),
        (("takes clarithromycin", "and azithromycin instead?"), (), ("clarithromycin",)),
        (("takes clarithromycin", "also takes rifampicin"), ("clarithromycin", "rifampin"), ()),
    ],
)  # fmt: skip
def test_what_a_later_message_does_to_the_facts(
    texts: tuple[str, ...], holds: tuple[str, ...], lacks: tuple[str, ...]
) -> None:
    now = line_of(*texts).split("\n")[0]
    assert [words for words in holds if words not in now] == []
    assert [words for words in lacks if words in now] == []
