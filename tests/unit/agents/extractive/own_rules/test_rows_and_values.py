"""Rows of one table that are told apart by more than the words of their labels."""

from __future__ import annotations

import pytest

from agents.extractive.own_rules.comparing import rules_told
from agents.extractive.own_rules.rules_of_document import rules_of
from agents.extractive.own_rules.values import fits, ranges_of, values_of

WARD = """# Electrolytes, lines and procedures

## Electrolytes

| Item | Range | Measure |
| --- | --- | --- |
| Potassium | 2.6-3.1 mmol/l | 27 mmol over 4 hours |
| Potassium | below 2.6 mmol/l | 55 mmol over 9 hours, pause panitumumab |

## Care of lines

| Device | Flush when not in use | Dressing |
| --- | --- | --- |
| PICC | every 6 days | every 9 days |
| Tunnelled catheter (Hickman) | every 5 days | every 12 days |

## Procedures under apixaban

| Procedure | Last apixaban |
| --- | --- |
| Percutaneous liver biopsy | 61 h before |
| Lumbar puncture | 77 h before |

## Vaccines

| Vaccine | During treatment |
| --- | --- |
| Influenza | day 17 of a cycle |
| Herpes zoster | midway between two cycles |

After a course of prednisolone of 20 mg or more, wait 19 days before vaccinating.

## Clots: dalteparin by weight

DVT in pancreatic cancer: for 7 months.

| Weight | First weeks |
| --- | --- |
| 60-79 kg | 13,000 IU |
| 80-99 kg | 15,000 IU |

## Ejection fraction

Trastuzumab: echo every 15 weeks.

- LVEF 52 % or higher: go on.
- LVEF 40 to 51 %: leave out the next dose.

## Colitis under checkpoint inhibitors

| Grade | Steroid |
| --- | --- |
| 2 (4-6 stools above baseline) | prednisolone 0.6 mg/kg |
| 3 (7 or more stools above baseline) | methylprednisolone 1.4 mg/kg |
"""


def _told(question: str) -> list[str]:
    told = rules_told(question, rules_of(WARD, "Ward rules"), named=False, first=True)
    return [each.rule.own for each in told]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("K 2.8 on panitumumab, otherwise well. What do we give?", "27 mmol"),
        ("K 2.4 on panitumumab, what do we give?", "55 mmol"),
        ("how often does a Hickman have to be flushed if not in use", "every 5 days"),
        ("new DVT, pancreatic ca, weighs 71 kg - dalteparin dose in the first weeks?", "13,000 IU"),
        ("on herceptin, EF was 63 now 49, feels fine. give today?", "leave out"),
        ("ipi/nivo, 8 stools/day over baseline = G3 colitis. Which steroid and dose?", "1.4 mg/kg"),
    ],
)
def test_the_row_that_is_asked_for(question: str, words: str) -> None:
    assert [words in each for each in _told(question)] == [True]


@pytest.mark.parametrize(
    "question",
    [
        "bone marrow biopsy tomorrow in pt on apixaban. how many hours off before?",
        "RSV vaccine during chemo - when in the cycle is best?",
    ],
)
def test_no_row_is_on_another_of_its_kind(question: str) -> None:
    assert _told(question) == []


def test_a_grade_with_its_meaning_behind_it_is_a_grade() -> None:
    grade, stools = ranges_of("3 (7 or more stools above baseline)", "Grade Colitis", graded=True)
    assert [fits(grade, values_of(f"grade {each}")) for each in (2, 3)] == ["out", "in"]
    assert fits(stools, values_of("5 stools above baseline")) == "out"


def test_of_two_values_of_a_course_the_later_counts() -> None:
    assert [each.number for each in values_of("LVEF 63, now 49")] == [49]
    assert [each.number for each in values_of("LVEF 63 and platelets 49")] == [63, 49]


TWO_DRUGS = """# Capecitabine

## Renal function

| CrCl (mL/min) | Dose |
| above 51 | 100 % |
| 31 to 51 | 62 % |

# Cisplatin

- Cisplatin is given only if creatinine clearance is 61 mL/min or more.
- Between 46 and 60 mL/min use carboplatin AUC 5 in its place.
"""


def test_the_table_of_one_drug_does_not_answer_for_the_other_one_of_the_title() -> None:
    rules = rules_of(TWO_DRUGS, "SOP 12 Capecitabine and cisplatin")

    def told(question: str) -> list[str]:
        return [each.rule.own for each in rules_told(question, rules, named=False, first=True)]

    assert not any("100 %" in each for each in told("CrCl 55, can she get cisplatin?"))
    assert any("62 %" in each for each in told("CrCl 41, dose of capecitabine?"))
