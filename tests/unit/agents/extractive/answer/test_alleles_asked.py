"""What an allele is, is told by the table of alleles; two names of one genotype are no conflict."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.turns import Abstention, Answer
from names.clinical.phenotypes.alleles_asked import allele_sentences
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("rs3918290, what is it?", "*2A"),
        ("what is DPYD *13?", "c.1679T>G"),
        ("what does DPYD HapB3 mean?", "decreased function (activity value 0.5)"),
    ],
)
async def test_an_allele_is_told_by_the_table(question: str, said: str) -> None:
    ending = await Conversation(FakeLibrary([])).ask(question)
    assert isinstance(ending, Answer)
    (sentence,) = ending.sentences
    assert said in sentence.text
    assert sentence.verified


@pytest.mark.parametrize("question", ["DPYD *2A, capecitabine dose?", "what is rs1?", "*2A found"])
async def test_where_a_drug_is_asked_about_the_table_does_not_answer(question: str) -> None:
    assert not allele_sentences(question)
    assert isinstance(await Conversation(FakeLibrary([])).ask(question), Abstention)


@pytest.mark.parametrize(
    ("text", "conflicts"),
    [
        ("DPYD c.1679T>G homozygous (*13/*13)", 0),
        ("DPYD *1/*2A, that is *2A/*1", 0),
        ("DPYD *1/*2A; DPYD *2A/*2A", 1),
    ],
)
def test_one_genotype_in_two_notations_is_no_conflict(text: str, conflicts: int) -> None:
    assert len(read_fact_sheet((Message(text),)).contradictions) == conflicts
