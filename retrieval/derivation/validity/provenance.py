"""Where, when and how surely a claim holds: jurisdiction, as-of date, currency, evidence."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from names.patterns.filtered import filtered_pattern
from retrieval.derivation.scope import Scope
from retrieval.statements.model import Currency, EvidenceLevel, StatementKind
from retrieval.statements.publishers import publisher_of

_JURISDICTIONS = tuple(
    (code, filtered_pattern(pattern))
    for code, pattern in (
        (
            "US",
            r"\bFDA\b|\bU\.?S\.? (?:label|prescribing|indication)|\bUnited States\b|\bUS label\b",
        ),
        ("EU", r"\bEMA\b|\bEuropean (?:Medicines|Commission|Union)\b|\bSmPC\b|\bEU\b|\bEPAR\b"),
        ("CH", r"\bSwiss\b|\bSwissmedic\b|\bSwitzerland\b"),
        ("UK", r"\bMHRA\b|\bNICE\b|\bUnited Kingdom\b|\bUK\b"),
        ("CA", r"\bHealth Canada\b|\bCanadian (?:label|monograph)"),
        ("JP", r"\bPMDA\b|\bJapanese (?:label|approval)"),
        ("AU", r"\bTGA\b|\bAustralian (?:label|product information)"),
        ("CN", r"\bNMPA\b|\bChinese (?:label|approval)"),
    )
)
_ORGANISATIONS = (
    ("US", re.compile(r"\bFDA\b|Food and Drug Administration|\bNCCN\b|National Comprehensive Cancer"
                      r"|\bASCO\b|American Society of Clinical Oncology")),
    ("EU", re.compile(r"\bEMA\b|European Medicines Agency|\bESMO\b|European Society for Medical")),
    ("UK", re.compile(r"\bNICE\b|\bMHRA\b|National Institute for Health and Care")),
    ("CH", re.compile(r"Swissmedic")),
    ("CA", re.compile(r"Health Canada")),
)  # fmt: skip
_HOSTS = {
    "fda.gov": "US",
    "dailymed.nlm.nih.gov": "US",
    "ema.europa.eu": "EU",
    "ec.europa.eu": "EU",
    "medicines.org.uk": "UK",
    "nice.org.uk": "UK",
    "swissmedicinfo.ch": "CH",
}
_BOUND_TO_A_PLACE: frozenset[StatementKind] = frozenset(
    ("indication", "contraindication", "recommendation", "dose", "adjustment", "status",
     "interaction", "monitoring", "warning")
)  # fmt: skip
"""Kinds that an agency or a society of one country says; a trial's result holds anywhere."""
_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july"),
    *("august", "september", "october", "november", "december"),
)
_DATE = (
    r"(?:(?P<iso>(?:19|20)\d{2}(?:-\d{2}(?:-\d{2})?)?)(?![\d-])"
    r"|(?P<month>January|February|March|April|May|June|July|August|September|October|November"
    r"|December) (?:(?P<day>\d{1,2}), )?(?P<year>(?:19|20)\d{2}))"
)
_AS_OF = filtered_pattern(
    rf"\b(?:approv(?:ed|al)|as of|dated|updat(?:ed|e)|revis(?:ed|ion)|label(?: text)?(?: of)?|since"
    rf"|version(?: of)?|guideline|edition|until|by)\b[^.;0-9]{{0,30}}?{_DATE}",
    re.IGNORECASE,
)
_GUIDELINE_VERSION = filtered_pattern(
    r"\b(?:NCCN|[Vv]ersion|v\.?)\D{0,40}?\b\d{1,2}\.((?:19|20)\d{2})\b"
)
_WITHDRAWN = filtered_pattern(
    r"\b(?:withdr(?:awn|ew)|revoked|no longer (?:approved|indicated|marketed|authori[sz]ed))\b",
    re.IGNORECASE,
)
_SUPERSEDED = filtered_pattern(
    r"\b(?:superseded|replaced (?:by|in)|has been replaced|outdated|out of date|no longer"
    r" (?:recommended|current|valid)|a (?:later|newer) (?:revision|version|update|guideline)"
    r"|years old)\b",
    re.IGNORECASE,
)
_NARROWED = filtered_pattern(
    r"\b(?:narrowed|(?:indication|approval|use)\b.{0,40}\b(?:restricted|limited) to|now (?:limited"
    r"|restricted) to)\b",
    re.IGNORECASE,
)
_OF_PATIENTS = re.compile(
    r"\bpatients? (?:who )?(?:were |was )?withdr|\bwithdrawn (?:from|because)", re.I
)
_CIVIC = filtered_pattern(r"\b(?:CIViC\b[^.]{0,60}\blevel |level )([A-E])\b")
_NCCN = filtered_pattern(r"\bcategory (1|2A|2B|3)\b", re.IGNORECASE)
_CPIC = filtered_pattern(
    r"\b(strong|moderate|optional)(?: strength)?(?: (?:of )?recommendation)?(?: \(CPIC|, CPIC)"
    r"|\bCPIC\b[^.]{0,60}\b(strong|moderate|optional)\b",
    re.IGNORECASE,
)
_ESCAT = filtered_pattern(r"\bESCAT(?: tier)? (I{1,3}(?:-?[A-C])?|IV(?:-?[A-C])?|V|X)\b")
_APPROVAL = re.compile(r"\baccelerated approval|approved under accelerated", re.IGNORECASE)


