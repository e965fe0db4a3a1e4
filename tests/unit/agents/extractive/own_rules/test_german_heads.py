"""Tables with German heads, asked in English, and drugs of the patient's own."""

from __future__ import annotations

import pytest

from agents.extractive.own_rules.comparing import rules_told
from agents.extractive.own_rules.rules_of_document import rules_of

BLOOD = """# Dosis nach Blutbild

| Wirkstoff | Thrombozyten (G/l) | Thrombozyten (G/l) |
| Wirkstoff | 75–99 | < 75 |
| Topotecan | 60 % | verschieben |
| Gemcitabin | 70 % | verschieben |

## Niere

| Wirkstoff | KrCl ≥ 60 ml/min | KrCl 30–59 ml/min |
| Bleomycin | 100 % | 65 % |

## Patient brings own medicines

- Own oral chemo: nurse counts the tablets, pharmacist checks the label.
- Own opioids: recorded in the controlled drugs book.
"""
RULES = rules_of(BLOOD, "Dosis nach Blutbild")


def tell(question: str) -> list[str]:
    return [each.rule.own for each in rules_told(question, RULES, named=False, first=True)]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("plts 82, topotecan dose", "60 %"),
        ("topotecan, platelets 61", "verschieben"),
        ("bleomycin with CrCl 44, how much?", "65 %"),
    ],
)
def test_a_value_is_held_against_the_german_name_of_its_measure(question: str, told: str) -> None:
    assert [told in each for each in tell(question)] == [True]


def test_own_tablets_of_another_kind_are_no_chemotherapy() -> None:
    assert not tell("patient came with his own morphine tablets, what do we do")
