"""A study of the registry as a document: design, arms, eligibility, outcomes, results.

Names, telephone numbers and addresses of people are left out, also of the raw record.
"""

from __future__ import annotations

import copy
import json
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from retrieval.documents import Document, Facets, Identifier
from retrieval.ingestion.sources.access.json_fields import at, iso_date, list_at, text, texts
from retrieval.ingestion.sources.contract import Record

_MOST_RESULTS = 30
"""Outcomes whose results are written out; the registry's page has the others."""
_MOST_SITES = 200
"""Sites that are written out. Chosen by hand: no trial is to be mostly towns."""
_TITLED = re.compile(r"\b(?:Dr|Drs|Prof|MD|PhD|DO|FACP)\b\.?")
_NCT = re.compile(r"NCT[0-9]{8}")
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+.!<>~|-])")
"""The registry escapes signs for Markdown: ``\\>10 mg`` is shown, and quoted, as >10 mg."""
_DRUGS = ("DRUG", "BIOLOGICAL", "COMBINATION_PRODUCT")


class Unusable(Exception):
    """A study that cannot be taken in; the text says why."""


def nct_of(study: Any) -> str:
    """The study's number, or an empty text."""
    found = _NCT.fullmatch(text(study, "protocolSection", "identificationModule", "nctId").upper())
    return found.group() if found else ""


def record_of(study: Any, silo: str) -> Record:
    """Read one study. Raises :class:`Unusable`."""
    protocol, number = at(study, "protocolSection"), nct_of(study)
    if not number:
        raise Unusable("a study without an NCT number")
    names = at(protocol, "identificationModule")
    title = text(names, "briefTitle") or text(names, "officialTitle")
    if not title:
        raise Unusable("has no title")
    pieces = [*_protocol(protocol), *_results(at(study, "resultsSection"))]
    if not pieces:
        raise Unusable("holds no text")
    updated = iso_date(text(protocol, "statusModule", "lastUpdatePostDateStruct", "date"))
    verified = iso_date(text(protocol, "statusModule", "statusVerifiedDate"))
    document = Document(
        silo=silo,
        id=number.lower(),
        version=updated or verified or "undated",
        title=f"{title} ({number})",
        text=_ESCAPED.sub(r"\1", "\n\n".join(pieces)) + "\n",
        url=f"https://clinicaltrials.gov/study/{number}",
        organisation="ClinicalTrials.gov",
        date=updated or verified,
        facets=_facets(protocol, number),
        facts_from=(f"clinicaltrials.gov:{number}",),
    )
    return Record(document=document, raw=json.dumps(_without_people(study), ensure_ascii=False))


def _protocol(protocol: Any) -> list[str]:
    arms = at(protocol, "armsInterventionsModule")
    outcomes = at(protocol, "outcomesModule")
    found = (
        ("Status", _lines(_status(protocol))),
        ("Summary", text(protocol, "descriptionModule", "briefSummary")),
        ("Description", text(protocol, "descriptionModule", "detailedDescription")),
        ("Conditions", _lines(texts(protocol, "conditionsModule", "conditions"))),
        ("Design", _lines(_design(at(protocol, "designModule")))),
        ("Arms", _lines(_arm(arm) for arm in list_at(arms, "armGroups"))),
        ("Interventions", _lines(_intervention(one) for one in list_at(arms, "interventions"))),
        ("Eligibility", _eligibility(at(protocol, "eligibilityModule"))),
        ("Primary outcomes", _lines(_outcome(one) for one in list_at(outcomes, "primaryOutcomes"))),
        (
            "Secondary outcomes",
            _lines(_outcome(one) for one in list_at(outcomes, "secondaryOutcomes")),
        ),
        ("Locations", _locations(at(protocol, "contactsLocationsModule"))),
    )
    body = {"Status", "Locations"}
    written = {name: value for name, value in found if value}
    return (
        [f"## {name}\n\n{value}" for name, value in written.items()] if set(written) - body else []
    )


def _status(protocol: Any) -> list[str]:
    status = at(protocol, "statusModule")
    return _labelled_lines(
        ("Overall status", _word(text(status, "overallStatus"))),
        ("Why stopped", text(status, "whyStopped")),
        ("Start", text(status, "startDateStruct", "date")),
        ("Primary completion", text(status, "primaryCompletionDateStruct", "date")),
        ("Completion", text(status, "completionDateStruct", "date")),
        ("Last update", text(status, "lastUpdatePostDateStruct", "date")),
        ("Acronym", text(protocol, "identificationModule", "acronym")),
        ("Official title", text(protocol, "identificationModule", "officialTitle")),
        ("Sponsor", text(protocol, "sponsorCollaboratorsModule", "leadSponsor", "name")),
    )


