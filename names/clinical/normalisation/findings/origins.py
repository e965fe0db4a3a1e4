"""A head that tells where genes were looked at: "germline: BRCA2 negative, CHEK2 pathogenic". It
holds for each gene of its part of the message, beside what the tumour showed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from names.clinical.expansion import Change
from names.recognise import recognise

_SAYS = r"(?:\s(?:also|now|has|have|is|was|were|came|come|back|returned|result(?:ed|s)?)){0,5}"
_HEAD = re.compile(
    r"(?i)(?<![\w-])(?P<origin>germ-?line|somatic|tumou?r(?=\s(?:NGS|panel|tissue|sequencing"
    r"|testing)))"
    r"(?:\s(?:NGS|panel|tissue|sequencing|testing|test|tests|genetics|results?|report|BRCA|blood"
    rf"|saliva|DNA|HRR)){{0,3}}{_SAYS}\s?:\s"
)
_PART_ENDS = re.compile(
    r"(?i)[;?\n]|\.(?=\s|$)|[,(]\s?(?:but\s|and\s)?(?:somatic|tumou?r|germ-?line|tissue|plasma"
    r"|ctDNA|NGS)\b"
)
_OWN_ORIGIN = re.compile(r"(?i)\b(?:germ-?line|somatic|tumou?r)\s$|[gst]$")

_SAMPLE = re.compile(
    r"(?i)\btumou?r(?P<sample>\s(?:tissue|NGS|biopsy|sample|sequencing|testing)"
    r"(?:\s(?:shows?|showed|with|has))?)\s(?=(?:BRCA[12]?|PALB2|ATM|CHEK2|CDK12|RAD51[BCD])\b)"
)
"""A gene of repair that the tumour was tested for."""


_ORIGIN = r"(?:germ-?line|somatic|tumou?r)"
_RESULT = r"(?:yes|no|neg(?:ative)?|pos(?:itive)?)"
_PAIR = re.compile(
    rf"\b(?P<gene>[A-Z][A-Z0-9]{{2,6}})(?i:(?:\s?:\s?|\s?\(\s?|\s)(?P<one>{_ORIGIN})\s?:?\s?(?P<first>{_RESULT})"
    rf"\s?[,;/]\s?(?P<other>{_ORIGIN})\s?:?\s?(?P<second>{_RESULT})\b\)?)"
)
"""Both origins of one gene with a result each: "BRCA2 (germline: no, tumour: yes)"."""


def _pairs_of_origins(text: str) -> Iterator[Change]:
    """Such a pair in words that tell each result of its origin."""
    for match in _PAIR.finditer(text):
        told = [
            f"{_origin(match[origin])} {_result(match[result])}"
            for origin, result in (("one", "first"), ("other", "second"))
        ]
        yield match.end("gene"), match.end(), f" {told[0]}, {match['gene']} {told[1]}"


def _origin(word: str) -> str:
    return "germline" if word.lower().startswith("germ") else "somatic"


def _result(word: str) -> str:
    return "negative" if word.lower().startswith("n") else "positive"


def origins_of_lists(text: str) -> Iterator[Change]:
    """Each gene below such a head with its origin."""
    yield from _pairs_of_origins(text)
    yield from ((*match.span("sample"), "") for match in _SAMPLE.finditer(text))
    heads = list(_HEAD.finditer(text))
    for match in heads:
        end = _PART_ENDS.search(text, match.end())
        last = end.start() if end else len(text)
        genes = [
            each
            for each in recognise(text).of("gene")
            if match.end() <= each.start < last
            and not _OWN_ORIGIN.search(text, max(0, each.start - 12), each.start)
        ]
        if not genes:
            continue
        origin = _origin(match["origin"])
        for each in genes:
            if each.start == match.end():
                yield match.start(), match.end(), f"{origin} "
            else:
                yield each.start, each.start, f"{origin} "