def derive_publisher(scope: Scope, record: str) -> str:
    """Who publishes the record of a statement."""
    if scope.document.is_on_record(record) and scope.document.organisation:
        return scope.document.organisation
    return publisher_of(record).name


def derive_jurisdiction(scope: Scope, kind: StatementKind, record: str = "") -> str:
    """By the sentence's words, then by who publishes its record."""
    for words in (scope.own.text, *(limit.text for limit in scope.limits)):
        for code, pattern in _JURISDICTIONS:
            if pattern.search(words):
                return code
    if kind not in _BOUND_TO_A_PLACE:
        return ""
    if not scope.document.is_on_record(record):
        return publisher_of(record).jurisdiction
    host = urlsplit(scope.document.url).hostname or ""
    for ending, code in _HOSTS.items():
        if host == ending or host.endswith(f".{ending}"):
            return code
    organisation = scope.document.organisation
    return next((code for code, names in _ORGANISATIONS if names.search(organisation)), "")


def derive_as_of(scope: Scope, record: str = "") -> str:
    """A date that the sentence states for itself, else the document's, if that is the date of the
    statement's record."""
    text = scope.own.text
    version = _GUIDELINE_VERSION.search(text)
    if version:
        return version[1]
    found = _AS_OF.search(text)
    if found:
        return _iso(found)
    return scope.document.date if scope.document.is_on_record(record) else ""


def _iso(found: re.Match[str]) -> str:
    if found["iso"]:
        return found["iso"]
    month = f"{found['year']}-{_MONTHS.index(found['month'].lower()) + 1:02d}"
    return f"{month}-{int(found['day']):02d}" if found["day"] else month


def derive_currency(scope: Scope, kind: StatementKind) -> Currency:
    """By the words of the claim's limits, and of the claim where it is no report of a change:
    "the approval was withdrawn" is a status that holds now."""
    if kind == "status":
        return "current"
    texts = [limit.text for limit in scope.limits]
    if kind in ("indication", "recommendation", "dose"):
        texts.append(scope.own.text)
    for text in texts:
        if _WITHDRAWN.search(text) and not _OF_PATIENTS.search(text):
            return "withdrawn"
        if _SUPERSEDED.search(text):
            return "superseded"
        if _NARROWED.search(text):
            return "narrowed"
    return "current"


def derive_evidence(scope: Scope, kind: StatementKind, jurisdiction: str) -> EvidenceLevel | None:
    """The strength that the words or the document state, on the scale that says so."""
    text = f"{scope.own.text} {' '.join(limit.text for limit in scope.limits)}"
    named = _named_evidence(text)
    if named is not None:
        return named
    if kind == "indication" and jurisdiction == "US" and scope.role == "label":
        accelerated = _APPROVAL.search(text)
        return EvidenceLevel(
            scale="FDA approval", value="accelerated" if accelerated else "approved"
        )
    return _document_evidence(scope)


def _named_evidence(text: str) -> EvidenceLevel | None:
    for scale, pattern in (
        ("NCCN category", _NCCN),
        ("ESCAT tier", _ESCAT),
        ("CPIC strength", _CPIC),
        ("CIViC evidence level", _CIVIC),
    ):
        found = pattern.search(text)
        if found and (scale != "CIViC evidence level" or "CIViC" in text or "EID" in text):
            return EvidenceLevel(scale=scale, value=next(each for each in found.groups() if each))
    return None


def _document_evidence(scope: Scope) -> EvidenceLevel | None:
    level = scope.document.facets.evidence_level
    if not level:
        return None
    kinds = {identifier.kind for identifier in scope.document.facets.identifiers}
    if "civic" in kinds:
        return EvidenceLevel(scale="CIViC evidence level", value=level)
    if "clinpgx" in kinds:
        return EvidenceLevel(scale="ClinPGx level of evidence", value=level)
    return EvidenceLevel(scale="as the document states it", value=level)


def derive_record(scope: Scope) -> str:
    """The record of an original is the document itself; of a digest its only record, if it has
    no more than one."""
    document = scope.document
    if document.kind == "original":
        return document.url
    return document.facts_from[0] if len(document.facts_from) == 1 else ""


def derive_limitation(scope: Scope) -> str:
    """The words of a limitation of use."""
    starts = ("limitation", "not indicated", "not recommended", "do not use")
    found = [each.text for each in scope.limits if each.text.lower().startswith(starts)]
    return " ".join(found)
