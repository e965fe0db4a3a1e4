"""A later message takes back what was told of treatments before it."""

from __future__ import annotations

import pytest

from agents.facts.display.sheet_line import sheet_line
from agents.facts.read_sheet import Message, read_fact_sheet
from names.clinical.values import Therapy
from tests.unit.agents.facts.phrases import said


def line_of(*texts: str) -> str:
    return sheet_line(read_fact_sheet([said(text, minute) for minute, text in enumerate(texts)]))


@pytest.mark.parametrize(
    "later",
    [
        "no wait, she did not progress on nivolumab",
        "she never progressed on nivolumab",
        "progression on nivolumab was ruled out",
        "she is not refractory to nivolumab",
        "not nivolumab-refractory",
    ],
)
def test_a_failure_is_taken_back(later: str) -> None:
    line = line_of("Melanoma, progressed on nivolumab", later)
    assert "had nivolumab" in line
    assert "progressed on nivolumab" not in line


@pytest.mark.parametrize(
    "later",
    [
        "did she not progress on nivolumab?",
        "now on ipilimumab, no progression",
        "no response to nivolumab",
        "not ipilimumab-refractory",
        "no brain mets",
        "no toxicity, ipilimumab?",
    ],
)
def test_a_failure_stays_where_something_else_is_denied_or_asked(later: str) -> None:
    assert "progressed on nivolumab" in line_of("Melanoma, progressed on nivolumab", later)


def test_of_two_treatments_that_failed_one_is_taken_back() -> None:
    line = line_of("Melanoma, progressed on nivolumab and ipilimumab", "not ipilimumab-refractory")
    assert "progressed on nivolumab" in line
    assert "ipilimumab" not in line


@pytest.mark.parametrize(
    "later",
    [
        "not osimertinib, it was gefitinib",
        "sorry, it was gefitinib, not osimertinib",
        "no, not osimertinib but gefitinib",
    ],
)
def test_another_drug_was_meant(later: str) -> None:
    line = line_of("NSCLC, progressed on osimertinib", later)
    assert "progressed on gefitinib" in line
    assert "osimertinib" not in line


@pytest.mark.parametrize("later", ["not osimertinib again?", "why not gefitinib?"])
def test_a_question_puts_no_other_drug_in_the_place_of_the_one_that_was_had(later: str) -> None:
    assert "had osimertinib" in line_of("NSCLC, had osimertinib", later)


@pytest.mark.parametrize(
    "later",
    [
        "ketoconazole stopped",
        "ketoconazole was stopped last week, ribociclib dose?",
        "she no longer takes it",
        "she has stopped it",
        "she does not take ketoconazole",
        "off ketoconazole now",
        "ketoconazole was switched to fluconazole",
    ],
)
def test_a_drug_that_is_no_longer_taken_changes_no_other(later: str) -> None:
    line = line_of("Breast cancer, on ribociclib, takes ketoconazole", later)
    assert "takes ketoconazole" not in line
    assert "on ketoconazole" not in line


@pytest.mark.parametrize(
    "later",
    [
        "should ketoconazole be stopped?",
        "what if ketoconazole is stopped?",
        "if she stopped it, which dose?",
        "ketoconazole cannot be stopped",
        "still on ketoconazole",
        "she stopped smoking",
        "ketoconazole allergy? no",
    ],
)
def test_a_drug_stays_taken_where_its_end_is_asked_or_denied(later: str) -> None:
    assert "takes ketoconazole" in line_of("Breast cancer, on ribociclib + ketoconazole", later)


@pytest.mark.parametrize("later", ["it was stopped for ILD", "when should it be stopped?"])
def test_what_is_said_of_it_leaves_a_treatment_of_the_tumour(later: str) -> None:
    assert "on osimertinib" in line_of("NSCLC, on osimertinib", later)


@pytest.mark.parametrize(
    "later",
    ["ibrutinib stopped", "we stopped ibrutinib 2 wks ago, next?", "she came off ibrutinib in May"],
)
def test_a_treatment_that_was_stopped_is_of_the_past(later: str) -> None:
    line = line_of("CLL on ibrutinib", later)
    assert "had ibrutinib" in line
    assert "on ibrutinib" not in line


@pytest.mark.parametrize(
    "later",
    [
        "should ibrutinib be stopped before surgery?",
        "ibrutinib stopped if AF comes?",
        "steroids stopped",
        "rituximab stopped",
    ],
)
def test_a_treatment_goes_on_that_may_be_stopped(later: str) -> None:
    assert "on ibrutinib" in line_of("CLL on ibrutinib", later)


@pytest.mark.parametrize(
    "denial",
    [
        "no wait, he never actually got the ipi nivo",
        "he never got ipi/nivo",
        "he didn't actually get the ipi/nivo",
    ],
)
def test_a_treatment_that_was_never_got_was_not_had(denial: str) -> None:
    told = [Message("dMMR mCRC, progressed on ipi nivo", said_at="2026-01-01T00:00:00+00:00")]
    told += [Message(denial, said_at="2026-01-01T00:01:00+00:00")]
    therapies = read_fact_sheet(told).of(Therapy)
    assert {each.outcome for each in therapies} == {"not given"}
