"""Beside a dose and a limiting value, what limits is told; of an organ every class at hand."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text
from agents.matching.safety.frequencies import only_tells_frequency
from agents.turns import Abstention, Answer
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

PLAIN = "Alpelisib is given at a dose of 300 mg once daily."
STOP = "With fasting glucose above 250 mg/dL alpelisib is interrupted."
STEPS = "For adverse reactions alpelisib is reduced to 250 mg and then to 200 mg once daily."
SEEN = "With alpelisib a fall of the LVEF was reported in 3.9% of patients, of grade 3 in 0.4%."


async def ask(question: str, *paragraphs: str, drug: str = "alpelisib") -> Answer | Abstention:
    text = "\n\n".join(paragraphs) + "\n"
    shelf = FakeLibrary([document("drug_information", "one", drug, text, drugs=[drug])])
    ending = await Conversation(shelf).ask(question)
    assert isinstance(ending, Answer | Abstention)
    return ending


def said(ending: Answer | Abstention) -> list[str]:
    return [each.text for each in ending.sentences] if isinstance(ending, Answer) else []


@pytest.mark.parametrize(
    ("words", "only"),
    [
        (SEEN, True),
        ("Pneumonitis occurred in 49 patients (11.3%) on it, and three of these were fatal.", True),
        ("It is withheld in pneumonitis, which occurred in 12% of patients.", False),
        ("It can cause neutropenia.", False),
    ],
)
def test_how_often_an_event_was_seen_is_told_from_a_rule(words: str, only: bool) -> None:
    assert only_tells_frequency(words) is only


@pytest.mark.parametrize("question", ["alpelisib dose? LVEF 38", "alpelisib ok with LVEF 38?"])
async def test_how_often_it_was_seen_is_no_answer_with_a_value(question: str) -> None:
    ending = await ask(question, "## Heart", SEEN)
    assert SEEN not in said(ending)
    assert SEEN in said(await ask("how often does LVEF fall with alpelisib?", "## Heart", SEEN))


async def test_the_plain_dose_is_not_told_beside_a_stop() -> None:
    paragraphs = ("## Dose", PLAIN, "## Glucose", STOP)
    assert said(await ask("alpelisib dose? Glucose 300 mg/dL", *paragraphs)) == [STOP]
    assert said(await ask("alpelisib dose?", *paragraphs))[0] == PLAIN


async def test_steps_of_any_reduction_are_told_as_such() -> None:
    ending = await ask("alpelisib dose, diarrhoea grade 3", "## Dose", PLAIN, "## Steps", STEPS)
    first, *rest = said(ending)
    assert first.startswith("No rule at hand is on diarrhoea grade 3 with alpelisib")
    assert rest == [STEPS]


async def test_a_rule_for_the_event_keeps_the_steps_away() -> None:
    rule = "For grade 3 diarrhoea alpelisib is withheld until grade 1 and resumed at 250 mg."
    ending = await ask("alpelisib dose, diarrhoea grade 3", "## Steps", STEPS, "## Bowel", rule)
    assert said(ending) == [rule]


@pytest.mark.parametrize("value", ["QTc 430", "QTcF 412 ms"])
async def test_a_normal_value_leaves_the_plain_dose(value: str) -> None:
    rule = "With a QTcF above 500 ms ribociclib is interrupted."
    dose = "Ribociclib is given at a dose of 600 mg once daily."
    paragraphs = ("## Dose", dose, "## Heart", rule)
    told = said(await ask(f"ribociclib dose? {value}", *paragraphs, drug="ribociclib"))
    assert told == [dose]
    high = said(await ask("ribociclib dose? QTc 510", *paragraphs, drug="ribociclib"))
    assert high == [rule]


async def test_the_rhythm_of_the_heart_says_nothing_of_its_force() -> None:
    rule = "With a QTcF above 500 ms ribociclib is interrupted."
    ending = await ask("ribociclib dose? LVEF 35", "## Heart", rule, drug="ribociclib")
    assert said(ending) == []


MILD = "In mild renal impairment olaparib is not reduced; its exposure was 24% higher."
MODERATE = "In moderate renal impairment (CrCl 31-50 mL/min) olaparib is reduced to 200 mg."
SEVERE = "In severe renal impairment olaparib is given at 100 mg once daily."


@pytest.mark.parametrize(
    "question", ["olaparib dose in renal impairment?", "olaparib, kidney disease: which dose?"]
)
async def test_every_class_of_an_organ_in_its_order(question: str) -> None:
    kidneys = ("## Kidneys", SEVERE, MODERATE, MILD)
    assert said(await ask(question, *kidneys, drug="olaparib")) == [MILD, MODERATE, SEVERE]


async def test_which_class_is_not_held_is_said() -> None:
    question = "olaparib dose in renal impairment?"
    ending = await ask(question, "## Kidneys", MODERATE, drug="olaparib")
    assert isinstance(ending, Answer)
    left = "The sources shown say nothing on mild or severe renal impairment with olaparib."
    assert left in ending.not_found
    of_one = await ask("olaparib dose with CrCl 40?", "## Kidneys", MODERATE, drug="olaparib")
    assert isinstance(of_one, Answer)
    assert left not in of_one.not_found


WITH_LETROZOLE = "Lapatinib is given at a dose of 1,500 mg once daily with letrozole."
WITH_OTHERS = "Lapatinib is given at a dose of 1,250 mg once daily with capecitabine."
ALONE = "As monotherapy lapatinib is started at a dose of 1,750 mg once daily."


@pytest.mark.parametrize(
    "question",
    [
        "lapatinib + letrozole 1250 or 1500",
        "lapatinib 1250 or 1500 with letrozole?",
        "lapatinib with letrozole: 1250 or 1500 mg?",
    ],
)
async def test_one_of_two_amounts_is_asked_of_the_drug_with_its_partner(question: str) -> None:
    ending = await ask(question, "## Dose", ALONE, WITH_OTHERS, WITH_LETROZOLE, drug="lapatinib")
    told = said(ending)
    assert told[0] == WITH_LETROZOLE
    assert told[-1] == ALONE or ALONE not in told
    assert isinstance(ending, Answer)
    assert not ending.parts


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("abemaciclib 150 or 200 with fulvestrant", "dose"),
        ("tamoxifen 5 or 10 years?", "therapy"),
        ("GIST KIT exon 9 - imatinib 400 or 800?", "therapy"),
    ],
)
def test_two_amounts_ask_for_a_dose(question: str, kind: str) -> None:
    assert (parse_text(question).parts[0].kind == "dose") is (kind == "dose")


@pytest.mark.parametrize(
    "question",
    [
        "EGFR L858R NSCLC, osimertinib or what instead?",
        "EGFR L858R NSCLC. Osimertinib ok? or what instead",
        "EGFR L858R NSCLC: osimertinib or something else?",
    ],
)
async def test_what_instead_offers_no_more_of_the_same(question: str) -> None:
    texts = {
        drug: f"{drug.capitalize()} is indicated for EGFR L858R non-small cell lung cancer."
        for drug in ("osimertinib", "gefitinib")
    }
    shelf = FakeLibrary(
        [document("drug_information", d, d, f"## Use\n\n{t}\n") for d, t in texts.items()]
    )
    ending = await Conversation(shelf).ask(question)
    assert isinstance(ending, Answer)
    instead = [each.text for each in ending.sentences if each.part == 1]
    assert instead == [texts["gefitinib"]]


@pytest.mark.parametrize(
    ("question", "dose"),
    [
        ("Calvert AUC 5, GFR 62", 435),
        ("AUC 5, measured GFR 62 mL/min", 435),
        ("carboplatin AUC 5, GFR 140?", 750),
        ("carboplatin AUC 5, GFR 62 mL/min/1.73m2?", None),
        ("carboplatin AUC 5, eGFR 62?", None),
    ],
)
async def test_a_measured_filtration_rate_gives_the_dose_by_calvert(
    question: str, dose: float | None
) -> None:
    ending = await Conversation(FakeLibrary([])).ask(question)
    told = [each.value for each in ending.calculated] if isinstance(ending, Answer) else [None]
    assert told == [dose]


HELD = "Alpelisib is interrupted for grade 3 diarrhoea until grade 1 or less."
PREVENTED = "Loperamide as prophylaxis is started with the first dose of alpelisib."


@pytest.mark.parametrize(
    "question",
    [
        "alpelisib: no loperamide prophylaxis yet, G3 diarrhea 3 days. what to do",
        "On alpelisib without any prophylaxis, now grade 3 diarrhoea for 4 days",
        "diarrhoea grade 3 under alpelisib, she never got loperamide prophylaxis. next step?",
    ],
)
async def test_what_to_do_at_the_grade_is_told_whatever_else_is_named(question: str) -> None:
    ending = await ask(question, "## Diarrhoea", PREVENTED, HELD)
    assert HELD in said(ending)
