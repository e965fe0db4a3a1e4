"""A variant that is classified anew: "the VUS was reclassified as likely pathogenic", "downgraded
to VUS". The newest class counts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from agents.facts.marker_states import is_gene
from names.clinical.markers.vocabulary import FAMILIES
from names.clinical.values import ClinicalValue, Condition, FoundValue, Marker, Polarity
from names.recognise import recognise_passage

_FILLER = (
    r"(?: (?:as|to|be|an?|now|been|is|was|into|classified|called|actually|after all|from VUS"
    r"|from class \d|just|only|merely|really))"
)
RECLASSIFIED = re.compile(
    r"(?i)(?:\b(?:(?:re-?classif\w{2,12}|re-?interpret\w{2,6}|up-?graded|down-?graded|re-?rated"
    r"|revised|amended|changed)(?: (?:it|this|that|the variant))?|turned out|now|classified"
    r"|(?:it|that)['’]s|(?<=\w )(?:is|was|were|been)"
    r"|turns out(?: that)? (?:it|this|that) is)\b|->|→)"
    rf"{_FILLER}{{0,5}} {{0,2}}\(?"
    r"(?:(?P<up>(?:(?:likely|probably)\)? )?pathogenic|P/LP|LP\b|deleterious|class [45]\b)"
    r"|(?P<down>(?:(?:likely|probably)\)? )?benign|LB\b|class [12]\b)"
    r"|(?P<open>VUS|(?:variant of )?(?:uncertain|unknown) significance|class 3\b))"
)
"""Words for a change, a few small ones, and the class (ACMG/AMP 2015, doi:10.1038/gim.2015.30)."""


def with_newest_class(
    found: Sequence[FoundValue],
    text: str,
    known: Sequence[ClinicalValue],
    is_of_relative: Callable[[str, FoundValue], bool],
) -> list[FoundValue]:
    """The values of a message with each variant in the class that the message gives it last: one of
    the message itself, else the one of the thread that it can only mean."""
    read = list(found)
    for match in RECLASSIFIED.finditer(text):
        polarity = _polarity(match)
        own = _named_before(read, match)
        if own is not None:
            marker = own.value
            assert isinstance(marker, Marker)
            read[read.index(own)] = replace(own, value=replace(marker, polarity=polarity))
        elif not _is_read(read, match) and not is_of_relative(text, _class_said(match)):
            read += _of_thread(text, match, polarity, known)
    return read


def _class_said(match: re.Match[str]) -> FoundValue:
    return FoundValue(Condition(name="class"), *match.span())


def _polarity(match: re.Match[str]) -> Polarity:
    if match["up"]:
        return "present"
    return "absent" if match["down"] else "uncertain"


def _named_before(found: Sequence[FoundValue], match: re.Match[str]) -> FoundValue | None:
    """The variant of uncertain significance that the message has named before its new class."""
    before = [each for each in found if each.end <= match.end() and _is_open(each.value)]
    return before[-1] if before and not match["open"] else None


def _is_open(value: ClinicalValue) -> bool:
    return isinstance(value, Marker) and is_gene(value) and value.polarity == "uncertain"


def _is_read(found: Sequence[FoundValue], match: re.Match[str]) -> bool:
    """Whether the readers have read the class themselves, of a gene beside it."""
    return any(
        isinstance(each.value, Marker) and each.start < match.end() and match.start() < each.end
        for each in found
    )


def _of_thread(
    text: str, match: re.Match[str], polarity: Polarity, known: Sequence[ClinicalValue]
) -> Iterator[FoundValue]:
    """The variant of the thread that gets the class: of the gene that the message names, else the
    last one that nobody could read, or that is inherited."""
    genes = recognise_passage(text[: match.start()]).names("gene")
    markers = [each for each in known if isinstance(each, Marker) and is_gene(each)]
    markers = [each for each in markers if each.polarity != polarity]
    if genes & {each.name for each in markers}:
        markers = [each for each in markers if each.name in genes]
    elif match["up"] or any(map(_is_open, markers)):
        markers = [each for each in markers if each.polarity == "uncertain"]
    else:
        # Nobody can tell which of several inherited ones is meant: no drug is chosen by any.
        inherited = [each for each in markers if each.name in FAMILIES["HRR"]]
        markers = [each for each in markers if each.origin == "germline"] or inherited
        for marker in markers if match["open"] else markers[-1:]:
            yield FoundValue(replace(marker, polarity=polarity), *match.span())
        return
    for marker in markers[-1:]:
        yield FoundValue(replace(marker, polarity=polarity), *match.span())
