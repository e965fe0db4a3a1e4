"""What to do about an event that a patient has hangs on the drug that made it: without one the rule
of another drug is no answer."""

from __future__ import annotations

import pytest

from agents.extractive.question.parsing import parse_text


@pytest.mark.parametrize(
    "text",
    [
        "gr 3 transaminitis, hold?",
        "grade 2 pneumonitis, what do we do?",
        "neutropenia grade 4, resume?",
        "LVEF dropped to 42%, stop?",
        "QTcF 505 on ECG, continue?",
        "hand-foot syndrome grade 2 mgmt",
        "severe diarrhoea, hold?",
    ],
)
def test_the_drug_is_missing(text: str) -> None:
    assert all(part.lacks_drug for part in parse_text(text).parts)


@pytest.mark.parametrize(
    "text",
    [
        "which drugs cause QT prolongation?",
        "how is grade 3 CDK4/6 inhibitor neutropenia managed?",
        "palbociclib, ANC 0.7",
    ],
)
def test_what_names_a_drug_or_asks_of_the_effect_as_such_lacks_none(text: str) -> None:
    assert not any(part.lacks_drug for part in parse_text(text).parts)


@pytest.mark.parametrize(
    "text",
    [
        "immune hepatitis gr 3 not improving on pred, next?",
        "checkpoint colitis grade 3 steroid refractory, infliximab?",
        "irAE colitis G3, steroid refractory. next?",
        "immune-related pneumonitis grade 2, what to do?",
    ],
)
def test_an_immune_event_names_its_cause(text: str) -> None:
    for part in parse_text(text).parts:
        assert part.kind == "adverse"
        assert "PD-1/PD-L1 inhibition" in part.classes


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("ipi/nivo pt, G3 colitis, no better after 3d of pred. next step?", "adverse"),
        ("osimertinib, QTc 510, now what?", "adverse"),
        ("HER2+ MBC, T-DXd stopped for G3 ILD. next?", "therapy"),
    ],
)
def test_the_next_step_in_an_event_is_about_the_event(text: str, kind: str) -> None:
    assert {part.kind for part in parse_text(text).parts} == {kind}


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("pd on nivo w/ grade 3 hepatitis from io, on pred 60. add infliximab?", "nivolumab"),
        ("progressed on pembro, g3 hepatitis. infliximab ok?", "pembrolizumab"),
        ("grade 3 hepatitis from io, on pred 60 day 5. infliximab?", "PD-1/PD-L1 inhibition"),
    ],
)
def test_a_remedy_is_asked_of_the_event_of_a_treatment_that_is_over(text: str, cause: str) -> None:
    (part,) = parse_text(text).parts
    assert part.kind == "adverse"
    assert part.drugs | part.classes == {cause}


@pytest.mark.parametrize("first", ["abemaciclib + clarithromycin, dose?", "abemaciclib dose?"])
def test_an_event_with_a_grade_behind_a_dose_says_what_it_asks(first: str) -> None:
    part = parse_text(f"{first} and grade 3 diarrhoea?").parts[-1]
    assert part.kind == "adverse"
    assert part.drugs == {"abemaciclib"}
