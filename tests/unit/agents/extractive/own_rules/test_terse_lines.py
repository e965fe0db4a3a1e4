"""Terse protocols: a line of several short sentences, cells that begin with a value, short drug
names."""

from __future__ import annotations

import pytest

from agents.extractive.own_rules.comparing import rules_told
from agents.extractive.own_rules.rules_of_document import rules_of

CARD = """# Acute card

For checkpoint inhibitors only. Not for cell therapy.

- Wean: G2 over 5 weeks; G3 over 7 weeks; lung G3-4 over 10 weeks.

## What to do

| Organ | G2 | G3 |
| Bowel (stools above baseline) | 3-5/day: pred 41 mg | 6 or more/day: methylpred 1.1 mg/kg |
| Liver (ALT) | 3-5x ULN: LFT | 5-20x ULN: pred 1.3 mg/kg. Then MMF 510 mg |

## Restart

- Ipi/nivo bowel G3: only the PD-1 antibody.

## Lines

- Length outside moved 1-2 cm: use it, write it down. Over 2 cm: stop, film first.
- Alteplase 2 mg per lumen for a blocked line. Port: 4 mg.
- Weight < 61 kg: filgrastim 310 micrograms. 61-94 kg: 310 too. > 94 kg: 490.

## On call

| Why | How much |
| Compression, myeloma | 23 Gy in 7 |
| Compression, other | 9 Gy x 1 |
"""
CHART = """# Vomiting

| Risk | Drugs | Day 1 |
| High | Cisplatin 55 mg/m2 or more | dex 11 mg; olanzapine 6 mg |
| Mid | EC q3w | dex 7 mg |

- Age 74+ : olanzapine 3 mg, not 6 mg.
"""


def tell(question: str) -> list[str]:
    rules = (*rules_of(CARD, "Acute"), *rules_of(CHART, "Chart"))
    return [each.rule.own for each in rules_told(question, rules, named=False, first=True)]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("nivo, 8 loose stools a day over baseline, steroid dose?", "1.1 mg/kg"),
        ("ALT 8x ULN on nivo, pred dose?", "510 mg"),
        ("taper length for G3 lung toxicity", "10 weeks"),
        ("line out by 4 cm, length outside. use it?", "film first"),
        ("alteplase dose blocked port", "Port: 4 mg"),
        ("88 kg lady, filgrastim dose", "61-94 kg: 310 too"),
        ("olanzapine dose with cisplatin 75, pt is 78", "olanzapine 3 mg"),
        ("dex with EC q3w?", "dex 7 mg"),
        ("myeloma compression, which dose", "23 Gy"),
    ],
)
def test_the_sentence_of_a_line_that_is_asked_for(question: str, words: str) -> None:
    told = tell(question)
    assert words in "".join(told[:1])


@pytest.mark.parametrize(
    "question",
    ["cell therapy with ICANS and HLH: dex dose on our acute card?", "dex in spinal shock, dose?"],
)
def test_one_name_among_many_words_is_no_answer(question: str) -> None:
    assert tell(question) == []
