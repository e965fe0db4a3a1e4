"""The footnotes of a table: the mark that a line begins with, and the cells that bear it. Pure.

A mark is a raised sign, a star or a cross, a letter behind the words of a cell ("80 a"), or one in
brackets. A letter counts only where a line with it stands behind the table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agents.extractive.own_rules.rules_of_document import SPACE_BETWEEN, OwnRule
from agents.extractive.own_rules.values import Value, fits
from agents.extractive.own_rules.vocabulary.line_beginnings import RAISED, SIGNS, plain_mark

_RAISED_BEHIND = re.compile(
    rf"(?<=[\w%).,])(?<!\bm)(?<!\bdm)(?<!\bcm)\s?(?P<mark>[{RAISED}])(?![^\s|,;.):])"
)
"""Behind a word: "m²" is a unit, and "10⁹" a number."""
_IN_BRACKETS = re.compile(
    r"(?<=\w) ?\((?P<mark>[a-h1-9])\)|\b(?:see |foot)?note (?P<named>[a-h1-9])\b"
)
_SIGN_BEHIND = re.compile(rf"(?<=[\w%).])\s?(?P<mark>{SIGNS})(?=\s|$)")
_LETTER_BEHIND = re.compile(r"(?<=[\w%)²])[ ](?P<mark>[a-h])$")


def footnotes_of(
    rule: OwnRule, rules: Sequence[OwnRule], values: Sequence[Value] = ()
) -> Iterator[OwnRule]:
    """The footnotes whose marks a rule bears, each with the rest of its line. ``rules``: of its
    document; what holds for other values than those of the question does not."""
    for mark in dict.fromkeys(_marks_in(rule)):
        notes = [each for each in rules if each.mark == mark and each.table is None]
        behind = [e for e in notes if e.claim > rule.claim and e.headings == rule.headings]
        found = behind[0] if behind else notes[0] if len(notes) == 1 else None
        if found is None or found is rule:
            continue
        for each in _line_of(found, rules):
            if all(fits(one, values) != "out" for one in each.ranges):
                yield each


def _marks_in(rule: OwnRule) -> Iterator[str]:
    told = f"{rule.label} | {rule.own}"
    for pattern in (_RAISED_BEHIND, _IN_BRACKETS):
        for match in pattern.finditer(told):
            yield plain_mark(match["mark"] or match.groupdict().get("named") or "")
    if rule.table is None:
        return
    for cell in told.split("|"):
        for pattern in (_SIGN_BEHIND, _LETTER_BEHIND):
            found = pattern.search(cell.strip())
            if found:
                yield found["mark"]


def _line_of(note: OwnRule, rules: Sequence[OwnRule]) -> Iterator[OwnRule]:
    """A footnote and the sentences behind it on its line."""
    yield note
    last = note
    for each in rules:
        if each.claim <= last.claim or each.headings != note.headings:
            continue
        is_next = each.claim[0] - last.claim[1] <= SPACE_BETWEEN
        if each.table is not None or each.mark or not is_next or (each.label and not each.lead):
            return
        yield each
        last = each
