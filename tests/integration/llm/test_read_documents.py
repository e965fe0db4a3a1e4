"""How a model reads: statements with numbers, whose quotes the program makes."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from agents.checking.citations import findings_of
from agents.checking.model_quotes import with_checked_words, with_stored_statements
from agents.facts.read_sheet import Message
from agents.llm.conversation.evidence_text import observation_text
from agents.llm.conversation.numbered_statements import (
    LONGEST_DOCUMENT,
    SearchContext,
    number_statements,
    parse_report,
    parts_of,
    reading_request,
)
from agents.llm.conversation.shown_so_far import ShownSoFar
from agents.llm.reader import (
    MOST_PARTS,
    WHOLE_BEST,
    WHOLE_SEARCH,
    share_out,
)
from agents.llm.unshown_documents import documents_for_others, documents_on_other_tumours
from agents.run.shown_documents import ShownDocuments
from agents.run.tools.document_reader import DocumentReader
from agents.turns import Action, Step, Thought
from retrieval.documents import Document
from tests.fakes import MemorySilos
from tests.integration.llm.scripted_core import (
    FILLER,
    SEARCH,
    core_over,
    messages_of,
    seen_step,
    view,
)
from tests.scripted_provider import Call, Fail, Reply, Scripted

LABEL = Document(
    silo="labels",
    id="a",
    version="1",
    title="Olaparib",
    text="# Dose\n\nThe recommended dose of olaparib is 300 mg twice daily. In moderate renal"
    " impairment it is 200 mg twice daily.\n\n# Warnings\n\nOlaparib can cause anaemia.",
)
LONG_LABEL = replace(LABEL, text=LABEL.text + FILLER)
DOSE = SearchContext("dose", SEARCH, view())
OTHER = replace(LABEL, id="b", title="Talazoparib", text="Talazoparib is given at 1 mg daily.")


def test_each_statement_has_a_number_and_the_text_is_whole() -> None:
    numbered = number_statements((LABEL, OTHER), "label")
    shown = reading_request(DOSE, numbered)
    assert "[1.1] The recommended dose" in shown
    assert "[2.1] Talazoparib is given" in shown
    assert "# Warnings" in shown


def test_the_program_quotes_the_statement_that_is_pointed_at() -> None:
    numbered = number_statements((LABEL, OTHER), "label")
    report = {
        "insights": [
            {"text": "It can cause anaemia.", "statements": ["[1.3]", "9.9", "2.7", "nonsense"]},
            {"text": "Nothing.", "statements": []},
        ]
    }
    (insight,) = parse_report(report, numbered).insights
    assert [pointer.text for pointer in insight.pointers] == ["Olaparib can cause anaemia."]


def test_what_is_not_shown_has_no_number() -> None:
    long = replace(LABEL, text="Filler without meaning. " * 1000 + LABEL.text)
    (numbered,) = number_statements((long,), "label")
    late = str(len(numbered.statements))
    report = {"insights": [{"text": "Anaemia.", "statements": [f"1.{late}"]}]}
    assert parse_report(report, (numbered,)).insights == ()
    assert "300 mg" not in reading_request(DOSE, (numbered,))


def test_the_reader_knows_who_asks_and_for_whom() -> None:
    patient = replace(
        view(Step(number=1, seq=1, thought=Thought(text="The label should have the dose."))),
        said=(Message(text="Ovarian cancer, BRCA1 mutated, creatinine clearance 40 mL/min."),),
    )
    shown = reading_request(replace(DOSE, view=patient), number_statements((LABEL,), "label"))
    for told in ("Does drug A help?", "BRCA1", "The label should have the dose."):
        assert told in shown


async def test_a_quote_that_does_not_stand_is_asked_for_once_more(provider_name: str) -> None:
    wrong = [{"document": 1, "quote": "The recommended dose of olaparib is 400 mg twice daily."}]
    first = Call((("report", {"insights": [{"text": "400 mg.", "quotes": wrong}]}),))
    right = {"text": "The dose is 300 mg twice daily.", "statements": ["1.1"]}
    again = Call((("report", {"insights": [right]}),))
    async with core_over(provider_name, first, again) as (core, scripted):
        reading = await core.read("dose", (LONG_LABEL,), SEARCH, view=view())
    asked = str(messages_of(scripted.asked[1]))
    assert "400 mg" in asked
    assert "another one in the document" in asked
    assert [insight.text for insight in reading.insights] == ["The dose is 300 mg twice daily."]
    assert reading.usage.output_tokens == 40


async def test_where_it_cannot_be_asked_again_what_stands_is_kept(provider_name: str) -> None:
    rows = [
        {"text": "300 mg.", "statements": ["1.1"]},
        {"text": "400 mg.", "quotes": [{"document": 1, "quote": "It is 400 mg twice daily."}]},
    ]
    down = Fail(500)
    script = (Call((("report", {"insights": rows}),)), down, down, down)
    async with core_over(provider_name, *script) as (core, _):
        reading = await core.read("dose", (LONG_LABEL,), SEARCH, view=view())
    assert [each.text for each in findings_of(reading.insights, (LONG_LABEL,))] == ["300 mg."]


def test_an_insight_that_says_more_than_its_quotes_shows_them_instead() -> None:
    numbered = number_statements((LABEL,), "label")
    rows = [
        {"text": "Olaparib is given at 300 mg twice daily.", "statements": ["1.1"]},
        {"text": "Olaparib is given at 450 mg twice daily.", "statements": ["1.1"]},
    ]
    found = findings_of(parse_report({"insights": rows}, numbered).insights, (LABEL,))
    checked, replaced = with_checked_words(found, view(seen_step()))
    assert replaced == 1
    assert checked[0].text == "Olaparib is given at 300 mg twice daily."
    assert checked[1].text == "The recommended dose of olaparib is 300 mg twice daily."


def test_documents_are_shown_whole_as_far_as_there_is_room() -> None:
    sizes = (2_500, 1_500, 3_000, 400)
    documents = [replace(LABEL, id=str(n), text="x" * size) for n, size in enumerate(sizes)]
    share = share_out(documents, 1)
    assert [each.id for each in share.whole] == ["0", "1", "3"]
    assert [each.id for each in share.unread] == ["2"]
    assert sum(len(each.text) for each in share.whole) <= WHOLE_SEARCH
    # A best document that is too long is read; what comes behind is shown where it fits.
    long = replace(LABEL, id="long", text="x" * 20_000)
    share = share_out([long, *documents[1:2]], 1)
    assert ([each.id for each in share.apart], [each.id for each in share.whole]) == (
        ["long"],
        ["1"],
    )
    # The first that fits is shown whole, too, behind one that is read: that costs one call less.
    share = share_out([long, replace(LABEL, id="next", text="x" * (WHOLE_SEARCH + 1))], 1)
    assert [each.id for each in share.whole] == ["next"]
    # Many searches side by side share the room of a step; the best is shown all the same.
    assert [each.id for each in share_out(documents, 12).whole] == ["0"]
    best = replace(LABEL, id="best", text="x" * WHOLE_BEST)
    assert [each.id for each in share_out([best, *documents], 1).whole] == ["best"]
    # What the run shows already takes no room, and is not unread.
    again = share_out([best, *documents], 1, {best.ref})
    assert [each.id for each in again.whole] == ["best", "0", "1", "3"]


METASTATIC = "is indicated for metastatic"


def test_documents_on_another_tumour_are_named_and_not_shown() -> None:
    def paper(name: str, tumour: str) -> Document:
        text = f"Drug alpha {METASTATIC} {tumour}. In {tumour} 41% of 120 patients responded."
        own = replace(LABEL, id=name, title=f"A study of {tumour}", text=text, statements=())
        return with_stored_statements(own, "label")

    found = [paper("breast", "breast cancer"), paper("prostate", "prostate cancer")]
    said = (Message("62-year-old woman, metastatic breast cancer. What next?"),)
    patient = replace(view(), said=said)
    asked = SearchContext("what next", SEARCH, patient)
    assert [each.id for each in documents_on_other_tumours(asked, found)] == ["prostate"]
    wider = SearchContext("alpha in prostate cancer", SEARCH, patient)
    assert documents_on_other_tumours(wider, found) == (), "what is searched for is no stranger"
    named = [replace(found[1], title="Olaparib in prostate cancer")]
    assert documents_on_other_tumours(SearchContext("olaparib", SEARCH, patient), named) == ()
    assert documents_on_other_tumours(SearchContext("what next", SEARCH, view()), found) == ()


MELANOMA = (Message("60-year-old man, metastatic melanoma, BRAF V600E. What next?"),)


def trial_on(name: str, variant: str) -> Document:
    """A report whose statements are all on one variant."""
    text = f"Drug alpha {METASTATIC} melanoma with BRAF {variant}, and for no other."
    own = replace(LABEL, id=name, title=f"{name}: drug alpha", text=text, statements=())
    return with_stored_statements(own, "label")


def test_documents_on_another_variant_are_named_with_the_reason_and_not_shown() -> None:
    found = [trial_on("other", "K601E"), trial_on("own", "V600E")]
    asked = SearchContext("drug alpha", SEARCH, replace(view(), said=MELANOMA))
    assert [each.id for each in documents_for_others(asked, found)] == ["other"]
    assert documents_for_others(asked, found[:1]) == (), "alone it is shown, with its marks"
    nobody = SearchContext("drug alpha", SEARCH, view())
    assert documents_for_others(nobody, found) == ()


def test_what_is_superseded_is_named_where_something_newer_was_found() -> None:
    new = with_stored_statements(replace(LABEL, id="new"), "label")
    old = tuple(replace(each, currency="superseded") for each in new.statements)
    found = [replace(new, id="old", statements=old), new]
    asked = SearchContext("dose", SEARCH, view())
    assert [each.id for each in documents_for_others(asked, found)] == ["old"]
    label = replace(SEARCH, role="label")
    by_name = SearchContext("olaparib dose", label, view())
    assert documents_for_others(by_name, found) == (), "a label that is asked for by its drug"


async def test_why_a_document_was_not_shown_is_told_beside_its_title(provider_name: str) -> None:
    found = (trial_on("other", "K601E"), trial_on("own", "V600E"))
    async with core_over(provider_name) as (core, _):
        reader = DocumentReader(core, ShownDocuments(MemorySilos(found), {}))
        action = Action(call_id="a", tool="search_pubmed", arguments={"query": "drug alpha"})
        asked = replace(view(), said=MELANOMA)
        seen = await reader.observe(action, found, SEARCH, asked)
    assert [each.ref.id for each in seen.offered] == ["own"]
    told = observation_text(seen, ShownSoFar({each.ref: each for each in found}))
    assert "(not for this patient: needs BRAF K601E)" in told


def long_text(parts: int) -> str:
    """A text of so many parts, with the dose in the last but one."""
    filler = ("Nothing is said " + "about it here " * 14 + "at all. ") * 4 + "\n\n"
    size = LONGEST_DOCUMENT * (parts - 1) + LONGEST_DOCUMENT // 2
    text = filler * (size // len(filler))
    return f"{text}The recommended dose of olaparib is 300 mg twice daily.\n\n{filler}"


def test_parts_cover_a_document_and_cut_no_statement() -> None:
    (numbered,) = number_statements((replace(LABEL, text=long_text(4)),), "label")
    parts = parts_of(numbered)
    assert len(parts) == 4
    assert "".join(each.document.text[each.start : each.end] for each in parts) == long_text(4)
    assert all(each.end - each.start <= LONGEST_DOCUMENT for each in parts)
    ends = {each.end for each in parts[:-1]}
    spans = [span for each in numbered.statements for span in each.spans]
    assert not any(start < end < stop for end in ends for start, stop in spans)


def reports(request: dict[str, Any]) -> Reply:
    """Reports whatever sentence on the dose it sees, by its number."""
    words = str(messages_of(request))
    seen = re.findall(r"\[(\d+\.\d+)\] The recommended dose of olaparib", words)
    rows = [{"text": "The dose is 300 mg twice daily.", "statements": seen[:1]}] if seen else []
    return Call((("report", {"insights": rows}),))


async def read_long(name: str, parts: int) -> tuple[list[str], Scripted]:
    document = replace(LABEL, text=long_text(parts))
    async with core_over(name) as (core, scripted):
        scripted.brain = reports
        reading = await core.read("olaparib dose", (document,), SEARCH, view=view())
    found = findings_of(reading.insights, (document,))
    return [each.citations[0].quote for each in found], scripted


async def test_a_document_of_a_few_parts_is_read_in_the_light_of_those_before(
    provider_name: str,
) -> None:
    found, scripted = await read_long(provider_name, 3)
    assert found == ["The recommended dose of olaparib is 300 mg twice daily."]
    assert len(scripted.asked) == 3
    assert "further part of the document" not in str(scripted.asked[0])


async def test_a_later_part_is_told_what_the_earlier_ones_said(provider_name: str) -> None:
    dose = "The recommended dose of olaparib is 300 mg twice daily.\n\n"
    document = replace(LABEL, text=dose + long_text(2))
    async with core_over(provider_name) as (core, scripted):
        scripted.brain = reports
        await core.read("olaparib dose", (document,), SEARCH, view=view())
    assert "further part of the document" in str(scripted.asked[1])
    assert "The dose is 300 mg twice daily." in str(scripted.asked[1])


async def test_a_document_of_many_parts_is_read_side_by_side_and_joined(
    provider_name: str,
) -> None:
    dose = "The recommended dose of olaparib is 300 mg twice daily.\n\n"
    document = replace(LABEL, text=dose + long_text(5))
    async with core_over(provider_name) as (core, scripted):
        scripted.brain = reports
        reading = await core.read("olaparib dose", (document,), SEARCH, view=view())
    assert len(scripted.asked) == 6
    joins = [each for each in scripted.asked if "read side by side" in str(each)]
    assert len(joins) == 1
    parts = [str(each) for each in scripted.asked if each not in joins]
    before = {each.partition("<document number=")[0] for each in parts}
    assert len(before) == 1, "what all parts are told stands first, and may come from a cache"
    assert len(reading.insights) == 1
    assert reading.usage.output_tokens == 6 * 20


async def test_of_a_very_long_document_the_nearest_parts_are_read_and_that_is_said(
    provider_name: str,
) -> None:
    document = replace(LABEL, text=long_text(MOST_PARTS + 2))
    async with core_over(provider_name) as (core, scripted):
        scripted.brain = reports
        reading = await core.read("olaparib dose", (document,), SEARCH, view=view())
    assert len(scripted.asked) == MOST_PARTS
    assert [each.pointers[0].text for each in reading.insights] == [
        "The recommended dose of olaparib is 300 mg twice daily."
    ]
    assert reading.remark == "Of the 14 parts of Olaparib, 12 were read."
