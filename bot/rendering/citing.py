"""How a citation looks in Slack: its number, its link, its badge. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from agents.turns import Citation, Finding
from bot.rendering.blocks import escape, link
from bot.rendering.links import PassageLinks
from retrieval.documents import DocumentRef


def number(key: str) -> str:
    """The number a reader sees: ``c7`` is [7], in the steps and in the answer alike."""
    digits = "".join(mark for mark in key if mark.isdigit())
    return f"[{digits or key}]"


def mark(citation: Citation, run_id: str, links: PassageLinks) -> str:
    """The number, linked to the exact passage, or else to the source."""
    address = links.link(run_id, citation.key) or citation.url
    return link(address, number(citation.key))


def source_lines(citations: Sequence[Citation], run_id: str, links: PassageLinks) -> list[str]:
    """The list of sources: one line per document with the numbers of its quotes."""
    lines = []
    for quotes in _by_document(citations):
        marks = " ".join(mark(citation, run_id, links) for citation in quotes)
        lines.append(f"{marks} {_source(quotes[0])}")
    return lines


def grade(citation: Citation) -> str:
    """The evidence level of the document. A letter is that of its best evidence; the quote may
    rest on less, and says so itself."""
    level = citation.evidence_level
    return f"up to level {level}" if len(level) == 1 else level


def finding_line(finding: Finding, run_id: str, links: PassageLinks) -> str:
    """What a step found, with its citations and what became of the quotes that failed. A badge
    stands here only where it warns; the line of the tool counts the verified quotes."""
    marks = " ".join(mark(citation, run_id, links) for citation in finding.citations)
    doubts = dict.fromkeys(_badge(item) for item in finding.citations if not _is_plain(item))
    words = " · ".join([f"{escape(finding.text)} {marks}", *doubts])
    if not finding.removed:
        return f"• {words}"
    quotes = "quote" if finding.removed == 1 else "quotes"
    return f"• {words} ({finding.removed} {quotes} not found in the source and removed)"


def passage_lines(citations: Sequence[Citation], run_id: str, links: PassageLinks) -> list[str]:
    """Each source with the quoted words under their numbers."""
    lines: list[str] = []
    for quotes in _by_document(citations):
        lines.append(_source(quotes[0]))
        for citation in quotes:
            quoted = escape(citation.quote).replace("\n", "\n>")
            lines.append(f">{mark(citation, run_id, links)} {quoted}")
    return lines


def _by_document(citations: Sequence[Citation]) -> list[list[Citation]]:
    """The citations of each document version, in order of first use, those with another badge
    apart."""
    documents: dict[tuple[DocumentRef, str], list[Citation]] = {}
    for citation in citations:
        documents.setdefault((citation.ref, citation.badge), []).append(citation)
    return list(documents.values())


def _source(citation: Citation) -> str:
    when = citation.date or f"version {citation.ref.version}"
    level = grade(citation)
    graded = f"evidence {level}" if level != citation.evidence_level else level
    said = [escape(part) for part in (citation.organisation, when, graded) if part]
    title = link(citation.url, citation.title or citation.ref.id)
    return f"{title}, {', '.join(said)} · {_badge(citation)}"


def _badge(citation: Citation) -> str:
    if citation.status != "confirmed":
        return f"⚠️ *{escape(citation.badge)}*"
    return f"_{escape(citation.badge)}_"


def _is_plain(citation: Citation) -> bool:
    return citation.status == "confirmed" and citation.match == "exact"
