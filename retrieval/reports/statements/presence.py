"""Sentences that say of names of variants that they are there, or are not, and nothing else: "EGFR
L858R detected, T790M not detected." A sentence is read whole by this grammar, or not at all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from names.variants.gene_lists import genes_in_short
from names.variants.normal_form import NormalVariant
from names.variants.usual_forms import read_variant
from retrieval.reports.contract import Span
from retrieval.reports.statements.mentions import LONGEST_STATEMENT
from retrieval.reports.statements.presence_words import (
    COPIES_TOLD,
    FOUND,
    LEAD,
    NO_NOUN_IN,
    NONE_OF,
    NOT_FOUND_LEAD,
    NOUN,
    PREDICATES,
)
from retrieval.reports.variant_names import fusions_in, protein_first, symbol_of, variants_in

_GENE = re.compile(r"[A-Z][A-Z0-9]{1,9}(?:-\d[A-Z])?(?![\w-])")
_IS = re.compile(r"(?i) ?(?:\bwas|\bwere|\bis|\bare)?\b ?")
_NOUN_OF = {
    "amplified": "amplification", "rearranged": "rearrangement", "mutated": "mutation",
    "altered": "alteration", "fused": "fusion",
}  # fmt: skip
_FOUND_BEHIND = re.compile(rf"(?i) ?(?:(?:was|were|is|are) )?{FOUND}\b")
_NEITHER = re.compile(r"(?i)neither ")
_NO = re.compile(r"(?i)no ")
_NEGATIVE_FOR = re.compile(
    r"(?i)(?:(?:the |this )?(?:tumou?r|sample|specimen)(?: is| was)? )?"
    r"(?:negative|wild[- ]?type) for (?:an? |any )?"
)
_IN_SHORT = re.compile(
    r"[A-Z][A-Z0-9]{1,9}(?:/[A-Z0-9]{1,2}){1,4}(?![\w/-])|(?P<stem>[A-Z]{2,6})(?P<from>\d)[-–](?P<to>\d)(?!\w)"
)
"""Genes of one family: "BRCA1/2", "NTRK1-3"."""
_WITH_PART = re.compile(r"(?P<gene>[A-Z][A-Z0-9]{1,9})-(?P<part>ITD|TKD|PTD)(?![\w-])")
_PLACES = re.compile(
    r"(?i) (?:codons?|exons?) \d{1,4}(?:(?:, ?| ?[-–/] ?|,? (?:and|or|to) )\d{1,4}\b){0,12}"
)
"""Behind a gene: which parts of it were looked at."""
_PARTS_OF_GENE = re.compile(
    r"(?i) \((?:(?:exons?|codons?|ITD|TKD|PTD|and|or|\d{1,4})[ ,/–-]{0,2}){1,12}\)"
)
_BETWEEN_ITEMS = re.compile(r"(?i),? (?:and|or|nor) (?:the )?|, ?| ?/ ?")
_PARTS_OF_LIST = re.compile(r" ?; ")
_BEHIND_ITEM = re.compile(rf"(?i) (?:genes?\b|{NOUN}\b)")
_COLON = re.compile(r" ?[:–-] ?")
_BEFORE_CHANGE = re.compile(r" ?:? ?")
_SHARE = re.compile(
    r"(?i),? ?\(?(?:(?:at )?(?:an? )?(?:VAF|allele (?:frequency|fraction))(?: of|:)? ?)?"
    r"(?P<share>[~≈<]? ?\d{1,3}(?:[.,]\d{1,4})? ?%)(?: VAF)?\)?"
)
_WHERE = re.compile(
    r"(?i) (?:in (?:the|this) (?:tumou?r|sample|specimen|plasma)(?: sample)?"
    r"|(?:at (?:an? )?VAF )?above \d{1,2}(?:\.\d{1,2})? ?%|above the limit of detection"
    r"|in (?:hetero|homo|hemi)zygous state|\((?:hetero|homo|hemi)zygous\))"
)
_BETWEEN_CLAUSES = re.compile(
    r"(?i)[;.] (?:and |but )?|, (?:and |but |while |whereas )?| (?:and|but|while|whereas) "
)
_OF_SEVERAL = re.compile(r"(?i),| or | and ")
_CLOSING = re.compile(r"\)")
_END = re.compile(r"[.;]?\s{0,9}\Z")
_LONGEST_CHANGE = 90
"""Characters of a change with its other name in brackets. Chosen by hand: both
names of a change and what stands between them."""
_MOST_ITEMS = 150
"""Names in one list. Chosen by hand: a list of genes without an alteration may have a hundred."""


@dataclass(frozen=True, slots=True)
class PlainName:
    """A name of which a sentence says whether it is there, and where it stands in the words."""

    gene: str
    gene_at: Span
    what: str
    normal: tuple[NormalVariant, ...]
    what_at: Span
    share: Span | None = None
    is_there: bool = False

    @property
    def span(self) -> Span:
        return min(self.gene_at[0], self.what_at[0]), max(self.gene_at[1], self.what_at[1])


def told_plainly(words: str) -> tuple[PlainName, ...]:
    """What the sentence says is there or is not; nothing where a word of it is not understood."""
    if len(words) > LONGEST_STATEMENT:
        return ()
    return _Parsing(words).sentence()


def only_denies(words: str) -> bool:
    """Whether words are a denial by themselves, whatever they begin with: "no MET amp, no HER2
    amp"."""
    told = told_plainly(words)
    return bool(told) and not any(each.is_there for each in told)


