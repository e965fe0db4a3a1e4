"""openFDA: names and set ids, pages by skip, sections as text, nothing found told from failed."""

from __future__ import annotations

import json
import uuid
from collections.abc import AsyncIterator
from typing import Any

import pytest

from retrieval.errors import RequestInvalid, SourceFailed
from retrieval.ingestion.sources.contract import HarvestRequest
from retrieval.ingestion.sources.drugs.openfda import OpenFDA
from tests.sources.gather import UNHURRIED, gather
from tests.sources.recordings import recorded
from tests.sources.server import Answer, Asked, Loopback, loopback

SEARCH = HarvestRequest(silo="drug_information", terms=("madeupinib",))
NOT_FOUND = Answer({"error": {"code": "NOT_FOUND", "message": "No matches found!"}}, 404)


@pytest.fixture
async def server() -> AsyncIterator[Loopback]:
    async with loopback() as running:
        yield running


def openfda(server: Loopback, **more: str) -> OpenFDA:
    return OpenFDA(server.url, pacing=UNHURRIED, **more)


def set_id(number: int) -> str:
    return str(uuid.UUID(int=number))


def label(number: int, **more: Any) -> dict[str, Any]:
    return {
        "set_id": set_id(number),
        "version": "7",
        "effective_time": "20240131",
        "indications_and_usage": ["1 INDICATIONS AND USAGE Madeupinib is for tests."],
        "openfda": {
            "brand_name": ["MADEUPIX"],
            "generic_name": ["MADEUPINIB"],
            "manufacturer_name": ["Made-up Pharma"],
            "rxcui": ["9999999"],
        },
    } | more


class Labels:
    """Labels by skip and limit."""

    def __init__(self, count: int) -> None:
        self.labels = [label(number) for number in range(count)]

    def __call__(self, asked: Asked) -> Answer:
        skip, limit = int(asked.query["skip"]), int(asked.query["limit"])
        found = self.labels[skip : skip + limit]
        total = len(self.labels)
        meta = {"disclaimer": "…", "results": {"skip": skip, "limit": limit, "total": total}}
        return Answer({"meta": meta, "results": found}) if found else NOT_FOUND


async def test_a_name_is_looked_for_as_generic_brand_and_substance(server: Loopback) -> None:
    server.on("/drug/label.json", Labels(45))
    got = await gather(openfda(server, api_key="k"), SEARCH)
    assert len(set(got.ids)) == len(got.ids) == 45
    assert got.totals == [45, 45, 45]
    assert got.cursors[-1] == ""
    query = server.asked[0].query
    assert query["search"] == (
        '(openfda.generic_name:"madeupinib" OR openfda.brand_name:"madeupinib"'
        ' OR openfda.substance_name:"madeupinib")'
    )
    assert query["api_key"] == "k"


@pytest.mark.parametrize(
    ("term", "search"),
    [
        (set_id(5).upper(), f'set_id:"{set_id(5)}"'),
        ('openfda.route:"ORAL"', '(openfda.route:"ORAL")'),
        ('a" OR "b', '(openfda.generic_name:"a  OR  b" OR '),
        ("a\\", '(openfda.generic_name:"a" OR '),
    ],
)
async def test_terms(server: Loopback, term: str, search: str) -> None:
    server.on("/drug/label.json", Labels(1))
    await gather(openfda(server), HarvestRequest(silo="d", terms=(term,), since="2024-01-31"))
    asked = server.asked[0].query["search"]
    assert asked.startswith(search)
    assert asked.endswith(" AND effective_time:[20240131 TO 30000101]")
    assert "api_key" not in server.asked[0].query


async def test_a_name_of_quotes_only_is_refused(server: Loopback) -> None:
    with pytest.raises(RequestInvalid, match="needs letters"):
        await gather(openfda(server), HarvestRequest(silo="d", terms=('""',)))


@pytest.mark.parametrize("stop", [1, 2])
async def test_a_run_that_was_killed_goes_on(server: Loopback, stop: int) -> None:
    server.on("/drug/label.json", Labels(45))
    begun = await gather(openfda(server), SEARCH, pages=stop)
    rest = await gather(openfda(server), SEARCH, begun.cursors[-1])
    assert len(begun.ids + rest.ids) == len(set(begun.ids + rest.ids)) == 45


