"""A value that is said anew takes the place of the old one, in every wording."""

from __future__ import annotations

import pytest
from pydantic import TypeAdapter

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.sheet import Fact, FactSheet
from names.clinical.values import (
    Condition,
    Line,
    Marker,
    Measurement,
    OrganFunction,
    Population,
    Setting,
    Therapy,
    Toxicity,
)
from tests.unit.agents.facts.phrases import said

MEASURES = (
    ("CrCl", "57", "26"),
    ("eGFR", "71", "39"),
    ("LVEF", "61", "44"),
    ("platelets", "144", "41"),
    ("Hb", "11.2", "7.6"),
    ("QTcF", "451", "513"),
    ("ANC", "1.9", "0.7"),
    ("creatinine", "1.1", "2.7"),
    ("glucose", "118", "287"),
)
NAMED = (
    "{m} now {v}", "now {m} is {v}", "{m} is {v}", "{m} came back {v}", "{m} came back at {v}",
    "{m} fell to {v}", "{m} has dropped to {v}", "{m} rose to {v}", "{m} went up to {v}",
    "{m} is up to {v}", "{m} up to {v} now", "{m} → {v}", "{m} {o} → {v}", "{m} was {o}, now {v}",
    "{m} {o} last month, {v} today", "{m} went from {o} to {v}", "repeat {m} {v}", "{m}: {v}",
    "latest {m} {v}, still ok?", "this morning {m} of {v}", "{m} has climbed to {v}",
    "{m} down to {v}", "{m} improved to {v}", "{m} got down to {v}", "her {m} changed to {v}",
)  # fmt: skip
UNNAMED = (
    "now {v}", "it's {v} now", "it is now {v}", "it fell to {v}", "it has dropped to {v}",
    "repeat {v}", "today {v}, same dose?", "it came back {v}", "now up to {v}",
)  # fmt: skip
SUPPOSED = (
    "and if {m} falls to {v}?", "what if {m} drops to {v}?", "what about {m} {v}?",
    "how about a {m} of {v}?", "and if it falls to {v}?", "what if it rises to {v}?",
)  # fmt: skip


def sheet(*texts: str) -> FactSheet:
    return read_fact_sheet([said(text, minute) for minute, text in enumerate(texts)])


def numbers(found: FactSheet) -> set[float]:
    organs = {each.low for each in found.of(OrganFunction) if each.low is not None}
    return organs | {each.value for each in found.of(Measurement)}


@pytest.mark.parametrize(("measure", "old", "new"), MEASURES)
def test_the_later_value_of_a_measure_counts(measure: str, old: str, new: str) -> None:
    wrong = {}
    for wording in NAMED + UNNAMED:
        text = wording.format(m=measure, o=old, v=new)
        found = numbers(sheet(f"{measure} {old}", text))
        if found != {float(new)}:
            wrong[text] = found
    assert wrong == {}


@pytest.mark.parametrize(("measure", "old", "new"), MEASURES)
def test_a_supposed_value_holds_for_its_question_only(measure: str, old: str, new: str) -> None:
    wrong = {}
    for wording in SUPPOSED:
        text = wording.format(m=measure, v=new)
        now = numbers(sheet(f"{measure} {old}", text))
        later = numbers(sheet(f"{measure} {old}", text, "and which dose then?"))
        if now != {float(new)} or later != {float(old)}:
            wrong[text] = (now, later)
    assert wrong == {}


def test_a_class_of_kidney_function_gives_way_to_a_number_and_back() -> None:
    assert sheet("mild renal impairment", "CrCl now 25").of(OrganFunction)[0].low == 25
    grades = {
        each.grade for each in sheet("CrCl 70", "now severe renal impairment").of(OrganFunction)
    }
    assert grades == {"severe"}
    assert numbers(sheet("CrCl 52", "eGFR is 24 now")) == {24}


def test_what_is_normal_again_has_no_old_number() -> None:
    assert numbers(sheet("platelets 38", "platelets recovered, restart?")) == set()
    assert numbers(sheet("HbA1c 9.4", "what if her glucose was fine?")) == set()
    assert numbers(sheet("HbA1c 9.4", "what if her glucose was fine?", "and the dose?")) == {9.4}
    assert numbers(sheet("LVEF 44", "ALT is normal")) == {44}


EVENTS = ("diarrhoea", "rash", "stomatitis", "interstitial lung disease", "neutropenia")
REGRADED = (
    "now it's grade 3", "now grade 3", "it's gr 3 now", "worsened to grade 3", "today G3",
    "progressed to gr 3", "it is grade 3 by now, hold?", "{} is grade 3 now", "now gr 3 {}",
    "{} grade 2 → 3", "{} was gr 2, now gr 3", "{} went from grade 2 to grade 3",
)  # fmt: skip
WORSE = ("worse today", "it is getting worse", "deteriorating since", "{} worsened", "worsening {}")


