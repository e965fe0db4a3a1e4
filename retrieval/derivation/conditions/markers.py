"""Rules on markers: which a claim requires, which it excludes. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from names.clinical.markers.reader import NO_DRIVERS
from names.clinical.values import FoundValue, Marker, MarkerRule, Tumour
from names.tables.variant_classes import RESIDUE, classes_of, lung_drivers
from retrieval.derivation.scope import ReadWords, Scope
from retrieval.statements.marker_rules import marker_rule
from retrieval.statements.model import StatementKind

FOR_PATIENTS: frozenset[StatementKind] = frozenset(
    ("indication", "recommendation", "eligibility", "result", "design", "resistance", "status")
)
"""Kinds whose markers say for whom they hold. A mechanism or a definition names markers without
asking for them."""
BY_OWN_WORDS: frozenset[StatementKind] = FOR_PATIENTS | {
    "adjustment", "dose", "contraindication", "interaction", "monitoring", "warning",
    "classification",
}  # fmt: skip
"""Kinds of which a marker with a state in the sentence itself counts; one of the title does not."""

_OR = re.compile(r"\bor\b|/", re.IGNORECASE)
_LIST = re.compile(
    r"[-\s,/]{0,4}(?:and/or|or|and)?[\s,]{0,3}(?:a |an |the )?(?:exon \d{1,2} )?(?:substitution )?",
    re.IGNORECASE,
)
_EXAMPLES = re.compile(
    r"\b(?:including|includes?|such as|e\.g\.|for example|for instance|like|among them|namely)"
    r"[\s,:(]{1,3}(?:an? |the |those with )?(?:[\w/-]{1,12} ){0,2}$",
    re.IGNORECASE,
)
"""Before a list of examples, of which a patient has one: "including L755S, V842I and S310F"."""
_NO_REQUIREMENT = re.compile(
    r"\b(?:with or without|regardless of|irrespective of|independent(?:ly)? of|whether or not"
    r"|with and without|both|not (?:yet )?(?:tested|required)|tested for|testing (?:for|of)"
    r"|analysis of|search for)(?: \w+){0,4}[\s,]{0,3}$"
    # "6 of 15 acquired C797S" tells what came of it.
    r"|\b\d{1,4}(?: patients| tumou?rs| cases)? (?:acquired|gained|developed|lost|kept)"
    r"(?: an?| the)?[\s,]{0,3}$",
    re.IGNORECASE,
)
_SHARE = re.compile(
    r"\d ?% (?:of|had|were)\b|\b(?:found|present|detected|carried) (?:in|by) \d|\d of (?:the )?\d"
    r"|\b(?:found|present|detected|carried) (?:in|by) (?:the )?\w+ patients",
    re.IGNORECASE,
)
"""How many of a trial's patients had a marker is no requirement."""
_EXCEPT = re.compile(
    r"\b(?:except|exception|other than|excluding|excluded|but not|apart from)\b[^.;]{0,90}$",
    re.IGNORECASE,
)
_BEFORE = 90
"""Characters before a marker in which an "except" or "with or without" stands that is meant for
it. Chosen by hand: a clause."""


_ADVISES_TEST = re.compile(
    r"(?i)\b(?:recommends?|recommended|advis(?:es|ed)|offer(?:s|ed|ing)?|asks? for|calls? for)\b"
    r"[^.;]{0,60}\btest(?:s|ing)\b(?! for adverse)"
)


def is_on_testing(scope: Scope, kind: StatementKind) -> bool:
    """Whether a recommendation is to test for markers by which drugs are chosen: it asks for none
    of them, and offers none of the drugs that it names ("to select them for pembrolizumab")."""
    claim = scope.claim
    tests = kind == "recommendation" and _ADVISES_TEST.search(claim.text)
    return bool(tests and claim.entities.of("drug"))


def derive_requirements(scope: Scope, kind: StatementKind) -> tuple[MarkerRule, ...]:
    """What the claim asks of markers. Where its sentence names none, the heading's count, then the
    title's."""
    if kind not in BY_OWN_WORDS or is_on_testing(scope, kind):
        return ()
    own = [found for found in _markers(scope.claim) if not _is_excepted(scope.claim.text, found)]
    if kind == "design" and _SHARE.search(scope.own.text):
        own = []
    required = [found for found in own if not _is_free(scope.claim.text, found)]
    if own or kind not in FOR_PATIENTS:
        return tuple(_rules(scope.claim.text, required))
    for words in scope.above:
        found = _markers(words)
        if found:
            # A title of many markers is on a field, and none of them is asked of each patient.
            whole = len(list(_groups(words.text, found))) <= 2
            return tuple(_rules(words.text, found)) if whole else ()
    return ()


