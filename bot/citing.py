"""How a citation looks in Slack: its number, its link, its badge. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from agents.turns import Citation, Finding
from bot.blocks import escape, link
from bot.links import PassageLinks


def number(key: str) -> str:
    """The number a reader sees: ``c7`` is [7], in the steps and in the answer alike."""
    digits = "".join(mark for mark in key if mark.isdigit())
    return f"[{digits or key}]"


def mark(citation: Citation, run_id: str, links: PassageLinks) -> str:
    """The number, linked to the exact passage, or else to the source."""
    address = links.link(run_id, citation.key) or citation.url
    return link(address, number(citation.key))


def source_line(citation: Citation, run_id: str, links: PassageLinks) -> str:
    """One line of the list of sources."""
    when = citation.date or f"version {citation.ref.version}"
    level = citation.evidence_level
    graded = f"level {level}" if len(level) == 1 else level
    said = [escape(part) for part in (citation.organisation, when, graded) if part]
    title = link(citation.url, citation.title or citation.ref.id)
    badge = f"_{escape(citation.badge)}_"
    if citation.status == "unconfirmed":
        badge = f"⚠️ *{escape(citation.badge)}*"
    return f"{mark(citation, run_id, links)} {title}, {', '.join(said)} · {badge}"


def finding_line(finding: Finding, run_id: str, links: PassageLinks) -> str:
    """What a step found, with its citations and what became of the quotes that failed."""
    marks = " ".join(mark(citation, run_id, links) for citation in finding.citations)
    badges = " · ".join(dict.fromkeys(escape(item.badge) for item in finding.citations))
    removed = ""
    if finding.removed:
        quotes = "quote" if finding.removed == 1 else "quotes"
        removed = f" ({finding.removed} {quotes} not found in the source and removed)"
    return f"• {escape(finding.text)} {marks} · _{badges}_{removed}"


def passage_lines(citations: Sequence[Citation], run_id: str, links: PassageLinks) -> list[str]:
    """Each citation with the quoted words."""
    lines: list[str] = []
    for citation in citations:
        lines.append(source_line(citation, run_id, links))
        quoted = escape(citation.quote).replace("\n", "\n>")
        lines.append(f">{quoted}")
    return lines
