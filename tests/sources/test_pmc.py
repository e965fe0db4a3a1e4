"""PubMed Central: whole articles with their tables, of those that are open."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from retrieval.errors import RequestInvalid, SourceFailed
from retrieval.ingestion.sources.contract import HarvestRequest
from retrieval.ingestion.sources.literature.pmc import Pmc
from tests.sources.gather import UNHURRIED, Gathered, gather
from tests.sources.recordings import recorded
from tests.sources.server import Answer, Loopback, loopback

ARTICLE = """<?xml version="1.0"?><pmc-articleset><article article-type="research-article">
<front><journal-meta><journal-title-group><journal-title>Made Journal</journal-title>
</journal-title-group></journal-meta><article-meta>
<article-id pub-id-type="pmcid">PMC77</article-id>
<article-id pub-id-type="pmcid-ver">PMC77.2</article-id>
<article-id pub-id-type="pmid">90000001</article-id>
<title-group><article-title>Madeupinib in <italic>BRCA1</italic></article-title></title-group>
<pub-date pub-type="nihms-submitted"><year>2019</year></pub-date>
<pub-date pub-type="ppub"><month>3</month><year>2021</year></pub-date>
<permissions><license><license-p>CC BY 4.0</license-p></license></permissions>
<abstract><p>It is made up.</p></abstract>
<abstract abstract-type="graphical"><p>Not words.</p></abstract>
<custom-meta-group><custom-meta><meta-name>pmc-prop-open-access</meta-name>
<meta-value>yes</meta-value></custom-meta></custom-meta-group>
</article-meta></front>
<body><sec><title>Results</title><p>Response was 40<sup><xref ref-type="bibr">12</xref>,
<xref ref-type="bibr">13</xref></sup> of 100 [<xref ref-type="bibr">3</xref>].
<table-wrap><label>Table 1</label><caption><p>Doses</p></caption><table><thead><tr>
<th>Creatinine<break/>clearance</th><th>Dose</th></tr></thead><tbody>
<tr><td>&lt; 30</td><td>1 &#215; 10<sup>9</sup></td></tr></tbody></table></table-wrap></p>
<sec><title>More</title><list><list-item><p>One.</p></list-item></list></sec></sec>
<sec><title>Supplement</title><supplementary-material/></sec></body>
<back><ref-list><ref><mixed-citation>Not read.</mixed-citation></ref></ref-list></back>
</article></pmc-articleset>"""
TEXT = """# Madeupinib in BRCA1

## Abstract

It is made up.

## Results

Response was 40 of 100.

Table 1 Doses

| Creatinine clearance | Dose |
| < 30 | 1 × 10^9 |

### More

- One.
"""


@pytest.fixture
async def server() -> AsyncIterator[Loopback]:
    async with loopback() as running:
        yield running


async def ask(server: Loopback, *terms: str, **more: str) -> Gathered:
    request = HarvestRequest(silo="pubmed", terms=terms, **more)  # type: ignore[arg-type]
    return await gather(Pmc(server.url, pacing=UNHURRIED, contact="c@d.e"), request)


async def test_an_article_is_read_whole_with_its_tables(server: Loopback) -> None:
    server.on("/efetch.fcgi", Answer(ARTICLE))
    got = await ask(server, "PMC77")
    (document,) = (record.document for record in got.records)
    assert document.text == TEXT
    assert (document.id, document.version, document.date) == ("pmc-77", "PMC77.2", "2021-03")
    assert [str(each.value) for each in document.facets.identifiers] == ["PMC77", "90000001"]
    assert document.facts_from == ("PMC77 (CC BY 4.0)",)
    assert document.organisation == "Made Journal"
    asked = server.asked[0].query
    assert (asked["db"], asked["id"], asked["email"]) == ("pmc", "77", "c@d.e")
    assert (await ask(server, "77", since="2021-04-01")).records == []
    assert len((await ask(server, "77", since="2021-03-15")).records) == 1, "the day is not told"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (ARTICLE.replace("<meta-value>yes", "<meta-value>no"), "neither open access"),
        (ARTICLE.replace("<body>", "<sup>").replace("</body>", "</sup>"), "beyond the abstract"),
        (ARTICLE.replace("PMC77</", "x</"), "without a PMC number"),
        ("<pmc-articleset/>", "no article with this number"),
    ],
)
async def test_what_is_not_open_or_not_there_is_a_line(
    server: Loopback, content: str, reason: str
) -> None:
    server.on("/efetch.fcgi", Answer(content))
    got = await ask(server, "PMC77")
    assert got.records == []
    (told,) = got.reasons.values()
    assert reason in told


async def test_other_terms_and_answers_that_are_none(server: Loopback) -> None:
    with pytest.raises(RequestInvalid, match="by number"):
        await ask(server, "olaparib")
    for content in ("<html/>", "<pmc-articleset><article>", "no"):
        server.on("/efetch.fcgi", Answer(content))
        with pytest.raises(SourceFailed, match="PMC answered"):
            await ask(server, "PMC77")


@pytest.mark.parametrize(
    ("number", "pmid", "date", "row"),
    [
        (
            "6329583", "30311380", "2018-11",
            "| Very Strong | PS2_VS/PM6_VS | SM | Two proven OR four assumed OR one proven + two"
            " assumed de novo observations. |",
        ),
        ("3040717", "20516115", "2010-06-01", ""),
    ],
)  # fmt: skip
async def test_recorded_articles(
    server: Loopback, number: str, pmid: str, date: str, row: str
) -> None:
    path = recorded("api_fixtures", "shared", "biomcp", "ncbi_efetch", f"pmc{number}.xml")
    server.on("/efetch.fcgi", Answer(path.read_bytes()))
    (record,) = (await ask(server, f"PMC{number}")).records
    document = record.document
    assert pmid in [each.value for each in document.facets.identifiers]
    assert document.date == date
    assert row in document.text
    assert "available for text mining" in document.facts_from[0]
    lines = document.text.split("\n")
    assert "## Abstract" in lines
    assert not any(line.startswith("#") and "References" in line for line in lines)
    assert len(document.text) > 30_000
