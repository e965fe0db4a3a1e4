"""Reads a BLAST report in text form: which sequences match, of which organism, and where."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

_HIT = re.compile(r"^>(\S{1,60}) ([^>]{1,900}?)\nLength=\d", re.MULTILINE)
_STATUS = re.compile(r"Status=(\w+)")
_IDENTITIES = re.compile(r"Identities = (\d+)/(\d+)")
_SUBJECT = re.compile(r"^Sbjct {1,20}(\d{1,12}) {1,20}\S{1,200} {1,20}(\d{1,12})", re.MULTILINE)
_CHROMOSOME = re.compile(
    r"(?i)\b(?:chromosome[ :]|chr|from (?:chromosome )?)(\d{1,2}|X|Y|MT)(?=[pq]\d|\b)"
)
_ORGANISM = re.compile(r"(?:PREDICTED: |TPA(?:_\w+)?: )?([A-Z][a-z]+ [a-z]{2,}(?: [a-z]+)?)\b")
_NO_ORGANISM = ("Synthetic", "Eukaryotic", "Cloning")
_BY_COMMON_NAME = {"Human": "Homo sapiens", "Mouse": "Mus musculus", "Zebrafish": "Danio rerio"}
"""How the titles of old clones begin: "Human DNA sequence from clone"."""
MOST_HITS = 20
"""Hits that are kept of a report, the best first. Chosen by hand: what a reader compares."""


@dataclass(frozen=True, slots=True)
class BlastHit:
    """The best alignment with one sequence."""

    accession: str
    title: str
    organism: str
    chromosome: str
    assembly: str
    start: str
    end: str
    identical: int
    length: int


def status_of(report: str) -> str:
    """``READY``, ``WAITING``, ``FAILED`` or ``UNKNOWN``; empty for what is no report."""
    found = _STATUS.search(report)
    return found[1] if found else ""


def hits_of(report: str) -> list[dict[str, Any]]:
    """The hits of a report in its order, as JSON."""
    return [asdict(hit) for hit in _hits(report)][:MOST_HITS]


def _hits(report: str) -> Iterator[BlastHit]:
    found = list(_HIT.finditer(report))
    for place, match in enumerate(found):
        end = found[place + 1].start() if place + 1 < len(found) else len(report)
        alignments = report[match.end() : end].split("\n Score = ")
        yield _hit(match, alignments[1] if len(alignments) > 1 else "")


def _hit(match: re.Match[str], alignment: str) -> BlastHit:
    title = " ".join(match[2].split())
    own = match[2].split("\n")[0]
    lines = [(int(a), int(b)) for a, b in _SUBJECT.findall(alignment)]
    ends = [place for line in lines for place in line]
    identities = _IDENTITIES.search(alignment)
    chromosome, organism = _CHROMOSOME.search(title), _ORGANISM.match(own)
    named = bool(organism) and not own.startswith(_NO_ORGANISM)
    common = _BY_COMMON_NAME.get(own.split(" ")[0], "") if " DNA" in own else ""
    return BlastHit(
        accession=match[1],
        title=title,
        organism=common or (" ".join(organism[1].split()[:2]) if organism and named else ""),
        chromosome=chromosome[1] if chromosome else "",
        assembly="GRCh38" if "GRCh38" in title else "",
        start=str(min(ends)) if ends else "",
        end=str(max(ends)) if ends else "",
        identical=int(identities[1]) if identities else 0,
        length=int(identities[2]) if identities else 0,
    )
