"""The citations of an ending, and where each comes from in plain words: jurisdiction, date,
currency, evidence. Pure."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Mapping
from datetime import UTC, date, datetime

from agents.turns import Abstention, Answer, Citation, View
from retrieval.statements.model import Currency

OLD_YEARS = 3
"""Years after which the age of a statement is said. Chosen by hand: labels and guidelines of
oncology are revised every year, and what is older may well have been overtaken."""
TOO_OLD = "more than three years old"
NO_DATE = "date of the record not known"
OUTDATED: Mapping[Currency, str] = {
    "superseded": "superseded: a newer statement takes its place",
    "withdrawn": "withdrawn: it holds no longer",
    "narrowed": "narrowed since: it holds for fewer patients now",
}
_CIVIC: Mapping[str, str] = {
    "A": "validated association",
    "B": "clinical evidence",
    "C": "case study",
    "D": "preclinical evidence",
    "E": "inferential association",
}
"""Levels of CIViC (https://civic.readthedocs.io/en/latest/model/evidence/level.html)."""
_FDA: Mapping[str, str] = {
    "regular": "FDA approval",
    "approved": "FDA approval",
    "accelerated": "FDA accelerated approval",
}


def question_day(view: View) -> date | None:
    """The day of the newest message of a run, against which the age of a statement is told: the
    same run reads the same at any time. None when no message has a time."""
    times = [message.said_at for message in view.messages if message.said_at]
    try:
        return datetime.fromisoformat(times[-1]).astimezone(UTC).date() if times else None
    except ValueError:
        return None


def citations_of(view: View) -> tuple[Citation, ...]:
    """What the ending of a run points at: the citations of its answer, then those that only an
    excluded option has."""
    if not isinstance(view.ending, Answer | Abstention):
        return ()
    own = view.ending.citations if isinstance(view.ending, Answer) else ()
    known = view.citations
    cited = {citation.key: citation for citation in own}
    for excluded in view.ending.excluded:
        cited |= {key: known[key] for key in excluded.keys if key in known and key not in cited}
    return tuple(cited.values())


def source_words(citation: Citation) -> tuple[str, ...]:
    """Who says it, where it holds, when it held, and how strong the support is; what is not known
    is left out."""
    return tuple(
        part
        for part in (
            citation.organisation,
            citation.jurisdiction,
            date_words(citation),
            evidence_words(citation),
            page_words(citation),
        )
        if part
    )


def page_words(citation: Citation) -> str:
    """``p. 3``, or ``pp. 3–4`` where a sentence goes on over the break."""
    if not citation.page:
        return ""
    return f"{'pp.' if '–' in citation.page else 'p.'} {citation.page}"


def date_words(citation: Citation) -> str:
    """``as of 2023-11-06`` of a statement; where none is known, the date of its document, which is
    another thing and is called "dated"; else its version, or that its record has no date here."""
    if citation.as_of:
        return f"as of {citation.as_of}"
    if citation.date:
        return f"dated {citation.date}"
    if citation.kind == "digest" and citation.record:
        return NO_DATE
    return f"version {citation.ref.version}"


def warning_words(citation: Citation, today: date | None) -> tuple[str, ...]:
    """That a statement was overtaken, or is old; empty when there is nothing to say."""
    if outdated := OUTDATED.get(citation.currency):
        return (outdated,)
    last = _last_day(citation.as_of or citation.date)
    if today is None or last is None or not _is_before(last, today, OLD_YEARS):
        return ()
    return (TOO_OLD,)


def evidence_words(citation: Citation) -> str:
    """The support of a statement on a scale that has a name; empty when none is known. A letter
    without a scale is never said."""
    evidence = citation.evidence
    if evidence is None:
        return _document_level(citation)
    if evidence.scale == "FDA approval":
        return _FDA.get(evidence.value, f"FDA approval: {evidence.value}")
    if evidence.scale == "CIViC evidence level" and evidence.value in _CIVIC:
        return f"CIViC evidence level {evidence.value} ({_CIVIC[evidence.value]})"
    if evidence.scale == "as the document states it":
        return "" if len(evidence.value) == 1 else evidence.value
    return f"{evidence.scale}: {evidence.value}"


def _document_level(citation: Citation) -> str:
    """The level of the whole document: that of its best evidence, of which the quote may have
    less."""
    level, scale = citation.evidence_level, citation.organisation
    if len(level) != 1:
        return level
    return f"evidence up to level {level} on the scale of {scale}" if scale else ""


def _last_day(written: str) -> date | None:
    """The last day that ``2023``, ``2023-11`` or ``2023-11-06`` may mean."""
    try:
        numbers = [int(part) for part in written[:10].split("-") if part]
        match numbers:
            case [year]:
                return date(year, 12, 31)
            case [year, month]:
                return date(year, month, monthrange(year, month)[1])
            case [year, month, day]:
                return date(year, month, day)
    except ValueError:
        pass
    return None


def _is_before(day: date, today: date, years: int) -> bool:
    return (day.year + years, day.month, day.day) < (today.year, today.month, today.day)