async def test_nothing_found_is_empty_and_the_next_term_follows(server: Loopback) -> None:
    server.on("/drug/label.json", NOT_FOUND, Labels(1))
    got = await gather(openfda(server), HarvestRequest(silo="d", terms=("none", "madeupinib")))
    assert len(got.ids) == 1
    assert not got.problems


async def test_more_than_openfda_hands_out_is_told(
    server: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("retrieval.ingestion.sources.drugs.openfda.MOST_SKIPPED", 40)
    server.on("/drug/label.json", Labels(100))
    got = await gather(openfda(server), SEARCH)
    assert len(got.ids) == 60
    assert "has 100 labels for this and hands out 60" in got.reasons["openfda"]


async def test_what_a_label_says(server: Loopback) -> None:
    told = label(
        1,
        boxed_warning=["WARNING: made up"],
        dosage_and_administration=["2 DOSAGE 2.1 Testing Test first. 2.2 Dose 5 mg."],
        dosage_and_administration_table=["<table><tr><td>5 mg</td></tr></table>"],
        use_in_specific_populations=["8 USE 8.1 Pregnancy Do not. 8.6 Renal Impairment Halve."],
        pregnancy=["8.1 Pregnancy Do not."],
        pharmacokinetics=["12.3 Pharmacokinetics Fast."],
        spl_unclassified_section=["Not for us"],
    )
    server.on("/drug/label.json", {"results": [told]})
    document = (await gather(openfda(server), SEARCH)).records[0].document
    assert document.id == f"setid-{set_id(1)}"
    assert document.title == "MADEUPIX (madeupinib): US prescribing information"
    assert (document.version, document.date) == ("7", "2024-01-31")
    assert document.organisation == "Made-up Pharma"
    assert document.url.endswith(f"setid={set_id(1)}")
    assert document.text.startswith("## Boxed warning\n\nWARNING: made up\n\n## Indications")
    assert "2 DOSAGE\n\n2.1 Testing Test first.\n\n2.2 Dose 5 mg." in document.text
    assert "not meant for decisions about medical care" in document.text
    assert "<td>" not in document.text
    assert document.text.count("Do not.") == 1
    assert "8 USE\n\n8.1 Pregnancy Do not.\n\n8.6 Renal Impairment Halve." in document.text
    assert "## Pharmacokinetics\n\n12.3 Pharmacokinetics Fast." in document.text
    assert document.facets.drugs == ("madeupinib",)
    assert [(one.kind, one.value) for one in document.facets.identifiers] == [
        ("setid", set_id(1)),
        ("rxcui", "9999999"),
    ]


DOSES = (
    '<table width="100%"><caption>Table 1: Dose by clearance</caption><col width="50%"/>'
    "<thead><tr><th>Creatinine clearance</th><th>Dose</th></tr></thead><tbody>"
    '<tr><td styleCode="Lrule">31 to 50 mL/min</td><td><paragraph>200 mg</paragraph>'
    "<paragraph>twice daily</paragraph></td></tr>"
    "<tr><td>30 mL/min or less</td><td>Not studied</td></tr></tbody></table>"
)


async def test_tables_come_row_by_row_in_the_place_of_their_running_text(server: Loopback) -> None:
    flat = (
        "Table 1: Dose by clearance Creatinine clearance Dose 31 to 50 mL/min 200 mg twice daily "
        "30 mL/min or less Not studied"
    )
    told = label(
        1,
        dosage_and_administration=[f"2 DOSAGE 2.3 Renal Impairment Reduce. {flat} 2.4 Liver None."],
        dosage_and_administration_table=[DOSES],
    )
    server.on("/drug/label.json", {"results": [told]})
    text = (await gather(openfda(server), SEARCH)).records[0].document.text
    assert (
        "2.3 Renal Impairment Reduce.\n\nTable 1: Dose by clearance\n\n"
        "| Creatinine clearance | Dose |\n| 31 to 50 mL/min | 200 mg twice daily |\n"
        "| 30 mL/min or less | Not studied |\n\n2.4 Liver None."
    ) in text
    assert text.count("Not studied") == 1, "no row stands there a second time as running words"


async def test_a_table_that_is_worded_otherwise_stands_behind_its_section(server: Loopback) -> None:
    told = label(
        1,
        dosage_and_administration=["2 DOSAGE Reduce as told."],
        dosage_and_administration_table=[DOSES, "<table", "no markup", "<ul><li>x</li></ul>"],
        contraindications=["4 None."],
    )
    server.on("/drug/label.json", {"results": [told]})
    text = (await gather(openfda(server), SEARCH)).records[0].document.text
    assert "Reduce as told.\n\nTable 1: Dose by clearance" in text
    assert text.index("| 30 mL/min or less | Not studied |") < text.index("## Contraindications")
    assert "<" not in text


async def test_changed_fields_are_problems_and_the_rest_goes_through(server: Loopback) -> None:
    bare = label(2)
    del bare["indications_and_usage"]
    odd: list[Any] = [
        None,
        [],
        {"set_id": "not one"},
        bare,
        label(3, openfda=[], effective_time="20249999", version=None),
        label(3),
        label(4, indications_and_usage="as text", effective_time=20240101, version=3),
    ]
    server.on("/drug/label.json", {"results": odd, "meta": []})
    got = await gather(openfda(server), SEARCH)
    assert got.ids == [f"setid-{set_id(3)}", f"setid-{set_id(4)}"]
    assert got.reasons == {
        "openfda": "a label without a set id.",
        "setid-not one": "a label without a set id.",
        f"setid-{set_id(2)}": "holds no text.",
        f"setid-{set_id(3)}": "came more than once; the first was taken.",
    }
    strange, as_text = (record.document for record in got.records)
    assert strange.title == f"{set_id(3)}: US prescribing information"
    assert (strange.date, strange.version) == ("2024", "2024")
    assert (as_text.date, as_text.version) == ("2024-01-01", "3")


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (Answer("<html>Sorry</html>", 404), "status 404"),
        (Answer({"error": {"code": "API_KEY_INVALID"}}, 403), "status 403"),
        (Answer({"error": {"code": "OVER_RATE_LIMIT"}}, 429), "status 429"),
        (Answer({"error": {"code": "SERVER_ERROR"}}, 500), "status 500"),
        (Answer({"results": None}), "without a list of labels"),
        (Answer({"results": ["x" * 9000]}, cut=True), "broke off"),
    ],
    ids=["404", "403", "429", "500", "none", "cut"],
)
async def test_answers_that_are_none(server: Loopback, answer: Answer, sentence: str) -> None:
    server.on("/drug/label.json", answer)
    with pytest.raises(SourceFailed, match=sentence) as failure:
        await gather(openfda(server, api_key="s3cret"), SEARCH)
    assert "s3cret" not in str(failure.value)
    assert "madeupinib" not in str(failure.value)


async def test_recorded_answers(server: Loopback) -> None:
    """The recorded labels were cut down to names; other endpoints' answers hold no labels."""
    folder = recorded("api_fixtures", "shared", "biomcp", "openfda")
    for path in sorted(folder.glob("*.json")):
        answer = json.loads(path.read_text())
        server.rules.clear()
        nothing = "error" in answer
        server.on("/drug/label.json", Answer(answer, 404 if nothing else 200))
        got = await gather(
            openfda(server), HarvestRequest(silo="d", terms=("keytruda",), limit=100)
        )
        assert not got.ids
        assert bool(got.problems) != nothing
    server.rules.clear()
    answer = json.loads((folder / "label_keytruda_20260811.json").read_text())
    for found in answer["results"]:
        found["indications_and_usage"] = ["Text."]
    server.on("/drug/label.json", answer)
    got = await gather(openfda(server), HarvestRequest(silo="d", terms=("keytruda",)))
    assert [record.document.title for record in got.records] == [
        "KEYTRUDA QLEX (pembrolizumab and berahyaluronidase alfa-pmph): US prescribing information",
        "KEYTRUDA (pembrolizumab): US prescribing information",
    ]
