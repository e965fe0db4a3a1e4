"""Documents of a search that are named and not shown: those on other tumours, drugs or trials, and
those for others than this patient. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from agents.checking.documents.shown_documents import MANY_CALLS
from agents.checking.documents.unsuited_documents import Fit, fit_of
from agents.cores import OPEN_DOCUMENT
from agents.facts.read_sheet import Message, read_fact_sheet
from agents.llm.conversation.numbered_statements import SearchContext
from agents.matching.patient.tumours import is_on_other_tumours, tumour_names
from names.clinical.values import Tumour
from names.entities import EntityKind
from names.recognise import recognise_passage
from retrieval.documents import Document, DocumentRef

_TRIALS: tuple[EntityKind, ...] = ("trial", "registration")
_BY_NAME: tuple[EntityKind, ...] = ("drug", *_TRIALS)
_NAME_OF_A_DRUG = re.compile(
    r"\b[a-z]{3,20}(?:mab|tinib|sertib|lisib|parib|ciclib|rasib|rafenib|metinib|degib|estrant"
    r"|lutamide|taxel|platin|rubicin|tecan|zomib|cept|leucel)\b"
)
"""Endings of the names that the WHO gives to drugs against cancer."""
ENOUGH = 2
"""Statements that may be for the patient for which a document is shown in part. Chosen by hand."""
_OF_DRUGS = frozenset(("label", "pharmacogenomics"))
"""Roles of silos whose documents are each on a drug of its own."""


def split_shown_and_named(
    search: SearchContext, documents: Sequence[Document]
) -> tuple[tuple[Document, ...], tuple[DocumentRef, ...]]:
    """The documents that may be shown, the nearest first, and those that are named, with the
    reason, and not shown. One that was opened is shown, whatever it holds: it was chosen by its
    name. Where of each document only the nearest is shown, those that ask for a marker, a line or
    an earlier treatment of the patient come first."""
    if search.card.name == OPEN_DOCUMENT:
        return tuple(documents), ()
    tumours = documents_on_other_tumours(search, documents)
    labels = labels_of_other_drugs(search, documents)
    strange = dict.fromkeys((*tumours, *labels, *documents_on_other_trials(search, documents)))
    near = [each for each in documents if each.ref not in strange]
    fits = _fits(search, near)
    others = documents_for_others(search, near, fits)
    shown = [each for each in near if each.ref not in others]
    if _only_in_part(search) and search.card.role != "label":
        shown.sort(key=lambda each: not fits[each.ref].met)
    replaced = _replaced_by_others(documents)
    shown.sort(key=lambda each: each.ref in replaced)
    return tuple(shown), (*others, *strange)


def _replaced_by_others(documents: Sequence[Document]) -> frozenset[DocumentRef]:
    """The documents of which another that was found is a later version, if only in part: it is to
    be read first, and only the first is shown where a step makes many searches."""
    found = {each.id for each in documents}
    return frozenset(
        each.ref
        for each in documents
        if any(s.superseded_by in found - {each.id} for s in each.statements)
    )


def documents_on_other_tumours(
    search: SearchContext, documents: Sequence[Document]
) -> tuple[DocumentRef, ...]:
    """The documents that only speak of other tumours than the patient's and the query's: they are
    named, not shown. One on a drug or a trial that the query names is none of them."""
    told = (search.view.sheet, read_fact_sheet((Message(search.query),)))
    tumours = frozenset(name for sheet in told for name in tumour_names(sheet.of(Tumour)))
    if not tumours:
        return ()
    named = recognise_passage(search.query).names(*_BY_NAME)
    return tuple(
        each.ref
        for each in documents
        if is_on_other_tumours(each.statements, tumours)
        and not named & recognise_passage(each.title).names(*_BY_NAME)
    )


def labels_of_other_drugs(
    search: SearchContext, documents: Sequence[Document]
) -> tuple[DocumentRef, ...]:
    """The labels that name none of the drugs that the query names: of a drug that has no label here
    those of others are found, and their doses must not stand in its place, also where one of them
    is given together with it. Where the query's own drug heads a document, those that another drug
    heads are left, too: what they say of organs or of a drug taken beside is of that other."""
    named = _drugs_named(search.query) if search.card.role in _OF_DRUGS else frozenset()
    if not named:
        return ()
    titles = {each.ref: each.title.lower() for each in documents}
    headed = {ref for ref, title in titles.items() if any(name in title for name in named)}
    found = []
    for each in documents:
        text = f"{titles[each.ref]} {each.text.lower()}"
        is_of_another = (
            headed and each.ref not in headed and recognise_passage(each.title).of("drug")
        )
        if is_of_another or not any(name in text for name in named):
            found.append(each.ref)
    return tuple(found)


def documents_on_other_trials(
    search: SearchContext, documents: Sequence[Document]
) -> tuple[DocumentRef, ...]:
    """The documents that another trial heads, where a trial that the query names heads one: what
    they show is of other patients, and is easily told of the trial that was asked for."""
    named = recognise_passage(search.query).names(*_TRIALS)
    heads = {each.ref: recognise_passage(each.title).names(*_TRIALS) for each in documents}
    if not any(named & names for names in heads.values()):
        return ()
    return tuple(ref for ref, names in heads.items() if names and not named & names)


def _drugs_named(query: str) -> frozenset[str]:
    """The drugs of a query, by their own and their generic names; also one that no table knows, by
    the ending that names of its kind have."""
    found = frozenset(_NAME_OF_A_DRUG.findall(query.lower()))
    mentions = recognise_passage(query).of("drug")
    generic = (name.lower() for mention in mentions for name in mention.names)
    return found | frozenset(generic) | {mention.text.lower() for mention in mentions}


def documents_for_others(
    search: SearchContext,
    documents: Sequence[Document],
    fits: Mapping[DocumentRef, Fit] | None = None,
) -> tuple[DocumentRef, ...]:
    """The documents that are superseded or mostly not for this patient, where others were found
    beside them: they are named with the reason, and can be opened. One on a trial that the query
    names, and a label of a drug that it names, are none of them: these are asked for themselves;
    nor is one that fits in part where no more than that part is shown.
    Where all are for others, the one with the largest part for this patient is none of them."""
    named = recognise_passage(search.query).names(*_BY_NAME)
    fits = _fits(search, documents) if fits is None else fits
    in_part = _only_in_part(search)
    unsuited = tuple(
        each.ref
        for each in documents
        if fits[each.ref].is_mostly_for_others
        and not (in_part and fits[each.ref].fitting >= ENOUGH)
        and not named & recognise_passage(each.title).names(*_kinds_asked_for(search.card.role))
    )
    if len(unsuited) < len(documents) or not documents:
        return unsuited
    best = max(documents, key=lambda each: fits[each.ref].share)
    return tuple(ref for ref in unsuited if ref != best.ref)


def _fits(search: SearchContext, documents: Sequence[Document]) -> Mapping[DocumentRef, Fit]:
    return {each.ref: fit_of(each, search.view.sheet, search.card.role) for each in documents}


def _only_in_part(search: SearchContext) -> bool:
    """Whether so many searches are made that of each document only the nearest is shown."""
    steps = search.view.steps
    return bool(steps) and len(steps[-1].thought.actions) >= MANY_CALLS


def _kinds_asked_for(role: str) -> tuple[EntityKind, ...]:
    return _BY_NAME if role == "label" else _TRIALS
