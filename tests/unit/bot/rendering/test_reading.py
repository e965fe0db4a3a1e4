"""What makes a thread quick to read: nothing twice, doubts where they stand, little small print."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from agents.endings.standing import standing_of
from agents.turns import (
    Abstention,
    Action,
    Answer,
    Finding,
    Gap,
    Missing,
    Observation,
    Reply,
    Sentence,
    Step,
    Usage,
    View,
)
from bot.asking.terminal import ending_lines
from bot.pages.viewer import passage_page
from bot.rendering import citations, steps
from bot.rendering.answer import answers
from bot.rendering.answer.signs import SIGNS
from bot.rendering.blocks import Block, plain_text
from bot.rendering.links import PassageLinks
from bot.rendering.private import ephemeral
from retrieval.documents import Document
from tests.unit.bot.rendering.test_answer_shape import NEEDS_BRCA, judged
from tests.unit.bot.rendering.test_narration import CITATION, DONE, FOUND, STEP

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


def step_blocks(step: Step, view: View = DONE) -> list[Block]:
    return steps.render(step, view, TITLES, LINKS, over=True)


def test_what_several_tools_were_asked_alike_is_said_once() -> None:
    words = plain_text(step_blocks(step_asking("alpha?", "alpha?", "alpha?")))
    assert words.count("“alpha?”") == 1
    assert "_Asked of each:_ “alpha?”" in words


def test_a_tool_that_was_asked_with_words_of_its_own_is_named_beside_the_others() -> None:
    asking = step_asking("beta?", "alpha?", "alpha?")
    last = asking.thought.actions[-1]
    more = replace(last, call_id="a3", tool="search_trials")
    actions = (*asking.thought.actions, more)
    seen = (*asking.observations, replace(asking.observations[-1], call_id="a3", tool=more.tool))
    thought = replace(asking.thought, actions=actions)
    words = plain_text(step_blocks(replace(asking, thought=thought, observations=seen)))
    assert "_Asked of each but PubMed:_ “alpha?”" in words
    assert words.count("“alpha?”") == 1
    assert words.count("“beta?”") == 1


def test_tools_that_were_asked_differently_each_show_it() -> None:
    words = plain_text(step_blocks(step_asking("alpha?", "beta?")))
    assert "*🔎 PubMed · 1 finding*\n_Asked:_ “alpha?”\nRead 1 document: 1 finding." in words
    assert f"*Genes* “beta?” · {READ}" in words


def test_each_silo_is_one_line_that_opens_on_what_it_found() -> None:
    head, found, others, _ = step_blocks(step_asking("alpha?", "alpha?", "alpha?"))
    assert "Alpha works." not in str(head)
    assert found["title"]["text"] == "🔎 PubMed · 1 finding"
    assert found["is_collapsible"]
    assert found["default_collapsed"]
    assert "Alpha works." in str(found["child_blocks"])
    assert others["text"]["text"].count("\n") == 1


def test_the_line_of_a_silo_counts_what_is_not_for_the_patient() -> None:
    step = step_asking("alpha?")
    against = replace(FOUND.findings[0], text="Beta.", judgements=(judged("a", NEEDS_BRCA),))
    seen = replace(step.observations[0], findings=(*FOUND.findings, against))
    (_, found, _) = step_blocks(replace(step, observations=(seen,)))
    assert found["title"]["text"] == "🔎 PubMed · 1 of 2 findings may apply"


def test_a_follow_up_is_told_by_the_names_that_it_was_searched_with() -> None:
    said = "and in the metastatic setting for Maria Huber?"
    view = replace(DONE, question=replace(DONE.question, text=said))
    words = plain_text(step_blocks(step_asking(f"{said} PIK3CA breast cancer"), view))
    assert "_Asked:_ metastatic, PIK3CA, breast cancer" in words


def test_a_follow_up_is_told_as_what_the_names_behind_it_make_of_it() -> None:
    for said in ("and in renal impairment?", "on dialysis, what then?"):
        view = replace(DONE, question=replace(DONE.question, text=said))
        words = plain_text(step_blocks(step_asking(f"{said} cisplatin"), view))
        assert "_Asked:_ the dose (cisplatin)" in words


def test_a_silo_that_was_asked_twice_is_one_line() -> None:
    step = step_asking("alpha?", "beta?")
    first, second = step.thought.actions
    same = replace(second, tool=first.tool)
    again = replace(step.observations[0], call_id=same.call_id)
    twice = replace(step, thought=replace(step.thought, actions=(first, same)))
    _, found, _ = step_blocks(replace(twice, observations=(step.observations[0], again)))
    assert found["title"]["text"] == "🔎 PubMed · 1 finding"
    assert "_Asked:_ “alpha?” · “beta?”" in str(found)


ASKED = "What dose of olaparib should Maria Huber, born 12.03.1966, get?"


@pytest.mark.parametrize(
    "query",
    [ASKED, "dose of olaparib should Maria Huber get", f"{ASKED} PARP inhibitor"],
)
def test_a_step_never_shows_the_message(query: str) -> None:
    view = replace(DONE, question=replace(DONE.question, text=ASKED))
    for step in (step_asking(query), step_asking(query, query), step_asking(query, "PARP")):
        words = plain_text(step_blocks(step, view))
        assert "the dose (olaparib" in words
        assert not any(each in words for each in ("Maria", "Huber", "1966", "What dose"))


def test_tools_that_found_nothing_share_a_paragraph() -> None:
    blocks = step_blocks(step_asking("alpha?", "alpha?", "alpha?"))
    assert len(blocks) == 4
    assert blocks[-2]["text"]["text"].count("\n") == 1


def test_a_long_word_of_a_tool_stands_below_its_name() -> None:
    told = replace(FOUND, findings=(), detail="x" * 300)
    assert steps.tool_block("Step", "", [told], "r", LINKS) == f"🔎 *Step*\n{'x' * 300}"


def test_only_a_doubtful_finding_wears_its_badge() -> None:
    assert "verified quote" not in citations.finding_line(FOUND.findings[0], "run", LINKS)
    doubtful = replace(CITATION, status="unconfirmed")
    line = citations.finding_line(Finding(text="Alpha.", citations=(doubtful,)), "run", LINKS)
    assert line.endswith("⚠️ *unconfirmed: open the guideline*")


def test_a_document_that_is_cited_twice_is_one_source() -> None:
    (line,) = citations.source_lines((CITATION, OTHER), "run", LINKS)
    assert line.startswith("<https://example.org/p1|[3]> <https://example.org/p1|[4]> ")
    assert line.count("About alpha") == 1


def test_another_version_of_a_document_is_another_source() -> None:
    newer = replace(OTHER, ref=replace(OTHER.ref, version="3"))
    assert len(citations.source_lines((CITATION, newer), "run", LINKS)) == 2


def test_a_grade_is_told_as_the_best_of_its_document() -> None:
    (line,) = citations.source_lines((replace(CITATION, evidence_level="B"),), "run", LINKS)
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
    assert blocks[0]["text"]["text"].startswith("🟡 *Partly answered*\nAlpha works.")


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
    assert words.startswith("⚠️ *Not answered*: I need to know more before I can look this up.")


@pytest.mark.parametrize("missing", ["silo", "capability", "fact"])
def test_a_gap_is_three_lines(missing: Missing) -> None:
    gap = Gap(purpose="dosing", missing=missing, name="a label", detail="Say which.")
    blocks = answers.render(DONE, Abstention(gap=gap, tried=("A",)), LINKS, steps_behind=False)
    _, what, who, do = blocks[0]["text"]["text"].split("\n")
    assert what == "*Missing:* a label"
    assert who.startswith("*Who could supply it:* ")
    assert do.startswith("*What to do:* ")
    assert ("Say which." in do) is (missing != "silo"), "of a silo it tells what was found"
    assert "Say which." in plain_text(blocks)


def test_what_an_answer_took_is_said_when_a_model_was_used() -> None:
    said = Sentence(text="Alpha works.", keys=("c3",), verified=True)
    ending = Answer(sentences=(said,), citations=(CITATION,))
    used = Usage(model="m-1", input_tokens=8400, output_tokens=300, input_price_usd=1.0,
                 output_price_usd=10.0)  # fmt: skip
    view = replace(DONE, usage=(used,), seconds=72.4)
    words = plain_text(answers.render(view, ending, LINKS, steps_behind=False))
    assert "⏱️ 1 min 12 s · $0.0114 · m-1" in words
    unknown = replace(view, usage=(replace(used, input_price_usd=None),))
    assert "price not known" in plain_text(
        answers.render(unknown, ending, LINKS, steps_behind=False)
    )
    assert "⏱️" not in plain_text(answers.render(DONE, ending, LINKS, steps_behind=False))


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
    assert "cannot" not in SIGNS[standing_of(ending)].notice
    assert ending_lines(replace(DONE, ending=ending)) == ["", "Hello. Ask me."]
