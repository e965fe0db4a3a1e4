"""A kind of variant that is told without its gene: "no, it's a TKD"."""

from __future__ import annotations

import pytest

from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.value_words import describe

ITD, TKD = "FLT3 ITD: present", "FLT3 TKD: present"


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        ("AML FLT3-ITD", "no it's a TKD D835", [TKD]),
        ("AML FLT3-ITD", "and what if TKD instead?", [TKD]),
        ("AML FLT3-ITD", "also a TKD", [ITD, TKD]),
        ("AML FLT3-TKD", "no TKD after all", ["FLT3 TKD: absent"]),
        ("AML FLT3-TKD", "no, ITD", [ITD]),
        ("AML NPM1 mutated", "no it's a TKD", ["NPM1 alteration: present"]),
    ],
)
def test_it_is_of_the_gene_of_the_thread(first: str, second: str, told: list[str]) -> None:
    sheet = read_fact_sheet([Message(first), Message(second, said_at="1")])
    assert [describe(fact.value) for fact in sheet.facts] == ["acute myeloid leukaemia", *told]
