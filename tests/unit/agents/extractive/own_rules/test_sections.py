"""Sections that a title names, and lines under each other that have labels of their own."""

from __future__ import annotations

import pytest

from agents.extractive.own_rules.comparing import rules_told
from agents.extractive.own_rules.rules_of_document import rules_of

LIST = """Antiemetics and premedication

Day unit, list 12

1. Antiemetics by risk

| Risk | Regimens | Day 1 |
| Moderate | Oxaliplatin, irinotecan, T-DXd * | granisetron 3 mg |
| Low | Taxanes, gemcitabine | metoclopramide 7 mg |

* T-DXd: from cycle 2 treat as High if there was vomiting in cycle 1.
QTc above 480 ms: no olanzapine, no 5-HT3 antagonist except palonosetron.
Diabetic on insulin: dexamethasone halved.

2. Premedication

| Drug | Premed | When |
| Paclitaxel weekly | chlorphenamine 9 mg | 35 min before |
| Cabazitaxel | famotidine 21 mg | 35 min before |
"""


def tell(question: str) -> list[str]:
    rules = rules_of(LIST, "Antiemetics and premedication")
    return [each.rule.own for each in rules_told(question, rules, named=False, first=True)]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("antiemetics for oxaliplatin?", "granisetron"),
        ("antiemetic for gemcitabine", "metoclopramide"),
        ("premed for cabazitaxel", "famotidine"),
        ("weekly paclitaxel, which premed", "chlorphenamine"),
        ("qtc 495, which antiemetic can't I use", "no olanzapine"),
        ("diabetic on insulin, antiemetic dexamethasone?", "halved"),
    ],
)
def test_a_row_is_told_for_what_its_own_section_is_on(question: str, told: str) -> None:
    assert any(told in each for each in tell(question))


@pytest.mark.parametrize("question", ["premed for oxaliplatin?", "premed for gemcitabine"])
def test_a_row_of_another_section_of_the_title_is_not_told(question: str) -> None:
    assert not tell(question)


def test_a_footnote_does_not_bring_the_lines_below_it() -> None:
    told = tell("antiemetics for T-DXd")
    assert any("from cycle 2" in each for each in told)
    assert not any("QTc" in each or "insulin" in each for each in told)


RADIOTHERAPY = """# Palliative radiotherapy

## Schedules

| Site | Case | Dose |
| Lung | SVC obstruction, stent failed | 19 Gy |
| Cervix or head and neck | bleeding | 13 Gy |

## Drugs around radiotherapy

- Stop over 10 days.
"""


@pytest.mark.parametrize(
    ("question", "told"),
    [("SVC obstruction, stent failed, RT dose?", "19 Gy"), ("cervix ca bleeding, dose?", "13 Gy")],
)
def test_what_the_whole_document_is_on_is_no_section_of_it(question: str, told: str) -> None:
    rules = rules_of(RADIOTHERAPY, "Palliative radiotherapy")
    found = rules_told(question, rules, named=True)
    assert [told in each.rule.own for each in found] == [True]
