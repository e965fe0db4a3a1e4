"""What a model is shown of documents and tools, and which of its words are for the program only."""

from __future__ import annotations

import json

import pytest

from agents.checking.documents.unsuited_documents import fit_of
from agents.facts.read_sheet import Message, read_fact_sheet
from agents.llm.conversation.numbered_statements import SearchContext
from agents.llm.conversation.tool_schemas import wire_tools
from agents.llm.correction import NEAREST, failed_sentences, repair_request
from agents.llm.unshown_documents import documents_for_others, labels_of_other_drugs
from agents.llm.writing.form import ONLY_READY, parse_written, split_ready
from agents.prompts import load_prompt
from agents.run.tools.cards import tool_cards
from agents.turns import View
from tests.fakes import Card
from tests.integration.llm.test_checked_options import DOSE, FULVESTRANT, drafted, label
from tests.sample_documents import question

PROSTATE = (
    "Olaparib is indicated for metastatic castration-resistant prostate cancer with a BRCA2"
    " mutation."
)
OVARIAN = "Olaparib is indicated for maintenance treatment of BRCA-mutated ovarian cancer."
BREAST = "Olaparib is indicated for germline BRCA-mutated metastatic breast cancer."
CASE = "54-year-old woman, metastatic breast cancer, germline BRCA2 mutation. Options?"


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "test")


@pytest.mark.parametrize(
    ("written", "thought", "answer"),
    [
        ("READY The label settles it.\nA is halved. [c1]", "The label settles it.", "A is halved."),
        ("READY. The label settles it. A is halved. [c1]", "The label settles it.", "A is halved."),
        ("READY HEADLINE: A is halved. [c1]", "", "A is halved."),
        ("**READY** — enough", "enough", ""),
        ("READY.", ONLY_READY, ""),
        ("A is halved. [c1]", "", "A is halved."),
    ],
)
def test_the_word_ready_is_never_shown(written: str, thought: str, answer: str) -> None:
    assert split_ready(written)[0] == thought
    said = " ".join(each.text for each in parse_written(written).sentences)
    assert said == answer


def test_a_sentence_behind_ready_is_read_without_a_key_too() -> None:
    (said,) = parse_written("READY Enough.\nA is halved.").sentences
    assert (said.text, said.keys) == ("A is halved.", ())


def test_no_example_names_a_tool_that_the_model_has_not() -> None:
    tools = wire_tools(tool_cards((Card(name="labels", title="Labels", role="label"),)))
    assert "search_labels" not in json.dumps(tools)
    (opened,) = [each for each in tools if each["function"]["name"] == "open_step"]
    assert "labels" in opened["function"]["description"]


def test_of_a_document_that_fits_in_part_it_is_said_how_much() -> None:
    sheet = read_fact_sheet((Message(CASE),))
    part = fit_of(label("Olaparib", PROSTATE, OVARIAN, BREAST), sheet, "label")
    assert part.mark.startswith("1 of 3 statements may be for this patient; of the others: ")
    none = fit_of(label("Olaparib", PROSTATE, OVARIAN), sheet, "label")
    assert none.mark.startswith("not for this patient: ")
    assert fit_of(label("Olaparib", BREAST), sheet, "label").mark == ""


def test_where_all_are_for_others_the_one_that_fits_most_is_shown() -> None:
    found = (label("A", PROSTATE, OVARIAN), label("B", PROSTATE, OVARIAN, BREAST))
    said = (Message(CASE),)
    view = View(run_id="run", question=question(CASE), said=said, steps_left=5)
    card = tool_cards((Card(name="labels", title="Labels", role="guideline"),))[0]
    others = documents_for_others(SearchContext("options", card, view), found)
    assert [ref.id for ref in others] == ["A"]


async def test_a_sentence_is_written_again_from_what_is_near_it() -> None:
    far = [
        f"Drug {n} of the pantry keeps for {n} weeks in a dark and cool cupboard." for n in "23456"
    ]
    stock = (label("Olaparib", DOSE, *far), FULVESTRANT)
    quotes = ((1, DOSE), *((1, each) for each in far))
    sentence = "The recommended dosage of olaparib is 900 mg twice daily. [c1]"
    view, draft = await drafted(CASE, quotes, sentence, stock=stock, query="olaparib")
    failed = failed_sentences(draft, view)
    assert failed
    request = repair_request(load_prompt("repair"), failed, draft, view)
    assert DOSE in request
    shown = sum(each in request for each in far)
    assert shown <= NEAREST < len(far)


OTHERS = ("Fulvestrant", "Eribulin")


@pytest.mark.parametrize(
    ("query", "left"),
    [
        ("tarlatamab recommended dose", ("Olaparib", *OTHERS)),
        ("zanidatamab in biliary tract cancer", ("Olaparib", *OTHERS)),
        ("olaparib dose", OTHERS),
        ("olaparib or tarlatamab", OTHERS),
        ("bevacizumab renal impairment", OTHERS),
        ("dose in renal impairment", ()),
    ],
)
def test_no_label_stands_in_for_that_of_a_drug_without_one(
    query: str, left: tuple[str, ...]
) -> None:
    olaparib = label("Olaparib", BREAST, DOSE, "Olaparib plus bevacizumab is indicated as well.")
    others = [label(each, f"The recommended dosage of {each} is 500 mg.") for each in OTHERS]
    found = (olaparib, *others)
    view = View(run_id="run", question=question(query), steps_left=5)
    card = tool_cards((Card(name="labels", title="Labels", role="label"),))[0]
    left_out = labels_of_other_drugs(SearchContext(query, card, view), found)
    assert left_out == tuple(each.ref for each in found if each.title in left)
