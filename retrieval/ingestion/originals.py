"""Originals take the place of digests: what a digest says of a record steps back from search while
the record itself is searched."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from urllib.parse import urlsplit

from retrieval.documents import Document
from retrieval.ingestion.record_identifiers import identifiers_of
from retrieval.ingestion.staging import Staging
from retrieval.ingestion.staging.stepping_back import BEHIND
from retrieval.statements.model import Statement

_LABEL_HOSTS = ("fda.gov", "dailymed.nlm.nih.gov")
_LABEL_RECORDS = "moalmanac_db:indications/ind:fda."
"""Records that are indications of labels of the FDA."""

Key = tuple[str, str]


async def step_back(staging: Staging) -> frozenset[str]:
    """Let the digests step back whose records are searched as originals, and come back where these
    are gone. The silos in which that changed anything."""
    digests = await staging.digests()
    if not digests:
        return frozenset()
    originals = _by_key(await staging.fetched_originals())
    changed: list[Document] = []
    behind: list[str] = []
    for digest, searched in digests:
        document = _mark_digest(digest, originals)
        names = {each.superseded_by for each in document.statements}
        whole = bool(names) and all(name.startswith(BEHIND) for name in names)
        if document != digest or whole == searched:
            changed.append(document)
            behind.append(min(names).removeprefix(BEHIND) if whole else "")
    if changed:
        await staging.set_digest_state(changed, behind)
    return frozenset(document.silo for document in changed)


def _by_key(originals: Iterable[Document]) -> dict[Key, str]:
    """What each original is known by → its name."""
    found: dict[Key, str] = {}
    for document in originals:
        name = f"{document.silo}/{document.id}"
        for identifier in document.facets.identifiers:
            found[identifier.kind, identifier.value] = name
            if identifier.kind == "setid" and len(document.facets.drugs) == 1:
                found["label", document.facets.drugs[0]] = name
        if document.url:
            found["url", document.url.rstrip("/")] = name
    return found


def _mark_digest(digest: Document, originals: Mapping[Key, str]) -> Document:
    statements = tuple(
        _statement_beside_originals(each, digest, originals) for each in digest.statements
    )
    return replace(digest, statements=statements)


def _statement_beside_originals(
    statement: Statement, digest: Document, originals: Mapping[Key, str]
) -> Statement:
    original = next((originals[key] for key in _keys(statement, digest) if key in originals), "")
    marked = statement.superseded_by.startswith(BEHIND)
    if original and (marked or statement.currency == "current"):
        return replace(statement, currency="superseded", superseded_by=f"{BEHIND}{original}")
    if marked and not original:
        return replace(statement, currency="current", superseded_by="")
    return statement


def _keys(statement: Statement, digest: Document) -> Sequence[Key]:
    """What the record of a statement is known by."""
    record = statement.record
    keys: list[Key] = sorted(identifiers_of(record))
    keys.append(("url", record.rstrip("/")))
    if _is_label(record) and len(digest.facets.drugs) == 1:
        keys.append(("label", digest.facets.drugs[0]))
    return [key for key in keys if key[1]]


def _is_label(record: str) -> bool:
    if record.startswith(_LABEL_RECORDS):
        return True
    host = urlsplit(record).hostname or ""
    return any(host == name or host.endswith(f".{name}") for name in _LABEL_HOSTS)