def grades(*texts: str) -> set[tuple[int | None, int | None]]:
    return {(each.grade_from, each.grade_to) for each in sheet(*texts).of(Toxicity)}


@pytest.mark.parametrize("event", EVENTS)
def test_the_later_grade_of_an_effect_counts(event: str) -> None:
    wrong = {
        text: found
        for text in (wording.format(event) for wording in REGRADED)
        if (found := grades(f"grade 2 {event}", text)) != {(3, 3)}
    }
    assert wrong == {}


@pytest.mark.parametrize("event", EVENTS)
def test_an_effect_that_gets_worse_keeps_no_exact_grade(event: str) -> None:
    for text in (wording.format(event) for wording in WORSE):
        assert grades(f"grade 1 {event}", text) == {(1, 5)}, text


@pytest.mark.parametrize(
    ("text", "lowest"),
    [
        ("now symptomatic", 2),
        ("she has a cough and dyspnoea now", 2),
        ("needs O2 now", 3),
        ("now on oxygen, 2L", 3),
        ("SpO2 84%, hypoxic", 3),
        ("admitted last night", 3),
        ("now in the ICU", 4),
        ("intubated", 4),
    ],
)
def test_signs_tell_the_lowest_grade_of_lung_disease(text: str, lowest: int) -> None:
    assert grades("grade 1 ILD on T-DXd", text) == {(lowest, 5)}
    assert grades(f"grade 1 ILD on T-DXd, {text}") == {(lowest, 5)}
    assert not sheet("grade 1 ILD on T-DXd", text).of(Line)


@pytest.mark.parametrize(
    "text",
    [
        "still asymptomatic", "no O2 needed", "symptomatic brain mets, next?",
        "disease is progressing on CT", "restart once grade 1?", "loperamide for it?",
        "resume when back to grade 1?",
    ],
)  # fmt: skip
def test_other_words_leave_the_grade(text: str) -> None:
    assert grades("grade 2 diarrhoea", text) == {(2, 2)}
    assert grades("grade 2 ILD", text) == {(2, 2)}


def test_a_grade_that_is_waited_for_is_not_the_grade() -> None:
    assert grades("grade 3 diarrhoea, restart once grade 1?") == {(3, 3)}
    assert grades("grade 3 rash, hold until resolves to grade 1?") == {(3, 3)}


@pytest.mark.parametrize("before", ["ALT", "QTc", "ANC"])
@pytest.mark.parametrize("behind", ["bilirubin normal", "bili nl", "platelets ok", "bilirubin 0.8"])
def test_a_grade_is_of_what_stands_before_it(before: str, behind: str) -> None:
    for joint in (" ", ", ", "; "):
        assert len(grades(f"{before} grade 3{joint}{behind}")) == 1
        assert not any(
            "bili" in each.event for each in sheet(f"{before} grade 3{joint}{behind}").of(Toxicity)
        )


def test_two_patients_in_one_message_stay_apart() -> None:
    for text in (
        "one pt Child-Pugh A, the other Child-Pugh C",
        "two patients: CP-A and CP-C",
        "Child-Pugh A, and another patient with CP-C",
    ):
        found = {each.grade for each in sheet(text).of(OrganFunction)}
        assert found == {"Child-Pugh A", "Child-Pugh C"}, text
    mixed = sheet("2 pts: 70 yo woman 60 kg creatinine 1.0, other 40 yo man 90 kg creatinine 2.0")
    assert not [fact for fact in mixed.facts if "Cockcroft" in fact.rule]


@pytest.mark.parametrize(
    "text",
    [
        "contraception for women and men?", "does it work in men and women?",
        "were men enrolled in monarchE?", "did OlympiA include males?",
    ],
)  # fmt: skip
def test_the_sex_of_groups_is_not_the_patients(text: str) -> None:
    assert not [each for each in sheet(text).of(Population) if each.sex]


def test_what_a_person_must_be() -> None:
    assert "female" in {each.sex for each in sheet("premenopausal, ER+").of(Population)}
    assert "female" in {each.sex for each in sheet("pregnant, melanoma").of(Population)}
    assert "female" in {each.sex for each in sheet("breastfeeding mother").of(Population)}
    assert {each.menopause for each in sheet("Postmeno HR+").of(Population)} >= {"postmenopausal"}


