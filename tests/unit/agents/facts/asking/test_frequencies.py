"""A question on how often an event is seen tells no event of the patient."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from names.clinical.values import Therapy, Toxicity


def events(*texts: str) -> list[str]:
    *earlier, newest = texts
    told = [Message(each, "earlier question", said_at=str(n)) for n, each in enumerate(earlier)]
    sheet = read_fact_sheet([*told, Message(newest, said_at=str(len(earlier)))])
    return [each.event for each in sheet.of(Toxicity)]


@pytest.mark.parametrize(
    "question",
    [
        "How frequent is diarrhoea on neratinib?",
        "How often does ILD occur with trastuzumab deruxtecan?",
        "What is the rate of grade 3 neutropenia with sacituzumab govitecan?",
        "incidence of hand-foot syndrome on capecitabine",
        "What percentage of patients get hyperglycaemia on alpelisib?",
        "Grade 3 mucositis rate with everolimus in BOLERO-2?",
        "Is ocular toxicity common with belantamab mafodotin?",
        "How often do we see keratitis with mirvetuximab?",
        "Neratinib: how frequent are nausea, vomiting and diarrhoea?",
        "In DESTINY-Breast03, how many patients had ILD of any grade?",
    ],
)
def test_how_often_an_event_is_seen_tells_none_of_the_patient(question: str) -> None:
    assert events(question) == []


@pytest.mark.parametrize(
    "text",
    [
        "how often is this, he has diarrhoea grade 2",
        "She has grade 2 diarrhoea on neratinib. How frequent is that?",
        "How common is nausea with osimertinib? She has grade 2 diarrhoea.",
        "Grade 2 diarrhoea more frequent since Monday on neratinib",
        "Increased frequency of diarrhoea on neratinib, what to do?",
        "Diarrhoea frequency of 7 per day on neratinib, dose?",
        "Is her diarrhoea common on neratinib, and do I reduce?",
        "How often should I check the blood in a patient with grade 2 diarrhoea?",
        "What is the risk of recurrent diarrhoea if neratinib is restarted?",
        "How many days of grade 3 diarrhoea before I stop neratinib?",
    ],
)
def test_an_event_that_somebody_has_stays_told(text: str) -> None:
    assert events(text) == ["diarrhoea"]


def test_what_patients_in_general_stopped_is_no_treatment_of_the_patient() -> None:
    asked = "What proportion of patients discontinued alpelisib because of rash?"
    assert not read_fact_sheet([Message(asked)]).of(Therapy)
    told = "She discontinued alpelisib because of rash. How many patients do?"
    assert read_fact_sheet([Message(told)]).of(Therapy)


def test_a_question_that_leans_on_it_is_on_the_event() -> None:
    asked = "How frequent is diarrhoea on neratinib?"
    assert events(asked, "And how is the dose changed for it?") == ["diarrhoea"]
    case = "And what is given to a 60-year-old woman with HER2-positive breast cancer after it?"
    assert events(asked, "A new case. " + case) == []
