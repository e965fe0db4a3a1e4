"""Assertions of CIViC, and its evidence of level A, as statements of the silo of indications."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from evals.corpus.indications.applies import marker_rule
from evals.corpus.records import RecordSets
from names.recognise import recognise
from names.tables import tumour_parents

Row = Mapping[str, Any]
LEVEL = "A"
"""CIViC's level for what is proven or has consensus in clinical association."""
WITHDRAWN = frozenset(("Mobocertinib", "Infigratinib", "Rociletinib"))
"""Drugs that are no longer marketed or never were: evidence for them is left to the documents that
say so."""
LEFT_OUT = frozenset(
    (
        # Genes of one trial of olaparib whose own hazard ratios a sentence would hide (ATM: 1.04).
        *("8504", "8505", "11204", "11205", "11207", "11208", "11209", "11210", "11212", "11214"),
        # A record whose sentence is on another disease, and a trial that met no endpoint.
        *("259", "2998"),
    )
)
"""Evidence items that say less than their fields do."""
_MEANING = {
    ("Supports", "Sensitivity/Response"): ("result", "a response to"),
    ("Supports", "Resistance"): ("resistance", "resistance to"),
}
"""Evidence is a result, not an indication: it says nothing of line, setting and other markers."""
_RECEPTORS = {
    "Her2-receptor Negative Breast Cancer": ("-HER2",),
    "Her2-receptor Positive Breast Cancer": ("HER2",),
    "Triple-receptor Negative Breast Cancer": ("-HER2", "-HR"),
}
"""Markers that the name of a disease asks for."""
_FUSION = re.compile(r"\b(?:v::)?([A-Z][A-Z0-9-]+)(?:::v|::\?)? [Ff]usion")
_NAMED_FUSION = re.compile(r"\b[A-Z0-9]+::[A-Z0-9]+ Fusion")


def statements(records: RecordSets) -> Iterator[dict[str, Any]]:
    """All assertions on drugs, then all evidence of level A on drugs, by number."""
    for number, row in _by_number(records.assertions):
        if row["assertion_type"] == "Predictive" and _has_known_meaning(
            row, row["assertion_direction"]
        ):
            scale = {"scale": "AMP/ASCO/CAP category", "value": row["amp_category"]}
            support = f"an assertion of CIViC ({row['amp_category']})"
            told = _statement(f"AID{number}", row, row["assertion_direction"], support)
            yield from _complete(told, scale, row["last_review_date"][:10])
    for number, row in _by_number(records.evidence):
        predictive = row["evidence_type"] == "Predictive" and row["evidence_level"] == LEVEL
        told_of = predictive and number not in LEFT_OUT
        if told_of and _has_known_meaning(row, row["evidence_direction"]):
            scale = {"scale": "CIViC evidence level", "value": LEVEL}
            support = f"CIViC evidence of level {LEVEL} ({row['citation']})"
            told = _statement(f"EID{number}", row, row["evidence_direction"], support)
            yield from _complete(told, scale, year(row["citation"]))


def _by_number(table: Mapping[str, Row]) -> list[tuple[str, Row]]:
    return sorted(table.items(), key=lambda item: int(item[0]))


def _has_known_meaning(row: Row, direction: str) -> bool:
    known = (direction, row["significance"]) in _MEANING
    return known and not WITHDRAWN & set(row["therapies"].split(","))


def _statement(name: str, row: Row, direction: str, support: str) -> dict[str, Any]:
    kind, meaning = _MEANING[direction, row["significance"]]
    drugs = [drug.strip() for drug in row["therapies"].split(",")]
    profile, disease = profile_in_words(row["molecular_profile"]), row["disease"]
    tumours = [name for name in _names(disease, "tumour") if name in tumour_parents()][:1]
    where = tumours[0] if tumours else disease
    rules = [marker_rule(mark) for mark in _RECEPTORS.get(disease, ())]
    germline = "Germline" in row.get("variant_origin", "")
    if rule := profile_rule(row["molecular_profile"], germline=germline):
        rules.append(rule)
    asked = "HER2-negative " if "Negative" in disease and tumours == ["breast cancer"] else ""
    return {
        "id": f"civic-{name.lower()}",
        "kind": kind,
        "text": f"In {asked}{where} with {profile}, {support} supports {meaning}"
        f" {therapies_in_words(row, drugs)}.",
        "drugs": [drug.casefold() for drug in drugs],
        "applies": {"tumours": tumours, "requires": rules},
        "record": f"civic_2025-09:{name}",
    }


def _complete(
    told: dict[str, Any], scale: Mapping[str, str], as_of: str
) -> Iterator[dict[str, Any]]:
    """The statement with date and scale, unless its tumour or its markers are not known to us:
    what asks for nothing would seem to hold for everybody."""
    record = told.pop("record")
    if told["applies"]["tumours"] and told["applies"]["requires"]:
        yield {**told, "as_of": as_of, "evidence": dict(scale), "record": record}


def profile_in_words(profile: str) -> str:
    """``v::ALK Fusion`` → "ALK fusion"; alternatives are joined by "or"."""
    parts = dict.fromkeys(_part_in_words(part.strip()) for part in profile.split(" OR "))
    return " or ".join(parts)


def _part_in_words(part: str) -> str:
    plain = re.sub(r"\bv::|::(?:v|\?)", "", part)
    return re.sub(
        r"\b(Fusion|Mutation|Amplification|Deletion|Insertion|Exon|Skipping|Activating"
        r"|Loss-of-function|Translocation|Promoter|Methylation|HOMOZYGOSITY)\b",
        lambda found: found[0].lower(),
        plain,
    )


def therapies_in_words(row: Row, drugs: list[str]) -> str:
    """Together, one or the other, or one after the other, as the record says."""
    how = row.get("therapy_interaction_type") or ""
    joined = {"Combination": " plus ", "Sequential": " and then "}
    together = joined.get(how, " or " if how else " plus ")
    return together.join(drug.casefold() for drug in drugs)


def profile_rule(profile: str, *, germline: bool = False) -> dict[str, Any] | None:
    """What a molecular profile asks of markers; None when it is not of a known form."""
    alternatives = [_alternative(part.strip()) for part in profile.split(" OR ")]
    if not all(alternatives):
        return None
    origin = "germline " if germline else ""
    return marker_rule("|".join(dict.fromkeys(f"{origin}{part}" for part in alternatives)))


def _alternative(part: str) -> str | None:
    if "RS6" in part or "HOMOZYGOSITY" in part or "*" in part:
        return None
    if _NAMED_FUSION.search(part):
        return f"{part.split('::')[1].split()[0]}=fusion"
    if fusion := _FUSION.search(part):
        return f"{fusion[1]}=fusion"
    gene, _, rest = part.partition(" ")
    if gene == "ERBB2" and rest == "Amplification":
        return "HER2"
    if rest.casefold() in ("mutation", "loss-of-function", "activating mutation"):
        return gene
    variants = list(_names(part, "variant"))
    if len(variants) == 1:
        return f"{gene}={variants[0]}"
    return f"{gene}={rest}" if re.fullmatch(r"[A-Z]\d+[A-Za-z*]+", rest) else None


def _names(text: str, kind: str) -> Iterator[str]:
    found = (name for each in recognise(text).mentions if each.kind == kind for name in each.names)
    return iter(dict.fromkeys(found))


def year(citation: str) -> str:
    """The year that a citation ends on; empty when it has none."""
    found = re.search(r"\b(?:19|20)\d{2}\b", citation)
    return found[0] if found else ""
