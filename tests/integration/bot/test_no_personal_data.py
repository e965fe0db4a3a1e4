"""Who the patient is, stands in no step and no answer, and in nothing that the run keeps of its
own work."""

from __future__ import annotations

import json

import pytest

from agents.extractive.core import ExtractiveCore
from agents.journal.codec import encode
from bot.rendering.links import PassageLinks
from bot.rendering.narration import Style, narrate
from retrieval.documents import Document
from tests.fakes import MemorySilos
from tests.integration.llm.whole_run import Asked, Ran, run_whole

STYLE = Style(links=PassageLinks("", b"k"), titles={"search_drug_information": "Drug information"})
SOURCE = Document(
    silo="drug_information",
    id="olaparib",
    version="1",
    title="Olaparib: dose",
    text="The recommended dose of olaparib is 300 mg twice daily.",
    organisation="Example",
)
"""Made up for the test."""

ASKED = {
    "Dose of olaparib for Mrs Huber (4471199), DOB 12/03/1966?": ("Huber", "4471199", "1966"),
    "Maria Müller-Huber, MRN 4471123, born 12.03.1966: olaparib dose?": (
        "Maria", "Müller", "Huber", "4471123", "12.03", "“ller", "“MRN",
    ),
    "Mr John Smith (DOB 03/04/1955) of 12 Elm Street. Talazoparib dose?": (
        "John", "Smith", "1955", "Elm Street",
    ),
    "For Maria Huber (DOB) 12.03.1966 (SSN) 4471123: zebrafenib in melanoma?": (
        "Huber", "12.03", "4471123", "DOB", "SSN",
    ),
    "SMITH JOHN, MRN 4471123, fooximab dose?": ("SMITH", "Smith", "JOHN", "4471123", "MRN"),
    "MRN 88123 Mr Schulze fooximab?": ("Schulze", "88123", "MRN"),
    "huber maria dob 12.3.1966: dose of fooximab?": ("huber", "maria", "1966", "dob"),
    "Dose of veliparib for Dr Eva Novak, phone +48 601 123 456?": ("Novak", "601 123"),
}  # fmt: skip


def shown(ran: Ran) -> str:
    """All that the run's replies show in Slack, notifications included."""
    rows = narrate(ran.view, "1700000000.000100", STYLE)
    return json.dumps([dict(row.body) for row in rows], ensure_ascii=False)


def kept(ran: Ran) -> str:
    """What the journal keeps of the run's steps and ending; the question stands in its own row."""
    own = [each for step in ran.view.all_steps for each in (step.thought, *step.observations)]
    return json.dumps([encode(each) for each in (*own, ran.ending)], ensure_ascii=False)


@pytest.mark.parametrize("text", ASKED)
async def test_nothing_says_who_the_patient_is(text: str) -> None:
    ran = await run_whole(ExtractiveCore(), Asked(text=text, silos=MemorySilos((SOURCE,))))
    assert ran.called
    everything = f"{shown(ran)}\n{kept(ran)}"
    assert [piece for piece in ASKED[text] if piece in everything] == []


@pytest.mark.parametrize("label", ["MRN", "DOB", "SSN", "KVNR"])
async def test_what_announces_a_number_is_no_subject(label: str) -> None:
    text = f"What is the dose of fooximab for Mr Brown ({label})?"
    ran = await run_whole(ExtractiveCore(), Asked(text=text, silos=MemorySilos((SOURCE,))))
    assert ran.called
    assert label not in shown(ran)