def test_the_line_of_what_was_progressed_on() -> None:
    for text in ("pd on 1L osimertinib", "pd on osimertinib (1L)", "1L osimertinib, pd"):
        found = sheet(text)
        assert [each.first for each in found.of(Line)] == [2], text
        assert {each.line for each in found.of(Therapy)} == {1}, text


@pytest.mark.parametrize("text", ["O2 2L", "on 2L oxygen", "2L NC", "drained 2L", "2 L/min O2"])
def test_litres_are_no_line(text: str) -> None:
    assert not sheet(text).of(Line)


def test_a_class_of_drugs_is_of_the_wider_one() -> None:
    classes = {name for each in sheet("pd on AI, palbo").of(Therapy) for name in each.classes}
    assert "Endocrine therapy" in classes


PROGRESSED = (
    "she progressed, what next?", "now progressing in the liver", "pd. options?",
    "unfortunately relapsed", "CT shows progression", "PD on CT, next?", "disease has progressed",
)  # fmt: skip
STABLE = (
    "no progression so far",
    "PFS with it?",
    "has not progressed",
    "PD-L1 40%",
    "still stable",
)


def outcomes(*texts: str) -> set[str]:
    drug = "anastrozole"
    return {each.outcome for each in sheet(*texts).of(Therapy) if drug in each.drugs}


@pytest.mark.parametrize("text", PROGRESSED)
def test_progression_is_on_what_was_taken_until_then(text: str) -> None:
    assert outcomes("on anastrozole + ribociclib since May", text) == {"progressed"}


@pytest.mark.parametrize("text", STABLE)
def test_without_progression_the_treatment_goes_on(text: str) -> None:
    assert outcomes("on anastrozole + ribociclib since May", text) == {"current"}


def test_a_supposed_progression_holds_for_its_question() -> None:
    first = "on anastrozole + ribociclib since May"
    assert outcomes(first, "what if she progresses?") == {"progressed"}
    assert outcomes(first, "what if she progresses?", "and the dose now?") == {"current"}
    assert outcomes(first, "options after progression?") == {"progressed"}
    assert outcomes(first, "options after progression?", "and the dose now?") == {"current"}


@pytest.mark.parametrize(
    "supposes",
    [
        "Should T790M emerge, what then?",
        "once T790M develops, which drug?",
        "what if T790M arises?",
    ],
)
def test_what_may_come_counts_for_its_own_question_only(supposes: str) -> None:
    def variants(*texts: str) -> set[str]:
        return {each.state for each in sheet("EGFR L858R NSCLC", *texts).of(Marker)}

    assert "T790M" in variants(supposes)
    assert "T790M" not in variants(supposes, "and the dose of erlotinib?")


@pytest.mark.parametrize(
    "rule",
    [
        "How is the dose of abemaciclib changed for diarrhoea?",
        "When is abemaciclib held for diarrhoea?",
        "At which grade should abemaciclib be stopped for diarrhoea?",
        "Dose of abemaciclib? And how is it adjusted for diarrhoea?",
    ],
)
def test_what_a_rule_is_asked_for_counts_only_where_a_question_leans_on_it(rule: str) -> None:
    assert sheet(rule).of(Toxicity)
    graded = sheet(rule, "and if it is grade 3?").of(Toxicity)
    assert {(each.event, each.grade_from) for each in graded} == {("diarrhoea", 3)}
    later = sheet(rule, "HR+ HER2- metastatic breast cancer, progressed on letrozole. Options?")
    assert not later.of(Toxicity)
    assert not any("abemaciclib" in each.drugs for each in later.of(Therapy))


@pytest.mark.parametrize(
    "told",
    [
        "How is it reduced for her diarrhoea?",
        "55F on abemaciclib, how is it changed for diarrhoea?",
    ],
)
def test_what_somebody_has_stays_a_fact(told: str) -> None:
    later = "HR+ HER2- metastatic breast cancer, progressed on letrozole. Options?"
    assert sheet(told, later).of(Toxicity)


def test_a_grade_with_another_effect_stays_with_its_own() -> None:
    found = {
        (each.event, each.grade_from)
        for each in sheet("neutropenia G2", "now G4 with fever").of(Toxicity)
    }
    assert ("neutropenia", 4) in found
    assert ("pyrexia", 4) not in found


def test_values_are_read_back_as_what_they_were() -> None:
    adapter = TypeAdapter(Fact)
    found = read_fact_sheet([Message("58F, metastatic, adjuvant AI, diabetes, no ILD, CrCl 44")])
    kinds = {type(fact.value) for fact in found.facts}
    assert {Setting, Condition} <= kinds
    for fact in found.facts:
        assert adapter.validate_python(adapter.dump_python(fact, mode="python")) == fact
        assert adapter.validate_json(adapter.dump_json(fact)) == fact
