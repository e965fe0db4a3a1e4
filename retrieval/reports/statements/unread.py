"""The lines of a report that name a variant, or stand among rows, and were read into nothing."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from names.variants.normal_form import NormalVariant
from retrieval.reports.contract import NotRead, NotTaken, ReportPlace, SequencingReport, Span
from retrieval.reports.lines import TextLine
from retrieval.reports.statements.mentions import alterations_in
from retrieval.reports.statements.sentences import NamedOnly, Section
from retrieval.reports.variant_names import symbol_of
from retrieval.text.pages import pages_at
from retrieval.text.sentences import split

MOST_NOT_READ = 200
"""Lines told as not read. Chosen by hand: more of them say that the document is no report."""
LONGEST_TOLD = 160
"""Characters that are told of a line. Chosen by hand: one finds it again by them."""
_CHANGE = re.compile(
    r"(?<![\w.])(?:p\.\(?[A-Za-z*][^\s|,;]{1,60}|[cg]\.\(?[*-]?\d[^\s|,;]{1,60}"
    r"|[A-Z]\d{2,5}(?:[A-Z*]|fs|_)[\w*]{0,20}|[A-Z]\d{2,5}(?:del|dup|ins))"
)
"""What is written like the name of a change, whether or not it can be read."""
_STARS = re.compile(
    r"(?<![\w-])(?P<gene>[A-Z][A-Z0-9-]{2,9})(?: \|| ?:| genotype| diplotype){0,2} {0,3}"
    r"\*\d{1,3}(?::\d{2,3})?[A-Z]?(?: ?/ ?\*\d{1,3}[A-Z]?)?"
)
_KIND_OF_CHANGE = re.compile(
    r"(?<![\w-])(?P<gene>[A-Z][A-Z0-9]{1,9})(?:[:-]{1,2}(?P<other>[A-Z][A-Z0-9]{1,9}))?"
    r" (?:gene )?(?i:fusion|rearrangement|amplifi|amplified|exon \d{1,2} |mutation|homozygous"
    r"|biallelic|ITD\b|positive\b)"
)
_STATED = re.compile(
    r"(?i)\b(?:detected|identified|positive|negative|equivocal|invalid|indeterminate|inconclusive"
    r"|pending|failed|suspected|amplifi\w{1,8}|fusions?|rearrang\w{1,8})\b"
)
_GENE = re.compile(
    r"(?:[-*•‣–▪|] ?)?(?P<gene>[A-Z][A-Z0-9]{1,9}?)(?:v[IVX]{1,4}|-[A-Z0-9]{1,5})?(?![\w-])"
)
_DENIES = re.compile(
    r"(?i)\b(?:no|not|without|negatives?|wild[- ]?type|absent)\b(?P<behind>[^.;]{0,200})"
)
_OF_CHANGES = re.compile(
    r"(?i)\b(?:alterations?|variants?|mutations?|fusions?|rearrangements?|amplifications?"
    r"|detected|identified|found|negatives?|wild[- ]?type|absent)\b"
)
_ANY_GENE = re.compile(r"(?<![\w.-])[A-Z][A-Z0-9]{1,9}(?![\w-])")
_TELLS = re.compile(
    r"(?i)\b(?:is|are|has|have|may|can|associated|patients?|approved|therap\w{1,8}|inhibitors?)\b"
)
_CHANGE_OF = re.compile(
    r"(?i)\b(?:amplification|fusion|rearrangement|translocation|deletion|duplication|loss) of"
    r" (?:the )?(?-i:(?P<gene>[A-Z][A-Z0-9]{1,9}))(?![\w-])"
)
_NEVER = re.compile(
    r"(?i)\b(?:genes? (?:tested|covered|analy[sz]ed|assayed|included|sequenced)|panel content"
    r"|gene list|references?|literature|limitations?|methods?|methodology|disclaimer|glossary)\b"
)
"""Headings below which no finding stands."""


@dataclass(frozen=True, slots=True)
class ReadPlaces:
    """What was read, as places and as names."""

    spans: tuple[Span, ...]
    """Disjoint or not, in the order of their starts."""
    widest: int
    names: frozenset[str]

    def overlap(self, span: Span) -> bool:
        """Whether anything of these words was read."""
        first = bisect_right(self.spans, (span[0] - self.widest, 0))
        last = bisect_right(self.spans, (span[1], 0))
        return any(start < span[1] and span[0] < end for start, end in self.spans[first:last])


def places_read(report: SequencingReport, repeated: Sequence[ReportPlace] = ()) -> ReadPlaces:
    """The places of a report that rows, denials, values and remarks were read from; ``repeated`` is
    where rows name once more what others do."""
    spans: list[Span] = []
    names: set[str] = set()
    for variant in report.variants:
        place = variant.place
        # A sentence may name others beside the one that was read of it.
        spans += [at for _, at in variant.cells]
        spans += [] if place.is_sentence else [(place.start, place.end)]
        names |= {variant.variant, *(each.change for each in variant.normal)}
    others = [each.place for each in report.absent]
    others += [each for each in repeated if not each.is_sentence]
    others += [each.place for each in report.markers]
    others += [each.place for each in report.not_taken]
    spans += [(place.start, place.end) for place in others]
    widest = max((end - start for start, end in spans), default=0)
    return ReadPlaces(tuple(sorted(spans)), widest, frozenset(names))


def not_taken_of(
    text: str, named: Sequence[NamedOnly], known: Collection[NormalVariant]
) -> Iterator[NotTaken]:
    """What sentences name only, but for what is known as a row, each name once."""
    left = {each.name: each for each in named if not set(known) & set(each.normal)}
    for each in left.values():
        yield NotTaken(each.name, each.place, line_at(text, each.place.start))


def not_read_of(
    text: str,
    lines: Sequence[TextLine],
    rows: Collection[int],
    sections: Sequence[Section],
    report: SequencingReport,
    repeated: Sequence[ReportPlace] = (),
) -> tuple[NotRead, ...]:
    """Each such line with its page and line, in their order; ``rows`` is where the rows below heads
    of columns begin."""
    read = places_read(report, repeated)
    begins = [each.start for each in sections]
    found = []
    for line in lines:
        number = bisect_right(begins, line.start) - 1
        section = sections[number] if number >= 0 else None
        heading = section.group.heading if section else ""
        if _NEVER.search(heading) and line.start not in rows:
            continue
        is_on_findings = section is None or section.kind != "other"
        is_result = is_on_findings and (_states_result(line.words) or _denies_genes(line.words))
        is_untouched = is_result and not read.overlap((line.start, line.end))
        for part in _parts_of(text, line):
            if is_untouched or _is_lost(part, line.start in rows, read):
                found.append(_line_not_read(text, part))
    return tuple(found[:MOST_NOT_READ])


def _states_result(words: str) -> bool:
    """Whether a short line begins with a gene, and says whether something of it is there."""
    if len(words) > LONGEST_TOLD or not _STATED.search(words) or _TELLS.search(words):
        return False
    lead = _GENE.match(words)
    return bool(lead and symbol_of(lead["gene"]))


def _denies_genes(words: str) -> bool:
    """Whether a short line says of genes by name that nothing of them is there."""
    if len(words) > LONGEST_TOLD or not _OF_CHANGES.search(words) or _TELLS.search(words):
        return False
    denied = _DENIES.search(words)
    genes = _ANY_GENE.findall(denied["behind"]) if denied else ()
    return any(map(symbol_of, genes))


def _parts_of(text: str, line: TextLine) -> tuple[TextLine, ...]:
    """The line; the sentences of one that is too long to be told whole."""
    if line.is_row or len(line.words) <= LONGEST_TOLD:
        return (line,)
    spans = split(line.words)
    return tuple(TextLine(line.words[e.start : e.end], line.start + e.start) for e in spans)


def _is_lost(line: TextLine, is_among_rows: bool, read: ReadPlaces) -> bool:
    if is_among_rows and not read.overlap((line.start, line.end)):
        return True
    for words, at in _names_in(line.words):
        span = line.start + at[0], line.start + at[1]
        if not read.overlap(span) and not _is_known(words, read):
            return True
    return False


def _names_in(words: str) -> Iterator[tuple[str, Span]]:
    for match in _CHANGE.finditer(words):
        yield match[0], match.span()
    for match in _KIND_OF_CHANGE.finditer(words):
        if symbol_of(match["gene"]) or (match["other"] and symbol_of(match["other"])):
            yield match[0], match.span()
    for match in _STARS.finditer(words):
        if symbol_of(match["gene"]):
            yield match[0], match.span()
    for match in _CHANGE_OF.finditer(words):
        if symbol_of(match["gene"]):
            yield match[0], match.span()


def _is_known(words: str, read: ReadPlaces) -> bool:
    """Whether a row of the report has this name already."""
    bare = re.sub(r"^[pcg]\.|[().]", "", words)
    return words in read.names or bare in read.names or _alterations_known(words, read)


def _alterations_known(words: str, read: ReadPlaces) -> bool:
    found = [name.change for each in alterations_in(words) for name in each.normal]
    return bool(found) and all(each in read.names for each in found)


def _line_not_read(text: str, line: TextLine) -> NotRead:
    words = " ".join(line.words.strip("|").replace("|", " ").split())
    told = words if len(words) <= LONGEST_TOLD else f"{words[:LONGEST_TOLD]} …"
    page = pages_at(text, line.start, line.end)
    place = ReportPlace(line.start, line.end, page=page)
    return NotRead(line_at(text, line.start), told, place)


def line_at(text: str, place: int) -> int:
    """The line in which this place stands, from 1: of its page, or of a text without pages."""
    first = text.rfind("\f", 0, place) + 1
    first += text.startswith("\n", first) if first else 0
    return text.count("\n", first, place) + 1
