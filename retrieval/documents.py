"""What a silo holds and what a search returns: whole, versioned documents and stretches of them.

Every span counts Unicode code points into :attr:`Document.text`, start inclusive, end exclusive.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Literal

from retrieval.statements.model import Statement, StatementNames

Status = Literal["confirmed", "unconfirmed", "corrected", "concern", "retracted"]
DocumentKind = Literal["original", "digest"]
"""``original``: the source's own words. ``digest``: Curbside's words on what records say; a quote
of it proves what the digest says, not what its source says."""
IdentifierKind = Literal[
    "pmid", "pmcid", "nct", "doi", "setid", "clinpgx", "civic", "hgnc", "rxcui", "drugbank"
]


LONGEST_ID = 200
"""Characters of an id that is made of a title or of a file's name. Chosen by hand: few names are
longer, and an id fits into two lines of a terminal."""
_BEFORE_ITS_NAME = re.compile(r"[/:](?:[EA]ID(?=\d))?")


def _name_of_record(record: str) -> str:
    """``1`` of ``https://pubmed.ncbi.nlm.nih.gov/1/`` and of ``collection:EID1``."""
    return _BEFORE_ITS_NAME.split(record.rstrip("/"))[-1]


@dataclass(frozen=True, slots=True)
class DocumentRef:
    """Names one version of one document. This, not the text, is what a journal row holds."""

    silo: str
    id: str
    version: str


@dataclass(frozen=True, slots=True)
class Identifier:
    """A public identifier of a document, such as a PMID or an NCT number."""

    kind: IdentifierKind
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Facets:
    """What a document is about, for filters and badges. Genes are HGNC symbols, drugs are
    generic names in lower case, tumour types are plain words in lower case."""

    tumour_types: tuple[str, ...] = ()
    genes: tuple[str, ...] = ()
    drugs: tuple[str, ...] = ()
    evidence_level: str = ""
    identifiers: tuple[Identifier, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A document as ingested: whole, in one version, with where its facts come from."""

    silo: str
    id: str
    version: str
    title: str
    text: str
    """The whole text that quotes and spans refer to. Front matter is not part of it."""
    url: str = ""
    organisation: str = ""
    date: str = ""
    """ISO date (or year, or year-month) that the document states for itself; empty if none."""
    summary: str = ""
    """Written for the silo's focus; embedded and searched, never quoted as evidence."""
    facets: Facets = Facets()
    status: Status = "confirmed"
    """``unconfirmed``: no record at hand shows its facts. ``corrected``, ``concern`` and
    ``retracted``: what became of a publication afterwards. Every citation of it says so."""
    facts_from: tuple[str, ...] = ()
    kind: DocumentKind = "original"
    statements: tuple[Statement, ...] = ()
    """What it claims and for whom, in the order of the text; made when it is ingested."""
    names: tuple[StatementNames, ...] = ()
    """What each of its statements names, in their order; made with them. A question reads hundreds
    of statements, and recognising their names took a quarter of the time of a new process."""

    @property
    def ref(self) -> DocumentRef:
        return DocumentRef(self.silo, self.id, self.version)

    def is_on_record(self, record: str) -> bool:
        """Whether the document itself is on the record that a statement of it names, so that its
        organisation and date are the statement's, too. An original is its own record."""
        if self.kind == "original" or not record or record == self.url:
            return True
        return bool(self.url) and _name_of_record(record) == _name_of_record(self.url)

    @property
    def sha256(self) -> str:
        """Digest of title and text: what tells a changed document from the same one."""
        return hashlib.sha256(f"{self.title}\n{self.text}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of a stored document that is quoted or shown."""

    ref: DocumentRef
    start: int
    end: int
    text: str
    score: float
    """How well it fits the query; comparable only within one call."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """Narrows a search. Empty fields do not filter; several values in one field mean *any of*."""

    tumour_types: tuple[str, ...] = ()
    genes: tuple[str, ...] = ()
    drugs: tuple[str, ...] = ()
    evidence_levels: tuple[str, ...] = ()
    versions: tuple[str, ...] = ()
    since: str = ""
    """ISO date; documents without a date never pass it."""
