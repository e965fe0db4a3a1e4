"""A line break anywhere in a case adds no fact: what goes on in the next line is read together."""

from __future__ import annotations

import pytest

from agents.facts.reading import Message, read_fact_sheet

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
    ],
)
def test_what_is_said_of_the_patient_beside_others_stays(text: str, word: str) -> None:
    assert word in " ".join(read(text))
