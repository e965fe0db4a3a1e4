"""PDQ: summaries of cancer.gov by words of their address, with their levels of evidence."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest

from retrieval.errors import RequestInvalid, SourceFailed
from retrieval.ingestion.sources.contract import HarvestRequest
from retrieval.ingestion.sources.literature.pdq import Pdq
from retrieval.text.sentences import split
from tests.sources.gather import UNHURRIED, Gathered, gather
from tests.sources.server import Answer, Loopback, loopback

BREAST = "types/breast/hp/breast-treatment-pdq"
PAGE = """<!doctype html><html><head><title>Made-up Breast Cancer Treatment - NCI</title>
<link rel="canonical" href="https://www.cancer.gov/{path}"></head><body>
<header><p>An official website</p></header><main><article>
<h1>Made-up Breast Cancer Treatment (PDQ®)–Health Professional Version</h1>
<div class="summary-sections"><section>
<div id="_1" class="pdq-sections"><h2>Treatment of Stage I</h2>
<nav class="in-this-section" role="navigation"><h6>In This Section</h6><ul><li>Doses</li></ul></nav>
<p>Madeupinib prolonged survival in a trial.[<a href="#cit/1.1">1</a>,<a href="#cit/1.2">2</a>]
[Level of evidence: 1iiA] A second trial found nothing.[<a href="#cit/1.3">3</a>][Level of evidence:
1iiDii] Ask first.</p>
<h3 id="_2">Doses</h3><table><caption>Table 1. Doses</caption><thead><tr><th>CrCl</th><th>Dose</th>
</tr></thead><tbody><tr><td>30 to 50</td><td>200 mg</td></tr></tbody></table>
<div class="pdq-content-list"><ul><li>Surgery.</li><li>Radiation therapy.</li></ul></div>
<h6>References</h6><ol><li>Somebody: A paper. 2001. [PUBMED Abstract]</li></ol></div>
</section><section><div id="_3" class="pdq-sections">
<h2>Latest Updates to This Summary (05/16/2025)</h2><p>Revised text.</p></div></section>
<section><div id="_section_AboutThis_1" class="pdq-sections"><h2>About This PDQ Summary</h2>
<p>Purpose of this summary.</p></div></section></div></article></main></body></html>"""
TEXT = """# Made-up Breast Cancer Treatment (PDQ®)–Health Professional Version

## Treatment of Stage I

Madeupinib prolonged survival in a trial [Level of evidence: 1iiA]. A second trial found nothing \
[Level of evidence: 1iiDii]. Ask first.

### Doses

Table 1. Doses

| CrCl | Dose |
| 30 to 50 | 200 mg |

- Surgery.
- Radiation therapy.

