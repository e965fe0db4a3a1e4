"""How the name of a thing joins what a question asks for, in the name of a gap."""

from __future__ import annotations

from typing import get_args

import pytest

from agents.extractive.first_thought import reading_of
from agents.extractive.question.kinds import kinds
from agents.extractive.question.parsing import parse_text
from agents.extractive.question.requests.aspects import (
    aspects,
    joins_of_aspects,
    words_of_aspects,
)
from agents.wording.missing_sources import Joins, missing_source


def test_every_kind_and_aspect_says_how_a_name_joins_it() -> None:
    valid = set(get_args(Joins))
    stated = {name: each.joins for name, each in [*kinds().items(), *aspects().items()]}
    assert {name: joins for name, joins in stated.items() if joins not in valid} == {}
    assert set(stated.values()) == valid


def test_aspects_of_the_same_words_join_alike() -> None:
    joins: dict[str, set[str]] = {}
    for each in (*kinds().values(), *aspects().values()):
        joins.setdefault(each.asks_for, set()).add(each.joins)
    assert {words for words, found in joins.items() if len(found) > 1} == set()


@pytest.mark.parametrize(
    ("kind", "about", "of_drug", "name"),
    [
        ("dose", "olaparib", True, "a source on the dose of olaparib"),
        ("therapy", "olaparib", True, "a source on treatment with olaparib"),
        ("therapy", "breast cancer", False, "a source on treatment of breast cancer"),
        ("gene", "KRAS", False, "a source on the gene: KRAS"),
        (
            "significance",
            "thyroid cancer with POLE V411L",
            False,
            "a source on the clinical significance of a variant: thyroid cancer with POLE V411L",
        ),
    ],
)
def test_the_name_of_a_missing_source(kind: str, about: str, of_drug: bool, name: str) -> None:
    asked = kinds()[kind]
    assert missing_source([], asked.asks_for, about, joins=asked.joins, of_drug=of_drug) == name


def test_several_aspects_join_as_each_of_them_does_or_plainly() -> None:
    both = frozenset(("contraception", "breastfeeding"))
    assert (words_of_aspects(both), joins_of_aspects(both)) == (
        "contraception and breastfeeding",
        "with",
    )
    assert joins_of_aspects(frozenset(("contraception", "duration"))) == "of"


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("side effects of olaparib", "I read a question on adverse reactions about olaparib."),
        ("What did OlympiA show?", "I read a question on trial results about OlympiA."),
        ("what is the gene KRAS?", "I read a question on the gene: KRAS."),
    ],
)
def test_what_a_step_says_was_read(question: str, said: str) -> None:
    assert reading_of(parse_text(question)) == said
