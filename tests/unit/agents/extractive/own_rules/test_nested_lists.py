"""Lists in lists of a hospital's protocol: an inner item holds for the items that it is in, and is
told with them."""

from __future__ import annotations

from io import BytesIO

import docx
import pytest

from agents.checking.text.whole_statements import is_whole_statement
from agents.extractive.own_rules.comparing import rules_told
from agents.extractive.own_rules.rules_of_document import rules_of
from agents.turns import Abstention, Answer
from retrieval.ingestion.readers.files import read_file
from tests.unit.agents.extractive.conftest import Card, Conversation, FakeLibrary, document

SILO = "house"
TITLE = "Reactions to oxaliplatin and cetuximab"
ITEMS = (
    ("# Oxaliplatin", ()),
    (
        "Throat spasm or cold pain:",
        ("During infusion: stop for 17 minutes.", "Next cycle: slow."),
    ),
    ("Numbness between cycles:", ("During infusion: go on.", "Next cycle: 62 mg/m2.")),
    ("# Cetuximab rash", ()),
    ("Grade 2", ("Cetuximab goes on, doxycycline 95 mg.", "Review after 11 days.")),
    ("Grade 3", ("Hold cetuximab for 19 days, no longer.", "Review after 4 days.")),
)


def as_markdown() -> bytes:
    lines = []
    for words, inner in ITEMS:
        lines += [f"\n{words}\n"] if words.startswith("#") else [f"- {words}"]
        lines += [f"  - {each}" for each in inner]
    return "\n".join(lines).encode()


def as_html(before: str = "", after: str = "") -> bytes:
    """``before``, ``after``: what stands around the words of each item."""
    told = ""
    for words, inner in ITEMS:
        if words.startswith("#"):
            told += f"</ul><h2>{words[2:]}</h2><ul>"
        else:
            items = "".join(f"<li>{before}{each}{after}</li>" for each in inner)
            told += f"<li>{before}{words}{after}<ul>{items}</ul></li>"
    return f"<html><body><ul>{told}</ul></body></html>".encode()


def as_word() -> bytes:
    made, written = docx.Document(), BytesIO()
    for words, inner in ITEMS:
        if words.startswith("#"):
            made.add_heading(words[2:], 1)
        else:
            made.add_paragraph(words, style="List Bullet")
        for each in inner:
            made.add_paragraph(each, style="List Bullet 2")
    made.save(written)
    return written.getvalue()


FILES = {
    "lists.md": as_markdown(),
    "lists.html": as_html(),
    "paragraphs.html": as_html("<p>", "</p>"),
    "lists.docx": as_word(),
}


def house(name: str) -> Conversation:
    text = read_file(name, FILES[name]).text
    card = Card(SILO, "House rules", role="guideline", is_own=True)
    return Conversation(FakeLibrary([document(SILO, "lists", TITLE, text)], cards=(card,)))


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize(
    ("question", "told"),
    [
        (
            "cetuximab rash grade 3, hold?",
            "Cetuximab rash: Grade 3: Hold cetuximab for 19 days, no longer.",
        ),
        ("cetuximab rash grade 2, review?", "Cetuximab rash: Grade 2: Review after 11 days."),
        (
            "oxaliplatin numbness between cycles: next cycle?",
            "Oxaliplatin: Numbness between cycles: Next cycle: 62 mg/m2.",
        ),
        (
            "throat spasm on oxaliplatin, during infusion?",
            "Oxaliplatin: Throat spasm or cold pain: During infusion: stop for 17 minutes.",
        ),
    ],
)
async def test_an_inner_item_is_told_with_the_items_it_is_in(
    name: str, question: str, told: str
) -> None:
    conversation = house(name)
    answer = await conversation.ask(f"House rules: {question}")
    assert isinstance(answer, Answer)
    assert [(each.text, each.verified) for each in answer.sentences] == [(told, True)]
    (view,) = conversation.views
    other = told.replace("Grade 3", "Grade 2").replace("Numbness", "Spasm")
    if other != told:
        assert not is_whole_statement(other, answer.citations, view)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize(
    "question",
    [
        "House rules: cetuximab rash grade 1?",
        "House rules: cetuximab rash grade 4, hold?",
        "House rules: oxaliplatin, next cycle?",
    ],
)
async def test_an_item_of_another_parent_is_no_answer(name: str, question: str) -> None:
    assert isinstance(await house(name).ask(question), Abstention)


def test_a_grade_to_be_reached_rules_nothing_out() -> None:
    text = "# Rash\n\n- Hold cetuximab until grade 1\n  - Restart at 210 mg.\n"
    told = rules_told("cetuximab rash grade 2: restart?", rules_of(text, "Rash"), named=True)
    assert [each.rule.own for each in told] == ["Restart at 210 mg."]
