"""What a sequencing report says, as values."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from names.variants.normal_form import NormalVariant

SampleOrigin = Literal["", "germline", "somatic"]
Biomarker = Literal["MSI", "TMB", "HRD"]
Field = Literal["gene", "variant", "VAF", "class", "origin"]
Span = tuple[int, int]
_PATHOGENIC = re.compile(
    r"(?i)(?P<likely>likely )?pathogenic(?: ?\(.{1,30}\))?|class (?:(?P<fourth>4)|5)"
)

_KIND_ALONE = re.compile(
    r"(?i)[\[(]?(?:(?:somatic|germ-?line|DNA|RNA|gene|small|structural|sequence|copy[- ]number"
    r"|single[- ]nucleotide) ?){0,3}(?:variants?|mutations?|alterations?|fusions?|rearrangements?"
    r"|amplifications?|deletions?|changes|SNVs?|CNVs?|indels?)?[\])]?:?"
)


@dataclass(frozen=True, slots=True)
class Group:
    """What the heading above a row says of it."""

    heading: str = ""
    origin: SampleOrigin = ""
    classed: str = ""

    @property
    def is_kind_alone(self) -> bool:
        """Whether it names a kind of change or an origin, and nothing else."""
        return bool(self.heading) and _KIND_ALONE.fullmatch(self.heading) is not None

    def within(self, above: Group) -> Group:
        """The heading with what the one above it says."""
        return Group(self.heading, self.origin or above.origin, self.classed or above.classed)


NO_GROUP = Group()


@dataclass(frozen=True, slots=True)
class ReportPlace:
    """Where words of a report stand. Page, sheet and row are named where the document has them."""

    start: int
    end: int
    page: str = ""
    sheet: str = ""
    """The sheet or the heading above."""
    row: int = 0
    """Counts the rows below their head from 1; 0 outside of a table."""
    is_sentence: bool = False
    """Whether a sentence says it, not a row or a line of values."""

    @property
    def words(self) -> str:
        """``p. 2, row 3``; ``Variants, row 3``; ``p. 1, in a sentence``."""
        told = [f"p. {self.page}"] if self.page else [self.sheet] if self.sheet else []
        told += [f"row {self.row}"] if self.row else []
        return ", ".join([*told, *(["in a sentence"] if self.is_sentence else [])])


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedVariant:
    """A variant that the report names as found. What it does not say is empty."""

    gene: str
    """Approved symbol."""
    variant: str
    """As it is written: ``p.Leu858Arg``."""
    normal: tuple[NormalVariant, ...]
    """Its names in normal form, the protein's first; empty where none is understood."""
    vaf: str = ""
    """As it is written: ``34.2%``."""
    classed: str = ""
    """As it is written: ``Tier I``, ``Likely pathogenic``; a number alone with the word of its
    head."""
    origin: SampleOrigin = ""
    sample: str = ""
    """The sample that it was found in, where the report tells of several."""
    place: ReportPlace
    cells: tuple[tuple[Field, Span], ...] = ()
    """Where each of its fields stands; a field told by the heading of its group is there."""
    in_percent: bool = False
    """Whether a share of reads without a sign is one in percent, as its column says."""
    beside: tuple[ReportedVariant, ...] = ()
    """Further alterations of the gene that the same words name: "L858R, amplification"."""

    @property
    def name(self) -> str:
        """Gene and variant in the shortest form that names it: ``EGFR L858R``."""
        if not self.normal:
            return f"{self.gene} {self.variant}"
        return self.change if self.normal[0].kind == "fusion" else f"{self.gene} {self.change}"

    @property
    def change(self) -> str:
        """What is changed, in the shortest form that names it: ``L858R``, ``c.68_69del``; empty
        where the name has no normal form."""
        if not self.normal:
            return ""
        first = self.normal[0]
        prefix = {"coding": "c.", "genomic": "g."}.get(first.kind, "")
        return f"{prefix}{first.change}"

    @property
    def pathogenicity(self) -> Literal["", "likely pathogenic", "pathogenic"]:
        """What the report calls it, if that is one of these alone; classes 4 and 5 are."""
        told = _PATHOGENIC.fullmatch(self.classed)
        if told is None:
            return ""
        return "likely pathogenic" if told["likely"] or told["fourth"] else "pathogenic"

    @property
    def percent(self) -> float | None:
        """The share of reads in percent; None where none is told."""
        return percent_of(self.share)

    @property
    def share(self) -> str:
        """The share of reads as it is written, with its sign where the column has that."""
        return f"{self.vaf}%" if self.in_percent and self.vaf and "%" not in self.vaf else self.vaf


def percent_of(written: str) -> float | None:
    """``34.2%`` and ``0.342`` are the same share."""
    number = written.replace("%", "").replace(",", ".").strip(" ~<≈")
    try:
        value = float(number)
    except ValueError:
        return None
    share = value if "%" in written or value > 1 else value * 100
    return round(share, 4) if 0 <= share <= 100 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedMarker:
    """What the report says of a marker of the whole tumour."""

    marker: Biomarker
    value: str
    """As it is written: ``MSI-High``, ``12.6 mutations/Mb``."""
    place: ReportPlace
    sample: str = ""
    """The sample that it was measured in, where the report tells of several."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedAbsence:
    """What the report says was looked for and is not there."""

    gene: str
    """Approved symbol; empty where a fusion's name, or a change alone, is told."""
    what: str
    """As it is written: ``T790M``, ``fusion``; empty where the gene alone is named."""
    place: ReportPlace
    sample: str = ""

    @property
    def name(self) -> str:
        """``EGFR T790M``, ``ALK fusion``, ``NRAS``."""
        return f"{self.gene} {self.what}".strip()


def line_of(place: ReportPlace, line: int) -> str:
    """``p. 2, line 14``; without the page where the document has none."""
    page = f"p. {place.page}, " if place.page else ""
    return f"{page}line {line}"


@dataclass(frozen=True, slots=True)
class NotRead:
    """A line that names a variant, or stands among rows, and was read into nothing."""

    line: int
    """Of its page, from 1; of the text where the document has no pages."""
    words: str
    place: ReportPlace

    @property
    def where(self) -> str:
        """``p. 2, line 14``."""
        return line_of(self.place, self.line)


@dataclass(frozen=True, slots=True)
class NotTaken:
    """A variant that the report names, and that was not taken as a finding of its sample: what it
    says elsewhere in general, or in a form that is not read."""

    name: str
    place: ReportPlace
    line: int = 0
    """Of its page, from 1."""

    @property
    def where(self) -> str:
        """``p. 2, line 14``."""
        return line_of(self.place, self.line)


@dataclass(frozen=True, slots=True)
class SequencingReport:
    """Everything that a report names."""

    variants: tuple[ReportedVariant, ...] = ()
    markers: tuple[ReportedMarker, ...] = ()
    left_out: int = 0
    """Calls of a VCF that did not pass its filter, or that change no protein."""
    not_taken: tuple[NotTaken, ...] = ()
    absent: tuple[ReportedAbsence, ...] = ()
    not_read: tuple[NotRead, ...] = ()
    patients: tuple[str, ...] = ()
    """The patients that it names, if it tells of several."""

    def __bool__(self) -> bool:
        return bool(self.variants or self.markers or self.not_taken or self.absent)
