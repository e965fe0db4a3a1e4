"""Two alleles of one gene of one person: both are there, unless the message says otherwise.

Where each is told to be there once and nothing is said of the phase, each is taken to lie on its
own chromosome, as CPIC counts the activity scores of DPYD (2018); where the phase is told to be
open, only what holds either way."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.value_words import describe


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "DPYD *2A het, *13 het. Capecitabine dose?",
            ["DPYD *2A/*13 (poor metaboliser, activity score 0)"],
        ),
        (
            "het DPYD *2A, het DPYD *13",
            ["DPYD *2A/*13 (poor metaboliser, activity score 0)"],
        ),
        (
            "DPYD tested: *2A het, *13 het. 5-FU or capecitabine?",
            ["DPYD *2A/*13 (poor metaboliser, activity score 0)"],
        ),
        ("DPYD *2A het and HapB3 het, phasing not done", ["DPYD *2A/HapB3 (deficient)"]),
        ("DPYD *2A het, HapB3 het (cis or trans?)", ["DPYD *2A/HapB3 (deficient)"]),
        ("capecitabine for DPYD *2A het vs *13 het?", ["DPYD *2A/*13 (deficient)"]),
        (
            "DPYD *2A het, *13 het and HapB3 het. 5-FU?",
            ["DPYD *2A/*13/HapB3 (poor metaboliser, activity score 0)"],
        ),
        ("capecitabine in DPYD *2A and *13 carriers?", ["DPYD *2A/*13 (deficient)"]),
        (
            "DPYD *2A het and HapB3 het, 5-FU?",
            ["DPYD *2A/HapB3 (poor metaboliser, activity score 0.5)"],
        ),
        ("TPMT *2 het and *3C het, 6-MP dose", ["TPMT *2/*3C (poor metaboliser)"]),
        ("TPMT *3B and *3C, 6-MP dose", ["TPMT *3B/*3C (deficient)"]),
        (
            "DPYD *2A/*13, 5-FU?",
            ["DPYD *2A/*13 (poor metaboliser, activity score 0)"],
        ),
        (
            "DPYD c.2846A>T het and HapB3 het, phase unknown",
            ["DPYD c.2846A>T/HapB3 (intermediate metaboliser, activity score 1 to 1.5)"],
        ),
        (
            "heterozygous for DPYD c.557A>G, heterozygous for c.2846A>T",
            ["DPYD c.557A>G/c.2846A>T (intermediate metaboliser, activity score 1)"],
        ),
        (
            "CYP2D6 *10 het, *41 het. Tamoxifen?",
            ["CYP2D6 *10/*41 (intermediate metaboliser, activity score 0.5)"],
        ),
        (
            "DPYD c.1905+1G>A/*2A het",
            ["DPYD *1/*2A (intermediate metaboliser, activity score 1)"],
        ),
        (
            "DPYD c.1236G>A/HapB3 het. Dose?",
            ["DPYD *1/HapB3 (intermediate metaboliser, activity score 1.5)"],
        ),
        ("DPYD *2A or *13, 5-FU?", ["DPYD *2A", "DPYD *13"]),
        ("DPYD *2A, no *13. 5-FU?", ["DPYD *2A"]),
        (
            "first pt DPYD *2A het, second pt DPYD *13 het. 5-FU?",
            [
                "DPYD *1/*2A (intermediate metaboliser, activity score 1)",
                "DPYD *1/*13 (intermediate metaboliser, activity score 1)",
            ],
        ),
    ],
)
def test_both_alleles_count(text: str, facts: list[str]) -> None:
    sheet = read_fact_sheet([Message(text)])
    assert [describe(each.value) for each in sheet.facts] == facts
    assert not sheet.contradictions


def test_the_words_of_both_are_its_span() -> None:
    (fact,) = read_fact_sheet([Message("DPYD *2A het, *13 het. 5-FU dose?")]).facts
    assert (fact.text, fact.start, fact.end) == ("*2A het, *13 het", 5, 21)


@pytest.mark.parametrize(
    ("second", "told"),
    [
        (
            "second variant came back, c.2846A>T on the other allele as well",
            "DPYD *2A/c.2846A>T (poor metaboliser, activity score 0.5)",
        ),
        ("also c.2846A>T het", "DPYD *2A/c.2846A>T (poor metaboliser, activity score 0.5)"),
        ("also c.2846A>T het, phase not known", "DPYD *2A/c.2846A>T (deficient)"),
        ("a second variant: c.2846A>T", "DPYD *2A/c.2846A>T (deficient)"),
        ("lab now reports *13 in trans", "DPYD *2A/*13 (poor metaboliser, activity score 0)"),
        ("sorry, it is c.2846A>T", "DPYD c.2846A>T"),
        ("lab corrected: c.2846A>T, not *2A", "DPYD c.2846A>T"),
    ],
)
def test_a_later_message_adds_a_second_allele(second: str, told: str) -> None:
    first = "DPYD *2A heterozygous. Starting dose of capecitabine?"
    sheet = read_fact_sheet([Message(first), Message(second, said_at="1")])
    assert told in [describe(each.value) for each in sheet.facts]
