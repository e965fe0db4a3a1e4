"""The statements of the corpus, in two halves of documents. Pure but for reading the files."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from agents.checking.claims import QuotedText
from evals.claims.samples import read_claims
from evals.corpus.files import MalformedFile, paths, read

Half = Literal["open", "held"]
NAMELESS = frozenset(("definition", "status", "classification"))
"""Kinds of statement that hardly say anything a board acts on."""
LONGEST = 420
"""Characters of a statement. Chosen by hand: the longest are lists."""


@dataclass(frozen=True, slots=True)
class RecordQuote:
    """A statement as a quote with its record."""

    id: str
    silo: str
    quote: QuotedText

    @property
    def document(self) -> str:
        """The name of its document."""
        return self.id.rpartition("/")[0]


def read_statements(corpus: Path, half: Half) -> tuple[RecordQuote, ...]:
    """The statements of one half: rules of the check are mended by the open half, the held one is
    only counted. A document is in one half with all that it says."""
    return tuple(
        told
        for path in paths(corpus)
        if path.suffix == ".yaml" and half_of(path.stem) == half
        for told in _statements(corpus, path)
    )


def half_of(document: str) -> Half:
    """The half of a document, by its name alone."""
    return "open" if zlib.crc32(document.encode()) % 2 else "held"


def _statements(corpus: Path, path: Path) -> Iterator[RecordQuote]:
    try:
        file = read(corpus, path)
    except MalformedFile:
        return
    about = {key: str(file.meta.get(key) or "") for key in ("title", "organisation", "date")}
    for claim in file.claims:
        text = " ".join(claim.text.split())
        if len(text) <= LONGEST and str(claim.stated.get("kind")) not in NAMELESS:
            quote = QuotedText(text=text, **about)
            yield RecordQuote(f"{path.stem}/{claim.id}", path.parent.name, quote)


def read_quotes(path: Path, half: Half) -> tuple[RecordQuote, ...]:
    """The quotes of judged claims, halved by their documents' titles. Raises
    :class:`evals.claims.samples.ClaimsInvalid` when the file is not one of judged sentences."""
    found: dict[str, QuotedText] = {}
    for row in read_claims(path):
        for quote in (QuotedText(**each) for each in row.get("quotes", {}).values()):
            found.setdefault(quote.text, quote)
    return tuple(
        RecordQuote(f"{quote.title}/{number}", path.stem, quote)
        for number, quote in enumerate(found.values())
        if half_of(quote.title) == half and len(quote.text) <= LONGEST
    )
