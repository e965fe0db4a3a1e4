"""The sentences of a report that say plainly what is there and what is not, as its rows."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from retrieval.reports.contract import (
    NO_GROUP,
    Field,
    ReportedAbsence,
    ReportedVariant,
    ReportPlace,
    Span,
)
from retrieval.reports.statements.line_ends import BEGINS_ANEW, GOES_ON, ends_early, lines_in
from retrieval.reports.statements.mentions import LONGEST_STATEMENT
from retrieval.reports.statements.presence import (
    PlainName,
    listed_plainly,
    only_denies,
    told_plainly,
)
from retrieval.reports.statements.presence_words import FOUND, NOUNS
from retrieval.reports.statements.sentences import Section
from retrieval.reports.variant_names import symbol_of
from retrieval.reports.wording.paragraph_leads import group_of_paragraph
from retrieval.text.pages import pages_at
from retrieval.text.sentences import split

LONGEST_GAP = 50
"""Characters in which the next line is looked for. Chosen by hand: blanks and empty lines."""
_DENYING = re.compile(
    r"(?i)\b(?:pertinent negatives?|not (?:detected|identified|found)|negative (?:findings|results)"
    r"|negative for"
    r"|with(?: no|out)(?: any)? (?:(?:reportable|pathogenic|detectable|relevant) ){0,2}"
    r"(?:alterations?|variants?|mutations?))\b"
    rf"|\bno {NOUNS} (?:(?:was|were) )?{FOUND}(?: in)?:?$"
)
"""A heading below which a list names what was looked for and is not there; "genes tested" is
none."""
_DENIED_CHANGE = re.compile(
    r"(?m)^[ \t]{0,20}(?:[-*•‣–▪] ?)?(?P<what>(?:p\.)?[A-Z*]\d{1,5}[A-Z*])[ \t]{0,3}:[ \t]{0,20}"
    r"(?i:not (?:detected|identified|found|present|seen)|neg(?:ative)?|absent)\.?[ \t\r]{0,20}$"
)
_WORD = re.compile(r"\S+")
FEWEST_SYMBOLS = 3
"""Symbols of such a line. Chosen by hand: two of them may be a fusion."""
_ANY_NEGATIVE = re.compile(r"(?i)(?:pertinent |relevant )?negatives?:?")


def plainly_told(
    text: str, sections: Sequence[Section]
) -> Iterator[ReportedVariant | ReportedAbsence]:
    """Each name that a sentence, or a line of its own, says is there or is not."""
    begins = [each.start for each in sections]
    for start, end in _units(text):
        number = bisect_right(begins, start) - 1
        section = sections[number] if number >= 0 else Section(0, NO_GROUP, "findings")
        if section.kind == "other":
            continue
        words = _in_one_line(text[start:end])
        told = told_plainly(words)
        if not told and section.kind == "absent" and denies(section.group.heading):
            told = listed_plainly(words) or _symbols_alone(words)
        for each in told:
            if not each.is_there:
                yield _absence(each, text, start, section)
            elif section.kind == "findings":
                yield _variant(each, text, start, section)


def _symbols_alone(words: str) -> tuple[PlainName, ...]:
    """The genes of a line that is nothing but their symbols, as columns of them are."""
    found = list(_WORD.finditer(words)) if len(words) <= LONGEST_STATEMENT else []
    symbols = [symbol_of(match[0]) for match in found]
    if len(found) < FEWEST_SYMBOLS or not all(symbols):
        return ()
    pairs = zip(symbols, found, strict=True)
    return tuple(PlainName(symbol, at.span(), "", (), at.span()) for symbol, at in pairs)


def denied_changes(text: str, sections: Sequence[Section]) -> Iterator[ReportedAbsence]:
    """Each line "T790M: not detected": whichever gene it is of, the line says so by itself."""
    begins = [each.start for each in sections]
    for match in _DENIED_CHANGE.finditer(text):
        number = bisect_right(begins, match.start()) - 1
        section = sections[number] if number >= 0 else Section(0, NO_GROUP, "findings")
        if section.kind != "other":
            span = match.start("what"), match.end()
            yield ReportedAbsence(gene="", what=match["what"], place=_place(text, 0, span, section))


def _units(text: str) -> Iterator[Span]:
    """The sentences; lines that all say something by themselves are no sentence over lines."""
    for span in split(text):
        words = text[span.start : span.end]
        lines = list(_joined_lines(text, lines_in(words, span.start)))
        if len(lines) > 1 and all(told_plainly(_in_one_line(text[slice(*e)])) for e in lines):
            yield from lines
        elif len(lines) > 1 and not _is_one(_in_one_line(words)):
            # Below a heading or beside a line that is read otherwise: a line that is whole.
            width = max(last - first for first, last in lines)
            yield from (each for each in lines if _is_whole(text, each, width))
        else:
            yield span.start, span.end


def _joined_lines(text: str, lines: Iterable[Span]) -> Iterator[Span]:
    """The lines; one that ends with a comma, or a word that needs another, goes on in the next."""
    start: int | None = None
    end = 0
    for line in lines:
        start = line[0] if start is None else start
        end = line[1]
        if not GOES_ON.search(text[start:end]):
            yield start, end
            start = None
    if start is not None:
        yield start, end


def _is_one(words: str) -> bool:
    """Whether lines are one sentence, or one list of names."""
    return bool(told_plainly(words) or listed_plainly(words) or _symbols_alone(words))


def _is_whole(text: str, line: Span, width: int) -> bool:
    """Whether no sentence goes over the ends of the line: what stands before it has ended, and what
    stands behind it begins anew."""
    before = text[max(0, line[0] - LONGEST_STATEMENT) : line[0]].rstrip(" \t")
    behind = text[line[1] : line[1] + LONGEST_GAP].lstrip(" \t")
    above = before.rstrip("\f\n")
    above = above[above.rfind("\n") + 1 :]
    is_ended = not above or before.endswith(("\n\n", "\f\n")) or above.endswith((".", ":", ";"))
    is_ended = is_ended or bool(told_plainly(above))
    is_ended = is_ended or ends_early(above, text[slice(*line)], width)
    is_ended = is_ended or (only_denies(text[slice(*line)]) and not GOES_ON.search(above))
    begins_anew = behind.startswith(("\n\n", "\n\f")) or not behind.lstrip()
    begins_anew = begins_anew or bool(BEGINS_ANEW.match(behind.lstrip()))
    return is_ended and begins_anew


def _in_one_line(words: str) -> str:
    return words.replace("\n", " ").replace("\f", " ")


def denies(heading: str) -> bool:
    """Whether a heading says that what is listed below it was looked for and is not there."""
    return bool(_DENYING.search(heading) or _ANY_NEGATIVE.fullmatch(heading.strip()))


def _place(text: str, start: int, span: Span, section: Section) -> ReportPlace:
    at = start + span[0], start + span[1]
    page = pages_at(text, *at)
    return ReportPlace(*at, page=page, sheet="" if page else section.group.heading,
                       is_sentence=True)  # fmt: skip


def _absence(name: PlainName, text: str, start: int, section: Section) -> ReportedAbsence:
    place = _place(text, start, name.span, section)
    return ReportedAbsence(gene=name.gene, what=name.what, place=place)


def _variant(name: PlainName, text: str, start: int, section: Section) -> ReportedVariant:
    at: dict[Field, Span] = {"gene": name.gene_at, "variant": name.what_at}
    if name.share:
        at["VAF"] = name.share
    placed: dict[Field, Span] = {k: (start + s, start + e) for k, (s, e) in at.items()}
    group = group_of_paragraph(text, start, section.group)
    written = {key: " ".join(text[slice(*span)].split()) for key, span in placed.items()}
    return ReportedVariant(
        gene=name.gene or name.what,
        variant=written["variant"],
        normal=name.normal,
        vaf=written.get("VAF", ""),
        classed=group.classed,
        origin=group.origin,
        place=_place(text, start, name.span, section),
        cells=tuple(placed.items()),
    )
