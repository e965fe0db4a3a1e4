"""Adverse events with their grades: "grade 2 ILD", "G3 diarrhea", "grade ≥3", "any grade"."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from names.clinical.fever import read_fever
from names.clinical.grades import read_counts, read_pressures
from names.clinical.grammar.polarity import is_in_denied_list, polarity_at
from names.clinical.values import FoundValue, Toxicity
from names.patterns.filtered import filtered_pattern
from names.recognition.tumours import is_grade_of_glioma
from names.tables.phrases import Phrase, find_phrases
from names.tables.treatment.event_groups import ANY_EVENT, event_covers

TABLE = "clinical/toxicities.tsv"
ONLY_GRADED = "?"
"""Ends the name of an event whose wordings ("platelets") name it only with a grade beside them."""
_LEVEL = r"(?:[1-5](?!\.?\d|%|[\s,]{0,2}[TPA]\d(?!\d))|IV|I{1,3}(?![A-Za-z])|V(?![A-Za-z]))"
"""An Arabic grade is no number of pregnancies: "G2P1", "G3 P2"."""
_SIGN = r"(?:≥|>=|>|≤|<=|<|at least|more than|less than)"
GRADES = filtered_pattern(
    rf"\b(?!(?i:GI)\b)(?:(?i:(?:CTCAE|CTC|NCI)\s)?(?i:grades?|gr?d?\.?(?=[\s.]{{0,2}}[1-5I])|gr\.?)"
    rf"[\s-]{{0,2}}(?:of\s)?|CTC(?:AE)?\s|G(?=[1-5≥>≤<])|g(?=(?:[1-5]|I{{1,3}}|IV)\b))"
    rf"(?P<sign>{_SIGN})?\s{{0,2}}(?P<first>{_LEVEL})"
    rf"(?:(?P<joint>\s?(?:-|–|/|,|(?i:to|or|and|and/or)\s)\s?)(?:(?i:grades?)\s|G)?"
    rf"(?P<second>{_LEVEL}))?"
    r"(?:\s?(?P<tail>\+|(?i:(?:or|and) (?:higher|greater|more|above|worse|over|lower"
    r"|less|below))\b))?"
    rf"|(?<![-=–])(?P<lead>{_SIGN})\s{{0,2}}(?i:grades?|G)\s{{0,2}}(?P<third>{_LEVEL})"
    rf"|(?<![\d.,])(?<!\d\s)°\s?(?P<degree>{_LEVEL})\b|\b(?P<degree2>I{{1,3}}|IV)°"
    r"|\b(?P<any>(?i:any|all)[\s-](?i:grades?))\b"
)
LEVELS = ("first", "third", "degree", "degree2")
"""Groups of :data:`GRADES` that hold the first grade."""
ROMAN = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5}
LOWEST, HIGHEST = 1, 5
"""Grades of CTCAE v5.0 (NCI, 2017-11-27); grade 5 is death."""
NEAR = 60
"""Characters between a grade and its event within one clause. Chosen by hand."""
ENDS = re.compile(r"[.;!?](?=\s|$)|\n")
LATER = re.compile(
    rf"(?i)\s?(?:(?:->|→|⇒|=>)|[,;]?\s?(?:and |but )?(?:then |it['’]s |it is )?now"
    rf"(?: it['’]s| is| at)?"
    rf"|[,;]?\s(?:then|later|went to|progress(?:ed|ing) to|worsen(?:ed|ing) to))\s?"
    rf"(?:grade|gr\.?|g)?\s?(?P<level>{_LEVEL})"
)
"""Behind a grade: the one that followed ("gr 1 → 3", "grade 2, now grade 3")."""
RECOVERED = re.compile(
    r"(?i)\b(?:resolv|recover|improv|settl|decreas|regress|reduc|fell|down|back|better|subsid|now"
    r"|today|currently)\w{0,5}"
    r"(?: (?:back|down|now|again|well|since|nicely))?(?: (?:to|at|into))?\s*$"
)
"""Before the grade to which an event has recovered. What is advised depends on the worst one."""
WENT = re.compile(r"(?i)\b(?:from|went|progressed|worsened|improved|changed|up|down)(?: from)?\s*$")
"""Before "grade 1 to grade 3" where it is a change, not a range."""
BESIDE = re.compile(r"(?i)\s?(?:with|w/|plus)\s(?!or without)")
"""Behind a grade: what follows is another event ("now G4 with fever")."""
NORMAL = re.compile(
    r"(?i)\s{0,2}[:=]?\s?(?:is |are |was |were |level |levels |count )?"
    r"(?:within normal|normal|nl\b|wnl\b|ok\b|okay\b|fine\b|unremarkable)"
)
"""Behind an event that is named by its measure: there is none."""
GENERAL = re.compile(
    r"(?i)(?:^|[^a-z\s-]|[.,;:(]|\b(?:grade|g|i{1,3}|iv|other|another|an|any|the|for|of|with|severe"
    r"|persistent|intolerable|this|that|these|those|all|or|and|same|second|third|first|recurrent"
    r"|drug-related|treatment-related))\s?$"
)
"""Before "toxicity" where it means any: no organ or drug ("skin toxicity") narrows it."""
OR = re.compile(r"(?i)\s?/\s?|\s(?:or|and/or)\s")
CONDITIONS = "clinical/conditions.tsv"
OWN_DISEASES = frozenset(("autoimmune disease",))
"""Conditions whose names have the name of an event in them: "ulcerative colitis"."""
LISTED = re.compile(
    r"(?i)(?:\s?[,/]\s?(?:and\s|or\s)?|\s(?:and|or|and/or)\s)(?:severe\s|persistent\s)?"
)


@dataclass(frozen=True, slots=True)
class _Grade:
    low: int
    high: int
    start: int
    end: int


def read_toxicities(text: str) -> tuple[FoundValue, ...]:
    """Adverse events with the grades that the text gives them, ordered by place.

    A grade belongs to the nearest event of its sentence, and to all of its list ("grade 3
    diarrhoea or nausea"). Denied events are left out."""
    events = [
        each
        for each in find_phrases(text, TABLE)
        if polarity_at(text, each.start, each.end) != "absent"
        and not is_in_denied_list(text, each.start, each.end)
        if not NORMAL.match(text, each.end)
        if each.name != ANY_EVENT + ONLY_GRADED or GENERAL.search(text, 0, each.start)
    ]
    grades = list(_grades(text))
    graded = _assign(text, events, grades)
    diseases = [e for e in find_phrases(text, CONDITIONS) if e.name in OWN_DISEASES]
    found: list[FoundValue] = []
    for index, event in enumerate(events):
        of_event = graded.get(index, ())
        name = event.name.removesuffix(ONLY_GRADED)
        is_part = any(e.start <= event.start and event.end <= e.end for e in diseases)
        if not of_event and name == event.name and not is_part:
            found.append(FoundValue(Toxicity(event=name), event.start, event.end))
        for grade in of_event:
            toxicity = Toxicity(event=name, grade_from=grade.low, grade_to=grade.high)
            start, end = min(event.start, grade.start), max(event.end, grade.end)
            found.append(FoundValue(toxicity, start, end))
    counted = [*read_counts(text), *read_fever(text), *read_pressures(text)]
    bare = {Toxicity(event=e.value.event) for e in counted if isinstance(e.value, Toxicity)}
    found = [each for each in found if each.value not in bare]
    return tuple(sorted([*found, *counted], key=lambda e: (e.start, e.end, repr(e.value))))


def toxicity_covers(rule: Toxicity, patient: Toxicity) -> bool | None:
    """Whether what is said for ``rule`` is said for this patient's event; None when nothing tells.

    Another event tells nothing, unless the rule is for a group of events that it is in. A rule
    without a grade holds for every grade; a patient whose
    grade is not known is not covered for sure by a rule that names one."""
    if not event_covers(rule.event, patient.event):
        return None
    if rule.grade_from is None and rule.grade_to is None:
        return True
    if patient.grade_from is None or patient.grade_to is None:
        return None
    low, high = rule.grade_from or LOWEST, rule.grade_to or HIGHEST
    if low <= patient.grade_from and patient.grade_to <= high:
        return True
    return False if patient.grade_to < low or high < patient.grade_from else None


def nameless_grades(text: str) -> tuple[Toxicity, ...]:
    """Grades of events that no table names ("mood: grade 2"), where the text grades no other.

    The event is empty: such a grade is held against another of the same kind only, and only where
    something else says that both speak of one thing. Grades of a tumour are left out."""
    if any(_is_graded(each.value) for each in read_toxicities(text)) or TUMOUR_GRADE.search(text):
        return ()
    found = (Toxicity(event="", grade_from=g.low, grade_to=g.high) for g in _grades(text))
    return tuple(dict.fromkeys(found))


TUMOUR_GRADE = re.compile(
    r"(?i)\b(?:tumou?r|carcinoma|cancer|histologic\w*|differentiat\w*|IDC|NST|DCIS|glioma|sarcoma"
    r"|lymphoma|nuclear|Nottingham|low|high)[\s-](?:grade|G)|\b(?:grade|G)\s?[1-4]"
    r"[\s,]{1,2}(?:\w+\s){0,2}(?:tumou?r|carcinoma|cancer|ductal|lobular|IDC|NST|glioma|sarcoma"
    r"|lymphoma|disease)\b"
)


_STANDS_ALONE = re.compile(
    r"\s?(?:[,.;()/\n]|$|(?:[LV][01x]|R[01]|ER|PR|HER2|Ki|p?T\d|sarcomatoid|stage|breast)\b)"
)
_BEHIND_TUMOUR = re.compile(
    r"(?:\b[yc]?p?T[1-4a-dis]{1,3}(?:[\s,]{0,2}[yc]?p?N[0-3][a-c]?)?(?:[\s,]{0,2}M[01x])?"
    r"|\b(?:m?BC|RCC|NET|NEC|IDC|ILC|NST|HGSOC|LMS|STS|UC)"
    r"|\b(?i:carcinoma|cancer|ca|sarcoma|adeno\w{0,12})|\b(?:[EP]R|HER2)\s?[+-])[\s,]{1,2}$"
)
_BEFORE_TUMOUR = re.compile(
    r"\s(?:(?:invasive|ductal)\s)?(?:m?BC|IDC|ILC|NET|breast"
    r"|(?:\w{1,20}\s)?(?:ca|cancer|carcinoma|sarcoma))\b"
)
"""Around the grade of a tumour: "pT2 G3", "BC G3", "G3 BC"."""


def _is_of_tumour(text: str, match: re.Match[str]) -> bool:
    """Whether a "G3" is the grade of a tumour and of no event: "BC G3, neuropathy"."""
    if is_grade_of_glioma(text, *match.span()):
        return True
    if text[match.start()] != "G":
        return False
    alone = _STANDS_ALONE.match(text, match.end())
    before = max(0, match.start() - 30)
    behind = alone and _BEHIND_TUMOUR.search(text, before, match.start())
    return bool(behind or _BEFORE_TUMOUR.match(text, match.end()))


def _is_graded(value: object) -> bool:
    return isinstance(value, Toxicity) and value.grade_from is not None


def _grades(text: str) -> Iterator[_Grade]:
    end = 0
    for match in GRADES.finditer(text):
        if match.start() < end or _is_after_recovery(text, match) or _is_of_tumour(text, match):
            continue
        if match["any"]:
            yield _Grade(LOWEST, HIGHEST, *match.span())
            continue
        first = _level(next(match[name] for name in LEVELS if match[name]))
        low, high = _grades_of_sign(first, (match["sign"] or match["lead"] or "").lower())
        tail = (match["tail"] or "").lower()
        later = LATER.match(text, match.end())
        if later:
            low = high = max(high, _level(later["level"]))
        elif match["second"] and WENT.search(text, max(0, match.start() - 20), match.start()):
            low = high = max(first, _level(match["second"]))
        elif match["second"]:
            low, high = sorted((first, _level(match["second"])))
        elif tail:
            low, high = _grades_of_sign(
                first, "≤" if tail.endswith(("lower", "less", "below")) else "≥"
            )
        end = later.end() if later else match.end()
        yield _Grade(low, high, match.start(), end)


def _is_after_recovery(text: str, grade: re.Match[str]) -> bool:
    """Whether a grade is what is left of a worse one that stands before it: "G3 colitis, resolved
    to G1", "grade 3 rash, now grade 1"."""
    written = grade["first"] or grade["third"]
    begin = max(0, grade.start() - NEAR)
    left = RECOVERED.search(text, begin, grade.start()) if written else None
    if left is None:
        return False
    earlier = GRADES.regex.finditer(text, begin, left.start())
    return any(each["first"] and _level(each["first"]) > _level(written) for each in earlier)


def _level(written: str) -> int:
    return ROMAN[written.upper()] if written.upper() in ROMAN else int(written)


def _grades_of_sign(level: int, sign: str) -> tuple[int, int]:
    match sign:
        case "≥" | ">=" | "at least":
            return level, HIGHEST
        case ">" | "more than":
            return min(level + 1, HIGHEST), HIGHEST
        case "≤" | "<=":
            return LOWEST, level
        case "<" | "less than":
            return LOWEST, max(level - 1, LOWEST)
        case _:
            return level, level


def _assign(
    text: str, events: Sequence[Phrase], grades: Sequence[_Grade]
) -> dict[int, tuple[_Grade, ...]]:
    """Index of an event → its grades."""
    found: dict[int, tuple[_Grade, ...]] = {}
    starts = [event.start for event in events]
    for grade in grades:
        for index in _events_of(text, events, starts, grade, found.keys()):
            found[index] = (*found.get(index, ()), grade)
    return found


def _events_of(
    text: str,
    events: Sequence[Phrase],
    starts: Sequence[int],
    grade: _Grade,
    graded: Collection[int],
) -> tuple[int, ...]:
    """The events that a grade is of: those of the list after it, else the one before it. Between
    two events, as in "ALT grade 3 bilirubin grade 1", it is of the first, unless that has one."""
    after = bisect_left(starts, grade.end)
    behind = after < len(events) and _gap(text, grade.end, events[after].start)
    behind = behind and not BESIDE.match(text, grade.end)
    before = after > 0 and _gap(text, events[after - 1].end, grade.start)
    right_behind = behind and not text[grade.end : events[after].start].strip()
    right_before = before and not text[events[after - 1].end : grade.start].strip(" (")
    if right_before and after - 1 not in graded:
        return _list_to(text, events, after - 1)
    if behind and (right_behind or not right_before):
        return _list_from(text, events, after)
    return _list_to(text, events, after - 1) if before else ()


def _gap(text: str, start: int, end: int) -> bool:
    """Whether only a short stretch of one sentence lies between two places."""
    return 0 <= end - start <= NEAR and ENDS.search(text, start, end) is None


def _list_to(text: str, events: Sequence[Phrase], last: int) -> tuple[int, ...]:
    """The events of the list that ends with one: "ILD or pneumonitis of grade 2"."""
    first = last
    while first and OR.fullmatch(text, events[first - 1].end, events[first].start):
        first -= 1
    return tuple(range(first, last + 1))


def _list_from(text: str, events: Sequence[Phrase], first: int) -> tuple[int, ...]:
    last = first
    while last + 1 < len(events) and LISTED.fullmatch(
        text, events[last].end, events[last + 1].start
    ):
        last += 1
    return tuple(range(first, last + 1))
