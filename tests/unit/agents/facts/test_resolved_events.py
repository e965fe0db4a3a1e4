"""Adverse events that are over."""

from __future__ import annotations

import pytest

from agents.extractive.question.unread.words import unread_phrases
from agents.facts.read_sheet import read_fact_sheet
from names.clinical.values import Therapy, Toxicity
from tests.unit.agents.facts.phrases import said


def events(*texts: str) -> list[str]:
    sheet = read_fact_sheet([said(text, number) for number, text in enumerate(texts)])
    return [each.event for each in sheet.of(Toxicity)]


@pytest.mark.parametrize(
    "text",
    [
        "melanoma, ipi/nivo colitis G3, now resolved. PD. next line?",
        "CRC, neuropathy resolved. next?",
        "immune hepatitis grade 3 in 2022 under nivo, long resolved; RCC",
        "prior G3 rash (resolved), melanoma PD on nivo. next?",
        "recovered from grade 2 pneumonitis, NSCLC, 2L?",
        "ICI myocarditis last year (recovered). Now melanoma relapse",
    ],
)
def test_an_event_that_is_over_is_none_of_now(text: str) -> None:
    assert events(text) == []
    assert not [each for each in unread_phrases(text) if "resolved" in each]


@pytest.mark.parametrize(
    "text",
    [
        "NSCLC, pneumonitis grade 2 on durvalumab resolved, restart?",
        "melanoma, G3 colitis resolved. rechallenge with nivolumab?",
        "pneumonitis not resolved, NSCLC. next?",
        "G3 colitis on ipi, resolved to G1. melanoma",
        "melanoma, hold until colitis resolved",
    ],
)
def test_an_event_that_decides_or_is_left_stays(text: str) -> None:
    assert events(text)


def test_a_follow_up_tells_that_an_event_is_over() -> None:
    first = "melanoma BRAF V600E, on ipi/nivo, G3 hepatitis. steroids?"
    then = "hepatitis resolved, off steroids, but PD. next?"
    assert events(first)
    assert events(first, then) == []
    sheet = read_fact_sheet([said(first, 0), said(then, 1)])
    assert [each.outcome for each in sheet.of(Therapy) if each.drugs] == ["progressed"]


@pytest.mark.parametrize(
    "text",
    [
        "T-DXd, ILD suspected but ruled out (infection). Continue?",
        "gastric cancer on T-DXd, ILD suspected, ruled out by CT",
        "breast cancer on everolimus, query pneumonitis - CT clear",
        "melanoma on nivolumab, colitis suspected, later excluded",
        "pneumonitis on osimertinib turned out to be an infection",
    ],
)
def test_an_event_that_was_ruled_out_is_none(text: str) -> None:
    assert not {"interstitial lung disease", "colitis", "diarrhoea"} & {*events(text)}


@pytest.mark.parametrize(
    "text",
    [
        "T-DXd, ILD suspected, CT tomorrow",
        "T-DXd, ILD not yet ruled out",
        "T-DXd, ILD cannot be excluded",
        "T-DXd, ILD on CT, infection ruled out",
    ],
)
def test_an_event_that_may_be_there_stays(text: str) -> None:
    assert events(text) == ["interstitial lung disease"]
