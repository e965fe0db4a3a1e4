"""How a citation looks in Slack: its number, its link, its badge. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from agents.endings.provenance import source_words, warning_words
from agents.endings.reviews import citation_number
from agents.turns import Citation, Finding
from agents.wording.answer_labels import label_of_refusal
from bot.rendering.blocks import escape, link
from bot.rendering.links import PassageLinks, web_address


def mark(citation: Citation, run_id: str, links: PassageLinks) -> str:
    """The number, linked to the exact passage, or else to the source."""
    address = links.link(run_id, citation.key) or citation.url
    return link(address, citation_number(citation.key))


def source_lines(
    citations: Sequence[Citation], run_id: str, links: PassageLinks, today: date | None = None
) -> list[str]:
    """The list of sources: one line for each, with the numbers of its quotes. ``today`` is the day
    against which the age of a statement is told."""
    lines = []
    for quotes in _by_source(citations):
        marks = " ".join(mark(citation, run_id, links) for citation in quotes)
        lines.append(f"{marks} {_source(quotes[0], today)}")
    return lines


def finding_line(finding: Finding, run_id: str, links: PassageLinks) -> str:
    """What a step found, with its citations and what became of the quotes that failed. A badge
    stands here only where it warns; the line of the tool counts the verified quotes."""
    marks = " ".join(mark(citation, run_id, links) for citation in finding.citations)
    doubts = dict.fromkeys(_badge(item) for item in finding.citations if not _is_plain(item))
    words = " · ".join([f"{_against(finding)}{escape(finding.text)} {marks}", *doubts])
    if not finding.removed:
        return f"• {words}"
    quotes = "quote" if finding.removed == 1 else "quotes"
    return f"• {words} ({finding.removed} {quotes} not found in the source and removed)"


def speaks_against(finding: Finding) -> bool:
    """Whether no part of the question can make use of a finding: facts of the patient speak against
    it, or it is on another thing than was asked."""
    judged = finding.judgements
    return bool(judged) and all(judgement.contradictions for judgement in judged)


def _against(finding: Finding) -> str:
    """What stands before a finding of which no part of the question can make use, with the reason.
    Empty when it may be an answer, or when nobody has compared it with the patient."""
    judged = finding.judgements
    if not speaks_against(finding):
        return ""
    personal = [judgement for judgement in judged if judgement.is_excluded_option]
    verdicts = (personal or judged)[0].contradictions
    reasons = "; ".join(dict.fromkeys(each.reason for each in verdicts if each.reason))
    said = label_of_refusal(personal[0].only_asks_to_check) if personal else "Does not apply"
    return f"✗ *{said}*{f' ({escape(reasons)})' if reasons else ''}: "


def passage_lines(
    citations: Sequence[Citation], run_id: str, links: PassageLinks, today: date | None = None
) -> list[str]:
    """Each source with the quoted words under their numbers."""
    lines: list[str] = []
    for quotes in _by_source(citations):
        lines.append(_source(quotes[0], today))
        for citation in quotes:
            quoted = escape(citation.quote).replace("\n", "\n>")
            lines.append(f">{mark(citation, run_id, links)} {quoted}")
    return lines


def _by_source(citations: Sequence[Citation]) -> list[list[Citation]]:
    """The citations of each document version, in order of first use. Statements with a badge, a
    record, a date or a support of their own stand apart: what a line says holds for all of it."""
    sources: dict[tuple[object, ...], list[Citation]] = {}
    for citation in citations:
        record = citation.record if citation.kind == "digest" else ""
        key = (citation.ref, citation.badge, record, citation.currency, source_words(citation))
        sources.setdefault(key, []).append(citation)
    return list(sources.values())


def _source(citation: Citation, today: date | None) -> str:
    said = ", ".join(escape(part) for part in source_words(citation))
    warnings = "".join(f" · ⚠️ *{escape(each)}*" for each in warning_words(citation, today))
    return f"{_title(citation)}, {said} · {_badge(citation)}{warnings}"


def _title(citation: Citation) -> str:
    """The title, linked to the source. Of a digest that is the record of the statement; a record
    that has no address is named, and no other page is linked in its place."""
    title = citation.title or citation.ref.id
    if citation.kind == "original" or not citation.record:
        return link(citation.url, title)
    if web_address(citation.record):
        return link(citation.record, title)
    return f"{escape(title)} (record {escape(citation.record)})"


def _badge(citation: Citation) -> str:
    if citation.status != "confirmed":
        return f"⚠️ *{escape(citation.badge)}*"
    return f"_{escape(citation.badge)}_"


def _is_plain(citation: Citation) -> bool:
    return citation.status == "confirmed" and citation.match == "exact"
