"""A fact that is added in a thread: the question before is answered whole, and what changed."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from agents.extractive.question.context.added_facts import (
    adds_fact_to_choice,
    is_asked_again,
    parts_on_new_facts,
    with_added,
)
from agents.extractive.question.context.thread import tells_nothing
from agents.extractive.question.disease.tumours import tumours_asked
from agents.extractive.question.parsing import parse_text
from agents.facts.read_sheet import Message, read_fact_sheet
from agents.matching.sub_question import SubQuestion
from agents.turns import Answer
from names.recognise import recognise
from tests.unit.agents.extractive.conftest import Conversation, FakeLibrary, document

ESR1 = "Elacestrant is indicated for ESR1-mutated metastatic breast cancer after endocrine therapy."
PIK3CA = (
    "Alpelisib plus fulvestrant is indicated for PIK3CA-mutated metastatic breast cancer after"
    " endocrine therapy."
)
IDH1 = "Cholangiocarcinoma, IDH1 R132C, progressed on gem/cis"
CASE = "Metastatic breast cancer, ESR1 D538G, progressed on letrozole. Options?"


def shelf() -> FakeLibrary:
    return FakeLibrary(
        [
            document("drug_information", "e", "Elacestrant", ESR1, drugs=["elacestrant"]),
            document("drug_information", "a", "Alpelisib", PIK3CA, drugs=["alpelisib"]),
        ]
    )


@pytest.mark.parametrize(
    "added",
    [
        "Also: PIK3CA H1047R mutated",
        "also PIK3CA mutated",
        "she also has a PIK3CA mutation",
        "update: PIK3CA E545K",
        "forgot to mention: PIK3CA mutation in ctDNA",
    ],
)
async def test_what_is_added_drops_no_option(added: str) -> None:
    thread = Conversation(shelf())
    await thread.ask(CASE)
    ending = await thread.ask(added)
    assert isinstance(ending, Answer)
    said = " ".join(each.text for each in ending.sentences)
    assert "Elacestrant is indicated" in said
    assert "Alpelisib plus fulvestrant is indicated" in said
    assert f"“{CASE}” is answered again with “{added}”." in ending.note
    assert "Named now and not before: alpelisib, fulvestrant." in ending.note


async def test_what_is_no_option_any_more_is_named() -> None:
    thread = Conversation(shelf())
    await thread.ask(CASE)
    ending = await thread.ask("Also: progressed on elacestrant")
    assert ending.note is not None  # type: ignore[union-attr]
    assert "Named before and not now: elacestrant" in ending.note  # type: ignore[union-attr]


async def test_a_fact_that_changes_nothing_says_so() -> None:
    thread = Conversation(shelf())
    await thread.ask(CASE)
    ending = await thread.ask("she also has brain metastases")
    assert isinstance(ending, Answer)
    assert "It names the same drugs as before." in ending.note


CHOICE = parse_text(CASE).parts
DOSE = parse_text("olaparib dose?").parts


@pytest.mark.parametrize(
    "asks",
    [
        "and in renal impairment?",
        "also in hepatic impairment",
        "also with CYP3A inhibitors",
        "she also wants fulvestrant",
        "and niraparib?",
        "also: what dose",
    ],
)
def test_what_asks_adds_nothing(asks: str) -> None:
    assert not adds_fact_to_choice(asks, CHOICE)


@pytest.mark.parametrize("told", ["she has CKD, CrCl 40", "Also: brain metastases"])
def test_beside_a_dose_what_is_told_is_a_follow_up(told: str) -> None:
    assert adds_fact_to_choice(told, CHOICE)
    assert not adds_fact_to_choice(told, DOSE)
    assert not adds_fact_to_choice(told, ())


def test_an_absent_marker_opens_no_subject() -> None:
    (part,) = parse_text("Metastatic breast cancer with ESR1 D538G, which treatment?").parts
    assert "ESR1" in part.genes
    assert with_added(part, "also PIK3CA wild type").genes == part.genes
    assert with_added(part, "also PIK3CA mutated").genes == part.genes | {"PIK3CA"}


BEFORE = parse_text("HCC Child-Pugh A, BCLC C. first line systemic?").parts


@pytest.mark.parametrize(
    "told",
    [
        "add: variceal bleed last month, banded. so no bev I guess",
        "variceal bleed last month, so no bevacizumab",
        "variceal bleed last month. so no atezo-bev I think",
        "had a stroke in May, hence not a candidate for lenvatinib",
        "added: kidney transplant in 2015, so I guess no durvalumab",
    ],
)
def test_what_follows_from_a_fact_is_no_question_on_the_drug(told: str) -> None:
    assert adds_fact_to_choice(told, BEFORE)


@pytest.mark.parametrize(
    "asked",
    [
        "variceal bleed last month, so no bevacizumab?",
        "so no bev I guess",
        "variceal bleed last month. bevacizumab then",
    ],
)
def test_what_asks_of_the_drug_or_tells_nothing_is_no_addition(asked: str) -> None:
    assert not adds_fact_to_choice(asked, BEFORE)


@pytest.mark.parametrize(
    "added",
    [
        "correction: HbA1c is 8.9 and she is on insulin",
        "forgot to say, LVEF 40% - does that change it?",
    ],
)
def test_a_corrected_fact_asks_the_choice_before_once_more(added: str) -> None:
    assert is_asked_again(added, parse_text(CASE).parts)


def test_a_gene_told_beside_is_asked_of_as_well() -> None:
    """The marker HER2 is the gene ERBB2."""
    before = parse_text(IDH1).parts
    parts = parts_in_thread("sorry, also HER2 IHC3+ on the same biopsy", before)
    assert [sorted(part.genes) for part in parts] == [["ERBB2", "IDH1"], ["ERBB2"]]


@pytest.mark.parametrize("told", ["update: IDH1 R132H after all", "she also has diabetes"])
def test_another_alteration_of_the_gene_or_no_gene_asks_nothing_more(told: str) -> None:
    before = parse_text(IDH1).parts
    assert len(parts_in_thread(told, before)) == 1


def parts_in_thread(text: str, before: Sequence[SubQuestion]) -> tuple[SubQuestion, ...]:
    sheet = read_fact_sheet((Message(text),))
    told = parts_on_new_facts(text, sheet, before, lambda asked: parse_text(asked).parts)
    assert told is not None
    return told[0]


def test_a_tumour_that_is_denied_is_not_asked_of() -> None:
    text = "it's colon not melanoma, MSS"
    assert tumours_asked(recognise(text), text) == {"colon cancer"}


@pytest.mark.parametrize("told", ["took 35 days to clear", "lasted 9 days"])
def test_how_long_an_event_lasted_asks_its_rule_once_more(told: str) -> None:
    before = parse_text("T-DXd, CT shows ground glass, no symptoms. Hold?").parts
    assert is_asked_again(told, before)
    assert not tells_nothing(told)


def test_words_without_a_fact_are_still_named() -> None:
    assert tells_nothing("took a while to clear")


def test_a_gene_put_right_does_not_ask_of_the_wrong_one_again() -> None:
    before = parse_text("NSCLC RET fusion, untreated. First line?").parts
    assert not is_asked_again("sorry not RET, ROS1 fusion", before)
