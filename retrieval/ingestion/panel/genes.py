"""The genes of the panel, from ``panel.tsv``.

The file has the counts on which the order rests and the drugs by gene; ``docs/panel.md`` explains,
and ``evals/genomics/panel.py`` makes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from names.tables.rows import read_rows

FILE = Path(__file__).with_name("panel.tsv")
CRITERIA: Mapping[str, str] = {
    "parp": "statements on a PARP inhibitor (Molecular Oncology Almanac, 2026-05)",
    "target": "statements on therapy of breast cancer (Molecular Oncology Almanac, 2026-05)",
    "civic": "evidence items on breast cancer (CIViC, 2025-09)",
    "label": "oncology drugs in FDA's table of pharmacogenomic biomarkers (2022-08)",
    "dosing": "dosing recommendations on oncology drugs (ClinPGx, 2025-11)",
    "articles": "abstracts on breast cancer that name it (644 PubMed abstracts on oncology)",
}
GROUPS: Mapping[str, str] = {
    "homologous-recombination repair": "parp",
    "therapy target": "target",
    "pharmacogene": "dosing",
    "frequently altered": "civic",
}
"""A gene is in a group when the count of this criterion is above zero."""


@dataclass(frozen=True, slots=True)
class PanelGene:
    """A gene of the panel."""

    symbol: str
    hgnc_id: str
    counts: tuple[int, ...]
    """In the order of :data:`CRITERIA`."""
    drugs: tuple[str, ...]
    """Generic names in lower case."""

    @property
    def groups(self) -> tuple[str, ...]:
        """What it is on the panel for; may be several."""
        by_name = dict(zip(CRITERIA, self.counts, strict=True))
        return tuple(group for group, criterion in GROUPS.items() if by_name[criterion])


@cache
def panel() -> tuple[PanelGene, ...]:
    """The genes, best rank first."""
    _heads, *genes = read_rows(FILE.name, FILE.parent)
    return tuple(
        PanelGene(
            row[0], row[1], tuple(int(cell) for cell in row[2 : 2 + len(CRITERIA)]),
            tuple(name for name in row[-1].split("; ") if name),
        )
        for row in genes
    )  # fmt: skip
