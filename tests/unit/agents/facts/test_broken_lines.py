"""A line break anywhere in a case adds no fact: what goes on in the next line is read together."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from names.clinical.values import Marker

CASES = (
    "mBC HER2 negative, germline BRCA wild type, had capecitabine. Olaparib?",
    "ovarian cancer, mother has ovarian cancer with BRCA1 mutation, patient tested negative",
    "NSCLC PD-L1 80%, EGFR negative, ALK negative, no brain mets. Pembrolizumab?",
    "melanoma, BRAF V600E not detected, never had ipilimumab, progressed on nivolumab",
    "HER2 positive mBC, could not tolerate pertuzumab, progressed on trastuzumab emtansine",
    "mCRPC, refused docetaxel, on abiraterone, no diabetes or hypertension",
    "urothelial carcinoma, cisplatin ineligible, CrCl 35, no prior therapy",
    "CML refractory to dasatinib, T315I not found, QTc 440 ms",
    "HR positive mBC, variant of uncertain significance in BRCA2, G3 diarrhoea on abemaciclib",
    "gastric cancer HER2 not amplified, CPS 10, prior FOLFOX, intolerant of oxaliplatin",
)


def read(text: str) -> set[str]:
    return {repr(fact.value) for fact in read_fact_sheet([Message(text)]).facts}


@pytest.mark.parametrize("text", CASES)
def test_a_break_at_any_blank_adds_no_fact(text: str) -> None:
    plain = read(text)
    for place, letter in enumerate(text):
        for following in {
            text[place + 1 :],
            text[place + 1 :].capitalize()[:1] + text[place + 2 :],
        }:
            if letter == " " and (added := read(f"{text[:place]}\n{following}") - plain):
                pytest.fail(f"a break before {following!r} adds {sorted(added)}")


@pytest.mark.parametrize(
    "text",
    [
        "HER2\nPositive nodes: 3",
        "mCRPC\nhad docetaxel\nolaparib?",
        "PMH: diabetes\nFHx: breast cancer\nNSCLC ALK+",
        "FH: mother breast ca\nER+ HER2- mBC",
    ],
)
def test_lines_of_their_own_stay_apart(text: str) -> None:
    assert read(text) == read(text.replace("\n", ".\n"))


@pytest.mark.parametrize(
    "text",
    [
        "Sister died of breast cancer at 38 (BRCA1+). mBC",
        "mBC.\nFamily history:\n- germline BRCA1 mutation\n- diabetes\n",
        "Mom BRCA1 positive. mBC",
        "Relatives: BRCA1 mutation; mBC",
        "mBC. Mother: BRCA1 mutation, diabetes",
        "mother had ovarian cancer, BRCA1 positive. mBC",
        "BRCA1 pathogenic variant (mother). mBC",
        "BRCA1 mutation in the family, mBC",
        "Her mother, who has a BRCA1 mutation, had olaparib. mBC",
        "her fiancé takes ketoconazole. mBC",
    ],
)
def test_what_is_said_of_others_is_not_the_patient(text: str) -> None:
    told = " ".join(read(text))
    assert not any(word in told for word in ("BRCA1", "diabetes", "olaparib", "ketoconazole"))


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("58F, mother with breast ca, BRCA1 mutated HGSOC", "BRCA1"),
        ("HER2+ mBC (mother had breast cancer too)", "HER2"),
        ("mother had breast cancer, EGFR L858R NSCLC", "L858R"),
        ("mother: diabetes. She has BRCA1 mutated HGSOC", "BRCA1"),
        ("HGSOC, mother died of breast cancer, germline BRCA1 mutation, after debulking", "BRCA1"),
        ("HGSOC (mother breast ca 45), gBRCA1, CR after carboplatin", "BRCA1"),
        ("mCRPC, lives with wife, BRCA2 mutation, progressed on enzalutamide", "BRCA2"),
        ("Brought by son: NSCLC EGFR L858R, brain mets", "L858R"),
        ("Wife asks: mCRPC BRCA2 mutated, olaparib?", "BRCA2"),
        ("58F HGSOC, mother breast cancer, BRCA1 mutated", "BRCA1"),
        ("Lives with husband\nHER2+ mBC on T-DXd", "HER2"),
        ("Married, one son\nALK+ NSCLC on alectinib", "ALK"),
        ("AML NPM1+ with donor available", "NPM1"),
        ("mPDAC stable on FOLFIRINOX (brother PDAC), germline BRCA2 mutation", "BRCA2"),
        ("AML relapse after alloHSCT (sibling donor), FLT3-ITD+", "ITD"),
        ("ROS1 fusion (partner CD74) NSCLC", "ROS1"),
        ("NTRK3 fusion with partner ETV6", "NTRK3"),
        ("Familial MTC, RET M918T, PD on cabozantinib", "M918T"),
        ("twin pregnancy, HER2+ breast cancer", "pregnant"),
        ("Fam Hx:\nnil\nNSCLC EGFR L858R", "L858R"),
        ("FHx:\n- mother breast ca\nNSCLC EGFR L858R", "L858R"),
    ],
)
def test_what_is_said_of_the_patient_beside_others_stays(text: str, word: str) -> None:
    assert word in " ".join(read(text))


@pytest.mark.parametrize(
    ("text", "there"),
    [
        ("NSCLC\nEGFR exon 19 deletion\nNegative: ALK, ROS1", "exon 19 deletion"),
        ("mCRC\nBRAF V600E\nNegative: KRAS, NRAS\nMSS", "V600E"),
        ("NSCLC\nNegative: ALK, ROS1\nPositive: EGFR L858R", "L858R"),
        ("NSCLC\nNot detected: EGFR, ALK\nDetected: KRAS G12C", "G12C"),
        ("mCRC\nWild type: KRAS, NRAS\nMutated: BRAF V600E", "V600E"),
        ("NSCLC\nPathogenic: KRAS G12C\nVUS: BRCA2, ATM", "G12C"),
        ("NSCLC, EGFR L858R in tissue, ctDNA negative now", "L858R"),
    ],
)
def test_the_head_of_a_list_says_nothing_of_the_line_above(text: str, there: str) -> None:
    markers = read_fact_sheet([Message(text)]).of(Marker)
    assert [each.state for each in markers if each.polarity == "present"] == [there]