def listed_plainly(words: str) -> tuple[PlainName, ...]:
    """The names of a list, below a heading that says that none of them is there."""
    if len(words) > LONGEST_STATEMENT:
        return ()
    told: list[PlainName] = []
    ends = [match.start() for match in _PARTS_OF_LIST.finditer(words)]
    for end in (*ends, len(words)):
        parsing = _Parsing(words[:end], told[-1].span[1] if told else 0)
        parsing.skip(LEAD if not told else _PARTS_OF_LIST)
        found = parsing.all_of(parsing.items())
        if not found or not parsing.skip(_END):
            return ()
        told += found
    return tuple(told)


@dataclass(slots=True)
class _Parsing:
    """Where the reading of a sentence stands."""

    words: str
    place: int = 0
    carried: tuple[str, Span] | None = None
    """The gene of the variant before: that of a change named without one."""
    told: list[PlainName] = field(default_factory=list)

    def skip(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Go behind what the pattern matches here."""
        if match := pattern.match(self.words, self.place):
            self.place = match.end()
        return match

    def sentence(self) -> tuple[PlainName, ...]:
        self.skip(LEAD)
        while len(self.told) <= _MOST_ITEMS:
            clause = self._clause()
            if not clause:
                return ()
            self.told += clause
            if self.skip(_END):
                return tuple(self.told)
            if not self.skip(_BETWEEN_CLAUSES):
                return ()
        return ()

    def _clause(self) -> list[PlainName]:
        if lead := self.skip(NO_NOUN_IN):
            # Of several kinds of change nothing was found: the gene alone says that.
            noun = "" if _OF_SEVERAL.search(lead["noun"]) else lead["noun"]
            found = self.all_of(self.items(), noun)
            self.skip(_FOUND_BEHIND)
        elif lead := self.skip(NOT_FOUND_LEAD) or self.skip(_NEGATIVE_FOR):
            # "Pertinent negatives: no alterations were found in …" says it twice.
            lead = self.skip(NO_NOUN_IN) or lead
            noun = lead.groupdict().get("noun") or ""
            found = self.all_of(self.items(), "" if _OF_SEVERAL.search(noun) else noun)
        elif self.skip(NONE_OF):
            found = self.all_of(self.items())
            self.skip(_CLOSING)
        elif self.skip(_NEITHER):
            found = self.all_of(self.items())
            if not self.skip(_FOUND_BEHIND):
                return []
        elif self.skip(_NO):
            found = self.all_of(self.items())
            # "No RET": of the gene itself nothing is said.
            if not self.skip(_FOUND_BEHIND) and not (found and found[-1].what):
                return []
        else:
            return self._list_clause()
        self.skip(_WHERE)
        return [] if any(each.share for each in found) else found

    def _list_clause(self) -> list[PlainName]:
        """A list, and whether what it names is there."""
        found = self.items()
        if len(found) == 1 and _is_of_copies(found[0]) and self.skip(COPIES_TOLD):
            return [replace(found[0], is_there=True)]
        colon = self.skip(_COLON)
        of_all = bool(colon and ":" in colon[0])
        self.skip(_IS)
        for pattern, is_there in PREDICATES:
            if not (said := self.skip(pattern)):
                continue
            noun = said.groupdict().get("noun") or ""
            noun = _NOUN_OF.get(noun.lower().removeprefix("not "), noun)
            share = self.skip(_SHARE) if is_there and len(found) == 1 else None
            self.skip(_WHERE)
            if self._is_doubtful(found, is_there=is_there, of_all=of_all):
                return []
            told = found if is_there else self.all_of(found, noun)
            return [_with(each, is_there, share) for each in told]
        return []

    def _is_doubtful(self, found: Sequence[PlainName], *, is_there: bool, of_all: bool) -> bool:
        """Whether a list does not tell of which of its names the words behind it are: "L858R, T790M
        not detected" may deny the second alone. Behind a colon they are of all."""
        if not found:
            return True
        joints = [
            self.words[one.span[1] : other.what_at[0]]
            for one, other in pairwise(found)
            if one.gene_at != other.gene_at or one.gene == other.gene
        ]
        if is_there:
            has_or = any(re.search(r"(?i)\bor\b", each) for each in joints)
            return has_or or not all(each.normal for each in found)
        is_one = not joints or of_all or re.search(r"(?i)\b(?:and|or|nor)\b|/", joints[-1])
        return not is_one or any(each.share for each in found)

    def all_of(self, found: Sequence[PlainName], noun: str = "") -> list[PlainName]:
        """The names of a list with the noun that all of them share: "no RET or NTRK1 fusion". In
        "KRAS, ALK fusion" and behind a change of another gene it belongs to its own alone."""
        if not noun and len(found) > 1 and not found[-1].normal:
            others, last = found[:-1], found[-1]
            joint = self.words[others[-1].span[1] : last.span[0]]
            is_joined = last.what.endswith("s") or re.search(r"(?i)\b(?:and|or|nor)\b|/", joint)
            noun = last.what if is_joined and not any(each.what for each in others) else ""
        return [each if each.what else replace(each, what=noun) for each in found]

    def items(self) -> list[PlainName]:
        """The names of a list; none where it does not begin with one."""
        found: list[PlainName] = []
        while len(found) <= _MOST_ITEMS and (item := self._item()):
            found += item
            self.skip(_BEHIND_ITEM)
            self.skip(_PARTS_OF_GENE)
            before = self.place
            if not self.skip(_BETWEEN_ITEMS):
                return found
            if not self._begins_item():
                self.place = before
                return found
        return found

    def _begins_item(self) -> bool:
        """Whether another name of the list stands here, and not a clause of its own."""
        place, carried = self.place, self.carried
        is_item = bool(self._item())
        self.place, self.carried = place, carried
        return is_item

    def _item(self) -> list[PlainName]:
        start = self.place
        until = min(len(self.words), start + 60)
        # A stroke before two genes says that they are of a list.
        first = max(0, start - 2)
        for normal, inside in fusions_in(self.words[first:until]):
            if normal is not None and first + inside[0] == start:
                self.place = first + inside[1]
                span = start, self.place
                return [PlainName("", span, normal.change, (normal,), span)]
        if family := self._family():
            return family
        if part := _WITH_PART.match(self.words, start):
            return self._part(part)
        match = _GENE.match(self.words, start)
        symbol = symbol_of(match[0]) if match else ""
        if match and symbol:
            self.place = match.end()
            found = list(self._changes(symbol, match.span()))
            if found:
                self.carried = symbol, match.span()
                return found
            self.carried = None
            return [self._gene_alone(symbol, match.span())]
        return list(self._changes(*self.carried)) if self.carried else []

    def _part(self, match: re.Match[str]) -> list[PlainName]:
        """The gene with the name of what is copied in it."""
        symbol, normal = symbol_of(match["gene"]), read_variant(match[0])
        if not symbol:
            return []
        self.place, self.carried = match.end(), None
        named = (normal,) if normal else ()
        return [PlainName(symbol, match.span("gene"), match["part"], named, match.span("part"))]

    def _family(self) -> list[PlainName]:
        """The genes that a name in short joins."""
        match = _IN_SHORT.match(self.words, self.place)
        if match is None:
            return []
        symbols = genes_in_short(match[0])
        if match["stem"]:
            numbers = range(int(match["from"]), int(match["to"]) + 1)
            symbols = tuple(symbol_of(f"{match['stem']}{number}") for number in numbers)
        if len(symbols) < 2 or not all(symbols):
            return []
        self.place, self.carried = match.end(), None
        return [self._gene_alone(symbol, match.span()) for symbol in symbols]

    def _changes(self, gene: str, at: Span) -> Iterator[PlainName]:
        """The change that stands here; its other name in brackets belongs to it."""
        lead = _BEFORE_CHANGE.match(self.words, self.place)
        start = lead.end() if lead else self.place
        words = self.words[start : start + _LONGEST_CHANGE]
        named = sorted(
            ((span, normal) for normal, span in variants_in(gene, words) if normal is not None),
            key=lambda each: each[0],
        )
        taken: list[tuple[Span, NormalVariant]] = []
        end = 0
        for span, normal in named:
            between = words[end : span[0]]
            if not re.fullmatch(r"" if not taken else r" ?[(,]? ?", between) and span[0] >= end:
                break
            if taken and any(normal.kind == each.kind for _, each in taken):
                break
            taken.append((span, normal))
            end = max(end, span[1])
        if not taken:
            return
        end += 1 if words[end : end + 1] == ")" and "(" in words[:end] else 0
        self.place = start + end
        share = self.skip(_SHARE)
        span = start + taken[0][0][0], start + end
        yield PlainName(
            gene, at, self.words[slice(*span)], protein_first([each for _, each in taken]), span,
            share.span("share") if share else None,
        )  # fmt: skip

    def _gene_alone(self, symbol: str, at: Span) -> PlainName:
        if places := self.skip(_PLACES):
            return PlainName(symbol, at, places[0].strip(), (), places.span())
        noun = _BEHIND_ITEM.match(self.words, self.place)
        what = noun[0].strip() if noun and not noun[0].lower().startswith(" gene") else ""
        span = at if noun is None else (noun.start() + 1, noun.end())
        return PlainName(symbol, at, what, (), span)


def _is_of_copies(name: PlainName) -> bool:
    return bool(name.normal) and all(each.kind == "copy number" for each in name.normal)


def _with(name: PlainName, is_there: bool, share: re.Match[str] | None) -> PlainName:
    at = share.span("share") if share else name.share
    return replace(name, share=at, is_there=is_there)
