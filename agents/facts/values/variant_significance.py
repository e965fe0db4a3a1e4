"""What a message says of the class of a named variant: pathogenic, or benign.

A variant is not pathogenic by being named: BRCA2 K3326* stands in reports, too. If its class is
said, that is a fact of its own, so that drugs for pathogenic variants are compared with it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from agents.facts.marker_states import is_gene
from agents.facts.values.classifications import RECLASSIFIED
from names.clinical.grammar.sentences import END_BEFORE_SPACE
from names.clinical.markers.vocabulary import FAMILIES
from names.clinical.values import ClinicalValue, FoundValue, Marker
from names.patterns.filtered import FilteredPattern, filtered_pattern
from names.tables.variant_classes import classes_of

PATHOGENIC = "pathogenic variant"
"""The state of a gene in which a variant was found that somebody calls pathogenic."""
REACH = 60
"""Characters between a variant and its class. Chosen by hand: a clause."""
_NAMED = re.compile(r"(?:p\.|c\.)?\(?[A-Za-z]{0,3}\d")
"""A state that names one variant, not a class ("altered", "loss of function")."""
_PATHOGENIC = filtered_pattern(
    r"(?i)\b(?:(?:likely|probably) )?pathogenic\b|\bdeleterious\b|\bP/LPV?\b|\bLP/PV?\b"
    r"|(?-i:\bLP\b)|\bACMG(?: class)? [45]\b"
)
_OTHER_GROWTH = (
    r"(?:polyps?|n[ae]e?v\w{1,3}|cysts?|nodules?|lesions?|biops\w{1,4}|prostate|tumou?rs?)"
)
"""What is benign beside a variant, and no variant itself."""
BENIGN = filtered_pattern(
    rf"(?i)\b(?:(?:likely|probably) )?benign\b(?!\s(?:\w{{1,20}}\s)?{_OTHER_GROWTH}\b)"
    r"|\bpolymorphism\b|\bB/LB\b|\bLB/B\b|(?-i:\bLB\b)"
    r"|\bACMG(?: class)? [12]\b"
)
_NOT_SAID = re.compile(
    r"(?i)(?:\b(?:not|no|never|non|whether|if|is it|was it|isn['’]t|unless|neither|nor|or)\b[\s-]?"
    r"(?:an? |known |clearly |called |classified |as |it is |it['’]s |is ){0,3})$"
)
"""Before a class that is denied or only asked about: "is it pathogenic?"."""
_OTHER_THING = re.compile(
    r",\s(?:[A-Z][A-Z0-9]{2,9}\s|(?i:(?:\w{1,20}\s){0,2}(?:biops|lesion|polyp|nodule|cyst|mass"
    r"|n[ae]{1,2}v|margin)))"
)
"""Between a variant and a class that is said of something else: "PIK3CA, other biopsy benign"."""
_ANSWER = re.compile(
    r"(?i)^\W{0,3}(?:yes\W{1,2})?(?:(?:it|this|the variant|that)(?: is|['’]s| was) )?"
    r"(?:(?:called|classified|reported)(?: as)? )?(?:(?:likely|probably) )?"
    r"(?:pathogenic|deleterious)\b(?! ?\?)"
)
"""A message that says no more than that the variant of the thread is pathogenic."""


def is_unclassified(value: ClinicalValue) -> bool:
    """Whether it is a named variant, of no class in the tables, of a gene of homologous
    recombination. Drugs for these genes are indicated for pathogenic variants; some named ones are
    benign."""
    return (
        isinstance(value, Marker)
        and value.name in FAMILIES["HRR"]
        and value.polarity == "present"
        and _NAMED.match(value.state) is not None
        and not classes_of(value.name, value.state)
    )


def with_significance(
    found: Sequence[FoundValue], text: str, known: Sequence[ClinicalValue]
) -> list[FoundValue]:
    """The values of a message, a variant that it calls benign as absent, with a fact on each gene
    whose variant it calls pathogenic. ``known``: the values of the thread."""
    of_acmg = [m for p in (BENIGN, _PATHOGENIC) for m in p.finditer(text)]
    read = [each for each in found if not _is_class_number(each, of_acmg)]
    for match in _classes_said(BENIGN, text):
        if any(_is_read_as_absent(each, match) for each in read):
            continue  # "EGFR L858R, CHEK2 benign": the gene beside it is the one
        if (own := _nearest(read, text, match)) and isinstance(own.value, Marker):
            read[read.index(own)] = replace(own, value=replace(own.value, polarity="absent"))
    for match in _classes_said(_PATHOGENIC, text):
        own = _nearest(read, text, match)
        if own and is_unclassified(own.value):
            read.append(_pathogenic(own.value, min(own.start, match.start()), match.end()))
    if not any(isinstance(each.value, Marker) for each in found):
        read += _of_thread(text, known)
    return sorted(dict.fromkeys(read), key=lambda each: (each.start, each.end))


def _is_read_as_absent(found: FoundValue, match: re.Match[str]) -> bool:
    absent = isinstance(found.value, Marker) and found.value.polarity == "absent"
    return absent and found.start <= match.start() <= found.end


def _is_class_number(found: FoundValue, classes: Sequence[re.Match[str]]) -> bool:
    """Whether "class 2" of "ACMG class 2" was read as a state of the gene, as of BRAF."""
    if not isinstance(found.value, Marker) or not found.value.state.startswith("class "):
        return False
    return any(m.start() <= found.start and found.end <= m.end() for m in classes)


def _pathogenic(value: ClinicalValue, start: int, end: int) -> FoundValue:
    assert isinstance(value, Marker)
    return FoundValue(Marker(name=value.name, state=PATHOGENIC, origin=value.origin), start, end)


def _classes_said(pattern: FilteredPattern, text: str) -> Iterator[re.Match[str]]:
    for match in pattern.finditer(text):
        if not _NOT_SAID.search(text, max(0, match.start() - 40), match.start()):
            yield match


def _nearest(found: Sequence[FoundValue], text: str, match: re.Match[str]) -> FoundValue | None:
    """The variant that a class is said of: one whose words hold it, one right behind it, or the
    nearest before it in its sentence."""
    genes = [
        each
        for each in found
        if isinstance(each.value, Marker)
        and is_gene(each.value)
        and each.value.polarity == "present"
        and each.value.state != PATHOGENIC
    ]
    near = [(_distance(each, match), each) for each in genes if _is_near(each, text, match)]
    return min(near, key=lambda pair: pair[0])[1] if near else None


def _distance(found: FoundValue, match: re.Match[str]) -> tuple[int, bool]:
    gap = max(0, found.start - match.end(), match.start() - found.end)
    return gap, not is_unclassified(found.value)


def _is_near(found: FoundValue, text: str, match: re.Match[str]) -> bool:
    first, last = min(found.end, match.end()), max(found.start, match.start())
    if found.end <= match.start() and _OTHER_THING.search(text, found.end, match.start()):
        return False
    return last - first <= REACH and not END_BEFORE_SPACE.search(text, first, max(first, last))


def _of_thread(text: str, known: Sequence[ClinicalValue]) -> Iterator[FoundValue]:
    """The variant of the thread, if the message says that it is pathogenic and there is one."""
    match = _ANSWER.match(text) or next(
        (m for m in RECLASSIFIED.finditer(text) if m["up"]),
        None,
    )
    open_ones = [each for each in known if is_unclassified(each)]
    if match and len(open_ones) == 1:
        yield _pathogenic(open_ones[0], *match.span())
