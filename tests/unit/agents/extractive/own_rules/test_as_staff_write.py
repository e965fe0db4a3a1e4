"""Questions in staff's short forms, items that are whole, and what is asked must be given."""

from __future__ import annotations

import pytest

from agents.extractive.own_rules.comparing import rules_told
from agents.extractive.own_rules.rules_of_document import rules_of

UNIT = """# Ward standard

## Tablets

- Regorafenib: begun at 81 mg, raised by 41 mg every week.
- VEGF inhibitors: interrupted 11 days before a major operation; sunitinib 15 days.

## Hydration with cisplatin

| Dose of cisplatin | Magnesium |
| up to 40 mg/m2 | 7 mmol |
| 70 mg/m2 or more | 23 mmol |

## First steps

| Organ | Grade 1 | Grade 2 |
| Colitis | Go on. Loperamide | Hold. Prednisolone 0.6 mg/kg |
| Lung | Hold. CT again after 4 weeks | Hold. Prednisolone 1.1 mg/kg |

The first steps hold for every checkpoint inhibitor.

## Hormones

- TSH above 10 mU/L: levothyroxine 51 micrograms, 26 micrograms with heart disease. The checkpoint
inhibitor is not interrupted.

## Drugs during radiotherapy

- BRAF inhibitors: off 4 days before and 3 days after fractionated radiotherapy.

## Dexamethasone

| Reason | Day 1 |
| Brain metastases without complaints | None |
| Brain metastases with complaints | 9 mg |

- Pneumocystis: co-trimoxazole when 3 mg or more for more than 5 weeks.

## Turnaround

Lung panel ..................... 12
Claudin 18.2 ................... 8
"""


def tell(question: str) -> list[str]:
    rules = rules_of(UNIT, "Ward")
    return [each.rule.own for each in rules_told(question, rules, named=False, first=True)]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("what dose do we start rego at?", "81 mg"),
        ("how much magnesium with cis 75?", "23 mmol"),
        ("hemicolectomy planned, on sunitinib. how many days off?", "15 days"),
        ("grade 1 pneumonitis on nivo, what now?", "CT again"),
        ("dabrafenib/trametinib and fractionated RT: how long off?", "4 days"),
        ("symptomatic brain mets, starting dex?", "9 mg"),
        ("turnaround for claudin?", "Claudin 18.2 ................... 8"),
    ],
)
def test_a_question_in_short_forms_finds_its_rule(question: str, words: str) -> None:
    assert [own for own in tell(question) if words in own] != []


def test_the_rest_of_an_item_is_told_with_it_and_never_alone() -> None:
    told = tell("starting levothyroxine for hypothyroid, heart disease, TSH 14. what dose?")
    assert "26 micrograms" in told[0]
    assert told[1:] == ["The checkpoint inhibitor is not interrupted."]


@pytest.mark.parametrize(
    "question",
    [
        "immune arthritis grade 2 on nivolumab, how much pred do we start with?",
        "myocarditis on nivo, which dose?",
        "been on dex for 5 weeks, how do I stop?",
    ],
)
def test_what_no_rule_gives_is_left_to_the_other_sources(question: str) -> None:
    assert tell(question) == []


RELEASE = """# Release of chemotherapy

## Minimum counts

| Regimen | ANC min | Thr. min |
|---|---|---|
| Paclitaxel weekly | 0.9 | 85 |
| Docetaxel | 1.6 | 95 |

## Immune effects

| Problem | Grade | Drug |
|---|---|---|
| Hepatitis | 3 | prednisolone 1.4 mg/kg |
| Joints | 2 | prednisolone 7.5 mg |

## Rash under cetuximab

| Rash | Cetuximab weekly |
|---|---|
| Grade 3, 1st | pause 1 week, then 220 mg/m2 |
| Grade 3, 2nd | pause 2 weeks, then 170 mg/m2 |

## Lipids on lorlatinib

LDL above 4.1 mmol/l on lorlatinib: rosuvastatin 5 mg in the evening.

Platelets below 90 on niraparib: pause to 105. Transfuse below 15.
"""


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("weekly taxol, ANC 0.95 plt 101. release?", "| 0.9 | 85 |"),
        ("erbitux weekly, first G3 acneiform rash. restart at?", "220 mg/m2"),
        ("LDL 4.4 on lorlatinib, which statin what dose", "rosuvastatin 5 mg"),
    ],
)
def test_a_row_in_the_words_of_the_ward(question: str, words: str) -> None:
    told = rules_told(question, rules_of(RELEASE, "Release"), named=False, first=True)
    assert [words in each.rule.own for each in told] == [True]


@pytest.mark.parametrize(
    "question",
    ["nivo ALT 4x ULN = G2 hepatitis. pred dose?", "septic, plt 12, no bleed. transfuse?"],
)
def test_a_row_of_another_name_is_no_answer(question: str) -> None:
    told = rules_told(question, rules_of(RELEASE, "Release"), named=False, first=True)
    assert not any("Joints" in each.rule.own or "niraparib" in each.rule.own for each in told)


def test_a_rule_on_the_class_alone_is_no_answer_on_another_matter() -> None:
    text = "# Vaccines\n\nUnder checkpoint antibodies too: two shots, 7 weeks apart.\n\n# Drips\n\n"
    text += "Cabazitaxel: observe for 30 minutes.\n"
    told = rules_told(
        "how long to observe durvalumab", rules_of(text, "W"), named=False, first=True
    )
    assert not told
