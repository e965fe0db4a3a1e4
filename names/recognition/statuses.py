"""States of a tumour's markers, and events with a fixed name: HER2-low, RAS wild-type, fusion."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain

from names.entities import EntityKind, EntityMention
from names.patterns.filtered import filtered_pattern
from names.tables.rows import read_rows, split_cell
from names.tables.wordings import entity_kind


@dataclass(frozen=True, slots=True)
class EventPattern:
    """How something with a fixed name is worded: amplification, MSI-high, germline."""

    kind: EntityKind
    name: str
    pattern: re.Pattern[str]
    pieces: tuple[str, ...]
    """In lower case; one of them stands in every match. To look for them takes a thirtieth of the
    time of the pattern, and most texts have none."""


@cache
def event_patterns() -> tuple[EventPattern, ...]:
    """The rows of the grammar table."""
    return tuple(
        EventPattern(
            entity_kind(kind), name, re.compile(pattern, re.IGNORECASE), split_cell(pieces)
        )
        for kind, name, pattern, pieces in read_rows("grammar.tsv")
    )


MARKER = filtered_pattern(
    r"(?i)\b(?:(?P<her2>HER[\s-]?2(?:/neu)?|ERBB2|human epidermal growth factor receptor 2)"
    r"|(?P<hr>HR|hormone[\s-]receptor|ER|o?estrogen[\s-]receptor|PR|progesterone[\s-]receptor|HoR)"
    r"|(?P<pdl1>PD-?L1)|(?P<gene>[KN]?RAS|BRAF|EGFR|BRCA(?:1|2)?))"
    r"(?:\s\((?:HR|HER2|ER|PR)\))?"
    r"(?:\s*(?P<sign>\+|[-–−](?=$|[\s,.;:)/?]))"
    r"|[\s-]*(?P<word>ultra-?low|low|(?:IHC )?(?:0|zero|null)(?![\d.%])|positive|negative"
    r"|pos\b|neg\b|wild[\s-]?type|wt\b))"
)
SIGNS = {"+": "positive", "pos": "positive", "neg": "negative", "wt": "wild-type"}
STATES = {"ultra-low": "ultralow", "wildtype": "wild-type", "zero": "0", "null": "0", "0": "0"}


def find_statuses(text: str) -> Iterator[EntityMention]:
    """Receptor and mutation states: HER2-low, HR-positive, RAS wild-type."""
    for match in MARKER.finditer(text):
        raw = (match["sign"] or match["word"]).lower().replace(" ", "-")
        state = SIGNS.get(raw, "negative" if match["sign"] and raw != "+" else raw)
        state = STATES.get(state.removeprefix("ihc-"), state)
        marker = (
            ("HER2" if match["her2"] else "")
            or ("HR" if match["hr"] else "")
            or ("PD-L1" if match["pdl1"] else "")
            or match["gene"].upper()
        )
        yield EntityMention(
            "status", (f"{marker}-{state}",), match.group(), match.start(), match.end()
        )


def find_events(text: str) -> Iterator[EntityMention]:
    """Events and states with a fixed name, in no particular order."""
    lower = text.lower()
    possible = [patterns for piece, patterns in _patterns_by_piece() if piece in lower]
    for event in dict.fromkeys(chain.from_iterable(possible)):
        for match in event.pattern.finditer(text):
            yield EntityMention(event.kind, (event.name,), match.group(), *match.span())


@cache
def _patterns_by_piece() -> tuple[tuple[str, tuple[EventPattern, ...]], ...]:
    """Each piece with the patterns that it may stand in a match of."""
    table: dict[str, list[EventPattern]] = {}
    for event in event_patterns():
        for piece in event.pieces:
            table.setdefault(piece, []).append(event)
    return tuple((piece, tuple(patterns)) for piece, patterns in table.items())
