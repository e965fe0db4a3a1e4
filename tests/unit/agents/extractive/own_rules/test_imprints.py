"""Lines that tell whose a document is, or its version: no rules on what its title names."""

from __future__ import annotations

import pytest

from agents.extractive.own_rules.rules_of_document import rules_of

TITLE = "Cisplatin: dosing by kidney function"


@pytest.mark.parametrize(
    "line",
    [
        "St. Anna Clinic, Department of Oncology.",
        "Version 4, valid from 2026-03-01.",
        "Last updated 2026-01-05.",
    ],
)
def test_an_imprint_is_compared_by_its_own_words(line: str) -> None:
    rules = rules_of(f"{line}\n\nCisplatin is given at 75 mg/m2.", TITLE)
    imprint, rule = (next(r for r in rules if r.own.startswith(w)) for w in (line[:8], "Cispl"))
    assert (imprint.title, imprint.headings, imprint.beside) == ("", (), "")
    assert rule.title == TITLE


@pytest.mark.parametrize(
    "line",
    [
        "Infusion time is 20 minutes in our clinic.",
        "Ward 5B Hospital admission at grade 3",
        "Revision of the dose by 20 % at grade 2.",
        "Eye Clinic review before cycle 2.",
    ],
)
def test_a_rule_that_names_a_clinic_keeps_its_title(line: str) -> None:
    (rule,) = rules_of(line, TITLE)
    assert rule.title == TITLE
