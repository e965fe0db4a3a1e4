"""A value beside a genotype: what is said of the genotype takes not all places of the answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.extractive.answer.selection.repetition import says_again
from agents.extractive.evidence.cited_statements import CitedStatement
from agents.turns import Answer
from retrieval.documents import Document
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document
from tests.unit.agents.extractive.one_statement import cited, judged
from tests.unit.agents.extractive.one_statement import document as rule_page

GENOTYPE = (
    "In UGT1A1 *28/*28 poor metabolizers sacituzumab govitecan may cause more neutropenia.",
    "UGT1A1 *28/*28 poor metabolizers may have higher exposure to sacituzumab govitecan and a"
    " higher risk of neutropenia.",
    "UGT1A1 *28/*28 patients on sacituzumab govitecan had febrile neutropenia in 18%, against 5%"
    " with *1/*28.",
    "UGT1A1 *28/*28 is named in the label of sacituzumab govitecan, because neutropenia may come"
    " earlier.",
)
BOXED = (
    "By the boxed warning sacituzumab govitecan can cause severe neutropenia; it is withheld at a"
    " neutrophil count below 1500/mm3 or for neutropenic fever."
)


async def answer(question: str, *statements: str) -> Answer:
    pages = [_page(f"p{place}", each) for place, each in enumerate(statements)]
    ending = await Conversation(FakeLibrary(pages)).ask(question)
    assert isinstance(ending, Answer)
    return ending


def _page(name: str, statement: str) -> Document:
    drugs, genes = ["sacituzumab govitecan"], ["UGT1A1"]
    text = f"## Neutropenia\n\n- {statement}\n"
    return document("drug_information", name, "Sacituzumab", text, drugs=drugs, genes=genes)


QUESTIONS = (
    "Sacituzumab govitecan, UGT1A1 *28/*28, neutrophils 0.8 on day 8",
    "neutrophils 0.7 on day 8 of sacituzumab govitecan, UGT1A1*28/*28",
)


@pytest.mark.parametrize("question", QUESTIONS)
async def test_the_rule_on_the_value_is_told(question: str) -> None:
    ending = await answer(question, *GENOTYPE, BOXED)
    assert ending.sentences[0].text == BOXED
    assert not ending.unweighed


@pytest.mark.parametrize("question", QUESTIONS)
async def test_a_value_without_a_rule_is_named(question: str) -> None:
    ending = await answer(question, *GENOTYPE)
    assert [each for each in ending.unweighed if each.startswith("neutrophils")]


ROW = "pgx:table/row-1"


def _account(name: str, text: str, record: str = ROW) -> CitedStatement:
    """A statement of a page of its own, with the record that shows it."""
    source = replace(rule_page(text, title="UGT1A1 and irinotecan"), id=name)
    found = cited(judged("irinotecan with UGT1A1 *28/*28?", source)[0], source)
    own = replace(found.judgement.statement, record=record, drugs=("irinotecan",))
    return replace(found, judgement=replace(found.judgement, statement=own))


def test_a_row_of_a_record_in_other_words_is_told_once() -> None:
    first = _account("a", "UGT1A1 *28/*28 poor metabolizers have more neutropenia on irinotecan.")
    again = "Irinotecan lists UGT1A1 *28/*28 poor metabolizers for a risk of neutropenia."
    assert says_again(_account("b", again), first)
    assert not says_again(_account("b", again, "pgx:table/row-2"), first)
    assert not says_again(_account("b", again.replace("for a risk", "to reduce a risk")), first)