def derive_exclusions(scope: Scope) -> tuple[MarkerRule, ...]:
    """Markers that take a patient out: behind an "except", and in a limit that says "not for"."""
    excepted = [found for found in _markers(scope.claim) if _is_excepted(scope.claim.text, found)]
    rules = list(_excluding_rules(scope.claim, excepted))
    for limit in scope.exclusions:
        rules += _excluding_rules(limit, _markers(limit))
    rules += _without_drivers(scope)
    return tuple(dict.fromkeys(rules))


def _without_drivers(scope: Scope) -> Iterator[MarkerRule]:
    """What is said for lung cancer without driver alterations is not said for one that has any.

    A claim on an altered driver only points to such a rule ("or the treatment without drivers")."""
    if not any(NO_DRIVERS.search(words.text) for words in (scope.claim, *scope.above)):
        return
    drivers = tuple(Marker(name=gene, state=state) for gene, state in lung_drivers())
    names = {marker.name for marker in drivers}
    own = (found.value for found in _markers(scope.claim))
    if any(isinstance(v, Marker) and v.name in names and v.polarity == "present" for v in own):
        return
    yield MarkerRule(any_of=drivers)


def _markers(words: ReadWords) -> list[FoundValue]:
    return [found for value, found in words.values(Marker) if value.polarity != "uncertain"]


def _is_excepted(text: str, found: FoundValue) -> bool:
    return bool(_EXCEPT.search(text, max(0, found.start - _BEFORE), found.start))


def _is_free(text: str, found: FoundValue) -> bool:
    return bool(_NO_REQUIREMENT.search(text[max(0, found.start - _BEFORE) : found.start]))


def _rules(text: str, markers: Sequence[FoundValue]) -> Iterator[MarkerRule]:
    """Markers of one list with "or" are one rule; what is asked to be absent, each is its own."""
    for group in _groups(text, markers):
        values = [found.value for found in group]
        if all(isinstance(value, Marker) and value.polarity == "absent" for value in values):
            for found in dict.fromkeys(group):
                yield marker_rule([found])
        else:
            yield marker_rule(group)


def _groups(text: str, markers: Sequence[FoundValue]) -> Iterator[list[FoundValue]]:
    group: list[FoundValue] = []
    joined = False
    for found in markers:
        if not group:
            group = [found]
            continue
        between = text[group[-1].end : found.start]
        same_place = found.start < group[-1].end
        listed = same_place or (_LIST.fullmatch(between) is not None and _alike(group[-1], found))
        if listed and (same_place or _is_option(text, group, found, between)):
            group.append(found)
            joined = joined or bool(_OR.search(between))
            continue
        yield group
        group = [found]
    if group:
        yield group


def _alike(first: FoundValue, second: FoundValue) -> bool:
    values = (first.value, second.value)
    return all(isinstance(value, Marker) for value in values) and (
        values[0].polarity == values[1].polarity  # type: ignore[union-attr]
    )


def _is_option(text: str, group: Sequence[FoundValue], found: FoundValue, between: str) -> bool:
    """Whether a listed marker is another option: "or", "/", or a comma of a list that has an "or"
    before it ends. "BRCA1 and BRCA2" are options too: nobody means both."""
    if _OR.search(between) or _are_examples(text, group) or _are_variants_of_one(group, found):
        return True
    if "," in between and "and" not in between:
        return bool(_OR.search(text, found.end, found.end + 60))
    names = [each.value.name for each in (*group, found) if isinstance(each.value, Marker)]
    return len({name.rstrip("0123456789") for name in names}) == 1


def _are_examples(text: str, group: Sequence[FoundValue]) -> bool:
    start = group[0].start
    return bool(_EXAMPLES.search(text, max(0, start - _BEFORE), start))


def _are_variants_of_one(group: Sequence[FoundValue], found: FoundValue) -> bool:
    """Whether all are named variants of one gene, none of which arises beside another: "G719X,
    L861Q and S768I" are three patients' tumours, an exon 19 deletion with T790M is one."""
    values = [each.value for each in (*group, found) if isinstance(each.value, Marker)]
    named = all(RESIDUE.match(each.state) or each.state.startswith("exon ") for each in values)
    acquired = any("resistance" in classes_of(each.name, each.state) for each in values)
    return named and not acquired and len({each.name for each in values}) == 1


def _excluding_rules(words: ReadWords, markers: Sequence[FoundValue]) -> Iterator[MarkerRule]:
    tumours = [value.name for value, _ in words.values(Tumour) if value.name]
    tumour = tumours[0] if len(tumours) == 1 else ""
    for _, group in groupby(markers, key=lambda found: found.start):
        for found in group:
            yield replace(marker_rule([found]), tumour=tumour)
