"""The new value that a short message tells without its name: "now it's 22x", "they're 22 now",
"up to 9x", "it's a 4 now", "back to grade 1".

It is of the one measure, event or status that the thread told last, if only one can have it. If
several can, or none, nobody may guess: the message is asked of what it tells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from agents.facts.sheet import Fact
from agents.facts.values.updates import BRIEF, measure_of, measured_values, read_as, updates_of
from names.clinical.grammar.numerals import FEW
from names.clinical.readers import Reader
from names.clinical.toxicities import HIGHEST, ROMAN
from names.clinical.values import (
    ClinicalValue,
    FoundValue,
    Marker,
    Measurement,
    OrganFunction,
    Population,
    Toxicity,
)


def _words(line: str) -> frozenset[str]:
    return frozenset(line.split())


_LEVELS = {
    **{word: number for word, number in FEW.items() if number <= HIGHEST},
    **{roman.lower(): number for roman, number in ROMAN.items()},
}
_NUMBER = r"\d{1,3}(?:,\d{3})(?!\d)|\d{1,6}(?:[.,]\d{1,3})?"
_UNIT = (
    r"[x×](?:\s?(?:ULN|upper limit(?: of normal)?|normal))?|times(?:\s(?:the\s)?(?:ULN"
    r"|upper limit(?: of normal)?|normal))?|%|k|thousand|m[lL]\s?/\s?min|ms|(?:mg|g)/d[lL]|g/[lL]"
    r"|[mµu]mol/[lL]|U/[lL]|/\s?[µu]L|/mm3"
)
_TOKEN = re.compile(
    r"(?i)(?P<grade>(?:(?:grades?|gr\.?)[\s-]?|G(?=[1-5I]))(?P<level>[1-5]|I{1,3}|IV|V"
    r"|(?<=[\s-])(?:one|two|three|four|five))"
    r"(?![\w+-]|\.\d))"
    rf"|(?P<value>(?P<times>[x×]\s?)?(?P<number>\d{{2,3}}/\d{{2,3}}|{_NUMBER})"
    rf"(?:\s?(?P<unit>{_UNIT}))?"
    r"(?=[\s,;.:!?)]|$))"
    r"|(?P<word>[^\W\d_]{1,20}(?:['’][^\W\d_]{1,3})?)|(?P<other>[^\s~,:–-])"
)
_CLAUSE_END = re.compile(r"[;!?\n]|[,.](?!\d)|\s[–-]\s|\s(?:and|but|so)\s(?=\D)")
_SUBJECTS = _words(
    "it it's its it’s it've they they're they’re they've they’ve that that's that’s this these"
    " those value level count counts levels values number numbers result"
    " repeat repeated rpt recheck rechecked latest"
)
_PERSONS = _words("he she he's she's he’s she’s pt patient")
_CHANGES = _words(
    "now today currently meanwhile up down rose risen fell fallen went gone dropped climbed jumped"
    " shot increased decreased improved worsened recovered rising falling back became becomes"
    " reached hit progressed escalated already"
)
_FILLER = _words(
    "and but so well ok okay then sorry update oh hmm just fyi btw actually unfortunately is are"
    " was were be been has have had got gotten come came at to a an about around only even still"
    " again further from the of this morning afternoon evening on in yesterday later since yes no"
    " wait correction mistake all way labs lab re"
)
_NEVER_BEHIND = re.compile(
    r"(?i)\s?(?:mg|mcg|µg|kg|cm|mL\b(?!/)|yo\b|y/o|years?|yrs?|weeks?|wks?|months?|mos?\b|days?|d\b"
    r"|cycles?|lines?|L\b|h\b|hours?|hrs?|doses?|fractions?|Gy|tablets?|of\b|(?:x|times)?\s?(?:/|a|per)"
    r"\s?(?:d|day|night|week)\b|stools|bowel|tumou?rs?|lesions?|mets|nodes?|drugs?|patients?|th\b|st\b"
    r"|nd\b|rd\b)"
)
"""Behind a number that is no value of a measure: a dose, a time, a count of things."""
_TIMES = re.compile(
    r"(?i)\b(?:(?:cycle\s?\d{1,2}\s|C\d{1,2})?(?:d|day|wk|week)\s?\d{1,3}(?=\s?[:,]|\s\D|\s\d)"
    r"|(?:\d{1,2}|an?|one|two|three|four|five|six|few)\s(?:days?|weeks?|wks?|months?|mos?)\s(?:later|on)"
    r"(?=[\s,:]))"
)
"""When a value was taken: "d22: 7x", "two weeks later it's 470"."""
_LOOSE = re.compile(
    r"(?i)\b(?:(?:it|that)(?:['’]?s|\s(?:is|was))|(?:they|these)(?:['’]?re|\s(?:are|were))|now|(?:up|down"
    r"|back|rose|fell|went|dropped|rising|falling) to)\s(?:(?:now|up|down|to|at|about|around|only"
    rf"|a|like)\s){{0,3}}(?P<value>(?:{_NUMBER})\s?(?:x|×|times|k)?"
    r"(?:\s?(?:/|a|per)\s?(?:d|day|night)\b)?)"
    r"(?=\s?(?:[,;!?)]|\.(?!\d)|$|now\b|today\b|ish\b|\+))"
)
"""A number that is told as the new value of something, whatever else its clause says."""
_SINCE = _words("after post following with on since despite")
"""Behind a value: what was done before it."""
_RESOLVED = _words("resolved subsided settled recovered gone cleared normalised normalized normal")
_PRESSURE = "hypertension"
HIGHEST_STATUS = 4
FAR = 20
"""How many times a value may differ from the one before, where several measures could be meant:
a QTc is never 3. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class BareValue:
    """A value without the name of what it is of, with its place."""

    number: str
    unit: str
    is_grade: bool
    words: str
    start: int
    end: int
    of_person: bool = False
    is_told: bool = True
    """Whether the message says that something is so now, and is no mere number."""
    is_former: bool = False
    """Whether it is told as what was before: "was 4x, is 22x"."""

    @property
    def level(self) -> int | None:
        """What it is as a grade or status; None if it can be neither."""
        whole = self.number.isdecimal() and not self.unit and len(self.number) == 1
        return int(self.number) if whole else None


