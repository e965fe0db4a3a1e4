"""Whether a sentence is, word for word, a whole statement that a run found. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from agents.checking.text.normalised import bare
from agents.turns import Citation, View
from agents.wording.table_rows import is_row, told_words
from names.recognise import recognise_passage


def is_whole_statement(text: str, citations: Sequence[Citation], view: View) -> bool:
    """Whether a sentence is, word for word, one statement of one document: a row with what heads
    it, as it stands or each cell behind its head. Its quotes are all spans of that statement, in
    the order of the document, so that no head of another table stands before a row. The row alone
    may be cited: what heads it was found with it. The drug that the whole document is on may stand
    before it."""
    keys = {each.key for each in citations}
    findings = (f for step in view.steps for seen in step.observations for f in seen.findings)
    for finding in findings:
        own = {each.key for each in finding.citations}
        row = finding.citations[-1] if finding.citations else None
        if keys != own and not (row and keys == {row.key} and is_row(row.quote)):
            continue
        ordered = sorted(finding.citations, key=lambda each: each.start)
        if len({each.ref for each in ordered}) != 1:
            continue
        if _are_words_of(_without_drug_of_title(text, ordered[0].title), ordered):
            spans = (each.statement.spans for each in finding.judgements)
            if any(_are_spans(ordered, each) for each in spans):
                return True
    return False


def _without_drug_of_title(text: str, title: str) -> str:
    """The text without the drug before it, where the title names this drug alone and the rest of
    the text no other one."""
    named = recognise_passage(title).names("drug")
    rest = text.removeprefix(f"{min(named, default='')}: ")
    return rest if len(named) == 1 and recognise_passage(rest).names("drug") <= named else text


def _are_words_of(text: str, ordered: Sequence[Citation]) -> bool:
    """Whether a text is these quotes one after the other, or what is told of them as a row."""
    joined = " ".join(each.quote.strip().lstrip("-*• ") for each in ordered)
    told = told_words([each.quote for each in ordered])
    return without_signs(text) in (without_signs(joined), without_signs(told))


def _are_spans(citations: Sequence[Citation], spans: Sequence[tuple[int, int]]) -> bool:
    """Whether the citations are these spans, neighbours joined or not."""
    starts, ends = {start for start, _ in spans}, {end for _, end in spans}
    edges = all(each.start in starts and each.end in ends for each in citations)
    return edges and all(
        any(each.start <= start and end <= each.end for each in citations) for start, end in spans
    )


def without_signs(text: str) -> str:
    """The words of a text for comparison, without the quotation marks around it."""
    return bare(text.strip().strip("“”\"'"), hyphen="").text
