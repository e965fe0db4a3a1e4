"""Changes that a short message tells of what the thread knows, without a name or without a number:
"meanwhile B" after a Child-Pugh class, "now 3" after an ECOG status, "it fell by 20"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agents.facts.values.courses import MEASURES
from agents.facts.values.updates import measure_of
from names.clinical.readers import Reader
from names.clinical.values import (
    ClinicalValue,
    FoundValue,
    Marker,
    Measurement,
    OrganFunction,
    Population,
)

_NOW = (
    r"(?:(?:it|that|this|she|he|pt|patient)(?:['’]s|\sis|\shas)?\s|and\s|but\s|is\s){0,2}"
    r"(?:meanwhile|in the meantime|by now|now|today|currently|since|become|became|deteriorated to"
    r"|worsened to|improved to)\s(?:(?:at|in|a|is|class|grade)\s){0,2}"
)
_LETTER = r"(?P<value>[ABC](?:\s?\d{1,2})?)"
_DIGIT = r"(?P<value>[0-4])"
CLASS = re.compile(rf"^\W{{0,5}}(?i:{_NOW}){_LETTER}\W{{0,3}}$")
_BY_TESTS = (
    r"(?:on|by|with|from|per)\s(?:today['’]?s|yesterday['’]?s|this (?:morning|week)['’]?s|the"
    r"|latest|repeat|new|her|his)\s(?:latest\s|new\s|repeat\s)?(?:bloods?|labs?|results?|tests?|LFTs?)"
)
CLASS_FIRST = re.compile(
    rf"^\W{{0,5}}{_LETTER}\s(?i:now|today|meanwhile|currently|{_BY_TESTS})\W{{0,3}}$"
)
STATUS = re.compile(rf"^\W{{0,5}}(?i:{_NOW}){_DIGIT}\W{{0,3}}$")
STATUS_FIRST = re.compile(rf"^\W{{0,5}}{_DIGIT}\s(?i:now|today|meanwhile|currently)\W{{0,3}}$")
BY = re.compile(
    r"(?i)\b(?:fell|fallen|falls|dropped|drops|decreased|declined|rose|risen|increased|climbed"
    r"|improved|recovered|worsened|went (?:up|down)|gone (?:up|down)|lost|down|up)(?:\s(?:again"
    r"|further|back|down|up))?\sby\s(?:about\s|another\s|~\s?)?(?:\d|half|a third|a quarter)"
)
"""By how much a value has changed: what it is now, is not told."""

TARGET = "target AUC"
_TARGET_NAMED = re.compile(
    r"\bAUC\s?(?:of\s|=\s?|to\s|at\s|is\s){0,2}(?P<value>\d{1,2}(?:[.,]\d{1,2})?)"
    r"(?![\d%]|[.,]\d|\s?[-–/]\s?\d|\sor\s\d)"
)
_TARGET_CHOSEN = re.compile(
    r"(?i)^\W{0,5}(?:(?:and|or|no|but|so|sorry|actually|please|then|we|we['’]ll|let['’]?s"
    r"|i['’]d)\s){0,3}"
    r"(?:(?:make (?:it|that)|go (?:for|with)|use|aim for|at|what about|how about|target"
    r"|rather)\s){1,2}"
    r"(?P<value>\d{1,2}(?:[.,]\d{1,2})?)(?:\s(?:instead|rather|then|please|now)){0,2}\W{0,3}$"
    r"|^\W{0,5}(?P<first>\d{1,2}(?:[.,]\d{1,2})?)\s(?:instead|rather)\W{0,3}$"
)
_TARGETS = re.compile(r"[2-7](?:[.,][05])?")
"""Targets that clinicians choose; by hand. Another number may be of something else."""
_TARGET_TOLD = re.compile(
    r"\bAUC\b[^.;?!\d]{0,12}?(?:\d{1,2}|\b(?i:one|two|three|four|five|six|seven|eight)\b)"
)
CAP = re.compile(
    r"(?i)\bcap(?:ped|ping)?\b[^.;?!\d]{0,20}(?P<value>\d{2,3})\b(?!\s?(?:mg|µg|mcg|g)\b)"
    r"|\b(?P<first>\d{2,3})\s(?:mL/min\s)?cap\b"
)
"""The limit up to which a clearance is to count."""
HIGHEST_COUNTED = "125"
"""The limit that the formula has."""


def without_limits(found: Sequence[FoundValue], text: str) -> list[FoundValue]:
    """The values without clearances that are only a limit: "cap CrCl at 125"."""
    cap = CAP.search(text)
    return [
        each
        for each in found
        if not (cap and each.start < cap.end() and cap.start() < each.end)
        or measure_of(each.value) not in _CLEARANCES
    ]


_CLEARANCES = frozenset(("creatinine clearance", "GFR", "eGFR"))


def targets_of(
    text: str, found: Sequence[FoundValue], known: Sequence[ClinicalValue], reader: Reader
) -> Iterator[FoundValue]:
    """The target exposure that a message tells in place of the *known* one: "AUC 6 rather"."""
    if not _has_target(known) or any(measure_of(each.value) == TARGET for each in found):
        return
    named = _TARGET_NAMED.search(text)
    match = named or _TARGET_CHOSEN.match(text)
    number = (match["value"] or match["first"]) if match and not named else match and match["value"]
    if match is None or number is None or not (named or _TARGETS.fullmatch(number)):
        return
    for each in reader(f"{TARGET} {number.replace(',', '.')}"):
        if measure_of(each.value) == TARGET:
            yield FoundValue(each.value, *match.span())


def target_unread(
    text: str, found: Sequence[FoundValue], known: Sequence[ClinicalValue], reader: Reader
) -> str:
    """The words of another target, or of another limit of the clearance, that cannot be taken."""
    if not _has_target(known) or any(measure_of(each.value) == TARGET for each in found):
        return ""
    cap = CAP.search(text)
    if cap and (cap["value"] or cap["first"]) != HIGHEST_COUNTED:
        return cap.group()
    told = _TARGET_TOLD.search(text) or (None if found else _TARGET_CHOSEN.match(text))
    return told.group().strip() if told and not [*targets_of(text, found, known, reader)] else ""


def _has_target(known: Sequence[ClinicalValue]) -> bool:
    return any(measure_of(value) == TARGET for value in known)


def classes_of(text: str, known: Sequence[ClinicalValue], reader: Reader) -> Iterator[FoundValue]:
    """The class or status that the whole message is, of the one that the thread knows."""
    if any(isinstance(v, OrganFunction) and v.grade.startswith("Child") for v in known):
        match = CLASS.match(text) or CLASS_FIRST.match(text)
        yield from _read(f"Child-Pugh {match['value']}", match, reader) if match else ()
    last = next((v for v in reversed(known) if _is_number(v)), None)
    if isinstance(last, Population):
        match = STATUS.match(text) or STATUS_FIRST.match(text)
        yield from _read(f"ECOG {match['value']}", match, reader) if match else ()


def _read(written: str, match: re.Match[str], reader: Reader) -> Iterator[FoundValue]:
    for each in reader(written):
        if isinstance(each.value, OrganFunction | Population):
            yield FoundValue(each.value, *match.span("value"))


def _is_number(value: ClinicalValue) -> bool:
    match value:
        case Population(ecog_from=ecog):
            return ecog is not None
        case OrganFunction(low=low, high=high):
            return low is not None or high is not None
        case Marker(unit=unit):
            return bool(unit)
        case _:
            return isinstance(value, Measurement)


def changed_by(
    text: str, known: Sequence[ClinicalValue]
) -> Iterator[tuple[frozenset[str], int, int]]:
    """Measures of which a message tells only by how much they have changed, with the place: what
    was measured before holds no longer."""
    for match in BY.finditer(text):
        before = text[max(0, match.start() - REACH) : match.start()]
        named = [
            (found.start(), names)
            for pattern, names in MEASURES
            for found in pattern.finditer(CLAUSE.split(before)[-1])
        ]
        if named:
            yield max(named, key=lambda each: each[0])[1], *match.span()
        elif UNNAMED.fullmatch(text, 0, match.start()):
            yield from ((names, *match.span()) for names in _last_measured(known))


REACH = 40
"""Characters before a change in which its measure is looked for. Chosen by hand: a clause."""
CLAUSE = re.compile(r"[.;?!\n]")
UNNAMED = re.compile(
    r"(?i)\W{0,5}(?:(?:it|that|this|they|these|values?|levels?|counts?|has|have|is|and|but|then|again|meanwhile|since"
    r"|now|unfortunately)\b\W{0,3}){0,6}"
)


def _last_measured(known: Sequence[ClinicalValue]) -> Iterator[frozenset[str]]:
    """What was measured last, with what is of the same organ; nothing without one."""
    last = next((measure_of(v) for v in reversed(known) if measure_of(v)), "")
    if last:
        yield next((names for _, names in MEASURES if last in names), frozenset((last,)))
