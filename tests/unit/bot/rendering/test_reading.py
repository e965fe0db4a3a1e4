"""What makes a thread quick to read: nothing twice, doubts where they stand, little small print."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from agents.turns import (
    Abstention,
    Action,
    Answer,
    Finding,
    Gap,
    Observation,
    Reply,
    Sentence,
    Step,
)
from bot.asking.terminal import ending_lines
from bot.pages.viewer import passage_page
from bot.rendering import citing, ephemeral, steps
from bot.rendering.answer import answers
from bot.rendering.blocks import Block, plain_text
from bot.rendering.links import PassageLinks
from retrieval.documents import Document
from tests.unit.bot.rendering.test_narration import CITATION, DONE, FOUND, STEP, VIEW

LINKS = PassageLinks("", b"k")
TITLES = {"search_pubmed": "PubMed", "search_genes": "Genes", "search_pharmgkb": "PharmGKB"}
OTHER = replace(CITATION, key="c4", quote="Alpha is safe.", start=13, end=27)
READ = "Read 5 documents; nothing to quote on this."


def step_asking(*queries: str) -> Step:
    """A step that put these queries to one tool each, in vain but for the first."""
    calls = [
        Action(call_id=f"a{number}", tool=tool, arguments={"query": query})
        for number, (tool, query) in enumerate(zip(TITLES, queries, strict=False))
    ]
    seen = [
        replace(FOUND, call_id=call.call_id, tool=call.tool, detail="Read 1 document: 1 finding.")
        if number == 0
        else Observation(call_id=call.call_id, tool=call.tool, outcome="empty", detail=READ)
        for number, call in enumerate(calls)
    ]
    thought = replace(STEP.thought, actions=tuple(calls))
    return replace(STEP, thought=thought, observations=tuple(seen))


def step_blocks(step: Step) -> list[Block]:
    return steps.render(step, VIEW, TITLES, LINKS, over=True)


def test_what_several_tools_were_asked_alike_is_said_once() -> None:
    words = plain_text(step_blocks(step_asking("alpha?", "alpha?", "alpha?")))
    assert words.count("“alpha?”") == 1
    assert "_Asked of each:_ “alpha?”" in words


def test_tools_that_were_asked_differently_each_show_it() -> None:
    words = plain_text(step_blocks(step_asking("alpha?", "beta?")))
    assert "*PubMed* “alpha?” · Read 1 document: 1 finding." in words
    assert f"*Genes* “beta?” · {READ}" in words


def test_tools_that_found_nothing_share_a_paragraph() -> None:
    blocks = step_blocks(step_asking("alpha?", "alpha?", "alpha?"))
    assert len(blocks) == 4
    assert blocks[-2]["text"]["text"].count("\n") == 1


def test_a_long_word_of_a_tool_stands_below_its_name() -> None:
    (name, said) = steps.observation_lines(
        "*Step*", replace(FOUND, findings=(), detail="x" * 300), "r", LINKS
    )
    assert (name, said) == ("*Step*", "x" * 300)


def test_only_a_doubtful_finding_wears_its_badge() -> None:
    assert "verified quote" not in citing.finding_line(FOUND.findings[0], "run", LINKS)
    doubtful = replace(CITATION, status="unconfirmed")
    line = citing.finding_line(Finding(text="Alpha.", citations=(doubtful,)), "run", LINKS)
    assert line.endswith("⚠️ *unconfirmed: open the guideline*")


def test_a_document_that_is_cited_twice_is_one_source() -> None:
    (line,) = citing.source_lines((CITATION, OTHER), "run", LINKS)
    assert line.startswith("<https://example.org/p1|[3]> <https://example.org/p1|[4]> ")
    assert line.count("About alpha") == 1


def test_another_version_of_a_document_is_another_source() -> None:
    newer = replace(OTHER, ref=replace(OTHER.ref, version="3"))
    assert len(citing.source_lines((CITATION, newer), "run", LINKS)) == 2


def test_a_grade_is_told_as_the_best_of_its_document() -> None:
    (line,) = citing.source_lines((replace(CITATION, evidence_level="B"),), "run", LINKS)
    assert ", evidence up to level B on the scale of Example · " in line


def test_passages_stand_below_their_source() -> None:
    view = replace(DONE, ending=Answer(sentences=(), citations=(CITATION, OTHER)))
    assert all(block["expand"] for block in ephemeral.passage_blocks(view, LINKS))
    source, first, second = plain_text(ephemeral.passage_blocks(view, LINKS)).splitlines()[1:]
    assert "About alpha" in source
    assert first.endswith("[3]> Alpha works.")
    assert second.endswith("[4]> Alpha is safe.")


def test_the_sentences_of_an_answer_are_never_folded_and_come_first() -> None:
    said = Sentence(text="Alpha works.", keys=("c3",), verified=True)
    ending = Answer(sentences=(said,), citations=(CITATION,), not_found=("Beta.",))
    blocks = answers.render(DONE, ending, LINKS, steps_behind=False)
    assert [block["type"] for block in blocks] == ["section", "section", "context", "actions"]
    assert blocks[0]["expand"]
    assert blocks[0]["text"]["text"].startswith("*Answer*\nAlpha works.")


def test_a_thought_that_nobody_checked_is_not_part_of_the_answer() -> None:
    last = Step(number=2, seq=5, thought=replace(STEP.thought, text="Give 99 mg.", actions=()))
    said = Sentence(text="Alpha works.", keys=("c3",), verified=True)
    ending = Answer(sentences=(said,), citations=(CITATION,))
    view = replace(DONE, steps=(*DONE.steps, last))
    assert "99 mg" not in plain_text(answers.render(view, ending, LINKS, steps_behind=False))


def test_a_gap_names_what_was_searched_once() -> None:
    gap = Gap(purpose="dosing", missing="silo", name="labels", detail="Searched: PubMed; Genes.")
    ending = Abstention(gap=gap, tried=("PubMed", "Genes"))
    words = plain_text(answers.render(DONE, ending, LINKS, steps_behind=False))
    assert words.count("PubMed") == 1
    named = replace(ending, gap=replace(gap, detail=""))
    assert "Searched: PubMed, Genes" in plain_text(
        answers.render(DONE, named, LINKS, steps_behind=False)
    )


def test_a_missing_fact_is_asked_for_rather_than_refused() -> None:
    gap = Gap(purpose="dosing", missing="fact", name="which drug")
    words = plain_text(answers.render(DONE, Abstention(gap=gap), LINKS, steps_behind=False))
    assert words.startswith("*I need to know more before I can look this up.*")


@pytest.mark.parametrize(
    ("kind", "meaning"),
    [
        ({}, "exactly as quoted"),
        ({"match": "typographic"}, "but for quotation marks"),
        ({"status": "unconfirmed"}, "open the source before you rely on it"),
    ],
)
def test_the_page_of_a_passage_says_what_its_badge_means(
    kind: dict[str, Any], meaning: str
) -> None:
    document = Document(silo="pubmed", id="p1", version="2", title="T", text="Alpha works.")
    assert meaning in passage_page(document, replace(CITATION, **kind))


def test_small_talk_is_answered_and_not_called_a_gap() -> None:
    ending = Reply(text="Hello. Ask me.")
    words = plain_text(answers.render(DONE, ending, LINKS, steps_behind=False))
    assert words.strip() == "Hello. Ask me."
    assert "cannot" not in answers.notice(ending)
    assert ending_lines(replace(DONE, ending=ending)) == ["", "Hello. Ask me."]
