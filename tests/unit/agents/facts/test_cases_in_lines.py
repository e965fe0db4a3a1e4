"""A case that is typed in lines tells what it would tell in sentences."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.value_words import describe
from names.clinical.normalisation.line_ends import line_ends

CASES = (
    ("NSCLC KRAS G12C", "pd on carbo/pem/pembro", "sotorasib ok?"),
    ("64M mCRPC, BRCA2 mut", "prior abi + doce", "olap?"),
    ("72M mCRPC eGFR 38", "pt on apixaban", "olaparib dose?"),
    ("MSI-H mCRC", "prior folfox", "pembro?"),
    ("melanoma BRAF V600E", "had ipi/nivo", "dab/tram?"),
    ("HR+ HER2- mBC", "had letrozole", "alpelisib?"),
)


def _facts(text: str) -> set[str]:
    return {describe(fact.value) for fact in read_fact_sheet([Message(text)]).facts}


@pytest.mark.parametrize("lines", CASES)
def test_the_drug_of_the_last_line_is_not_one_of_those_that_were_had(
    lines: tuple[str, ...],
) -> None:
    told = _facts(". ".join(lines))
    assert _facts("\n".join(lines)) == told
    listed = _facts("Hi all\n- " + "\n- ".join(lines))
    assert {fact for fact in listed if fact.startswith(("had", "progressed"))} == {
        fact for fact in told if fact.startswith(("had", "progressed"))
    }


@pytest.mark.parametrize(
    "text",
    [
        "mBC, progressed on letrozole and\npalbociclib",
        "mBC, progressed on\nletrozole, palbociclib",
        "HCC, sorafenib\nfailed, what next?",
        "ovarian, germline BRCA\nnegative, HRD positive",
        "breast ca ER\npositive HER2\nnegative",
        "mBC, did not receive\ndocetaxel",
        "NSCLC, could not tolerate\nosimertinib",
        "NSCLC, pembro\nrefractory",
        "CrCl 35, denies\ndiabetes",
        "melanoma, no known\nhistory of\nautoimmune disease, pembro?",
        "mCRC, had FOLFOX\nwith bevacizumab",
        "prostate cancer, had docetaxel\nand abiraterone",
        "mBC HER2-positive, which has progressed on trastuzumab and pertuzumab with\ndocetaxel",
        "A patient with metastatic breast cancer that is HER2-positive and had\ntrastuzumab",
    ],
)
def test_a_line_that_leads_on_is_one_sentence_with_the_next(text: str) -> None:
    assert _facts(text) == _facts(text.replace("\n", " "))


def test_a_line_that_was_wrapped_by_a_program_goes_on() -> None:
    wrapped = (
        "The patient is 64 and had a tumour of the left breast that came back in bone\n"
        "and liver, was given letrozole with palbociclib, and asks about a change of\n"
        "treatment."
    )
    assert list(line_ends(wrapped)) == []


@pytest.mark.parametrize(
    ("text", "had"),
    [
        ("HER2-low mBC post-chemo T-DXd dose", "had trastuzumab deruxtecan"),
        ("mBC after chemo T-DXd?", "had trastuzumab deruxtecan"),
        ("NSCLC post-osimertinib amivantamab dose", "had amivantamab"),
    ],
)
def test_a_drug_right_behind_what_was_had_is_the_one_in_question(text: str, had: str) -> None:
    assert had not in _facts(text)
