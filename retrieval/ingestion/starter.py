"""What the public sources are asked to bring the originals that digests name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from retrieval.declaration.cards import Role, SiloCard
from retrieval.documents import Document, IdentifierKind
from retrieval.ingestion.folders.folder import list_files
from retrieval.ingestion.readers import content_of, read_documents
from retrieval.ingestion.record_identifiers import identifiers_of
from retrieval.ingestion.sources.catalogue import SOURCES, SourceEntry, silo_filled_by
from retrieval.ingestion.sources.contract import HarvestRequest


def starter_requests(
    folder: Path, cards: Sequence[SiloCard], limit: int | None = None
) -> tuple[tuple[SourceEntry, HarvestRequest], ...]:
    """A request to every source that has originals of what the digests of this folder rest on:
    labels of their drugs, trials and abstracts by number, evidence on their genes.

    ``limit`` is the most records of each source. The same folder gives the same requests, so a
    run that was stopped goes on. Blocking. Raises :class:`retrieval.errors.FolderInvalid`,
    :class:`retrieval.errors.DocumentUnreadable` or
    :class:`retrieval.errors.DeclarationInvalid` for a folder or file that cannot be read."""
    roles = {card.name: card.role for card in cards}
    digests = tuple(each for each in _documents(folder, roles) if each.kind == "digest")
    terms_by_source = {
        "openfda": _drugs(digests, roles),
        "clinicaltrials": _identifiers_of(digests, "nct"),
        "pubmed": _identifiers_of(digests, "pmid"),
        "civic": _genes(each for each in digests if _rests_on(each, "civic")),
        "clinpgx": _genes(each for each in digests if roles[each.silo] == "pharmacogenomics"),
        "hgnc": _genes(each for each in digests if roles[each.silo] == "gene"),
    }
    return tuple(
        (
            SOURCES[name],
            HarvestRequest(silo=silo_filled_by(SOURCES[name], cards), terms=terms, limit=limit),
        )
        for name, terms in terms_by_source.items()
        if terms
    )


def _documents(folder: Path, roles: dict[str, Role]) -> Iterator[Document]:
    for file in list_files(folder, frozenset(roles)).files:
        yield from read_documents(file.silo, file.path, content_of(file.path))


def _drugs(digests: Sequence[Document], roles: dict[str, Role]) -> tuple[str, ...]:
    """Drugs that a digest of labels is on; those it only names are not asked for."""
    labels = (each for each in digests if roles[each.silo] == "label")
    return tuple(sorted({drug for each in labels for drug in each.facets.drugs}))


def _genes(documents: Iterator[Document]) -> tuple[str, ...]:
    return tuple(sorted({gene for each in documents for gene in each.facets.genes}))


def _identifiers_of(digests: Sequence[Document], kind: IdentifierKind) -> tuple[str, ...]:
    return tuple(sorted({value for each in digests for value in _values(each, kind)}))


def _rests_on(document: Document, kind: IdentifierKind) -> bool:
    return any(True for _ in _values(document, kind))


def _values(document: Document, kind: IdentifierKind) -> Iterator[str]:
    for identifier in document.facets.identifiers:
        if identifier.kind == kind:
            yield identifier.value
    for statement in document.statements:
        for named, value in identifiers_of(statement.record):
            if named == kind:
                yield value
