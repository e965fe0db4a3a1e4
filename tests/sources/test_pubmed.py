"""PubMed: searches by the history server, numbers, notices, and what the records hold."""

from __future__ import annotations

import gzip
import json
from collections.abc import AsyncIterator
from datetime import date, timedelta
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

from retrieval.errors import RequestInvalid, SourceFailed
from retrieval.ingestion.sources.contract import HarvestRequest
from retrieval.ingestion.sources.literature.pubmed import PubMed
from retrieval.ingestion.sources.literature.pubmed_records import records_of
from tests.sources.gather import UNHURRIED, Gathered, gather
from tests.sources.pubmed_server import Entrez, Paper
from tests.sources.recordings import recorded
from tests.sources.server import Answer, Loopback, loopback

TODAY = date(2026, 3, 1)
SEARCH = HarvestRequest(silo="pubmed", terms=("olaparib AND breast",))


@pytest.fixture
async def server() -> AsyncIterator[Loopback]:
    async with loopback() as running:
        yield running


def pubmed(server: Loopback, **more: str) -> PubMed:
    return PubMed(server.url, pacing=UNHURRIED, today=lambda: TODAY, **more)


def papers(count: int, first: int = 90_000_001) -> list[Paper]:
    return [
        Paper(pmid=first + number, created=date(2020, 1, 1) + timedelta(days=number % 700))
        for number in range(count)
    ]


async def whole(server: Loopback, request: HarvestRequest = SEARCH) -> Gathered:
    return await gather(pubmed(server), request)


async def test_a_search_comes_in_pages_of_200_and_says_who_asks(server: Loopback) -> None:
    Entrez(papers(450)).serve(server)
    source = pubmed(server, contact="board@hospital.example", api_key="k")
    got = await gather(source, SEARCH)
    assert len(set(got.ids)) == len(got.ids) == 450
    assert got.totals == [450, 450, 450]
    assert got.cursors[-1] == ""
    assert not got.problems
    assert [asked.query.get("retmax") for asked in server.asked] == ["0", "200", "200", "50"]
    for asked in server.asked:
        assert asked.query["tool"] == "curbside"
        assert asked.query["email"] == "board@hospital.example"
        assert asked.query["api_key"] == "k"
        assert asked.headers["user-agent"].startswith("Curbside/")


@pytest.mark.parametrize("stop", [1, 2])
async def test_a_run_that_was_killed_goes_on(server: Loopback, stop: int) -> None:
    Entrez(papers(450)).serve(server)
    begun = await gather(pubmed(server), SEARCH, pages=stop)
    rest = await gather(pubmed(server), SEARCH, begun.cursors[-1])
    assert sorted(begun.ids + rest.ids) == sorted((await whole(server)).ids)


@pytest.mark.parametrize("limit", [None, 430])
async def test_a_run_of_several_terms_goes_on_after_every_page(
    server: Loopback, limit: int | None
) -> None:
    terms = ("one", "90000001", "80000001", "two")
    run = HarvestRequest(silo="pubmed", terms=terms, limit=limit)
    entrez = Entrez([*papers(410), Paper(pmid=80_000_001, created=date(1999, 9, 9))])
    entrez.serve(server)
    got = await whole(server, run)
    assert len(set(got.ids)) == 411
    for stop in range(1, len(got.cursors)):
        begun = await gather(pubmed(server), run, pages=stop)
        entrez.searches.clear()
        rest = await gather(pubmed(server), run, begun.cursors[-1])
        assert set(begun.ids + rest.ids) == set(got.ids)


async def test_an_expired_search_is_made_again_at_the_same_place(server: Loopback) -> None:
    entrez = Entrez(papers(450))
    entrez.serve(server)
    begun = await gather(pubmed(server), SEARCH, pages=1)
    entrez.searches.clear()
    # What arrives after the run began must not shift what is still to come.
    entrez.papers.append(Paper(pmid=99_000_000, created=TODAY + timedelta(days=1)))
    rest = await gather(pubmed(server), SEARCH, begun.cursors[-1])
    assert len(begun.ids + rest.ids) == len(set(begun.ids + rest.ids)) == 450


async def test_a_history_server_that_keeps_nothing_is_told(server: Loopback) -> None:
    Entrez(papers(3)).serve(server)
    server.first(
        "/efetch.fcgi", "<eFetchResult><ERROR>Unable to obtain query #1</ERROR></eFetchResult>"
    )
    with pytest.raises(SourceFailed, match="forgets its search results"):
        await whole(server)


