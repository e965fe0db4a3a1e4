"""DailyMed: labels by name and by set id, with their tables row by row."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from retrieval.errors import RequestInvalid, SourceFailed
from retrieval.ingestion.sources.catalogue import SOURCES, SourceAccess
from retrieval.ingestion.sources.contract import HarvestRequest
from retrieval.ingestion.sources.drugs.dailymed import DailyMed
from tests.sources.gather import UNHURRIED, Gathered, gather
from tests.sources.server import Answer, Asked, Loopback, loopback

FIRST = "00000000-0000-4000-8000-000000000001"
LABEL = """<?xml version="1.0" encoding="UTF-8"?>
<?xml-stylesheet href="spl.xsl" type="text/xsl"?>
<document xmlns="urn:hl7-org:v3"><title>MADEUPIX- madeupinib tablet</title>
<effectiveTime value="20240131"/><setId root="{number}"/><versionNumber value="12"/>
<author><assignedEntity><representedOrganization><name>Made-up Pharma</name>
</representedOrganization></assignedEntity></author>
<component><structuredBody>
<component><section><subject><manufacturedProduct><manufacturedProduct><name>Madeupix</name>
<asEntityWithGeneric><genericMedicine><name>MADEUPINIB</name></genericMedicine>
</asEntityWithGeneric>
<ingredient classCode="ACTIB"><ingredientSubstance><name>MADEUPINIB TOSYLATE</name>
</ingredientSubstance></ingredient>
<ingredient classCode="IACT"><ingredientSubstance><name>WATER</name></ingredientSubstance>
</ingredient></manufacturedProduct></manufacturedProduct></subject></section></component>
<component><section><title>2 DOSAGE AND ADMINISTRATION</title>
<excerpt><highlight><text><paragraph>300 mg (2.2)</paragraph></text></highlight></excerpt>
<component><section><title>2.2 Renal Impairment</title><text>
<paragraph>Reduce the dose<br/>as <content styleCode="bold">Table 1</content> says.
<footnote>See 8.6.</footnote></paragraph>
<table><caption>Table 1. Doses</caption><thead><tr><th>CLcr</th><th>Dose</th></tr></thead>
<tbody><tr><td>31<sup>a</sup> to 50</td><td><paragraph>200 mg</paragraph><paragraph>twice daily
</paragraph></td></tr><tr><td>&lt; 30</td><td>1 &#215; 10<sup>9</sup></td></tr></tbody></table>
<list listType="unordered"><item>Stop at grade 4.</item><item>Swallow whole.</item></list>
</text></section></component></section></component>
<component><section><title>5 WARNINGS</title><text>Loose words.</text></section></component>
<component><section><title>6 EMPTY</title><text/></section></component>
</structuredBody></component></document>"""
TEXT = """# Madeupix (madeupinib): US prescribing information

## 2 DOSAGE AND ADMINISTRATION

### 2.2 Renal Impairment

Reduce the dose as Table 1 says. See 8.6.

Table 1. Doses

| CLcr | Dose |
| 31a to 50 | 200 mg twice daily |
| < 30 | 1 × 10^9 |

- Stop at grade 4.
- Swallow whole.

## 5 WARNINGS

Loose words.

