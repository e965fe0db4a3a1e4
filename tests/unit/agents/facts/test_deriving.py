"""What follows from facts, by named rules; a said fact wins."""

from __future__ import annotations

import pytest

from agents.facts.derivation.rules import RULES
from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.sheet import Fact
from agents.facts.value_words import describe
from names.clinical.values import (
    ClinicalValue,
    Line,
    Marker,
    OrganFunction,
    Setting,
    Therapy,
    Toxicity,
    Tumour,
)
from tests.unit.agents.facts.phrases import sheet_of


def derived(*texts: str) -> list[Fact]:
    return [fact for fact in sheet_of(*texts).facts if fact.rule]


def values(*texts: str) -> list[ClinicalValue]:
    return [fact.value for fact in derived(*texts)]


def states(name: str, *texts: str) -> dict[str, str]:
    markers = [v for v in values(*texts) if isinstance(v, Marker) and v.name == name]
    return {marker.state: marker.polarity for marker in markers}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("IHC 0", {"positive": "absent", "low": "absent"}),
        (
            "IHC 1+",
            {"positive": "absent", "low": "present", "ultralow": "absent", "zero": "absent"},
        ),
        ("IHC 2+", {}),
        (
            "IHC 2+, ISH negative",
            {"positive": "absent", "low": "present", "ultralow": "absent", "zero": "absent"},
        ),
        (
            "IHC 2+, ISH positive",
            {"positive": "present", "low": "absent", "ultralow": "absent", "zero": "absent"},
        ),
        (
            "IHC 3+",
            {"positive": "present", "low": "absent", "ultralow": "absent", "zero": "absent"},
        ),
        ("HER2-low", {"positive": "absent", "ultralow": "absent", "zero": "absent"}),
        ("HER2-negative", {}),
        ("HER2 0", {"positive": "absent", "low": "absent"}),
    ],
)
def test_her2(text: str, expected: dict[str, str]) -> None:
    assert states("HER2", text) == expected


def test_each_derived_fact_names_its_rule_and_inputs() -> None:
    for fact in derived("IHC 2+, ISH negative, ER-negative, PR-negative breast cancer, stage IV"):
        assert fact.rule in {rule.name for rule in RULES}
        assert fact.inputs
        assert fact.said_by == "U0ANA"


def test_triple_negative_both_ways() -> None:
    assert states("HR", "TNBC") == {"positive": "absent"}
    assert states("HER2", "TNBC") == {"positive": "absent"}
    names = [getattr(v, "name", "") for v in values("ER-negative PR-negative HER2 0 breast cancer")]
    assert "triple-negative breast cancer" in names
    assert "triple-negative breast cancer" not in [
        getattr(v, "name", "") for v in values("ER-negative HER2 0 breast cancer")
    ]


def test_a_said_fact_wins_over_a_derived_one_and_is_pointed_out() -> None:
    sheet = sheet_of("TNBC, HER2-positive")
    assert {m.polarity for m in sheet.of(Marker) if (m.name, m.state) == ("HER2", "positive")} == {
        "present"
    }
    (contradiction,) = sheet.contradictions
    assert "triple-negative means" in contradiction.sentence


@pytest.mark.parametrize("text", ["stage IV", "bone metastases"])
def test_spread_is_metastatic(text: str) -> None:
    assert Setting(name="metastatic") in values(text)


EARLY = Setting(name="early")


@pytest.mark.parametrize(
    "text",
    [
        "Stage III TNBC, PD-L1 CPS 15",
        "TNBC stage 3c",
        "HER2+ breast cancer, stage IIIB",
        "Stage III colon cancer, MSI-H, high risk of recurrence",
    ],
)
def test_stage_three_of_breast_or_bowel_is_early(text: str) -> None:
    assert EARLY in stated_and_derived(text)


@pytest.mark.parametrize(
    "text",
    [
        "Stage III melanoma",
        "Stage III NSCLC",
        "Stage III ovarian cancer",
        "Unresectable stage III colon cancer",
        "Stage III TNBC, liver metastases",
        "Stage III TNBC in 2019, now relapsed in the axilla",
        "HER2+ breast cancer, stage III, progressed on TCHP",
        "HER2+ breast cancer, AKI stage 3",
        "Breast cancer, CKD (stage 3)",
    ],
)
def test_another_stage_three_is_not_early(text: str) -> None:
    assert EARLY not in stated_and_derived(text)


def test_a_relapse_in_a_later_message_ends_the_first_stage() -> None:
    assert EARLY not in stated_and_derived("Stage III TNBC", "now relapsed in the axilla")


def stated_and_derived(*texts: str) -> list[ClinicalValue]:
    messages = [Message(text, said_at=str(place)) for place, text in enumerate(texts)]
    return [fact.value for fact in read_fact_sheet(messages).facts]