async def test_more_than_pubmed_hands_out_is_had_by_stretches_of_days(
    server: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("retrieval.ingestion.sources.literature.pubmed.REACH", 300)
    Entrez(papers(1000), reach=300).serve(server)
    got = await whole(server)
    assert len(set(got.ids)) == len(got.ids) == 1000
    middle = got.cursors[2]
    begun = await gather(pubmed(server), SEARCH, pages=3)
    rest = await gather(pubmed(server), SEARCH, middle)
    assert sorted(begun.ids + rest.ids) == sorted(got.ids)


async def test_a_day_with_too_many_is_told(
    server: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("retrieval.ingestion.sources.literature.pubmed.REACH", 30)
    crowd = [Paper(pmid=91_000_000 + number) for number in range(40)]
    Entrez([*crowd, *papers(5)], reach=30).serve(server)
    got = await whole(server)
    assert len(got.ids) == 30 + 4
    assert "41 records came on this day" in got.reasons["pubmed 2020-01-01"]


async def test_a_limit_asks_for_no_more_than_it_needs(server: Loopback) -> None:
    Entrez(papers(50)).serve(server)
    got = await whole(server, HarvestRequest(silo="pubmed", terms=("a", "b"), limit=7))
    assert len(got.ids) == 7
    assert [asked.query.get("retmax") for asked in server.asked] == ["0", "7"]


async def test_since_takes_what_was_added_or_revised(server: Loopback) -> None:
    day = date(2024, 5, 1)
    old = Paper(pmid=90_000_001)
    revised = Paper(pmid=90_000_002, revised=day)
    added = Paper(pmid=90_000_003, created=day, revised=day)
    Entrez([old, revised, added]).serve(server)
    fresh = HarvestRequest(silo="pubmed", terms=("olaparib",), since="2024-05-01")
    assert sorted((await whole(server, fresh)).ids) == ["pmid-90000002", "pmid-90000003"]
    numbered = HarvestRequest(silo="pubmed", terms=("90000001", "90000002"), since="2024-05-01")
    assert (await whole(server, numbered)).ids == ["pmid-90000002"]


async def test_numbers_are_fetched_together_and_an_unknown_one_is_told(server: Loopback) -> None:
    Entrez(papers(3)).serve(server)
    terms = ("90000001", "PMID: 90000002", "12", "pmid-90000003", "90000001")
    got = await whole(server, HarvestRequest(silo="pubmed", terms=terms))
    assert got.ids == ["pmid-90000001", "pmid-90000002", "pmid-90000003"]
    assert got.reasons == {"pmid-12": "PubMed has no record with this number."}
    assert server.paths() == ["/efetch.fcgi"]


async def test_two_searches_that_find_the_same_give_it_once(server: Loopback) -> None:
    Entrez(papers(3)).serve(server)
    got = await whole(server, HarvestRequest(silo="pubmed", terms=("one", "two", "one")))
    assert len(got.ids) == 3
    assert not got.problems


async def test_a_record_sent_twice_is_told(server: Loopback) -> None:
    Entrez([*papers(2), *papers(1)]).serve(server)
    got = await whole(server)
    assert len(got.ids) == 2
    assert "more than once" in got.reasons["pmid-90000001"]


LINK = (
    '<CommentsCorrections RefType="{}"><RefSource>{}</RefSource><PMID>{}</PMID>'
    "</CommentsCorrections>"
)


async def test_a_retracted_article_says_so_first(server: Loopback) -> None:
    links = LINK.format("ErratumIn", "J Made Up Oncol. 2021;1:1", 90_000_008) + LINK.format(
        "RetractionIn", "J Made Up Oncol. 2022;2:2", 90_000_009
    )
    Entrez([Paper(pmid=90_000_001, links=links)]).serve(server)
    record = (await whole(server)).records[0]
    assert record.status == "retracted"
    assert record.notice == "Retracted: J Made Up Oncol. 2022;2:2 (PMID 90000009)."
    assert record.document.text.startswith(record.notice)


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        ("ErratumIn", "corrected"),
        ("ExpressionOfConcernIn", "concern"),
        ("PartialRetractionIn", "concern"),
        ("RetractedandRepublishedIn", "retracted"),
        ("CommentIn", "current"),
        ("Cites", "current"),
    ],
)
async def test_what_is_said_of_an_article(server: Loopback, kind: str, status: str) -> None:
    Entrez([Paper(pmid=90_000_001, links=LINK.format(kind, "J", 90_000_009))]).serve(server)
    assert (await whole(server)).records[0].status == status