def _design(design: Any) -> list[str]:
    info = at(design, "designInfo")
    return _labelled_lines(
        ("Study type", _word(text(design, "studyType"))),
        ("Phase", ", ".join(_phase(phase) for phase in texts(design, "phases"))),
        ("Allocation", _word(text(info, "allocation"))),
        ("Intervention model", _word(text(info, "interventionModel"))),
        ("Observational model", _word(text(info, "observationalModel"))),
        ("Primary purpose", _word(text(info, "primaryPurpose"))),
        ("Masking", _word(text(info, "maskingInfo", "masking"))),
        ("Participants", _enrolment(at(design, "enrollmentInfo"))),
    )


def _phase(phase: str) -> str:
    return phase.replace("EARLY_PHASE1", "early phase 1").replace("PHASE", "phase ")


def _enrolment(info: Any) -> str:
    count, kind = text(info, "count"), text(info, "type").lower()
    return f"{count} ({kind})" if count and kind else count


def _arm(arm: Any) -> str:
    kind = _word(text(arm, "type"))
    named = f"{text(arm, 'label')} ({kind})" if kind else text(arm, "label")
    given = ", ".join(texts(arm, "interventionNames"))
    return _join_parts(named, text(arm, "description"), given)


def _intervention(one: Any) -> str:
    kind = _word(text(one, "type"))
    named = f"{kind}: {text(one, 'name')}" if kind else text(one, "name")
    others = ", ".join(texts(one, "otherNames"))
    return _join_parts(named, text(one, "description"), f"also called {others}" if others else "")


def _outcome(one: Any) -> str:
    frame = text(one, "timeFrame")
    measure = f"{text(one, 'measure')} [{frame}]" if frame else text(one, "measure")
    return _join_parts(measure, text(one, "description"))


def _eligibility(module: Any) -> str:
    ages = _ages(text(module, "minimumAge"), text(module, "maximumAge"))
    healthy = at(module, "healthyVolunteers")
    accepted = ("yes" if healthy else "no") if isinstance(healthy, bool) else ""
    facts = _labelled_lines(
        ("Ages", ages),
        ("Sex", _word(text(module, "sex"))),
        ("Healthy volunteers", accepted),
    )
    criteria = text(module, "eligibilityCriteria")
    return "\n\n".join(piece for piece in (criteria, _lines(facts)) if piece)


def _ages(least: str, most: str) -> str:
    """``18 Years to 75 Years``, or what tells which end is open."""
    if least and most:
        return f"{least} to {most}"
    return f"{least} and older" if least else f"up to {most}" if most else ""


def _locations(module: Any) -> str:
    """How many sites there are and where, how many are in which state, and each by its city."""
    places = list_at(module, "locations")
    if not places:
        return ""
    countries = sorted({text(one, "country") for one in places} - {""})
    where = f" in {', '.join(countries)}" if countries else ""
    first = f"{_sites(len(places))}{where}."
    states = Counter(_word(text(one, "status")) for one in places if text(one, "status"))
    counted = [f"{state}: {_sites(count)}." for state, count in sorted(states.items())]
    # Those that take patients first, then as the registry has them.
    ordered = sorted(places, key=lambda one: text(one, "status") != "RECRUITING")
    shown = [_site(one) for one in ordered[:_MOST_SITES]]
    if len(places) > _MOST_SITES:
        shown.append(f"{len(places) - _MOST_SITES} more sites stand in the registry")
    return "\n\n".join(part for part in (" ".join([first, *counted]), _lines(shown)) if part)


def _sites(count: int) -> str:
    return f"{count} {'site' if count == 1 else 'sites'}"


def _site(one: Any) -> str:
    parts = (text(one, "city"), text(one, "state"), text(one, "country"))
    place = ", ".join(dict.fromkeys(part for part in parts if part))
    facility, status = text(one, "facility"), _word(text(one, "status"))
    # A practice that is called after its doctor says who that is.
    named = "" if _TITLED.search(facility) else facility
    return _join_parts(f"{place}: {status.lower()}" if place and status else place, named)


def _results(results: Any) -> list[str]:
    measures = list_at(results, "outcomeMeasuresModule", "outcomeMeasures")
    written = [_measurement(one) for one in measures[:_MOST_RESULTS]]
    if len(measures) > _MOST_RESULTS:
        written.append(f"{len(measures) - _MOST_RESULTS} more outcomes stand in the registry.")
    found = (
        ("Results", "\n\n".join(piece for piece in written if piece)),
        ("Adverse events", _adverse(at(results, "adverseEventsModule"))),
    )
    return [f"## {name}\n\n{value}" for name, value in found if value]


