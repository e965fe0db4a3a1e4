"""ClinicalTrials.gov: pages by token, numbers, eligibility and results as text, no people."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from retrieval.errors import SourceFailed
from retrieval.ingestion.sources.contract import HarvestRequest
from retrieval.ingestion.sources.trials.clinical_trials import ClinicalTrials
from retrieval.ingestion.sources.trials.clinical_trials_records import record_of
from tests.sources.gather import UNHURRIED, gather
from tests.sources.recordings import recorded
from tests.sources.server import Answer, Asked, Loopback, loopback

SEARCH = HarvestRequest(silo="clinical_trials", terms=("cond:breast cancer",))
WHOLE = Path(__file__).parent / "fixtures" / "study.json"


@pytest.fixture
async def server() -> AsyncIterator[Loopback]:
    async with loopback() as running:
        yield running


def trials(server: Loopback) -> ClinicalTrials:
    return ClinicalTrials(server.url, pacing=UNHURRIED)


def study(number: int) -> dict[str, Any]:
    return {
        "protocolSection": {
            "identificationModule": {"nctId": f"NCT{number:08}", "briefTitle": f"Trial {number}"},
            "statusModule": {"lastUpdatePostDateStruct": {"date": "2025-02-03"}},
            "descriptionModule": {"briefSummary": "What is tried."},
        }
    }


class Registry:
    """Pages of 50 by token; a token can go stale."""

    def __init__(self, count: int) -> None:
        self.studies = [study(90_000_000 + number) for number in range(count)]
        self.age = 0

    def __call__(self, asked: Asked) -> Answer:
        query = asked.query
        if "filter.ids" in query:
            wanted = query["filter.ids"].split(",")
            return Answer({"studies": [one for one in self.studies if _number(one) in wanted]})
        age, _, begin = query.get("pageToken", f"{self.age}.0").partition(".")
        if int(age) != self.age:
            return Answer("The page token is not valid", 400)
        start, size = int(begin), int(query["pageSize"])
        answer: dict[str, Any] = {"studies": self.studies[start : start + size]}
        if start + size < len(self.studies):
            answer["nextPageToken"] = f"{self.age}.{start + size}"
        if query.get("countTotal") == "true":
            answer["totalCount"] = len(self.studies)
        return Answer(answer)


def _number(one: dict[str, Any]) -> str:
    return str(one["protocolSection"]["identificationModule"]["nctId"])


async def test_a_search_in_an_area_comes_page_by_page(server: Loopback) -> None:
    server.on("/studies", Registry(120))
    got = await gather(trials(server), SEARCH)
    assert len(set(got.ids)) == len(got.ids) == 120
    assert got.totals[0] == 120
    assert got.cursors[-1] == ""
    assert server.asked[0].query["query.cond"] == "breast cancer"
    assert "filter.advanced" not in server.asked[0].query


async def test_other_searches_and_since(server: Loopback) -> None:
    server.on("/studies", Registry(1))
    terms = ("HER2: what next", "intr: olaparib")
    await gather(trials(server), HarvestRequest(silo="t", terms=terms, since="2025-01-31"))
    first, second = (asked.query for asked in server.asked)
    assert first["query.term"] == "HER2: what next"
    assert second["query.intr"] == "olaparib"
    assert first["filter.advanced"] == "AREA[LastUpdatePostDate]RANGE[2025-01-31,MAX]"


@pytest.mark.parametrize("stale", [False, True])
@pytest.mark.parametrize("stop", [1, 2])
async def test_a_run_that_was_killed_goes_on(server: Loopback, stop: int, stale: bool) -> None:
    registry = Registry(130)
    server.on("/studies", registry)
    begun = await gather(trials(server), SEARCH, pages=stop)
    registry.age += stale
    rest = await gather(trials(server), SEARCH, begun.cursors[-1])
    assert len(begun.ids + rest.ids) == len(set(begun.ids + rest.ids)) == 130


async def test_numbers_are_asked_for_together(server: Loopback) -> None:
    server.on("/studies", Registry(3))
    terms = ("nct90000000", "NCT90000002", "NCT00000001")
    got = await gather(trials(server), HarvestRequest(silo="t", terms=terms))
    assert got.ids == ["nct90000000", "nct90000002"]
    assert got.reasons == {"nct00000001": "the registry has no such trial."}
    assert len(server.asked) == 1


async def test_a_limit_ends_the_run(server: Loopback) -> None:
    server.on("/studies", Registry(120))
    got = await gather(trials(server), HarvestRequest(silo="t", terms=("a", "b"), limit=60))
    assert len(got.ids) == 60
    assert len(server.asked) == 2


def test_what_a_study_says() -> None:
    record = record_of(json.loads(WHOLE.read_text()), "clinical_trials")
    document = record.document
    assert document.id == "nct99999999"
    assert document.version == document.date == "2025-02-03"
    assert document.title == "Madeupinib in made-up breast cancer (NCT99999999)"
    assert document.url == "https://clinicaltrials.gov/study/NCT99999999"
    headings = [line[3:] for line in document.text.splitlines() if line.startswith("## ")]
    assert headings == [
        *("Status", "Summary", "Description", "Conditions", "Design", "Arms", "Interventions"),
        *("Eligibility", "Primary outcomes", "Secondary outcomes", "Locations"),
        *("Results", "Adverse events"),
    ]
    for line in (
        "- Overall status: Active not recruiting",
        "- Phase: phase 2, phase 3",
        "- Participants: 120 (actual)",
        "- Madeupinib (Experimental) — Tablets every day — Drug: Madeupinib",
        "Inclusion Criteria:\n\n* HER2-positive disease, LVEF >50%",
        "- Ages: 18 Years and older",
        "- Sex: Female",
        "2 sites in Denmark, Norway.",
        "### Primary: Survival without progression [24 months]",
        "- Madeupinib: 12.5 (10.1 to 14.9) — Median, Months",
        "- Comparison: Hazard Ratio (HR) 0.61; 95% interval 0.45 to 0.83; p 0.002",
        "- Madeupinib: serious 10 of 60, other 40 of 60, deaths 2 of 60",
    ):
        assert line in document.text
    assert document.facets.tumour_types == ("breast cancer",)
    assert document.facets.drugs == ("madeupinib",)
    assert [(one.kind, one.value) for one in document.facets.identifiers] == [
        ("nct", "NCT99999999"),
        ("pmid", "90000001"),
    ]


@pytest.mark.parametrize("secret", ["Petra Person", "+00 000", "person@hospital.example"])
def test_people_are_left_out(secret: str) -> None:
    assert secret in WHOLE.read_text()
    record = record_of(json.loads(WHOLE.read_text()), "clinical_trials")
    assert secret not in record.raw
    assert secret not in record.document.text


async def test_changed_fields_are_problems_and_the_rest_goes_through(server: Loopback) -> None:
    odd: list[Any] = [
        None,
        "text",
        {"protocolSection": []},
        {"protocolSection": {"identificationModule": {"nctId": "NCT90000001"}}},
        {"protocolSection": {"identificationModule": {"nctId": "NCT90000002", "briefTitle": "T"}}},
        study(90_000_003),
        study(90_000_003),
    ]
    whole = json.loads(WHOLE.read_text())
    whole["protocolSection"]["armsInterventionsModule"] = {"armGroups": [7, {"label": []}]}
    whole["protocolSection"]["designModule"] = "gone"
    whole["resultsSection"]["outcomeMeasuresModule"] = {"outcomeMeasures": [None, {"groups": 3}]}
    server.on("/studies", {"studies": [*odd, whole], "totalCount": "many"})
    got = await gather(trials(server), SEARCH)
    assert got.ids == ["nct90000003", "nct99999999"]
    assert got.reasons == {
        "clinicaltrials": "a study without an NCT number.",
        "nct90000001": "has no title.",
        "nct90000002": "holds no text.",
        "nct90000003": "came more than once; the first was taken.",
    }


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (Answer("<html>Sorry</html>"), "a web page instead of data"),
        (Answer("too many", 429), "status 429"),
        (Answer("what", 400), "status 400"),
        (Answer({"studies": "none"}), "without a list of studies"),
        (Answer([]), "without a list of studies"),
        (Answer({"studies": []}, cut=True), "broke off"),
    ],
    ids=["html", "429", "400", "text", "list", "cut"],
)
async def test_answers_that_are_none(server: Loopback, answer: Answer, sentence: str) -> None:
    server.on("/studies", answer)
    with pytest.raises(SourceFailed, match=sentence) as failure:
        await gather(trials(server), SEARCH)
    assert "breast" not in str(failure.value)


async def test_too_many_requests_once_is_only_waited_for(server: Loopback) -> None:
    server.on("/studies", Answer("", 429, {"Retry-After": "1"}), {"studies": [study(1)]})
    assert (await gather(trials(server), SEARCH)).ids == ["nct00000001"]


async def test_nothing_found_is_empty(server: Loopback) -> None:
    server.on("/studies", {"studies": [], "totalCount": 0})
    got = await gather(trials(server), SEARCH)
    assert (got.ids, got.totals, got.cursors) == ([], [0], [""])


async def test_recorded_searches(server: Loopback) -> None:
    folder = recorded("api_fixtures", "shared", "biomcp", "ctgov")
    for path in sorted(folder.glob("search_*.json")):
        answer = json.loads(path.read_text())
        answer.pop("nextPageToken", None)
        server.rules.clear()
        server.on("/studies", answer)
        got = await gather(trials(server), SEARCH)
        assert len(got.ids) + len(got.problems) == len(answer["studies"])
        assert set(got.reasons.values()) <= {"holds no text."}


@pytest.mark.parametrize("name", ["nct02576665", "nct06382129", "nct06604689"])
def test_recorded_studies(name: str) -> None:
    path = recorded("api_fixtures", "shared", "biomcp", "ctgov", f"get_{name}_20260811.json")
    document = record_of(json.loads(path.read_text()), "clinical_trials").document
    assert document.id == name
    assert len(document.text) > 500


def test_recorded_whole_studies() -> None:
    folder = recorded("api_fixtures", "shared", "ctgov_v2_full")
    texts = 0
    for path in sorted(folder.glob("*.json")):
        study = json.loads(path.read_text())
        record = record_of(study, "clinical_trials")
        assert record.document.id.startswith("nct")
        assert "## Eligibility" in record.document.text
        assert ("## Results" in record.document.text) <= ("resultsSection" in study)
        contacts = study["protocolSection"].get("contactsLocationsModule", {})
        for official in contacts.get("overallOfficials", []):
            if official.get("role") == "PRINCIPAL_INVESTIGATOR":
                assert official["name"] not in record.document.text
        texts += "## Results" in record.document.text
    assert texts >= 2


def with_sites(*sites: dict[str, Any]) -> str:
    one = study(90_000_001)
    one["protocolSection"]["contactsLocationsModule"] = {"locations": list(sites)}
    return record_of(one, "clinical_trials").document.text


def test_sites_are_told_by_city_and_by_whether_they_take_patients() -> None:
    text = with_sites(
        {"facility": "Made-up Hospital", "city": "Oslo", "country": "Norway",
         "status": "COMPLETED"},
        {"facility": "Praxis Dr. Nobody", "city": "Jena", "state": "Thuringia",
         "country": "Germany", "status": "RECRUITING",
         "contacts": [{"name": "Somebody", "phone": "1"}]},
        {"facility": "Other Hospital", "city": "Bergen", "country": "Norway"},
        {"country": ["odd"], "city": None},
    )  # fmt: skip
    places = text.partition("## Locations\n\n")[2]
    assert places.splitlines() == [
        "4 sites in Germany, Norway. Completed: 1 site. Recruiting: 1 site.",
        "",
        "- Jena, Thuringia, Germany: recruiting",
        "- Oslo, Norway: completed — Made-up Hospital",
        "- Bergen, Norway — Other Hospital",
    ]


def test_of_very_many_sites_those_that_take_patients_are_told_first() -> None:
    sites = [{"city": f"Town {n}", "country": "Norway", "status": "COMPLETED"} for n in range(250)]
    text = with_sites(*sites, {"city": "Oslo", "country": "Norway", "status": "RECRUITING"})
    lines = text.partition("## Locations\n\n")[2].splitlines()
    assert lines[2] == "- Oslo, Norway: recruiting"
    assert lines[-1] == "- 51 more sites stand in the registry"
    assert len(lines) == 2 + 200 + 1


def test_sites_of_a_recorded_study_are_told() -> None:
    folder = recorded("api_fixtures", "shared", "biomcp", "ctgov")
    read = json.loads((folder / "get_nct02576665_20260811.json").read_text())
    text = record_of(read, "clinical_trials").document.text
    assert "3 sites in United States." in text
    assert "- Denver, Colorado, United States — Sarah Cannon Research Institute" in text
