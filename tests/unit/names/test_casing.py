"""What people write without capitals is read as if it had them."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from names.recognition.spelling.casing import restore_case


@pytest.mark.parametrize(
    ("small", "restored"),
    [
        ("kras g12d, pd on t-dm1, ild g2", "KRAS G12D, PD on t-dm1, ILD G2"),
        ("egfr l858r, egfr 45, egfr 19 del", "EGFR L858R, eGFR 45, EGFR 19 del"),
        ("dpyd c.2846a>t, ugt1a1 *28/*28, tpmt *3a", "DPYD c.2846A>T, UGT1A1 *28/*28, TPMT *3A"),
        ("gbrca1 and hrr neg", "gBRCA1 and HRR neg"),
        ("stage iiib, ct2n1, ecog 1", "stage IIIB, cT2N1, ECOG 1"),
        ("met amp and no ret fusion; she met us", "MET amp and no RET fusion; she met us"),
        ("olaparib q21d for all ten", "olaparib q21d for all ten"),
        ("oxycodone q12h, kras q61h", "oxycodone q12h, KRAS Q61H"),
        ("Pt with ild, kras g12c, ALT 80, pe", "Pt with ILD, KRAS G12C, ALT 80, pe"),
        ("pd on thp, then folfiri", "PD on THP, then FOLFIRI"),
        ("5FU dpyd c.2846A>T, T-DXd nudt15", "5FU DPYD c.2846A>T, T-DXd NUDT15"),
        ("T-DXd, she nags her husband", "T-DXd, she nags her husband"),
        ("fgfr2-bicc1 fusion, io", "FGFR2-BICC1 fusion, IO"),
        ("who won the world cup", "who won the world cup"),
        ("a cup of tea before olaparib?", "a cup of tea before olaparib?"),
        ("cup with her2 3+, after chemo", "CUP with her2 3+, after chemo"),
        ("61f, unfavourable cup", "61f, unfavourable CUP"),
    ],
)  # fmt: skip
def test_small_letters(small: str, restored: str) -> None:
    assert restore_case(small) == restored


@pytest.mark.parametrize(
    "question",
    [
        "HER2+ MBC, PD on THP then T-DXd, active brain mets. Next?",
        "DPYD *2A heterozygous, capecitabine dose?",
        "Olaparib, Hb 7.4 g/dL. What to do?",
        "gBRCA1 mBC, eGFR 35 mL/min: talazoparib dose?",
        "NSCLC EGFR exon 19 deletion, PD on osimertinib, MET amplified. Next?",
        "Abemaciclib, ALT 6x ULN, bilirubin normal?",
        "BRAF V600E stage III melanoma, resected. Adjuvant?",
    ],
)
def test_a_question_in_small_letters_is_read_alike(question: str) -> None:
    one, other = parse_text(question), parse_text(question.lower())
    assert {fact.value for fact in one.sheet.facts} == {fact.value for fact in other.sheet.facts}
    assert [(p.kind, p.drugs, p.variants, p.tumours) for p in one.parts] == [
        (p.kind, p.drugs, p.variants, p.tumours) for p in other.parts
    ]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("PSMA PET pos, HRR neg", "PSMA PET pos HRR neg"),
        ("EGFR-mutated NSCLC", "EGFR-mut NSCLC"),
        ("PD-L1 negative TNBC", "PD L1 negative TNBC"),
        ("THP, T-DM1, T-DXd had. Next?", "THP, T-DM1,\nT-DXd had. Next?"),
        ("HER2+ MBC after THP, T-DM1, T-DXd", "HER2+ MBC after THP - T-DM1 - T-DXd"),
        ("pd on letrozole, then fulvestrant", "pd on letrozole; then fulvestrant"),
        ("on T-DXd, new GGO. Hold?", "Hi all. On T-DXd, new GGO. Hold?"),
        ("78 y, 52 kg, creatinine 1.6 mg/dL", "78 y - 52 kg - creatinine 1.6 mg/dL"),
        (
            "which PARP inhibitor after progression on olaparib?",
            "Hello, which PARP inhibitor after progression on olaparib?",
        ),
    ],
)  # fmt: skip
def test_facts_do_not_hang_on_how_a_message_is_set(one: str, other: str) -> None:
    assert _facts(one) == _facts(other)


def _facts(text: str) -> set[object]:
    return {fact.value for fact in parse_text(text).sheet.facts}


@pytest.mark.parametrize(
    "courtesy",
    ["Hi team! {}", "Dear colleagues, good morning. {}", "{} Please advise.", "{} Thanks a lot!"],
)
def test_courtesies_ask_nothing(courtesy: str) -> None:
    question = "ALK+ NSCLC, PD on alectinib, ALK G1202R. Which TKI?"
    one, other = parse_text(question), parse_text(courtesy.format(question))
    assert [(p.kind, p.drugs, p.variants) for p in one.parts] == [
        (p.kind, p.drugs, p.variants) for p in other.parts
    ]


def test_hearing_aids_are_no_disease() -> None:
    assert restore_case("CKD3b, hearing aids") == "CKD3b, hearing aids"
    assert restore_case("uses hearing aids") == "uses hearing aids"
