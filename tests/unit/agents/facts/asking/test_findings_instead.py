"""A finding that a follow-up supposes instead takes the place of the one before."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.value_words import describe

OSIMERTINIB = "NSCLC EGFR L858R progressed on osimertinib, C797S"


def facts(*texts: str) -> set[str]:
    *earlier, newest = texts
    told = [Message(each, "earlier question", said_at=str(n)) for n, each in enumerate(earlier)]
    sheet = read_fact_sheet([*told, Message(newest, said_at=str(len(earlier)))])
    return {describe(fact.value) for fact in sheet.facts}


@pytest.mark.parametrize(
    ("first", "then", "left", "gone"),
    [
        (
            OSIMERTINIB,
            "and if instead MET amplification after osimertinib",
            "EGFR L858R: present",
            "EGFR C797S: present",
        ),
        (
            OSIMERTINIB,
            "and if MET amplification instead?",
            "MET amplification: present",
            "EGFR C797S: present",
        ),
        (
            "NSCLC KRAS G12C 1L",
            "and if instead BRAF V600E?",
            "BRAF V600E: present",
            "KRAS G12C: present",
        ),
        (
            "NSCLC KRAS G12C 1L",
            "what if it is a RET fusion instead?",
            "RET fusion: present",
            "KRAS G12C: present",
        ),
    ],
)
def test_the_old_finding_goes(first: str, then: str, left: str, gone: str) -> None:
    read = facts(first, then)
    assert left in read
    assert gone not in read


@pytest.mark.parametrize(
    ("first", "then", "kept"),
    [
        (OSIMERTINIB, "and if instead carboplatin?", "EGFR C797S: present"),
        (OSIMERTINIB, "also MET amplification", "EGFR C797S: present"),
        (OSIMERTINIB, "and if MET amplification too?", "EGFR C797S: present"),
        (
            "NSCLC EGFR L858R",
            "and if instead MET amplification on osimertinib?",
            "EGFR L858R: present",
        ),
        ("NSCLC EGFR L858R", "MET amplification after osimertinib", "EGFR L858R: present"),
    ],
)
def test_a_finding_beside_it_leaves_it(first: str, then: str, kept: str) -> None:
    assert kept in facts(first, then)