def test_stage_two_is_not_metastatic() -> None:
    assert not values("stage II")


def test_tmb_against_the_labels_threshold() -> None:
    assert states("TMB", "TMB 3") == {"high": "absent"}
    assert states("TMB", "TMB 14") == {"high": "present"}


def test_a_drug_was_had_with_its_class() -> None:
    classes = {
        v.classes for v in values("progressed on letrozole + palbociclib") if isinstance(v, Therapy)
    }
    assert ("CDK4/6 inhibition",) in classes


def test_a_planned_drug_is_not_had() -> None:
    assert not values("We plan to get olaparib.")


def test_the_next_line() -> None:
    assert Line(first=2, last=2) in values("progressed on letrozole + palbociclib")
    assert not [v for v in values("on palbociclib") if isinstance(v, Line)]


@pytest.mark.parametrize(
    ("text", "is_first"),
    [
        ("cholangiocarcinoma, 1st line gem/cis ongoing and responding", True),
        ("currently on first-line osimertinib", True),
        ("progressing on first-line osimertinib", False),
        ("currently on first-line osimertinib, second-line options?", False),
    ],
)
def test_a_treatment_that_goes_on_sets_the_line(text: str, *, is_first: bool) -> None:
    found = [fact.value for fact in read_fact_sheet([Message(text)]).facts]
    assert (Line(first=1, last=1) in found) is is_first


@pytest.mark.parametrize(("text", "grade"), [("CrCl 44", "moderate"), ("CrCl 55", None)])
def test_a_class_of_clearance_only_where_labels_agree(text: str, grade: str | None) -> None:
    grades = [v.grade for v in values(text) if isinstance(v, OrganFunction)]
    assert grades == ([grade] if grade else [])


def test_an_unrelated_fact_changes_nothing() -> None:
    assert values("HER2-low") == values("HER2-low, diabetes")


def test_who_has_had_a_drug_of_one_tumour_has_that_tumour() -> None:
    facts = read_fact_sheet((Message(text="Progressed on T-DM1. Next line?", place="question"),))
    assert [fact.value.name for fact in facts.facts if isinstance(fact.value, Tumour)] == [
        "breast cancer"
    ]
    states = [fact.value for fact in facts.facts if isinstance(fact.value, Marker)]
    assert Marker(name="HER2", state="positive") in states


@pytest.mark.parametrize(
    "text",
    [
        "NSCLC, progressed on T-DM1. Next line?",
        "T-DM1 an option?",
        "Progressed on trastuzumab. Next line?",
    ],
)
def test_a_tumour_that_is_said_or_a_drug_not_had_derives_none(text: str) -> None:
    facts = read_fact_sheet((Message(text=text, place="question"),)).facts
    assert not [f for f in facts if isinstance(f.value, Tumour) and f.value.name == "breast cancer"]


@pytest.mark.parametrize(
    "text",
    [
        "HER2 IHC 2+, ISH negative",
        "HER2 2+/FISH-",
        "HER2 2+, not amplified",
        "IHC HER2 (2+), ISH: not amplified",
        "HER2 2+ by IHC. FISH ratio 1.2, negative.",
    ],
)
def test_an_equivocal_stain_with_its_hybridisation_is_low_and_hence_negative(text: str) -> None:
    told = {describe(fact.value) for fact in read_fact_sheet((Message(text),)).facts}
    assert {"HER2-low (IHC 2+)", "HER2-negative"} <= told


def test_an_equivocal_stain_alone_settles_nothing() -> None:
    (fact,) = read_fact_sheet((Message("HER2 2+"),)).facts
    assert describe(fact.value) == "HER2 equivocal (IHC 2+)"


@pytest.mark.parametrize(
    ("text", "grades"),
    [
        ("ALT 3.5x ULN, AST 8x ULN", {3}),
        ("AST 8x ULN, ALT 3.5x ULN", {3}),
        ("cholesterol 320, TG 1100 mg/dL", {4}),
        ("neutropenia, ANC 0.4", {4}),
        ("grade 2 neutropenia, ANC 1.1", set()),
    ],
)
def test_of_values_of_one_event_the_worst_counts(text: str, grades: set[int]) -> None:
    facts = read_fact_sheet((Message(text),)).facts
    derived_events = [f.value for f in facts if f.rule and isinstance(f.value, Toxicity)]
    assert {each.grade_from for each in derived_events} == grades


def test_a_tumour_that_is_absent_is_none_of_a_man() -> None:
    his = Tumour(name="male breast cancer")
    present = read_fact_sheet((Message("55M with metastatic HR+ breast cancer."),))
    assert his in present.of(Tumour)
    absent = read_fact_sheet((Message("Man with colon cancer, no breast cancer."),))
    assert his not in absent.of(Tumour)
