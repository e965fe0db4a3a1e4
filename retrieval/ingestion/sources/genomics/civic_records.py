"""Evidence items and assertions of CIViC as documents, from its service or its files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from retrieval.documents import Document, Facets, Identifier
from retrieval.ingestion.problems import Problem
from retrieval.ingestion.sources.access.json_fields import at, iso_date, list_at, text
from retrieval.ingestion.sources.contract import HarvestRequest, PublicationStatus, Record

LINK = "https://civicdb.org/links"
_GENE = re.compile(r"^[A-Z][A-Z0-9-]{1,14}$")
_NO_GENE = frozenset({"AND", "OR", "NOT", "DEL", "INS", "VIII"})
_TIER = re.compile(r"Level ([A-D])\b")
_AMP = re.compile(r"TIER_(I|II|III|IV)(?:_LEVEL_([A-D]))?")
_NATURES: tuple[tuple[str, PublicationStatus], ...] = (
    ("reinstatement", "current"),
    ("retraction", "retracted"),
    ("concern", "concern"),
    ("correction", "corrected"),
)
"""Words of Retraction Watch's natures, which CIViC takes over, and the status each gives."""


def evidence_of_node(node: Any, request: HarvestRequest) -> Record | Problem:
    """An evidence item of the service."""
    source = at(node, "source")
    fields = {
        "id": text(node, "id"),
        "profile": text(node, "molecularProfile", "name"),
        "disease": text(node, "disease", "name"),
        "therapies": _names_of(node, "therapies"),
        "together": text(node, "therapyInteractionType"),
        "type": text(node, "evidenceType"),
        "direction": text(node, "evidenceDirection"),
        "level": text(node, "evidenceLevel"),
        "significance": text(node, "significance"),
        "rating": text(node, "evidenceRating"),
        "statement": text(node, "description"),
        "pmid": text(source, "citationId") if _in_pubmed(source) else "",
        "citation": text(source, "citation"),
        "retraction": text(source, "retractionNature"),
        "reviewed": "",
    }
    return _evidence(fields, request, json.dumps(node, ensure_ascii=False, sort_keys=True))


def assertion_of_node(node: Any, request: HarvestRequest) -> Record | Problem:
    """An assertion of the service."""
    items = [text(one, "id") for one in list_at(node, "evidenceItems")]
    fields = {
        "id": text(node, "id"),
        "profile": text(node, "molecularProfile", "name"),
        "disease": text(node, "disease", "name"),
        "therapies": _names_of(node, "therapies"),
        "said": [text(node, "summary"), text(node, "description")],
        "amp": _amp_category(text(node, "ampLevel")),
        "guideline": text(node, "nccnGuideline", "name"),
        "guideline_version": text(node, "nccnGuidelineVersion"),
        "approved": at(node, "regulatoryApproval") is True,
        "companion": at(node, "fdaCompanionTest") is True,
        "items": [item for item in items if item.isdecimal()],
        "reviewed": "",
    }
    return _assertion(fields, request, json.dumps(node, ensure_ascii=False, sort_keys=True))


def _amp_category(level: str) -> str:
    """``TIER_I_LEVEL_A`` of the service as its files write it; empty where there is none."""
    found = _AMP.fullmatch(level.upper())
    if found is None:
        return ""
    return f"Tier {found[1]} - Level {found[2]}" if found[2] else f"Tier {found[1]}"


def _names_of(node: Any, key: str) -> list[str]:
    return [name for one in list_at(node, key) if (name := text(one, "name"))]


def _in_pubmed(source: Any) -> bool:
    return text(source, "sourceType").upper() == "PUBMED"


def record_of_row(row: Mapping[str, str], request: HarvestRequest) -> Record | Problem | None:
    """A row of the files that CIViC publishes; None for one that was not asked for."""
    wanted = [term.upper() for term in request.terms]
    profile = row.get("molecular_profile", "")
    if wanted and not any(_speaks_of(profile.upper(), term) for term in wanted):
        return None
    reviewed = iso_date(row.get("last_review_date", ""))
    if request.since and reviewed < request.since:
        return None
    raw = json.dumps(dict(row), ensure_ascii=False, sort_keys=True)
    if "assertion_id" in row:
        return _assertion(_assertion_fields(row, profile, reviewed), request, raw)
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
        "retraction": "",
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
    status, notice = _of_source(fields["retraction"])
    lines = [
        *([notice] if notice else []),
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
    return Record(document=document, raw=raw, status=status, notice=notice)


def _of_source(retraction: str) -> tuple[PublicationStatus, str]:
    """What CIViC notes of the publication that an item rests on: its status, and a sentence."""
    said = " ".join(retraction.split())
    if not said:
        return "current", ""
    status = next((known for word, known in _NATURES if word in said.lower()), None)
    return status or "current", f"CIViC notes of the publication that this rests on: {said}."


def _assertion_fields(row: Mapping[str, str], profile: str, reviewed: str) -> dict[str, Any]:
    return {
        "id": row["assertion_id"],
        "profile": profile,
        "disease": row.get("disease", ""),
        "therapies": _names(row.get("therapies", "")),
        "said": [row.get("assertion_summary", ""), row.get("assertion_description", "")],
        "amp": row.get("amp_category", ""),
        "guideline": row.get("nccn_guideline", ""),
        "guideline_version": row.get("nccn_guideline_version", ""),
        "approved": row.get("regulatory_approval") == "true",
        "companion": row.get("fda_companion_test") == "true",
        "items": [item for item in row.get("evidence_item_ids", "").split(",") if item],
        "reviewed": reviewed,
    }


def _assertion(fields: Mapping[str, Any], request: HarvestRequest, raw: str) -> Record | Problem:
    number, told = fields["id"], [part for part in fields["said"] if part]
    if not number.isdecimal() or not told:
        return Problem(f"civic-aid-{number}", "holds no statement.")
    profile, disease, therapies = fields["profile"], fields["disease"], fields["therapies"]
    tier = _TIER.search(fields["amp"])
    document = Document(
        silo=request.silo,
        id=f"civic-aid-{number}",
        version=fields["reviewed"] or "accepted",
        title=_title(profile, disease, therapies),
        text="\n\n".join([*told, *_facts(fields)]),
        url=f"{LINK}/assertions/{number}",
        organisation="CIViC",
        date=fields["reviewed"],
        facets=_facets(
            profile, disease, therapies, tier[1] if tier else "",
            [Identifier("civic", f"AID{number}")],
        ),
        facts_from=(f"civic:AID{number}",),
    )  # fmt: skip
    return Record(document=document, raw=raw)


def _facts(fields: Mapping[str, Any]) -> Iterator[str]:
    """What an assertion states beside its words."""
    if fields["amp"]:
        yield f"AMP/ASCO/CAP category: {fields['amp']}."
    if fields["guideline"]:
        version = fields["guideline_version"] or "not stated"
        yield f"NCCN guideline named: {fields['guideline']}, version {version}."
    if fields["approved"]:
        yield "CIViC notes a regulatory approval."
    if fields["companion"]:
        yield "CIViC notes an FDA companion test."
    if fields["items"]:
        yield f"It rests on {', '.join(f'EID{item}' for item in fields['items'])}."


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
