"""The invented protocols can be read back from every format, and answers are told apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals.protocols.run import ProtocolQuestion, read_questions, verdict
from evals.protocols.texts import Protocol
from evals.protocols.writing import SETS, SILO, ProtocolSet, write_protocols
from retrieval.declaration.cards import read_cards
from retrieval.ingestion.readers.corpus import read_documents


def _question(name: str) -> ProtocolQuestion:
    return next(each for each in read_questions() if each.id == name)


def _answer(text: str, silo: str = SILO) -> dict[str, object]:
    return {"sentences": [{"text": text}], "citations": [{"silo": silo}]}


def _words(protocol: Protocol) -> list[str]:
    cells = [cell for part in protocol.parts for row in part.rows for cell in row]
    told = [words for part in protocol.parts for words in (*part.paragraphs, *part.items)]
    return [protocol.title, *(part.heading for part in protocol.parts), *told, *cells]


@pytest.mark.parametrize("chosen", SETS.values(), ids=SETS.keys())
def test_every_word_of_a_protocol_is_read_back_from_its_file(
    tmp_path: Path, chosen: ProtocolSet
) -> None:
    declaration = write_protocols(tmp_path, chosen)
    assert SILO in {card.name for card in read_cards(declaration)}
    for protocol in chosen.protocols:
        path = tmp_path / "documents" / SILO / protocol.name
        (document,) = read_documents(SILO, path, path.read_bytes())
        text = " ".join(document.text.split())
        for words in _words(protocol):
            assert words in text


@pytest.mark.parametrize("chosen", SETS.values(), ids=SETS.keys())
def test_eight_protocols_of_five_formats_and_thirty_questions(chosen: ProtocolSet) -> None:
    assert len(chosen.protocols) == 8
    assert len({Path(each.name).suffix for each in chosen.protocols}) == 5
    questions = read_questions(chosen.questions)
    assert len({each.id for each in questions}) == len(questions) == 30


@pytest.mark.parametrize("chosen", SETS.values(), ids=SETS.keys())
def test_each_question_is_answered_by_one_of_the_protocols(chosen: ProtocolSet) -> None:
    texts = [" ".join(_words(protocol)) for protocol in chosen.protocols]
    for question in read_questions(chosen.questions):
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


def test_a_run_that_failed_is_no_gap() -> None:
    (question, *_) = read_questions()
    assert verdict(question, {"outcome": "failed", "sentences": []}) == "failed"
    assert verdict(question, {"outcome": "gap", "sentences": []}) == "gap"
