"""Losses of an arm of a chromosome: "del(17p)", "17p deletion", "17p-"."""

from __future__ import annotations

from collections.abc import Iterator

from names.clinical.expansion import expand
from names.clinical.grammar.polarity import polarity_at
from names.clinical.values import FoundValue, Marker
from names.patterns.filtered import filtered_pattern

DELETION = "deletion"
_ARM = filtered_pattern(
    r"(?i)(?<![\w.(/])(?:(?:del(?:etions?)?|loss|monoallelic loss)(?: of)?(?: the)?[\s(-]{0,2}"
    r"(?P<one>\d{1,2}(?:\)\()?[pq])\d{0,2}(?:\.\d)?\)?"
    r"|(?P<other>\d{1,2}[pq])\d{0,2}(?:\.\d)?(?:[\s-]?(?:del(?:etions?|eted)?|loss|lost)\b"
    r"|[-−–](?=[\s,.;:?)]|$)|\s(?P<kept>(?:is |was )?(?:not |un|non-?)deleted)\b))(?![\w/])"
    r"(?!\s(?:status|test\w{0,3}|unknown|pending|not (?:tested|done|known|assessed))\b)"
)


def read_chromosome_arms(text: str) -> tuple[FoundValue, ...]:
    """The arms that a text says are lost, or not lost: markers whose name is the arm."""
    expanded = expand(text)
    return expanded.place_back(list(_arms(expanded.text)))


def _arms(text: str) -> Iterator[FoundValue]:
    for match in _ARM.finditer(text):
        arm = (match["one"] or match["other"]).replace(")(", "").lower()
        polarity = "absent" if match["kept"] else polarity_at(text, *match.span())
        yield FoundValue(Marker(name=arm, state=DELETION, polarity=polarity), *match.span())
