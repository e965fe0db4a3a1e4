"""What a search is narrowed by, and what stands behind the documents it returns. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from difflib import get_close_matches

from agents.cores import Parameter
from agents.turns import Action, Arguments, Observation, View
from names.recognise import recognise, recognise_passage
from names.tables import is_same_tumour, tumour_parents
from names.tables.drugs import drugs
from names.tables.genes import genes
from retrieval.documents import Document, Filters
from retrieval.outcomes import Data

MORE = "more"
_DAY = re.compile(r"(?:19|20)\d\d(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?")
_BETWEEN = re.compile(r"(?:(?<!\s)\s+)?(?:,|;|\bor\b)\s*", re.IGNORECASE)
NARROWING = (
    *(
        Parameter(name=name, type="string", description=told, required=False)
        for name, told in (
            ("gene", "Narrows it, as the next two."),
            ("drug", ""),
            ("tumour", ""),
        )
    ),
    Parameter(name="since", type="string", description="YYYY or YYYY-MM.", required=False),
    Parameter(name=MORE, type="boolean", description="The next documents.", required=False),
)
"""The arguments of a search beside its words."""


@dataclass(frozen=True, slots=True)
class NarrowedSearch:
    """What a search leaves out."""

    filters: Filters = Filters()
    seen: frozenset[str] = frozenset()
    """Ids of documents that the run has been shown."""
    words: str = ""
    """The filters in words."""

    def __bool__(self) -> bool:
        return bool(self.seen) or self.filters != Filters()


def narrowing_problem(arguments: Arguments) -> str:
    """What is wrong with the filters of a search and how to mend it; empty when nothing is."""
    for name, read in _READERS.items():
        for value in _values(arguments, name):
            if isinstance(found := read(value), str):
                return found
    since = str(arguments.get("since", "")).strip()
    if since and not _DAY.fullmatch(since):
        return f"since must be a date such as 2023 or 2023-06; “{since}” is none."
    return ""


def narrowed_by(action: Action, silo: str, view: View) -> NarrowedSearch:
    """What a search without problems is narrowed by."""
    arguments = action.arguments
    found = {name: _names_given(arguments, name) for name in _READERS}
    since = str(arguments.get("since", "")).strip()
    told = [
        f"{name} {'/'.join(_values(arguments, name))}" for name, those in found.items() if those
    ]
    return NarrowedSearch(
        filters=Filters(
            genes=found["gene"], drugs=found["drug"], tumour_types=found["tumour"], since=since
        ),
        seen=_ids_seen(view, silo) if arguments.get(MORE) else frozenset(),
        words=", ".join([*told, *([f"since {since}"] if since else [])]),
    )


def nothing_left(reason: str, narrowed: NarrowedSearch) -> str:
    """Why a search found nothing, and that its filters may be why."""
    if not narrowed.words:
        return reason
    return (
        f"{reason} The search was narrowed to {narrowed.words}: a document counts only if its "
        "keys say so. Without that more may be found."
    )


def with_rest(observation: Observation, data: Data) -> Observation:
    """The observation of a search with what it did not give: near-copies by name, and how many
    more documents there are."""
    copies = [found.document for found in data.copies]
    told = [observation.detail, data.remark]
    if copies:
        titles = "; ".join(document.title for document in copies)
        told.append(f"Nearly the same words, not read: {titles}.")
    if data.left:
        told.append("More documents fit.")
    return replace(
        observation,
        documents=(*observation.documents, *(document.ref for document in copies)),
        titles=(*observation.titles, *(document.title for document in copies)),
        marks=(*observation.marks, *map(mark_of, copies)),
        unread=(*observation.unread, *(document.ref for document in copies)),
        left=data.left,
        detail=" ".join(filter(None, told)),
    )


def mark_of(document: Document) -> str:
    """What limits a document or says how strong it is, beside its title: date, status, whether it
    is a digest, evidence with its scale."""
    level = document.facets.evidence_level
    scale = f"level {level} on the scale of {document.organisation}"
    parts = (
        document.date,
        "" if document.status == "confirmed" else document.status,
        "digest" if document.kind == "digest" else "",
        scale if len(level) == 1 and document.organisation else level,
    )
    return ", ".join(filter(None, parts))


def _ids_seen(view: View, silo: str) -> frozenset[str]:
    seen = (each for step in view.all_steps for each in step.observations)
    return frozenset(ref.id for one in seen for ref in one.documents if ref.silo == silo)


def _values(arguments: Arguments, name: str) -> list[str]:
    return [each for each in _BETWEEN.split(str(arguments.get(name, "")).strip()) if each]


def _names_given(arguments: Arguments, name: str) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for value in _values(arguments, name):
        read = _READERS[name](value)
        if not isinstance(read, str):
            found.update(dict.fromkeys(read))
    return tuple(found)


def _genes(value: str) -> tuple[str, ...] | str:
    """The symbols that a name stands for, or why it stands for none."""
    for form in (value, value.upper()):
        if found := recognise_passage(form).names("gene"):
            return tuple(sorted(found))
    near = get_close_matches(value.upper(), genes(), n=2, cutoff=0.75)
    return _unknown("gene", value, near)


def _drugs(value: str) -> tuple[str, ...] | str:
    """The generic names; a drug that no table knows is looked for as it is written."""
    mentions = recognise(value).of("drug")
    if any(mention.guessed for mention in mentions):
        return _unknown("drug", value, [name for each in mentions for name in each.names])
    if mentions:
        return tuple(sorted({name for each in mentions for name in each.names}))
    near = get_close_matches(value.lower(), drugs(), n=1, cutoff=0.85)
    return _unknown("drug", value, near) if near else (value.lower(),)


def _tumours(value: str) -> tuple[str, ...] | str:
    """The type, the narrower ones that belong to it, and the wider ones whose documents hold for
    it."""
    named = recognise_passage(value).names("tumour")
    if not named:
        near = get_close_matches(value.lower(), tumour_parents(), n=2, cutoff=0.6)
        return _unknown("tumour", value, near)
    wanted = [each for each in tumour_parents() if any(is_same_tumour(one, each) for one in named)]
    return tuple(dict.fromkeys((*sorted(named), *wanted)))


def _unknown(what: str, value: str, near: list[str]) -> str:
    hint = f" Did you mean {' or '.join(near)}?" if near else ""
    return f"{what}: “{value}” is no {what} that is known here.{hint} Or put it into the query."


_READERS: dict[str, Callable[[str], tuple[str, ...] | str]] = {
    "gene": _genes,
    "drug": _drugs,
    "tumour": _tumours,
}