@dataclass(frozen=True, slots=True)
class NewValue:
    """A bare value, and what it is read as; nothing if nobody can tell of what it is."""

    bare: BareValue
    found: tuple[FoundValue, ...] = ()


def new_value(
    text: str,
    found: Sequence[FoundValue],
    known: Sequence[ClinicalValue],
    latest: Sequence[ClinicalValue],
    reader: Reader,
) -> NewValue | None:
    """What a message tells of the values that are *known*, of which the thread told *latest* last;
    None if it tells no bare value. ``found``: what it says by itself."""
    bare = bare_value(text)
    if bare is None or any(each.start < bare.end and bare.start < each.end for each in found):
        return None
    named = any(isinstance(each.value, _NAMED) and measure_of(each.value) for each in found)
    if named or (bare.level and any(isinstance(each.value, Toxicity) for each in found)):
        return NewValue(bare)
    for values in (latest, known):
        meant = _plausible(list(_readings(bare, values, reader)), values)
        if meant:
            one = len(meant) == 1
            places = (FoundValue(each, bare.start, bare.end) for each in meant[0])
            return NewValue(bare, tuple(places) if one else ())
    return NewValue(bare) if bare.is_told else None


_NAMED = (Measurement, OrganFunction)


def latest_told(numbered: Sequence[tuple[int, Fact]]) -> list[ClinicalValue]:
    """The values that may change of the message that told any last, from facts with the number of
    their message."""
    may_change = [(number, fact.value) for number, fact in numbered if _may_change(fact.value)]
    last = max((number for number, _ in may_change), default=-1)
    return [value for number, value in may_change if number == last]


def _may_change(value: ClinicalValue) -> bool:
    status = isinstance(value, Population) and value.ecog_from is not None
    return status or isinstance(value, Toxicity) or any(True for _ in measured_values([value]))


def _readings(
    bare: BareValue, values: Sequence[ClinicalValue], reader: Reader
) -> Iterator[list[ClinicalValue]]:
    """What the bare value may be, of each measure, event and status once."""
    level = bare.level
    events = dict.fromkeys(value.event for value in values if isinstance(value, Toxicity))
    if "/" in bare.number:
        read = [each.value for each in reader(f"BP {bare.number}")] if _PRESSURE in events else []
        for value in read:
            if isinstance(value, Toxicity):
                yield [value]
        return
    status = any(isinstance(v, Population) and v.ecog_from is not None for v in values)
    if level and level <= HIGHEST:
        for event in events:
            yield [Toxicity(event=event, grade_from=level, grade_to=level)]
    if bare.is_grade:
        return
    if level is not None and level <= HIGHEST_STATUS and (status or (bare.of_person and events)):
        yield [Population(ecog_from=level, ecog_to=level)]
    yield from () if bare.of_person else _measures(bare, values, reader)


def _measures(
    bare: BareValue, values: Sequence[ClinicalValue], reader: Reader
) -> Iterator[list[ClinicalValue]]:
    seen: set[str] = set()
    for last in measured_values(values):
        if last not in values and not bare.unit:
            continue  # a clearance where a creatinine was told: its unit has to say so
        name = last.name if isinstance(last, Marker) else measure_of(last)
        if name not in seen and (read := read_as(last, bare.number, bare.unit, reader)):
            seen.add(name)
            yield read


def _plausible(
    readings: list[list[ClinicalValue]], values: Sequence[ClinicalValue]
) -> list[list[ClinicalValue]]:
    """The readings; of several, those that are not far from the value before."""
    before = {measure_of(v): n for v in values if (n := _number_of(v))}
    near = [
        each
        for each in readings
        if not (old := before.get(measure_of(each[0]), 0.0))
        or old / FAR < (_number_of(each[0]) or old) < old * FAR
    ]
    return near if len(readings) > 1 else readings


