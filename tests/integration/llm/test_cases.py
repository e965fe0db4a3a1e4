"""A case is thought about with the clinical prompt and answered as a table; a look-up is not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.checking.answers import check_draft
from agents.endings.json_result import markdown
from agents.endings.layout import MOST_ROWS, rest_layout, short_layout
from agents.facts.read_sheet import Message
from agents.llm.conversation.evidence_text import evidence_rows
from agents.llm.writing.form import MOST_OPTIONS, parse_written
from agents.llm.writing.request import is_case
from agents.turns import Answer, Draft, DraftSentence, Finding, View
from bot.asking.terminal import ending_lines
from bot.rendering.answer.answers import render
from bot.rendering.blocks import plain_text
from bot.rendering.links import PassageLinks
from tests.integration.llm.scripted_core import SEARCH, citation, core_over, seen_step, view
from tests.scripted_provider import Say

CASE = (
    "62-year-old woman, metastatic ER+ HER2- breast cancer, PIK3CA H1047R, progressed on "
    "palbociclib and letrozole, HbA1c 7.9 %, ECOG 1. What next?"
)
ALPELISIB = "Median progression-free survival was 11.0 months with alpelisib plus fulvestrant."
SUGAR = "Hyperglycemia of grade 3 or 4 occurred in 37 percent of patients given alpelisib."
CAPIVASERTIB = "Capivasertib plus fulvestrant prolonged progression-free survival to 7.3 months."
WRITTEN = """HEADLINE: Capivasertib plus fulvestrant prolonged progression-free survival to \
7.3 months. [c3]
OPTION: capivasertib + fulvestrant
EVIDENCE: Progression-free survival was prolonged to 7.3 months. [c3]
FOR: —
OPTION: alpelisib + fulvestrant
**EVIDENCE:** Median progression-free survival was 12.9 months with alpelisib plus fulvestrant. [c1]
AGAINST: Hyperglycemia of grade 3 or 4 occurred in 37 percent of patients given alpelisib. [c2]
MISSING: ESR1 mutation status (elacestrant, capivasertib)
MISSING: PIK3CA status (alpelisib)
DISSENT: Capivasertib plus fulvestrant prolonged progression-free survival to 7.3 months. [c3]
Not found: overall survival."""


def case_view(question: str = CASE) -> View:
    quotes = [("c1", ALPELISIB), ("c2", SUGAR), ("c3", CAPIVASERTIB)]
    found = tuple(
        Finding(text=q, citations=(replace(citation(key), quote=q, organisation="Synthetic"),))
        for key, q in quotes
    )
    step = seen_step()
    seen = replace(step.observations[0], findings=found)
    steps = (replace(step, observations=(seen,)),)
    asked = replace(view().question, text=question)
    said = (Message(question, "question", "U", "2026-01-01T00:00:00+00:00"),)
    return replace(view(*steps), question=asked, said=said)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (CASE, True),
        ("58M mCRC BRAF V600E MSS, PD after FOLFOX. Options?", True),
        ("olaparib dose in renal impairment?", False),
        ("What was PFS in DESTINY-Breast04?", False),
        ("First-line EGFR L858R NSCLC: what does ESMO recommend?", False),
    ],
)
def test_a_case_is_what_tells_of_a_patient(question: str, expected: bool) -> None:
    assert is_case(case_view(question)) is expected


async def test_a_look_up_in_the_thread_of_a_case_stays_short(provider_name: str) -> None:
    asked = replace(
        case_view("What was PFS in DESTINY-Breast04?"),
        earlier=(Message(CASE, "earlier question", "U", "2026-01-01T00:00:00+00:00"),),
    )
    assert not is_case(asked)
    async with core_over(provider_name, Say("NO ANSWER")) as (core, scripted):
        await core.answer(asked, ())
    assert "OPTION:" not in str(scripted.asked[0])


async def test_the_clinical_prompt_takes_over_thoughts_and_answer(provider_name: str) -> None:
    async with core_over(provider_name, Say("READY."), Say(WRITTEN), Say("")) as (core, scripted):
        thought = await core.think(case_view(), (SEARCH,))
        written = await core.answer(case_view(), ())
    think, answer = (str(each) for each in scripted.asked[:2])
    assert "why it ended" in think
    assert "why it ended" in answer
    assert "OPTION:" in answer
    assert "Look it up." in answer, "the thoughts of the run are seen by the answer step"
    async with core_over(provider_name, Say("READY.")) as (core, scripted):
        plain = await core.think(view(), (SEARCH,))
    assert "why it ended" not in str(scripted.asked[0])
    assert thought.prompt_sha != plain.prompt_sha
    assert written.prompt_sha


def draft(sentences: tuple[DraftSentence, ...]) -> Draft:
    return Draft(sentences=sentences)


async def test_every_cell_is_checked_as_a_sentence_is(provider_name: str) -> None:
    async with core_over(provider_name, Say(WRITTEN), Say("nothing")) as (core, scripted):
        written = await core.answer(case_view(), ())
    answer = check_draft(written, case_view())
    cells = [(each.option, each.cell, each.verified) for each in answer.sentences if each.option]
    assert cells == [
        ("capivasertib + fulvestrant", "evidence", True),
        ("alpelisib + fulvestrant", "evidence", False),
        ("alpelisib + fulvestrant", "against", True),
    ]
    assert "12.9 months" in str(scripted.asked[1]), "what does not hold is sent back"
    assert answer.sentences[0].role == "headline"
    # A gene whose state is told is not missing; an option without evidence hangs on nothing.
    assert [(each.name, each.options) for each in answer.missing] == [
        ("ESR1 mutation status", ("capivasertib",))
    ]
    assert answer.not_found == ("overall survival.",)


async def test_a_cell_that_was_written_again_stays_in_its_row(provider_name: str) -> None:
    again = "3: Median progression-free survival was 11.0 months with alpelisib. [c1]"
    async with core_over(provider_name, Say(WRITTEN), Say(again)) as (core, _):
        written = await core.answer(case_view(), ())
    mended = next(each for each in written.sentences if "11.0 months" in each.text)
    assert (mended.role, mended.option, mended.cell) == (
        "row", "alpelisib + fulvestrant", "evidence",
    )  # fmt: skip


async def rendered(provider_name: str) -> tuple[View, Answer]:
    async with core_over(provider_name, Say(WRITTEN), Say("nothing")) as (core, _):
        written = await core.answer(case_view(), ())
    answer = check_draft(written, case_view())
    return replace(case_view(), ending=answer), answer


async def test_the_table_stands_in_slack_in_the_terminal_and_in_markdown() -> None:
    ended, answer = await rendered("openai")
    slack = plain_text(render(ended, answer, PassageLinks("", b"k"), steps_behind=False))
    row = next(line for line in slack.splitlines() if "*capivasertib + fulvestrant*" in line)
    assert "_Evidence:_ Progression-free survival was prolonged to 7.3 months." in row
    assert "Synthetic, dated 2026" in row, "source and date are the program's"
    assert "*Not verified*" in next(x for x in slack.splitlines() if "12.9 months" in x)
    terminal = "\n".join(ending_lines(ended))
    assert "capivasertib + fulvestrant (Synthetic, dated 2026)" in terminal
    assert "Against: Hyperglycemia" in terminal
    assert "Sources disagree: Capivasertib" in " ".join(terminal.split())
    table = [
        line for line in markdown(answer, answer.citations, None).splitlines() if line[:1] == "|"
    ]
    assert table[0] == "| Option | Evidence | For | Against | Source |"
    assert len(table) == 4


def test_rows_beyond_the_first_are_behind_more() -> None:
    lines = [f"OPTION: drug{n}\nEVIDENCE: drug{n} was given. [c1]" for n in range(7)]
    written = parse_written("\n".join(lines))
    assert len({each.option for each in written.sentences}) == MOST_OPTIONS
    answer = check_draft(draft(written.sentences), case_view())
    assert len(short_layout(answer).parts[0].rows) == MOST_ROWS
    assert len(rest_layout(answer).parts[0].rows) == MOST_OPTIONS - MOST_ROWS


def test_labels_are_read_as_labels_only_where_they_are_some() -> None:
    written = parse_written("For: nothing opened a row. [c1]\nFor most, it held. [c1]")
    assert [(each.role, each.text) for each in written.sentences] == [
        ("point", "For: nothing opened a row."),
        ("point", "For most, it held."),
    ]


def test_evidence_is_shown_once() -> None:
    twice = case_view()
    rows = evidence_rows(replace(twice, steps=(*twice.steps, replace(twice.steps[0], number=2))))
    assert [quote["key"] for row in rows for quote in row["quotes"]] == ["c1", "c2", "c3"]
