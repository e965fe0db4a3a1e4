"""What the silos and the shipped records hold on a subject: found by the search of every question,
kept only where a statement is on exactly that, quoted and checked as in an answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from agents.checking.citations import finding_of
from agents.lookups.described_variants import describes
from agents.lookups.subjects import LookUpKind, LookUpSubject
from agents.turns import Citation, Finding, Insight, Pointer
from names.entities import EntityKind, EntityMention
from names.recognise import recognise_passage
from names.recognition.genes import find_genes
from names.recognition.joined_drugs import find_joined_drugs
from names.recognition.spelling.doubtful_drugs import find_whole_names
from names.recognition.trials import find_trials
from names.recognition.wordings import find_wordings
from names.tables.treatment.drug_classes import drug_classes
from names.tables.trials import acronym_key
from names.tables.variant_classes import canonical_variant
from names.variants.normal_form import forms_of
from names.variants.usual_forms import read_variant
from retrieval.declaration.record_cards import RECORD
from retrieval.documents import Document, DocumentRef
from retrieval.outcomes import Data, Outcome, Unavailable
from retrieval.records.contract import Lookup
from retrieval.records.opening import cards_of
from retrieval.records.tasks import read_lookup
from retrieval.search.contract import Library, SearchedCard
from retrieval.statements.model import Statement
from retrieval.statements.naming import words_of

SILO_SECONDS = 1.2
"""Longest wait for a silo. Chosen by hand: a card is answered in less than two seconds, and what
did not answer is named on it."""
RECORD_SECONDS = 2.0
"""Longest wait for a source of records. Chosen by hand: some are services over the network, and a
card that asks them is answered in less than three seconds."""
_RECORD_QUERIES: dict[LookUpKind, tuple[str, ...]] = {
    "gene": ("aliases of {}",),
    "variant": ("CIViC evidence on {}", "{} in dbSNP", "ClinVar classification of {}"),
}
"""What sources of records are asked of a subject; a record is shown whole, whatever it is asked."""
_OF_NAMES = "names of the variant {}"
"""What they are asked of a variant that is named by itself: how else it is written."""
PER_SILO = 3
"""Statements of a silo that are shown. Chosen by hand: a card is a look, not an answer."""
_KINDS: dict[str, tuple[EntityKind, ...]] = {
    "gene": ("gene",),
    "drug": ("drug",),
    "trial": ("trial", "registration"),
}
_FINDERS: dict[str, tuple[Callable[[str], Iterable[EntityMention]], ...]] = {
    "gene": (find_genes, find_wordings),
    "drug": (find_wordings, find_joined_drugs, find_whole_names),
    "trial": (find_trials,),
}
"""What finds names of a kind. :func:`recognise_passage` keeps some of them and adds none."""
_FIRST: dict[LookUpKind, tuple[str, ...]] = {
    "gene": (RECORD, "gene", "variant"),
    "drug": ("label", "pharmacogenomics"),
    "trial": ("landmark_trial", "trial", "trial_result"),
    "variant": ("variant",),
}
"""Roles of the silos that hold such things themselves: they stand first on a card."""


@dataclass(frozen=True, slots=True)
class SiloHoldings:
    """The statements of one silo."""

    title: str
    findings: tuple[Finding, ...]
    left: int = 0
    """How many more were found and are not shown."""


@dataclass(frozen=True, slots=True)
class Holdings:
    """What is held on a subject; empty ``silos`` mean that nothing is."""

    subject: LookUpSubject
    silos: tuple[SiloHoldings, ...]
    searched: tuple[str, ...]
    """Titles of the silos that answered."""
    unavailable: tuple[str, ...]
    """Titles of those that did not."""
    not_set_up: tuple[str, ...] = ()
    """Titles of services that keep records of such things and may not be asked here."""


async def look_up(subject: LookUpSubject, library: Library) -> Holdings:
    """Ask every silo, and every source of records that holds such things, at once."""
    lookups = _record_lookups(subject)
    asked = [card for card in library.cards if card.role != RECORD or card.name in lookups]
    first = _FIRST[subject.kind]
    asked.sort(key=lambda card: first.index(card.role) if card.role in first else len(first))
    outcomes = await asyncio.gather(*(_ask(library, card, subject, lookups) for card in asked))
    # In a thread: names are recognised in each statement.
    held = await asyncio.to_thread(_holdings, subject, asked, outcomes)
    names = {card.name for card in library.cards}
    absent = [each for each in lookups if each not in names]
    titles = [card.title for card in cards_of(absent) if card.name in absent]
    return replace(held, not_set_up=tuple(titles))


def _record_lookups(subject: LookUpSubject) -> dict[str, Lookup]:
    """What each source of records is asked; none for a thing that they are not asked of."""
    queries = _RECORD_QUERIES.get(subject.kind, ())
    if subject.is_whole and _is_written_otherwise(subject.name):
        queries = (*queries, _OF_NAMES)
    found: dict[str, Lookup] = {}
    for query in queries:
        lookup = read_lookup(query.format(subject.name))
        if lookup and lookup.name == subject.name:
            found = {**dict.fromkeys(lookup.task.sources, lookup), **found}
    return found


def _is_written_otherwise(name: str) -> bool:
    """Whether a variant has a form beside the one it is named in."""
    variant = read_variant(name)
    return variant is not None and len(forms_of(variant)) > 1


async def _ask(
    library: Library, card: SearchedCard, subject: LookUpSubject, lookups: Mapping[str, Lookup]
) -> Outcome:
    of_records = card.role == RECORD
    query = lookups[card.name].words if of_records else subject.query
    seconds = RECORD_SECONDS if of_records else SILO_SECONDS
    try:
        return await asyncio.wait_for(library.search(card.name, query), seconds)
    except TimeoutError:
        return Unavailable(f"{card.title} did not answer in time.")


def _holdings(
    subject: LookUpSubject, cards: Sequence[SearchedCard], outcomes: Sequence[Outcome]
) -> Holdings:
    silos: list[SiloHoldings] = []
    keys: dict[tuple[DocumentRef, int, int], str] = {}
    for card, outcome in zip(cards, outcomes, strict=True):
        if not isinstance(outcome, Data):
            continue
        documents = [each.document for each in outcome.found]
        found = _statements_on(subject, documents, is_record=card.role == RECORD)
        shown, tried = _first_checked(found)
        for place, finding in enumerate(shown):
            shown[place] = replace(finding, citations=_with_numbers(finding.citations, keys))
        if shown:
            silos.append(SiloHoldings(card.title, tuple(shown), len(found) - tried))
    answered = [not isinstance(outcome, Unavailable) for outcome in outcomes]
    return Holdings(
        subject,
        tuple(silos),
        tuple(card.title for card, is_up in zip(cards, answered, strict=True) if is_up),
        tuple(card.title for card, is_up in zip(cards, answered, strict=True) if not is_up),
    )


def _with_numbers(
    citations: Sequence[Citation], keys: dict[tuple[DocumentRef, int, int], str]
) -> tuple[Citation, ...]:
    """Words that limit several statements have one number on the card."""
    return tuple(
        replace(each, key=keys.setdefault((each.ref, each.start, each.end), f"c{len(keys) + 1}"))
        for each in citations
    )


def _statements_on(
    subject: LookUpSubject, documents: Sequence[Document], *, is_record: bool
) -> list[tuple[Document, Statement]]:
    """The statements on the subject: what holds now before what was overtaken, and documents whose
    title names it before those that are on another thing. A record that was asked for by the name
    of a variant that is whole is on that."""
    found = [
        (document, statement)
        for document in documents
        for statement in document.statements
        if (is_record and subject.is_whole) or is_on(subject, document, statement)
    ]
    others = {each.ref for each, _ in found if not _is_titled(subject, each)}
    return sorted(found, key=lambda each: (each[1].currency != "current", each[0].ref in others))


def _first_checked(found: Sequence[tuple[Document, Statement]]) -> tuple[list[Finding], int]:
    """As many as a card shows, and how many were tried for that: a check reads the whole document,
    so those that are not shown are not checked."""
    shown: list[Finding] = []
    tried = 0
    for document, statement in found:
        if len(shown) == PER_SILO:
            break
        tried += 1
        shown.extend(_checked_finding(document, statement))
    return shown, tried


def _checked_finding(document: Document, statement: Statement) -> Iterator[Finding]:
    """The statement with its limits; nothing if any of its words does not stand there so."""
    pointers = tuple(
        Pointer(ref=document.ref, text=document.text[start:end], start=start, end=end)
        for start, end in statement.spans
    )
    insight = Insight(text=words_of(document.text, statement), pointers=pointers)
    finding = finding_of(insight, [document])
    if finding is not None and not finding.removed:
        yield finding


def is_on(subject: LookUpSubject, document: Document, statement: Statement) -> bool:
    """Whether a statement is on the subject itself."""
    if subject.kind == "variant":
        return _is_on_variant(subject, document, words_of(document.text, statement))
    by_kind = {"gene": statement.genes, "drug": statement.drugs, "trial": statement.trials}
    stated = _keys(subject, by_kind[subject.kind])
    kinds = _KINDS[subject.kind]
    title = _thing_of_title(subject, document, kinds)
    words = words_of(document.text, statement)
    if not stated.isdisjoint(subject.keys):
        is_own = title == subject.keys or f"{subject.kind}s" in statement.stated
        return is_own or not _is_on_other_treatment(subject, words)
    # Under a title that names one thing, a statement without a name of its own is on that.
    is_titled = not stated and title == subject.keys
    if not is_titled and not _may_name(subject, words):
        return False
    named = _keys(subject, recognise_passage(words).names(*kinds))
    return not named.isdisjoint(subject.keys) or (is_titled and not named)


def _is_on_other_treatment(subject: LookUpSubject, words: str) -> bool:
    """Whether words name treatments, and the drug is none of them: that the statement is on it was
    taken from a title that names several."""
    if subject.kind != "drug":
        return False
    found = recognise_passage(words)
    classes = found.names("drug_class")
    own = frozenset(chain.from_iterable(map(drug_classes, subject.keys)))
    named = _keys(subject, found.names("drug"))
    is_named = not named.isdisjoint(subject.keys) or not own.isdisjoint(classes)
    return bool(named or classes) and not is_named


def _may_name(subject: LookUpSubject, words: str) -> bool:
    """Whether words may name the subject, before it is told from what else they can mean: that
    takes ten times as long."""
    found = chain.from_iterable(find(words) for find in _FINDERS[subject.kind])
    kinds = _KINDS[subject.kind]
    return any(
        each.kind in kinds and not subject.keys.isdisjoint(_keys(subject, each.names))
        for each in found
    )


def _thing_of_title(
    subject: LookUpSubject, document: Document, kinds: tuple[EntityKind, ...]
) -> frozenset[str] | None:
    """The thing that a title names, under all its forms; None if it names another, or several."""
    named = _keys(subject, recognise_passage(document.title).names(*kinds))
    return subject.keys if named and named <= subject.keys else None


def _is_titled(subject: LookUpSubject, document: Document) -> bool:
    """Whether the title names the gene, drug or trial, among others or alone."""
    if subject.kind == "variant":
        return True
    named = _keys(subject, recognise_passage(document.title).names(*_KINDS[subject.kind]))
    return not named.isdisjoint(subject.keys)


def _keys(subject: LookUpSubject, names: Sequence[str] | frozenset[str]) -> frozenset[str]:
    return frozenset(map(acronym_key, names) if subject.kind == "trial" else names)


def _is_on_variant(subject: LookUpSubject, document: Document, words: str) -> bool:
    """Whether the words name the variant, of this gene: the last that they name before it, or else
    the only one of the title. The same letters in another gene are another variant."""
    found = recognise_passage(words)
    titled = recognise_passage(document.title).names("gene")
    for mention in found.of("variant"):
        if subject.keys.isdisjoint(map(canonical_variant, mention.names)):
            continue
        if subject.is_whole and not subject.gene:
            return True
        before = [gene for gene in found.of("gene") if gene.start <= mention.start]
        genes = frozenset(before[-1].names) if before else titled
        if genes == {subject.gene}:
            return True
    named = [each for each in found.of("gene") if each.names == (subject.gene,)]
    return bool(named) and describes(words, [(each.start, each.end) for each in named], subject)
