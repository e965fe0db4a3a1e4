"""Indications put together: rows that mean one thing as one statement, statements as documents."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from names.clinical.values import MarkerRule
from retrieval.documents import LONGEST_ID, Document
from retrieval.ingestion.readers.statements import corpus_document
from retrieval.ingestion.sources.drugs.indication_rows import Indication, rule_of

ALTERNATIVES = re.compile(r"HER2|^(?:HR|ER|PR|PD-L1|MSI|TMB)$")
"""Markers that tell the kind of a tumour rather than an altered gene: a document is named by the
genes first."""
MOST_NAMED = 3
"""Genes in the title of a document; chosen by hand, the text names all."""
JURISDICTIONS = {"FDA": "US", "EMA": "EU", "MHRA": "UK", "SWISSMEDIC": "CH"}
SENTENCE_END = re.compile(r"(?<=[a-z)])\.\s+(?=[A-Za-z])")
FOR_WHOM = re.compile(
    r"\bfor (?:the |use |(?:\w+ )?treatment|(?:\w+ ){0,2}(?:patients|adults|women|men)\b|prevent)"
    r"|\b(?:as|in) (?:an? )?(?:\w+ ){0,3}(?:maintenance|adjuvant|neoadjuvant) treatment\b"
    r"|\bin (?:adult |pediatric )?(?:patients|adults|women|men)\b",
    re.IGNORECASE,
)
"""Where an indication says for whom it is."""
TEST = re.compile(r"(?:select|selecting|confirm)\b", re.IGNORECASE)
"""Sentences on the companion diagnostic, which limit nobody."""
_ID = re.compile(r"[^a-z0-9]+")
Groups = frozenset[frozenset[str]]
"""Biomarkers of which each group must hold by one."""


@dataclass(frozen=True, slots=True)
class MergedRows:
    """Rows of one regimen and one indication."""

    first: Indication
    diseases: tuple[str, ...]
    tumours: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]
    """Each must hold, by one of its biomarkers."""
    ids: tuple[str, ...]


def documents(
    rows: Sequence[Indication], *, silo: str, collection: str
) -> Iterator[tuple[Document, str]]:
    """The documents of these rows with the rows as JSON, in the order of the file. ``collection``
    begins their ids: two files do not replace each other's."""
    grouped: dict[tuple[str, str], list[MergedRows]] = defaultdict(list)
    for merged in _merge_rows(rows):
        grouped[_about(merged)].append(merged)
    for (tumour, markers), statements in grouped.items():
        yield (
            _document(f"{tumour}: {markers}" if markers else tumour, statements, silo, collection),
            json.dumps([name for each in statements for name in each.ids]),
        )


def _merge_rows(rows: Sequence[Indication]) -> Iterator[MergedRows]:
    """Rows of one regimen, one indication and one source together, by what they ask of markers."""
    together: dict[object, list[Indication]] = defaultdict(list)
    for row in rows:
        words = row.words or row.disease
        together[(frozenset(row.regimen), words, row.agency, row.url)].append(row)
    for same in together.values():
        by_markers: dict[frozenset[str], list[Indication]] = defaultdict(list)
        for row in same:
            by_markers[frozenset(row.biomarkers)].append(row)
        for groups, members in _alternatives(list(by_markers)).items():
            own = [row for key in members for row in by_markers[key]]
            yield MergedRows(
                first=own[0],
                diseases=tuple(dict.fromkeys(row.disease for row in own)),
                tumours=tuple(dict.fromkeys(name for row in own for name in row.tumours)),
                groups=_in_order(groups, own),
                ids=tuple(row.id for row in own),
            )


def _alternatives(sets: Sequence[frozenset[str]]) -> dict[Groups, list[frozenset[str]]]:
    """What must hold → the sets of biomarkers that it stands for.

    A set that holds another asks for more than is needed. Two that differ in one place are one
    with either: "ER, HER2-negative" and "PR, HER2-negative" ask for HER2-negative and ER or PR."""
    least = [own for own in sets if not any(other < own for other in sets)]
    found = {frozenset(frozenset((name,)) for name in own): [own] for own in least}
    while pair := next(_joinable(list(found)), None):
        one, other = pair
        members = found.pop(one) + found.pop(other)
        joined = (one & other) | {frozenset().union(*(one ^ other))}
        found[joined] = found.get(joined, []) + members
    return found


