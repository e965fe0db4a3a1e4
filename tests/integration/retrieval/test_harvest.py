"""What a source brings stands beside what is there: replaced, refused, dated and purged."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import pytest

from agents.memory.database import Memory
from retrieval.documents import Document, DocumentRef
from retrieval.errors import DocumentUnknown, SourceFailed
from retrieval.ingestion.harvest import LAST, harvest
from retrieval.ingestion.sources.contract import HarvestRequest, Page, Record
from retrieval.ingestion.staging import Staging
from retrieval.ingestion.staging.later_versions import new_since
from retrieval.sql import open_database

REQUEST = HarvestRequest(silo="pubmed", terms=("made-up",))


def record(name: str, version: str = "1", text: str = "Words.", **more: object) -> Record:
    document = Document(
        silo="pubmed", id=name, version=version, title=name, text=text, url="https://example.org"
    )
    return replace(Record(document=document, raw="{}"), **more)  # type: ignore[arg-type]


@dataclass
class Scripted:
    """A source with these pages; it remembers what it was asked."""

    pages_given: Sequence[Sequence[Record]]
    fails_after: int = 99
    asked: HarvestRequest = REQUEST
    name: str = "scripted"

    async def pages(self, request: HarvestRequest, cursor: str = "") -> AsyncIterator[Page]:
        self.asked = request
        for number in range(int(cursor or 0), len(self.pages_given)):
            if number >= self.fails_after:
                detail = "The service is tired."
                raise SourceFailed(detail)
            more = number + 1 < len(self.pages_given)
            records = tuple(self.pages_given[number])
            yield Page(records=records, cursor=str(number + 1) if more else "")

    async def close(self) -> None:
        """Nothing is open."""


async def ids(staging: Staging) -> list[str]:
    return [current.id for current in await staging.current("pubmed")]


async def test_a_run_that_failed_goes_on_and_one_that_ended_begins_anew(staging: Staging) -> None:
    pages = [[record("a"), record("b")], [record("c")], [record("d")]]
    first = await harvest(
        Scripted(pages, fails_after=1), REQUEST, staging=staging, progress=lambda now: None
    )
    assert (first.new, first.error) == (2, "The service is tired.")
    second = await harvest(Scripted(pages), REQUEST, staging=staging, progress=lambda now: None)
    assert (second.new, second.resumed, second.error) == (2, True, "")
    third = await harvest(Scripted(pages), REQUEST, staging=staging, progress=lambda now: None)
    assert (third.new, third.unchanged, third.resumed) == (0, 4, False)
    assert await ids(staging) == ["a", "b", "c", "d"]


async def test_what_is_replaced_leaves_search_and_can_still_be_opened(staging: Staging) -> None:
    pages = [[record("old")], [record("new", supersedes=("old",))]]
    await harvest(Scripted(pages), REQUEST, staging=staging, progress=lambda now: None)
    assert await ids(staging) == ["new"]
    assert (await staging.document(DocumentRef("pubmed", "old", "1"))).text == "Words."


async def test_what_nobody_sees_in_an_answer_is_not_stored(staging: Staging) -> None:
    hidden = record("a", text="Dose \u202egm 001\u202c: 10\u200f - 20\u200f mg, 4\ufe0f0 mL/min.")
    await harvest(Scripted([[hidden]]), REQUEST, staging=staging, progress=lambda now: None)
    stored = await staging.document(DocumentRef("pubmed", "a", "1"))
    assert stored.text == "Dose gm 001: 10 - 20 mg, 40 mL/min."


async def test_an_id_that_a_file_has_is_refused_in_a_line(staging: Staging) -> None:
    document = record("a").document
    await staging.stage("pubmed", "own/pubmed/a.md", "digest", [document])
    report = await harvest(
        Scripted([[record("a", text="Others."), record("b")]]), REQUEST,
        staging=staging, progress=lambda now: None,
    )  # fmt: skip
    (problem,) = report.problems
    assert "already taken by own/pubmed/a.md" in problem.reason
    assert await ids(staging) == ["a", "b"]


async def test_a_document_without_an_address_is_taken_in_and_named(staging: Staging) -> None:
    made = record("a")
    homeless = replace(made, document=replace(made.document, url=""))
    report = await harvest(
        Scripted([[homeless]]), REQUEST, staging=staging, progress=lambda now: None
    )
    assert "no address" in report.problems[0].reason
    assert await ids(staging) == ["a"]


async def test_last_means_the_day_on_which_the_last_finished_run_began(staging: Staging) -> None:
    source = Scripted([[record("a")]])
    request = replace(REQUEST, since=LAST)
    await harvest(source, request, staging=staging, progress=lambda now: None)
    assert source.asked.since == ""
    await harvest(source, request, staging=staging, progress=lambda now: None)
    assert source.asked.since == datetime.now(UTC).date().isoformat()


async def test_a_retraction_shows_in_the_document(staging: Staging) -> None:
    await harvest(Scripted([[record("a")]]), REQUEST, staging=staging, progress=lambda now: None)
    marked = Scripted([[record("a", status="retracted", notice="PMID 1 says so.")]])
    await harvest(marked, REQUEST, staging=staging, progress=lambda now: None)
    assert (await staging.document(DocumentRef("pubmed", "a", "1"))).status == "retracted"
    (tally,) = await staging.tallies()
    assert (tally.source, tally.doubtful) == ("scripted", 1)


async def test_only_what_is_old_and_uncited_is_purged(staging: Staging, database_url: str) -> None:
    for text in ("First.", "Second.", "Third."):
        made = record("a", version=text, text=text)
        await harvest(Scripted([[made]]), REQUEST, staging=staging, progress=lambda now: None)
    old = await staging.superseded_versions()
    assert [ref.version for ref in old] == ["First.", "Second."]
    async with open_database(database_url) as database:
        assert await Memory(database).cited_versions(old) == frozenset()
    assert await staging.purge([old[0], DocumentRef("pubmed", "a", "Third.")]) == 1
    with pytest.raises(DocumentUnknown):
        await staging.document(old[0])
    assert (await staging.document(old[1])).text == "Second."
    assert await ids(staging) == ["a"]


async def test_new_is_what_was_first_searched_since_though_old_versions_were_purged(
    staging: Staging, database_url: str
) -> None:
    async def take_in(name: str, text: str = "Words.") -> None:
        pages = [[record(name, version=text, text=text)]]
        await harvest(Scripted(pages), REQUEST, staging=staging, progress=lambda now: None)

    async def index(*names: str) -> None:
        current = {each.id: each.version for each in await staging.current("pubmed")}
        refs = [DocumentRef("pubmed", name, current[name]) for name in names]
        await staging.mark_indexed(refs, "a recipe")

    for name in ("changed", "again", "late"):
        await take_in(name)
    await index("changed", "again")
    moment = datetime.now(UTC)
    await take_in("changed", "Other words.")
    await index("changed", "again", "late")
    assert await staging.purge(await staging.superseded_versions()) == 1
    async with open_database(database_url) as database, database.statements() as connection:
        assert await new_since(connection, moment) == {("pubmed", "late")}