def _number_of(value: ClinicalValue) -> float | None:
    match value:
        case Measurement(value=number):
            return number
        case OrganFunction(low=low):
            return low
        case _:
            return None


def bare_value(text: str) -> BareValue | None:
    """The bare value of a message that is not long; None if it has none, or more than one."""
    if len(text.split()) > BRIEF:
        return None
    text = _TIMES.sub(lambda match: " " * len(match.group()), text)
    bounds = [0]
    for match in _CLAUSE_END.finditer(text):
        bounds += [match.start(), match.end()]
    bounds.append(len(text))
    spans = zip(bounds[::2], bounds[1::2], strict=True)
    told = [bare for start, end in spans if (bare := _in_clause(text, start, end))]
    return told[0] if len(told) == 1 else None


def tells_bare_value(text: str) -> bool:
    """Whether a message tells a bare value and not only a number."""
    bare = bare_value(text)
    return bare is not None and bare.is_told


def _in_clause(text: str, start: int, end: int) -> BareValue | None:
    """The value of a clause that says nothing but when, and whether it rose or fell."""
    values: list[BareValue] = []
    words: list[str] = []
    for token in _TOKEN.finditer(text, start, end):
        word = token[0].lower()
        is_level = word in _LEVELS and len(word) > 1
        if token["grade"] or token["value"] or is_level:
            before = words[-1] if words else ""
            if token["value"] and _NEVER_BEHIND.match(text, token.end("number")):
                return None
            if before != "from":
                values.append(_value_of(token, before in ("was", "were")))
            words.append("#")
        elif token["word"] and word in _FILLER | _SUBJECTS | _PERSONS | _CHANGES:
            words.append(word)
        elif word in _SINCE and len(values) == 1 and not values[0].level:
            words.append("now")  # "470 after K replaced"
            break
        else:
            return None
    said = frozenset(words)
    whole = not text[:start].strip() and not text[end:].strip(" .!")
    is_told = bool(said & (_SUBJECTS | _PERSONS | _CHANGES))
    if not (is_told or whole):
        return None
    now = [each for each in values if not each.is_former] or values
    if len(now) != 1:
        return None
    person = bool(said & _PERSONS) and not said & _SUBJECTS
    return replace(now[0], of_person=person, is_told=is_told)


def _value_of(token: re.Match[str], is_former: bool) -> BareValue:
    level = token["level"] or ("" if token["value"] else token[0])
    number = str(_LEVELS.get(level.lower(), level)) if level else token["number"]
    unit = (token["unit"] or "").strip()
    if token["times"] or re.match(r"(?i)[x×]|times", unit):
        unit = "x ULN"
    elif unit == "thousand":
        unit = "k"
    return BareValue(
        number=number,
        unit=unit,
        is_grade=bool(level),
        is_former=is_former,
        words=token[0].strip(),
        start=token.start(),
        end=token.end(),
    )


def without_older_readings(updates: Sequence[FoundValue], told: NewValue) -> tuple[FoundValue, ...]:
    """What else a message says anew beside its bare value: nothing that was read from the same
    words, and no lower grade."""
    bare = told.bare
    rest = [each for each in updates if each.end <= bare.start or bare.end <= each.start]
    grades = [each.value.grade_from or 0 for each in told.found if isinstance(each.value, Toxicity)]
    return tuple(
        each
        for each in rest
        if not (grades and isinstance(each.value, Toxicity))
        or (each.value.grade_from or 0) > grades[0]
    )


def unassigned_value(
    text: str, known: Sequence[ClinicalValue], latest: Sequence[ClinicalValue], reader: Reader
) -> str:
    """The words of a value of which nobody can tell what it is of; empty without one."""
    found = reader(text)
    if told := new_value(text, found, known, latest, reader):
        return "" if told.found else told.bare.words
    if latest and _is_over(text):
        return "resolved"
    loose = _LOOSE.search(text) if latest and len(text.split()) <= BRIEF else None
    if loose is None or any(
        each.start < loose.end() and loose.start("value") < each.end for each in found
    ):
        return ""
    found = (*found, *updates_of(text, found, known, reader))
    read = any(isinstance(each.value, Toxicity | Measurement | OrganFunction) for each in found)
    return "" if read else loose["value"].strip()


def _is_over(text: str) -> bool:
    """Whether a clause of a short message says only that something is over."""
    if len(text.split()) > BRIEF:
        return False
    for clause in _CLAUSE_END.split(text):
        words = [each.lower() for each in re.findall(r"[^\W\d_]+(?:['’]\w{1,3})?|\d", clause)]
        over = [each for each in words if each in _RESOLVED]
        if over and all(w in _FILLER | _SUBJECTS | _CHANGES | _RESOLVED for w in words):
            return True
    return False
