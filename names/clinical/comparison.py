"""What a question only compares the patient with: "as for V600E?", "same as melanoma?"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from names.clinical.values import FoundValue, Marker, Tumour
from names.entities import Entities, EntityMention
from names.patterns.filtered import filtered_pattern

COMPARED = filtered_pattern(
    r"(?i)\b(?:same as|as for|as in|like (?:for|in|with)|just like|different (?:from|to|than)"
    r"|compared (?:to|with)|unlike"
    r"|(?:works?|worked|active|effective|approved|licensed|used|indicated)(?: \w{1,12}){0,2}"
    r" (?:in|for))\b[^.?!,;\n]{1,60}"
)
OF_OTHERS = filtered_pattern(r"(?i)\b(?:as|like) in\b[^.?!,;\n]{1,60}")
_COMPARABLE = frozenset(("variant", "tumour", "status"))
_Spanned = TypeVar("_Spanned", FoundValue, EntityMention)


def without_compared_values(found: Iterable[FoundValue], text: str) -> tuple[FoundValue, ...]:
    """The markers and tumours of words on a patient, without those that she is compared with."""

    def sort_of(each: FoundValue) -> object:
        return type(each.value) if isinstance(each.value, Marker | Tumour) else None

    return tuple(_own(list(found), text, sort_of))


def without_compared_names(found: Entities, text: str) -> Entities:
    """The names of a question without the variants, states and tumours of a comparison."""

    def sort_of(each: EntityMention) -> object:
        return each.kind if each.kind in _COMPARABLE else None

    own = Entities(tuple(_own(list(found.mentions), text, sort_of)))
    return without_example_trials(own, text)


EXAMPLE = re.compile(r"(?i)\b(?:like|[aà] la)(?: in)?(?: the)? $")
"""Words before a trial that is only named as an example of what is to be given."""
BEFORE = 12
"""Characters before a trial in which such words stand: the longest of them."""


def without_example_trials(found: Entities, text: str) -> Entities:
    """The names of a question on a drug without the trial whose treatment it only takes as an
    example: "add olaparib like PAOLA?". Who names an outcome, too, asks for the trial."""
    if not found.of("drug") or found.of("outcome"):
        return found
    kept = (
        each
        for each in found.mentions
        if each.kind != "trial"
        or not EXAMPLE.search(text[max(0, each.start - BEFORE) : each.start])
    )
    return Entities(tuple(kept))


def _own(
    found: list[_Spanned], text: str, sort_of: Callable[[_Spanned], object]
) -> Iterator[_Spanned]:
    """Those outside of a comparison; inside of it, where nothing of their sort stands outside, the
    comparison may be all that is said, but not the tumour of "as in NSCLC"."""
    spans = list(COMPARED.finditer(text))
    strict = [each.span() for each in OF_OTHERS.finditer(text)]
    around = [next((s for s in spans if s.start() <= e.start < s.end()), None) for e in found]
    outside = [each for each, span in zip(found, around, strict=True) if span is None]
    for each, span in zip(found, around, strict=True):
        if span is None or (sort := sort_of(each)) is None:
            yield each
            continue
        others = (o for o in outside if not _begins_a_case(span, text) or o.start < span.start())
        alone = sort not in map(sort_of, others)
        if alone and not (sort in (Tumour, "tumour") and _is_of_others(each, strict)):
            yield each


_ASKS = re.compile(
    r"(?i)(?:^|[.?!:;,\n]\s{0,3})(?:so |and |then |but )?(?:is|are|was|were)\b[^.?!,;\n]{1,60}$"
)
"""The words before a comparison that ask of what it is for: "Is pembrolizumab indicated in"."""
_USED = re.compile(r"(?i)(?:approved|licensed|used|indicated|active|effective)\b")
ASKED_WITHIN = 80
"""Characters before a comparison in which such a question begins: its verb and two drugs."""


def _begins_a_case(comparison: re.Match[str], text: str) -> bool:
    """Whether the words for what a drug is indicated in are the first item of a list in a question,
    and so the patient's: "Is pembrolizumab indicated in TMB 14, MSS cholangiocarcinoma?"."""
    before = text[max(0, comparison.start() - ASKED_WITHIN) : comparison.start()]
    listed = text[comparison.end() : comparison.end() + 1] == ","
    return bool(listed and _USED.match(comparison.group()) and _ASKS.search(before))


def _is_of_others(each: FoundValue | EntityMention, spans: list[tuple[int, int]]) -> bool:
    return any(start <= each.start < end for start, end in spans)
