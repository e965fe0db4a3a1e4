"""Denials of findings that stand elsewhere than before a plain list: behind the name ("EGFR: no
mutation"), over changes of chromosomes ("without del(17p) or TP53 mutation"), or of the second of
two findings only ("EGFR mut and ALK neg")."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.expansion import Change
from names.recognise import recognise

_ENDS = r"(?=\s?(?:[.,;)\n]|$)|\s(?:and|but|or)\b)"
_NO_MUTATION = re.compile(
    r"(?i)\s?[:=]?\s(?:(?:has|had|have|shows?|with)\s)?no\s(?:(?:known|detectable|any|pathogenic"
    r"|actionable)\s){0,2}(?:mutations?|muts?|alterations?|aberrations?|variants?|change)"
    r"(?:\s(?:(?:was|were|is|are)\s)?(?:detected|found|seen|identified|present|reported))?"
    rf"(?:\s(?:by|on|in)\s(?:the\s)?(?:NGS|PCR|panel|tissue|tumou?r|exon \d{{1,2}}))?{_ENDS}"
)
"""Behind the name of a gene: what is denied of it, up to the end of its part of the message."""
_DENIED_BEFORE = re.compile(r"(?i)\b(?:no|not|without|never|neither|nor)\s$")

_CHROMOSOME = (
    r"(?:del(?:etions?)?(?: of)?[\s(-]{0,2}\d{1,2}(?:\)\()?[pq][\d.]{0,4}\)?"
    r"|(?:mono|tri)somy\s\d{1,2}|(?:t|inv|dup)\s?\(\d{1,2}(?:;\d{1,2})?\)"
    r"|(?:gain|amp)\s?\(?\d{1,2}[pq][\d.]{0,4}\)?"
    r"|\d{1,2}[pq][\d.]{0,4}(?:-(?=[\s,/])|[\s-]?(?:del(?:etions?)?|loss|gain|amp)\b))"
)
_GENE = (
    r"(?-i:[A-Z][A-Z0-9]{1,7})(?:[\s-](?:mut(?:ation|n)?s?|alterations?|variants?|deletions?"
    r"|disruption|aberrations?))?"
)
_ITEM = rf"(?:{_CHROMOSOME}|{_GENE})"
_LINK = r"(?:\s?,\s(?:(?:or|nor|and)\s)?|\s?/\s?|\s(?:or|nor|and)\s)"
_DENIED_LIST = re.compile(
    r"(?i)\b(?P<head>no|without|w/o|lack(?:s|ing)|absence of|neither|neg(?:ative)? for)\s(?:a\s)?"
    rf"(?P<list>{_ITEM}(?:{_LINK}{_ITEM}){{1,6}})"
    r"(?![\w-]|\s?\+|\s(?:pos|mutated|altered|present|found|detected|identified|wt|wild|neg|unmut"
    r"|intact|normal|not|is|was)\w{0,5}\b)"
)
_LINKS = re.compile(rf"(?i){_LINK}")
_JOINS = re.compile(r"(?i)\s(?:or|nor)\s|/")

_TWO_TOLD = re.compile(
    r"(?<![\w-])[A-Z][A-Z0-9]{2,7}\s(?:mut|mutated|mutant)(?P<link>\s?[&+]\s?|\s(?i:and)\s)"
    r"(?=[A-Z][A-Z0-9]{2,7}\s?(?:(?i:neg(?:ative)?|wt|wild[\s-]?type|not\s\w{3,9})\b|-(?=[\s,.;]|$)))"
)
"""A gene that is altered, and one beside it that is not."""

_NEITHER_BRCA = re.compile(
    r"\b(?P<gene>[gst]?BRCA)(?:\smut\w{0,6})?:?\s(?i:neither)\s1\s(?i:nor)\s2\b"
)
_ORIGIN = r"(?:in\s)?(?:the\s)?(?P<{}>germ-?line|somatic|tumou?r)"
_NEITHER_ORIGIN = re.compile(
    rf"\b(?P<gene>BRCA(?:1/2|[12])?)\s(?i:neither\s{_ORIGIN.format('one')}\snor"
    rf"\s{_ORIGIN.format('other')})\b"
)

_REPAIR = r"(?:MSS|MSI[\s-]?[HL](?:igh|ow)?|[dp]MMR)"
_EITHER = re.compile(
    rf"(?<![\w-])(?:{_REPAIR}(?P<no>\s?\?{{1,2}}\s[Nn]o\s){_REPAIR}"
    r"|[A-Z][A-Z0-9]{2,6}\s(?:wt|wild[\s-]?type|neg(?:ative)?)(?P<not>\s?\?{1,2}\s[Nn]o\s)"
    r"(?:[A-Z][A-Z0-9]{2,6}\s)?[A-Z]\d{1,4}[A-Z])(?![\w-])"
)
"""A state that is asked about, and a "no" without a comma before its contrary: it may answer the
question, or deny what follows. Both are told, and the sheet takes neither."""


def findings_denied(text: str) -> Iterator[Change]:
    """The words that deny findings, so that each is denied by itself."""
    yield from _denied_behind(text)
    for match in _DENIED_LIST.finditer(text):
        yield from _each_denied(text, match)
    for match in _TWO_TOLD.finditer(text):
        yield (*match.span("link"), ", ")
    for match in _EITHER.finditer(text):
        yield (*match.span("no" if match["no"] else "not"), ", ")
    for match in _NEITHER_BRCA.finditer(text):
        yield (*match.span(), f"{match['gene']}1/2 negative")
    for match in _NEITHER_ORIGIN.finditer(text):
        told = (f"{match[origin]} {match['gene']} negative" for origin in ("one", "other"))
        yield (*match.span(), ", ".join(told))


def _denied_behind(text: str) -> Iterator[Change]:
    for each in recognise(text).of("gene"):
        match = _NO_MUTATION.match(text, each.end)
        if match and not _DENIED_BEFORE.search(text, max(0, each.start - 9), each.start):
            yield each.end, match.end(), " negative"


def _each_denied(text: str, match: re.Match[str]) -> Iterator[Change]:
    """Of a list with changes of chromosomes each item with its denial. A plain "no" before items
    that only commas part denies the first for sure: the others are left as they stand."""
    told = match["list"]
    if not re.search(rf"(?i){_CHROMOSOME}", told):
        return
    if match["head"].lower() == "no" and not _JOINS.search(told):
        return
    links = list(_LINKS.finditer(text, match.start("list"), match.end("list")))
    joined = [place for place, link in enumerate(links) if _JOINS.search(link.group())]
    last = joined[-1] + 1 if joined else len(links)
    # "No t(4;14) or t(14;16), 1q amp": behind the last of the list another one begins.
    for link in links[:last]:
        yield (*link.span(), ", no ")
