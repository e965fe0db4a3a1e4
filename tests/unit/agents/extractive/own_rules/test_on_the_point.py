"""A rule is told only to a question on its own drug, its value and its circumstances."""

from __future__ import annotations

import pytest

from agents.extractive.own_rules.comparing import question_of, row_without_value, rules_told
from agents.extractive.own_rules.relevance.related_measures import other_measure
from agents.extractive.own_rules.relevance.values_given import measure_of
from agents.extractive.own_rules.rules_of_document import rules_of

PAMIDRONATE = """# Pamidronate in myeloma

Measure urea and corrected calcium within 5 days before each infusion.

## Dose of pamidronate by creatinine clearance

| CrCl (mL/min) | Dose | Interval |
| --- | --- | --- |
| above 70 | 90 mg | every 4 weeks |
| 45-70 | 60 mg | every 5 weeks |
| below 45 | do not give; use denosumab 120 mg | every 6 weeks |

## Hypocalcaemia on pamidronate

Grade 2 hypocalcaemia: hold pamidronate and give calcium 1000 mg twice a day.
"""
PEMETREXED = """# Pemetrexed

## Dose of pemetrexed by renal function

| CrCl (mL/min) | Dose |
| --- | --- |
| 55 or more | 100 % |
| below 55 | do not give |

## Vitamins

Give 1000 micrograms of vitamin B12 before pemetrexed.
"""
LEAKS = """# Extravasation

## Taxanes

If docetaxel extravasates, apply cold compresses for 15 minutes four times a day.
"""
RULES = [
    rule
    for title, text in (("Bone", PAMIDRONATE), ("Lung", PEMETREXED), ("Leaks", LEAKS))
    for rule in rules_of(text, title)
]


def _told(question: str) -> list[str]:
    return [each.rule.own for each in rules_told(question, RULES, named=False, first=True)]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("pamidronate dose, CrCl 61?", "60 mg"),
        ("pemetrexed dose at CrCl 50?", "do not give"),
        ("minimum CrCl for pemetrexed?", "55 or more"),
        ("How do I treat grade 2 hypocalcaemia on pamidronate?", "hold pamidronate"),
        ("docetaxel extravasation, no fever, what do we do?", "cold compresses"),
    ],
)
def test_a_rule_on_the_point_is_told(question: str, words: str) -> None:
    assert any(words in each for each in _told(question))


@pytest.mark.parametrize("question", ["pamidronate dose?", "pemetrexed dose?"])
def test_a_row_is_told_only_for_a_value_of_its_measure(question: str) -> None:
    assert _told(question) == []


@pytest.mark.parametrize(
    "question", ["what dose at CrCl 62?", "dose reduction in renal impairment?"]
)
def test_a_rule_of_a_drug_is_no_answer_where_none_is_named(question: str) -> None:
    assert _told(question) == []


@pytest.mark.parametrize(
    "question",
    ["denosumab and hypocalcaemia grade 2", "denosumab dose at CrCl 30?"],
)
def test_a_rule_is_not_on_the_drug_that_it_puts_in_the_place_of_its_own(question: str) -> None:
    assert _told(question) == []


@pytest.mark.parametrize(
    "question",
    [
        "pamidronate in pregnancy?",
        "pemetrexed in pregnancy?",
        "pamidronate and fever?",
        "grade 3 hypocalcaemia on pamidronate, what now?",
        "My patient got docetaxel intrathecally by mistake. What now?",
    ],
)
def test_a_rule_that_does_not_speak_of_the_circumstance_is_no_answer(question: str) -> None:
    assert _told(question) == []


def test_the_sentences_of_an_item_that_begins_a_document_are_told_in_order() -> None:
    text = """# Leaks

If mitomycin extravasates, stop the infusion and aspirate.
Apply DMSO every 6 hours for 9 days.

Keep a photograph in the notes.
"""
    rules = rules_of(text, "Leaks of cytotoxic drugs")
    told = rules_told("Mitomycin has extravasated. What do we do?", rules, named=False, first=True)
    assert [each.rule.own.split()[0] for each in told] == ["If", "Apply"]


def test_the_measure_that_a_dose_needs_is_asked_for() -> None:
    row = row_without_value("pamidronate dose?", RULES, first=True)
    assert row is not None
    assert measure_of(row) == "CrCl"


@pytest.mark.parametrize(
    "question",
    ["pamidronate dose, CrCl 61?", "pamidronate in pregnancy?", "what dose?", "imatinib dose?"],
)
def test_no_value_is_asked_for_where_it_is_given_or_the_rule_is_on_another_case(
    question: str,
) -> None:
    assert row_without_value(question, RULES, first=True) is None


@pytest.mark.parametrize(
    ("question", "remark"),
    [
        ("pamidronate dose with eGFR 61?", "creatinine clearance; given is eGFR"),
        ("pamidronate dose with CrCl 61?", ""),
        ("pamidronate dose at 61 ml/min?", ""),
    ],
)
def test_a_value_of_a_related_measure_is_told_with_that_remark(question: str, remark: str) -> None:
    (told,) = rules_told(question, RULES, named=False, first=True)
    assert other_measure(question_of(question, RULES, first=True), told.rule) == remark
