"""What the program has verified: citations, findings and observations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from agents.matching.verdicts import Judgement
from agents.turns.computing.code_runs import CodeRun
from agents.turns.criteria import Criterion
from agents.turns.question_types import NO_USAGE, QuoteMatch, ToolOutcome, Usage
from retrieval.documents import DocumentKind, DocumentRef, Status
from retrieval.statements.model import Currency, EvidenceLevel

BADGES: Mapping[Status, str] = {
    "retracted": "RETRACTED: do not rely on it",
    "concern": "expression of concern: open the source",
    "corrected": "verified quote; a correction was published: open the source",
    "unconfirmed": "unconfirmed: open the guideline",
}
"""What stands beside a citation whose document is not simply what it was."""
DIGEST = "Curbside digest"
"""What stands beside words that are Curbside's own: they are no quote of their source."""
DIGEST_CORRECTED = f"{DIGEST}; a correction was published: open the source"


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """A verified quote: document, version, span and words, under a key that the program made."""

    key: str
    ref: DocumentRef
    title: str
    organisation: str
    url: str
    date: str
    quote: str
    """The words as they stand in the stored text at ``start:end``."""
    start: int
    end: int
    match: QuoteMatch
    status: Status
    evidence_level: str = ""
    kind: DocumentKind = "original"
    statement: str = ""
    """Id of the statement in its document; empty when the quote is of none."""
    record: str = ""
    """The record that shows the statement."""
    jurisdiction: str = ""
    as_of: str = ""
    """When the statement held; the document's date is another thing."""
    currency: Currency = "current"
    page: str = ""
    """``3`` or ``3–4``; empty where the document has no pages."""
    evidence: EvidenceLevel | None = None
    """How strong the support of the statement is; ``evidence_level`` is of the whole document."""

    @property
    def badge(self) -> str:
        """What a reader sees beside the citation, most important first. *Verified quote* is said
        of a source's own words only."""
        if self.kind == "digest" and self.status == "corrected":
            return DIGEST_CORRECTED
        if self.status in BADGES:
            return BADGES[self.status]
        if self.kind == "digest":
            return DIGEST
        return "verified quote" if self.match == "exact" else "verified quote (typography differs)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """An insight of which at least one quote was verified."""

    text: str
    citations: tuple[Citation, ...]
    removed: int = 0
    """How many of the insight's quotes failed the check and were taken out."""
    judgements: tuple[Judgement, ...] = ()
    """As of the insight."""
    criterion: Criterion | None = None
    """As of the insight."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedSpan:
    """A stretch of a document that may be cited under a key."""

    start: int
    end: int
    key: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedDocument:
    """A document that the core which thinks is shown whole, with no reading between. It may cite
    each statement by its key; the row holds where they stand, not their words."""

    ref: DocumentRef
    spans: tuple[OfferedSpan, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """What came back from one action; a failure is one, too."""

    call_id: str
    tool: str
    outcome: ToolOutcome
    findings: tuple[Finding, ...] = ()
    documents: tuple[DocumentRef, ...] = ()
    titles: tuple[str, ...] = ()
    """Titles of ``documents``, in the same order."""
    marks: tuple[str, ...] = ()
    """Date, status and evidence of ``documents``, in the same order; rows of before have none."""
    offered: tuple[OfferedDocument, ...] = ()
    unread: tuple[DocumentRef, ...] = ()
    """Of ``documents``, those that were found and neither read nor shown."""
    left: int = 0
    """How many more documents were ranked behind these and can be asked for."""
    detail: str = ""
    """A plain sentence: why it is empty, what failed, or the text that a tool returned."""
    ran: CodeRun | None = None
    """What became of code that a model wrote."""
    extracting: tuple[CodeRun, ...] = ()
    """Runs of code that was to point at what a source of records sent, in order; the last one's was
    read, if it found anything."""
    failed: str = ""
    """Name of the model's failure that kept what was found from being read."""
    usage: Usage = NO_USAGE
    prompt_sha: str = ""
    seconds: float = 0.0
