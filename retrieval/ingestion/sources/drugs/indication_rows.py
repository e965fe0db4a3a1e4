"""A row of a table of indications as values: regimen, tumour, markers, words, source."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from names.clinical.readers import read_clinical
from names.clinical.values import FoundValue, Marker, MarkerRule, Tumour
from names.recognise import recognise_passage
from retrieval.ingestion.sources.access.json_fields import iso_date
from retrieval.statements.marker_rules import marker_rule

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "id": ("id", "_id"),
    "regimen": ("regimen", "therapy", "therapies", "drugs", "drug"),
    "disease": ("disease", "tumour", "tumor", "cancer_type", "cancer"),
    "biomarkers": ("biomarkers", "biomarker", "markers"),
    "words": ("indication", "words", "text"),
    "agency": ("agency", "organisation", "organization"),
    "date": ("date", "publication_date", "approval_date"),
    "url": ("url", "approval_url", "link"),
}
"""What is read → the names that its column may have, the first that is there."""
_SENTENCE = re.compile(
    r"\bindication:\s*+(?P<words>.+?)(?:(?<!\s)\s*+\bapproval url:\s*+(?P<url>\S.*))?$", re.DOTALL
)
"""MOAlmanac's one-sentence form keeps the label's words and its address in one text."""
_SPLIT_DRUGS = re.compile(r"\+|;|\bplus\b|\bwith\b|,")
_SPLIT_MARKERS = re.compile(r"[;|]")
_ADDRESS = re.compile(r"https?://\S+")
_FDA_LABEL = re.compile(r"https?://www\.accessdata\.fda\.gov/drugsatfda_docs/label/(\d{4})/")
"""Addresses of labels at Drugs@FDA hold the year of the label."""


class RowInvalid(ValueError):
    """A row without regimen or tumour. The text says what is missing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Indication:
    """What one row says."""

    id: str
    regimen: tuple[str, ...]
    """Generic names in lower case, the order of the row."""
    disease: str
    """The words of the row."""
    tumours: tuple[str, ...]
    """Names of ``tumours.tsv`` that these words name; empty when no table has them."""
    biomarkers: tuple[str, ...]
    """The words of the row."""
    words: str
    """The indication as the source words it; may be empty."""
    agency: str
    date: str
    url: str


def indication(row: Mapping[str, Any], fallback: str) -> Indication:
    """The values of a row; ``fallback`` is its id when it has none. Raises :class:`RowInvalid`."""
    regimen = tuple(dict.fromkeys(_generic(name) for name in _list_of(row, "regimen")))
    disease = _text(row, "disease")
    if not regimen or not disease:
        raise RowInvalid(f"it names no {'disease' if regimen else 'regimen'}.")
    words, url = _text(row, "words"), _text(row, "url")
    if sentence := _SENTENCE.search(words):
        words, url = sentence["words"], url or (sentence["url"] or "")
    label = _FDA_LABEL.match(url)
    return Indication(
        id=_text(row, "id") or fallback,
        regimen=_lead_first(regimen, words),
        disease=disease,
        tumours=_tumours(disease),
        biomarkers=tuple(dict.fromkeys(_list_of(row, "biomarkers"))),
        words=words.strip(),
        agency=_text(row, "agency") or ("FDA" if label else ""),
        date=iso_date(_text(row, "date")) or (label[1] if label else ""),
        url=url if _ADDRESS.fullmatch(url) else "",
    )


def rule_of(biomarker: str) -> MarkerRule:
    """What a biomarker's words ask for. Words that no reader knows become a marker of their own,
    so that the indication never seems to hold for everybody."""
    read: list[FoundValue] = [f for f in read_clinical(biomarker) if isinstance(f.value, Marker)]
    if not read:
        return MarkerRule(any_of=(Marker(name=biomarker, state="positive"),))
    return marker_rule(read)


def _value(row: Mapping[str, Any], what: str) -> object:
    return next((row[name] for name in COLUMNS[what] if row.get(name)), "")


def _text(row: Mapping[str, Any], what: str) -> str:
    value = _value(row, what)
    return " ".join(value.split()) if isinstance(value, str) else ""


def _list_of(row: Mapping[str, Any], what: str) -> list[str]:
    value = _value(row, what)
    if isinstance(value, str):
        parts = (_SPLIT_DRUGS if what == "regimen" else _SPLIT_MARKERS).split(value)
    else:
        parts = [str(each) for each in value] if isinstance(value, list | tuple) else []
    return [" ".join(part.split()) for part in parts if part.strip()]


def _generic(name: str) -> str:
    """The generic name of a drug that a table knows, else the words in lower case."""
    found = recognise_passage(name).of("drug")
    return found[0].name if len(found) == 1 else name.lower()


def _lead_first(regimen: tuple[str, ...], words: str) -> tuple[str, ...]:
    """The regimen with the drug first whose label it is, which its words name first."""
    named = [name for each in recognise_passage(words).of("drug") for name in each.names]
    lead = next((name for name in named if name in regimen), regimen[0])
    return (lead, *(name for name in regimen if name != lead))


def _tumours(disease: str) -> tuple[str, ...]:
    found = [each.value for each in read_clinical(disease) if isinstance(each.value, Tumour)]
    names = [value.name for value in found if value.name and value.polarity == "present"]
    return tuple(dict.fromkeys(names))
