"""Which sample a row is of, where a report tells of several: a column of samples, a heading above,
or a column of shares for each sample."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from retrieval.reports.cells import is_blank
from retrieval.reports.columns import Column
from retrieval.reports.lines import RowCell, TextLine

_LINE = re.compile(
    r"(?i)#{0,6} ?(?P<name>(?P<kind>sample|specimen|patient|case|biopsy|lesion|block|tumou?r)"
    r"(?: (?:no\.?|number|id))? ?[:#]? ?(?P<id>[A-Z]|[A-Z]{0,8}[-_/]?\d[\w/-]{0,15})\b"
    r"(?: ?[(,:;–-].{0,50})?)"
)
"""A line that names a sample and tells nothing else: "Sample A (primary)", "Patient 2"."""
_CONTROL = re.compile(
    r"(?i)\b(?:controls?|NTC|water|blank|reference (?:standard|material)|cell line|spike-?in)\b"
)
_PAIRED = re.compile(r"(?i)\b(?:normal|germ-?line|blood|PBMCs?|buffy|controls?|matched)\b")
"""A column of shares in what is no tumour, beside that of the tumour."""
_SHARE_WORDS = re.compile(
    r"(?i)\b(?:VAF|MAF|AF|(?:variant )?alle(?:le|lic) (?:frequency|fraction)|frequency|fraction"
    r"|percent|in|of|the)\b|[%()\[\]:,]"
)


@dataclass(frozen=True, slots=True)
class Samples:
    """From where on the lines are of which sample; empty where a report tells of one."""

    begins: tuple[int, ...] = ()
    names: tuple[str, ...] = ()

    def at(self, place: int) -> str:
        """The sample that the line at this place is of; empty where none is told."""
        number = bisect_right(self.begins, place) - 1
        return self.names[number] if number >= 0 else ""


NO_SAMPLES = Samples()


def samples_in(lines: Sequence[TextLine]) -> Samples:
    """The lines that name samples, of a kind of which there are several."""
    found = [(line.start, match) for line in lines
             if not line.is_row and (match := _LINE.fullmatch(line.words))]  # fmt: skip
    ids: dict[str, set[str]] = {}
    for _, match in found:
        ids.setdefault(match["kind"].lower(), set()).add(match["id"])
    several = [(start, m) for start, m in found if len(ids[m["kind"].lower()]) > 1]
    return Samples(
        tuple(start for start, _ in several),
        tuple(" ".join(m["name"].rstrip(" :").split()) for _, m in several),
    )


def sample_of(cells: Sequence[RowCell], columns: Sequence[Column]) -> str:
    """What the column of samples says of a row."""
    named = [c.words for column, c in zip(columns, cells, strict=False) if column == "sample"]
    return " ".join(filter(None, named))


def is_control(sample: str) -> bool:
    """Whether the name of a sample says that it is none of a patient."""
    return bool(_CONTROL.search(sample))


def one_share_each(
    cells: Sequence[RowCell], columns: Sequence[Column], heads: Sequence[str]
) -> Iterator[tuple[tuple[RowCell, ...], tuple[Column, ...], tuple[str, ...], str]]:
    """A row with a column of shares for each of several samples as a row for each, with its columns
    and their heads; any other row as it is."""
    shares = [n for n, column in enumerate(columns) if column == "vaf" and n < len(cells)]
    names = {n: " ".join(_SHARE_WORDS.sub(" ", heads[n]).split()) for n in shares}
    told = [n for n in shares if not _PAIRED.search(names[n])]
    filled = [n for n in told if not is_blank(cells[n].words)]
    if len(shares) < 2 or not filled:
        yield tuple(cells), tuple(columns), tuple(heads), ""
        return
    for own in filled:
        kept = [n for n in range(min(len(cells), len(columns))) if n == own or n not in shares]
        name = names[own] if len(told) > 1 else ""
        picked = tuple(cells[n] for n in kept)
        yield picked, tuple(columns[n] for n in kept), tuple(heads[n] for n in kept), name
