"""What the made reports hold: invented patients, variants that public records know by these names.

Each case is written in six layouts, so there are thirty reports. Beside its variants every report
holds what is to be left alone: genes that were tested, variants that were looked for and are not
there, sentences about variants of others, references.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from itertools import groupby

from names.tables.rows import read_rows


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeVariant:
    """A row that a report is to yield."""

    gene: str
    name: str
    """``p.Leu858Arg``, ``amplification``."""
    coding: str
    percent: float | None
    classed: str
    origin: str

    @property
    def is_call(self) -> bool:
        """Whether a file of small variants holds it."""
        return bool(self.coding)


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One invented patient's findings."""

    name: str
    number: int
    """From 0; by it the heads and the order of columns differ."""
    variants: tuple[MadeVariant, ...]
    msi: str
    tmb: str
    hrd: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeReport:
    """A file, and what it is to yield."""

    name: str
    """``lung-ruled.pdf``: the case and the layout."""
    content: bytes
    held: tuple[MadeVariant, ...]
    markers: Mapping[str, str]

    @property
    def layout(self) -> str:
        return self.name.partition("-")[2].partition(".")[0]


_MARKERS = {
    "lung": ("Stable", "5.3 mut/Mb", "not determined"),
    "ovary": ("MSS", "3.1 mutations/Mb", "58"),
    "colon": ("MSI-High", "42.6 mut/Mb", "Negative"),
    "melanoma": ("Microsatellite stable", "24 mut/Mb", "12"),
    "bile": ("MSI-Low", "7.9 mutations per megabase", "Positive"),
}
DECOYS = (
    "EGFR T790M is the commonest mechanism of resistance to first-generation inhibitors.",
    "KRAS G12C inhibitors are approved elsewhere; BRAF V600E predicts response in melanoma.",
    "No ALK, ROS1 or NTRK1 fusion was detected.",
    "ROS1 rearrangement: not detected",
    "TMB of 10 mut/Mb or more has been a threshold in trials of pembrolizumab.",
)
TESTED = "AKT1 ALK BRAF CDK4 EGFR ERBB2 ESR1 FGFR3 HRAS KRAS KIT NRAS NTRK1 PDGFRA RET ROS1"
NEGATIVE = (("KRAS", "G12C"), ("RET", "fusion"), ("BRAF", "V600K"))


def read_cases() -> tuple[Case, ...]:
    """The five cases."""
    rows = read_rows("rows.tsv", files("evals.reports"))
    found = []
    for number, (name, own) in enumerate(groupby(rows, key=lambda row: row[0])):
        msi, tmb, hrd = _MARKERS[name]
        variants = tuple(_variant(row) for row in own)
        found.append(Case(name=name, number=number, variants=variants, msi=msi, tmb=tmb, hrd=hrd))
    return tuple(found)


def _variant(row: tuple[str, ...]) -> MadeVariant:
    _, gene, name, coding, percent, classed, origin = row
    return MadeVariant(
        gene=gene,
        name=name,
        coding=coding,
        percent=float(percent) if percent else None,
        classed=classed,
        origin=origin,
    )
