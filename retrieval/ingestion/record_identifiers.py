"""Public identifiers that a record's name or address holds. Pure."""

from __future__ import annotations

import re

from retrieval.documents import IdentifierKind

_PATTERNS: tuple[tuple[IdentifierKind, re.Pattern[str]], ...] = (
    ("nct", re.compile(r"\b(NCT\d{8})\b", re.IGNORECASE)),
    ("pmid", re.compile(r"pubmed\.ncbi\.nlm\.nih\.gov/(\d{1,9})\b")),
    ("pmid", re.compile(r"\A(?:pubmed\w*|bioasq\w*):(\d{1,9})\Z")),
    ("pmcid", re.compile(r"\b(PMC\d+)\b")),
    ("civic", re.compile(r"\A\w*civic\w*[-\w]*:((?:EID|AID|MPID|FID)\d+)\Z", re.IGNORECASE)),
    ("civic", re.compile(r"civicdb\.org/\S{0,40}?\b((?:EID|AID|MPID|FID)\d+)\b")),
    ("hgnc", re.compile(r"\b(HGNC:\d+)\b")),
    ("setid", re.compile(r"\b([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\b", re.IGNORECASE)),
    ("clinpgx", re.compile(r"\b(PA\d{3,})\b")),
)


def identifiers_of(record: str) -> frozenset[tuple[IdentifierKind, str]]:
    """Kind and value of each identifier in a record: ``pubmed_oncology_abstracts:28578601`` and
    ``https://pubmed.ncbi.nlm.nih.gov/28578601/`` are the same PMID."""
    return frozenset(
        (kind, found.upper() if kind == "nct" else found)
        for kind, pattern in _PATTERNS
        for found in pattern.findall(record)
    )
