"""The variants that the sentences of a report tell as found, each with what its sentence says."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from names.variants.normal_form import NormalVariant
from retrieval.reports.cells import CLASS, origin_in, origin_of
from retrieval.reports.contract import (
    NO_GROUP,
    Field,
    Group,
    ReportedVariant,
    ReportPlace,
    SampleOrigin,
    Span,
)
from retrieval.reports.statements.line_ends import parts_of
from retrieval.reports.statements.list_leads import is_listed_finding
from retrieval.reports.statements.mentions import (
    LONGEST_STATEMENT,
    NamedAlteration,
    alterations_in,
)
from retrieval.reports.wording.paragraph_leads import group_of_paragraph
from retrieval.reports.wording.telling import clause_at, denies, is_denied, tells_finding
from retrieval.text.pages import pages_at
from retrieval.text.sentences import split

_NUMBER = r"(?P<{}>[~≈<]? ?\d{{1,3}}(?:[.,]\d{{1,4}})? ?%)"
_SHARES = tuple(
    re.compile(pattern.format(_NUMBER.format("share")))
    for pattern in (
        r"(?i)\b(?:VAF|MAF|AF|(?:allele|allelic|variant|mutant|mutation) (?:fraction|frequency"
        r"|burden))\b[^\w%]{{0,4}}(?:(?:of|is|was|approximately|about) ){{0,2}}{}",
        r"(?i){} (?:VAF|MAF|AF|variant|allel\w+|mutant|of (?:the )?(?:\w+ )?(?:reads|alleles"
        r"|cfDNA|cell-free))",
        r"(?i)\bat (?:an? )?(?:(?:approximately|about) )?{}(?! of)",
        r"[(,;] ?{}(?=[),;])",
    )
)
"""How a sentence tells a share of reads; another percentage is none."""
_SHARE_BEHIND = re.compile(rf" {_NUMBER.format('share')}(?=[;,.]|$| \()")
_LISTS = re.compile(r"(?i)[^:.;]{0,60}\b(?:variants?|mutations?|alterations?|VUS)\b[^:.;]{0,40}: ")
"""A list of variants, in which a percentage directly behind each is its share of reads."""
_SEVERAL = re.compile(
    r"(?i)^[\w ,-]{0,40}\b(?:variants|mutations|alterations|changes)\b|^[^:.;]{0,40}:"
)
"""Behind a class that is that of each name of a list: "Pathogenic variants …", "VUS: …"."""
_HEADS_NEXT = re.compile(r"[^:.;,()]{0,40}: ")
"""Behind a class that heads the next names of a list, and is not that of the name before it."""
LONGEST_HEADING = 60
"""Characters of a line in capitals that heads a paragraph. Chosen by hand."""
_ONE_EACH = re.compile(r"(?i)\brespectively\b")


SectionKind = Literal["findings", "absent", "other"]
"""What stands below a heading: findings of the sample, what was not found or only tested, or
something that is no finding of it."""


@dataclass(frozen=True, slots=True)
class Section:
    """From where on a heading holds, and what it says of what stands below it."""

    start: int
    group: Group
    kind: SectionKind


@dataclass(frozen=True, slots=True)
class NamedOnly:
    """A variant that a sentence or row names and does not tell as found, nor as absent."""

    name: str
    normal: tuple[NormalVariant, ...]
    place: ReportPlace


@dataclass(frozen=True, slots=True)
class ToldInSentences:
    """What the sentences of a report come to."""

    variants: tuple[ReportedVariant, ...]
    not_taken: tuple[NamedOnly, ...]


def told_in_sentences(
    text: str, sections: Sequence[Section], read: Sequence[ReportPlace]
) -> ToldInSentences:
    """The findings of the sentences, but for those in which rows were read."""
    begins = [each.start for each in sections]
    rows = sorted((each.start, each.end) for each in read)
    variants, not_taken = list[ReportedVariant](), list[NamedOnly]()
    for is_sentence, first, end in _spans(text):
        start = _behind_heading(text, first, end)
        number = bisect_right(begins, start) - 1
        section = sections[number] if number >= 0 else Section(0, NO_GROUP, "findings")
        if end - start > LONGEST_STATEMENT or section.kind == "absent":
            continue
        words = text[start:end].replace("\n", " ").replace("\f", " ")
        group = group_of_paragraph(text, start, section.group)
        place = _place(text, (start, end), group)
        has_row = _overlaps(rows, start, end)
        is_read = is_sentence and section.kind == "findings" and not has_row
        found = alterations_in(words)
        is_listed = bool(found) and is_listed_finding(text, start, words)
        for at, named in enumerate(found):
            told = _Sentence(words, found, at, is_listed=is_listed)
            if is_read and told.is_finding:
                variants.append(told.variant(text, start, group, place))
            elif not told.is_absent and not _overlaps(rows, start + named.start, start + named.end):
                at_name = (start + named.start, start + named.end)
                where = replace(_place(text, at_name, section.group), is_sentence=False)
                not_taken.append(NamedOnly(_name(named), named.normal, where))
    return ToldInSentences(tuple(variants), tuple(not_taken))


def _spans(text: str) -> Iterator[tuple[bool, int, int]]:
    """Each sentence, in the parts that its lines make of it."""
    for span in split(text):
        for start, end in parts_of(text, span.start, span.end):
            yield span.kind == "sentence", start, end


def _place(text: str, span: Span, group: Group) -> ReportPlace:
    page = pages_at(text, *span)
    return ReportPlace(*span, page=page, sheet="" if page else group.heading, is_sentence=True)


def _behind_heading(text: str, start: int, end: int) -> int:
    """Where a sentence begins of which the first line is a heading in capitals."""
    line = text.find("\n", start, min(end, start + LONGEST_HEADING))
    words = text[start : max(start, line)]
    return line + 1 if words.isupper() and not alterations_in(words) else start


def _overlaps(rows: Sequence[Span], start: int, end: int) -> bool:
    number = bisect_right(rows, (end, 0))
    return any(first < end and start < last for first, last in rows[max(0, number - 2) : number])


def _name(mention: NamedAlteration) -> str:
    first = mention.normal[0]
    prefix = {"coding": "c."}.get(first.kind, "")
    return first.change if first.kind == "fusion" else f"{mention.gene} {prefix}{first.change}"


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A mention in its sentence, between the one before and the one behind it."""

    words: str
    mentions: Sequence[NamedAlteration]
    number: int
    is_listed: bool = False
    """Whether it is an item of a list of what was found."""

    @property
    def mention(self) -> NamedAlteration:
        return self.mentions[self.number]

    @property
    def lead(self) -> Span:
        before = self.mentions[self.number - 1].end if self.number else 0
        return min(before, self.mention.start), self.mention.start

    @property
    def tail(self) -> Span:
        own = self.mention.end
        behind = [each.start for each in self.mentions[self.number + 1 :] if each.start > own]
        return self.mention.start, min([*behind, len(self.words)])

    @property
    def is_finding(self) -> bool:
        span = (self.mention.start, self.mention.end)
        is_told = self.is_listed or self.share is not None
        return tells_finding(self.words, span, has_share=is_told)

    @property
    def is_absent(self) -> bool:
        """Whether it is said not to be there: before it, right behind it, or behind the list that
        it stands in."""
        span = (self.mention.start, self.mention.end)
        if not is_denied(self.words, span):
            return False
        start, end = clause_at(self.words, span)
        places = [
            (min(start, self.lead[1]), self.mentions[0].start),
            (self._behind_comma(), self.lead[1]),
            (self.mention.end, self.tail[1]),
            (self.mentions[-1].end, end),
        ]
        return any(denies(self.words[first:last]) for first, last in places if first < last)

    def _behind_comma(self) -> int:
        """Where the words before the mention are its own, and not of the one before."""
        start, end = self.lead
        return max(self.words.rfind(mark, start, end) + 1 for mark in ",;.") or start

    @property
    def share(self) -> Span | None:
        if _ONE_EACH.search(self.words):
            return None
        if _LISTS.match(self.words, 0, self.mention.start) and (
            match := _SHARE_BEHIND.match(self.words, self.mention.end, self.tail[1])
        ):
            return match.span("share")
        for pattern in _SHARES:
            if match := pattern.search(self.words, self.mention.end, self.tail[1]):
                return match.span("share")
        return None

    def _beside(self, pattern: re.Pattern[str]) -> Span | None:
        """Where the words behind the mention, or before it, say something of it."""
        for start, end in (self.tail, self.lead):
            match = pattern.search(self.words, start, end)
            if match and not (start == self.tail[0] and _HEADS_NEXT.match(self.words, match.end())):
                return match.span()
        if self.number:
            first = self.mentions[0].start
            lead = pattern.search(self.words, 0, first)
            if lead and _SEVERAL.match(self.words[lead.end() : first]):
                return lead.span()
        return None

    def variant(self, text: str, start: int, group: Group, place: ReportPlace) -> ReportedVariant:
        """The row that the sentence tells."""
        mention = self.mention
        at: dict[Field, Span] = {"gene": mention.gene_at, "variant": mention.spans[0]}
        if share := self.share:
            at["VAF"] = share
        if classed := self._beside(CLASS):
            at["class"] = classed
        origin, said = self._origin()
        if said:
            at["origin"] = said
        placed: dict[Field, Span] = {k: (start + s, start + e) for k, (s, e) in at.items()}
        written = {name: " ".join(text[slice(*span)].split()) for name, span in placed.items()}
        return ReportedVariant(
            gene=mention.gene,
            variant=written["variant"],
            normal=mention.normal,
            vaf=written.get("VAF", ""),
            classed=written.get("class", "") or group.classed,
            origin=origin or group.origin,
            place=place,
            cells=tuple(placed.items()),
        )

    def _origin(self) -> tuple[SampleOrigin, Span | None]:
        for start, end in (self.tail, self.lead):
            words = self.words[start:end]
            if (origin := origin_of(words)) and (inside := origin_in(words)):
                return origin, (start + inside[0], start + inside[1])
        return "", None
