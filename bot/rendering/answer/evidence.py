"""The form that shows the evidence: each claim of an answer, the statements that it cites in their
context, their records, and who has judged them; then who says what of all that were searched, and
why not something else. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from agents.endings.exclusions import Exclusion, exclusions_of
from agents.endings.provenance import source_words, warning_words
from agents.endings.reviews import citation_number
from agents.matching.verdicts import Judgement
from agents.turns import Answer, Citation, Sentence, View
from bot.rendering.answer.answer_lines import CitationMarks, citing_of
from bot.rendering.answer.voices import voice_lines, voices_of
from bot.rendering.blocks import Block, buttons, clip, divider, escape, link, sections, small_print
from bot.rendering.forms.modals import modal
from bot.rendering.links import PassageLinks, web_address
from bot.rendering.review.marks import mark_blocks_on, target_value
from retrieval.documents import Document, DocumentRef

EVIDENCE_BUTTON, PAGE_BUTTON = "evidence", "evidence_page"
_AROUND = 400
"""Characters before and behind a quote that are shown. Chosen by hand: about five lines."""
_LONGEST_QUOTE = 1500
_LONGEST_RECORD = 120
"""Characters of the address of a record that are shown; the link is whole. Chosen by hand."""
_HEADING = re.compile(r"^[ \t]{0,3}#{1,6}[ \t]++([^\n]*[^\s:#])[ \t:#]*+$", re.M)
_MOST_CITATIONS = 8
"""Citations of a claim that are shown. Chosen by hand: Slack takes a hundred blocks."""
_PER_PAGE = 12
"""Reasons against options on a page. Chosen by hand: two screens."""
_VOICES_NOTE = (
    "Newest first. What the answer rests on is quoted; whether sources differ is yours to judge."
)
Opened = Mapping[DocumentRef, Document]


def evidence_button(run_id: str) -> tuple[str, str, str]:
    """The button that opens the evidence."""
    return (EVIDENCE_BUTTON, "Show evidence", run_id)


def has_evidence(view: View) -> bool:
    """Whether there is anything to walk through."""
    return bool(_claims(view) or exclusions_of(view))


def page_count(view: View) -> int:
    """A page for each claim, one with who says what, then those of what is no option."""
    return _voices_page(view) + _has_voices(view) + -(-len(exclusions_of(view)) // _PER_PAGE)


def _voices_page(view: View) -> int:
    return len(_claims(view))


def _has_voices(view: View) -> bool:
    return len(voices_of(view)) > 0


def documents_on(view: View, page: int) -> tuple[DocumentRef, ...]:
    """The documents that a page quotes."""
    claims = _claims(view)
    if page >= len(claims):
        return ()
    return tuple(dict.fromkeys(each.ref for each in _citations_of(view, claims[page])))


def evidence_form(
    view: View,
    page: int,
    opened: Opened,
    links: PassageLinks,
    at: Mapping[str, str],
    titles: Mapping[str, str],
) -> dict[str, Any]:
    """One page. ``opened`` are the stored documents that could be read; ``at`` are the ids that
    come back with a press; ``titles`` those of the tools, by name."""
    pages = page_count(view)
    page = max(0, min(page, pages - 1))
    claims, citing = _claims(view), citing_of(view, view.ending, links)
    if page < len(claims):
        blocks = _claim_blocks(view, page, opened, citing)
    elif page == _voices_page(view) and _has_voices(view):
        lines = voice_lines(view, citing, titles)
        blocks = sections(["*Who says what, and who is silent*", *lines], whole=True)
        blocks += small_print([_VOICES_NOTE])
    else:
        first = _voices_page(view) + _has_voices(view)
        blocks = _why_not_page(view, page - first, citing)
    blocks += _page_buttons(view.run_id, page, pages)
    return modal(EVIDENCE_BUTTON, "Evidence", blocks, {**at, "run": view.run_id}, submit="")


def _claims(view: View) -> Sequence[Sentence]:
    return view.ending.sentences if isinstance(view.ending, Answer) else ()


def _citations_of(view: View, claim: Sentence) -> list[Citation]:
    own = view.ending.citations if isinstance(view.ending, Answer) else ()
    known = view.citations | {each.key: each for each in own}
    return [known[key] for key in claim.keys if key in known][:_MOST_CITATIONS]


def _claim_blocks(view: View, page: int, opened: Opened, citing: CitationMarks) -> list[Block]:
    claims = _claims(view)
    claim = claims[page]
    head = [f"*Claim {page + 1} of {len(claims)}*", escape(claim.text), _words_of_check(claim)]
    blocks = sections(head, whole=True)
    cited = _citations_of(view, claim)
    if left := len(claim.keys) - len(cited):
        blocks += small_print([f"It cites {left} more; *Show passages* has all of them."])
    for citation in cited:
        blocks.append(divider())
        blocks += sections(_statement_lines(citation, opened.get(citation.ref), citing), whole=True)
        blocks += small_print(_judged_lines(view, citation))
        blocks += mark_blocks_on(view, (None, citation.key))
    return blocks


def _words_of_check(claim: Sentence) -> str:
    if not claim.verified:
        why = escape(claim.problem or "its sources do not show this")
        return f"⚠️ *Not verified by the program:* {why}"
    if claim.basis == "calculation":
        return "✓ _Computed again by the program from the inputs stated._"
    if claim.basis == "matching":
        return "✓ _Compared again by the program with the facts of the patient._"
    return "✓ _Checked by the program against the words below._"


def _statement_lines(
    citation: Citation, document: Document | None, citing: CitationMarks
) -> list[str]:
    """The statement in its context, and its record."""
    address = citing.links.link(citing.run_id, citation.key)
    title = link(address or citation.url, citation.title or citation.ref.id)
    said = ", ".join(escape(part) for part in source_words(citation))
    warnings = "".join(f" · ⚠️ *{escape(each)}*" for each in warning_words(citation, citing.today))
    number = citation_number(citation.key)
    return [
        f"*{number}* {title}, {said} · _{escape(citation.badge)}_{warnings}",
        *_context_lines(citation, document),
        _record_line(citation),
    ]


def _context_lines(citation: Citation, document: Document | None) -> list[str]:
    quote = f">*{escape(clip(_on_one_line(citation.quote), _LONGEST_QUOTE))}*"
    if document is None:
        return [quote, "_The stored document cannot be opened now; this is what was quoted of it._"]
    start, end = citation.start, citation.end
    if document.text[start:end] != citation.quote:
        return [quote, "⚠️ *The stored document no longer has these words at their place.*"]
    before = _context_of(document.text[max(0, start - _AROUND) : start])
    after = _context_of(document.text[end : end + _AROUND])
    return [
        *([f">{'…' if start > _AROUND else ''}{escape(before)}"] if before else []),
        quote,
        *(
            [f">{escape(after)}{'…' if end + _AROUND < len(document.text) else ''}"]
            if after
            else []
        ),
    ]


def _record_line(citation: Citation) -> str:
    where = f"{citation.ref.silo}/{citation.ref.id}, version {citation.ref.version}"
    place = f"Stored as {escape(where)}, characters {citation.start} to {citation.end}"
    record = citation.record or citation.url
    if not record:
        return f"{place}; it names no public record."
    shown = link(record, clip(record, _LONGEST_RECORD)) if web_address(record) else escape(record)
    return f"{place}. Record: {shown}"


def _judged_lines(view: View, citation: Citation) -> list[str]:
    """What the program has found of the quote and of its statement."""
    exact = "exactly" if citation.match == "exact" else "but for quotation marks, dashes or blanks"
    lines = [f"Program: the words stood {exact} in the stored document when they were quoted."]
    verdicts = dict.fromkeys(map(_verdict_words, _judgements(view, citation.key)))
    return lines + [f"Program, compared with the patient: {escape(each)}" for each in verdicts]


def _judgements(view: View, key: str) -> list[Judgement]:
    return [
        judgement
        for step in view.all_steps
        for observation in step.observations
        for finding in observation.findings
        if any(citation.key == key for citation in finding.citations)
        for judgement in finding.judgements
    ]


def _verdict_words(judgement: Judgement) -> str:
    """``fits: subject, tumour; against: line (needs …); not known: marker (HER2)``."""
    fits = [v.dimension for v in judgement.verdicts if v.outcome == "ok"]
    against = [_with(v.dimension, v.reason) for v in judgement.contradictions]
    unknown = [_with(v.dimension, v.missing) for v in judgement.verdicts if v.missing]
    told = (("fits", fits), ("against", against), ("not known", unknown))
    words = [f"{name}: {', '.join(dict.fromkeys(items))}" for name, items in told if items]
    return "; ".join(words) or "nothing in it depends on the patient"


def _with(name: str, detail: str) -> str:
    return f"{name} ({detail})" if detail else name


def _why_not_page(view: View, page: int, citing: CitationMarks) -> list[Block]:
    found = exclusions_of(view)
    shown = found[page * _PER_PAGE : (page + 1) * _PER_PAGE]
    return sections(["*Why not something else?*", *_why_not_lines(shown, citing)], whole=True)


def why_not_blocks(view: View, found: Sequence[Exclusion], links: PassageLinks) -> list[Block]:
    """The recorded reasons against options, with their sources."""
    citing = citing_of(view, view.ending, links)
    keys = frozenset(key for each in found for key in each.keys)
    lines = _why_not_lines(found[:_PER_PAGE], citing)
    blocks = sections(["*Why not: as it was compared in this thread*", *lines], whole=True)
    if left := len(found) - _PER_PAGE:
        blocks += small_print([f"{left} more: *Show evidence*."]) if left > 0 else []
    sources = citing.sources(keys)
    return [*blocks, *(small_print(["*Sources*", *sources]) if sources else [])]


def _why_not_lines(found: Iterable[Exclusion], citing: CitationMarks) -> list[str]:
    """A line for each option with the reason and its citations."""
    return [
        f"• *{escape(each.option)}*: {_FOR[each.is_for_patient]}: {escape(each.reason)}"
        f" {citing.marks(each.keys)}".rstrip()
        for each in found
    ]


_FOR = {True: "not for this patient", False: "the source is on something else"}


def _page_buttons(run_id: str, page: int, pages: int) -> list[Block]:
    items = []
    if page > 0:
        items.append((PAGE_BUTTON, "‹ Back", target_value(run_id, page - 1)))
    if page + 1 < pages:
        items.append((f"{PAGE_BUTTON}_on", "Next ›", target_value(run_id, page + 1)))
    return [buttons("pages", items)] if items else []


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def _context_of(text: str) -> str:
    """The words around a quote on one line: a heading ends with a colon, without its marks."""
    return _on_one_line(_HEADING.sub(r"\1:", text))