## About this record
"""


@pytest.fixture
async def server() -> AsyncIterator[Loopback]:
    async with loopback() as running:
        yield running


def number_of(place: int) -> str:
    return f"00000000-0000-4000-8000-{place:012}"


class Labels:
    """Pages of labels by name, as its web services give them."""

    def __init__(self, count: int) -> None:
        self.ids = [number_of(place) for place in range(1, count + 1)]

    def __call__(self, asked: Asked) -> Answer:
        size, page = int(asked.query["pagesize"]), int(asked.query["page"])
        start = (page - 1) * size
        pages = -(-len(self.ids) // size)
        return Answer(
            {
                "metadata": {"total_elements": len(self.ids), "total_pages": pages},
                "data": [{"setid": each, "title": "T"} for each in self.ids[start : start + size]],
            }
        )


def one_label(asked: Asked) -> Answer:
    return Answer(LABEL.format(number=asked.path.rpartition("/")[2].removesuffix(".xml")))


async def get(server: Loopback, *terms: str, cursor: str = "", since: str = "") -> Gathered:
    request = HarvestRequest(silo="drug_information", terms=terms, since=since)
    return await gather(DailyMed(server.url, pacing=UNHURRIED), request, cursor)


async def test_a_label_comes_whole_with_its_tables(server: Loopback) -> None:
    server.on("/spls/*.xml", one_label)
    (record,) = (await get(server, FIRST.upper())).records
    document = record.document
    assert (document.id, document.version, document.date) == (
        f"dailymed-{FIRST}", "12", "2024-01-31"
    )  # fmt: skip
    assert document.text.startswith(TEXT)
    assert f"Set id {FIRST}, version 12. In effect since 2024-01-31." in document.text
    assert document.facets.drugs == ("madeupinib", "madeupinib tosylate")
    assert [(each.kind, each.value) for each in document.facets.identifiers] == [("setid", FIRST)]
    assert document.organisation == "Made-up Pharma"
    assert document.url.endswith(f"setid={FIRST}")
    assert record.raw.startswith("<?xml")


async def test_a_name_brings_its_labels_and_goes_on_where_it_was(server: Loopback) -> None:
    server.on("/spls.json", Labels(23))
    server.on("/spls/*.xml", one_label)
    got = await get(server, "madeupinib")
    assert got.ids == [f"dailymed-{number_of(place)}" for place in range(1, 24)]
    assert got.totals[0] == 23
    assert server.asked[0].query["drug_name"] == "madeupinib"
    rest = await get(server, "madeupinib", cursor=got.cursors[1])
    assert rest.ids == got.ids[20:]
    limited = HarvestRequest(silo="drug_information", terms=("madeupinib",), limit=3)
    server.asked.clear()
    assert len((await gather(DailyMed(server.url, pacing=UNHURRIED), limited)).ids) == 3
    assert len(server.asked) == 1 + 3, "no more is fetched than is wanted"


async def test_since_keeps_what_is_in_effect_since_then(server: Loopback) -> None:
    server.on("/spls/*.xml", one_label)
    assert (await get(server, FIRST, since="2024-02-01")).ids == []
    assert len((await get(server, FIRST, since="2024-01-31")).ids) == 1


async def test_what_cannot_be_taken_in_is_a_line(server: Loopback) -> None:
    listed = [{"setid": None}, {"setid": number_of(1)}, {"setid": number_of(2)},
              {"setid": number_of(3)}, {"setid": number_of(4)}]  # fmt: skip
    server.on("/spls.json", {"metadata": {"total_pages": "x"}, "data": listed})
    server.on(f"/spls/{number_of(1)}.xml", Answer("none", 404))
    server.on(f"/spls/{number_of(2)}.xml", LABEL.format(number=FIRST))
    empty = '<document xmlns="urn:hl7-org:v3"><setId root="{}"/></document>'
    server.on(f"/spls/{number_of(3)}.xml", empty.format(number_of(3)))
    server.on("/spls/*.xml", one_label)
    got = await get(server, "madeupinib")
    assert got.ids == [f"dailymed-{number_of(4)}"]
    assert got.reasons == {
        "dailymed": "a label without a set id.",
        f"dailymed-{number_of(1)}": "DailyMed has no label with this set id.",
        f"dailymed-{number_of(2)}": "another label came than the one asked for.",
        f"dailymed-{number_of(3)}": "holds no text.",
    }


@pytest.mark.parametrize("body", ["<html>busy</html>", "<document", "{}", b"\xff\xfe"])
async def test_an_answer_that_is_no_label_ends_the_run(server: Loopback, body: str) -> None:
    server.on("/spls/*.xml", body)
    with pytest.raises(SourceFailed):
        await get(server, FIRST)


async def test_bad_lists_and_terms_are_told(server: Loopback) -> None:
    server.on("/spls.json", {"data": None}, when={"drug_name": "odd"})
    server.on("/spls.json", {"data": []})
    with pytest.raises(SourceFailed, match="without a list of labels"):
        await get(server, "odd")
    with pytest.raises(RequestInvalid, match="needs letters"):
        await get(server, "--")
    assert (await get(server, "unknown")).ids == []


async def test_too_many_requests_are_waited_out(server: Loopback) -> None:
    busy = Answer("slow down", 429, {"Retry-After": "1"})
    server.on("/spls/*.xml", busy, one_label)
    assert len((await get(server, FIRST)).ids) == 1


async def test_who_asks_is_told(server: Loopback) -> None:
    server.on("/spls/*.xml", one_label)
    access = SourceAccess(addresses={"dailymed": server.url}, contact="board@hospital.example")
    source = SOURCES["dailymed"].open(access)
    request = HarvestRequest(silo="drug_information", terms=(FIRST,))
    assert len([page async for page in source.pages(request)]) == 1
    await source.close()
    assert "board@hospital.example" in server.asked[0].headers["user-agent"]
