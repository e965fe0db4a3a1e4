"""Drafts: our own sentences, each with the records or pages that its facts come from.

A draft file holds many documents. Each starts with ``=== id``, then YAML lines, then ``---`` and
the text. A line of text that starts with tags in square brackets takes its facts from them:

    === erbb2-amplification-breast
    title: ERBB2 (HER2) amplification in breast cancer
    ---
    ## First line
    [EID1077] In CLEOPATRA, adding pertuzumab to trastuzumab and docetaxel ...

Lines that follow each other form one paragraph; a blank line starts the next.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

_START = re.compile(r"^=== (\S+)\s*$", re.MULTILINE)
_TAGGED = re.compile(r"^\[([^\]]+)\]\s+(.*)$")

_PREFIXES: tuple[tuple[str, str], ...] = (
    (r"(?:EID|AID|FID|MPID)\d+", "civic_2025-09:{}"),
    (r"ind:.+", "moalmanac_db:indications/{}"),
    (r"doc:.+", "moalmanac_db:documents/{}"),
    (r"pgx-\d{4}", "pgx:clinpgx_recommendations/{}"),
    (r"HGNC:\d+", "gene_reference:{}"),
    (r"(?:GHR|CancerGov)-.+", "medquad_cancergov_ghr:{}"),
)
_NAMED: Mapping[str, str] = {
    "gene": "ncbi_recordings:gene/{}",
    "bio": "pgx:fda_pgx_biomarker_table/{}",
    "assoc": "pgx:fda_pgx_associations_table/{}",
    "pmid": "pubmed_oncology_abstracts:{}",
    "bioasq": "bioasq_retrieval:{}",
    "api": "api_fixtures:{}",
    "kb": "precision_oncology_qa:{}",
}


class DraftUnreadable(ValueError):
    """A draft does not follow the form above. The text says where."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a draft: its text and the ``facts_from`` keys it stands on."""

    text: str
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """One document to be composed."""

    id: str
    header: Mapping[str, Any]
    lines: tuple[Line, ...]

    @property
    def sources(self) -> tuple[str, ...]:
        """Every source in order of first use, those of the header first."""
        listed = [source_key(tag) for tag in self.header.get("sources", [])]
        listed += [source for line in self.lines for source in line.sources]
        return tuple(dict.fromkeys(listed))


def read_drafts(path: Path) -> Iterator[Draft]:
    """The drafts of one file, in order; raises :class:`DraftUnreadable`."""
    parts = _START.split(path.read_text(encoding="utf-8"))
    for name, content in zip(parts[1::2], parts[2::2], strict=True):
        head, found, text = content.partition("\n---\n")
        header = yaml.safe_load(head) if found else None
        if not isinstance(header, dict):
            message = f"{path.name}: {name}: no header above ---"
            raise DraftUnreadable(message)
        yield Draft(name, header, tuple(_line(line) for line in text.strip().splitlines()))


def source_key(tag: str) -> str:
    """The ``facts_from`` key that a tag stands for; ``@name`` names a noted page."""
    if tag.startswith("@"):
        return tag
    for pattern, form in _PREFIXES:
        if re.fullmatch(pattern, tag):
            return form.format(tag)
    name, _, rest = tag.partition("=")
    if name in _NAMED and rest:
        return _NAMED[name].format(rest)
    message = f"{tag} is not a tag"
    raise DraftUnreadable(message)


def _line(written: str) -> Line:
    match = _TAGGED.match(written)
    if match is None:
        return Line(written.strip())
    tags = [tag.strip() for tag in match[1].split(";")]
    return Line(match[2].strip(), tuple(source_key(tag) for tag in tags))
