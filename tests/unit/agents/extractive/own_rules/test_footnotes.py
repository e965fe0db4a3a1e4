"""Footnotes and exceptions travel with the rule that bears their mark or that they restrict."""

from __future__ import annotations

import pytest

from agents.extractive.own_rules.comparing import rules_told
from agents.extractive.own_rules.rules_of_document import rules_of

UNIT = """# Kidneys

| Drug | Clearance 40-55 mL/min | Clearance below 40 mL/min |
| Zoledronic acid | 3.1 mg b | none |
| Ifosfamide c | 71 % | 52 % |
| Melphalan (a) | 66 % | 41 % |

(a) Only with two litres of fluid. Not at the weekend.

b
Over 33 minutes.

c With mesna, always.

# Premedication

| Regimen | Drug before it |
| Weekly paclitaxel * | dexamethasone 7 mg |
| Pegaspargase | none |

* Kept after a reaction.

# Reactions

- Grade 1: slow down.
- Grade 2: stop, start again at 37 %.
- Grade 3: stop for good.

Exception: with carboplatin a grade 1 reaction is handled as grade 2.
"""


def tell(question: str) -> list[str]:
    rules = rules_of(UNIT, "Unit")
    return [each.rule.own for each in rules_told(question, rules, named=True)]


@pytest.mark.parametrize(
    ("question", "note"),
    [
        ("zoledronic acid dose with clearance 48", "Over 33 minutes"),
        ("ifosfamide dose with clearance 30", "With mesna"),
        ("melphalan dose with clearance 30", "two litres"),
        ("melphalan dose with clearance 30", "weekend"),
        ("dexamethasone before weekly paclitaxel", "Kept after a reaction"),
    ],
)
def test_a_footnote_is_told_behind_the_row_that_bears_its_mark(question: str, note: str) -> None:
    first, *rest = tell(question)
    assert note not in first
    assert any(note in each for each in rest)


def test_a_footnote_of_another_row_is_not_told() -> None:
    assert not any("mesna" in each for each in tell("zoledronic acid dose with clearance 48"))


def test_what_is_handled_as_another_grade_comes_with_the_rule_for_that_grade() -> None:
    told = tell("grade 1 reaction to carboplatin, what now")
    assert any("37 %" in each for each in told)
    assert not any("slow down" in each or "for good" in each for each in told[:2])
