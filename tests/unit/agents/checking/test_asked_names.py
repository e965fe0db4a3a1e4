"""An answer that does not speak of what was asked about says so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.checking.answers import decide_ending
from agents.checking.asked_names import facts_to_weigh, names_asked, not_spoken_of, not_weighed
from agents.endings.plaintext import plain_ending
from agents.endings.standing import standing_of
from agents.facts.read_sheet import Message
from agents.turns import Answer, Draft, DraftSentence, Sentence, View
from tests.integration.llm.scripted_core import seen_step
from tests.integration.llm.scripted_core import view as run_view
from tests.sample_documents import question

CASE = (
    "61-year-old woman, metastatic ER+ breast cancer, germline BRCA2, after palbociclib, on"
    " fluconazole, creatinine clearance 38 mL/min."
)


def _view(text: str) -> View:
    return View(run_id="r", question=question(text), said=(Message(text, "question"),))


def _left_open(text: str, said: str) -> str:
    sentence = Sentence(text=said, keys=("c1",), verified=True)
    answer = Answer(sentences=(sentence,), citations=())
    return "; ".join(not_spoken_of(answer, names_asked(_view(text))))


@pytest.mark.parametrize(
    ("asked", "said", "name"),
    [
        ("Olaparib dose at a clearance of 40 mL/min?", "Talazoparib is reduced.", "olaparib"),
        ("Sotorasib or adagrasib in NSCLC?", "Sotorasib 960 mg is approved.", "adagrasib"),
        (f"{CASE} Olaparib or talazoparib?", "Olaparib 200 mg twice daily.", "talazoparib"),
        ("Grade 3 diarrhoea on neratinib?", "Neratinib is reduced in liver disease.", "diarrhoea"),
        ("What does BRAF V600E mean?", "KRAS G12C predicts resistance.", "BRAF"),
        ("Enzalutamide and apixaban?", "Enzalutamide is a strong inducer.", "apixaban"),
    ],
)
def test_what_was_asked_about_and_is_not_spoken_of_is_named(
    asked: str, said: str, name: str
) -> None:
    assert _left_open(asked, said).startswith(f"{name}, which was asked about")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("Olaparib dose at a clearance of 40 mL/min?", "Lynparza is reduced to 200 mg."),
        ("Can olaparib be given with clarithromycin?", "Olaparib with a strong inhibitor: 100 mg."),
        (f"{CASE} What next?", "Trastuzumab deruxtecan is an option for HER2-low disease."),
        ("ILD grade 2 on T-DXd. Can she continue?", "Enhertu is stopped for pneumonitis."),
        ("Does osimertinib prolong QTc?", "Osimertinib prolongs the QT interval."),
        ("Does olaparib cause MDS?", "PARP inhibitors can cause myelodysplastic syndrome."),
        ("Capecitabine, hand-foot syndrome?", "Capecitabine: palmar-plantar erythrodysesthesia."),
    ],
)
def test_other_names_classes_and_the_patients_own_treatments_leave_nothing_open(
    asked: str, said: str
) -> None:
    assert not _left_open(asked, said)


def test_the_answer_says_it_first_and_answers_partly() -> None:
    asked = replace(run_view(), steps=(seen_step(),))
    (quote,) = list(asked.citations.values())[:1]
    sentence = DraftSentence(text=quote.quote, keys=(quote.key,))
    draft = Draft(sentences=(sentence,), asked=(("olaparib",),))
    ending = decide_ending(draft, asked)
    assert isinstance(ending, Answer)
    assert plain_ending(ending).startswith("Not weighed: olaparib, which was asked about")
    assert standing_of(ending) == "partly"
    whole = decide_ending(replace(draft, asked=()), asked)
    assert standing_of(whole) == "answered"


PATIENT = (
    "71-year-old man, metastatic colon cancer, LVEF 38%, creatinine clearance 41 mL/min, kidney"
    " transplant on tacrolimus, QTc 485 ms. What next?"
)


def _unweighed(*said: str, option: str = "Adagrasib + cetuximab") -> tuple[str, ...]:
    sentences = tuple(Sentence(text=e, keys=("c1",), verified=True, option=option) for e in said)
    answer = Answer(sentences=sentences, citations=(), not_found=("cetuximab in heart failure",))
    return not_weighed(answer, facts_to_weigh(_view(PATIENT)))


def test_what_options_have_to_weigh_and_nothing_speaks_of_is_told() -> None:
    left = ("creatinine clearance 41 mL/min", "transplant", "tacrolimus", "QTc 485 ms")
    # What was not found speaks of the heart.
    assert _unweighed("Adagrasib plus cetuximab is indicated.") == left
    qt = "Drugs that prolong the QT interval should be avoided with adagrasib."
    assert "QTc 485 ms" not in _unweighed(qt)
    assert "tacrolimus" not in _unweighed("Adagrasib raises the exposure to CYP3A substrates.")
    assert "transplant" not in _unweighed("No safety with a transplant is stated.")
    assert _unweighed("Adagrasib plus cetuximab is indicated.", option="") == ()


def test_an_answer_that_leaves_facts_unweighed_is_told_with_them() -> None:
    sentence = DraftSentence(text="Drug A helped 12 of 30 patients.", keys=("c1",), role="headline")
    draft = Draft(sentences=(sentence,), to_weigh=(("diabetes", "HbA1c 9%"),))
    ending = decide_ending(draft, run_view(seen_step()))
    assert isinstance(ending, Answer)
    assert ending.unweighed == ("HbA1c 9%",)
