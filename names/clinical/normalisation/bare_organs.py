"""A tumour that a message calls by its organ alone, with its name in full: "rectal T3N1 dMMR"
becomes "rectal cancer T3N1 dMMR". An organ of which nothing tells that it is a tumour stays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from names.clinical.expansion import Change
from names.patterns.forms import one_of
from names.recognise import recognise
from names.tables.rows import read_rows

_OF_TUMOUR = (
    r"(?:(?-i:[cyp]{0,3}T[0-4])|(?:stage|stg)\s(?:I|[1-4])|(?-i:M1)"
    r"|(?:d|p)MMR|[gst]?BRCA[12]?|germline|PALB2|ATM|CLDN|claudin|FGFR[1-4]|IDH1|MSI|MSS|MMR|[KN]?RAS|BRAF|HER-?2|CPS|TPS|PD-?L1|RET|NTRK|EGFR|PIK3CA|TMB"
    r"|recurrent|relapsed|metastatic|locally advanced|unresectable|resected"
    r"|[1-4]L\b|(?:first|second|third|1st|2nd|3rd)[\s-]line|(?:neo-?)?adjuvant)"
)
_BEFORE = (
    r"(?:metastatic|recurrent|relapsed|locally advanced|advanced|unresectable|resected|early"
    r"|stage (?:I{1,3}|IV|[1-4])[A-C]?)"
)


@cache
def _pattern() -> re.Pattern[str]:
    organs = one_of(sorted(_names()))
    return re.compile(
        rf"(?i)(?<![\w-])(?:(?:(?<=\W)|^)(?P<told>{organs})(?=,?\s(?:adeno\w{{0,11}}\s)?{_OF_TUMOUR})"
        rf"|(?<=\d,\s)(?P<listed>{organs})(?=\s?,)"
        rf"|{_BEFORE}\s(?P<named>{organs})(?=\s?(?:$|[,.;:?!)\n])|\s(?:with|and|after|on)\b))"
    )


@cache
def _names() -> dict[str, str]:
    return {word: name for word, name, _ in read_rows("ward/organs.tsv")}


def bare_organs(text: str) -> Iterator[Change]:
    """The organs of a message that names no tumour otherwise, each with the name of its tumour."""
    if recognise(text).of("tumour"):
        return
    for match in _pattern().finditer(text):
        group = next(name for name, words in match.groupdict().items() if words)
        yield (*match.span(group), _names()[match[group].lower()])
