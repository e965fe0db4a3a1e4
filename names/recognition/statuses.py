"""States of a tumour's markers, and events with a fixed name: HER2-low, RAS wild-type, fusion."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from names.entities import EntityKind, Mention
from names.tables.reading import read_rows
from names.tables.wordings import entity_kind


@cache
def event_patterns() -> tuple[tuple[EntityKind, str, re.Pattern[str]], ...]:
    """Kind, name and pattern of what has a fixed name: amplification, MSI-high, germline."""
    return tuple(
        (entity_kind(kind), name, re.compile(pattern, re.IGNORECASE))
        for kind, name, pattern in read_rows("grammar.tsv")
    )


MARKER = re.compile(
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


def find_statuses(text: str) -> Iterator[Mention]:
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
        yield Mention("status", (f"{marker}-{state}",), match.group(), match.start(), match.end())


def find_events(text: str) -> Iterator[Mention]:
    """Events and states with a fixed name, in no particular order."""
    for kind, name, pattern in event_patterns():
        for match in pattern.finditer(text):
            yield Mention(kind, (name,), match.group(), *match.span())
