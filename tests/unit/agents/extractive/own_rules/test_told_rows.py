"""A row of a hospital's table, from each format, asked for and told in words with one citation."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

import docx
import openpyxl
import pytest

from agents.checking.text.whole_statements import is_whole_statement
from agents.turns import Answer
from retrieval.ingestion.readers.files import read_file
from tests.unit.agents.extractive.conftest import Card, Conversation, FakeLibrary, document

SILO = "house"
ROWS = (
    ("CrCl (mL/min)", "Dose", "Remark"),
    ("> 50", "100 % of dose", "none"),
    ("30–50", "75 % of dose", "recheck weekly"),
    ("< 30", "do not give", "ask the pharmacist"),
)
OTHER = (("Toxin", "Colour"), ("Amanita", "white"))
TOLD = "CrCl (mL/min): 30–50 · Dose: 75 % of dose · Remark: recheck weekly"
ASKED = "House rules: capecitabine dose at CrCl 38?"


def bars(rows: Sequence[Sequence[str]]) -> str:
    head, *others = (f"| {' | '.join(row)} |" for row in rows)
    return "\n".join([head, "|---" * len(rows[0]) + "|", *others])


def as_word(rows: Sequence[Sequence[str]]) -> bytes:
    made, written = docx.Document(), BytesIO()
    made.add_heading("Capecitabine in renal impairment", 1)
    table = made.add_table(rows=len(rows), cols=len(rows[0]))
    for row, words in zip(table.rows, rows, strict=True):
        for cell, word in zip(row.cells, words, strict=True):
            cell.text = word
    made.save(written)
    return written.getvalue()


def as_sheet(rows: Sequence[Sequence[str]]) -> bytes:
    made, written = openpyxl.Workbook(), BytesIO()
    made.active.title = "Capecitabine"
    for row in rows:
        made.active.append(list(row))
    made.save(written)
    return written.getvalue()


MARKDOWN = f"# Capecitabine in renal impairment\n\n{bars(ROWS)}\n\n## Toxins\n\n{bars(OTHER)}\n"
FILES = {
    "capecitabine.md": MARKDOWN.encode(),
    "capecitabine.docx": as_word(ROWS),
    "capecitabine.xlsx": as_sheet(ROWS),
    "capecitabine.csv": "\n".join(";".join(row) for row in ROWS).encode(),
}


def house(name: str) -> Conversation:
    text = read_file(name, FILES[name]).text
    card = Card(SILO, "House rules", role="guideline", is_own=True)
    title = "Renal dosing of capecitabine"
    return Conversation(FakeLibrary([document(SILO, "cape", title, text)], cards=(card,)))


@pytest.mark.parametrize("name", FILES)
async def test_it_is_told_in_words_with_one_citation(name: str) -> None:
    answer = await house(name).ask(ASKED)
    assert isinstance(answer, Answer)
    (sentence,) = answer.sentences
    assert sentence.verified
    assert sentence.text.endswith(TOLD)
    assert "|" not in sentence.text
    (citation,) = answer.citations
    assert citation.quote == "| 30–50 | 75 % of dose | recheck weekly |"


@pytest.mark.parametrize(
    "lie",
    [
        TOLD.replace("75", "100"),
        TOLD.replace("Dose: 75 % of dose · Remark: recheck weekly", "Remark: 75 % of dose"),
        TOLD.replace("CrCl (mL/min)", "Weight"),
        f"Oxaliplatin – {TOLD}",
        f"Toxins – {TOLD}",
    ],
)
async def test_a_row_told_otherwise_is_not_that_row(lie: str) -> None:
    conversation = house("capecitabine.md")
    answer = await conversation.ask(ASKED)
    assert isinstance(answer, Answer)
    (view,) = conversation.views
    assert is_whole_statement(answer.sentences[0].text, answer.citations, view)
    assert not is_whole_statement(lie, answer.citations, view)


BY_FUNCTION = f"## Dose by renal function\n\n{bars(ROWS)}\n"
OF_FUNCTION = f"Dose by renal function – {TOLD}"


def titled(title: str) -> Conversation:
    card = Card(SILO, "House rules", role="guideline", is_own=True)
    return Conversation(FakeLibrary([document(SILO, "cape", title, BY_FUNCTION)], cards=(card,)))


async def test_a_row_below_a_title_that_alone_names_the_drug_is_told_with_it() -> None:
    conversation = titled("Capecitabine at our breast centre")
    answer = await conversation.ask("CrCl 38, what dose of capecitabine?")
    assert isinstance(answer, Answer)
    (sentence,) = answer.sentences
    assert (sentence.text, sentence.verified) == (f"capecitabine: {OF_FUNCTION}", True)
    (view,) = conversation.views
    for lie in (f"irinotecan: {OF_FUNCTION}", f"capecitabine: {OF_FUNCTION.replace('75', '100')}"):
        assert not is_whole_statement(lie, answer.citations, view)


async def test_a_row_of_a_title_on_two_drugs_is_not_that_of_one() -> None:
    conversation = titled("Capecitabine and irinotecan at our centre")
    await conversation.ask("House rules: capecitabine dose at CrCl 38?")
    (view,) = conversation.views
    found = [f for s in view.steps for o in s.observations for f in o.findings]
    rows = tuple(c for f in found for c in f.citations if "75 %" in c.quote)
    assert not is_whole_statement(f"irinotecan: {OF_FUNCTION}", rows, view)


async def test_what_a_step_found_is_told_in_words_too() -> None:
    conversation = house("capecitabine.md")
    await conversation.ask(ASKED)
    found = [
        f.text for s in conversation.views[0].steps for o in s.observations for f in o.findings
    ]
    assert found
    assert all(each.startswith("Capecitabine in renal impairment – CrCl") for each in found)
