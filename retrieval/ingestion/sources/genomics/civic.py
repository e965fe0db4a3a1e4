"""Variant evidence from CIViC: accepted evidence items by its GraphQL service, or its files.

The service pages with ``first``, ``after`` and ``pageInfo`` (civicdb.org/api/graphql); accepted
items and assertions are also published as tables every night and month. CIViC is CC0. Levels: A
validated association, B clinical, C case study, D preclinical, E inferential (docs.civicdb.org).
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from typing import Any

from retrieval.documents import Document, Facets, Identifier
from retrieval.errors import SourceFailed
from retrieval.ingestion.problems import Problem
from retrieval.ingestion.sources.access.json_fields import at, iso_date, list_at, text, whole_number
from retrieval.ingestion.sources.access.pagination import (
    TermPage,
    distinct_terms,
    paginate,
    place,
    state,
)
from retrieval.ingestion.sources.access.service_source import ServiceSource
from retrieval.ingestion.sources.access.table_source import table_pages
from retrieval.ingestion.sources.contract import HarvestRequest, Page, Record

LINK = "https://civicdb.org/links"
_PAGE = 100
"""Evidence items at once. Chosen by hand."""
_QUERY = """
query Accepted($profile: String, $first: Int, $after: String) {
  evidenceItems(status: ACCEPTED, molecularProfileName: $profile, first: $first, after: $after) {
    totalCount
    pageInfo { endCursor hasNextPage }
    nodes {
      id description evidenceType evidenceLevel evidenceDirection evidenceRating significance
      therapyInteractionType
      molecularProfile { name }
      disease { name }
      therapies { name }
      source { citationId citation sourceType }
    }
  }
}
"""
_GENE = re.compile(r"^[A-Z][A-Z0-9-]{1,14}$")
_NO_GENE = frozenset({"AND", "OR", "NOT", "DEL", "INS", "VIII"})
_TIER = re.compile(r"Level ([A-D])\b")


class Civic(ServiceSource):
    """Evidence items and assertions. Terms are gene symbols or molecular profiles ("BRAF V600E").
    With a file (the evidence or the assertion summaries) the terms narrow it; ``since`` keeps
    what was reviewed from that day on, which only the files say."""

    name = "civic"
    service_name = "CIViC"
    default_address = "https://civicdb.org/api"
    per_second = 3.0

    async def pages(self, request: HarvestRequest, cursor: str = "") -> AsyncIterator[Page]:
        """Records of the request after the cursor."""
        if request.file is not None:
            async for page in table_pages(request, cursor, lambda row: _from_row(row, request)):
                yield page
            return
        request = distinct_terms(request) if request.terms else _all_of(request)

        async def fetch(term: str, where: str, remaining: int | None) -> TermPage:
            size = min(_PAGE, remaining or _PAGE)
            return await self._fetch(term.strip(), state(where).get("after", ""), size, request)

        async for page in paginate(request, cursor, fetch):
            yield page

    async def _fetch(self, term: str, after: str, size: int, request: HarvestRequest) -> TermPage:
        variables = {"profile": None if term == _EVERYTHING else term, "first": size,
                     "after": after or None}  # fmt: skip
        answer = await self._service.post_json("graphql", {"query": _QUERY, "variables": variables})
        found = at(answer, "data", "evidenceItems")
        if not isinstance(at(found, "nodes"), list):
            raise SourceFailed("CIViC answered without a list of evidence items.")
        made = [_from_node(node, request) for node in list_at(found, "nodes")]
        more = at(found, "pageInfo", "hasNextPage") is True
        end = text(found, "pageInfo", "endCursor")
        return TermPage(
            records=tuple(one for one in made if isinstance(one, Record)),
            problems=tuple(one for one in made if isinstance(one, Problem)),
            next_place=place(after=end) if more and end and end != after else "",
            total=whole_number(text(found, "totalCount")),
        )


_EVERYTHING = "*"


def _all_of(request: HarvestRequest) -> HarvestRequest:
    return replace(request, terms=(_EVERYTHING,))


def _from_node(node: Any, request: HarvestRequest) -> Record | Problem:
    therapies = [text(one, "name") for one in list_at(node, "therapies")]
    source = at(node, "source")
    fields = {
        "id": text(node, "id"),
        "profile": text(node, "molecularProfile", "name"),
        "disease": text(node, "disease", "name"),
        "therapies": [name for name in therapies if name],
        "together": text(node, "therapyInteractionType"),
        "type": text(node, "evidenceType"),
        "direction": text(node, "evidenceDirection"),
        "level": text(node, "evidenceLevel"),
        "significance": text(node, "significance"),
        "rating": text(node, "evidenceRating"),
        "statement": text(node, "description"),
        "pmid": text(source, "citationId") if _in_pubmed(source) else "",
        "citation": text(source, "citation"),
        "reviewed": "",
    }
    return _evidence(fields, request, json.dumps(node, ensure_ascii=False, sort_keys=True))


def _in_pubmed(source: Any) -> bool:
    return text(source, "sourceType").upper() == "PUBMED"


def _from_row(row: Mapping[str, str], request: HarvestRequest) -> Record | Problem | None:
    wanted = [term.upper() for term in request.terms]
    profile = row.get("molecular_profile", "")
    if wanted and not any(_speaks_of(profile.upper(), term) for term in wanted):
        return None
    reviewed = iso_date(row.get("last_review_date", ""))
    if request.since and reviewed < request.since:
        return None
    raw = json.dumps(dict(row), ensure_ascii=False, sort_keys=True)
    if "assertion_id" in row:
        return _assertion(row, request, reviewed, raw)
    if "evidence_id" not in row:
        return Problem("civic", "a row without an evidence or assertion id.")
    if row.get("evidence_status", "accepted") != "accepted":
        return None
    fields = {
        "id": row["evidence_id"],
        "profile": profile,
        "disease": row.get("disease", ""),
        "therapies": _names(row.get("therapies", "")),
        "together": row.get("therapy_interaction_type", ""),
        "type": row.get("evidence_type", ""),
        "direction": row.get("evidence_direction", ""),
        "level": row.get("evidence_level", ""),
        "significance": row.get("significance", ""),
        "rating": row.get("rating", ""),
        "statement": row.get("evidence_statement", ""),
        "pmid": row.get("citation_id", "") if row.get("source_type") == "PubMed" else "",
        "citation": row.get("citation", ""),
        "reviewed": reviewed,
    }
    return _evidence(fields, request, raw)


def _speaks_of(profile: str, term: str) -> bool:
    return re.search(rf"(?<![A-Z0-9]){re.escape(term)}(?![A-Z0-9])", profile) is not None


def _evidence(fields: Mapping[str, Any], request: HarvestRequest, raw: str) -> Record | Problem:
    number, statement = fields["id"], fields["statement"]
    if not number.isdecimal():
        return Problem("civic", "an evidence item without a number.")
    if not statement:
        return Problem(f"civic-eid-{number}", "holds no statement.")
    therapies, level = fields["therapies"], fields["level"].upper()
    said = _plain(fields["direction"], fields["significance"])
    with_drugs = f" to {_join_names(therapies, fields['together'])}" if therapies else ""
    lines = [
        f"{fields['profile']} in {fields['disease'] or 'no disease named'}:"
        f" {fields['type'].lower() or 'evidence'} evidence, {said}{with_drugs}"
        f" (CIViC EID{number}{f'; level {level}' if level else ''}).",
        statement,
    ]
    if fields["citation"]:
        pmid = f" (PMID {fields['pmid']})" if fields["pmid"] else ""
        lines.append(f"Source: {fields['citation']}{pmid}.")
    identifiers = [Identifier("civic", f"EID{number}")]
    if fields["pmid"]:
        identifiers.append(Identifier("pmid", fields["pmid"]))
    document = Document(
        silo=request.silo,
        id=f"civic-eid-{number}",
        version=fields["reviewed"] or "accepted",
        title=_title(fields["profile"], fields["disease"], therapies),
        text="\n\n".join(lines),
        url=f"{LINK}/evidence_items/{number}",
        organisation="CIViC",
        date=fields["reviewed"],
        facets=_facets(fields["profile"], fields["disease"], therapies, level, identifiers),
        facts_from=(f"civic:EID{number}",),
    )
    return Record(document=document, raw=raw)


def _assertion(
    row: Mapping[str, str], request: HarvestRequest, reviewed: str, raw: str
) -> Record | Problem:
    number = row["assertion_id"]
    said = [row.get("assertion_summary", ""), row.get("assertion_description", "")]
    if not number.isdecimal() or not any(said):
        return Problem(f"civic-aid-{number}", "holds no statement.")
    profile, disease = row.get("molecular_profile", ""), row.get("disease", "")
    therapies = _names(row.get("therapies", ""))
    amp = row.get("amp_category", "")
    tier = _TIER.search(amp)
    told = [part for part in said if part]
    facts = [f"AMP/ASCO/CAP category: {amp}." if amp else ""]
    if row.get("nccn_guideline"):
        facts.append(
            f"NCCN guideline named: {row['nccn_guideline']},"
            f" version {row.get('nccn_guideline_version') or 'not stated'}."
        )
    items = ", ".join(f"EID{item}" for item in row.get("evidence_item_ids", "").split(",") if item)
    facts.append(f"It rests on {items}." if items else "")
    document = Document(
        silo=request.silo,
        id=f"civic-aid-{number}",
        version=reviewed or "accepted",
        title=_title(profile, disease, therapies),
        text="\n\n".join([*told, *(fact for fact in facts if fact)]),
        url=f"{LINK}/assertions/{number}",
        organisation="CIViC",
        date=reviewed,
        facets=_facets(
            profile, disease, therapies, tier[1] if tier else "",
            [Identifier("civic", f"AID{number}")],
        ),
        facts_from=(f"civic:AID{number}",),
    )  # fmt: skip
    return Record(document=document, raw=raw)


def _names(cell: str) -> list[str]:
    return [name.strip() for name in re.split(r"[,;]", cell) if name.strip()]


def _join_names(names: list[str], together: str) -> str:
    word = {"COMBINATION": " plus ", "SEQUENTIAL": " then "}.get(together.upper(), " or ")
    return word.join(names)


def _plain(direction: str, significance: str) -> str:
    word = significance.replace("/", " or ").replace(
        "SENSITIVITYRESPONSE", "sensitivity or response"
    )
    word = word.replace("_", " ").lower() or "significance not stated"
    against = direction.upper().replace(" ", "_") == "DOES_NOT_SUPPORT"
    return f"{'does not support' if against else 'supports'} {word}"


def _title(profile: str, disease: str, therapies: list[str]) -> str:
    title = f"{profile} in {disease}" if disease else profile
    return f"{title} — {', '.join(therapies)}" if therapies else title


def _facets(
    profile: str, disease: str, therapies: list[str], level: str, identifiers: list[Identifier]
) -> Facets:
    first = re.split(r"[\s()]+|::", profile)
    genes = [word for word in first if _GENE.match(word) and word not in _NO_GENE]
    return Facets(
        tumour_types=(disease.lower(),) if disease else (),
        genes=tuple(dict.fromkeys(genes[:1])),
        drugs=tuple(dict.fromkeys(name.lower() for name in therapies)),
        evidence_level=level,
        identifiers=tuple(identifiers),
    )