async def test_a_notice_marks_the_article_that_was_not_asked_for(server: Loopback) -> None:
    notice = Paper(
        pmid=90_000_009,
        created=date(2025, 1, 1),
        links=LINK.format("RetractionOf", "J Made Up Oncol. 2020", 90_000_001),
        abstract="",
        types=("Retraction of Publication",),
    )
    article = Paper(pmid=90_000_001)
    Entrez([article, notice]).serve(server)
    fresh = HarvestRequest(silo="pubmed", terms=("olaparib",), since="2024-12-01", limit=1)
    got = await whole(server, fresh)
    assert [(record.document.id, record.status) for record in got.records] == [
        ("pmid-90000001", "retracted")
    ]
    assert got.records[0].notice == "Retracted: J Made Up Oncol (PMID 90000009)."
    assert got.reasons == {"pmid-90000009": "has no abstract."}


async def test_an_article_on_the_page_of_its_notice_is_marked(server: Loopback) -> None:
    links = LINK.format("RetractionOf", "J", 90_000_001)
    Entrez([Paper(pmid=90_000_001), Paper(pmid=90_000_009, links=links)]).serve(server)
    got = await whole(server)
    statuses = {record.document.id: record.status for record in got.records}
    assert statuses == {"pmid-90000001": "retracted", "pmid-90000009": "current"}
    assert len(got.ids) == 2


async def test_a_notice_marks_what_was_handed_out_before(server: Loopback) -> None:
    links = LINK.format("ExpressionOfConcernFor", "J", 90_000_500)
    notice = Paper(pmid=90_000_900, created=date(2019, 1, 1), links=links)
    Entrez([*papers(250, 90_000_400), notice]).serve(server)
    got = await whole(server)
    statuses = [one.status for one in got.records if one.document.id == "pmid-90000500"]
    assert statuses == ["current", "concern"]


WHOLE = Path(__file__).parent / "fixtures" / "pubmed.xml"


def test_what_a_record_holds() -> None:
    answer = records_of(WHOLE.read_bytes(), "pubmed")
    article, book = (record.document for record in answer.records)
    assert article.title == "A trial of madeupinib in H2O."
    assert article.text.startswith(
        "## Background & aims\n\nWhy.\n\n## Results\n\np < 0.05 in 12 ± 3 weeks; "
        "2 × 10^9/L, 75 mg/m2, 177Lu, CD8+, ptrend 10^-3.\n\n## Indexing\n\n"
    )
    assert "MeSH terms: Breast Neoplasms (drug therapy); Carcinoma, Ovarian" in article.text
    assert article.version == "2024-02-09"
    assert article.date == "2021-10-04"
    assert article.organisation == "Journal of Made-up Oncology"
    assert article.url == "https://pubmed.ncbi.nlm.nih.gov/90000001/"
    facets = article.facets
    assert facets.tumour_types == ("breast cancer", "ovarian epithelial carcinoma")
    assert facets.drugs == ("madeupinib",)
    assert facets.genes == ("ERBB2",)
    assert facets.evidence_level == "randomised trial"
    assert [(one.kind, one.value) for one in facets.identifiers] == [
        ("pmid", "90000001"),
        ("pmcid", "PMC9999999"),
        ("doi", "10.9999/made.up"),
        ("nct", "NCT99999999"),
    ]
    assert answer.records[0].supersedes == ("pmid-90000000",)
    assert book.title == "A made-up syndrome"
    assert (book.organisation, book.date, book.version) == ("Made-up Reviews", "2019-03-07", "v1")
    assert [(problem.path, problem.reason) for problem in answer.problems] == [
        ("pubmed", "a record without a PMID."),
        ("pmid-90000004", "has no article in it."),
        ("pmid-90000005", "has no title."),
    ]


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (Answer("<html><body>Sorry</body></html>"), "something else than articles"),
        (Answer("<PubmedArticleSet><PubmedArticle>"), "not whole XML"),
        (Answer(b""), "not whole XML"),
        (Answer("gone", 500), "status 500"),
        (Answer("bad", 400), "status 400"),
        (Answer("<PubmedArticleSet>" + "x" * 5000 + "</PubmedArticleSet>", cut=True), "broke off"),
    ],
    ids=["html", "half", "empty", "500", "400", "cut"],
)
async def test_answers_that_are_none(server: Loopback, answer: Answer, sentence: str) -> None:
    server.on("/efetch.fcgi", answer)
    with pytest.raises(SourceFailed, match=sentence):
        await whole(server, HarvestRequest(silo="pubmed", terms=("90000001",)))


@pytest.mark.parametrize(
    "answer",
    [
        {"esearchresult": {"ERROR": "Search Backend failed"}},
        {"error": "API rate limit exceeded", "api-key": "secret"},
        {"esearchresult": {"count": "many"}},
        {"esearchresult": {"count": "3"}},
        ["nothing"],
    ],
)
async def test_searches_that_fail(server: Loopback, answer: object) -> None:
    server.on("/esearch.fcgi", answer)
    with pytest.raises(SourceFailed, match="PubMed did not") as failure:
        await whole(server)
    assert "olaparib" not in str(failure.value)


