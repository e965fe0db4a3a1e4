"""What a thread says of its patient: newest value first, contradictions pointed out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.facts.read_sheet import NEW_PATIENT, read_fact_sheet
from names.clinical.values import Marker, Population, Setting, Therapy, Tumour
from tests.unit.agents.facts.phrases import read_phrases, said, sheet_of


def her2(*texts: str) -> dict[str, str]:
    return {
        marker.state: marker.polarity
        for marker in sheet_of(*texts).of(Marker)
        if marker.name == "HER2" and marker.state
    }


def test_a_fact_keeps_its_words_and_where_they_stand() -> None:
    message = said("A patient with HER2-low disease", by="U0BEN")
    (fact, *_) = read_fact_sheet([message], read_phrases).facts
    assert message.text[fact.start : fact.end] == fact.text == "HER2-low"
    assert (fact.place, fact.said_by, fact.said_at) == ("thread", "U0BEN", message.said_at)
    assert not fact.rule


def test_no_message_has_no_facts() -> None:
    assert not sheet_of()
    assert not sheet_of("Hello!")


@pytest.mark.parametrize("correction", ["no, HER2 0", "sorry, HER2 0", "It is HER2 0 after all."])
def test_the_newest_value_counts_and_the_change_is_told(correction: str) -> None:
    sheet = sheet_of("HER2-low metastatic breast cancer, what next?", correction)
    assert sheet.changed == ("HER2 0, no longer HER2-low",)
    assert not sheet.contradictions
    assert her2("HER2-low", correction) == {
        "zero": "present",
        "positive": "absent",
        "low": "absent",
    }


def test_only_what_the_newest_message_changed_is_told() -> None:
    assert sheet_of("HER2-low", "no, HER2 0", "and ECOG 1").changed == ()


def test_a_score_gives_way_to_a_status_that_it_rules_out() -> None:
    assert her2("IHC 1+", "no, HER2 0") == {
        "zero": "present",
        "positive": "absent",
        "low": "absent",
    }


def test_wild_type_takes_every_variant_back() -> None:
    sheet = sheet_of("EGFR L858R, no T790M", "sorry, EGFR wild type")
    states = {(marker.state, marker.polarity) for marker in sheet.of(Marker)}
    assert states == {("altered", "absent"), ("T790M", "absent")}


def test_an_absent_variant_stands_beside_a_present_one() -> None:
    sheet = sheet_of("EGFR L858R, no T790M")
    assert len(sheet.of(Marker)) == 2
    assert not sheet.contradictions


def test_germline_and_tumour_are_two_things() -> None:
    sheet = sheet_of("germline BRCA negative", "tumour BRCA2 mutation")
    assert len(sheet.of(Marker)) == 3
    assert not sheet.changed


def test_two_values_in_one_message_are_pointed_out() -> None:
    (contradiction,) = sheet_of("HER2-positive primary, HER2 0 on biopsy").contradictions
    assert "HER2-positive" in contradiction.sentence
    assert "in the same message" in contradiction.sentence


def test_two_people_who_differ_are_pointed_out() -> None:
    messages = [said("HER2-low", 0, "U0ANA"), said("it is HER2-positive", 1, "U0BEN")]
    sheet = read_fact_sheet(messages, read_phrases)
    (contradiction,) = sheet.contradictions
    assert "by different people" in contradiction.sentence
    assert sheet.of(Marker)[0].state == "positive"


def test_a_value_that_was_edited_after_another_one_was_said_is_pointed_out() -> None:
    told = replace(said("creatinine clearance 47", 0, "U0ANA"), edited_at="2026-03-01T12:00:00")
    quoted = said("CrCl is 41", 1, "U0BEN")
    (contradiction,) = read_fact_sheet([told, quoted]).contradictions
    assert "in a message that was edited after" in contradiction.sentence
    settled = said("CrCl is 47", 2, "U0CHEN")
    assert not read_fact_sheet([told, quoted, settled]).contradictions
    before = replace(told, edited_at=told.said_at)
    assert not read_fact_sheet([before, quoted]).contradictions, "a later value is newer"


def test_a_contradiction_that_was_put_right_is_not_pointed_out_any_more() -> None:
    assert sheet_of("HER2-positive primary, HER2 0 on biopsy").contradictions
    assert not sheet_of("HER2-positive primary, HER2 0 on biopsy", "no, HER2-low").contradictions


def test_treatments_add_up() -> None:
    sheet = sheet_of("progressed on letrozole + palbociclib", "and progressed on T-DXd")
    said_ones = [fact.value for fact in sheet.facts if not fact.rule]
    assert [t.drugs for t in said_ones if isinstance(t, Therapy)] == [
        ("letrozole", "palbociclib"),
        ("trastuzumab deruxtecan",),
    ]


def test_a_later_outcome_of_a_treatment_takes_the_place_of_the_earlier() -> None:
    sheet = sheet_of("on palbociclib", "progressed on letrozole + palbociclib")
    (therapy,) = (fact.value for fact in sheet.facts if not fact.rule)
    assert isinstance(therapy, Therapy)
    assert (therapy.drugs, therapy.outcome, therapy.line) == (
        ("letrozole", "palbociclib"),
        "progressed",
        1,
    )


def test_one_drug_of_a_regimen_may_have_an_outcome_of_its_own() -> None:
    sheet = sheet_of("progressed on letrozole + palbociclib", "intolerant of palbociclib")
    outcomes = {f.value.outcome for f in sheet.facts if isinstance(f.value, Therapy) and not f.rule}
    assert outcomes == {"progressed", "intolerant"}


@pytest.mark.parametrize(
    "question",
    [
        "Can she get olaparib?",
        "Is she HER2-low?",
        "Does the patient have T790M?",
        "Should we test for T790M?",
        "Is there any T790M?",
        "Should she be offered treatment after olaparib fails, or get olaparib?",
    ],
)
def test_what_is_only_asked_is_no_fact(question: str) -> None:
    facts = [fact.text for fact in sheet_of(question).facts if not fact.rule]
    assert not set(facts) & {"get olaparib", "HER2-low", "T790M"}


@pytest.mark.parametrize(
    "question",
    [
        "EGFR L858R, what next?",
        "Which drug for a 54-year-old woman with EGFR L858R?",
        "Does she need a lower dose with EGFR L858R?",
        "Is osimertinib right for EGFR L858R?",
    ],
)
def test_what_a_question_states_is_a_fact(question: str) -> None:
    assert "EGFR L858R" in [fact.text for fact in sheet_of(question).facts]


def test_a_treatment_that_was_had_is_a_fact_of_a_question() -> None:
    assert sheet_of("What can she have after olaparib?").of(Therapy)


def test_what_is_supposed_counts_for_its_own_question_only() -> None:
    assert sheet_of("What if HER2-low?").of(Marker)
    assert not [
        f for f in sheet_of("What if HER2-low?", "And ECOG 1?").facts if f.text == "HER2-low"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Her mother had ovarian cancer.",
        "Family history: ovarian cancer.",
        "TNBC, sister with ovarian cancer.",
        "mother: ovarian cancer",
        "TNBC, partner has ovarian cancer.",
        "twin sister: ovarian cancer, patient: TNBC",
    ],
)
def test_relatives_are_not_the_patient(text: str) -> None:
    assert "ovarian cancer" not in {tumour.name for tumour in sheet_of(text).of(Tumour)}


def test_after_a_relative_the_patient_is_spoken_of_again() -> None:
    sheet = sheet_of("Her mother had ovarian cancer, she has TNBC.")
    assert [tumour.name for tumour in sheet.of(Tumour)] == ["triple-negative breast cancer"]


@pytest.mark.parametrize(
    "text",
    [
        "Next patient: TNBC",
        "New case. TNBC",
        "71-year-old man with colorectal cancer",
        "61 years old, HER2-positive",
        "Which drug in metastatic colorectal cancer?",
    ],
)
def test_another_patient_starts_the_sheet_anew(text: str) -> None:
    sheet = sheet_of("54-year-old woman, ER-positive breast cancer, ECOG 1", text)
    assert sheet.changed == (NEW_PATIENT,)
    assert not any(fact.text in ("ER-positive", "ECOG 1") for fact in sheet.facts)


@pytest.mark.parametrize(
    "text",
    [
        "sorry, she is 61 years old",
        "She is 61 years old",
        "55-year-old woman by now",
        "Is it approved over 65?",
        "And in ovarian cancer?",
        "same patient, colorectal cancer in 2015",
        "history of colorectal cancer",
        "TNBC",
    ],
)
def test_the_same_patient_goes_on(text: str) -> None:
    sheet = sheet_of("54-year-old woman, ER-positive breast cancer, ECOG 1", text)
    assert NEW_PATIENT not in sheet.changed
    assert any(fact.text == "ECOG 1" for fact in sheet.facts)


def test_a_second_tumour_stands_beside_the_first() -> None:
    sheet = sheet_of("TNBC, ECOG 1", "history of colorectal cancer")
    assert len(sheet.of(Tumour)) == 2


def test_a_tumour_that_is_asked_about_instead_takes_the_place_of_the_first() -> None:
    sheet = sheet_of("TNBC, ECOG 1", "And in ovarian cancer?")
    assert [f.value.name for f in sheet.facts if isinstance(f.value, Tumour)] == ["ovarian cancer"]


def test_the_narrower_tumour_is_kept() -> None:
    sheet = sheet_of("TNBC", "breast cancer with bone metastases")
    said_tumours = [f.value for f in sheet.facts if isinstance(f.value, Tumour)]
    assert said_tumours == [Tumour(name="triple-negative breast cancer", sites=("bone",))]


@pytest.mark.parametrize("text", ["early, now metastatic", "metastatic, was early"])
def test_how_far_it_has_spread_is_what_counts_now(text: str) -> None:
    assert sheet_of(text).of(Setting) == (Setting(name="metastatic"),)


def test_stage_of_one_message_is_the_highest_and_of_a_correction_the_newest() -> None:
    assert sheet_of("stage IV, was stage II").of(Tumour)[0].stage == "IV"
    assert sheet_of("stage IV", "sorry, stage II").of(Tumour)[0].stage == "II"


def test_treatment_settings_are_the_past_once_it_has_spread() -> None:
    assert sheet_of("metastatic after adjuvant treatment").of(Setting) == (
        Setting(name="metastatic"),
    )
    assert sheet_of("adjuvant treatment?").of(Setting) == (Setting(name="adjuvant"),)


def test_age_sex_and_performance_change_one_by_one() -> None:
    sheet = sheet_of("54-year-old woman, ECOG 1", "now ECOG 2")
    assert sheet.of(Population) == (
        Population(age_from=54, age_to=54),
        Population(sex="female"),
        Population(ecog_from=2, ecog_to=2),
    )


def test_facts_of_an_attachment_count_and_belong_to_its_question() -> None:
    question = said("sorry, see the report")
    report = type(question)("HER2-low", "attachment", question.said_by, question.said_at)
    sheet = read_fact_sheet([said("HER2-positive", 0), report, question], read_phrases)
    assert [f.place for f in sheet.facts if f.text == "HER2-low"] == ["attachment"]
    assert sheet.changed == ("HER2-low, no longer HER2-positive",)


def test_one_or_the_other_is_asked_about_and_no_contradiction() -> None:
    assert not sheet_of("irinotecan with UGT1A1 *28/*28 (or *6)?").contradictions
