"""The invented protocols can be read back from every format, and answers are told apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals.protocols.run import ProtocolQuestion, read_questions, verdict
from evals.protocols.texts import PROTOCOLS
from evals.protocols.writing import SILO, write_protocols
from retrieval.declaration.cards import read_cards
from retrieval.ingestion.readers.corpus import read_documents


def _question(name: str) -> ProtocolQuestion:
    return next(each for each in read_questions() if each.id == name)


def _answer(text: str, silo: str = SILO) -> dict[str, object]:
    return {"sentences": [{"text": text}], "citations": [{"silo": silo}]}


def test_every_word_of_a_protocol_is_read_back_from_its_file(tmp_path: Path) -> None:
    declaration = write_protocols(tmp_path)
    assert SILO in {card.name for card in read_cards(declaration)}
    for protocol in PROTOCOLS:
        path = tmp_path / "documents" / SILO / protocol.name
        (document,) = read_documents(SILO, path, path.read_bytes())
        text = " ".join(document.text.split())
        for words in (protocol.title, *protocol.paragraphs, *(c for r in protocol.rows for c in r)):
            assert words in text


def test_eight_protocols_of_five_formats_and_thirty_questions() -> None:
    assert len(PROTOCOLS) == 8
    assert len({Path(each.name).suffix for each in PROTOCOLS}) == 5
    questions = read_questions()
    assert len({each.id for each in questions}) == len(questions) == 30


def test_each_question_is_answered_by_one_of_the_protocols() -> None:
    texts = [" ".join((*p.paragraphs, *(c for r in p.rows for c in r))) for p in PROTOCOLS]
    for question in read_questions():
        assert any(question.must.search(text) for text in texts), question.id


@pytest.mark.parametrize(
    ("result", "told"),
    [
        ({"sentences": []}, "gap"),
        (_answer("Grade 2: pause abemaciclib for 36 hours."), "right"),
        (_answer("Grade 3: stop abemaciclib for 9 days."), "neighbouring row"),
        (_answer("Pause for 36 hours. Stop for 9 days."), "neighbouring row"),
        (_answer("Take loperamide."), "beside"),
        (_answer("Take loperamide.", "drug_information"), "elsewhere"),
    ],
)
def test_what_an_answer_is_worth(result: dict[str, object], told: str) -> None:
    assert verdict(_question("abema-2"), result) == told