## About this record
"""


@pytest.fixture
async def server() -> AsyncIterator[Loopback]:
    async with loopback() as running:
        yield running


def sitemap(*pages: str, changed: str = "2025-05-20") -> Answer:
    rows = "".join(
        f"<url><loc>https://www.cancer.gov/{page}</loc><lastmod>{changed}T10:00:00-04:00</lastmod>"
        "</url>"
        for page in pages
    )
    space = "http://www.sitemaps.org/schemas/sitemap/0.9"
    return Answer(f'<?xml version="1.0"?><urlset xmlns="{space}">{rows}</urlset>')


async def get(server: Loopback, *terms: str, cursor: str = "", since: str = "") -> Gathered:
    request = HarvestRequest(silo="pubmed", terms=terms, since=since)
    return await gather(Pdq(server.url, pacing=UNHURRIED), request, cursor)


def list_pages(server: Loopback, *pages: str) -> None:
    server.on("/sitemaps/pageinstructions.xml", sitemap(*pages))


async def test_a_summary_comes_whole_without_what_is_none_of_it(server: Loopback) -> None:
    list_pages(server, BREAST, "types/breast/patient/breast-treatment-pdq", "types/breast")
    server.on(f"/{BREAST}", Answer(PAGE.format(path=BREAST)))
    (record,) = (await get(server, "Breast treatment")).records
    document = record.document
    assert document.text.startswith(TEXT)
    assert (document.id, document.version, document.date) == (
        "pdq-breast-treatment", "2025-05-16", "2025-05-16"
    )  # fmt: skip
    assert document.url == f"https://www.cancer.gov/{BREAST}"
    assert document.organisation == "National Cancer Institute (PDQ)"
    for absent in ("official website", "In This Section", "Somebody", "Revised", "Purpose", "[1"):
        assert absent not in document.text
    assert "no guideline" in document.text


async def test_headings_may_stand_before_their_sections(server: Loopback) -> None:
    list_pages(server, BREAST)
    apart = re.sub(r"(<div id=[^>]*>)\s*(<h2>.*?</h2>)", r"\2\1", PAGE.format(path=BREAST))
    assert apart.count("</h2><div id=") == 3
    server.on(f"/{BREAST}", Answer(apart))
    (record,) = (await get(server, BREAST)).records
    assert record.document.text.startswith(TEXT)
    assert record.document.date == "2025-05-16"


async def test_a_level_of_evidence_is_quoted_with_its_sentence(server: Loopback) -> None:
    list_pages(server, BREAST)
    server.on(f"/{BREAST}", Answer(PAGE.format(path=BREAST)))
    (record,) = (await get(server, BREAST)).records
    told = [record.document.text[each.start : each.end] for each in split(record.document.text)]
    assert "Madeupinib prolonged survival in a trial [Level of evidence: 1iiA]." in told


async def test_only_summaries_whose_address_has_all_words_come(server: Loopback) -> None:
    hp = [f"types/made/hp/{name}-treatment-pdq" for name in ("lung", "male-breast", "breast")]
    aside = "about-cancer/treatment/side-effects/fatigue/fatigue-hp-pdq"
    list_pages(server, *hp, aside, "espanol/tipos/seno/pro/tratamiento-seno-pdq")
    for page in (*hp, aside):
        server.on(f"/{page}", Answer(PAGE.format(path=page)))
    assert (await get(server, "breast treatment")).ids == [
        "pdq-breast-treatment", "pdq-male-breast-treatment"
    ]  # fmt: skip
    assert (await get(server, "fatigue")).ids == ["pdq-fatigue-hp"]
    none = await get(server, "east", "seno")
    assert none.ids == []
    assert set(none.reasons) == {"pdq:east", "pdq:seno"}


async def test_a_run_that_was_killed_goes_on(server: Loopback) -> None:
    pages = [f"types/made/hp/made{number:02}-treatment-pdq" for number in range(12)]
    list_pages(server, *pages)
    for page in pages:
        server.on(f"/{page}", Answer(PAGE.format(path=page)))
    request = HarvestRequest(silo="pubmed", terms=("treatment",))
    begun = await gather(Pdq(server.url, pacing=UNHURRIED), request, pages=1)
    rest = await gather(Pdq(server.url, pacing=UNHURRIED), request, begun.cursors[-1])
    assert len(begun.ids + rest.ids) == len(set(begun.ids + rest.ids)) == 12
    assert begun.totals == [12]


async def test_since_leaves_out_what_did_not_change(server: Loopback) -> None:
    list_pages(server, BREAST)
    got = await get(server, "breast", since="2025-05-21")
    assert (got.ids, got.reasons) == ([], {})
    assert len(server.asked) == 1, "its page is not fetched"


async def test_pages_that_hold_no_summary_are_lines(server: Loopback) -> None:
    gone, moved, empty = (f"types/made/hp/{name}-pdq" for name in ("gone", "moved", "empty"))
    list_pages(server, gone, moved, empty, BREAST)
    server.on(f"/{gone}", Answer("<html>Not here</html>", 404))
    server.on(f"/{moved}", Answer(PAGE.format(path="types/made/treatment")))
    server.on(f"/{empty}", Answer("<html><body><h1>Made</h1><p>Loading</p></body></html>"))
    server.on(f"/{BREAST}", Answer(PAGE.format(path=BREAST)))
    got = await get(server, "hp")
    assert got.ids == ["pdq-breast-treatment"]
    assert got.reasons == {
        f"pdq:/{gone}": "cancer.gov has no page at this address any more.",
        "pdq-moved": "its address leads to another page (/types/made/treatment)",
        "pdq-empty": "its page came without a title or without the sections of a summary.",
    }


@pytest.mark.parametrize(
    "answer",
    [Answer("<html>Sorry</html>"), Answer("<urlset"), Answer("<sitemapindex/>"), Answer("")],
)
async def test_what_is_no_list_of_pages_ends_the_run(server: Loopback, answer: Answer) -> None:
    server.on("/sitemaps/pageinstructions.xml", answer)
    with pytest.raises(SourceFailed, match="no list of pages"):
        await get(server, "breast")


async def test_a_term_needs_letters(server: Loopback) -> None:
    with pytest.raises(RequestInvalid, match="words of a summary's address"):
        await get(server, "--")
