"""EMA: medicines of its list by name, with the indication while they are authorised."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from retrieval.errors import RequestInvalid, SourceFailed
from retrieval.ingestion.sources.contract import HarvestRequest
from retrieval.ingestion.sources.drugs.ema import Ema
from tests.sources.gather import UNHURRIED, Gathered, gather
from tests.sources.server import Answer, Loopback, loopback

LIST = "/medicines-output-medicines_json-report_en.json"


@pytest.fixture
async def server() -> AsyncIterator[Loopback]:
    async with loopback() as running:
        yield running


def medicine(number: int, **more: Any) -> dict[str, Any]:
    return {
        "category": "Human",
        "name_of_medicine": f"Madeupix {number}",
        "ema_product_number": f"EMEA/H/C/{number:06}",
        "medicine_status": "Authorised",
        "international_non_proprietary_name_common_name": "madeupinib",
        "active_substance": "madeupinib tosylate",
        "therapeutic_area_mesh": "Breast Neoplasms; Ovarian Neoplasms",
        "therapeutic_indication": "Madeupix is indicated for adults\nwith made-up cancer.",
        "atc_code_human": "L01XX99",
        "marketing_authorisation_developer_applicant_holder": "Made-up Pharma",
        "marketing_authorisation_date": "16/12/2014",
        "last_updated_date": "31/01/2024",
        "medicine_url": f"https://www.ema.europa.eu/en/medicines/human/EPAR/madeupix-{number}",
    } | more


async def get(server: Loopback, *terms: str, cursor: str = "", since: str = "") -> Gathered:
    request = HarvestRequest(silo="drug_information", terms=terms, since=since)
    return await gather(Ema(server.url, pacing=UNHURRIED), request, cursor)


async def test_a_medicine_comes_with_status_and_indication(server: Loopback) -> None:
    server.on(LIST, {"meta": {}, "data": [medicine(1), medicine(2, category="Veterinary")]})
    (record,) = (await get(server, "Madeupinib")).records
    document = record.document
    assert (document.id, document.date) == ("ema-h-c-000001", "2024-01-31")
    assert document.title == "Madeupix 1 (madeupinib): EU medicine"
    assert document.text.startswith(
        "Status in the European Union: Authorised. Marketing authorisation: 2014-12-16."
        " Holder: Made-up Pharma. ATC code: L01XX99.\n\n## Therapeutic indication\n\n"
        "Madeupix is indicated for adults with made-up cancer.\n\n"
    )
    assert "not the product information" in document.text
    assert document.facets.drugs == ("madeupinib tosylate",)
    assert document.facets.tumour_types == ("breast neoplasms", "ovarian neoplasms")
    assert document.url.endswith("madeupix-1")


async def test_what_limits_an_authorisation_stands_beside_it(server: Loopback) -> None:
    marks = {"conditional_approval": "Yes", "additional_monitoring": "yes", "biosimilar": "Yes"}
    server.on(LIST, [medicine(1, **marks, exceptional_circumstances="No")])
    (record,) = (await get(server, "madeupinib")).records
    assert record.document.text.startswith(
        "Status in the European Union: Authorised. Conditional approval: data are still owed."
        " Under additional monitoring. Marketing authorisation: 2014-12-16."
    )


@pytest.mark.parametrize("status", ["Withdrawn", "Refused", "", "Opinion"])
async def test_of_what_is_not_authorised_no_indication_is_told(
    server: Loopback, status: str
) -> None:
    server.on(LIST, [medicine(1, medicine_status=status)])
    (record,) = (await get(server, "madeupinib")).records
    assert "indicated for" not in record.document.text
    assert "is not authorised, so the indication" in record.document.text
    assert f"Status in the European Union: {status or 'not stated'}." in record.document.text


async def test_names_are_whole_words_and_the_list_is_asked_for_once(server: Loopback) -> None:
    other = medicine(2, name_of_medicine="Madeupixo", active_substance="x",
                     international_non_proprietary_name_common_name="x")  # fmt: skip
    server.on(LIST, [medicine(1), other])
    assert (await get(server, "madeupix", "madeupix 1", "madeup")).ids == ["ema-h-c-000001"]
    assert server.paths() == [LIST]
    assert (await get(server)).ids == ["ema-h-c-000001", "ema-h-c-000002"]


async def test_a_run_goes_on_where_it_was(server: Loopback) -> None:
    server.on(LIST, [medicine(number) for number in range(120)])
    got = await get(server, "madeupinib")
    assert len(set(got.ids)) == 120
    rest = await get(server, "madeupinib", cursor=got.cursors[0])
    assert rest.ids == got.ids[50:]
    assert (await get(server, "madeupinib", since="2024-02-01")).ids == []


async def test_what_cannot_be_taken_in_is_a_line(server: Loopback) -> None:
    odd = [medicine(1, ema_product_number="7"), medicine(2, therapeutic_indication=None),
           medicine(3, name_of_medicine=None), medicine(4), medicine(4), 3, None]  # fmt: skip
    server.on(LIST, odd)
    got = await get(server, "madeupinib")
    assert got.ids == ["ema-h-c-000004"]
    assert got.reasons["ema-h-c-000002"] == "holds no indication."
    assert got.reasons["ema"] == "a medicine without a product number or a name."
    assert got.reasons["ema-h-c-000004"] == "came more than once; the first was taken."


@pytest.mark.parametrize(
    "key",
    ["international_non_proprietary_name_common_name", "active_substance", "last_updated_date",
     "therapeutic_area_mesh", "atc_code_human", "medicine_url", "marketing_authorisation_date"],
)  # fmt: skip
async def test_a_medicine_may_lack_anything_else(server: Loopback, key: str) -> None:
    for value in (None, [], {}, 3, "x"):
        server.first(LIST, [medicine(1) | {key: value}])
        assert (await get(server)).ids == ["ema-h-c-000001"], (key, value)


async def test_a_downloaded_list_is_read(tmp_path: Path) -> None:
    path = tmp_path / "medicines.json"
    path.write_text(json.dumps({"data": [medicine(1)]}))
    request = HarvestRequest(silo="drug_information", file=path)
    source = Ema("http://127.0.0.1:9", pacing=UNHURRIED)
    assert (await gather(source, request)).ids == ["ema-h-c-000001"]
    path.write_text("<html>")
    with pytest.raises(RequestInvalid, match="cannot be read as JSON"):
        await gather(Ema("http://127.0.0.1:9", pacing=UNHURRIED), request)
    path.unlink()
    with pytest.raises(RequestInvalid, match="no file"):
        await gather(Ema("http://127.0.0.1:9", pacing=UNHURRIED), request)


@pytest.mark.parametrize("body", ["<html>busy</html>", "{}", '{"data": 3}'])
async def test_an_answer_that_is_none_ends_the_run(server: Loopback, body: str) -> None:
    server.on(LIST, Answer("slow down", 429, {"Retry-After": "1"}), body)
    with pytest.raises(SourceFailed):
        await get(server, "madeupinib")
