"""What was found as the text that a model reads, nothing twice. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from agents.endings.provenance import evidence_words
from agents.llm.conversation.found_titles import found_titles
from agents.llm.conversation.left_out import (
    LEAST_SAID,
    left_out_line,
    on_other_tumours,
    on_topics,
    topics_line,
    without_empty_headings,
)
from agents.llm.conversation.nearest_statements import beyond_room, beyond_room_line, far_refusals
from agents.llm.conversation.shown_so_far import ShownSoFar
from agents.matching.verdicts import Judgement
from agents.prompts.fencing import FencedText, as_data, in_attribute
from agents.turns import LOOKUPS, Citation, Finding, Observation, OfferedDocument, View
from agents.wording.answer_labels import label_of_refusal
from retrieval.documents import Document, DocumentRef

_SECTION = re.compile(r"(?m)^#{2,6} [^\n]*\n")
_SECTIONS_NAMED = re.compile(r"\A(\s{0,3}# [^\n—]{1,200}) — [^\n]*")
_BLANK_LINES = re.compile(r"\n\s*\n")


def observation_text(observation: Observation, told: ShownSoFar) -> str:
    """An observation: documents that are shown whole, findings with their quotes, and what was
    found and not used. What was told before is named, not told again."""
    lines = [f"outcome: {observation.outcome}"]
    if observation.detail and not (observation.offered or observation.unread):
        lines.append(observation.detail)
    lines += found_titles(observation, told)
    taken = {span.key for shown in observation.offered for span in shown.spans}
    for finding in observation.findings:
        if not _is_of(finding, taken):
            lines += _finding_lines(finding, told)
    whole = [document_text(each, observation, told) for each in observation.offered]
    return FencedText("\n".join([as_data("\n".join(lines)), *filter(None, whole)]))


def document_text(shown: OfferedDocument, seen: Observation, told: ShownSoFar) -> str:
    """A document that is shown whole, or in part, with the key before each stretch that may be
    cited; empty when it cannot be opened any more."""
    document = told.documents.get(shown.ref)
    if document is None:
        return ""
    own = [each for each in seen.findings if each.citations[0].ref == shown.ref]
    others, past = on_other_tumours(own, told.asked), on_topics(own, told.past)
    part = told.parts.get((seen.call_id, shown.ref))
    # Of a document that was shown in part what it said then is not said again.
    above = {span.key for span in shown.spans} & told.keys
    near = [each for each in own if each.citations[0].key not in (*others, *past, *above)]
    query = told.opened.get(seen.call_id, "")
    before = _told_before(document, shown, told)
    beyond = beyond_room(near, part, before) if part else far_refusals(near, query) if query else {}
    left_out = frozenset((*others, *past, *beyond, *above))
    new = [span.key for span in shown.spans if span.key not in left_out]
    if shown.ref in told.refs and not new:
        return ""
    told.refs.add(shown.ref)
    told.keys.update(new)
    text = _text_with_keys(document, shown, left_out, told)
    body = as_data((_without_sections(text) if part else text).strip())
    marks = map(as_data, _marks([e for e in near if e.citations[0].key not in beyond]))
    not_shown = map(as_data, (left_out_line(others), topics_line(past), beyond_room_line(beyond)))
    lines = filter(None, (_head(document), body, *marks, *not_shown, "</document>"))
    return FencedText("\n".join(lines))


def _told_before(document: Document, shown: OfferedDocument, told: ShownSoFar) -> frozenset[str]:
    """The keys of stretches whose words were told under another key: that key is all they take."""
    words = {span.key: document.text[span.start : span.end].strip() for span in shown.spans}
    return frozenset(key for key, said in words.items() if told.said.get(said, key) != key)


def _head(document: Document) -> str:
    known = (document.organisation, document.date, _status(document))
    about = in_attribute(", ".join(filter(None, known)))
    name = in_attribute(f"{document.silo}/{document.id}")
    # A text that begins with its title tells it.
    told_below = document.text.lstrip("# \n").startswith(document.title)
    title = "" if told_below else f' title="{in_attribute(document.title)}"'
    return f'<document id="{name}"{title} about="{about}">'


def _without_sections(text: str) -> str:
    """The statements of a part one below the other, without the headings between them, and without
    the list of sections behind the title."""
    return _BLANK_LINES.sub("\n", _SECTION.sub("", _SECTIONS_NAMED.sub(r"\1", text)))


def _text_with_keys(
    document: Document, shown: OfferedDocument, left_out: Collection[str], told: ShownSoFar
) -> str:
    """The text with the key before each stretch, without those that are left out; a stretch that
    was told before in the same words is named by the key it had there."""
    text, at = document.text, 0
    pieces: list[str] = []
    for span in shown.spans:
        words = text[span.start : span.end].strip()
        pieces.append(text[at : span.start])
        at = span.end
        if span.key in left_out:
            continue
        first = told.said.setdefault(words, span.key) if len(words) >= LEAST_SAID else span.key
        if first == span.key:
            pieces.append(f"[{span.key}] ")
            at = span.start
        else:
            pieces.append(f"[{span.key}] the same words as [{first}]")
    whole = "".join([*pieces, text[at:]])
    return without_empty_headings(whole) if left_out else whole


def evidence_rows(view: View, only: frozenset[str] | None = None) -> list[dict[str, Any]]:
    """What was found, each with its quotes; a quote that an earlier one has shown is named by its
    key alone, its source after the first by the key that it stands with, and a finding that says
    nothing new is not there. ``only``: under these keys; without it all but those that are
    shown whole."""
    shown = set(_taken_whole(view)) if only is None else set()
    sources: dict[tuple[DocumentRef, str], str] = {}
    rows: list[dict[str, Any]] = []
    for finding in _findings(view):
        new = [
            each
            for each in finding.citations
            if each.key not in shown and (only is None or each.key in only)
        ]
        shown.update(each.key for each in new)
        if new:
            rows.append(_evidence_row(finding, new, sources))
    return rows


def whole_documents(view: View) -> list[str]:
    """The documents that the run shows whole, each once."""
    told = ShownSoFar.of(view)
    seen = [each for step in view.all_steps for each in step.observations]
    texts = (document_text(shown, one, told) for one in seen for shown in one.offered)
    return [text for text in texts if text]


def _findings(view: View) -> Iterator[Finding]:
    for step in view.all_steps:
        for observation in step.observations:
            yield from observation.findings


def _taken_whole(view: View) -> frozenset[str]:
    """Keys of the stretches of documents that are shown whole."""
    seen = (each for step in view.all_steps for each in step.observations)
    return frozenset(span.key for one in seen for shown in one.offered for span in shown.spans)


def _is_of(finding: Finding, keys: Iterable[str]) -> bool:
    """Whether a finding is no more than a stretch of a document that is shown whole."""
    (first, *others) = finding.citations
    return not others and first.key in keys and finding.text == first.quote.strip()


def _finding_lines(finding: Finding, told: ShownSoFar) -> Iterator[str]:
    quoted = " ".join(citation.quote.strip() for citation in finding.citations)
    keys = "".join(f"[{citation.key}]" for citation in finding.citations)
    yield f"- {keys}" if finding.text == quoted else f"- {finding.text} {keys}"
    for citation in finding.citations:
        if citation.key not in told.keys:
            yield f'  [{citation.key}] {_place_of_quote(citation, told)}: "{citation.quote}"'
        told.keys.add(citation.key)
    if refusal := _refusal(finding):
        yield f"  {refusal}"


def _place_of_quote(citation: Citation, told: ShownSoFar) -> str:
    """Where a quote stands; title, organisation and date once a document."""
    name = f"{citation.ref.silo}/{citation.ref.id}"
    marks = ", ".join(source_marks(citation))
    if citation.ref not in told.refs:
        told.refs.add(citation.ref)
        name = f"{name} {source(citation)}"
    return f"{name} ({marks})" if marks else name


def _marks(findings: Sequence[Finding]) -> Iterator[str]:
    """What limits the statements of a document, or says how strong they are, by key."""
    held: dict[str, list[str]] = {}
    for finding in findings:
        (citation,) = finding.citations[:1]
        refusal = _refusal(finding)
        told = [*source_marks(citation, of_statement=True)]
        told += [refusal] if refusal else []
        for mark in told:
            held.setdefault(mark, []).append(citation.key)
    return (f"{mark}: {_in_ranges(keys)}" for mark, keys in held.items())


def _in_ranges(keys: Sequence[str]) -> str:
    """Keys that follow one another as a stretch: ``c3 to c7, c9``. These are not to be cited so,
    and have no brackets."""
    stretches: list[list[str]] = []
    for key in keys:
        follows = stretches and int(stretches[-1][-1][1:]) + 1 == int(key[1:])
        if follows:
            stretches[-1].append(key)
        else:
            stretches.append([key])
    return ", ".join(
        f"{each[0]} to {each[-1]}" if len(each) > 2 else ", ".join(each) for each in stretches
    )


def _status(document: Document) -> str:
    status = "" if document.status == "confirmed" else document.status
    level = document.facets.evidence_level
    own = "digest" if document.kind == "digest" else ""
    return ", ".join(filter(None, (status, own, f"level {level}" if level else "")))


def _evidence_row(
    finding: Finding, new: Sequence[Citation], sources: dict[tuple[DocumentRef, str], str]
) -> dict[str, Any]:
    """A finding whose words are those of its quotes has no words of its own. ``sources`` holds the
    key that each source was named with; it grows. The statements of a digest have several."""
    quoted = " ".join(citation.quote.strip() for citation in finding.citations)
    others = [each.key for each in finding.citations if each not in new]
    beside = f" Also {''.join(f'[{key}]' for key in others)}." if others else ""
    return {
        "insight": "" if finding.text == quoted else as_data(finding.text + beside),
        "against": in_attribute(against(finding)),
        "quotes": [
            {
                "key": citation.key,
                "source": _source_once(citation, sources),
                "marks": ", ".join(source_marks(citation)),
                "words": as_data(citation.quote),
            }
            for citation in new
        ],
    }


def _source_once(citation: Citation, sources: dict[tuple[DocumentRef, str], str]) -> str:
    first = sources.setdefault((citation.ref, source(citation)), citation.key)
    return as_data(source(citation)) if first == citation.key else f"as [{first}]"


def against(finding: Finding) -> str:
    """Why no statement that a finding quotes is for this patient; empty when one may be."""
    first = _first_against(finding)
    return first.reason if first else ""


def _refusal(finding: Finding) -> str:
    first = _first_against(finding)
    return f"{label_of_refusal(first.only_asks_to_check)}: {first.reason}" if first else ""


def _first_against(finding: Finding) -> Judgement | None:
    if not all(each.contradictions for each in finding.judgements):
        return None
    return next((each for each in finding.judgements if each.reason), None)


def silent_rows(view: View) -> list[str]:
    """The searches that gave nothing, and why."""
    return [
        as_data(f"{observation.tool}: {observation.outcome}. {observation.detail}")
        for step in view.steps
        for observation in step.observations
        if not observation.findings and observation.tool not in LOOKUPS
    ]


def known_rows(view: View) -> list[str]:
    """What the program itself told of the patient, of formulas and of names."""
    seen = (each for step in view.steps for each in step.observations)
    return [as_data(one.detail) for one in seen if one.tool in LOOKUPS and one.outcome == "data"]


def source_marks(citation: Citation, *, of_statement: bool = False) -> list[str]:
    """What limits a source or says how strong it is: status, evidence with its scale, currency.
    ``of_statement``: without what holds for the whole document."""
    marks: list[str] = []
    if citation.status != "confirmed" and not of_statement:
        marks.append(citation.status)
    if words := evidence_words(citation) if citation.evidence or not of_statement else "":
        marks.append(words)
    return marks + ([] if citation.currency == "current" else [citation.currency])


def source(citation: Citation) -> str:
    """Title, organisation and date, as a clinician would name a source."""
    return ", ".join(
        part for part in (citation.title, citation.organisation, citation.date) if part
    )