def _measurement(one: Any) -> str:
    groups = {text(group, "id"): text(group, "title") for group in list_at(one, "groups")}
    unit = text(one, "unitOfMeasure")
    kind = _word(text(one, "paramType"))
    values = [
        _join_parts(*_value(row, category, measure, groups), f"{kind}, {unit}".strip(", "))
        for row in list_at(one, "classes")
        for category in list_at(row, "categories")
        for measure in list_at(category, "measurements")
        if text(measure, "value")
    ]
    analyses = [_analysis(analysis) for analysis in list_at(one, "analyses")]
    if not values and not any(analyses):
        return ""
    frame = text(one, "timeFrame")
    head = f"### {_word(text(one, 'type'))}: {text(one, 'title')}" + (
        f" [{frame}]" if frame else ""
    )
    return f"{head}\n\n{_lines([*values, *analyses])}"


def _value(row: Any, category: Any, measure: Any, groups: dict[str, str]) -> tuple[str, str]:
    group = groups.get(text(measure, "groupId"), "")
    low, high = text(measure, "lowerLimit"), text(measure, "upperLimit")
    spread = f" ({low} to {high})" if low and high else ""
    spread = spread or (f" ± {text(measure, 'spread')}" if text(measure, "spread") else "")
    which = ", ".join(part for part in (text(row, "title"), text(category, "title")) if part)
    return f"{group}: {text(measure, 'value')}{spread}", which


def _analysis(one: Any) -> str:
    low, high = text(one, "ciLowerLimit"), text(one, "ciUpperLimit")
    percent = text(one, "ciPctValue")
    interval = f"{percent}% interval {low} to {high}" if low and high else ""
    estimate = f"{text(one, 'paramType')} {text(one, 'paramValue')}".strip()
    p_value = f"p {text(one, 'pValue')}" if text(one, "pValue") else ""
    found = "; ".join(part for part in (estimate, interval, p_value) if part)
    return f"Comparison: {found}" if found else ""


def _adverse(module: Any) -> str:
    lines = []
    for group in list_at(module, "eventGroups"):
        counts = [
            f"{name} {text(group, field + 'NumAffected')} of {text(group, field + 'NumAtRisk')}"
            for name, field in (("serious", "serious"), ("other", "other"), ("deaths", "deaths"))
            if text(group, field + "NumAffected") and text(group, field + "NumAtRisk")
        ]
        if counts:
            lines.append(f"{text(group, 'title')}: {', '.join(counts)}")
    return _lines(lines)


def _facets(protocol: Any, number: str) -> Facets:
    interventions = list_at(protocol, "armsInterventionsModule", "interventions")
    drugs = [text(one, "name").lower() for one in interventions if text(one, "type") in _DRUGS]
    papers = list_at(protocol, "referencesModule", "references")
    numbers = [text(one, "pmid") for one in papers if text(one, "type") in ("RESULT", "DERIVED")]
    conditions = texts(protocol, "conditionsModule", "conditions")
    return Facets(
        tumour_types=tuple(dict.fromkeys(one.lower() for one in conditions)),
        drugs=tuple(dict.fromkeys(one for one in drugs if one and "placebo" not in one)),
        identifiers=(
            Identifier("nct", number),
            *(Identifier("pmid", one) for one in dict.fromkeys(numbers) if one),
        ),
    )


def _without_people(study: Any) -> Any:
    kept = copy.deepcopy(study)
    contacts = at(kept, "protocolSection", "contactsLocationsModule")
    if isinstance(contacts, dict):
        for name in ("centralContacts", "overallOfficials"):
            contacts.pop(name, None)
        for location in list_at(contacts, "locations"):
            if isinstance(location, dict):
                location.pop("contacts", None)
    more = at(kept, "resultsSection", "moreInfoModule")
    if isinstance(more, dict):
        more.pop("pointOfContact", None)
    sponsors = at(kept, "protocolSection", "sponsorCollaboratorsModule")
    if isinstance(sponsors, dict):
        sponsors.pop("responsibleParty", None)
    return kept


def _labelled_lines(*facts: tuple[str, str]) -> list[str]:
    return [f"{name}: {value}" for name, value in facts if value]


def _lines(values: Iterable[str]) -> str:
    return "\n".join(f"- {' '.join(value.split())}" for value in values if value)


def _join_parts(*parts: str) -> str:
    return " — ".join(part for part in parts if part)


def _word(constant: str) -> str:
    return constant.replace("_", " ").capitalize()