async def test_a_search_without_hits_is_empty(server: Loopback) -> None:
    Entrez([]).serve(server)
    got = await whole(server)
    assert (got.ids, got.cursors, got.totals) == ([], [""], [0])


async def test_records_that_were_left_out_are_counted(server: Loopback) -> None:
    Entrez(papers(5)).serve(server)
    server.first("/efetch.fcgi", f"<PubmedArticleSet>{papers(1)[0].xml}</PubmedArticleSet>")
    assert "4 more records" in (await whole(server)).reasons["pubmed"]


@pytest.mark.parametrize("cursor", ["x", "[]", '{"term": 7, "at": "", "taken": 0}', "{}"])
async def test_a_place_of_another_request_is_refused(server: Loopback, cursor: str) -> None:
    with pytest.raises(RequestInvalid):
        await gather(pubmed(server), SEARCH, cursor)


@pytest.mark.parametrize(
    "request_",
    [
        HarvestRequest(silo="p"),
        HarvestRequest(silo="p", terms=("a",), limit=0),
        HarvestRequest(silo="p", terms=("a",), since="2024"),
    ],
)
async def test_requests_that_cannot_be_served(server: Loopback, request_: HarvestRequest) -> None:
    with pytest.raises(RequestInvalid):
        await whole(server, request_)


@pytest.mark.parametrize("number", [1, 2, 4, 5, 6, 7])
def test_recorded_articles(number: int) -> None:
    path = recorded("api_fixtures", "shared", "biopython_entrez", "Entrez", f"pubmed{number}.xml")
    answer = records_of(path.read_bytes(), "pubmed")
    assert answer.numbers
    assert len(answer.records) + len(answer.problems) == len(answer.numbers)
    for record in answer.records:
        document = record.document
        assert document.title
        assert len(document.text) > 100
        assert document.date
        assert document.organisation
        assert any(one.kind == "pmid" for one in document.facets.identifiers)
    assert {problem.reason for problem in answer.problems} <= {"has no abstract."}


async def test_recorded_searches_are_served_as_they_were(server: Loopback) -> None:
    """The exchanges of other databases too: whatever NCBI said there, it ends in a sentence."""
    path = recorded("ncbi_recordings", "shared", "http_recordings.jsonl.gz")
    bodies: dict[str, str] = {}
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if row["kind"] in ("esearch", "efetch"):
                query = dict(parse_qsl(urlsplit(row["url"]).query))
                bodies[f"{row['kind']} {query.get('term') or row['url']}"] = row["body"]
    assert len(bodies) > 1500
    chosen = sorted(bodies)[:: max(1, len(bodies) // 150)]
    ends: dict[str, int] = {}
    for key in chosen:
        server.rules.clear()
        kind, _, term = key.partition(" ")
        server.on(f"/{kind}.fcgi", bodies[key])
        terms = ("12345678",) if kind == "efetch" else (term[:200],)
        try:
            got = await whole(server, HarvestRequest(silo="pubmed", terms=terms))
        except SourceFailed:
            ends["told"] = ends.get("told", 0) + 1
        else:
            ends["read"] = ends.get("read", 0) + 1
            assert got.ids == []
    assert sum(ends.values()) == len(chosen)
    assert min(ends.values()) > 0, ends


async def test_recorded_abstracts_of_real_searches(server: Loopback) -> None:
    """Real lists of results with real texts, put into PubMed's frame, arrive whole and once."""
    folder = ("pubmed_oncology_abstracts", "shared")
    with gzip.open(recorded(*folder, "abstracts.jsonl.gz"), "rt", encoding="utf-8") as lines:
        known = {row["_id"]: row for row in map(json.loads, lines)}
    with gzip.open(recorded(*folder, "recorded_searches.jsonl.gz"), "rt") as lines:
        searches = [json.loads(line) for line in lines]
    with_all = [search for search in searches if all(pmid in known for pmid in search["pmids"])]
    for search in with_all[:40]:
        found = [
            Paper(
                pmid=int(pmid),
                abstract=f"<AbstractText>{_escaped(known[pmid]['text'])}</AbstractText>",
            )
            for pmid in dict.fromkeys(search["pmids"])
        ]
        server.rules.clear()
        Entrez(found).serve(server)
        got = await whole(server, HarvestRequest(silo="pubmed", terms=(search["query"],)))
        assert sorted(got.ids) == sorted(f"pmid-{paper.pmid}" for paper in found)
        for record in got.records:
            text = " ".join(known[record.document.id[5:]]["text"].split())
            assert text in record.document.text
    assert len(with_all) > 20


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")
