"""What a search gives to a reader who reads all of it: no strangers, and nothing twice. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from names.entities import EntityKind
from names.recognise import recognise_passage
from names.synonyms import synonyms_of
from names.tables.treatment.drug_classes import class_patterns, drug_classes
from retrieval.documents import Document
from retrieval.outcomes import FoundDocument
from retrieval.search.index_fields import searched_text

COPY = 0.85
"""Share of their words that two documents have in common from which on one is a near-copy. Chosen
by hand between two heaps: of 651 records of approvals, pairs on one indication have 0.9 and more,
pairs on two indications of one therapy mostly 0.5 to 0.7."""
DEEPER = 3
"""So many times as many documents are ranked as are returned. Chosen by hand: a silo of records
holds about as many near-copies of the first."""
SHORT = 4
"""Names of fewer letters are looked for as they are spelled: "MET" is a gene, "met" a word. Chosen
by hand."""
_KINDS: tuple[EntityKind, ...] = ("gene", "drug", "variant", "trial", "registration")
_WORD = re.compile(r"\w+(?:[.,]\d+)*")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_DENIALS = frozenset({"no", "not", "non", "without", "neither", "nor", "never", "except", "unless"})
_BETWEEN = re.compile(r"[\s\-‐‑/]+")


@dataclass(frozen=True, slots=True)
class FoldedDocuments:
    """Documents without near-copies, and the near-copies."""

    kept: tuple[FoundDocument, ...]
    copies: tuple[tuple[FoundDocument, FoundDocument], ...] = ()
    """A near-copy, and the better one that stands for it."""


def without_unrelated(
    found: Sequence[FoundDocument], query: str
) -> tuple[tuple[FoundDocument, ...], str]:
    """The documents that name what the query names, and these names in words.

    A gene, a drug, a variant or a trial is looked for under all its names; a drug also as its
    class. A query that names several is served by a document on any of them, and one that names
    none by all."""
    named = [m.text for m in recognise_passage(query).of(*_KINDS)]
    if not named:
        return tuple(found), ""
    wanted = _Names(query)
    kept = tuple(each for each in found if wanted.stand_in(each.document))
    return kept, " or ".join(dict.fromkeys(named))


def fold_copies(found: Sequence[FoundDocument], query: str) -> FoldedDocuments:
    """The documents, best first, each of which says something that no better one does.

    One is no copy that has a number, a denial or a word of the query that the other lacks."""
    asked = _words(query)
    kept: list[tuple[FoundDocument, frozenset[str]]] = []
    copies: list[tuple[FoundDocument, FoundDocument]] = []
    for each in found:
        own = _words(f"{each.document.title} {each.document.text}")
        better = next((one for one, its in kept if _is_copy(own, its, asked)), None)
        if better is None:
            kept.append((each, own))
        else:
            copies.append((each, better))
    return FoldedDocuments(tuple(one for one, _ in kept), tuple(copies))


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower()))


def _is_copy(own: frozenset[str], better: frozenset[str], asked: frozenset[str]) -> bool:
    shared = len(own & better)
    if not own or shared < COPY * (len(own) + len(better) - shared):
        return False
    new = own - better
    telling = {word for word in own ^ better if word in _DENIALS or _NUMBER.fullmatch(word)}
    return not telling and not new & asked


class _Names:
    """The names of a query under all their forms."""

    def __init__(self, query: str) -> None:
        mentions = recognise_passage(query).of(*_KINDS)
        forms = {form for mention in mentions for form in (mention.text, *mention.names)}
        forms |= {other for form in tuple(forms) for other, _ in synonyms_of(form)}
        drugs = {name for m in mentions if m.kind == "drug" for name in m.names}
        classes = {name for drug in drugs for name in drug_classes(drug)}
        self._canonical = frozenset(n.casefold() for m in mentions for n in m.names)
        self._classes = tuple(pattern for name, pattern in class_patterns() if name in classes)
        self._long = _any_of((f for f in forms if len(f) >= SHORT), re.IGNORECASE)
        self._short = _any_of(f for f in forms if len(f) < SHORT)

    def stand_in(self, document: Document) -> bool:
        facets = (*document.facets.genes, *document.facets.drugs)
        if any(each.casefold() in self._canonical for each in facets):
            return True
        text = f"{document.title}\n{searched_text(document)}"
        if self._long.search(text) or self._short.search(text):
            return True
        return any(pattern.search(text) for pattern in self._classes)


def _any_of(forms: Iterable[str], flags: int = 0) -> re.Pattern[str]:
    """A pattern of whole names, whatever parts their pieces; one of none finds nothing."""
    pieces = (map(re.escape, filter(None, _BETWEEN.split(form))) for form in sorted(forms))
    wanted = [each for each in map(r"[\s\-‐‑/]?".join, pieces) if each]
    return re.compile(rf"(?<!\w)(?:{'|'.join(wanted)})(?!\w)" if wanted else r"(?!)", flags)
