"""Rules of plain text and lists: numbered headings, labels, shortened and denied words, and what
holds for a whole document."""

from __future__ import annotations

import pytest

from agents.extractive.own_rules.comparing import rules_told
from agents.extractive.own_rules.judging import span_with_list
from agents.extractive.own_rules.rules_of_document import rules_of
from tests.unit.agents.extractive.conftest import document

TUBE = """FEEDING TUBES ON THE WARD

1. Rinsing
After each meal: 25 mL water.
Tube at rest: 15 mL water every 9 hours.

2. Blockage
Water passes, nothing comes back: turn the patient, wait 35 minutes.
Water neither passes nor comes back: enzyme solution, 45 minutes.

3. Infected stoma
Pseudomonas aeruginosa: ciprofloxacin rinse for 11 days.
Replacement at once: abscess of the wall.
"""
TAPER = """# Pneumonitis under immunotherapy

Grade Share of lung Measure
1 below 10 % observe for 3 days
2 10 to 25 % prednisolone 0.8 mg/kg
3 more than 25 % prednisolone 1.7 mg/kg

Prednisolone is tapered over 6 weeks after grade 2 and over 9 weeks after grade 3.
"""
BONES = """# Bone clinic

| Clearance | Pamidronate | Denosumab |
| --- | --- | --- |
| above 61 mL/min | 75 mg | every 5 weeks |
| 29 to 61 mL/min | 45 mg | every 6 weeks |

## Phosphate

Phosphate below 0.71 mmol/L: no injection, ask nephrology.
"""
SLOTS = """# Endoscopy slots

First choice is Monday.

## GI tumours

Endoscopy of an obstructing tumour is done on Wednesday.

## Thoracic cancers

Bronchoscopy with stent is done on Thursday.

## Food before endoscopy

Not with aspirin: then the slot is moved by 4 days.

## Hormone treatment

| Regimen | Bone density | Lipids |
| --- | --- | --- |
| Endocrine therapy | every 19 months | every 8 months |
| AC | none | none at all |
"""
AIRWAY = """Prednisolone in laryngeal oedema

Start
Prednisolone 40 mg, inhaled adrenaline.

Weaning
By 5 mg every 3 days.
"""
DOCUMENTS = {
    "Endoscopy slots": SLOTS,
    "airway": AIRWAY,
    "FEEDING TUBES ON THE WARD": TUBE,
    "Pneumonitis under immunotherapy": TAPER,
    "Bone clinic": BONES,
}


def told(question: str) -> list[str]:
    rules = [rule for title, text in DOCUMENTS.items() for rule in rules_of(text, title)]
    return [each.rule.own for each in rules_told(question, rules, named=True)]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("feeding tube: water passes, nothing back", "wait 35 minutes"),
        ("feeding tube: water neither passes nor comes back", "enzyme solution"),
        ("feeding tube stoma with pseudom. - what now?", "ciprofloxacin rinse"),
        ("feeding tube at rest: how much water?", "every 9 hours"),
        ("pneumonitis grade 3: taper prednisolone over how long?", "9 weeks after grade 3"),
        ("pneumonitis, 20 % share of lung: prednisolone dose?", "0.8 mg/kg"),
        ("phosphate 0.6 before denosumab: inject?", "no injection"),
        ("feeding tube: when is it replaced?", "abscess of the wall"),
        ("laryngeal oedema: weaning of prednisolone", "By 5 mg every 3 days"),
        ("endoscopy, obstructing rectal tumour", "Wednesday"),
        ("endoscopy on aspirin?", "moved by 4 days"),
        ("bone density on anastrozole", "every 19 months"),
        ("bone density, AC chemo", "none at all"),
    ],
)
def test_just_the_item_that_is_asked_for_is_told(question: str, words: str) -> None:
    found = told(question)
    assert [words in each for each in found] == [True], found


@pytest.mark.parametrize(
    "question",
    [
        "pneumonitis grade 4: taper prednisolone?",
        "phosphate 0.9 before denosumab: inject?",
    ],
)
def test_what_no_rule_is_on_is_told_by_none(question: str) -> None:
    assert told(question) == []


def test_a_rule_that_shares_but_a_drug_is_no_answer() -> None:
    assert told("Prednisolone: shingles jab and travel?") == []


def test_two_bounds_of_one_measure_both_hold() -> None:
    text = (
        "- Platelets at least 50, platelets below 75: half dose.\n"
        "- Platelets at least 75: full dose.\n"
    )
    rules = rules_of(text, "Counts")
    found = {
        value: [each.rule.own[-10:] for each in rules_told(f"platelets {value}", rules, named=True)]
        for value in (20, 60, 200)
    }
    assert found == {20: [], 60: ["half dose."], 200: ["full dose."]}


def test_an_item_of_a_word_is_told_with_its_list() -> None:
    text = (
        "## Stopped before endoscopy\n\n- Iron\n\n- Charcoal\n\nAll others go on unchanged here.\n"
    )
    slots = document("own", "slots", "Slots", text)
    rules = rules_of(text, "Slots")
    spans = {text[slice(*span_with_list(slots, each))] for each in rules}
    assert spans == {"Iron\n\n- Charcoal", "All others go on unchanged here."}


def test_a_numbered_heading_is_no_step_of_a_list() -> None:
    assert {rule.headings for rule in rules_of(TUBE, "FEEDING TUBES ON THE WARD")} == {
        ("Rinsing",),
        ("Blockage",),
        ("Infected stoma",),
    }
    steps = "Do this:\n\n1. Stop the infusion\n2. Call the doctor\n\n3. Write it down\n"
    assert {rule.headings for rule in rules_of(steps, "")} == {()}
