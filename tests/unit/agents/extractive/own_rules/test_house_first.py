"""Rules that answer though no one asked for the hospital's own, and what travels with them."""

from __future__ import annotations

import pytest

from agents.extractive.own_rules.comparing import rules_told
from agents.extractive.own_rules.rules_of_document import rules_of

UNIT = """# Day unit standard

## Emetic risk

| Emetic risk | Antiemetic on day 1 |
| High | Drug A 7 mg |
| Moderate | Drug B 3 mg |

Carboplatin with an AUC of 5 or more is treated as high risk; below 5 it is moderate.

## Reactions

| Grade of the reaction | Same drug again? |
| 2 | Yes, after 31 minutes |
| 3 | Not the same day |

For platinum compounds the rule of grade 3 already holds from grade 2.

## Signatures

- The request is signed by the lead pharmacist.
- Costs above 21,000 a year: the director signs as well.

## Turnaround

| Test | Turnaround (working days) |
| Liquid biopsy (ctDNA) | 9 |
| HER2 IHC | 3 |

## Zoledronic acid

| CrCl (mL/min) | Dose |
| 40 to 49 | 3.3 mg |
| below 35 | None |

## Extravasation

| Substance | Compress |
| Vinorelbine | Warm, 17 minutes |
| Mitomycin | Cold, 13 minutes |
"""


def tell(question: str, *, first: bool = True) -> list[str]:
    return [
        each.rule.own
        for each in rules_told(question, rules_of(UNIT, "Unit"), named=not first, first=first)
    ]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("carbo AUC 6, which antiemetics on day 1?", "Drug A"),
        ("carbo AUC 4, which antiemetics on day 1?", "Drug B"),
        ("how long does ctDNA take to come back", "| 9 |"),
        ("vinorelbine leaked, hot or cold pack?", "Warm, 17"),
        ("CrCl 44, how much zoledronic acid?", "3.3 mg"),
    ],
)
def test_a_question_that_names_no_silo_is_answered_by_the_rule_that_fits(
    question: str, told: str
) -> None:
    assert any(told in each for each in tell(question))


def test_a_rule_brings_the_row_that_it_points_to_and_not_its_neighbour() -> None:
    told = tell("our rule: grade 2 reaction to oxaliplatin, same drug again?", first=False)
    assert any("Not the same day" in each for each in told)
    assert not any("31 minutes" in each for each in told)


def test_an_item_that_adds_to_another_brings_it() -> None:
    told = tell("who signs if it costs 30,000 a year?", first=False)
    assert any("lead pharmacist" in each for each in told)
    assert any("director" in each for each in told)


@pytest.mark.parametrize(
    "question",
    ["Olaparib with CrCl 25 mL/min?", "Osimertinib in Child-Pugh C?", "trabectedin extravasation"],
)
def test_a_rule_for_other_drugs_takes_no_question_from_other_sources(question: str) -> None:
    assert tell(question) == []
