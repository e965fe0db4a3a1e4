"""A tumour of the past beside the one that is spoken of: "hx: melanoma. Now AML" becomes "earlier
malignancy. Now AML". What is advised on the earlier one is not asked. One that warnings of drugs
speak of keeps its name: "prior AML" before an inhibitor of PARP."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from names.clinical.disease.tumours import BARE_ORGANS, is_of_organ, is_site
from names.clinical.expansion import Change, expand
from names.entities import EntityMention
from names.patterns.relatives import RELATIVE
from names.recognise import recognise
from names.tables.treatment.safety import facts_spoken_of
from names.tables.tumours import lineage

EARLIER = "earlier malignancy"
_PAST = re.compile(
    r"(?i)(?<![\w-])(?P<past>(?:(?:personal\s)?(?:past\s)?(?:medical\s)?(?:history|hx|hist\.?)"
    r"(?:\sof|:|\s[–-])|h/o|PMHx?(?:\sof|:)?|previous(?:ly)?|prior|past|remote|cured(?:\sof)?|old"
    r"|treated for|s/p)\s)(?:(?:an?|early|stage\s(?:I{1,3}|[0-3])[ABC]?|localised|localized"
    r"|resected|left|right|L|R|low[\s-]risk)\s){0,3}$"
)
_MAY_TELL = re.compile(
    r"(?i)(?<![\w-])(?:history|hx|hist|h/o|PMHx?|previous(?:ly)?|prior|past|remote|cured|old"
    r"|treated for|s/p)(?![\w-])"
)
_FAMILY = re.compile(rf"(?i)\b(?:family|fam|F(?=H)|{RELATIVE})\b[^.;\n]{{0,40}}$")
_CLAUSE_ENDS = re.compile(r"[.;\n](?=\s|$)|,\s(?:now|presents?|currently)\b|\b(?:now|presents?)\b")
_ALIVE = re.compile(
    r"(?i)\b(?:recur\w*|relaps\w*|metasta\w*|mets?|progress\w*|PD|advanced|stage IV|active|ongoing"
    r"|transform\w*|refractory|on\s(?:treatment|therapy))\b|(?-i:\bm(?=[A-Z]))"
)
"""Words of a tumour that is not over."""
_ONE_LIST = re.compile(r"(?i)\s?(?:,|/|&|\band\b|\bor\b|\+)\s?(?:of\s|the\s)?")
_STAGE_BEHIND = re.compile(
    r",?\s\(?(?:(?i:stage|FIGO)\s(?:IV|I{1,3})[ABC]?\d?|c?p?T[0-4][a-d]?(?:\s?N[0-3x][a-c]?)?(?:\s?M0)?)"
    r"(?!\w)\)?"
)
"""Behind a tumour of the past: its stage is not that of the other one."""
_REACH = 60
"""Characters before a tumour in which words of the past begin. Chosen by hand."""


def earlier_tumours(text: str) -> Iterator[Change]:
    """The words of each tumour of the past, where the message names another one as well."""
    if not _MAY_TELL.search(text):
        return
    tumours = list(_tumours_in(text))
    past: list[tuple[int, EntityMention]] = []
    for each in tumours:
        match = _PAST.search(text, max(0, each.start - _REACH), each.start)
        last = past[-1][1] if past else None
        listed = last and _ONE_LIST.fullmatch(text, last.end, each.start)
        if match and _is_over(text, match.start(), each.end):
            past.append((match.start("past"), each))
        elif listed and _is_over(text, past[-1][0], each.end):
            past.append((each.start, each))
    over = [each for _, each in past]
    for start, each in past:
        is_another = any(_is_another(each, other) for other in tumours if other not in over)
        if is_another and not facts_spoken_of(text[each.start : each.end]):
            staged = _STAGE_BEHIND.match(text, each.end)
            yield start, staged.end() if staged else each.end, EARLIER


def _tumours_in(text: str) -> Iterator[EntityMention]:
    """The tumours of a text, also those by the short forms of the ward; no places of spread."""
    expanded = expand(text)
    for each in recognise(expanded.text).of("tumour"):
        if each.text.lower() in BARE_ORGANS:
            continue
        if not is_site(expanded.text, each) and not is_of_organ(expanded.text, each):
            start, end = expanded.original_span(each.start, each.end)
            yield replace(each, start=start, end=end)


def _is_over(text: str, start: int, end: int) -> bool:
    """Whether nothing in the clause of a tumour says that it goes on, and it is the patient's."""
    ends = _CLAUSE_ENDS.search(text, end)
    clause = text[start : ends.start() if ends else len(text)]
    of_family = _FAMILY.search(text, max(0, start - _REACH), start)
    return not of_family and not _ALIVE.search(clause)


def _is_another(one: EntityMention, other: EntityMention) -> bool:
    """Whether a tumour is no kind of another. What was in situ is over once it is named beside."""
    if any(name.endswith("in situ") for name in one.names):
        return one.names != other.names
    return not any(
        first in lineage(second) or second in lineage(first)
        for first in one.names
        for second in other.names
    )