def _joinable(told: Sequence[Groups]) -> Iterator[tuple[Groups, Groups]]:
    """Pairs that differ in one group each."""
    for place, one in enumerate(told):
        for other in told[place + 1 :]:
            if len(one - other) == 1 == len(other - one):
                yield one, other


def _in_order(groups: Groups, rows: Sequence[Indication]) -> tuple[tuple[str, ...], ...]:
    """Groups and their biomarkers in the order of the rows."""
    order = list(dict.fromkeys(name for row in rows for name in row.biomarkers))
    told = [tuple(sorted(group, key=order.index)) for group in groups]
    return tuple(sorted(told, key=lambda group: order.index(group[0])))


def _about(merged: MergedRows) -> tuple[str, str]:
    """Tumour and markers that the document of a statement is named by."""
    tumour = merged.tumours[0] if merged.tumours else merged.diseases[0]
    names = [marker.name for rule in _rules(merged) for marker in rule.any_of]
    genes = [name for name in dict.fromkeys(names) if not ALTERNATIVES.search(name)]
    named = sorted(genes or dict.fromkeys(names))
    more = " and others" if len(named) > MOST_NAMED else ""
    return tumour, ", ".join(named[:MOST_NAMED]) + more


def _rules(merged: MergedRows) -> list[MarkerRule]:
    """What each group asks for: one rule with the markers of all its biomarkers."""
    found = []
    for group in merged.groups:
        rules = [rule_of(biomarker) for biomarker in group]
        markers = tuple(dict.fromkeys(marker for rule in rules for marker in rule.any_of))
        one_bound = len({(r.at_least, r.below, r.unit) for r in rules}) == 1
        found.append(replace(rules[0], any_of=markers) if one_bound else MarkerRule(any_of=markers))
    return found


def _document(about: str, statements: Sequence[MergedRows], silo: str, collection: str) -> Document:
    drugs = sorted({drug for each in statements for drug in each.first.regimen})
    agencies = sorted({each.first.agency for each in statements} - {""})
    dates = [each.first.date for each in statements]
    name = f"{collection}-{_ID.sub('-', about.lower()).strip('-')}"[:LONGEST_ID]
    stated: dict[str, Any] = {
        "id": name,
        "title": f"Indications in {about}",
        "organisation": f"Records of {' and '.join(agencies)}" if agencies else "Records",
        "date": max(dates),
        "url": next((each.first.url for each in statements if each.first.url), ""),
        "drugs": drugs,
        "sections": [{"statements": [_statement(each) for each in statements]}],
    }
    return corpus_document(silo, f"{collection} {about}", stated, name)


def _statement(merged: MergedRows) -> dict[str, Any]:
    """The statement as a corpus file states it: our sentence on who is given what, then the words
    of the record, which also tell line, earlier treatment and limits."""
    row = merged.first
    claim, *limits = _sentences(merged)
    applies = {"tumours": list(merged.tumours), "requires": _rules(merged)}
    keys: dict[str, Any] = {
        "id": row.id,
        "kind": "indication",
        "text": claim,
        "limits": limits,
        "drugs": list(row.regimen),
        "applies": {name: value for name, value in applies.items() if value},
        "jurisdiction": JURISDICTIONS.get(row.agency.upper(), ""),
        "as_of": row.date,
        "evidence": {"scale": f"{row.agency} approval", "value": "recorded"} if row.agency else "",
        "record": row.url,
    }
    return {name: value for name, value in keys.items() if value}


def _sentences(merged: MergedRows) -> list[str]:
    """``Abemaciclib plus tamoxifen is indicated (FDA, 2023) for the adjuvant treatment of …``:
    regimen and source of the record, and for whom in its own words; then its other sentences.

    A record without words tells the tumour and the markers."""
    row = merged.first
    regimen = " plus ".join(row.regimen)
    source = ", ".join(filter(None, (row.agency, row.date)))
    told = f"{regimen[:1].upper()}{regimen[1:]} is indicated"
    told += f" ({source})" if source else ""
    first, *others = SENTENCE_END.split(row.words) if row.words else [""]
    if found := FOR_WHOM.search(first):
        limits = [_capital(each) for each in others if not TEST.match(each)]
        return [_with_full_stop(f"{told} {first[found.start() :]}"), *map(_with_full_stop, limits)]
    markers = ", ".join(" or ".join(group) for group in merged.groups)
    told += f" in {' or '.join(merged.diseases)}"
    return [f"{told} with {markers}." if markers else f"{told}."]


def _capital(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


def _with_full_stop(words: str) -> str:
    return words if words.endswith((".", "!", "?")) else f"{words}."
